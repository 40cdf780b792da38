//! The parts of the operators' tool, as a library so that tests can run them on a database of their own.

pub mod connect;
pub mod names;
pub mod timeline;
mod words;
