//! A booking: its group, its window, permissions, and its master (docs/domain.md §1, §3.1, §3.4, §3.8, §3.9,
//! §3.23).

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use fairway_events::{AggregateType, CancelMode, MemberId, PlaceId, RecordedEvent, ReservationEvent};

use super::shared::{CheckedEvent, Results, is_imported, outcome_label, right_label};
use crate::facts::Topic;
use crate::findings::Kind;
use fairway_audit::dates::day_of;
use fairway_audit::rulebook::cancelling::{self, CancelledPlace};
use fairway_audit::rulebook::{Outcome, club, group, window};
use fairway_audit::state::{Booking, Place, PlaceStatus};

const CANCELLED: &str = "cancelled on {day}, after the round";
const OTHER_ROUND: &str = "names another round than the booking's";

/// Checks the stream of a booking.
#[derive(Debug, Default)]
pub(crate) struct Checker {
    state: Option<Booking>,
    /// The last event.
    last: Option<RecordedEvent>,
    /// Places that are not active any more, with the positions since which they are not.
    ended: BTreeMap<PlaceId, i64>,
}

impl Checker {
    pub(super) fn next(&mut self, event: &ReservationEvent, checked: &mut CheckedEvent<'_>) {
        match (&self.state, event) {
            (None, ReservationEvent::RoundBooked { .. }) => check_booked(event, checked),
            (Some(_), ReservationEvent::RoundBooked { .. }) => {
                checked.find(Kind::Impossible, "the booking was made before");
            }
            (None, _) => checked.find(Kind::Impossible, "the booking was not made yet"),
            (Some(booking), _) => check_change(booking, event, checked),
        }
        Booking::fold(&mut self.state, event);
        let places = self.state.iter().flat_map(|booking| &booking.places);
        for place in places.filter(|place| place.status != PlaceStatus::Active) {
            self.ended.entry(place.place).or_insert(checked.recorded.position);
        }
        self.check_group(event, checked);
        self.last = Some(checked.recorded.clone());
    }

    fn check_group(&self, event: &ReservationEvent, checked: &mut CheckedEvent<'_>) {
        let joins = matches!(
            event,
            ReservationEvent::RoundBooked { .. }
                | ReservationEvent::PlayerAdded { .. }
                | ReservationEvent::PlayerSwapped { .. }
        );
        let Some(booking) = self.state.as_ref().filter(|_| joins) else { return };
        let players: Vec<MemberId> = booking.active().map(|place| place.member).collect();
        let what = match group::check(&players) {
            Ok(()) => return,
            Err(group::Fault::Empty) => "nobody plays".to_owned(),
            Err(group::Fault::TooMany(many)) => format!("{many} play, and {} may", group::MOST),
            Err(group::Fault::Twice(member)) => format!("member {member} is in it twice"),
        };
        checked.find(Kind::Group, what);
    }

    /// Checks the final state, and states the facts that other streams must state too.
    pub(super) fn end(self, Results { findings, facts, .. }: &mut Results) {
        let (Some(booking), Some(last)) = (self.state, self.last) else { return };
        let has_players = booking.active().next().is_some();
        if has_players && !booking.active().any(|place| place.member == booking.master) {
            findings.event(Kind::Master, &last, format!("member {} leads and does not play", booking.master));
        }
        if has_players == booking.cancelled {
            let what = "nobody plays and it was not called off, or the reverse";
            findings.event(Kind::Impossible, &last, what.to_owned());
        }
        for place in &booking.places {
            let cancelled_at = match &place.status {
                PlaceStatus::Active => None,
                PlaceStatus::Cancelled { at, .. }
                | PlaceStatus::Swapped { at, .. }
                | PlaceStatus::CancelledByOperator { at }
                | PlaceStatus::CancelledByClub { at, .. } => Some(*at),
            };
            // A right that was given back had expired; the event that gave it back was checked.
            let wanted = outcome(&booking, place).filter(|_| !place.right_returned);
            // Until November 2026 a right was forfeited on the play date even if another member had booked the place: a
            // journal may contain such a forfeiture, but never the reverse.
            let on_the_day = cancelled_at.is_some_and(|at| day_of(at) == booking.play_date);
            let is_swapped = matches!(place.status, PlaceStatus::Swapped { .. });
            let is_former_rule = place.right_expired && on_the_day && !is_swapped;
            let recorded = if place.right_expired { Outcome::Forfeited } else { Outcome::GivenBack };
            if wanted.is_some_and(|wanted| wanted != recorded) && !is_former_rule {
                let what = match recorded {
                    Outcome::Forfeited => "expired and was cancelled in time",
                    Outcome::GivenBack | Outcome::Held => "did not expire on the day itself",
                };
                let what = format!("the right of reservation {} {what}", place.place);
                findings.event(Kind::Outcome, &last, what);
            }
            let Booking { id, club, play_date, holes, .. } = &booking;
            let outcome = outcome_label(cancelled_at.map_or(Outcome::Held, |_| recorded));
            let body = format!(
                "member {}, booking {id}, {club}, {play_date}, {holes} holes, {}, {outcome}",
                place.member,
                right_label(&place.right)
            );
            facts.state(Topic::Place, place.place, AggregateType::Reservation, &body, last.position);
            if let Some(position) = self.ended.get(&place.place) {
                facts.state(Topic::End, place.place, AggregateType::Reservation, "", *position);
            }
            let on_day = if cancelled_at.is_some() { "given up" } else { "taken" };
            let body = format!("{club}, {play_date}, booking {id}, {on_day}");
            facts.state(Topic::Day, place.place, AggregateType::Reservation, &body, last.position);
        }
    }
}

