//! The one form of what people write, whatever device, spreadsheet or PDF it comes from. Pure functions on text: they
//! know no field and no rule. What a field may hold is decided where the field is (`api/src/services/profile_fields`).
//!
//! `cases/` holds tables of what is written and what becomes of it. The tests of every language that has the same
//! function read them.

pub mod email;
mod file;
mod fold;
mod typed;

pub use file::{NoText, file};
pub use fold::fold;
pub use typed::{code, is_blank, is_unseen, line};
