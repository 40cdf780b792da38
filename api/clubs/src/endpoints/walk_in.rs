//! `POST /club/api/walk-ins`: books a round today for a member who came without one, and records that they arrived: both or
//! neither.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use fairway_clock::random;
use fairway_club_accounts::access::{ClubUser, Permitted, RecordArrivals};
use fairway_club_accounts::failure::ClubFailure;
use fairway_command::{BookRound, BookWalkIn, Command, NewPlace, Outcome, ReceiptRequest};
use fairway_endpoint::body::{self, JsonBody};
use fairway_endpoint::commands::undecided;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::field_errors::FieldErrors;
use fairway_endpoint::receipts;
use fairway_endpoint::shapes::{RoundLength, TypedAddress};
use fairway_events::journal::ReceiptKey;
use fairway_events::{BookingId, Holes, MemberId, PlaceId, Scan, ScanId, ScanMethod};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use crate::answers::{ScanResult, answers};
use crate::state::Clubs;
use crate::submit::submit;
use crate::walk_in;

/// A member to book for today.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct WalkIn {
    /// A UUID that the device made: a repeated request books nothing else.
    #[schema(value_type = uuid::Uuid)]
    pub nonce: String,
    /// The member's e-mail address.
    #[schema(value_type = TypedAddress)]
    pub email: String,
    /// 9 or 18.
    #[schema(value_type = RoundLength)]
    #[serde(deserialize_with = "body::whole")]
    pub holes: i64,
}

/// Book a member for today and record the arrival
#[utoipa::path(
    post,
    path = "/club/api/walk-ins",
    operation_id = "club_walk_in",
    tag = "day",
    security(("club" = ["desk", "manager"])),
    request_body = WalkIn,
    responses(
        (status = 200, description = "Booked and arrived", body = ScanResult),
        (status = 404, description = "No member has the address", body = FailureBody),
        (status = 409, description = "A rule of booking forbids it", body = FailureBody),
        (status = 429, description = "Too many members looked up; see Retry-After", body = FailureBody),
    ),
)]
pub(crate) async fn club_walk_in(
    State(clubs): State<Arc<Clubs>>,
    permitted: Permitted<RecordArrivals>,
    JsonBody(request): JsonBody<WalkIn>,
) -> Result<Json<ScanResult>, ClubFailure> {
    let user = &permitted.user;
    let common = &clubs.common;
    let mut fields = FieldErrors::default();
    let email = fields.email(&request.email);
    let holes = fields.holes(request.holes);
    let scan: Option<ScanId> = request.nonce.parse().ok();
    if scan.is_none() {
        fields.refuse("nonce", "De aanvraag is ongeldig.");
    }
    fields.done()?;
    let (Some(holes), Some(scan)) = (holes, scan) else { return Err(Failure::malformed().into()) };
    let member = walk_in::look_up(&clubs, user, &email).await?;
    if let Some(answer) = recorded(&clubs, user, scan, (member.id, holes)).await? {
        return Ok(Json(answer));
    }
    if let Some(sentence) = walk_in::incomplete(&member) {
        return Err(ClubFailure::conflict(sentence));
    }
    let cards = clubs.cards().await?;
    let card = cards.get(user.club()).ok_or_else(Failure::no_such_club)?;
    let (now, today) = (common.clock.now(), common.clock.today());
    let round = BookRound {
        booking: BookingId(random::new_id(now)),
        club: Arc::clone(&card.rules),
        play_date: today,
        holes,
        master: member.id,
        players: vec![NewPlace { member: member.id, place: PlaceId(random::new_id(now)) }],
        today,
        at: now,
    };
    let chosen = Scan { id: scan, by: user.id(), at: now, device_time: now, method: ScanMethod::List };
    // The answer is made of what was recorded: a receipt holds no name.
    let receipt = ReceiptRequest {
        key: ReceiptKey {
            member: member.id,
            route: "POST /club/api/walk-ins".to_owned(),
            key: scan.0.to_string(),
        },
        request_hash: random::digest(format!("{} {holes}", user.club()).as_bytes()),
        status: StatusCode::OK.as_u16(),
        answer: json!({}),
    };
    let command = Command::BookWalkIn(BookWalkIn { round, scan: chosen });
    match submit(common, user, command, Some(receipt)).await {
        Ok(Outcome::Accepted { position, .. } | Outcome::Replayed { position, .. }) => {
            receipts::show(common, position).await;
            let answer = recorded(&clubs, user, scan, (member.id, holes)).await?;
            Ok(Json(answer.ok_or_else(Failure::unavailable)?))
        }
        Ok(Outcome::Rejected(rejection)) => {
            Err(walk_in::names(&member).failure(&rejection, walk_in::NOBODY).into())
        }
        Ok(Outcome::KeyReused) => Err(receipts::key_reused().into()),
        Err(error) => Err(undecided(&error).into()),
    }
}

/// The answer to a walk-in that was recorded; none: it was not, or the read models do not show it yet.
///
/// # Errors
/// 422 when the nonce is that of another request.
async fn recorded(
    clubs: &Clubs,
    user: &ClubUser,
    scan: ScanId,
    (member, holes): (MemberId, Holes),
) -> Result<Option<ScanResult>, Failure> {
    let reads = &clubs.common.reads;
    let Some(known) = reads.recorded_scans(user.club(), &[scan]).await?.remove(&scan) else {
        return Ok(None);
    };
    let bookings = reads.bookings_of_places(&Vec::from_iter(known.place)).await?;
    let is_same = known.place.is_some_and(|place| {
        let booking = bookings.get(&place).filter(|booking| booking.holes == holes);
        booking.and_then(|booking| booking.place(place)).is_some_and(|place| place.member == member)
    });
    if !is_same {
        return Err(receipts::key_reused());
    }
    Ok(answers(clubs, user, &[scan]).await?.pop())
}
