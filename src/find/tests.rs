//! Queries to small databases.
