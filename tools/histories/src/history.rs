//! The record of a run: each operation that a client asked for, when, and the answer that it got. One JSON object a
//! line, so that a record that was cut off can be read up to there. It holds ids and days, and never a name.

use std::io::{BufRead, Write};

use anyhow::{Context, Result, ensure};
use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{BookingId, ClubId, Holes, MemberId, PlaceId, Position};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The first line: what repeats the run, and where it began.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The seed of the run.
    pub seed: u64,
    /// The journal's last position before the first operation.
    pub began_at: Position,
}

/// A record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct History {
    /// The seed and the beginning.
    pub header: Header,
    /// The operations, in the order in which they were invoked.
    pub operations: Vec<Operation>,
}

/// One request and its answer. A client that repeats a request records each attempt, all with the same `key`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Operation {
    /// Its number, unique in the record.
    pub id: u64,
    /// The session, which has one operation at a time.
    pub session: u32,
    /// The node that was asked.
    pub node: String,
    /// When it was asked for: nanoseconds of one monotonic clock for the whole record.
    pub invoked: u64,
    /// When its answer had come, or when the client gave up; same clock.
    pub completed: u64,
    /// The server's time in the answer (`x-fairway-now`); without an answer the client's.
    pub at: DateTime<Utc>,
    /// The answer's `x-request-id`, which is the correlation id of its events; none: no answer came.
    pub request: Option<Uuid>,
    /// The idempotency key that was sent.
    pub key: Option<String>,
    /// The member that the session is logged in as.
    pub by: MemberId,
    /// The request.
    pub call: Call,
    /// The answer.
    pub outcome: Outcome,
}

/// A request. Club and date are those that the client believes the booking to have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
#[expect(missing_docs, reason = "the fields are named as in the API")]
pub enum Call {
    /// Book a round for these players; the caller is one of them.
    Book { club: ClubId, date: NaiveDate, holes: Holes, players: Vec<MemberId> },
    /// Cancel one's own place.
    CancelPlace { club: ClubId, date: NaiveDate, booking: BookingId, place: PlaceId },
    /// Cancel every place of a booking.
    CancelGroup { club: ClubId, date: NaiveDate, booking: BookingId },
    /// Add one player.
    AddPlayer { club: ClubId, date: NaiveDate, booking: BookingId, player: MemberId },
    /// Remove a co-player.
    RemovePlayer { club: ClubId, date: NaiveDate, booking: BookingId, place: PlaceId },
    /// Let another player come for one who leaves.
    SwapPlayer { club: ClubId, date: NaiveDate, booking: BookingId, place: PlaceId, player: MemberId },
    /// The member's own active places from today on (`GET /api/reservations`).
    ReadOwn,
    /// Whether a group can play at a club on a day (`POST /api/reservations/availability`).
    ReadAvailability { club: ClubId, date: NaiveDate, holes: Holes, players: Vec<MemberId> },
    /// The bookings with an active place on a club's day, as operators or the club see them.
    ReadDay {
        club: ClubId,
        date: NaiveDate,
        /// Whether the endpoint reads the journal itself (operators'), and not the read models (the club's).
        from_journal: bool,
    },
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum Outcome {
    /// The command succeeded. `position` is its `Fairway-Position`.
    Ok {
        /// The position of its last event.
        position: Position,
    },
    /// The command was refused.
    Refused {
        /// The `Fairway-Position` at which it was decided; none: no rule decided (a limit, a malformed request, a
        /// refusal that was stored under the key).
        position: Option<Position>,
        /// The refusal's code, or the Dutch sentence that the member read.
        why: String,
    },
    /// A read's answer.
    Read {
        /// The `Fairway-Position` of the answer, where the read sent `Fairway-After`.
        position: Option<Position>,
        /// The content.
        answer: Answer,
    },
    /// No answer, or a failure of the portal: it may have been carried out or not.
    Unknown,
}

/// The content of a read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "shows", rename_all = "snake_case")]
pub enum Answer {
    /// The member's active places, in any order.
    Own {
        /// Each place with its day.
        places: Vec<OwnPlace>,
    },
    /// Whether the group can play.
    Availability {
        /// The reason why not, in Dutch; none: it can.
        reason: Option<String>,
        /// Whether a voucher would be used.
        bonus_needed: bool,
    },
    /// The bookings of a club's day, in any order.
    Day {
        /// Each booking.
        bookings: Vec<BookingId>,
    },
}

/// A place in a member's list.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct OwnPlace {
    /// The play date.
    pub date: NaiveDate,
    /// The club.
    pub club: ClubId,
    /// The place (`reservation_id`).
    pub place: PlaceId,
}

