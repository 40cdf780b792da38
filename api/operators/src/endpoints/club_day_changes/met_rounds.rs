//! The rounds that a change of a club's day would cancel, with the names of their players: the previews of one day and of
//! several show the same. Who asks records the view first.

use std::collections::HashMap;

use fairway_audit::dates;
use fairway_events::MemberId;
use fairway_query::Booking;
use fairway_store::members::Member;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::endpoints::member::whole_name;

/// A player who would lose their place.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MetPlayer)]
pub(crate) struct AffectedPlayer {
    /// The member.
    pub member_id: Uuid,
    /// The member's name.
    pub name: String,
}

/// A round that would be cancelled.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MetRound)]
pub(crate) struct AffectedRound {
    /// The booking.
    pub booking_id: Uuid,
    /// Its number (`N91W-1PPE`). Nodes of the release before leave it out.
    #[schema(required = false)]
    pub booking_number: String,
    /// When it was booked; RFC 3339 with the offset of Europe/Amsterdam.
    pub booked_at: String,
    /// Length of the round.
    pub holes: u8,
    /// The active players.
    pub players: Vec<AffectedPlayer>,
}

impl AffectedRound {
    /// Of a booking, with the names of its players.
    pub(in crate::endpoints) fn new(state: &Booking, names: &HashMap<MemberId, Member>) -> Self {
        Self {
            booking_id: state.booking.0,
            booking_number: state.booking.number().to_string(),
            booked_at: dates::rfc3339(state.booked_at),
            holes: state.holes.count(),
            players: state
                .players()
                .into_iter()
                .map(|member| AffectedPlayer { member_id: member.0, name: whole_name(member, names) })
                .collect(),
        }
    }
}
