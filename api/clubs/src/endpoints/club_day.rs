//! `GET /club/api/days/{date}`: who plays at the club on a day, who arrived, and which scans wait for a decision.

use std::collections::HashMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, NaiveDate, Utc};
use fairway_audit::dates::rfc3339;
use fairway_club_accounts::access::{Permitted, SeeDay};
use fairway_club_accounts::failure::ClubFailure;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::field_errors::FieldErrors;
use fairway_endpoint::path::PathText;
use fairway_events::{Irregularity, PlaceId, PlayRight, VoucherId, VoucherKind};
use fairway_query::{Booking, IrregularScan as StoredScan, Place};
use fairway_store::club_devices;
use fairway_store::clubs::Clubs as ClubCards;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::absences::AbsenceReason;
use super::course_days::{ClosedDay, CourseDay};
use crate::day::{ArrivalStatus, Day, ListNames, can_correct, code_hash, listed_places, shown_days};
use crate::records;
use crate::state::Clubs;

/// What a place uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum EntitledBy {
    /// A season pass.
    Pass,
    /// A voucher that the portal granted.
    Bonus,
    /// A voucher that the member bought.
    Voucher,
}

impl EntitledBy {
    /// Of a right; a voucher that is not known yet counts as bought.
    pub(crate) fn from_right(right: &PlayRight, kinds: &HashMap<VoucherId, VoucherKind>) -> Self {
        match right {
            PlayRight::Subscription { .. } => Self::Pass,
            PlayRight::Voucher { voucher, .. } => match kinds.get(voucher) {
                Some(VoucherKind::Bonus) => Self::Bonus,
                Some(VoucherKind::Free) | None => Self::Voucher,
            },
        }
    }
}

/// Why a scan does not count by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum IrregularReason {
    /// The round is on another day.
    OtherDay,
    /// The round is at another club.
    OtherClub,
    /// The place was cancelled.
    Cancelled,
    /// The code names no round.
    Unknown,
}

impl From<Irregularity> for IrregularReason {
    fn from(why: Irregularity) -> Self {
        match why {
            Irregularity::OtherDay => Self::OtherDay,
            Irregularity::OtherClub => Self::OtherClub,
            Irregularity::Cancelled => Self::Cancelled,
            Irregularity::Unknown => Self::Unknown,
        }
    }
}

/// The club says that the player did not come.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PlayerAbsence {
    /// Why.
    pub reason: AbsenceReason,
    /// When; RFC 3339.
    pub recorded_at: String,
    /// When the player objected; RFC 3339.
    pub objected_at: Option<String>,
}

/// A player of a flight.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ArrivalPlayer {
    /// The place's id.
    pub place: Uuid,
    /// The player's name.
    pub name: String,
    /// What the place uses.
    pub entitled_by: EntitledBy,
    /// SHA-256 of the voucher's code in capitals, hexadecimal.
    pub code_hash: String,
    /// Whether the player came.
    pub status: ArrivalStatus,
    /// When; RFC 3339.
    pub arrived_at: Option<String>,
    /// The name of the device or the account.
    pub arrived_by: Option<String>,
    /// How: `camera`, `scanner`, `number` or `list`.
    pub method: Option<&'static str>,
    /// How often the code was seen after that.
    pub seen_again: u32,
    /// 9 or 18: as booked, or as corrected.
    pub played_holes: u8,
    /// Whether the round was booked when the player arrived.
    pub walk_in: bool,
    /// Whether the player arrived by a decision on an irregular scan.
    pub irregular: bool,
    /// Whether the place was cancelled or given to another player: after the arrival, or before a scan that counts by a
    /// decision.
    pub has_left: bool,
    /// Of a day that is over, where the club says that the player did not come.
    pub absence: Option<PlayerAbsence>,
}

/// A booking with its active players, and those who left it after they had arrived.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ArrivalFlight {
    /// The booking's id.
    pub booking: Uuid,
    /// Its number, which people say to each other.
    pub booking_number: String,
    /// 9 or 18.
    pub holes: u8,
    /// `HH:MM`, Europe/Amsterdam.
    pub start_time: Option<String>,
    /// In the order of joining.
    pub players: Vec<ArrivalPlayer>,
}

/// A group on the waiting list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WaitingParty {
    /// The players.
    pub names: Vec<String>,
    /// 9 or 18.
    pub holes: u8,
}

