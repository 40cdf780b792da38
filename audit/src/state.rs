//! States folded from events, one module per kind of stream. Pure: no SQL, no clock, nothing of the write side's code. An
//! earlier state is made by folding fewer events.
//!
//! A state holds one subject; folding a stream costs the memory of that one state, however long the stream is.

use fairway_events::{Event, RecordedEvent, StreamId};
use serde::Serialize;

pub mod booking;
pub mod club_day;
pub mod member;
pub mod order;
pub mod voucher;

pub use booking::{Booking, Place, PlaceStatus};
pub use club_day::ClubDay;
pub use member::Member;
pub use order::{Order, OrderStatus};
pub use voucher::{Voucher, VoucherStatus};

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
}

impl State {
    /// Folds the next event of the subject's stream; `None` is the subject before its first.
    pub fn fold(state: &mut Option<Self>, recorded: &RecordedEvent) {
        // Each event of a stream is of the stream's kind: the match takes the state that fits, or begins one.
        *state = match (&recorded.event, state.take()) {
            (Event::Reservation(event), before) => {
                let mut inner =
                    before.and_then(|state| if let Self::Booking(one) = state { Some(one) } else { None });
                Booking::fold(&mut inner, event);
                inner.map(Self::Booking)
            }
            (Event::Voucher(event), before) => {
                let mut inner =
                    before.and_then(|state| if let Self::Voucher(one) = state { Some(one) } else { None });
                Voucher::fold(&mut inner, event);
                inner.map(Self::Voucher)
            }
            (Event::Order(event), before) => {
                let mut inner =
                    before.and_then(|state| if let Self::Order(one) = state { Some(one) } else { None });
                Order::fold(&mut inner, event);
                inner.map(Self::Order)
            }
            (Event::Membership(event), before) => {
                let known =
                    before.and_then(|state| if let Self::Member(one) = state { Some(one) } else { None });
                let StreamId::Membership(id) = recorded.stream else { return };
                let mut member = known.unwrap_or_else(|| Member::new(id));
                member.apply(recorded.position, event);
                Some(Self::Member(member))
            }
            (Event::CourseDay(event), before) => {
                let known =
                    before.and_then(|state| if let Self::ClubDay(one) = state { Some(one) } else { None });
                let StreamId::CourseDay(club, date) = &recorded.stream else { return };
                let mut day = known.unwrap_or_else(|| ClubDay::new(club.clone(), *date));
                day.apply(event);
                Some(Self::ClubDay(day))
            }
        };
    }
}
