//! What was made good since: members book again by themselves, the payment provider tells its outcomes again, an operator
//! has bookings made again.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use anyhow::{Context, Result};
use chrono::NaiveDate;
use fairway_events::{
    ClubId, Event, Holes, Journal, MemberId, PlaceId, Position, RecordedEvent, ReservationEvent, StreamId,
};
use serde_json::Value;
use sqlx::PgPool;

use super::lost::Lost;
use crate::names::Names;
use crate::rulebook::Outcome;
use crate::state::booking::{Booking, PlaceStatus};
use crate::state::member::Member;
use crate::subjects::Subject;
use crate::words::dates;

/// Entries whose streams are read together.
pub(super) const AT_ONCE: usize = 200;

/// What became of lost promises.
#[derive(Debug, Clone, Default)]
pub struct Again {
    /// Nothing is left to be done.
    pub made_good: bool,
    /// What there is to say about it, in sentences.
    pub words: Vec<String>,
    /// The booking as it was, where it is about one: without what was gone when it is there still.
    pub(super) booking: Option<Booking>,
}

/// The journal as it is now, as far as some entries go.
#[derive(Debug)]
pub(super) struct Present {
    streams: HashMap<StreamId, Vec<RecordedEvent>>,
    members: BTreeMap<MemberId, Member>,
    /// What stands before it was there when the promises were made.
    lost_from: Position,
}

impl Present {
    pub(super) async fn of(pool: &PgPool, lost: &[Lost], lost_from: Position) -> Result<Self> {
        let mut wanted: BTreeSet<StreamId> = lost.iter().map(|lost| lost.subject.stream()).collect();
        wanted.extend(lost.iter().flat_map(Lost::events).map(|event| event.stream.clone()));
        let wanted: Vec<StreamId> = wanted.into_iter().collect();
        let streams =
            Journal::new(pool.clone()).load_streams(&wanted).await.context("reading the journal")?;
        let mut members = BTreeMap::new();
        for (stream, events) in &streams {
            let StreamId::Membership(id) = stream else { continue };
            let mut member = Member::new(*id);
            for recorded in events {
                if let Event::Membership(event) = &recorded.event {
                    member.apply(recorded.position, event);
                }
            }
            members.insert(*id, member);
        }
        Ok(Self { streams, members, lost_from })
    }

    pub(super) fn of_lost(&self, lost: &Lost, names: &Names) -> Again {
        match &lost.subject {
            Subject::Booking(_) => self.of_booking(lost, names),
            Subject::Order(_) | Subject::Voucher(_) | Subject::Member(_) | Subject::ClubDay(..) => {
                self.of_others(lost)
            }
        }
    }

    fn of_booking(&self, lost: &Lost, names: &Names) -> Again {
        let mut now = None;
        for event in self.streams.get(&lost.subject.stream()).into_iter().flatten() {
            fold(&mut now, event);
        }
        let is_made = lost.events().any(|event| is_first(&event.event));
        // What was lost, on top of the booking where that is there.
        let mut was = if is_made { None } else { now.clone() };
        let before: BTreeSet<PlaceId> =
            was.iter().flat_map(Booking::active).map(|place| place.place).collect();
        for event in lost.events() {
            fold(&mut was, event);
        }
        let Some(was) = was else {
            let words = vec![
                "the booking itself is in neither journal: the witnesses do not reach back to it".to_owned(),
            ];
            return Again { words, ..Again::default() };
        };
        let mut again = Again { made_good: true, words: Vec::new(), booking: None };
        for place in was.active().filter(|place| !before.contains(&place.place)) {
            let plays = self.plays(place.member, was.play_date);
            let who = names.member(place.member);
            match plays {
                Some((club, holes, reservation)) if club == was.club && holes == was.holes => {
                    again.words.push(format!("booked again since: {who}, reservation {reservation}"));
                }
                Some((club, holes, reservation)) => {
                    again.made_good = false;
                    again.words.push(format!(
                        "{who} plays {holes} holes at {} on {} now, reservation {reservation}",
                        names.club(&club),
                        dates::day(was.play_date)
                    ));
                }
                None => again.made_good = false,
            }
        }
        for place in lost.events().filter_map(cancelled).filter(|_| !is_made) {
            match now.iter().flat_map(|now| &now.places).find(|stands| stands.place == place) {
                Some(stands) if stands.status == PlaceStatus::Active => again.made_good = false,
                Some(_) => again.words.push(format!("cancelled again since: reservation {place}")),
                // Its joining is gone as well.
                None => {}
            }
        }
        if is_made && was.active().next().is_none() {
            again.words.push("it was cancelled before it was lost: nothing is left to be done".to_owned());
        }
        again.booking = Some(was);
        again
    }

    /// Where the member plays on a day by what they booked since.
    fn plays(&self, member: MemberId, date: NaiveDate) -> Option<(ClubId, Holes, PlaceId)> {
        let claims = &self.members.get(&member)?.holdings.claims;
        let held = claims.iter().find(|claim| {
            claim.play_date == date && claim.outcome == Outcome::Held && claim.position >= self.lost_from
        })?;
        Some((held.club.clone(), held.holes, held.place))
    }

    /// Made good when each event that says what was promised was recorded anew, whenever that was.
    fn of_others(&self, lost: &Lost) -> Again {
        let mut again = Again { made_good: true, ..Again::default() };
        for event in lost.promises.iter().flat_map(|promise| promise.telling(&lost.subject)) {
            let anew =
                self.streams.get(&event.stream).into_iter().flatten().find(|now| says_the_same(now, event));
            match anew {
                Some(now) => again.words.push(format!(
                    "recorded again since: {} at position {}",
                    now.event.name(),
                    now.position
                )),
                None => again.made_good = false,
            }
        }
        again
    }
}

fn fold(booking: &mut Option<Booking>, recorded: &RecordedEvent) {
    if let Event::Reservation(event) = &recorded.event {
        Booking::fold(booking, event);
    }
}

/// The place that an event gives up.
const fn cancelled(recorded: &RecordedEvent) -> Option<PlaceId> {
    match &recorded.event {
        Event::Reservation(ReservationEvent::PlaceCancelled { place, .. }) => Some(*place),
        _ => None,
    }
}

const fn is_first(event: &Event) -> bool {
    matches!(event, Event::Reservation(ReservationEvent::RoundBooked { .. }))
}

/// Whether two events say the same, but for the instants in them.
fn says_the_same(one: &RecordedEvent, two: &RecordedEvent) -> bool {
    one.event.name() == two.event.name() && timeless(one) == timeless(two)
}

fn timeless(recorded: &RecordedEvent) -> Option<Value> {
    let mut payload: Value = serde_json::from_str(&recorded.event.to_payload().ok()?).ok()?;
    for fields in payload.as_object_mut()?.values_mut().filter_map(Value::as_object_mut) {
        fields.retain(|name, _| !name.ends_with("_at"));
    }
    Some(payload)
}
