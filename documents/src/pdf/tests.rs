//! The documents are read back by another implementation.
