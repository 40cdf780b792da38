//! The waiting lists of full days: putting a group on one, seeing it, and answering its offers (docs/domain.md §3.19).

pub(crate) mod decline;
mod group;
pub(crate) mod join;
pub(crate) mod leave;
pub(crate) mod list;
pub(crate) mod one;
pub(crate) mod take;
mod view;
