//! The waiting lists of full days: putting a group on one, seeing it, and answering what it is offered
//! (docs/domain.md §3.19).

pub mod decline;
mod group;
pub mod join;
pub mod leave;
pub mod list;
pub mod one;
pub mod take;
mod view;
