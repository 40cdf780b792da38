//! `POST /api/reservations`: books a round for a group, all of it or nothing.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::response::Response;
use fairway_clock::random;
use fairway_command::{BookRound, Command, NewPlace};
use fairway_endpoint::caller::Caller;
use fairway_endpoint::commands::{Prepared, carry_out_once};
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::field_errors::FieldErrors;
use fairway_endpoint::receipts::OnceWithBody;
use fairway_endpoint::refusal_queue::Attempt;
use fairway_endpoint::shapes::{Players, RoundLength};
use fairway_endpoint::{body, refusals};
use fairway_events::{BookingId, ClubId, PlaceId};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::party::Party;
use crate::state::Rounds;

/// Larger screens do not exist; in pixels.
const LARGEST_SCREEN: f64 = 100_000.0;

/// A round to book.
#[derive(Debug, Deserialize, ToSchema)]
pub struct BookRequest {
    /// Length of the round.
    #[schema(value_type = RoundLength)]
    #[serde(deserialize_with = "body::whole")]
    pub holes: i64,
    /// The club's id.
    #[schema(example = "essenlaan-haren")]
    pub golfclub: String,
    /// The players, including the caller.
    #[schema(value_type = Players)]
    pub players: Vec<String>,
    /// Play date, `YYYY-MM-DD`.
    #[schema(value_type = chrono::NaiveDate, example = "2026-11-28")]
    pub date: String,
    /// The size of the member's screen. Accepted and not stored.
    #[serde(rename = "windowSize")]
    pub window_size: Option<WindowSize>,
}

/// The sizes that the web app reports.
#[derive(Debug, Deserialize, ToSchema)]
pub struct WindowSize {
    /// The browser's window.
    pub browser: Option<Size>,
    /// The whole screen.
    pub device: Option<Size>,
}

/// A size in pixels.
#[derive(Debug, Deserialize, ToSchema)]
pub struct Size {
    /// Pixels.
    #[schema(minimum = 0, maximum = 100_000)]
    pub width: f64,
    /// Pixels.
    #[schema(minimum = 0, maximum = 100_000)]
    pub height: f64,
}

/// A booked round.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Booked {
    /// Always true.
    pub success: bool,
    /// The caller's own place.
    pub reservation_id: Uuid,
    /// The number of the booking, which people say to each other.
    #[schema(example = "N4T3-TX44")]
    pub booking_number: String,
}

/// Book a round
///
/// With an `Idempotency-Key` a repeated call gets the first answer and books nothing else.
#[utoipa::path(
    post,
    path = "/api/reservations",
    tag = "reservations",
    params(("Idempotency-Key" = Option<String>, Header)),
    request_body = BookRequest,
    responses(
        (status = 200, description = "Booked", body = Booked),
        (status = 404, description = "Unknown club", body = FailureBody),
        (status = 409, description = "Refused: a rule of booking forbids it now", body = FailureBody),
        (status = 422, description = "Invalid input, an unknown player, or a key used before",
         body = FailureBody),
        (status = 429, description = "Too many unknown addresses looked up, or too many rounds booked in \
                                      an hour; see Retry-After", body = FailureBody),
    )
)]
pub(crate) async fn book(
    State(rounds): State<Arc<Rounds>>,
    caller: Caller,
    OnceWithBody(once, bytes): OnceWithBody,
) -> Response {
    let prepared = prepare(&rounds, &caller, &bytes).await;
    carry_out_once(&rounds.common, &caller, once, prepared).await
}

async fn prepare(rounds: &Rounds, caller: &Caller, bytes: &Bytes) -> Result<Prepared, Failure> {
    let wanted: BookRequest = body::parse(bytes)?;
    let mut fields = FieldErrors::default();
    let holes = fields.holes(wanted.holes);
    let play_date = fields.date(&wanted.date);
    let emails = fields.players(&wanted.players);
    if !is_plausible(wanted.window_size.as_ref()) {
        fields.refuse("windowSize", "De schermgrootte is ongeldig.");
    }
    fields.done()?;
    let (Some(holes), Some(play_date)) = (holes, play_date) else { return Err(Failure::malformed()) };

    let clubs = caller.clubs(&rounds.common).await?;
    let attempt = Attempt::to_book(play_date, holes);
    let Some(club) = clubs.get(&ClubId(wanted.golfclub)) else {
        let failure = Failure::no_such_club();
        refusals::refused(&rounds.common, caller, attempt, "club_unknown", failure.sentence());
        return Err(failure);
    };
    let party = Party::with_caller(rounds, caller, &emails).await;
    let party = party.map_err(|none| none.recorded(&rounds.common, caller, attempt.at(&club.rules)))?;
    let now = rounds.common.clock.now();
    let players: Vec<NewPlace> = party
        .players
        .iter()
        .map(|player| NewPlace { member: player.id, place: PlaceId(random::new_id(now)) })
        .collect();
    let own = players.iter().find(|place| place.member == caller.id()).map(|place| place.place.0);
    let booking = BookingId(random::new_id(now));
    let success = json!(Booked {
        success: true,
        reservation_id: own.unwrap_or_default(),
        booking_number: booking.number().to_string(),
    });
    let command = Command::BookRound(BookRound {
        booking,
        club: Arc::clone(&club.rules),
        play_date,
        holes,
        master: caller.id(),
        players,
        today: rounds.common.clock.today(),
        at: now,
    });
    if !caller.member.profile_complete {
        let failure = Failure::conflict(
            "Je profiel is nog niet compleet. Vul eerst je profiel aan, dan kun je reserveren.",
        );
        let attempt = Attempt::from_command(&command);
        refusals::refused(&rounds.common, caller, attempt, "profile_incomplete", failure.sentence());
        return Err(failure);
    }
    Ok(Prepared { command, names: party.names(caller), success })
}

fn is_plausible(window: Option<&WindowSize>) -> bool {
    let sizes = window.into_iter().flat_map(|window| [&window.browser, &window.device]).flatten();
    sizes.flat_map(|size| [size.width, size.height]).all(|pixels| (0.0..=LARGEST_SCREEN).contains(&pixels))
}
