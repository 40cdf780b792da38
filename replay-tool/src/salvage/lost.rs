//! Groups missing events by subject: one entry per booking, order, voucher, member, club's day or settlement, with each
//! request that changed it.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};
use chrono::{DateTime, Utc};
use fairway_audit::state::Booking;
use fairway_audit::subject::Subject;
use fairway_events::journal::AcknowledgedEvent;
use fairway_events::{AggregateType, RecordedEvent, StreamId};
use uuid::Uuid;

use super::missing::{Acknowledged, Source};

/// A subject with missing events.
#[derive(Debug, Clone)]
pub struct LostSubject {
    /// The subject.
    pub subject: Subject,
    /// The requests that were answered and are missing, in their order.
    pub requests: Vec<LostRequest>,
    /// The recovery since the loss.
    pub recovery: Recovery,
}

/// The recovery of a subject since the loss.
#[derive(Debug, Clone, Default)]
pub struct Recovery {
    /// Nothing is left to do.
    pub is_complete: bool,
    /// The details, in sentences.
    pub sentences: Vec<String>,
    /// The booking with the missing events applied; none when the subject is no booking.
    pub booking: Option<Booking>,
}

/// One acknowledged request whose events are missing.
#[derive(Debug, Clone)]
pub struct LostRequest {
    /// When it was acknowledged, UTC, by the clock of the node.
    pub at: DateTime<Utc>,
    /// The sources that have it.
    pub sources: BTreeSet<Source>,
    /// The decoded events, in their order.
    pub events: Vec<RecordedEvent>,
    /// The same events as stored.
    pub stored: Vec<AcknowledgedEvent>,
}

impl LostSubject {
    /// Every missing event.
    pub fn events(&self) -> impl Iterator<Item = &RecordedEvent> {
        self.requests.iter().flat_map(|request| &request.events)
    }

    /// When the first request was answered.
    #[must_use]
    pub fn at(&self) -> DateTime<Utc> {
        self.requests.iter().map(|request| request.at).min().unwrap_or_default()
    }
}

impl LostRequest {
    /// The events of the subject itself, without those that follow from them in other streams.
    pub fn main_events(&self, subject: &Subject) -> impl Iterator<Item = &RecordedEvent> {
        let leading: &'static [AggregateType] = match subject.0 {
            StreamId::Reservation(_) => &[AggregateType::Reservation],
            StreamId::Order(_) => &[AggregateType::Order, AggregateType::Voucher],
            StreamId::Voucher(_) => &[AggregateType::Voucher],
            StreamId::Membership(_) => &[AggregateType::Membership],
            StreamId::CourseDay(..) => &[AggregateType::CourseDay],
            StreamId::WaitingList(..) => &[AggregateType::WaitingList],
            StreamId::ArrivalList(..) => &[AggregateType::ArrivalList],
            StreamId::Settlement(_) => &[AggregateType::Settlement],
        };
        self.events.iter().filter(|event| leading.contains(&event.stream.aggregate_type()))
    }
}

/// Groups events by request, and requests by subject.
///
/// # Errors
/// When this version cannot read one of them.
pub(super) fn by_subject(missing: Vec<Acknowledged>) -> Result<Vec<LostSubject>> {
    let mut requests: Vec<Vec<(RecordedEvent, Acknowledged)>> = Vec::new();
    let mut numbers: BTreeMap<Uuid, usize> = BTreeMap::new();
    for acknowledged in missing {
        let read = acknowledged.event.read(acknowledged.position, acknowledged.at).with_context(|| {
            format!(
                "an event that is gone cannot be read by this version ({} {}): use the version that wrote it",
                acknowledged.event.event_type, acknowledged.event.event_version
            )
        })?;
        let number = *numbers.entry(acknowledged.event.correlation_id).or_insert(requests.len());
        if number == requests.len() {
            requests.push(Vec::new());
        }
        requests[number].push((read, acknowledged));
    }
    let mut lost: Vec<LostSubject> = Vec::new();
    let mut of_subjects: BTreeMap<Subject, usize> = BTreeMap::new();
    for request in requests {
        for (subject, request) in by_leading_stream(request) {
            let number = *of_subjects.entry(subject.clone()).or_insert(lost.len());
            if number == lost.len() {
                lost.push(LostSubject { subject, requests: Vec::new(), recovery: Recovery::default() });
            }
            lost[number].requests.push(request);
        }
    }
    Ok(lost)
}

/// The subjects of a request are the bookings that it changed; else its orders, vouchers, members or club days. An
/// import is one request with many subjects.
fn by_leading_stream(request: Vec<(RecordedEvent, Acknowledged)>) -> Vec<(Subject, LostRequest)> {
    let kinds = [
        AggregateType::Reservation,
        AggregateType::Order,
        AggregateType::Voucher,
        AggregateType::Membership,
        AggregateType::WaitingList,
        AggregateType::ArrivalList,
        AggregateType::Settlement,
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
    let mut by_subject: Vec<(Subject, LostRequest)> = leading
        .iter()
        .map(|stream| {
            let empty = LostRequest {
                at: DateTime::<Utc>::MAX_UTC,
                sources: BTreeSet::new(),
                events: Vec::new(),
                stored: Vec::new(),
            };
            (Subject(stream.clone()), empty)
        })
        .collect();
    for (event, acknowledged) in request {
        // Events that follow in other streams belong to the first subject.
        let number = leading.iter().position(|stream| *stream == event.stream).unwrap_or(0);
        let Some((_, lost)) = by_subject.get_mut(number) else { continue };
        lost.at = lost.at.min(acknowledged.at);
        lost.sources.extend(acknowledged.sources);
        lost.events.push(event);
        lost.stored.push(acknowledged.event);
    }
    by_subject
}
