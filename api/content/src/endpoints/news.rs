//! News: all items, and the important ones for a member.

pub mod all;
pub mod dismiss;
pub mod important;
