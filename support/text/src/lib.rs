//! The one form of what people write, whatever device, spreadsheet or PDF it comes from. Pure functions on text: they
//! know no field and no rule, apart from [`contact`], which has the rules of a member's profile.
//!
//! `cases/` holds tables of what is written and what becomes of it. The tests of every language that has the same
//! function read them.

pub mod contact;
pub mod email;
pub mod error_chain;
mod file;
mod fold;
mod typed;

pub use file::{NoText, file};
pub use fold::fold;
pub use typed::{code, is_blank, is_unseen, line};