/// Checks the first event.
fn check_booked(event: &ReservationEvent, checked: &mut CheckedEvent<'_>) {
    let ReservationEvent::RoundBooked { club: at, play_date, holes, booked_at, master, places, .. } = event
    else {
        return;
    };
    if !places.iter().any(|place| place.member == *master) {
        checked.find(Kind::Group, "who booked is not one of the players");
    }
    let today = day_of(*booked_at);
    if !is_imported(checked.recorded)
        && let Err(refusal) = window::check(*play_date, today)
    {
        checked.find(Kind::Window, format!("booked on {today} for {play_date}: {refusal}"));
    }
    if let Some(of) = checked.terms.clubs.get(at)
        && let Err(refusal) = club::check_holes(of, *holes).and_then(|()| club::check_open(of, *play_date))
    {
        checked.find(Kind::ClubTerms, format!("{holes} holes at {at} on {play_date}: {refusal}"));
    }
}

/// Checks an event after the first.
fn check_change(booking: &Booking, event: &ReservationEvent, checked: &mut CheckedEvent<'_>) {
    let round = (&booking.club, &booking.play_date, &booking.holes);
    match event {
        // The caller's.
        ReservationEvent::RoundBooked { .. } => {}
        ReservationEvent::PlayerAdded { added_by, added_at, place, club, play_date, holes, .. } => {
            if !booking.active().any(|active| active.member == *added_by) {
                let what = format!("member {added_by} added a player without being one");
                checked.find(Kind::NotAllowed, what);
            }
            check_joining(booking, place.place, (club, play_date, holes) == round, checked);
            check_day(booking, *added_at, "a player was added on {day}", checked);
        }
        ReservationEvent::PlayerSwapped { left, place, by, swapped_at, club, play_date, holes, .. } => {
            check_joining(booking, place.place, (club, play_date, holes) == round, checked);
            check_cancellation(booking, (left.place, left.member), None, checked);
            if *by != left.member && *by != booking.master {
                let what = format!("member {by} swapped reservation {} and may not", left.place);
                checked.find(Kind::NotAllowed, what);
            }
            check_day(booking, *swapped_at, "a player was swapped on {day}", checked);
        }
        ReservationEvent::PlaceCancelled { place, member, by, mode, cancelled_at, .. } => {
            check_cancellation(booking, (*place, *member), Some((*by, *mode)), checked);
            check_day(booking, *cancelled_at, CANCELLED, checked);
        }
        ReservationEvent::PlaceCancelledByOperator { place, member, cancelled_at, .. } => {
            check_cancellation(booking, (*place, *member), None, checked);
            check_day(booking, *cancelled_at, CANCELLED, checked);
        }
        ReservationEvent::PlayRightExpired { place, .. } => {
            let cancelled = |known: &Place| known.place == *place && known.status != PlaceStatus::Active;
            if !booking.places.iter().any(cancelled) {
                let what = format!("the right of reservation {place} expired while it stands");
                checked.find(Kind::Outcome, what);
            }
        }
        ReservationEvent::PlayRightReturned { place, .. } => {
            if !booking.places.iter().any(|known| known.place == *place && known.right_expired) {
                let what = format!("the right of reservation {place} was given back and had not expired");
                checked.find(Kind::Outcome, what);
            }
        }
        ReservationEvent::RoundCancelledByClub { club, play_date, places, cancelled_at, .. } => {
            let active: BTreeSet<_> = booking.active().map(|place| (place.place, place.member)).collect();
            let cancelled: BTreeSet<_> = places.iter().map(|place| (place.place, place.member)).collect();
            if active != cancelled || active.is_empty() {
                checked.find(Kind::Impossible, "the club did not cancel the whole round");
            }
            if (club, play_date) != (&booking.club, &booking.play_date) {
                checked.find(Kind::Impossible, OTHER_ROUND);
            }
            check_day(booking, *cancelled_at, CANCELLED, checked);
        }
        ReservationEvent::MasterPassedOn { from, to, .. } => {
            let next = booking.active().next().map(|place| place.member);
            if booking.master != *from || booking.active().any(|place| place.member == *from) {
                checked.find(Kind::Master, format!("member {from} did not lead, or had not left"));
            } else if next != Some(*to) {
                let what = format!("member {to} leads although another has been in it for longer");
                checked.find(Kind::Master, what);
            }
        }
        ReservationEvent::StartTimeAgreed { start_time, by, agreed_at, .. } => {
            if !booking.active().any(|active| active.member == *by) {
                let what = format!("member {by} agreed on a start time without being a player");
                checked.find(Kind::NotAllowed, what);
            }
            if *start_time == booking.start_time {
                checked.find(Kind::Impossible, "the start time was agreed before");
            }
            check_day(booking, *agreed_at, "a start time was agreed on {day}", checked);
        }
        ReservationEvent::BookingCancelled { .. } => {
            if booking.active().next().is_some() || booking.cancelled {
                checked.find(Kind::Impossible, "called off while somebody plays, or twice");
            }
        }
    }
}

