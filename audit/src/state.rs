//! States folded from events, one module per kind of stream. Pure: no SQL, no clock, nothing of the write side's code. An
//! earlier state is made by folding fewer events.
//!
//! A state holds one subject; folding a stream costs the memory of that one state, however long the stream is.

use fairway_events::{Event, RecordedEvent, StreamId};
use serde::Serialize;

pub mod arrival_list;
pub mod booking;
pub mod club_day;
pub mod member;
pub mod order;
pub mod settlement;
pub mod voucher;
pub mod waiting_list;

pub use arrival_list::ArrivalList;
pub use booking::{Booking, Place, PlaceStatus};
pub use club_day::ClubDay;
pub use member::Member;
pub use order::{Order, OrderStatus};
pub use settlement::Settlement;
pub use voucher::{Voucher, VoucherStatus};
pub use waiting_list::WaitingList;

/// A subject's state at some moment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[expect(missing_docs, reason = "each variant holds the state of its name")]
pub enum State {
    Booking(Booking),
    Member(Member),
    Voucher(Voucher),
    Order(Order),
    ClubDay(ClubDay),
    WaitingList(WaitingList),
    ArrivalList(ArrivalList),
    Settlement(Settlement),
}

impl State {
    /// The state after these events of one stream; none before its first.
    pub fn after<'a>(events: impl IntoIterator<Item = &'a RecordedEvent>) -> Option<Self> {
        let mut state = None;
        for event in events {
            Self::fold(&mut state, event);
        }
        state
    }

    /// Folds the next event of the subject's stream; `None` is the subject before its first.
    pub fn fold(state: &mut Option<Self>, recorded: &RecordedEvent) {
        // Each event of a stream is of the stream's kind: the match takes the state of that kind, or begins one.
        macro_rules! inner {
            ($variant:ident) => {
                match state.take() {
                    Some(Self::$variant(inner)) => Some(inner),
                    _ => None,
                }
            };
        }
        *state = match (&recorded.event, &recorded.stream) {
            (Event::Reservation(event), _) => {
                let mut booking = inner!(Booking);
                Booking::fold(&mut booking, event);
                booking.map(Self::Booking)
            }
            (Event::Voucher(event), _) => {
                let mut voucher = inner!(Voucher);
                Voucher::fold(&mut voucher, event);
                voucher.map(Self::Voucher)
            }
            (Event::Order(event), _) => {
                let mut order = inner!(Order);
                Order::fold(&mut order, event);
                order.map(Self::Order)
            }
            (Event::Membership(event), StreamId::Membership(id)) => {
                let mut member = inner!(Member).unwrap_or_else(|| Member::new(*id));
                member.apply(recorded.position, event);
                Some(Self::Member(member))
            }
            (Event::CourseDay(event), StreamId::CourseDay(club, date)) => {
                let mut day = inner!(ClubDay).unwrap_or_else(|| ClubDay::new(club.clone(), *date));
                day.apply(event);
                Some(Self::ClubDay(day))
            }
            (Event::WaitingList(event), StreamId::WaitingList(club, date)) => {
                let mut list = inner!(WaitingList).unwrap_or_else(|| WaitingList::new(club.clone(), *date));
                list.apply(event);
                Some(Self::WaitingList(list))
            }
            (Event::ArrivalList(event), StreamId::ArrivalList(club, date)) => {
                let mut list = inner!(ArrivalList).unwrap_or_else(|| ArrivalList::new(club.clone(), *date));
                list.apply(event);
                Some(Self::ArrivalList(list))
            }
            (Event::Settlement(event), StreamId::Settlement(club)) => {
                let mut settlement = inner!(Settlement).unwrap_or_else(|| Settlement::new(club.clone()));
                settlement.apply(recorded.position, event);
                Some(Self::Settlement(settlement))
            }
            (
                Event::Membership(_)
                | Event::CourseDay(_)
                | Event::WaitingList(_)
                | Event::ArrivalList(_)
                | Event::Settlement(_),
                _,
            ) => None,
        };
    }
}
