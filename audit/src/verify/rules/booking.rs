//! A booking: its group, its window, permissions, and its master (docs/domain.md §1, §3.1, §3.4, §3.8, §3.9).

use std::collections::BTreeSet;

use fairway_events::{CancelMode, MemberId, PlaceId, RecordedEvent, ReservationEvent};

use super::shared::{Results, Terms, is_imported, outcome_label, right_label};
use crate::dates::day_of;
use crate::rulebook::cancelling::{self, CancelledPlace};
use crate::rulebook::{self, club, group, window};
use crate::state::{Booking, Place, PlaceStatus};
use crate::verify::facts::{Source, Topic};
use crate::verify::findings::{Findings, Kind};

/// Checks the stream of a booking.
#[derive(Debug, Default)]
pub(crate) struct Checker {
    state: Option<Booking>,
    /// The last event.
    last: Option<RecordedEvent>,
}

impl Checker {
    pub(super) fn next(
        &mut self,
        recorded: &RecordedEvent,
        event: &ReservationEvent,
        terms: &Terms,
        findings: &mut Findings,
    ) {
        let mut find = |kind: Kind, what: String| findings.event(kind, recorded, what);
        match (&self.state, event) {
            (
                None,
                ReservationEvent::RoundBooked {
                    club: at, play_date, holes, booked_at, master, places, ..
                },
            ) => {
                if !places.iter().any(|place| place.member == *master) {
                    find(Kind::Group, "who booked is not one of the players".to_owned());
                }
                if !is_imported(recorded)
                    && let Err(refusal) = window::check(*play_date, day_of(*booked_at))
                {
                    find(
                        Kind::Window,
                        format!("booked on {} for {play_date}: {refusal}", day_of(*booked_at)),
                    );
                }
                if let Some(of) = terms.clubs.get(at) {
                    let refused =
                        club::check_holes(of, *holes).and_then(|()| club::check_open(of, *play_date));
                    if let Err(refusal) = refused {
                        find(Kind::ClubTerms, format!("{holes} holes at {at} on {play_date}: {refusal}"));
                    }
                }
            }
            (Some(_), ReservationEvent::RoundBooked { .. }) => {
                find(Kind::Impossible, "the booking was made before".to_owned());
            }
            (None, _) => find(Kind::Impossible, "the booking was not made yet".to_owned()),
            (
                Some(booking),
                ReservationEvent::PlayerAdded { added_by, added_at, place, club, play_date, holes, .. },
            ) => {
                if (club, play_date, holes) != (&booking.club, &booking.play_date, &booking.holes) {
                    find(Kind::Impossible, "names another round than the booking's".to_owned());
                }
                if !booking.active().any(|active| active.member == *added_by) {
                    find(Kind::NotAllowed, format!("member {added_by} added a player without being one"));
                }
                if day_of(*added_at) > booking.play_date {
                    find(Kind::TooLate, format!("a player was added on {}", day_of(*added_at)));
                }
                if booking.places.iter().any(|known| known.place == place.place) {
                    find(Kind::Impossible, format!("reservation {} is there already", place.place));
                }
            }
            (
                Some(booking),
                ReservationEvent::PlayerSwapped {
                    left, place, by, swapped_at, club, play_date, holes, ..
                },
            ) => {
                if (club, play_date, holes) != (&booking.club, &booking.play_date, &booking.holes) {
                    find(Kind::Impossible, "names another round than the booking's".to_owned());
                }
                check_cancellation(booking, (left.place, left.member), None, &mut find);
                if *by != left.member && *by != booking.master {
                    find(
                        Kind::NotAllowed,
                        format!("member {by} swapped reservation {} and may not", left.place),
                    );
                }
                if day_of(*swapped_at) > booking.play_date {
                    find(Kind::TooLate, format!("a player was swapped on {}", day_of(*swapped_at)));
                }
                if booking.places.iter().any(|known| known.place == place.place) {
                    find(Kind::Impossible, format!("reservation {} is there already", place.place));
                }
            }
            (
                Some(booking),
                ReservationEvent::PlaceCancelled { place, member, by, mode, cancelled_at, .. },
            ) => {
                check_cancellation(booking, (*place, *member), Some((*by, *mode)), &mut find);
                if day_of(*cancelled_at) > booking.play_date {
                    find(Kind::TooLate, format!("cancelled on {}, after the round", day_of(*cancelled_at)));
                }
            }
            (
                Some(booking),
                ReservationEvent::PlaceCancelledByOperator { place, member, cancelled_at, .. },
            ) => {
                check_cancellation(booking, (*place, *member), None, &mut find);
                if day_of(*cancelled_at) > booking.play_date {
                    find(Kind::TooLate, format!("cancelled on {}, after the round", day_of(*cancelled_at)));
                }
            }
            (Some(booking), ReservationEvent::PlayRightExpired { place, .. }) => {
                if !booking
                    .places
                    .iter()
                    .any(|known| known.place == *place && known.status != PlaceStatus::Active)
                {
                    find(Kind::Outcome, format!("the right of reservation {place} expired while it stands"));
                }
            }
            (Some(booking), ReservationEvent::PlayRightReturned { place, .. }) => {
                if !booking.places.iter().any(|known| known.place == *place && known.right_expired) {
                    find(
                        Kind::Outcome,
                        format!("the right of reservation {place} was given back and had not expired"),
                    );
                }
            }
            (
                Some(booking),
                ReservationEvent::RoundCancelledByClub { club, play_date, places, cancelled_at, .. },
            ) => {
                let active: BTreeSet<_> = booking.active().map(|place| (place.place, place.member)).collect();
                let cancelled: BTreeSet<_> = places.iter().map(|place| (place.place, place.member)).collect();
                if active != cancelled || active.is_empty() {
                    find(Kind::Impossible, "the club did not cancel the whole round".to_owned());
                }
                if (club, play_date) != (&booking.club, &booking.play_date) {
                    find(Kind::Impossible, "names another round than the booking's".to_owned());
                }
                if day_of(*cancelled_at) > booking.play_date {
                    find(Kind::TooLate, format!("cancelled on {}, after the round", day_of(*cancelled_at)));
                }
            }
            (Some(booking), ReservationEvent::MasterPassedOn { from, to, .. }) => {
                let next = booking.active().next().map(|place| place.member);
                if booking.master != *from || booking.active().any(|place| place.member == *from) {
                    find(Kind::Master, format!("member {from} did not lead, or had not left"));
                } else if next != Some(*to) {
                    find(
                        Kind::Master,
                        format!("member {to} leads although another has been in it for longer"),
                    );
                }
            }
            (Some(booking), ReservationEvent::BookingCancelled { .. }) => {
                if booking.active().next().is_some() || booking.cancelled {
                    find(Kind::Impossible, "called off while somebody plays, or twice".to_owned());
                }
            }
        }
        Booking::fold(&mut self.state, event);
        self.check_group(recorded, event, findings);
        self.last = Some(recorded.clone());
    }

