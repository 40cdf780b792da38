//! The operators' questions to the journal, answered as data.
//!
//! What happened (`timeline`), how things stood (`as_of`), why (`explain`), whether everything holds (`verify`, `seal`,
//! `record`), how far the projections are (`projections`), what a fail-over lost (`salvage`), and what is taken out
//! (`export`, `figures`).
//! Answers implement `serde::Serialize`; sentences in them are the same for every reader. Nothing here knows a terminal:
//! `replay-tool` prints the answers, and other programs may show them in their own way.
//!
//! `rulebook` and `state` are pure: the rules a second time, and what events make of each thing. The other modules ask
//! the database, each with its SQL in one place.

pub mod as_of;
mod club_terms;
pub mod dates;
pub mod description;
pub mod explain;
pub mod export;
pub mod figures;
pub mod moment;
pub mod names;
pub mod progress;
pub mod projections;
pub mod record;
pub mod rows;
pub mod rulebook;
pub mod salvage;
pub mod seal;
pub mod server;
pub mod state;
pub mod subject;
pub mod timeline;
pub mod verify;