/// Checks a place that a player takes in a booking.
fn check_joining(booking: &Booking, place: PlaceId, same_round: bool, checked: &mut CheckedEvent<'_>) {
    if !same_round {
        checked.find(Kind::Impossible, OTHER_ROUND);
    }
    if booking.places.iter().any(|known| known.place == place) {
        checked.find(Kind::Impossible, format!("reservation {place} is there already"));
    }
}

/// Checks that a change is not after the round.
fn check_day(booking: &Booking, at: DateTime<Utc>, what: &str, checked: &mut CheckedEvent<'_>) {
    let day = day_of(at);
    if day > booking.play_date {
        checked.find(Kind::TooLate, what.replace("{day}", &day.to_string()));
    }
}

/// The required outcome of the right of a cancelled place; none where an operator chose it.
fn outcome(booking: &Booking, place: &Place) -> Option<Outcome> {
    let (by, at) = match &place.status {
        PlaceStatus::CancelledByOperator { .. } | PlaceStatus::Active => return None,
        PlaceStatus::Cancelled { by, at, .. } => (*by, *at),
        PlaceStatus::CancelledByClub { .. } | PlaceStatus::Swapped { .. } => {
            return Some(Outcome::GivenBack);
        }
    };
    cancelling::outcome(&CancelledPlace {
        member: place.member,
        play_date: booking.play_date,
        taken: (place.added_by.unwrap_or(booking.booked_by), day_of(place.joined_at)),
        by_swap: place.by_swap,
        cancelled: (by, day_of(at)),
    })
}

/// Checks a cancellation: the place must be active, and the member must be permitted.
fn check_cancellation(
    booking: &Booking,
    (place, member): (PlaceId, MemberId),
    cancelled: Option<(MemberId, CancelMode)>,
    checked: &mut CheckedEvent<'_>,
) {
    let Some(known) = booking.places.iter().find(|known| known.place == place) else {
        checked.find(Kind::Impossible, format!("reservation {place} is not of this booking"));
        return;
    };
    if known.status != PlaceStatus::Active {
        checked.find(Kind::CancelledTwice, format!("reservation {place} had been cancelled before"));
    }
    if known.member != member {
        checked.find(Kind::Impossible, format!("reservation {place} is not member {member}'s"));
    }
    // An operator may cancel any.
    let Some((by, mode)) = cancelled else { return };
    let is_permitted = match mode {
        CancelMode::Own => by == member,
        CancelMode::Group => by == booking.master,
        CancelMode::Removal => by == booking.master && by != member,
    };
    if !is_permitted {
        checked.find(Kind::NotAllowed, format!("member {by} cancelled reservation {place} and may not"));
    }
}
