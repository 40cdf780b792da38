//! Disputes as JSON, with the initials of the players whom they are about.

use std::collections::HashMap;

use chrono::NaiveDate;
use fairway_audit::dates::rfc3339;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::Failure;
use fairway_events::{ClubId, MemberId, PlaceId};
use fairway_query::statements as read;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::players::Players;

/// How a dispute ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DisputeOutcome {
    /// An operator agreed.
    Accepted,
    /// An operator did not agree.
    Refused,
    /// The club took it back.
    Withdrawn,
}

impl From<fairway_events::DisputeOutcome> for DisputeOutcome {
    fn from(outcome: fairway_events::DisputeOutcome) -> Self {
        match outcome {
            fairway_events::DisputeOutcome::Accepted => Self::Accepted,
            fairway_events::DisputeOutcome::Refused => Self::Refused,
            fairway_events::DisputeOutcome::Withdrawn => Self::Withdrawn,
        }
    }
}

/// The club says that a line is wrong, or that one is missing.
#[derive(Debug, Serialize, ToSchema)]
pub struct StatementDispute {
    /// Its id.
    pub dispute: Uuid,
    /// The month of the statement.
    pub month: String,
    /// The play date.
    pub date: NaiveDate,
    /// The place; null: a line is missing.
    pub place: Option<Uuid>,
    /// Initials.
    pub player: Option<String>,
    /// The club's words.
    pub reason: String,
    /// When; RFC 3339.
    pub disputed_at: String,
    /// Null: it is open.
    pub outcome: Option<DisputeOutcome>,
    /// What its acceptance adds, without VAT; may be negative.
    pub adjustment_cents: i64,
    /// The reason of the outcome.
    pub answer: Option<String>,
    /// When; RFC 3339.
    pub ended_at: Option<String>,
}

impl StatementDispute {
    fn of(dispute: read::Dispute, player: Option<String>) -> Self {
        let end = dispute.end;
        Self {
            dispute: dispute.dispute.0,
            month: dispute.month.to_string(),
            date: dispute.date,
            place: dispute.place.map(|place| place.0),
            player,
            reason: dispute.reason,
            disputed_at: rfc3339(dispute.disputed_at),
            outcome: end.as_ref().map(|end| end.outcome.into()),
            adjustment_cents: end.as_ref().map_or(0, |end| end.adjustment),
            ended_at: end.as_ref().map(|end| rfc3339(end.at)),
            answer: end.map(|end| end.reason),
        }
    }
}

/// Who plays on the places of a club's disputes. A club could dispute another club's place, whose player is not told.
pub(crate) async fn disputed_players(
    common: &Common,
    club: &ClubId,
    disputes: &[read::Dispute],
) -> Result<HashMap<PlaceId, MemberId>, Failure> {
    let places: Vec<PlaceId> = disputes.iter().filter_map(|dispute| dispute.place).collect();
    if places.is_empty() {
        return Ok(HashMap::new());
    }
    let bookings = common.reads.bookings_of_places(&places).await?;
    let member = |place: PlaceId| {
        let booking = bookings.get(&place).filter(|booking| booking.club == *club)?;
        Some(booking.place(place)?.member)
    };
    Ok(places.into_iter().filter_map(|place| Some((place, member(place)?))).collect())
}

/// Disputes with the initials of their players.
pub(crate) fn with_players(
    disputes: Vec<read::Dispute>,
    members: &HashMap<PlaceId, MemberId>,
    players: &Players,
) -> Vec<StatementDispute> {
    let player = |place: PlaceId| players.initials(*members.get(&place)?);
    disputes
        .into_iter()
        .map(|dispute| {
            let player = dispute.place.and_then(player);
            StatementDispute::of(dispute, player)
        })
        .collect()
}
