//! Judges what the clients of a running portal were told. A campaign records every operation with its answer
//! (`history`); afterwards two judges hold the record against the truth.
//!
//! `judge` replays the journal through the audit's rulebook, which shares no code with the write side. `list_append`
//! hands the answers alone to a checker of transactions that knows nothing of our journal. Both say in words what
//! contradicts what (`contradiction`). `both` asks both of them, `controls` plants mistakes that they must find. Nothing
//! here talks to a portal or reads a clock.

pub mod both;
mod contradiction;
pub mod controls;
pub mod history;
pub mod judge;
pub mod list_append;
mod words;

pub use both::{Judgement, Truth};
pub use contradiction::{Contradiction, Row};
pub use history::{Answer, Call, Header, History, Operation, Outcome};
pub use judge::{Figures, Verdict, judge};
