//! `POST /club/api/scans`: records what devices scanned (docs/domain.md §3.24). A well-formed scan is never refused, and
//! one that is sent again is recorded once: devices keep what they scanned until they have the answer.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use fairway_clock::clock::day_of;
use fairway_clock::day;
use fairway_club_accounts::access::{ClubUser, Permitted, RecordArrivals};
use fairway_club_accounts::failure::ClubFailure;
use fairway_command::{Command, Outcome, RecordScan, Scanned};
use fairway_endpoint::ask_models::{Answered, ask_models};
use fairway_endpoint::body::{self, JsonBody};
use fairway_endpoint::commands::undecided;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::receipts;
use fairway_events::{ClubId, PlaceId, Position, Scan, ScanId, ScannedRound};
use fairway_query::Booking;
use fairway_store::club_devices;
use futures::StreamExt;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::answers::{ScanResult, answers};
use crate::state::Clubs;
use crate::submit::submit;

/// Scans of one request, at most.
const MOST: usize = 100;
/// The longest code, characters.
const LONGEST_CODE: usize = 200;
/// The oldest that a scan may be: a larger age counts as this one.
const OLDEST: TimeDelta = TimeDelta::days(30);
/// How long after the play date a scan counts by itself: as long as the day can be corrected.
const LATEST: TimeDelta = TimeDelta::days(7);
/// Scans that the writer decides together.
const AT_ONCE: usize = 16;

/// How a player was recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ScanMethod {
    /// The device's camera.
    Camera,
    /// A scanner that types.
    Scanner,
    /// A number that somebody typed.
    Number,
    /// The list.
    List,
}

impl From<ScanMethod> for fairway_events::ScanMethod {
    fn from(method: ScanMethod) -> Self {
        match method {
            ScanMethod::Camera => Self::Camera,
            ScanMethod::Scanner => Self::Scanner,
            ScanMethod::Number => Self::Number,
            ScanMethod::List => Self::List,
        }
    }
}

/// A scan, as the device keeps it.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct NewScan {
    /// A UUID that the device made.
    #[schema(value_type = uuid::Uuid)]
    pub nonce: String,
    /// The device's day when it scanned; never changed when it is sent again.
    #[schema(value_type = NaiveDate)]
    pub day: String,
    /// The device's clock; RFC 3339.
    #[schema(format = DateTime)]
    pub scanned_at: String,
    /// Milliseconds from the scan to this request, by the device's steady clock.
    /// Less than none counts as none, more than 30 days as 30 days.
    #[serde(deserialize_with = "body::whole")]
    pub age_ms: i64,
    /// How the player was recorded.
    pub method: ScanMethod,
    /// The voucher's code that was read, at most 200 characters. A booking number is no code: choose the player's `place`
    /// in the list.
    #[schema(max_length = 200)]
    pub code: Option<String>,
    /// Instead of a code: the place that was chosen from the list.
    #[schema(value_type = Option<uuid::Uuid>)]
    pub place: Option<String>,
}

/// Scans to record.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct NewScans {
    /// How many more wait on the device.
    #[serde(deserialize_with = "body::whole")]
    pub waiting: i64,
    /// At most 100, oldest first.
    #[schema(max_items = 100)]
    pub scans: Vec<NewScan>,
}

/// One for each, in their order.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ScanResults {
    /// The answers.
    pub results: Vec<ScanResult>,
}

/// Record scans; the same nonce is recorded once
#[utoipa::path(
    post,
    path = "/club/api/scans",
    operation_id = "club_scans",
    tag = "day",
    security(("club" = ["desk", "manager"])),
    request_body = NewScans,
    responses(
        (status = 200, description = "All are recorded", body = ScanResults),
        (status = 422, description = "One is malformed: none is recorded", body = FailureBody),
        (status = 503, description = "Some may not be recorded: send all of them again", body = FailureBody),
    ),
)]
pub(crate) async fn club_scans(
    State(clubs): State<Arc<Clubs>>,
    permitted: Permitted<RecordArrivals>,
    JsonBody(NewScans { waiting, scans }): JsonBody<NewScans>,
) -> Result<Json<ScanResults>, ClubFailure> {
    let user = &permitted.user;
    let (common, now) = (&clubs.common, clubs.common.clock.now());
    let results = take(&clubs, user, scans, now).await?;
    if user.is_device() {
        club_devices::note_sync(&common.pool, user.id(), Some(waiting.max(0)), now).await?;
    }
    Ok(Json(results))
}

/// Records scans; returns the answers.
///
/// # Errors
/// 422 when one is malformed, 503 when some may not be recorded.
pub(super) async fn take(
    clubs: &Clubs,
    user: &ClubUser,
    scans: Vec<NewScan>,
    now: DateTime<Utc>,
) -> Result<ScanResults, Failure> {
    if scans.len() > MOST {
        let sentence = format!("Stuur hoogstens {MOST} scans tegelijk.");
        return Err(Failure::invalid_field("scans", sentence));
    }
    let read = |scan| read_scan(clubs, user, scan, now);
    let scans: Vec<Read> = scans.into_iter().map(read).collect::<Result<_, _>>()?;
    let nonces: Vec<ScanId> = scans.iter().map(|scan| scan.scan.id).collect();
    record(clubs, user, &scans).await?;
    Ok(ScanResults { results: answers(clubs, user, &nonces).await? })
}

