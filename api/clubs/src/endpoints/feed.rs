//! `GET /club/api/arrivals`: what happens to the club's rounds, in the order of the journal. A system that asks for what is
//! after `next` misses nothing and gets nothing twice (docs/domain.md §3.25).

use std::collections::HashMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use chrono::NaiveDate;
use fairway_audit::dates::rfc3339;
use fairway_club_accounts::failure::ClubFailure;
use fairway_club_accounts::systems::{ArrivalsRead, SystemCaller};
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::query::QueryFields;
use fairway_events::{ClubId, Irregularity, MemberId, PlaceId};
use fairway_query::{Booking, ClubFeed, FeedItem, FeedKind};
use fairway_store::members::{self, Member};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::club_day::IrregularReason;
use crate::day::whole_name;
use crate::records;
use crate::state::Clubs;

/// Items of an answer without a wish.
const DEFAULT_LIMIT: u32 = 200;
/// Items of an answer, about at most: all items of an event are in one answer.
const MOST: u32 = 500;

/// Which part to read.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct FeedPart {
    /// The `next` of the answer before; 0 or nothing: from the beginning.
    #[param(minimum = 0)]
    after: Option<i64>,
    /// About how many items, 200 unless told: all items of one position come together.
    #[param(minimum = 1, maximum = 500)]
    limit: Option<u32>,
}

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ChangeKind {
    /// A place was booked.
    Booked,
    /// A place was cancelled.
    Cancelled,
    /// A player came in the stead of another.
    Swapped,
    /// The start time of a booking was agreed, or taken away.
    StartTime,
    /// A player came.
    Arrived,
    /// A player who had come was scanned again.
    SeenAgain,
    /// An arrival was taken back.
    Annulled,
    /// The holes that were played were corrected.
    Holes,
    /// A scan counts for nobody until the club decides.
    Irregular,
    /// The club decided about such a scan.
    Decided,
    /// The club said that a player did not come.
    Absent,
    /// The player objected to that.
    AbsenceObjected,
    /// The club took that back.
    AbsenceWithdrawn,
    /// Something was said about the course.
    Course,
}

impl From<FeedKind> for ChangeKind {
    fn from(kind: FeedKind) -> Self {
        match kind {
            FeedKind::Booked => Self::Booked,
            FeedKind::Cancelled => Self::Cancelled,
            FeedKind::Swapped => Self::Swapped,
            FeedKind::StartTime => Self::StartTime,
            FeedKind::Arrived => Self::Arrived,
            FeedKind::SeenAgain => Self::SeenAgain,
            FeedKind::Annulled => Self::Annulled,
            FeedKind::Holes => Self::Holes,
            FeedKind::Irregular => Self::Irregular,
            FeedKind::Decided => Self::Decided,
            FeedKind::Absent => Self::Absent,
            FeedKind::AbsenceObjected => Self::AbsenceObjected,
            FeedKind::AbsenceWithdrawn => Self::AbsenceWithdrawn,
            FeedKind::Course => Self::Course,
        }
    }
}

/// A change of the club's rounds or its course.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SystemChange {
    /// In the journal. Several places of one booking may have the same.
    pub position: i64,
    /// When it was recorded; RFC 3339.
    pub at: String,
    /// What happened.
    pub kind: ChangeKind,
    /// The day.
    pub date: NaiveDate,
    /// Its number; of another club's booking none.
    pub booking_number: Option<String>,
    /// The place.
    pub place: Option<Uuid>,
    /// swapped: the place that ended.
    pub left_place: Option<Uuid>,
    /// 9 or 18; holes: as they were played.
    pub holes: Option<u8>,
    /// The player now; null of an erased member and of another club's booking.
    pub name: Option<String>,
    /// start_time: `HH:MM`, Europe/Amsterdam; null: it was taken away.
    pub start_time: Option<String>,
    /// The nonce of the scan.
    pub scan: Option<Uuid>,
    /// When it was made; RFC 3339.
    pub scanned_at: Option<String>,
    /// irregular: why it counts for nobody by itself.
    pub why: Option<IrregularReason>,
    /// decided: whether it counts.
    pub counts: Option<bool>,
}

