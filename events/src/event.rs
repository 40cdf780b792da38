//! One event of any aggregate, and how it is written to and read from its stored form.
//!
//! The payload is what cqrs-es writes: the aggregate's event enum, tagged with the event's name. So a stock
//! `PostgresEventRepository` reads our streams, and we read its.

use std::sync::LazyLock;

use crate::mention::Mentions;
use crate::upcast::upcast;
use crate::{
    AggregateType, ArrivalListEvent, CourseDayEvent, EventKind, MembershipEvent, Mention, OrderEvent,
    ReservationEvent, SettlementEvent, StreamId, VoucherEvent, WaitingListEvent,
};

macro_rules! any_event {
    ($($(#[$of:meta])* $aggregate:ident($events:ident)),+ $(,)?) => {
        /// Any event of the journal.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum Event {
            $($(#[$of])* $aggregate($events)),+
        }

        impl Event {
            /// The kind of stream that the event belongs to.
            #[must_use]
            pub const fn aggregate_type(&self) -> AggregateType {
                match self {
                    $(Self::$aggregate(_) => AggregateType::$aggregate),+
                }
            }

            /// The name and version under which the event is stored.
            #[must_use]
            pub const fn kind(&self) -> EventKind {
                match self {
                    $(Self::$aggregate(event) => event.kind()),+
                }
            }

            /// The payload as stored, as JSON text: the database parses it once into `jsonb`, and we never build a
            /// tree.
            ///
            /// # Errors
            /// When serde cannot write the event, which for these types means that memory ran out.
            pub fn to_payload(&self) -> Result<String, serde_json::Error> {
                match self {
                    $(Self::$aggregate(event) => serde_json::to_string(event)),+
                }
            }

            /// The ids, clubs and days that the event mentions, in the order of its fields.
            #[must_use]
            pub fn mentions(&self) -> Vec<Mention<'_>> {
                let mut found = Vec::new();
                match self {
                    $(Self::$aggregate(event) => event.mentions(&mut found)),+
                }
                found
            }

            /// Reads a payload of the current version.
            fn read(aggregate_type: AggregateType, payload: &str) -> Result<Self, serde_json::Error> {
                match aggregate_type {
                    $(AggregateType::$aggregate => serde_json::from_str(payload).map(Self::$aggregate)),+
                }
            }
        }

        $(
            impl From<$events> for Event {
                fn from(event: $events) -> Self {
                    Self::$aggregate(event)
                }
            }
        )+

        impl AggregateType {
            /// The names of the events of such a stream, in the order of their declaration.
            #[must_use]
            pub fn event_names(self) -> Vec<&'static str> {
                let kinds = match self {
                    $(Self::$aggregate => $events::KINDS),+
                };
                let mut names: Vec<_> = kinds.iter().map(|kind| kind.name()).collect();
                // The versions of one event follow each other.
                names.dedup();
                names
            }
        }

        /// Every kind that this program reads: every one that was ever written.
        pub static READABLE: LazyLock<Vec<EventKind>> = LazyLock::new(|| [$($events::KINDS),+].concat());
    };
}

any_event! {
    /// Of a booking.
    Reservation(ReservationEvent),
    /// Of a member's rights.
    Membership(MembershipEvent),
    /// Of a voucher.
    Voucher(VoucherEvent),
    /// Of a club's day.
    CourseDay(CourseDayEvent),
    /// Of an order.
    Order(OrderEvent),
    /// Of the waiting list of a club's day.
    WaitingList(WaitingListEvent),
    /// Of the arrivals of a club's day.
    ArrivalList(ArrivalListEvent),
    /// Of what a club is owed.
    Settlement(SettlementEvent),
}

impl Event {
    /// The event's name (`RoundBooked`); unique across aggregates.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.kind().name()
    }

    /// The version of the payload.
    #[must_use]
    pub const fn version(&self) -> &'static str {
        self.kind().version()
    }

    /// Reads a stored event through the upcasters.
    ///
    /// # Errors
    /// [`UndecodableEvent`] when the payload fits no event that this version knows.
    pub fn decode(
        stream: &StreamId,
        event_type: &str,
        event_version: &str,
        payload: &str,
    ) -> Result<Self, UndecodableEvent> {
        upcast(stream, event_type, event_version, payload)
            .and_then(|current| Self::read(stream.aggregate_type(), &current))
            .map_err(|source| UndecodableEvent {
                event_type: event_type.to_owned(),
                event_version: event_version.to_owned(),
                source,
            })
    }
}

/// A stored payload that no current type can hold.
#[derive(Debug, thiserror::Error)]
#[error("cannot read {event_type} version {event_version}")]
pub struct UndecodableEvent {
    /// The stored name.
    pub event_type: String,
    /// The stored version.
    pub event_version: String,
    /// Serde's error.
    #[source]
    pub source: serde_json::Error,
}
