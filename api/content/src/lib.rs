//! Content: news, questions, pages, public offers, settings and clubs. An item is a row of the data set's format, whoever
//! writes it: `fairway import` and the operators' screens check it by the same readers (`check`) and write it by the
//! same statements (`fairway_store::content::write`), and `fairway export-content` writes the files again from `stored`.
//!
//! Every change is recorded with the state before and after (`changes`). Members read the tables of each kind; drafts
//! and times are in a table of their own (`schedule`), and a task publishes them ([`due`]).

mod booked;
mod check;
pub mod cursor;
pub mod due;
pub mod editing;
pub mod endpoints;
pub mod exported;
pub mod format;
mod headings;
pub mod import_changes;
pub mod items;
pub mod natural_keys;
pub mod photo;
pub mod problems;
mod routes;
mod state;
pub mod tasks;
pub mod transition;

pub use routes::routes;
pub use state::Content;
