//! The rules of a waiting list by itself.
