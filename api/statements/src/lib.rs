//! What clubs are owed, as clubs' and operators' screens show it and as files (docs/domain.md §3.29 to §3.31). The read
//! model computes the lines; here they get the players' initials. The crate has no endpoint and decides nothing: it
//! prepares what is decided.

pub mod billing;
pub mod closing;
mod disputes;
mod files;
mod items;
mod lines;
mod names;
mod overview;
pub mod payments;
mod players;
mod settlement;
mod shapes;
mod start_times;
mod statement;
#[cfg(test)]
mod testing;

pub use billing::BillingDetails;
pub use disputes::{DisputeOutcome, StatementDispute};
pub use files::{StatementFile, file};
pub use lines::{StatementFact, StatementFactKind, StatementLine, StatementLineKind};
pub use overview::{ClubStatement, StatementOverview, overview};
pub use settlement::{ClubSettlement, ClubTariff, settlement};
pub use shapes::{
    DayLines, StatementAmounts, StatementAnswer, StatementDay, StatementMonth, StatementMonthState,
    StatementMonths, StatementState, StatementSum, StatementVat, VatRegime,
};
pub use statement::{answer, day, months};
