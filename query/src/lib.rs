//! The read side: what members, operators and analysts see of the events.
//!
//! Each projection is a folder of the same name as its tables and answers one question; `registry.rs` lists them. The
//! [`Projector`] follows the journal and updates the tables; [`Reads`] queries them; [`Progress`] lets a caller wait
//! until its own write is projected. This crate checks no rules, reads no clock and stores no names of persons: rows
//! hold ids, dates and counts.

pub mod analytics;
pub mod arrivals;
mod cache;
mod changes;
pub mod club_days;
pub mod club_feed;
pub mod course_states;
mod error;
mod fold;
pub mod historic_players;
pub mod ledger;
pub mod member_page;
pub mod orders;
mod pace;
pub mod personal;
pub mod play_rights;
mod progress;
mod projection;
mod projector;
mod reads;
pub mod rebuild;
mod registry;
pub mod reservations;
mod rows;
mod schema;
pub mod statements;
mod status;
mod table_changes;
pub mod vouchers;
pub mod waiting_lists;
mod wake;

pub use arrivals::{Absence, Arrival, DayArrivals, IrregularScan, RecordedScan, ScanKind};
pub use cache::ReadCache;
pub use changes::{Changes, ReadAt, ReadModelsVersion, Subject};
pub use club_days::{ClubDay, Hold};
pub use club_feed::{ClubFeed, FeedItem, FeedKind};
pub use course_states::CourseState;
pub use error::{ProjectorError, with_causes};
pub use historic_players::{CoPlayer, RoundTogether};
pub use ledger::{LedgerCursor, LedgerEntry, LedgerKind};
pub use member_page::{MostVouchers, ReturnedRight, ShownVouchers};
pub use orders::{OpenOrders, Order, OrderStatus, Product, Registration};
pub use pace::{Pace, Paced};
pub use play_rights::{MemberRights, Pass, PlayedRound, Subscription};
pub use progress::{Follower, ModelsBehind, Progress, ProgressSender};
pub use projection::Projection;
pub use projector::{Projector, ProjectorOptions, Step, Stopped, begin};
pub use reads::{Query, ReadError, Reads};
pub use rebuild::{Rebuild, RebuildError, RebuildOptions};
pub use reservations::{Booking, ForfeitedPlace, OwnBooking, Place};
pub use schema::{Schema, SchemaError};
pub use statements::{
    BilledMonth, ClubMonth, Dispute, DisputeEnd, Fact, FactKind, Line, LineKind, LineOf, MonthSummary,
    Statement, StatementState, Tariff,
};
pub use status::{ProjectionState, ProjectionStatus, Reached};
pub use vouchers::Voucher;
pub use waiting_lists::{OpenOffers, WaitingGroup, WaitingState, WaitingTotals};
