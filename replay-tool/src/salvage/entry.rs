//! Missing events, for programs: `replay-tool salvage --json` prints it, `fairway book-again` reads it.

use std::collections::BTreeSet;

use chrono::{DateTime, NaiveDate, Utc};
use fairway_audit::description::describe;
use fairway_audit::names::Names;
use fairway_events::journal::AcknowledgedEvent;
use fairway_events::{Event, MemberId, Mention, ReservationEvent, StreamId};
use serde::Serialize;
use uuid::Uuid;

use super::lost::{LostRequest, LostSubject};
use super::missing::Source;

/// The missing events of one subject.
#[derive(Debug, Serialize)]
pub struct Entry {
    /// `booking`, `order`, `voucher`, `member`, `club_day`, `waiting_list`, `arrival_list` or `settlement`.
    pub kind: &'static str,
    /// Its id.
    pub id: String,
    /// When the first request was acknowledged, UTC.
    pub acknowledged_at: DateTime<Utc>,
    /// Nothing is left to do: it was recovered since.
    pub made_good: bool,
    /// A sentence per recovered part.
    pub since: Vec<String>,
    /// The club of a booking.
    pub club: Option<String>,
    /// The play date of a booking, a day in Europe/Amsterdam.
    pub play_date: Option<NaiveDate>,
    /// The length of a booking's round: 9 or 18.
    pub holes: Option<u8>,
    /// The members concerned.
    pub members: Vec<MemberInfo>,
    /// The requests, in their order.
    pub promises: Vec<RequestInfo>,
}

/// A member concerned.
#[derive(Debug, Serialize)]
pub struct MemberInfo {
    /// The member's id.
    pub id: Uuid,
    /// Their name; null when they were erased.
    pub name: Option<String>,
}

/// One acknowledged request.
#[derive(Debug, Serialize)]
pub struct RequestInfo {
    /// When it was acknowledged, UTC.
    pub acknowledged_at: DateTime<Utc>,
    /// The sources that have it.
    pub witnesses: Vec<Source>,
    /// The acknowledged events, as text.
    pub what: Vec<String>,
    /// The missing events.
    pub events: Vec<AcknowledgedEvent>,
}

impl Entry {
    pub(super) fn for_subject(lost: &LostSubject, names: &Names) -> Self {
        let booking = lost.recovery.booking.as_ref();
        Self {
            kind: lost.subject.kind(),
            id: lost.subject.id(),
            acknowledged_at: lost.at(),
            made_good: lost.recovery.is_complete,
            since: lost.recovery.sentences.clone(),
            club: booking.map(|booking| booking.club.0.clone()),
            play_date: booking.map(|booking| booking.play_date),
            holes: booking.map(|booking| booking.holes.count()),
            members: members(lost)
                .into_iter()
                .map(|member| MemberInfo { id: member.0, name: names.known(member).map(str::to_owned) })
                .collect(),
            promises: lost
                .requests
                .iter()
                .map(|request| RequestInfo::for_request(request, lost, names))
                .collect(),
        }
    }
}

impl RequestInfo {
    fn for_request(request: &LostRequest, lost: &LostSubject, names: &Names) -> Self {
        let descriptions =
            request.main_events(&lost.subject).map(|event| describe(&event.event, names).in_one_line());
        Self {
            acknowledged_at: request.at,
            witnesses: request.sources.iter().copied().collect(),
            what: descriptions.collect(),
            events: request.stored.clone(),
        }
    }
}

/// The members concerned: the players, or the owner.
#[must_use]
pub fn members(lost: &LostSubject) -> Vec<MemberId> {
    let mut members: Vec<MemberId> = Vec::new();
    let mut seen = BTreeSet::new();
    let mut add = |member: MemberId| {
        if seen.insert(member) {
            members.push(member);
        }
    };
    for event in lost.events() {
        match &event.event {
            Event::Reservation(ReservationEvent::RoundBooked { places, .. }) => {
                places.iter().for_each(|place| add(place.member));
            }
            Event::Reservation(ReservationEvent::PlayerAdded { place, .. }) => add(place.member),
            Event::Reservation(ReservationEvent::PlayerSwapped { left, place, .. }) => {
                add(left.member);
                add(place.member);
            }
            Event::Reservation(
                ReservationEvent::PlaceCancelled { member, .. }
                | ReservationEvent::PlaceCancelledByOperator { member, .. }
                | ReservationEvent::StartTimeAgreed { by: member, .. },
            ) => add(*member),
            Event::Reservation(ReservationEvent::RoundCancelledByClub { places, .. }) => {
                places.iter().for_each(|place| add(place.member));
            }
            Event::Order(order) => add(order.member()),
            Event::Membership(_) => {
                if let StreamId::Membership(member) = event.stream {
                    add(member);
                }
            }
            Event::ArrivalList(_) => {
                for mention in event.event.mentions() {
                    if let Mention::Member(member) = mention {
                        add(member);
                    }
                }
            }
            Event::Reservation(
                ReservationEvent::PlayRightExpired { .. }
                | ReservationEvent::PlayRightReturned { .. }
                | ReservationEvent::MasterPassedOn { .. }
                | ReservationEvent::BookingCancelled { .. },
            )
            | Event::Voucher(_)
            | Event::CourseDay(_)
            | Event::WaitingList(_)
            | Event::Settlement(_) => {}
        }
    }
    members
}
