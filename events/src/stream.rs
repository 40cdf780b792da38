//! The streams to which events belong. An invariant holds inside one stream, so each thing that commands compete for is
//! one (docs/architecture.md, "Streams and invariants").

use std::fmt;
use std::str::FromStr;

use chrono::NaiveDate;

use crate::{BookingId, ClubId, MemberId, OrderId, VoucherId};

/// The kinds of stream; the names are stored and never change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AggregateType {
    /// A booking.
    Reservation,
    /// A member's rights.
    Membership,
    /// A voucher.
    Voucher,
    /// One club's day.
    CourseDay,
    /// An order.
    Order,
    /// The waiting list of one club's day.
    WaitingList,
    /// The arrivals of one club's day.
    ArrivalList,
    /// What one club is owed.
    Settlement,
}

impl AggregateType {
    /// Every kind.
    pub const ALL: [Self; 8] = [
        Self::Reservation,
        Self::Membership,
        Self::Voucher,
        Self::CourseDay,
        Self::Order,
        Self::WaitingList,
        Self::ArrivalList,
        Self::Settlement,
    ];

    /// The kind of that name; `None` for one that this version does not know.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }

    /// The name in the `aggregate_type` column, and the `TYPE` of the aggregate.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Reservation => "Reservation",
            Self::Membership => "Membership",
            Self::Voucher => "Voucher",
            Self::CourseDay => "CourseDay",
            Self::Order => "Order",
            Self::WaitingList => "WaitingList",
            Self::ArrivalList => "ArrivalList",
            Self::Settlement => "Settlement",
        }
    }
}

/// A stream of the journal: an aggregate's type and id.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum StreamId {
    /// One booking.
    Reservation(BookingId),
    /// One member's rights.
    Membership(MemberId),
    /// One voucher.
    Voucher(VoucherId),
    /// One club's day.
    CourseDay(ClubId, NaiveDate),
    /// One order.
    Order(OrderId),
    /// The waiting list of one club's day.
    WaitingList(ClubId, NaiveDate),
    /// The arrivals of one club's day.
    ArrivalList(ClubId, NaiveDate),
    /// What one club is owed.
    Settlement(ClubId),
}

impl StreamId {
    /// The kind of stream.
    #[must_use]
    pub const fn aggregate_type(&self) -> AggregateType {
        match self {
            Self::Reservation(_) => AggregateType::Reservation,
            Self::Membership(_) => AggregateType::Membership,
            Self::Voucher(_) => AggregateType::Voucher,
            Self::CourseDay(..) => AggregateType::CourseDay,
            Self::Order(_) => AggregateType::Order,
            Self::WaitingList(..) => AggregateType::WaitingList,
            Self::ArrivalList(..) => AggregateType::ArrivalList,
            Self::Settlement(_) => AggregateType::Settlement,
        }
    }

    /// The text in the `aggregate_id` column.
    #[must_use]
    pub fn aggregate_id(&self) -> String {
        match self {
            Self::Reservation(id) => id.to_string(),
            Self::Membership(id) => id.to_string(),
            Self::Voucher(id) => id.to_string(),
            Self::CourseDay(club, date) | Self::WaitingList(club, date) | Self::ArrivalList(club, date) => {
                format!("{club}/{date}")
            }
            Self::Order(id) => id.to_string(),
            Self::Settlement(club) => club.to_string(),
        }
    }

    /// Reads a stream id back from its two columns.
    ///
    /// # Errors
    /// [`UnknownStream`] when the type is not one of ours or the id has another form.
    pub fn parse(aggregate_type: &str, aggregate_id: &str) -> Result<Self, UnknownStream> {
        let unknown = || UnknownStream(format!("{aggregate_type} {aggregate_id}"));
        match aggregate_type {
            "Reservation" => aggregate_id.parse().map(Self::Reservation).map_err(|_| unknown()),
            "Membership" => aggregate_id.parse().map(Self::Membership).map_err(|_| unknown()),
            "Voucher" => aggregate_id.parse().map(Self::Voucher).map_err(|_| unknown()),
            "Order" => aggregate_id.parse().map(Self::Order).map_err(|_| unknown()),
            "CourseDay" => club_and_date(aggregate_id)
                .map(|(club, date)| Self::CourseDay(club, date))
                .ok_or_else(unknown),
            "WaitingList" => club_and_date(aggregate_id)
                .map(|(club, date)| Self::WaitingList(club, date))
                .ok_or_else(unknown),
            "ArrivalList" => club_and_date(aggregate_id)
                .map(|(club, date)| Self::ArrivalList(club, date))
                .ok_or_else(unknown),
            "Settlement" => Ok(Self::Settlement(ClubId::from(aggregate_id))),
            _ => Err(unknown()),
        }
    }
}

/// The two parts of the id of something of one club's day.
fn club_and_date(id: &str) -> Option<(ClubId, NaiveDate)> {
    let (club, date) = id.rsplit_once('/')?;
    Some((ClubId::from(club), NaiveDate::from_str(date).ok()?))
}

impl fmt::Display for StreamId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.aggregate_type().as_str(), self.aggregate_id())
    }
}

/// A stream id that this version does not know.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown stream: {0}")]
pub struct UnknownStream(pub String);
