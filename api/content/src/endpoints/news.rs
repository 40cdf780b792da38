//! News: all items, and the important ones for a member.

pub(crate) mod all;
pub mod dismiss;
pub(crate) mod important;
