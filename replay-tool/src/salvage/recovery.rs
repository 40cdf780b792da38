//! The recovery since the loss: members book again by themselves, the payment provider reports its outcomes
//! again, an operator runs `fairway book-again`.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use anyhow::{Context, Result};
use chrono::NaiveDate;
use fairway_audit::dates;
use fairway_audit::names::Names;
use fairway_audit::rulebook::Outcome;
use fairway_audit::state::{Booking, Member, PlaceStatus, State};
use fairway_events::{
    ClubId, Event, Holes, Journal, MemberId, PlaceId, Position, RecordedEvent, ReservationEvent, StreamId,
};
use serde_json::Value;
use sqlx::PgPool;

use super::lost::{LostSubject, Recovery};

/// Subjects whose streams are read in one query.
pub(super) const BATCH: usize = 200;

/// The current streams and members of some subjects.
#[derive(Debug)]
pub(super) struct Current {
    streams: HashMap<StreamId, Vec<RecordedEvent>>,
    members: BTreeMap<MemberId, Member>,
    /// Events before this position are no recovery: they are older than the lost ones.
    lost_from: Position,
}

impl Current {
    pub(super) async fn read(pool: &PgPool, lost: &[LostSubject], lost_from: Position) -> Result<Self> {
        let mut wanted: BTreeSet<StreamId> = lost.iter().map(|lost| lost.subject.0.clone()).collect();
        wanted.extend(lost.iter().flat_map(LostSubject::events).map(|event| event.stream.clone()));
        let wanted: Vec<StreamId> = wanted.into_iter().collect();
        let streams =
            Journal::new(pool.clone()).load_streams(&wanted).await.context("reading the journal")?;
        let mut members = BTreeMap::new();
        for (stream, events) in &streams {
            if let (StreamId::Membership(id), Some(State::Member(member))) = (stream, State::after(events)) {
                members.insert(*id, member);
            }
        }
        Ok(Self { streams, members, lost_from })
    }

    pub(super) fn recovery_of(&self, lost: &LostSubject, names: &Names) -> Recovery {
        match lost.subject.0 {
            StreamId::Reservation(_) => self.of_booking(lost, names),
            StreamId::Order(_)
            | StreamId::Voucher(_)
            | StreamId::Membership(_)
            | StreamId::CourseDay(..)
            | StreamId::WaitingList(..)
            | StreamId::ArrivalList(..)
            | StreamId::Settlement(_) => self.of_others(lost),
        }
    }

    fn of_booking(&self, lost: &LostSubject, names: &Names) -> Recovery {
        let mut present = None;
        for event in self.streams.get(&lost.subject.0).into_iter().flatten() {
            fold(&mut present, event);
        }
        let is_made = lost.events().any(|event| is_first(&event.event));
        // The booking with the lost events applied, whether or not the journal still has the booking.
        let mut former = if is_made { None } else { present.clone() };
        let before: BTreeSet<PlaceId> =
            former.iter().flat_map(Booking::active).map(|place| place.place).collect();
        for event in lost.events() {
            fold(&mut former, event);
        }
        let Some(former) = former else {
            let sentence = "the booking itself is in neither journal: the witnesses do not reach back to it";
            return Recovery { sentences: vec![sentence.to_owned()], ..Recovery::default() };
        };
        let mut recovery = Recovery { is_complete: true, ..Recovery::default() };
        for place in former.active().filter(|place| !before.contains(&place.place)) {
            let plays = self.plays(place.member, former.play_date);
            let name = names.member(place.member);
            match plays {
                Some((club, holes, reservation)) if club == former.club && holes == former.holes => {
                    recovery.sentences.push(format!("booked again since: {name}, reservation {reservation}"));
                }
                Some((club, holes, reservation)) => {
                    recovery.is_complete = false;
                    recovery.sentences.push(format!(
                        "{name} plays {holes} holes at {} on {} now, reservation {reservation}",
                        names.club(&club),
                        dates::day(former.play_date)
                    ));
                }
                None => recovery.is_complete = false,
            }
        }
        for place in lost.events().flat_map(cancelled).filter(|_| !is_made) {
            match present.iter().flat_map(|present| &present.places).find(|known| known.place == place) {
                Some(known) if known.status == PlaceStatus::Active => recovery.is_complete = false,
                Some(_) => recovery.sentences.push(format!("cancelled again since: reservation {place}")),
                // The event with which the player joined is missing as well.
                None => {}
            }
        }
        // It is for the players to agree again: `book-again` makes places good.
        if let Some(present) = &present
            && lost.events().any(|event| is_agreement(&event.event))
            && former.start_time.is_some()
        {
            match present.start_time {
                Some(time) => {
                    recovery.sentences.push(format!("the start time was agreed again since: {time}"))
                }
                None => recovery.is_complete = false,
            }
        }
        if is_made && former.active().next().is_none() {
            recovery
                .sentences
                .push("it was cancelled before it was lost: nothing is left to be done".to_owned());
        }
        recovery.booking = Some(former);
        recovery
    }

