//! The list of the aggregates, and any of them as one type.

use chrono::NaiveDate;
use cqrs_es::Aggregate;
use fairway_events::{BookingId, ClubId, Event, MemberId, OrderId, StreamId, VoucherId};

use crate::{ArrivalList, CourseDay, Membership, Order, Reservation, Settlement, Voucher, WaitingList};

/// An aggregate of this crate: it has a stream, and a variant of [`AnyAggregate`].
pub trait Streamed: Aggregate {
    /// The id of one aggregate, from which its stream follows.
    type Id<'a>;

    /// Its stream.
    fn stream(id: Self::Id<'_>) -> StreamId;

    /// The aggregate, if it is of this kind.
    fn from_any(any: &AnyAggregate) -> Option<&Self>;

    /// The event, if it is of this kind.
    fn own(event: Event) -> Option<Self::Event>;
}

/// The aggregate after these events.
pub fn fold_events<A: Streamed>(events: impl IntoIterator<Item = Event>) -> A {
    let mut aggregate = A::default();
    events.into_iter().filter_map(A::own).for_each(|event| aggregate.apply(event));
    aggregate
}

/// Lists the aggregates, each with its id and the stream of that id.
macro_rules! aggregates {
    ($($aggregate:ident($id:ty): $part:pat_param => $stream:expr;)+) => {
        /// An aggregate of any kind.
        #[derive(Debug, Clone)]
        #[expect(missing_docs, reason = "each variant holds the aggregate of its name")]
        pub enum AnyAggregate {
            $($aggregate($aggregate)),+
        }

        impl AnyAggregate {
            /// The aggregate of a stream without events.
            #[must_use]
            pub fn empty(stream: &StreamId) -> Self {
                match stream {
                    $(StreamId::$aggregate(..) => Self::$aggregate($aggregate::default())),+
                }
            }

            /// The state as JSON text; `None` when it cannot be written, which for these types means memory has run out.
            #[must_use]
            pub fn to_snapshot(&self) -> Option<String> {
                match self {
                    $(Self::$aggregate(state) => serde_json::to_string(state).ok()),+
                }
            }

            /// The state that [`Self::to_snapshot`] wrote for a stream of this kind; `None` when the text is not such a
            /// state.
            #[must_use]
            pub fn restore(stream: &StreamId, state: &str) -> Option<Self> {
                match stream {
                    $(StreamId::$aggregate(..) => serde_json::from_str(state).ok().map(Self::$aggregate)),+
                }
            }

            /// Applies a fact. An event of another kind of stream cannot be stored here; it would change nothing.
            pub fn apply(&mut self, event: Event) {
                match (self, event) {
                    $((Self::$aggregate(state), Event::$aggregate(event)) => state.apply(event),)+
                    ($(Self::$aggregate(_))|+, $(Event::$aggregate(_))|+) => {
                        debug_assert!(false, "an event in a stream of another kind");
                    }
                }
            }
        }

        $(
            impl Streamed for $aggregate {
                type Id<'a> = $id;

                fn stream($part: Self::Id<'_>) -> StreamId {
                    $stream
                }

                fn from_any(any: &AnyAggregate) -> Option<&Self> {
                    if let AnyAggregate::$aggregate(state) = any { Some(state) } else { None }
                }

                fn own(event: Event) -> Option<Self::Event> {
                    if let Event::$aggregate(event) = event { Some(event) } else { None }
                }
            }
        )+
    };
}

aggregates! {
    Reservation(BookingId): id => StreamId::Reservation(id);
    Membership(MemberId): id => StreamId::Membership(id);
    Voucher(VoucherId): id => StreamId::Voucher(id);
    CourseDay((&'a ClubId, NaiveDate)): (club, date) => StreamId::CourseDay(club.clone(), date);
    Order(OrderId): id => StreamId::Order(id);
    WaitingList((&'a ClubId, NaiveDate)): (club, date) => StreamId::WaitingList(club.clone(), date);
    ArrivalList((&'a ClubId, NaiveDate)): (club, date) => StreamId::ArrivalList(club.clone(), date);
    Settlement(&'a ClubId): club => StreamId::Settlement(club.clone());
}
