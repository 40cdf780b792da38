//! The events of a subject: the streams that it touched, and which of their events concern it.

use std::collections::BTreeSet;

use anyhow::{Context, Result};
use fairway_events::journal::Selection;
use fairway_events::{
    BookingId, Event, Journal, MemberId, Mention, OrderId, PlaceId, RecordedEvent, ReservationEvent,
    StreamId, VoucherId, WaitingGroupId,
};
use futures::TryStreamExt;
use sqlx::PgPool;
use uuid::Uuid;

use super::sql;
use crate::names::Names;
use crate::state::State;
use crate::subject::Subject;
use crate::title;

/// So many of a member's latest events are read for the streams that they mention: more than the read models can lack.
const RECENT: i64 = 64;

/// The streams of a subject, and the filter for their events.
pub(super) struct Coverage {
    subject: Subject,
    /// The subject's own stream; of a member at most the last [`RECENT`] events, because the stream may be long.
    pub(super) own: Vec<RecordedEvent>,
    pub(super) streams: Vec<StreamId>,
    /// The requests that touched it; none: all of the streams.
    pub(super) requests: Option<Vec<Uuid>>,
    filter: EventFilter,
}

/// Selects the events of the streams: one request may change several subjects (an import makes many bookings in one).
#[derive(Debug, Default)]
struct EventFilter {
    everything: bool,
    booking: Option<BookingId>,
    order: Option<OrderId>,
    places: BTreeSet<PlaceId>,
    vouchers: BTreeSet<VoucherId>,
    /// Of waiting lists only what is about these groups; none: everything.
    groups: Option<BTreeSet<WaitingGroupId>>,
    /// Of lists of arrivals only what is about this member; none: everything.
    arrivals_of: Option<MemberId>,
}

impl Coverage {
    /// None when the subject has no events.
    pub(super) async fn for_subject(
        journal: &Journal,
        pool: &PgPool,
        subject: &Subject,
        whole: bool,
    ) -> Result<Option<Self>> {
        let mut coverage = match &subject.0 {
            StreamId::Membership(member) => match Self::of_member(journal, pool, *member).await? {
                Some(coverage) => coverage,
                None => return Ok(None),
            },
            StreamId::CourseDay(..)
            | StreamId::WaitingList(..)
            | StreamId::ArrivalList(..)
            | StreamId::Settlement(_)
            | StreamId::Reservation(_)
            | StreamId::Voucher(_)
            | StreamId::Order(_) => {
                let selection = Selection { streams: vec![subject.0.clone()], ..Selection::default() };
                let own: Vec<RecordedEvent> =
                    journal.select(selection).try_collect().await.context("reading the journal")?;
                if own.is_empty() {
                    return Ok(None);
                }
                let mut streams = BTreeSet::from([subject.0.clone()]);
                let mut requests: BTreeSet<Uuid> = own.iter().map(|event| event.correlation_id).collect();
                let mut filter = EventFilter::default();
                for recorded in &own {
                    filter.note(&recorded.event, &mut streams);
                }
                match &subject.0 {
                    StreamId::Reservation(booking) => {
                        filter.booking = Some(*booking);
                        for list in
                            streams.iter().filter(|stream| matches!(stream, StreamId::ArrivalList(..)))
                        {
                            requests.extend(sql::requests_about_booking(pool, list, *booking).await?);
                        }
                    }
                    StreamId::Order(order) => {
                        filter.order = Some(*order);
                        filter.places.clear();
                    }
                    StreamId::Voucher(voucher) => {
                        filter.vouchers.insert(*voucher);
                        streams.extend(sql::bookings_of_places(pool, filter.places.iter()).await?);
                    }
                    StreamId::CourseDay(..)
                    | StreamId::WaitingList(..)
                    | StreamId::ArrivalList(..)
                    | StreamId::Settlement(_)
                    | StreamId::Membership(_) => filter.everything = true,
                }
                Self {
                    subject: subject.clone(),
                    own,
                    streams: streams.into_iter().collect(),
                    requests: Some(requests.into_iter().collect()),
                    filter,
                }
            }
        };
        if whole {
            coverage.requests = None;
            coverage.filter.everything = true;
            (coverage.filter.groups, coverage.filter.arrivals_of) = (None, None);
        }
        Ok(Some(coverage))
    }

    /// A member's own stream, and every booking, voucher and order of theirs: those of the read models, and those of the
    /// latest events, which may not be projected yet. And of waiting lists what is about the groups of the read models in
    /// which they wait or waited, of arrivals what is about them.
    async fn of_member(journal: &Journal, pool: &PgPool, member: MemberId) -> Result<Option<Self>> {
        let own = latest_of_member(journal, member).await?;
        let member_streams = sql::streams_of_member(pool, member).await?;
        let waiting = sql::groups_of_member(pool, member).await?;
        let arrivals = sql::arrival_lists_of_member(pool, member).await?;
        if own.is_empty() && member_streams.is_empty() && waiting.is_empty() && arrivals.is_empty() {
            return Ok(None);
        }
        let mut streams = BTreeSet::from([StreamId::Membership(member)]);
        streams.extend(member_streams);
        streams.extend(mentioned_by(&own));
        let (groups, lists): (BTreeSet<_>, Vec<_>) = waiting.into_iter().unzip();
        streams.extend(lists);
        let groups = (!groups.is_empty()).then_some(groups);
        let arrivals_of = (!arrivals.is_empty()).then_some(member);
        streams.extend(arrivals);
        let filter = EventFilter { everything: true, groups, arrivals_of, ..EventFilter::default() };
        Ok(Some(Self {
            subject: Subject(StreamId::Membership(member)),
            own,
            streams: streams.into_iter().collect(),
            requests: None,
            filter,
        }))
    }

