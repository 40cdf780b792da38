//! One event of any aggregate, and how it is written to and read from its stored form.
//!
//! The payload is what cqrs-es writes: the aggregate's event enum, tagged with the event's name. So a stock
//! `PostgresEventRepository` reads our streams, and we read its.

use cqrs_es::persist::SerializedEvent;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::upcast::upcast;
use crate::{
    AggregateType, CourseDayEvent, MembershipEvent, OrderEvent, ReservationEvent, StreamId, VoucherEvent,
};

/// Any event of the journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// Of a booking.
    Reservation(ReservationEvent),
    /// Of a member's rights.
    Membership(MembershipEvent),
    /// Of a voucher.
    Voucher(VoucherEvent),
    /// Of a club's day.
    CourseDay(CourseDayEvent),
    /// Of an order.
    Order(OrderEvent),
}

impl Event {
    /// The kind of stream that the event belongs to.
    #[must_use]
    pub const fn aggregate_type(&self) -> AggregateType {
        match self {
            Self::Reservation(_) => AggregateType::Reservation,
            Self::Membership(_) => AggregateType::Membership,
            Self::Voucher(_) => AggregateType::Voucher,
            Self::CourseDay(_) => AggregateType::CourseDay,
            Self::Order(_) => AggregateType::Order,
        }
    }

    /// The event's name (`RoundBooked`); unique across aggregates.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Reservation(event) => event.name(),
            Self::Membership(event) => event.name(),
            Self::Voucher(event) => event.name(),
            Self::CourseDay(event) => event.name(),
            Self::Order(event) => event.name(),
        }
    }

    /// The version of the payload.
    #[must_use]
    pub const fn version(&self) -> &'static str {
        match self {
            Self::Reservation(event) => event.version(),
            Self::Membership(event) => event.version(),
            Self::Voucher(event) => event.version(),
            Self::CourseDay(event) => event.version(),
            Self::Order(event) => event.version(),
        }
    }

    /// The payload as stored, as JSON text: the database parses it once into `jsonb`, and we never build a tree.
    ///
    /// # Errors
    /// When serde cannot write the event, which for these types means memory has run out.
    pub fn to_payload(&self) -> Result<String, serde_json::Error> {
        fn text<E: Serialize>(event: &E) -> Result<String, serde_json::Error> {
            serde_json::to_string(event)
        }
        match self {
            Self::Reservation(event) => text(event),
            Self::Membership(event) => text(event),
            Self::Voucher(event) => text(event),
            Self::CourseDay(event) => text(event),
            Self::Order(event) => text(event),
        }
    }

    /// Reads a stored event through the upcasters.
    ///
    /// # Errors
    /// [`UndecodableEvent`] when the payload fits no event that this version knows.
    pub fn decode(
        stream: &StreamId,
        event_type: &str,
        event_version: &str,
        payload: &str,
    ) -> Result<Self, UndecodableEvent> {
        let aggregate_type = stream.aggregate_type();
        let failed = |source| UndecodableEvent {
            event_type: event_type.to_owned(),
            event_version: event_version.to_owned(),
            source,
        };
        if let Some(value) = upcast(stream, event_type, event_version, payload).map_err(failed)? {
            return Self::from_value(aggregate_type, value).map_err(failed);
        }
        fn read<E: DeserializeOwned>(payload: &str) -> Result<E, serde_json::Error> {
            serde_json::from_str(payload)
        }
        match aggregate_type {
            AggregateType::Reservation => read(payload).map(Self::Reservation),
            AggregateType::Membership => read(payload).map(Self::Membership),
            AggregateType::Voucher => read(payload).map(Self::Voucher),
            AggregateType::CourseDay => read(payload).map(Self::CourseDay),
            AggregateType::Order => read(payload).map(Self::Order),
        }
        .map_err(failed)
    }

    fn from_value(aggregate_type: AggregateType, payload: Value) -> Result<Self, serde_json::Error> {
        match aggregate_type {
            AggregateType::Reservation => serde_json::from_value(payload).map(Self::Reservation),
            AggregateType::Membership => serde_json::from_value(payload).map(Self::Membership),
            AggregateType::Voucher => serde_json::from_value(payload).map(Self::Voucher),
            AggregateType::CourseDay => serde_json::from_value(payload).map(Self::CourseDay),
            AggregateType::Order => serde_json::from_value(payload).map(Self::Order),
        }
    }
}

/// What upcasters work on: cqrs-es' own type, so that its upcasters and ours are the same.
pub(crate) fn serialized(
    stream: &StreamId,
    event_type: &str,
    event_version: &str,
    payload: Value,
) -> SerializedEvent {
    SerializedEvent {
        aggregate_id: stream.aggregate_id(),
        sequence: 0,
        aggregate_type: stream.aggregate_type().as_str().to_owned(),
        event_type: event_type.to_owned(),
        event_version: event_version.to_owned(),
        payload,
        metadata: Value::Null,
    }
}

impl From<ReservationEvent> for Event {
    fn from(event: ReservationEvent) -> Self {
        Self::Reservation(event)
    }
}

impl From<MembershipEvent> for Event {
    fn from(event: MembershipEvent) -> Self {
        Self::Membership(event)
    }
}

impl From<VoucherEvent> for Event {
    fn from(event: VoucherEvent) -> Self {
        Self::Voucher(event)
    }
}

impl From<CourseDayEvent> for Event {
    fn from(event: CourseDayEvent) -> Self {
        Self::CourseDay(event)
    }
}

impl From<OrderEvent> for Event {
    fn from(event: OrderEvent) -> Self {
        Self::Order(event)
    }
}

/// A stored payload that no current type can hold.
#[derive(Debug, thiserror::Error)]
#[error("cannot read {event_type} version {event_version}")]
pub struct UndecodableEvent {
    /// The stored name.
    pub event_type: String,
    /// The stored version.
    pub event_version: String,
    /// What serde said.
    #[source]
    pub source: serde_json::Error,
}
