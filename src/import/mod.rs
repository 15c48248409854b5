//! From files and archives to the database.

pub mod inputs;
