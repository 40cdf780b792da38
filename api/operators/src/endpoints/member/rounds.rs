//! A member's rounds: those to come, and the last of those that are over or were cancelled.

use std::collections::HashMap;

use chrono::NaiveDate;
use fairway_audit::dates;
use fairway_events::{ClubId, MemberId, PlayRight};
use fairway_query::{Booking, OwnBooking, Place};
use fairway_store::clubs::Clubs;
use fairway_store::members::Member;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::whole_name;

/// A club.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NamedClub {
    /// The slug.
    pub id: String,
    /// The name.
    pub name: String,
}

/// A player of a round.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RoundPlayer {
    /// The player's place.
    pub place_id: Uuid,
    /// The player.
    pub member_id: Uuid,
    /// The player's name.
    pub name: String,
    /// Whether they lead the group.
    pub is_master: bool,
    /// `pass` or `voucher`.
    pub right: &'static str,
}

/// An upcoming round in which the member plays.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RoundView {
    /// The booking.
    pub booking_id: Uuid,
    /// The booking's number (`N91W-1PPE`). Nodes of the release before leave it out.
    #[schema(required = false)]
    pub number: String,
    /// The club.
    pub club: NamedClub,
    /// The play date.
    pub play_date: NaiveDate,
    /// Length of the round.
    pub holes: u8,
    /// Whether it is played today: then a cancellation forfeits the right, by the rule.
    pub is_today: bool,
    /// Whether the member leads it.
    pub leads: bool,
    /// The active players, in the order of joining.
    pub players: Vec<RoundPlayer>,
}

/// A past round of the member, or one in which their place is cancelled.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PastRoundView {
    /// The booking.
    pub booking_id: Uuid,
    /// The booking's number (`N91W-1PPE`).
    pub number: String,
    /// The member's own place.
    pub place_id: Uuid,
    /// The club.
    pub club: NamedClub,
    /// The play date.
    pub play_date: NaiveDate,
    /// Length of the round.
    pub holes: u8,
    /// `pass` or `voucher`.
    pub right: &'static str,
    /// Whether the member leads the group.
    pub leads: bool,
    /// The names of the active players, the master's first.
    pub players: Vec<String>,
    /// When the member's place was cancelled.
    pub cancelled_at: Option<String>,
    /// `played`; or how the place ended: `cancelled` (the right came back), `cancelled_by_club` or `forfeited`.
    pub outcome: &'static str,
    /// The notice with which the club cancelled the round.
    pub club_notice: Option<String>,
}

/// A club by its slug. One that was removed from the data set still has its slug in the journal.
pub(crate) fn named(club: &ClubId, clubs: &Clubs) -> NamedClub {
    let name = clubs.get(club).map_or_else(|| club.0.clone(), |card| card.name.clone());
    NamedClub { id: club.0.clone(), name }
}

/// The kind of a right.
pub(crate) const fn right_name(right: &PlayRight) -> &'static str {
    match right {
        PlayRight::Subscription { .. } => "pass",
        PlayRight::Voucher { .. } => "voucher",
    }
}

impl RoundPlayer {
    /// A place of a booking, with its player.
    pub(crate) fn from_place(place: &Place, booking: &Booking, names: &HashMap<MemberId, Member>) -> Self {
        Self {
            place_id: place.place.0,
            member_id: place.member.0,
            name: whole_name(place.member, names),
            is_master: place.member == booking.master,
            right: right_name(&place.right),
        }
    }
}

impl RoundView {
    pub(super) fn from_booking(
        own: &OwnBooking,
        member: MemberId,
        today: NaiveDate,
        names: &HashMap<MemberId, Member>,
        clubs: &Clubs,
    ) -> Self {
        let booking: &Booking = &own.booking;
        let players = booking.active_places();
        Self {
            booking_id: booking.booking.0,
            number: booking.booking.number().to_string(),
            club: named(&booking.club, clubs),
            play_date: booking.play_date,
            holes: booking.holes.count(),
            is_today: booking.play_date == today,
            leads: booking.master == member,
            players: players.map(|place| RoundPlayer::from_place(place, booking, names)).collect(),
        }
    }
}

impl PastRoundView {
    /// None for a booking without the place of its row, which no read returns.
    pub(super) fn from_booking(
        own: &OwnBooking,
        names: &HashMap<MemberId, Member>,
        clubs: &Clubs,
    ) -> Option<Self> {
        let booking: &Booking = &own.booking;
        let place = booking.place(own.place)?;
        Some(Self {
            booking_id: booking.booking.0,
            number: booking.booking.number().to_string(),
            place_id: place.place.0,
            club: named(&booking.club, clubs),
            play_date: booking.play_date,
            holes: booking.holes.count(),
            right: right_name(&place.right),
            leads: place.is_active() && booking.master == place.member,
            players: booking.players().into_iter().map(|player| whole_name(player, names)).collect(),
            cancelled_at: place.cancelled_at.map(dates::rfc3339),
            outcome: outcome(place),
            club_notice: place.club_notice.clone(),
        })
    }
}

const fn outcome(place: &Place) -> &'static str {
    match place {
        _ if place.is_active() => "played",
        Place { playright_expired: true, .. } => "forfeited",
        Place { club_notice: Some(_), .. } => "cancelled_by_club",
        Place { .. } => "cancelled",
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use fairway_events::{PlaceId, SubscriptionId};

    use super::*;

    #[test]
    fn a_place_that_ended_says_how() {
        let id = Uuid::from_u128(7);
        let active = Place {
            place: PlaceId(id),
            member: MemberId(id),
            right: PlayRight::Subscription { subscription: SubscriptionId(id) },
            cancelled_at: None,
            playright_expired: false,
            club_notice: None,
        };
        let cancelled = Place { cancelled_at: Some(DateTime::UNIX_EPOCH), ..active.clone() };
        let notice = Some("Vorst".to_owned());
        for (place, words) in [
            (active, "played"),
            (cancelled.clone(), "cancelled"),
            (Place { club_notice: notice, ..cancelled.clone() }, "cancelled_by_club"),
            (Place { playright_expired: true, ..cancelled }, "forfeited"),
        ] {
            assert_eq!(outcome(&place), words);
        }
    }
}