    /// The round of the member on a day, if it was booked after the loss.
    fn plays(&self, member: MemberId, date: NaiveDate) -> Option<(ClubId, Holes, PlaceId)> {
        let claims = &self.members.get(&member)?.holdings.claims;
        let held = claims.iter().find(|claim| {
            claim.play_date == date && claim.outcome == Outcome::Held && claim.position >= self.lost_from
        })?;
        Some((held.club.clone(), held.holes, held.place))
    }

    /// Recovered when each main event was recorded again, at any position.
    fn of_others(&self, lost: &LostSubject) -> Recovery {
        let mut recovery = Recovery { is_complete: true, ..Recovery::default() };
        for event in lost.requests.iter().flat_map(|request| request.main_events(&lost.subject)) {
            let again = self.streams.get(&event.stream).into_iter().flatten().find(|now| is_same(now, event));
            match again {
                Some(now) => recovery.sentences.push(format!(
                    "recorded again since: {} at position {}",
                    now.event.name(),
                    now.position
                )),
                None => recovery.is_complete = false,
            }
        }
        recovery
    }
}

fn fold(booking: &mut Option<Booking>, recorded: &RecordedEvent) {
    if let Event::Reservation(event) = &recorded.event {
        Booking::fold(booking, event);
    }
}

/// The places that an event cancels.
fn cancelled(recorded: &RecordedEvent) -> Vec<PlaceId> {
    match &recorded.event {
        Event::Reservation(
            ReservationEvent::PlaceCancelled { place, .. }
            | ReservationEvent::PlaceCancelledByOperator { place, .. },
        ) => vec![*place],
        Event::Reservation(ReservationEvent::PlayerSwapped { left, .. }) => vec![left.place],
        Event::Reservation(ReservationEvent::RoundCancelledByClub { places, .. }) => {
            places.iter().map(|cancelled| cancelled.place).collect()
        }
        Event::Reservation(
            ReservationEvent::RoundBooked { .. }
            | ReservationEvent::PlayerAdded { .. }
            | ReservationEvent::PlayRightExpired { .. }
            | ReservationEvent::PlayRightReturned { .. }
            | ReservationEvent::MasterPassedOn { .. }
            | ReservationEvent::BookingCancelled { .. }
            | ReservationEvent::StartTimeAgreed { .. },
        )
        | Event::Membership(_)
        | Event::Voucher(_)
        | Event::CourseDay(_)
        | Event::Order(_)
        | Event::WaitingList(_)
        | Event::ArrivalList(_)
        | Event::Settlement(_) => Vec::new(),
    }
}

const fn is_first(event: &Event) -> bool {
    matches!(event, Event::Reservation(ReservationEvent::RoundBooked { .. }))
}

const fn is_agreement(event: &Event) -> bool {
    matches!(event, Event::Reservation(ReservationEvent::StartTimeAgreed { .. }))
}

/// Whether two events are the same, except for the instants and the position in them.
fn is_same(one: &RecordedEvent, two: &RecordedEvent) -> bool {
    one.event.name() == two.event.name() && without_instants(one) == without_instants(two)
}

fn without_instants(recorded: &RecordedEvent) -> Option<Value> {
    let mut payload: Value = serde_json::from_str(&recorded.event.to_payload().ok()?).ok()?;
    for fields in payload.as_object_mut()?.values_mut().filter_map(Value::as_object_mut) {
        fields.retain(|name, _| !name.ends_with("_at"));
        // A statement that is closed again is of the journal that was left.
        fields.remove("as_of");
        // A device that sends a scan again says anew how old it is.
        if let Some(scan) = fields.get_mut("scan").and_then(Value::as_object_mut) {
            scan.remove("at");
        }
    }
    Some(payload)
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use fairway_events::{Actor, MonthAmounts, SettlementEvent};
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_month_that_is_closed_again_with_the_same_lines_is_the_same() {
        let closed = |position: Position, hash: &str| {
            let club = ClubId::from("de-es");
            let event = SettlementEvent::MonthClosed {
                club: club.clone(),
                month: "2026-11".parse().expect("a month"),
                as_of: position - 1,
                amounts: MonthAmounts::default(),
                lines_hash: hash.to_owned(),
                closed_on: "2026-12-02".parse().expect("a day"),
                invoice: None,
            };
            RecordedEvent {
                position,
                stream: StreamId::Settlement(club),
                sequence: 1,
                event: event.into(),
                recorded_at: DateTime::UNIX_EPOCH,
                correlation_id: Uuid::nil(),
                actor: Actor::System("test".to_owned()),
                metadata: BTreeMap::new(),
            }
        };
        assert!(is_same(&closed(5, "a"), &closed(9, "a")));
        assert!(!is_same(&closed(5, "a"), &closed(9, "b")));
    }
}
