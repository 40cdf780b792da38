//! A subject in one or two lines: what stands above its timeline and its page.

use fairway_events::StreamId;

use crate::dates;
use crate::description;
use crate::names::Names;
use crate::state::State;
use crate::subject::Subject;

/// The display name with the id, and what its state says it is.
pub(crate) fn lines(subject: &Subject, state: Option<&State>, names: &Names) -> Vec<String> {
    let more = match (&subject.0, state) {
        (StreamId::Reservation(_), Some(State::Booking(booking))) => {
            let (club, day) = (names.club(&booking.club), dates::day(booking.play_date));
            Some(format!("{club}, {day}, {} holes", booking.holes))
        }
        (StreamId::Voucher(_), Some(State::Voucher(voucher))) => {
            let (owner, until) = (names.member_in_full(voucher.member), dates::day(voucher.expires));
            Some(format!("“{}”, {} holes, until {until}, of {owner}", voucher.title, voucher.holes))
        }
        (StreamId::Order(_), Some(State::Order(order))) => {
            let (item, euros) = (description::item(&order.item), description::euros(order.amount_cents));
            Some(format!("{item}, {euros}, of {}", names.member_in_full(order.member)))
        }
        _ => None,
    };
    std::iter::once(subject.title(names)).chain(more).collect()
}
