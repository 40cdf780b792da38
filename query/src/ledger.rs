//! Why is a play right used? Every use, return and forfeit of a right, in the order in which they happened.

mod fold;

use chrono::NaiveDate;
use fairway_events::{BookingId, ClubId, Holes, MemberId, PlaceId, Position, SubscriptionId};
use sqlx::Row;
use sqlx::postgres::PgRow;

use crate::reads::{ReadError, Reads, arguments, holes, queries};
pub use fold::PROJECTION;

queries! {
    LEDGER => include_str!("ledger/ledger.sql"),
}

/// A change in the use of a right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LedgerKind {
    /// A place used it.
    Claimed,
    /// The place ended and gave the right back, which is free again (docs/domain.md §3.4).
    Returned,
    /// The place was cancelled on the play date: the right stays used.
    Forfeited,
    /// It was forfeited, and an operator gave it back.
    Restored,
}

impl LedgerKind {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Claimed => "claimed",
            Self::Returned => "returned",
            Self::Forfeited => "forfeited",
            Self::Restored => "restored",
        }
    }

    /// The kind of a stored name; the column's check allows no other names.
    fn from_stored(text: &str) -> Self {
        let ends = [Self::Returned, Self::Forfeited, Self::Restored];
        ends.into_iter().find(|kind| kind.as_str() == text).unwrap_or(Self::Claimed)
    }
}

/// A line of the ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerEntry {
    /// Identifies the line; the next page begins after it.
    pub cursor: LedgerCursor,
    /// The change.
    pub kind: LedgerKind,
    /// The booking.
    pub booking: BookingId,
    /// The member's place in it.
    pub place: PlaceId,
    /// The club.
    pub club: ClubId,
    /// The length of the round.
    pub holes: Holes,
    /// The day of the round, in Europe/Amsterdam.
    pub play_date: NaiveDate,
    /// The notice with which the club cancelled the round.
    pub club_notice: Option<String>,
}

/// The sort key of a line. The ledger is sorted latest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LedgerCursor {
    /// The day on which it happened.
    pub day: NaiveDate,
    /// The event's position in the journal.
    pub position: Position,
}

impl Reads {
    /// The lines about the rights of one pass of a member, latest first: at most `limit` after `after`. Another
    /// member's pass has no lines.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn ledger(
        &self,
        member: MemberId,
        subscription: SubscriptionId,
        after: Option<LedgerCursor>,
        limit: i64,
    ) -> Result<Vec<LedgerEntry>, ReadError> {
        // Higher than every line, so that the comparison needs no special case for the first page.
        let end = NaiveDate::from_ymd_opt(9999, 12, 31).unwrap_or(NaiveDate::MAX);
        let after = after.unwrap_or(LedgerCursor { day: end, position: Position::MAX });
        let arguments = arguments!(member.0, subscription.0, after.day, after.position, limit);
        self.rows(LEDGER, arguments).await?.iter().map(entry).collect()
    }
}

fn entry(row: &PgRow) -> Result<LedgerEntry, ReadError> {
    Ok(LedgerEntry {
        cursor: LedgerCursor { day: row.try_get("day")?, position: row.try_get("position")? },
        kind: LedgerKind::from_stored(row.try_get("kind")?),
        booking: BookingId(row.try_get("booking_id")?),
        place: PlaceId(row.try_get("place_id")?),
        club: ClubId(row.try_get("club_id")?),
        holes: holes(row.try_get("holes")?)?,
        play_date: row.try_get("play_date")?,
        club_notice: row.try_get("club_notice")?,
    })
}