impl Call {
    /// The club's day that it is about; none: it is about a member's list.
    #[must_use]
    pub const fn day(&self) -> Option<(&ClubId, NaiveDate)> {
        match self {
            Self::Book { club, date, .. }
            | Self::CancelPlace { club, date, .. }
            | Self::CancelGroup { club, date, .. }
            | Self::AddPlayer { club, date, .. }
            | Self::RemovePlayer { club, date, .. }
            | Self::SwapPlayer { club, date, .. }
            | Self::ReadAvailability { club, date, .. }
            | Self::ReadDay { club, date, .. } => Some((club, *date)),
            Self::ReadOwn => None,
        }
    }

    /// Whether it changes nothing.
    #[must_use]
    pub const fn is_read(&self) -> bool {
        matches!(self, Self::ReadOwn | Self::ReadAvailability { .. } | Self::ReadDay { .. })
    }

    /// Whether it may take a booking away from its day.
    #[must_use]
    pub const fn takes_away(&self) -> bool {
        matches!(self, Self::CancelPlace { .. } | Self::CancelGroup { .. } | Self::RemovePlayer { .. })
    }
}

impl Outcome {
    /// The position that the answer named.
    #[must_use]
    pub const fn position(&self) -> Option<Position> {
        match self {
            Self::Ok { position } => Some(*position),
            Self::Refused { position, .. } | Self::Read { position, .. } => *position,
            Self::Unknown => None,
        }
    }
}

impl History {
    /// Reads a record, and sorts it by the times of invocation.
    ///
    /// # Errors
    /// When a line is not what this version writes, an operation ends before it began, two have one id, or a session has
    /// two operations at a time.
    pub fn read(lines: impl BufRead) -> Result<Self> {
        let mut lines = lines.lines().enumerate();
        let (_, first) = lines.next().context("the record is empty")?;
        let header = serde_json::from_str(&first?).context("line 1 is no header")?;
        let mut operations = Vec::new();
        for (number, line) in lines {
            let line = line?;
            operations.push(
                serde_json::from_str(&line)
                    .with_context(|| format!("line {} is no operation", number + 1))?,
            );
        }
        Self::new(header, operations)
    }

    /// A record of these operations.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn new(header: Header, mut operations: Vec<Operation>) -> Result<Self> {
        operations.sort_by_key(|operation| (operation.invoked, operation.id));
        let mut last_of = std::collections::HashMap::new();
        let mut ids = std::collections::HashSet::new();
        for Operation { id, session, invoked, completed, .. } in &operations {
            ensure!(ids.insert(*id), "two operations are number {id}");
            ensure!(invoked <= completed, "operation {id} ends before it begins");
            if let Some((before, ended)) = last_of.insert(*session, (*id, *completed)) {
                ensure!(ended <= *invoked, "session {session} has operations {before} and {id} at once");
            }
        }
        Ok(Self { header, operations })
    }

    /// Writes the record.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, mut out: impl Write) -> Result<()> {
        writeln!(out, "{}", serde_json::to_string(&self.header)?)?;
        for operation in &self.operations {
            writeln!(out, "{}", serde_json::to_string(operation)?)?;
        }
        Ok(())
    }
}