/// A part of what happened.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SystemChanges {
    /// In the order of the journal.
    pub items: Vec<SystemChange>,
    /// Up to here nothing is missing: ask for what is after it.
    pub next: i64,
    /// Whether the journal has more that could concern the club.
    pub behind: bool,
}

/// What happens to the club's rounds, in order and without gaps
#[utoipa::path(
    get,
    path = "/club/api/arrivals",
    operation_id = "system_arrivals",
    tag = "systems",
    security(("system" = ["arrivals.read"])),
    params(FeedPart),
    responses(
        (status = 200, description = "What is after the position", body = SystemChanges),
        (status = 422, description = "The journal does not have the position", body = FailureBody),
    ),
)]
pub(crate) async fn system_arrivals(
    State(clubs): State<Arc<Clubs>>,
    caller: SystemCaller<ArrivalsRead>,
    QueryFields(part): QueryFields<FeedPart>,
) -> Result<Json<SystemChanges>, ClubFailure> {
    let (common, club) = (&clubs.common, caller.user.club());
    let (after, limit) = (part.after.unwrap_or(0), part.limit.unwrap_or(DEFAULT_LIMIT));
    if !(1..=MOST).contains(&limit) {
        return Err(ClubFailure::invalid_field("limit", format!("Vraag 1 tot {MOST} regels tegelijk.")));
    }
    let ClubFeed { items, next, head } = common.reads.club_feed(club, after.max(0), limit).await?;
    if !(0..=head).contains(&after) {
        // Also after a restore that lost the end of the journal.
        return Err(ClubFailure::invalid_field("after", "Deze positie is er niet. Begin opnieuw bij 0."));
    }
    records::saw_feed(common, &caller.user).await?;
    let rounds = Rounds::read(&clubs, club, &items).await?;
    let items = items.into_iter().map(|item| rounds.describe(item)).collect();
    Ok(Json(SystemChanges { items, next, behind: next < head }))
}

/// The club's bookings of the items, and their players who are members still.
struct Rounds {
    bookings: HashMap<PlaceId, Booking>,
    members: HashMap<MemberId, Member>,
}

impl Rounds {
    async fn read(clubs: &Clubs, club: &ClubId, items: &[FeedItem]) -> Result<Self, Failure> {
        let places: Vec<PlaceId> = items.iter().filter_map(|item| item.place).collect();
        let mut bookings = clubs.common.reads.bookings_of_places(&places).await?;
        bookings.retain(|_, booking| booking.club == *club);
        let mut players: Vec<MemberId> = bookings
            .iter()
            .filter_map(|(place, booking)| booking.place(*place))
            .map(|place| place.member)
            .collect();
        players.sort_unstable();
        players.dedup();
        let mut members = members::by_ids(&clubs.common.pool, &players).await?;
        members.retain(|_, member| !member.is_erased());
        Ok(Self { bookings, members })
    }

    fn describe(&self, item: FeedItem) -> SystemChange {
        let round = item.place.and_then(|place| Some((place, self.bookings.get(&place)?)));
        // Of a start time no place is named; a place of another club says nothing here.
        let number = item.booking.filter(|_| item.place.is_none() || round.is_some());
        let player = round.and_then(|(place, booking)| booking.place(place));
        let holes = item.holes.or_else(|| round.map(|(_, booking)| booking.holes));
        let why = |text: &str| Irregularity::ALL.into_iter().find(|why| why.as_str() == text);
        SystemChange {
            position: item.position,
            at: rfc3339(item.at),
            kind: item.kind.into(),
            date: item.date,
            booking_number: number.map(|booking| booking.number().to_string()),
            place: round.map(|(place, _)| place.0),
            left_place: item.left.map(|place| place.0),
            holes: holes.filter(|_| item.place.is_none() || round.is_some()).map(|holes| holes.count()),
            name: player.and_then(|place| self.members.get(&place.member)).map(whole_name),
            start_time: item.start_time,
            scan: item.scan.map(|scan| scan.0),
            scanned_at: item.scanned_at.map(rfc3339),
            why: item.why.as_deref().and_then(why).map(IrregularReason::from),
            counts: item.counts,
        }
    }
}
