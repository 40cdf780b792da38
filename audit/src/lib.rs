//! The operators' questions to the journal, answered as data.
//!
//! Past events (`timeline`), everything known under a text (`search`) and of a subject (`subject_page`), earlier states
//! (`as_of`), why a member could or could not book (`explain`), whether the journal was changed (`seal`), how far the
//! projections are (`projections`), figures (`figures`, `csv_writer`), and what analysts may see of them
//! (`publication`). The crate `fairway-verify` checks the data by the same rulebook. Answers implement `serde::Serialize`, and their sentences are the same for every program. Nothing
//! here depends on a terminal: `replay-tool` prints the answers, and other programs may present them differently.
//!
//! `rulebook` and `state` are pure: the second implementation of the rules, and the states folded from events. The
//! other modules query the database, each with its SQL in one place.

#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod as_of;
pub mod club_terms;
pub mod csv_writer;
pub mod dates;
pub mod description;
pub mod explain;
pub mod figures;
pub mod labels;
pub mod moment;
pub mod names;
pub mod operator_record;
pub mod permanent_text;
pub mod progress;
pub mod projections;
pub mod publication;
pub mod rows;
pub mod rulebook;
pub mod seal;
pub mod search;
pub mod server;
pub mod state;
pub mod subject;
pub mod subject_page;
pub mod timeline;
mod title;
