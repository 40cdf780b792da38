//! The present state of the streams that a decision reads.
//!
//! A decision never loads: it asks the world for an aggregate, and if that is not loaded yet, the decision stops with
//! [`Undecided::Missing`], the writer loads the stream and decides again. So decisions stay pure and the writer can load
//! the streams of a whole batch at once.

use std::collections::HashMap;

use chrono::NaiveDate;
use fairway_events::{BookingId, ClubId, Event, MemberId, OrderId, StreamId, VoucherId};

use crate::{CourseDay, Membership, Order, Rejection, Reservation, Voucher, WaitingList};

/// An aggregate of any kind.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "each variant holds the aggregate of its name")]
pub enum AnyAggregate {
    Reservation(Reservation),
    Membership(Membership),
    Voucher(Voucher),
    CourseDay(CourseDay),
    Order(Order),
    WaitingList(WaitingList),
}

impl AnyAggregate {
    /// The aggregate of a stream without events.
    #[must_use]
    pub fn empty(stream: &StreamId) -> Self {
        match stream {
            StreamId::Reservation(_) => Self::Reservation(Reservation::default()),
            StreamId::Membership(_) => Self::Membership(Membership::default()),
            StreamId::Voucher(_) => Self::Voucher(Voucher::default()),
            StreamId::CourseDay(..) => Self::CourseDay(CourseDay::default()),
            StreamId::Order(_) => Self::Order(Order::default()),
            StreamId::WaitingList(..) => Self::WaitingList(WaitingList::default()),
        }
    }

    /// The state as JSON text; `None` when it cannot be written, which for these types means memory has run out.
    #[must_use]
    pub fn to_snapshot(&self) -> Option<String> {
        match self {
            Self::Reservation(state) => serde_json::to_string(state),
            Self::Membership(state) => serde_json::to_string(state),
            Self::Voucher(state) => serde_json::to_string(state),
            Self::CourseDay(state) => serde_json::to_string(state),
            Self::Order(state) => serde_json::to_string(state),
            Self::WaitingList(state) => serde_json::to_string(state),
        }
        .ok()
    }

    /// The state that [`Self::to_snapshot`] wrote for a stream of this kind; `None` when the text is not such a state.
    #[must_use]
    pub fn restore(stream: &StreamId, state: &str) -> Option<Self> {
        match stream {
            StreamId::Reservation(_) => serde_json::from_str(state).map(Self::Reservation),
            StreamId::Membership(_) => serde_json::from_str(state).map(Self::Membership),
            StreamId::Voucher(_) => serde_json::from_str(state).map(Self::Voucher),
            StreamId::CourseDay(..) => serde_json::from_str(state).map(Self::CourseDay),
            StreamId::Order(_) => serde_json::from_str(state).map(Self::Order),
            StreamId::WaitingList(..) => serde_json::from_str(state).map(Self::WaitingList),
        }
        .ok()
    }

    /// Applies a fact. An event of another kind of stream cannot be stored here; it would change nothing.
    pub fn evolve(&mut self, event: &Event) {
        match (self, event) {
            (Self::Reservation(state), Event::Reservation(event)) => state.evolve(event),
            (Self::Membership(state), Event::Membership(event)) => state.evolve(event),
            (Self::Voucher(state), Event::Voucher(event)) => state.evolve(event),
            (Self::CourseDay(state), Event::CourseDay(event)) => state.evolve(event),
            (Self::Order(state), Event::Order(event)) => state.evolve(event),
            (Self::WaitingList(state), Event::WaitingList(event)) => state.evolve(event),
            (
                Self::Reservation(_)
                | Self::Membership(_)
                | Self::Voucher(_)
                | Self::CourseDay(_)
                | Self::Order(_)
                | Self::WaitingList(_),
                Event::Reservation(_)
                | Event::Membership(_)
                | Event::Voucher(_)
                | Event::CourseDay(_)
                | Event::Order(_)
                | Event::WaitingList(_),
            ) => debug_assert!(false, "an event in a stream of another kind"),
        }
    }
}

/// An aggregate and the sequence of the last event that was applied to it; 0 for a stream without events.
#[derive(Debug, Clone)]
pub struct Loaded {
    /// The last sequence.
    pub version: i64,
    /// Whether that number was read from an event. A number that was counted is checked when the stream is appended to.
    pub is_read: bool,
    /// The state.
    pub state: AnyAggregate,
}

impl Loaded {
    /// A stream without events.
    #[must_use]
    pub fn empty(stream: &StreamId) -> Self {
        Self { version: 0, is_read: true, state: AnyAggregate::empty(stream) }
    }