    fn check_group(&self, recorded: &RecordedEvent, event: &ReservationEvent, findings: &mut Findings) {
        let joins = matches!(
            event,
            ReservationEvent::RoundBooked { .. }
                | ReservationEvent::PlayerAdded { .. }
                | ReservationEvent::PlayerSwapped { .. }
        );
        let Some(booking) = self.state.as_ref().filter(|_| joins) else { return };
        let players: Vec<MemberId> = booking.active().map(|place| place.member).collect();
        match group::check(&players) {
            Ok(()) => {}
            Err(group::Fault::Empty) => findings.event(Kind::Group, recorded, "nobody plays".to_owned()),
            Err(group::Fault::TooMany(many)) => {
                findings.event(Kind::Group, recorded, format!("{many} play, and {} may", group::MOST));
            }
            Err(group::Fault::Twice(member)) => {
                findings.event(Kind::Group, recorded, format!("member {member} is in it twice"));
            }
        }
    }

    /// Checks the final state, and states the facts that other streams must state too.
    pub(super) fn end(self, Results { findings, facts }: &mut Results) {
        let (Some(booking), Some(last)) = (self.state, self.last) else { return };
        let has_players = booking.active().next().is_some();
        if has_players && !booking.active().any(|place| place.member == booking.master) {
            findings.event(Kind::Master, &last, format!("member {} leads and does not play", booking.master));
        }
        if has_players == booking.cancelled {
            findings.event(
                Kind::Impossible,
                &last,
                "nobody plays and it was not called off, or the reverse".to_owned(),
            );
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
            if (wanted == Some(rulebook::Outcome::Forfeited)) != place.right_expired
                && wanted.is_some()
                && !is_former_rule
            {
                let what = if place.right_expired {
                    "expired and was cancelled in time"
                } else {
                    "did not expire on the day itself"
                };
                findings.event(
                    Kind::Outcome,
                    &last,
                    format!("the right of reservation {} {what}", place.place),
                );
            }
            let Booking { id, club, play_date, holes, .. } = &booking;
            let outcome = outcome_label(cancelled_at.is_some(), place.right_expired);
            let body = format!(
                "member {}, booking {id}, {club}, {play_date}, {holes} holes, {}, {outcome}",
                place.member,
                right_label(&place.right)
            );
            facts.state(Topic::Place, place.place, Source::Booking, &body, last.position);
            let on_day = if cancelled_at.is_some() { "given up" } else { "taken" };
            let body = format!("{club}, {play_date}, booking {id}, {on_day}");
            facts.state(Topic::Day, place.place, Source::Booking, &body, last.position);
        }
    }
}

/// The required outcome of the right of a cancelled place; none where an operator chose it.
fn outcome(booking: &Booking, place: &Place) -> Option<rulebook::Outcome> {
    let (by, at) = match &place.status {
        PlaceStatus::CancelledByOperator { .. } | PlaceStatus::Active => return None,
        PlaceStatus::Cancelled { by, at, .. } => (*by, *at),
        PlaceStatus::CancelledByClub { .. } | PlaceStatus::Swapped { .. } => {
            return Some(rulebook::Outcome::GivenBack);
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
    find: &mut impl FnMut(Kind, String),
) {
    let Some(known) = booking.places.iter().find(|known| known.place == place) else {
        find(Kind::Impossible, format!("reservation {place} is not of this booking"));
        return;
    };
    if known.status != PlaceStatus::Active {
        find(Kind::CancelledTwice, format!("reservation {place} had been cancelled before"));
    }
    if known.member != member {
        find(Kind::Impossible, format!("reservation {place} is not member {member}'s"));
    }
    // An operator may cancel any.
    let Some((by, mode)) = cancelled else { return };
    let is_permitted = match mode {
        CancelMode::Own => by == member,
        CancelMode::Group => by == booking.master,
        CancelMode::Removal => by == booking.master && by != member,
    };
    if !is_permitted {
        find(Kind::NotAllowed, format!("member {by} cancelled reservation {place} and may not"));
    }
}
