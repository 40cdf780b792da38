//! The answers to scans, from what was recorded for each: a scan that is sent again gets the same answer.

use std::collections::{BTreeSet, HashMap};

use chrono::NaiveDate;
use fairway_audit::dates::rfc3339;
use fairway_club_accounts::access::ClubUser;
use fairway_endpoint::failure::Failure;
use fairway_events::{ClubUserId, Irregularity, MemberId, PlaceId, ScanId};
use fairway_query::{Arrival, Booking, RecordedScan, ScanKind};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::day::ListNames;
use crate::records;
use crate::state::Clubs;

/// What a scan meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ScanOutcome {
    /// The player arrived.
    Welcome,
    /// The player had arrived.
    Already,
    /// The round is on another day.
    OtherDay,
    /// The round is at another club.
    OtherClub,
    /// The place was cancelled.
    Cancelled,
    /// The code names no round.
    Unknown,
}

impl From<ScanKind> for ScanOutcome {
    fn from(kind: ScanKind) -> Self {
        match kind {
            ScanKind::Arrival => Self::Welcome,
            ScanKind::SeenAgain => Self::Already,
            ScanKind::Irregular(Irregularity::OtherDay) => Self::OtherDay,
            ScanKind::Irregular(Irregularity::OtherClub) => Self::OtherClub,
            ScanKind::Irregular(Irregularity::Cancelled) => Self::Cancelled,
            ScanKind::Irregular(Irregularity::Unknown) => Self::Unknown,
        }
    }
}

/// The answer to a scan. Nothing of another club's booking but the club's name.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ScanResult {
    /// The scan.
    pub nonce: Uuid,
    /// What it meant.
    pub outcome: ScanOutcome,
    /// The player.
    pub name: Option<String>,
    /// The place.
    pub place: Option<Uuid>,
    /// The number of the booking.
    pub booking_number: Option<String>,
    /// 9 or 18.
    pub holes: Option<u8>,
    /// already: when; RFC 3339.
    pub first_at: Option<String>,
    /// already: by which device.
    pub first_by: Option<String>,
    /// other_day: which.
    pub play_date: Option<NaiveDate>,
    /// other_club: which.
    pub club_name: Option<String>,
}

impl ScanResult {
    fn of(nonce: ScanId, outcome: ScanOutcome) -> Self {
        Self {
            nonce: nonce.0,
            outcome,
            name: None,
            place: None,
            booking_number: None,
            holes: None,
            first_at: None,
            first_by: None,
            play_date: None,
            club_name: None,
        }
    }
}

/// The answers to these scans, in their order, of the user's club. Who is named is recorded as seen.
///
/// # Errors
/// 503 when the read models do not show one of them yet: it is recorded, and a repetition finds it.
pub(crate) async fn answers(
    clubs: &Clubs,
    user: &ClubUser,
    scans: &[ScanId],
) -> Result<Vec<ScanResult>, Failure> {
    let reads = &clubs.common.reads;
    let recorded = reads.recorded_scans(user.club(), scans).await?;
    let places: Vec<PlaceId> = recorded.values().filter_map(|scan| scan.place).collect();
    let bookings = reads.bookings_of_places(&places).await?;
    let own = |place: PlaceId| bookings.get(&place).filter(|booking| booking.club == *user.club());

    // The first arrival of those who had arrived: mostly of one day.
    let again = recorded.values().filter(|scan| scan.kind == ScanKind::SeenAgain);
    let days: BTreeSet<NaiveDate> =
        again.filter_map(|scan| scan.place).filter_map(own).map(|booking| booking.play_date).collect();
    let mut arrivals: HashMap<PlaceId, Arrival> = HashMap::new();
    for date in days {
        arrivals.extend(reads.day_arrivals(user.club(), date).await?.places);
    }
    let members: Vec<MemberId> =
        places.iter().filter_map(|place| own(*place)?.place(*place)).map(|place| place.member).collect();
    let users: Vec<ClubUserId> = arrivals.values().map(|arrival| arrival.arrived_by).collect();
    let shown = places.iter().filter_map(|place| own(*place)).map(|booking| booking.play_date);
    records::saw_days(&clubs.common, user, shown.collect::<Vec<_>>()).await?;
    let names = ListNames::read(clubs, members, users).await?;
    let cards = clubs.cards().await?;

    scans
        .iter()
        .map(|nonce| {
            let scan = recorded.get(nonce).ok_or_else(Failure::unavailable)?;
            let mut result = ScanResult::of(*nonce, scan.kind.into());
            let booking = scan.place.and_then(|place| bookings.get(&place));
            if result.outcome == ScanOutcome::OtherClub {
                let card = booking.and_then(|booking| cards.get(&booking.club));
                result.club_name = card.map(|card| card.name.clone());
                return Ok(result);
            }
            let Some((place, booking)) = scan.place.and_then(|place| Some((place, own(place)?))) else {
                return Ok(ScanResult::of(*nonce, ScanOutcome::Unknown));
            };
            describe(&mut result, scan, (place, booking), arrivals.get(&place), &names);
            Ok(result)
        })
        .collect()
}

fn describe(
    result: &mut ScanResult,
    scan: &RecordedScan,
    (place, booking): (PlaceId, &Booking),
    arrival: Option<&Arrival>,
    names: &ListNames,
) {
    result.name = booking.place(place).map(|place| names.member(place.member));
    result.place = Some(place.0);
    result.booking_number = Some(booking.booking.number().to_string());
    result.holes = Some(booking.holes.count());
    if result.outcome == ScanOutcome::Already {
        result.first_at = Some(rfc3339(arrival.map_or(scan.at, |arrival| arrival.arrived_at)));
        result.first_by = arrival.map(|arrival| names.user(arrival.arrived_by));
    }
    if result.outcome == ScanOutcome::OtherDay {
        result.play_date = Some(booking.play_date);
    }
}