/// A scan that somebody has to decide on.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct IrregularScan {
    /// Its nonce.
    pub scan: Uuid,
    /// Why it does not count by itself.
    pub why: IrregularReason,
    /// When; RFC 3339.
    pub at: String,
    /// The device or the account.
    pub by: String,
    /// How: `camera`, `scanner`, `number` or `list`.
    pub method: &'static str,
    /// The player, if the code names one of the club's; of another club's when the scan counts.
    pub name: Option<String>,
    /// The place, likewise.
    pub place: Option<Uuid>,
    /// 9 or 18.
    pub holes: Option<u8>,
    /// Of the round that the code is for.
    pub play_date: Option<NaiveDate>,
    /// The club that the code is for.
    pub club_name: Option<String>,
    /// The decision; null: still open.
    pub counts: Option<bool>,
    /// Of the decision.
    pub reason: Option<String>,
}

/// A device of the club.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClubDeviceState {
    /// Its name.
    pub name: String,
    /// When it last sent its scans or asked for the list; RFC 3339.
    pub last_synced_at: Option<String>,
    /// How many scans it said it still had to send.
    pub waiting_scans: Option<i64>,
}

/// A club's day.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ArrivalDay {
    /// The day.
    pub date: NaiveDate,
    /// The club's name.
    pub club_name: String,
    /// When it was read; RFC 3339.
    pub read_at: String,
    /// The first day that can be shown.
    pub first_date: NaiveDate,
    /// The last.
    pub last_date: NaiveDate,
    /// Whether this user may still correct this day.
    pub can_correct: bool,
    /// Active places at most; null: no limit.
    pub capacity: Option<u32>,
    /// Set where nobody can book.
    pub closed: Option<ClosedDay>,
    /// Active places, and those of players who came although theirs is not active any more.
    pub expected: usize,
    /// Players of the club's bookings who came, also those whose place is not active any more.
    pub arrived: usize,
    /// By start time, then booking number.
    pub flights: Vec<ArrivalFlight>,
    /// Groups that wait for places.
    pub waiting: Vec<WaitingParty>,
    /// Open ones first.
    pub irregular: Vec<IrregularScan>,
    /// Devices of the club.
    pub devices: Vec<ClubDeviceState>,
}

/// Who plays on a day
#[utoipa::path(
    get,
    path = "/club/api/days/{date}",
    operation_id = "club_day",
    tag = "day",
    security(("club" = [])),
    params(("date" = NaiveDate, Path, description = "The day")),
    responses(
        (status = 200, description = "The rounds with their players", body = ArrivalDay),
        (status = 422, description = "No day that can be shown", body = FailureBody),
    ),
)]
pub(crate) async fn club_day(
    State(clubs): State<Arc<Clubs>>,
    permitted: Permitted<SeeDay>,
    PathText(date): PathText,
) -> Result<Json<ArrivalDay>, ClubFailure> {
    let user = &permitted.user;
    let common = &clubs.common;
    let (now, today) = (common.clock.now(), common.clock.today());
    let (first_date, last_date) = shown_days(today);
    let mut fields = FieldErrors::default();
    let date = fields.date(&date).filter(|date| (first_date..=last_date).contains(date));
    if date.is_none() {
        fields.refuse("date", "Deze dag kan niet worden getoond.");
    }
    fields.done()?;
    let date = date.unwrap_or(today);

    let cards = clubs.cards().await?;
    let day = Day::read(&clubs, user, date).await?;
    let card = cards.get(user.club()).ok_or_else(Failure::no_such_club)?;
    let course_day = CourseDay::read(common, card, (date, date)).await?.pop();
    let waiting = common.reads.waiting_groups_of_day(user.club(), date).await?;
    let irregular = &day.arrivals.irregular;
    let scanned: Vec<PlaceId> =
        irregular.iter().filter_map(|scan| scan.round).map(|round| round.place).collect();
    let scanned = common.reads.bookings_of_places(&scanned).await?;
    let kinds = common.reads.voucher_kinds(&vouchers(&day.bookings)).await?;
    let devices = club_devices::list(&common.pool, Some(user.club()), now).await?;
    let members = day
        .players()
        .chain(waiting.iter().flat_map(|group| group.players.iter().copied()))
        .chain(irregular.iter().filter_map(|scan| scan.round).map(|round| round.member))
        .collect::<Vec<_>>();
    let names = ListNames::read(&clubs, members, day.users().collect::<Vec<_>>()).await?;
    records::saw_days(common, user, [date]).await?;

    let flights: Vec<ArrivalFlight> =
        day.bookings.iter().map(|booking| flight(&clubs, booking, &day, &names, &kinds)).collect();
    let players = || flights.iter().flat_map(|flight| &flight.players);
    let arrived =
        |place: PlaceId| ArrivalStatus::of(day.arrivals.places.get(&place)) == ArrivalStatus::Arrived;
    let mut irregular: Vec<(DateTime<Utc>, IrregularScan)> = irregular
        .iter()
        .map(|scan| {
            let booking = scan.round.and_then(|round| scanned.get(&round.place));
            // Once the arrival was taken back, it can be decided anew.
            let stands = scan.round.is_some_and(|round| arrived(round.place));
            let counts = scan.counts.filter(|counts| !counts || stands);
            (scan.at, IrregularScan::new(scan, counts, booking, &names, &cards))
        })
        .collect();
    irregular.sort_by_key(|(at, scan)| (scan.counts.is_some(), *at));
    Ok(Json(ArrivalDay {
        date,
        club_name: user.club_name().to_owned(),
        read_at: rfc3339(now),
        first_date,
        last_date,
        can_correct: can_correct(user, date, today),
        capacity: course_day.as_ref().and_then(|day| day.capacity),
        closed: course_day.and_then(|day| day.closed),
        expected: players().filter(|player| !player.has_left || arrived(PlaceId(player.place))).count(),
        arrived: players().filter(|player| arrived(PlaceId(player.place))).count(),
        waiting: waiting
            .iter()
            .map(|group| WaitingParty {
                names: group.players.iter().map(|member| names.member(*member)).collect(),
                holes: group.holes.count(),
            })
            .collect(),
        irregular: irregular.into_iter().map(|(_, shown)| shown).collect(),
        devices: devices
            .into_iter()
            .map(|device| ClubDeviceState {
                name: device.name,
                last_synced_at: device.last_synced_at.map(rfc3339),
                waiting_scans: device.waiting_scans,
            })
            .collect(),
        flights,
    }))
}