    /// A state that was restored from a snapshot at that version.
    #[must_use]
    pub const fn restored(version: i64, state: AnyAggregate) -> Self {
        Self { version, is_read: false, state }
    }

    /// Applies an event that was just decided: the next of the stream.
    pub fn evolve(&mut self, event: &Event) {
        self.apply(self.version + 1, event);
        self.is_read = false;
    }

    /// Applies an event that was read. The version is the number that was read and never a count: what is appended next
    /// follows the stream as it is.
    pub fn apply(&mut self, sequence: i64, event: &Event) {
        (self.version, self.is_read) = (sequence, true);
        self.state.evolve(event);
    }
}

/// Why there is no decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Undecided {
    /// These streams must be loaded first.
    Missing(Vec<StreamId>),
    /// A rule forbids the command.
    Rejected(Box<Rejection>),
}

impl From<Rejection> for Undecided {
    fn from(rejection: Rejection) -> Self {
        Self::Rejected(Box::new(rejection))
    }
}

/// What a decision can see: anything that finds aggregates by stream.
pub trait World {
    /// The aggregate of a stream, if it is loaded.
    fn find(&self, stream: &StreamId) -> Option<&Loaded>;

    /// A booking.
    ///
    /// # Errors
    /// [`Undecided::Missing`] when it is not loaded; likewise below.
    fn reservation(&self, id: BookingId) -> Result<&Reservation, Undecided> {
        let stream = StreamId::Reservation(id);
        match self.find(&stream) {
            Some(Loaded { state: AnyAggregate::Reservation(state), .. }) => Ok(state),
            _ => Err(Undecided::Missing(vec![stream])),
        }
    }

    /// A member's rights.
    ///
    /// # Errors
    /// [`Undecided::Missing`] when it is not loaded.
    fn membership(&self, id: MemberId) -> Result<&Membership, Undecided> {
        let stream = StreamId::Membership(id);
        match self.find(&stream) {
            Some(Loaded { state: AnyAggregate::Membership(state), .. }) => Ok(state),
            _ => Err(Undecided::Missing(vec![stream])),
        }
    }

    /// A voucher.
    ///
    /// # Errors
    /// [`Undecided::Missing`] when it is not loaded.
    fn voucher(&self, id: VoucherId) -> Result<&Voucher, Undecided> {
        let stream = StreamId::Voucher(id);
        match self.find(&stream) {
            Some(Loaded { state: AnyAggregate::Voucher(state), .. }) => Ok(state),
            _ => Err(Undecided::Missing(vec![stream])),
        }
    }

    /// An order.
    ///
    /// # Errors
    /// [`Undecided::Missing`] when it is not loaded.
    fn order(&self, id: OrderId) -> Result<&Order, Undecided> {
        let stream = StreamId::Order(id);
        match self.find(&stream) {
            Some(Loaded { state: AnyAggregate::Order(state), .. }) => Ok(state),
            _ => Err(Undecided::Missing(vec![stream])),
        }
    }

    /// A club's day.
    ///
    /// # Errors
    /// [`Undecided::Missing`] when it is not loaded.
    fn course_day(&self, club: &ClubId, date: NaiveDate) -> Result<&CourseDay, Undecided> {
        let stream = StreamId::CourseDay(club.clone(), date);
        match self.find(&stream) {
            Some(Loaded { state: AnyAggregate::CourseDay(state), .. }) => Ok(state),
            _ => Err(Undecided::Missing(vec![stream])),
        }
    }

    /// Who waits for places of a club's day.
    ///
    /// # Errors
    /// [`Undecided::Missing`] when it is not loaded.
    fn waiting_list(&self, club: &ClubId, date: NaiveDate) -> Result<&WaitingList, Undecided> {
        let stream = StreamId::WaitingList(club.clone(), date);
        match self.find(&stream) {
            Some(Loaded { state: AnyAggregate::WaitingList(state), .. }) => Ok(state),
            _ => Err(Undecided::Missing(vec![stream])),
        }
    }
}

impl World for HashMap<StreamId, Loaded> {
    fn find(&self, stream: &StreamId) -> Option<&Loaded> {
        self.get(stream)
    }
}

/// What a command decided: new events per stream, in the order in which they are to be appended. Empty when the
/// command is a success that changes nothing, such as a repeated cancellation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Decision {
    /// The streams and their new events.
    pub events: Vec<(StreamId, Vec<Event>)>,
}
