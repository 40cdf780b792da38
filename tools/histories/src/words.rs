//! Operations in words, for people who read a contradiction. Members and bookings have no names here: the last digits
//! of their ids distinguish them.

use fairway_events::MemberId;
use uuid::Uuid;

use crate::history::{Answer, Call, Operation, Outcome};

/// The last four digits of an id.
pub(crate) fn short(id: impl Into<Uuid>) -> String {
    let text = id.into().simple().to_string();
    text.get(text.len() - 4..).unwrap_or_default().to_owned()
}

pub(crate) fn member(id: MemberId) -> String {
    format!("member {}", short(id))
}

fn members(ids: &[MemberId]) -> String {
    let all: Vec<String> = ids.iter().map(|id| short(*id)).collect();
    all.join(", ")
}

/// The thing that an operation is about.
pub(crate) fn key(operation: &Operation) -> String {
    match operation.call.day() {
        Some((club, date)) => format!("{club} on {date}"),
        None => format!("the list of {}", member(operation.by)),
    }
}

/// The players that a request names, besides the caller.
pub(crate) fn players(call: &Call) -> &[MemberId] {
    match call {
        Call::Book { players, .. } | Call::ReadAvailability { players, .. } => players,
        Call::AddPlayer { player, .. } | Call::SwapPlayer { player, .. } => std::slice::from_ref(player),
        Call::CancelPlace { .. }
        | Call::CancelGroup { .. }
        | Call::RemovePlayer { .. }
        | Call::ReadOwn
        | Call::ReadDay { .. } => &[],
    }
}

pub(crate) fn call(operation: &Operation) -> String {
    let by = member(operation.by);
    match &operation.call {
        Call::Book { holes, players, .. } => {
            format!("{by} books {holes} holes for {}", members(players))
        }
        Call::CancelPlace { booking, place, .. } => {
            format!("{by} cancels place {} of booking {}", short(*place), short(*booking))
        }
        Call::CancelGroup { booking, .. } => format!("{by} cancels booking {}", short(*booking)),
        Call::AddPlayer { booking, player, .. } => {
            format!("{by} adds {} to booking {}", short(*player), short(*booking))
        }
        Call::RemovePlayer { booking, place, .. } => {
            format!("{by} removes place {} of booking {}", short(*place), short(*booking))
        }
        Call::SwapPlayer { booking, place, player, .. } => {
            let (place, booking) = (short(*place), short(*booking));
            format!("{by} swaps place {place} of booking {booking} for {}", short(*player))
        }
        Call::ReadOwn => format!("{by} reads their list"),
        Call::ReadAvailability { holes, players, .. } => {
            format!("{by} asks whether {} can play {holes} holes", members(players))
        }
        Call::ReadDay { .. } => format!("{by} reads the day's bookings"),
    }
}

pub(crate) fn outcome(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Ok { position } => format!("ok at {position}"),
        Outcome::Refused { position: Some(position), why } => format!("refused at {position}: {why}"),
        Outcome::Refused { position: None, why } => format!("refused: {why}"),
        Outcome::Read { position, answer } => {
            let of = position.map_or_else(String::new, |position| format!(" (includes {position})"));
            format!("{}{of}", shown(answer))
        }
        Outcome::Unknown => "no certain answer".to_owned(),
    }
}

fn shown(answer: &Answer) -> String {
    match answer {
        Answer::Own { places } if places.is_empty() => "no places".to_owned(),
        Answer::Own { places } => {
            let place = |place: &crate::history::OwnPlace| {
                format!("{} at {} on {}", short(place.place), place.club, place.date)
            };
            places.iter().map(place).collect::<Vec<_>>().join("; ")
        }
        Answer::Availability { reason: Some(reason), .. } => format!("no: {reason}"),
        Answer::Availability { reason: None, bonus_needed: true } => "yes, with a voucher".to_owned(),
        Answer::Availability { reason: None, bonus_needed: false } => "yes".to_owned(),
        Answer::Day { bookings } if bookings.is_empty() => "no bookings".to_owned(),
        Answer::Day { bookings } => {
            let all: Vec<String> = bookings.iter().map(|booking| short(*booking)).collect();
            format!("bookings {}", all.join(", "))
        }
    }
}
