//! The write side: commands, the rules of the portal, and the writer that turns decisions into events.
//!
//! Decisions are pure (no I/O, no clock, no randomness): a command carries what it needs, [`Command::decide`] looks at
//! the streams in a [`World`] and answers with events or with a [`Rejection`]. The rules of docs/domain.md §3 are
//! here and nowhere else: each is one function of the aggregate or the data that it is about.

#[cfg(test)]
extern crate self as fairway_command;

mod aggregate;
mod any_aggregate;
pub mod arrival_list;
mod assess;
mod calendar;
mod club;
mod commands;
pub mod course_day;
#[cfg(test)]
mod fixtures;
pub mod membership;
pub mod order;
mod reasons;
mod rejection;
pub mod reservation;
mod rights;
pub mod settlement;
pub mod voucher;
pub mod waiting_list;
mod window;
mod world;
mod writer;

pub use any_aggregate::{AnyAggregate, Streamed, fold_events};
pub use arrival_list::ArrivalList;
pub use assess::{assess, assess_club, assess_swap, assess_waiting};
pub use calendar::Month;
pub use club::{Club, DayStatus};
pub use commands::*;
pub use course_day::{CourseDay, CourseReport};
pub use cqrs_es::Aggregate;
pub use membership::Membership;
pub use order::{Order, RefundCause};
pub use reasons::{ClubReason, DateReason, PlayerReason, Reason};
pub use rejection::{ClaimedRound, Rejection, RejectionClass};
pub use reservation::{MAX_PLAYERS, Reservation};
pub use rights::{Allowance, MonthRights, Pass, Rights, VoucherRight};
pub use settlement::{Settlement, last_day_to_dispute};
pub use voucher::Voucher;
pub use waiting_list::{GroupStatus, WaitingList};
pub use window::{BookingWindow, WINDOW_DAYS};
pub use world::{Decision, Loaded, Undecided, World};
pub use writer::{
    AppendListener, Clock, Distribution, HeldBack, LocalWriter, Outcome, OutcomeKind, ReceiptRequest,
    Submission, SubmitError, WriterHandle, WriterOptions, WriterStats, WriterTask, start_writer,
};
