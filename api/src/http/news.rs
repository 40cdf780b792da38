//! News: all of it, and what a member should read first.

pub mod all;
pub mod dismiss;
pub mod important;
