//! `GET /club/api/offline`: the list that a device keeps for when it loses the network: short names, and no code in clear.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use chrono::NaiveDate;
use fairway_audit::dates::rfc3339;
use fairway_club_accounts::access::{Permitted, SeeDay};
use fairway_club_accounts::failure::ClubFailure;
use fairway_query::{Booking, Place};
use fairway_store::club_devices;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::day::{ArrivalStatus, Day, ListNames, code_hash};
use crate::records;
use crate::state::Clubs;

/// A player, as a device keeps them.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OfflinePlayer {
    /// The place's id.
    pub place: Uuid,
    /// First name and initial.
    pub short_name: String,
    /// SHA-256 of the voucher's code in capitals, hexadecimal.
    pub code_hash: String,
    /// Whether the player came.
    pub status: ArrivalStatus,
    /// When; RFC 3339.
    pub arrived_at: Option<String>,
    /// The name of the device or the account.
    pub arrived_by: Option<String>,
}

/// A booking with its active players.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OfflineFlight {
    /// Its number.
    pub booking_number: String,
    /// 9 or 18.
    pub holes: u8,
    /// `HH:MM`, Europe/Amsterdam.
    pub start_time: Option<String>,
    /// In the order of joining.
    pub players: Vec<OfflinePlayer>,
}

/// A day, as a device keeps it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OfflineDay {
    /// The day.
    pub date: NaiveDate,
    /// By start time, then booking number.
    pub flights: Vec<OfflineFlight>,
}

/// Today and tomorrow, for a device that loses the network.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OfflineList {
    /// The club's id.
    pub club_id: String,
    /// RFC 3339.
    pub server_time: String,
    /// Today and tomorrow.
    pub days: Vec<OfflineDay>,
}

/// The list that a device keeps
#[utoipa::path(
    get,
    path = "/club/api/offline",
    operation_id = "club_offline",
    tag = "day",
    security(("club" = [])),
    responses((status = 200, description = "Today and tomorrow", body = OfflineList)),
)]
pub(crate) async fn club_offline(
    State(clubs): State<Arc<Clubs>>,
    permitted: Permitted<SeeDay>,
) -> Result<Json<OfflineList>, ClubFailure> {
    let user = &permitted.user;
    let common = &clubs.common;
    let (now, today) = (common.clock.now(), common.clock.today());
    let mut days = Vec::new();
    for date in today.iter_days().take(2) {
        days.push((date, Day::read(&clubs, user, date).await?));
    }
    let members = days.iter().flat_map(|(_, day)| day.players()).collect::<Vec<_>>();
    let users = days.iter().flat_map(|(_, day)| day.users()).collect::<Vec<_>>();
    let names = ListNames::read(&clubs, members, users).await?;
    records::saw_days(common, user, days.iter().map(|(date, _)| *date).collect::<Vec<_>>()).await?;
    if user.is_device() {
        club_devices::note_sync(&common.pool, user.id(), None, now).await?;
    }
    let days = days
        .iter()
        .map(|(date, day)| OfflineDay {
            date: *date,
            flights: day.bookings.iter().map(|booking| flight(&clubs, booking, day, &names)).collect(),
        })
        .collect();
    Ok(Json(OfflineList { club_id: user.club().0.clone(), server_time: rfc3339(now), days }))
}

fn flight(clubs: &Clubs, booking: &Booking, day: &Day, names: &ListNames) -> OfflineFlight {
    let player = |place: &Place| {
        let arrival = day.arrivals.places.get(&place.place);
        let status = ArrivalStatus::of(arrival);
        let arrived = arrival.filter(|_| status == ArrivalStatus::Arrived);
        OfflinePlayer {
            place: place.place.0,
            short_name: names.short(place.member),
            code_hash: code_hash(clubs, booking, place.place),
            status,
            arrived_at: arrived.map(|arrival| rfc3339(arrival.arrived_at)),
            arrived_by: arrived.map(|arrival| names.user(arrival.arrived_by)),
        }
    };
    OfflineFlight {
        booking_number: booking.booking.number().to_string(),
        holes: booking.holes.count(),
        start_time: booking.start_time.map(String::from),
        players: booking.active_places().map(player).collect(),
    }
}
