//! From events that are gone to what was promised: one entry per booking, order, voucher, member or club's day, with each
//! request that changed it.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};
use chrono::{DateTime, Utc};
use fairway_events::journal::AcknowledgedEvent;
use fairway_events::{AggregateType, RecordedEvent, StreamId};
use uuid::Uuid;

use super::again::Again;
use super::gone::{Promised, Witness};
use crate::subjects::Subject;

/// Something of which promises are gone.
#[derive(Debug, Clone)]
pub struct Lost {
    /// What.
    pub subject: Subject,
    /// The promises, in their order.
    pub promises: Vec<Promise>,
    /// What has become of them since.
    pub again: Again,
}

/// What one request was answered with.
#[derive(Debug, Clone)]
pub struct Promise {
    /// When, UTC, by the clock of the node.
    pub at: DateTime<Utc>,
    /// Who remembers.
    pub witnesses: BTreeSet<Witness>,
    /// The events as they are read, in their order.
    pub events: Vec<RecordedEvent>,
    /// The same as they were stored.
    pub kept: Vec<AcknowledgedEvent>,
}

impl Lost {
    /// Every event that is gone.
    pub fn events(&self) -> impl Iterator<Item = &RecordedEvent> {
        self.promises.iter().flat_map(|promise| &promise.events)
    }

    /// When the first promise was made.
    #[must_use]
    pub fn at(&self) -> DateTime<Utc> {
        self.promises.iter().map(|promise| promise.at).min().unwrap_or_default()
    }
}

impl Promise {
    /// The events that say what was promised; the others only follow from them in other streams.
    pub fn telling(&self, subject: &Subject) -> impl Iterator<Item = &RecordedEvent> {
        let leading: &'static [AggregateType] = match subject {
            Subject::Booking(_) => &[AggregateType::Reservation],
            Subject::Order(_) => &[AggregateType::Order, AggregateType::Voucher],
            Subject::Voucher(_) => &[AggregateType::Voucher],
            Subject::Member(_) => &[AggregateType::Membership],
            Subject::ClubDay(..) => &[AggregateType::CourseDay],
        };
        self.events.iter().filter(|event| leading.contains(&event.stream.aggregate_type()))
    }
}

/// Groups events by request, and requests by what they are about.
///
/// # Errors
/// When this version cannot read one of them.
pub(super) fn by_subject(promised: Vec<Promised>) -> Result<Vec<Lost>> {
    let mut requests: Vec<Vec<(RecordedEvent, Promised)>> = Vec::new();
    let mut numbers: BTreeMap<Uuid, usize> = BTreeMap::new();
    for promised in promised {
        let read = promised.event.read(promised.position, promised.at).with_context(|| {
            format!(
                "an event that is gone cannot be read by this version ({} {}): use the version that wrote it",
                promised.event.event_type, promised.event.event_version
            )
        })?;
        let number = *numbers.entry(promised.event.correlation_id).or_insert(requests.len());
        if number == requests.len() {
            requests.push(Vec::new());
        }
        requests[number].push((read, promised));
    }
    let mut lost: Vec<Lost> = Vec::new();
    let mut of_subjects: BTreeMap<Subject, usize> = BTreeMap::new();
    for request in requests {
        for (subject, promise) in apart(request) {
            let number = *of_subjects.entry(subject.clone()).or_insert(lost.len());
            if number == lost.len() {
                lost.push(Lost { subject, promises: Vec::new(), again: Again::default() });
            }
            lost[number].promises.push(promise);
        }
    }
    Ok(lost)
}

/// A request is about the bookings that it changed; without one about the order, the voucher, the member, the day. An
/// import is one request about many things.
fn apart(request: Vec<(RecordedEvent, Promised)>) -> Vec<(Subject, Promise)> {
    let kinds = [
        AggregateType::Reservation,
        AggregateType::Order,
        AggregateType::Voucher,
        AggregateType::Membership,
        AggregateType::CourseDay,
    ];
    let of_kind = |kind: AggregateType| -> Vec<StreamId> {
        let mut streams: Vec<StreamId> = Vec::new();
        for (event, _) in &request {
            if event.stream.aggregate_type() == kind && !streams.contains(&event.stream) {
                streams.push(event.stream.clone());
            }
        }
        streams
    };
    let leading = kinds.into_iter().map(of_kind).find(|streams| !streams.is_empty()).unwrap_or_default();
    let mut promises: Vec<(Subject, Promise)> = leading
        .iter()
        .map(|stream| {
            let promise = Promise {
                at: DateTime::<Utc>::MAX_UTC,
                witnesses: BTreeSet::new(),
                events: Vec::new(),
                kept: Vec::new(),
            };
            (subject(stream), promise)
        })
        .collect();
    for (event, promised) in request {
        // What follows in other streams goes with the first.
        let place = leading.iter().position(|stream| *stream == event.stream).unwrap_or(0);
        let Some((_, promise)) = promises.get_mut(place) else { continue };
        promise.at = promise.at.min(promised.at);
        promise.witnesses.extend(promised.witnesses);
        promise.events.push(event);
        promise.kept.push(promised.event);
    }
    promises
}

fn subject(stream: &StreamId) -> Subject {
    match stream {
        StreamId::Reservation(id) => Subject::Booking(*id),
        StreamId::Order(id) => Subject::Order(*id),
        StreamId::Voucher(id) => Subject::Voucher(*id),
        StreamId::Membership(id) => Subject::Member(*id),
        StreamId::CourseDay(club, date) => Subject::ClubDay(club.clone(), *date),
    }
}
