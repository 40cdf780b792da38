//! What happened to a club's rounds and course, in the order of the journal, for the club's own systems
//! (docs/domain.md §3.25).

mod fold;

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{BookingId, ClubId, Holes, PlaceId, Position, ScanId};
use sqlx::Row;
use sqlx::postgres::PgRow;
use uuid::Uuid;

use crate::reads::{ReadError, Reads, arguments, holes, queries};
pub use fold::PROJECTION;

queries! {
    CLUB_FEED => include_str!("club_feed/club_feed.sql"),
}

/// A part of what happened to a club's rounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClubFeed {
    /// In the order of the journal.
    pub items: Vec<FeedItem>,
    /// Up to this position nothing is missing.
    pub next: Position,
    /// The journal's last position.
    pub head: Position,
}

/// What happened to a round, or to the course.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeedItem {
    /// The event's.
    pub position: Position,
    /// What it was.
    pub kind: FeedKind,
    /// When it was recorded, UTC.
    pub at: DateTime<Utc>,
    /// The day.
    pub date: NaiveDate,
    /// The booking.
    pub booking: Option<BookingId>,
    /// The place.
    pub place: Option<PlaceId>,
    /// The place that a swapped one replaces.
    pub left: Option<PlaceId>,
    /// The length of the round, where the event names it.
    pub holes: Option<Holes>,
    /// Of an agreed start time; none: it was taken away.
    pub start_time: Option<String>,
    /// The scan.
    pub scan: Option<ScanId>,
    /// When it was made, UTC.
    pub scanned_at: Option<DateTime<Utc>>,
    /// Why an irregular scan counts for nobody until the club decides, as the journal names it.
    pub why: Option<String>,
    /// What the club decided about a scan.
    pub counts: Option<bool>,
}

/// What an item is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FeedKind {
    /// A place was booked.
    Booked,
    /// A place was cancelled.
    Cancelled,
    /// A place became another player's.
    Swapped,
    /// A start time was agreed, or taken away.
    StartTime,
    /// A player arrived.
    Arrived,
    /// A player who had arrived was scanned again.
    SeenAgain,
    /// An arrival was taken back.
    Annulled,
    /// The holes that were played were corrected.
    Holes,
    /// A scan counts for nobody until the club decides.
    Irregular,
    /// The club decided about such a scan.
    Decided,
    /// The club said how its course is.
    Course,
}

impl FeedKind {
    /// Every kind.
    pub const ALL: [Self; 11] = [
        Self::Booked,
        Self::Cancelled,
        Self::Swapped,
        Self::StartTime,
        Self::Arrived,
        Self::SeenAgain,
        Self::Annulled,
        Self::Holes,
        Self::Irregular,
        Self::Decided,
        Self::Course,
    ];

    /// As it is stored.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Booked => "booked",
            Self::Cancelled => "cancelled",
            Self::Swapped => "swapped",
            Self::StartTime => "start_time",
            Self::Arrived => "arrived",
            Self::SeenAgain => "seen_again",
            Self::Annulled => "annulled",
            Self::Holes => "holes",
            Self::Irregular => "irregular",
            Self::Decided => "decided",
            Self::Course => "course",
        }
    }
}

impl Reads {
    /// What happened at a club after a position: at most about `limit` items, and always all of an event.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn club_feed(&self, club: &ClubId, after: Position, limit: u32) -> Result<ClubFeed, ReadError> {
        let rows = self.rows(CLUB_FEED, arguments!(club.0.as_str(), after, i64::from(limit))).await?;
        let first = rows.first().ok_or(sqlx::Error::RowNotFound)?;
        let (reached, head): (Position, Position) = (first.try_get("reached")?, first.try_get("head")?);
        let items: Vec<FeedItem> =
            rows.iter().filter_map(|row| item(row).transpose()).collect::<Result<_, _>>()?;
        let is_full = items.len() >= limit as usize;
        let next = items.last().filter(|_| is_full).map_or(reached, |last| last.position);
        Ok(ClubFeed { items, next: next.max(after), head })
    }
}

/// None: the row says only how far the tables are.
fn item(row: &PgRow) -> Result<Option<FeedItem>, ReadError> {
    let Some(position) = row.try_get::<Option<Position>, _>("position")? else { return Ok(None) };
    let kind: &str = row.try_get("kind")?;
    let id = |column: &str| row.try_get::<Option<Uuid>, _>(column);
    Ok(Some(FeedItem {
        position,
        // The column's check allows no other word.
        kind: FeedKind::ALL.into_iter().find(|known| known.as_str() == kind).unwrap_or(FeedKind::Course),
        at: row.try_get("recorded_at")?,
        date: row.try_get("play_date")?,
        booking: id("booking_id")?.map(BookingId),
        place: id("place_id")?.map(PlaceId),
        left: id("left_place_id")?.map(PlaceId),
        holes: row.try_get::<Option<i16>, _>("holes")?.map(holes).transpose()?,
        start_time: row.try_get("start_time")?,
        scan: id("scan_id")?.map(ScanId),
        scanned_at: row.try_get("scanned_at")?,
        why: row.try_get("why")?,
        counts: row.try_get("counts")?,
    }))
}
