//! Reading and writing SGF.