/// The vouchers that the rounds use.
pub(super) fn vouchers(bookings: &[Booking]) -> Vec<VoucherId> {
    let places = bookings.iter().flat_map(|booking| &booking.places);
    places
        .filter_map(|place| match &place.right {
            PlayRight::Voucher { voucher, .. } => Some(*voucher),
            PlayRight::Subscription { .. } => None,
        })
        .collect()
}

fn flight(
    clubs: &Clubs,
    booking: &Booking,
    day: &Day,
    names: &ListNames,
    kinds: &HashMap<VoucherId, VoucherKind>,
) -> ArrivalFlight {
    let player = |place: &Place| {
        let arrival = day.arrivals.places.get(&place.place);
        let status = ArrivalStatus::of(arrival);
        let arrived = arrival.filter(|_| status == ArrivalStatus::Arrived);
        ArrivalPlayer {
            place: place.place.0,
            name: names.member(place.member),
            entitled_by: EntitledBy::from_right(&place.right, kinds),
            code_hash: code_hash(clubs, booking, place.place),
            status,
            arrived_at: arrived.map(|arrival| rfc3339(arrival.arrived_at)),
            arrived_by: arrived.map(|arrival| names.user(arrival.arrived_by)),
            method: arrived.map(|arrival| arrival.method.as_str()),
            seen_again: arrived.map_or(0, |arrival| arrival.seen_again),
            played_holes: arrival.map_or(booking.holes, |arrival| arrival.played_holes).count(),
            walk_in: arrival.is_some_and(|arrival| arrival.walk_in),
            irregular: arrived.is_some_and(|arrival| arrival.by_decision),
            has_left: place.cancelled_at.is_some(),
            absence: day.absences.get(&place.place).map(|absence| PlayerAbsence {
                reason: absence.reason.into(),
                recorded_at: rfc3339(absence.recorded_at),
                objected_at: absence.objected_at.map(rfc3339),
            }),
        }
    };
    ArrivalFlight {
        booking: booking.booking.0,
        booking_number: booking.booking.number().to_string(),
        holes: booking.holes.count(),
        start_time: booking.start_time.map(String::from),
        players: listed_places(booking, &day.arrivals).map(player).collect(),
    }
}

impl IrregularScan {
    /// A player of another club is named only once the scan counts, by which they are this club's guest.
    fn new(
        scan: &StoredScan,
        counts: Option<bool>,
        booking: Option<&Booking>,
        names: &ListNames,
        cards: &ClubCards,
    ) -> Self {
        let is_named = scan.why != Irregularity::OtherClub || counts == Some(true);
        let named = scan.round.filter(|_| is_named);
        Self {
            scan: scan.scan.0,
            why: scan.why.into(),
            at: rfc3339(scan.at),
            by: names.user(scan.by),
            method: scan.method.as_str(),
            name: named.map(|round| names.member(round.member)),
            place: named.map(|round| round.place.0),
            holes: scan.round.map(|round| round.holes.count()),
            play_date: booking.map(|booking| booking.play_date),
            club_name: booking.and_then(|booking| Some(cards.get(&booking.club)?.name.clone())),
            counts,
            reason: scan.reason.clone().filter(|_| counts.is_some()),
        }
    }
}