    /// Whether every event of the streams is selected.
    pub(super) const fn is_whole(&self) -> bool {
        self.filter.everything && self.filter.groups.is_none() && self.filter.arrivals_of.is_none()
    }

    /// Whether an event concerns the subject.
    pub(super) fn covers(&self, event: &Event) -> bool {
        let EventFilter { groups, arrivals_of, everything, .. } = &self.filter;
        match (event, groups, arrivals_of) {
            (Event::WaitingList(_), Some(groups), _) => event
                .mentions()
                .iter()
                .any(|mention| matches!(mention, Mention::WaitingGroup(group) if groups.contains(group))),
            (Event::ArrivalList(_), _, Some(member)) => event.mentions().contains(&Mention::Member(*member)),
            _ => *everything || self.filter.covers(event),
        }
    }

    /// The subject, in one or two lines.
    pub(super) fn title(&self, names: &Names) -> Vec<String> {
        title::lines(&self.subject, State::after(&self.own).as_ref(), names)
    }
}

/// The latest events of a member's own stream, at most [`RECENT`], in their order.
pub(super) async fn latest_of_member(journal: &Journal, member: MemberId) -> Result<Vec<RecordedEvent>> {
    let streams = vec![StreamId::Membership(member)];
    let latest = Selection { streams, latest: Some(RECENT), ..Selection::default() };
    journal.select(latest).try_collect().await.context("reading the journal")
}

/// The bookings, vouchers and orders that a member's events name.
pub(super) fn mentioned_by(events: &[RecordedEvent]) -> BTreeSet<StreamId> {
    let mentions = events.iter().flat_map(|recorded| recorded.event.mentions());
    let streams = mentions.filter_map(|mention| match mention {
        Mention::Booking(booking) => Some(StreamId::Reservation(booking)),
        Mention::Voucher(voucher) => Some(StreamId::Voucher(voucher)),
        Mention::Order(order) => Some(StreamId::Order(order)),
        Mention::Member(_)
        | Mention::Place(_)
        | Mention::Subscription(_)
        | Mention::WaitingGroup(_)
        | Mention::Scan(_)
        | Mention::ClubUser(_)
        | Mention::Club(_)
        | Mention::Day(_) => None,
    });
    streams.collect()
}

impl EventFilter {
    /// Adds what an event of the subject's own stream refers to. A member's timeline selects by itself, and a list has no
    /// other stream.
    fn note(&mut self, event: &Event, streams: &mut BTreeSet<StreamId>) {
        if let Event::Reservation(ReservationEvent::RoundBooked { club, play_date, .. }) = event {
            streams.insert(StreamId::CourseDay(club.clone(), *play_date));
            // Where the booking took an offer.
            streams.insert(StreamId::WaitingList(club.clone(), *play_date));
            // Where its players arrived.
            streams.insert(StreamId::ArrivalList(club.clone(), *play_date));
        }
        for mention in event.mentions() {
            let stream = match (event, mention) {
                (Event::Reservation(_) | Event::Voucher(_), Mention::Place(place)) => {
                    self.places.insert(place);
                    continue;
                }
                (Event::Reservation(_) | Event::Voucher(_) | Event::Order(_), Mention::Member(member)) => {
                    StreamId::Membership(member)
                }
                (Event::Reservation(_), Mention::Voucher(voucher)) => StreamId::Voucher(voucher),
                (Event::Order(_), Mention::Voucher(voucher)) => {
                    self.vouchers.insert(voucher);
                    StreamId::Voucher(voucher)
                }
                (Event::Voucher(_), Mention::Order(order)) => StreamId::Order(order),
                (Event::CourseDay(_), Mention::Booking(booking)) => StreamId::Reservation(booking),
                _ => continue,
            };
            streams.insert(stream);
        }
    }

    fn covers(&self, event: &Event) -> bool {
        let is_selected = |mention: &Mention<'_>| match mention {
            Mention::Booking(booking) => self.booking == Some(*booking),
            Mention::Place(place) => self.places.contains(place),
            Mention::Voucher(voucher) => self.vouchers.contains(voucher),
            Mention::Order(order) => self.order == Some(*order),
            Mention::Member(_)
            | Mention::Subscription(_)
            | Mention::WaitingGroup(_)
            | Mention::Scan(_)
            | Mention::ClubUser(_)
            | Mention::Club(_)
            | Mention::Day(_) => false,
        };
        // An order's stream is read only if the order is the subject or paid for it.
        matches!(event, Event::Order(_)) || event.mentions().iter().any(is_selected)
    }
}