/// A well-formed scan.
struct Read {
    scan: Scan,
    /// The device's day.
    day: NaiveDate,
    /// The place that the code or the choice names.
    place: Option<PlaceId>,
}

fn read_scan(clubs: &Clubs, user: &ClubUser, scan: NewScan, now: DateTime<Utc>) -> Result<Read, Failure> {
    let malformed = || Failure::invalid_field("scans", "Een van de scans is ongeldig.");
    let id: ScanId = scan.nonce.parse().map_err(|_| malformed())?;
    let day = day::parse(&scan.day).ok_or_else(malformed)?;
    let device_time = DateTime::parse_from_rfc3339(&scan.scanned_at).map_err(|_| malformed())?.to_utc();
    let place = match (scan.code, scan.place) {
        (Some(code), None) if code.chars().count() <= LONGEST_CODE => {
            clubs.links.codes.verify(&code).ok().map(|code| code.place)
        }
        (None, Some(place)) => Some(place.parse().map_err(|_| malformed())?),
        _ => return Err(malformed()),
    };
    let age = TimeDelta::milliseconds(scan.age_ms.clamp(0, OLDEST.num_milliseconds()));
    let scan = Scan { id, by: user.id(), at: now - age, device_time, method: scan.method.into() };
    // A device whose clock is days off: the scan is listed where somebody looks.
    let scanned_on = day_of(scan.at);
    let day = if (day - scanned_on).num_days().abs() > 1 { scanned_on } else { day };
    Ok(Read { scan, day, place })
}

/// Records the scans that are not known yet, each by itself: one that fails leaves the others recorded.
async fn record(clubs: &Clubs, user: &ClubUser, scans: &[Read]) -> Result<(), Failure> {
    let common = &clubs.common;
    let nonces: Vec<ScanId> = scans.iter().map(|scan| scan.scan.id).collect();
    let known = common.reads.recorded_scans(user.club(), &nonces).await?;
    let new: Vec<&Read> = scans.iter().filter(|scan| !known.contains_key(&scan.scan.id)).collect();
    if new.is_empty() {
        return Ok(());
    }
    let bookings = bookings(clubs, new.iter().filter_map(|scan| scan.place).collect()).await?;
    let mut commands = Vec::with_capacity(new.len());
    for read in new {
        let booking = read.place.and_then(|place| Some((place, bookings.get(&place)?)));
        let (date, scanned) = judge(user.club(), common.clock.today(), read, booking);
        let command = RecordScan { club: user.club().clone(), date, scanned, scan: read.scan };
        commands.push(submit(common, user, Command::RecordScan(command), None));
    }
    let outcomes: Vec<_> = futures::stream::iter(commands).buffered(AT_ONCE).collect().await;
    let mut shown: Position = 0;
    for outcome in outcomes {
        match outcome {
            Ok(Outcome::Accepted { position, .. } | Outcome::Replayed { position, .. }) => {
                shown = shown.max(position);
            }
            Ok(Outcome::Rejected(rejection)) => {
                tracing::error!(code = rejection.code(), "a scan was refused, which no rule does");
                return Err(Failure::internal());
            }
            // No scan has a key.
            Ok(Outcome::KeyReused) => {}
            Err(error) => return Err(undecided(&error)),
        }
    }
    receipts::show(common, shown).await;
    Ok(())
}

/// The bookings of places; places that do not exist are absent.
async fn bookings(clubs: &Clubs, places: BTreeSet<PlaceId>) -> Result<HashMap<PlaceId, Booking>, Failure> {
    let (reads, places) = (&clubs.common.reads, places.into_iter().collect::<Vec<_>>());
    let query = || async {
        let found = reads.bookings_of_places(&places).await?;
        Ok::<_, Failure>((found.len() == places.len()).then_some(found))
    };
    match ask_models(&clubs.common, query).await? {
        Answered::Found(found) => Ok(found),
        Answered::Absent => Ok(reads.bookings_of_places(&places).await?),
        // An unknown code is recorded as one for good: not before it is known to be one.
        Answered::Behind => Err(Failure::unavailable()),
    }
}

/// The list to which a scan belongs, and what was seen.
fn judge(
    club: &ClubId,
    today: NaiveDate,
    read: &Read,
    booking: Option<(PlaceId, &Booking)>,
) -> (NaiveDate, Scanned) {
    let of = booking.and_then(|(place, booking)| Some((booking, booking.place(place)?)));
    let Some((booking, place)) = of else { return (read.day, Scanned::Unknown) };
    let round = ScannedRound {
        booking: booking.booking,
        place: place.place,
        member: place.member,
        holes: booking.holes,
    };
    let scanned = if booking.club != *club {
        Scanned::OtherClub(round)
    } else if day_of(read.scan.at) != booking.play_date || today - booking.play_date > LATEST {
        // One that arrives when the day cannot be corrected any more is decided on, too.
        Scanned::OtherDay(round)
    } else {
        Scanned::Place { booking: booking.booking, place: place.place }
    };
    (booking.play_date, scanned)
}
