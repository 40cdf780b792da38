//! Removes a member's personal data from every table and file, permanently (docs/operations/operators.md, "Erase"). The
//! journal holds ids only and is not changed; every look-up of the id then shows `verwijderd lid`.
//!
//! [`eraser`] removes the data, [`member_rounds`] cancels the member's upcoming rounds, [`member_groups`] takes the
//! groups in which they wait off their lists, [`ledger`] records erasures outside the database and [`ledger_copy`]
//! those of other nodes, [`reapply`](eraser::Eraser::reapply) repeats them after a restored backup.

pub mod eraser;
pub mod ledger;
pub mod ledger_copy;
mod mail_files;
pub mod member_groups;
pub mod member_rounds;
pub mod naming;
pub mod pseudonyms;
mod readmission;
mod reapply;
pub mod report;

pub use self::eraser::{EraseRequest, Eraser};
