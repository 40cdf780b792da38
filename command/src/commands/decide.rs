//! The trait of every command, and helpers that decisions share.

use std::sync::Arc;

use chrono::NaiveDate;
use fairway_events::{BookingId, ClubId, Event, Holes, MemberId, StreamId};

use crate::{Club, Decision, Undecided, World};

/// A command: which streams it reads, and what it decides on them.
pub(crate) trait Decide {
    /// Its kind in the hourly count of a member's commands.
    const COUNTS_AS: CountsAs;

    /// The streams that the decision reads, as far as the command itself names them, in any order.
    fn streams(&self) -> Vec<StreamId>;

    /// The stream that the command is to start, under an id that was made for it: almost certainly empty. No order is
    /// one: its id follows from its key, so that a repetition is not unlikely.
    fn starts(&self) -> Option<StreamId> {
        None
    }

    /// Names the subject for the record of its refusal; by default none.
    fn about(&self) -> About {
        About::default()
    }

    /// Decides the command on the present state. All of `streams` are loaded.
    fn decide(&self, world: &impl World) -> Result<Decision, Undecided>;
}

/// The kinds of commands in the count of those that a member may give in an hour (docs/domain.md §3.14).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CountsAs {
    /// A round that is booked.
    Booking,
    /// Any other change of rounds, or an order.
    Change,
    /// Not counted: it follows an order that was counted, or no member gives it.
    Nothing,
}

/// The subject of a command, as far as the record of its refusal names it.
#[derive(Debug, Clone, Default)]
pub struct About {
    /// The booking.
    pub booking: Option<BookingId>,
    /// The club.
    pub club: Option<Arc<Club>>,
    /// The play date.
    pub play_date: Option<NaiveDate>,
    /// The length of the round.
    pub holes: Option<Holes>,
    /// The intended players.
    pub players: Vec<MemberId>,
}

/// The list of a club's day, and the day.
pub(super) fn waiting_list(club: &ClubId, date: NaiveDate) -> [StreamId; 2] {
    [StreamId::WaitingList(club.clone(), date), StreamId::CourseDay(club.clone(), date)]
}

/// Stops unless every stream is loaded, and names all that are not, so that one load reads them all.
pub(super) fn require(
    world: &impl World,
    streams: impl IntoIterator<Item = StreamId>,
) -> Result<(), Undecided> {
    let missing: Vec<StreamId> = streams.into_iter().filter(|stream| world.find(stream).is_none()).collect();
    if missing.is_empty() { Ok(()) } else { Err(Undecided::Missing(once_each(missing))) }
}

/// A request may name a member twice; a stream that is loaded twice would count everything twice.
pub(super) fn once_each(mut streams: Vec<StreamId>) -> Vec<StreamId> {
    streams.sort_unstable();
    streams.dedup();
    streams
}

impl Decision {
    /// Adds what an aggregate decided; nothing decided leaves the stream out.
    pub(super) fn add<E: Into<Event>>(&mut self, stream: StreamId, events: Vec<E>) {
        if !events.is_empty() {
            self.events.push((stream, events.into_iter().map(Into::into).collect()));
        }
    }
}
