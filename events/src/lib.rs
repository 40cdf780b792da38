//! The events, and the journal that stores them.
//!
//! This crate owns the event types, their versions and upcasters, and the append-only journal with its SQL. It
//! depends on no other crate of ours: the write side and the read side share nothing but it.

mod actor;
mod arrival_list;
mod booking_number;
mod code;
pub mod connections;
mod course_day;
pub mod dutch;
mod event;
mod ids;
pub mod journal;
mod kind;
mod membership;
mod mention;
mod migrations;
mod month;
mod order;
mod reservation;
mod row;
mod settlement;
mod start_time;
mod stream;
#[cfg(feature = "testing")]
pub mod testing;
mod upcast;
mod vocabulary;
mod voucher;
mod waiting_list;

pub use actor::{Actor, ActorKind, UnknownActor};
pub use arrival_list::{
    AbsenceReason, ArrivalListEvent, ArrivalListEventName, Irregularity, Scan, ScanMethod, ScannedRound,
};
pub use booking_number::{BookingNumber, NoBookingNumber};
pub use code::code_digest;
pub use course_day::{CourseDayEvent, CourseDayEventName};
pub use event::{Event, READABLE, UndecodableEvent};
pub use ids::{
    BookingId, ClubId, ClubUserId, DisputeId, MemberId, OrderId, PlaceId, ScanId, SubscriptionId, VoucherId,
    WaitingGroupId,
};
pub use journal::{Journal, JournalError, Position, RecordedEvent, Unreadable};
pub use kind::EventKind;
pub use membership::{MembershipEvent, MembershipEventName};
pub use mention::Mention;
pub use migrations::{GRANT_LOGIN_ROLES, MIGRATOR};
pub use month::{Month, NoMonth};
pub use order::{OrderEvent, OrderEventName};
pub use reservation::{ReservationEvent, ReservationEventName};
pub use settlement::{
    BillingDetails, DisputeOutcome, Invoice, LineSum, MonthAmounts, SettlementEvent, SettlementEventName,
    TariffPrices, VatRegime, VatSum, is_weekend,
};
pub use start_time::{NoStartTime, StartTime};
pub use stream::{AggregateType, StreamId, UnknownStream};
pub use upcast::upcasters;
pub use vocabulary::{
    BookedPlace, CancelMode, CancelledPlace, CourseStatus, Holes, InvalidHoles, OrderItem, PlayRight,
    RefundKind, VoucherKind,
};
pub use voucher::{VoucherEvent, VoucherEventName};
pub use waiting_list::{WaitingListEvent, WaitingListEventName};
