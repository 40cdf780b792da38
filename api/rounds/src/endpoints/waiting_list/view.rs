//! A group on a waiting list from the point of view of one of its players.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, SecondsFormat, Utc};
use fairway_endpoint::caller::Caller;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::Failure;
use fairway_endpoint::shapes::RoundLength;
use fairway_events::MemberId;
use fairway_query::{Booking, WaitingGroup, WaitingState};
use fairway_store::clubs::Clubs;
use fairway_store::members::Member;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::endpoints::reservations::place;

/// The state of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum GroupState {
    /// It waits.
    Waiting,
    /// Places are held for it.
    Offered,
    /// It has the places.
    Taken,
    /// It is off the list.
    Stopped,
}

/// The club of a waiting list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WaitingClub {
    /// Slug.
    pub id: String,
    /// Full name.
    pub name: String,
    /// Town.
    pub city: String,
    /// Sanitised HTML for the confirmation.
    pub reservation_instruction: String,
}

/// A player of a group.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WaitingPlayer {
    /// First name.
    pub first_name: String,
    /// Dutch prefix between first and last name, such as `van der`; empty when there is none.
    pub prefix: String,
    /// Last name.
    pub last_name: String,
    /// E-mail address; empty for an erased member.
    pub email: String,
    /// Whether this is the viewer.
    pub is_me: bool,
}

/// A group as one of its players sees it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ShownGroup {
    /// The group.
    pub group: Uuid,
    /// The club.
    pub golfclub: WaitingClub,
    /// Day in Europe/Amsterdam.
    pub date: NaiveDate,
    /// Length of the round.
    #[schema(value_type = RoundLength)]
    pub holes: u8,
    /// The players; the one who put the group on the list comes first.
    pub players: Vec<WaitingPlayer>,
    /// Whether the viewer put the group on the list.
    pub asked_by_you: bool,
    /// First name of the player whose round they want to join; absent where they want one of their own.
    #[schema(nullable = false, example = "Jan")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_join: Option<String>,
    /// Groups before this one on the list; 100 for that many or more.
    pub ahead: u32,
    /// The group's state.
    pub state: GroupState,
    /// Until when the offered places are held; RFC 3339. Null without an offer.
    #[schema(example = "2026-11-27T15:30:00Z")]
    pub offered_until: Option<String>,
    /// The viewer's place in the booking that it became or joined; null without one.
    pub reservation_id: Option<Uuid>,
    /// The number of that booking; null without one.
    #[schema(example = "N4T3-TX44")]
    pub booking_number: Option<String>,
}

/// Maps groups for the caller. At most one query for all names, whatever the number of groups.
/// Fails when the database does not answer.
pub(super) async fn show(
    common: &Common,
    caller: &Caller,
    groups: &[WaitingGroup],
) -> Result<Vec<ShownGroup>, Failure> {
    let mut ids: Vec<MemberId> =
        groups.iter().flat_map(|group| group.players.iter().copied().chain([group.asked_by])).collect();
    ids.sort_unstable();
    ids.dedup();
    let names = caller.names(common, &ids).await?;
    let clubs = caller.clubs(common).await?;
    let now = common.clock.now();
    let mut shown = Vec::with_capacity(groups.len());
    for group in groups {
        let booking = match group.state {
            WaitingState::Taken { booking } => {
                let viewer = caller.id();
                place::booking(common, booking, |booking| booking.involves(viewer)).await?
            }
            _ => None,
        };
        shown.push(one(group, caller.id(), now, &names, &clubs, booking.as_ref()));
    }
    Ok(shown)
}

fn one(
    group: &WaitingGroup,
    viewer: MemberId,
    now: DateTime<Utc>,
    names: &HashMap<MemberId, Member>,
    clubs: &Clubs,
    booking: Option<&Booking>,
) -> ShownGroup {
    let card = clubs.get(&group.club);
    // An offer is over at its end, also before anybody has recorded it.
    let (state, until) = match group.state {
        WaitingState::Offered { until } if until > now => (GroupState::Offered, Some(until)),
        WaitingState::Offered { .. } | WaitingState::Waiting | WaitingState::PassedOver => {
            (GroupState::Waiting, None)
        }
        WaitingState::Taken { .. } => (GroupState::Taken, None),
        WaitingState::Left => (GroupState::Stopped, None),
    };
    let player = |id: MemberId| player(id, viewer, names);
    ShownGroup {
        group: group.group.0,
        golfclub: WaitingClub {
            id: group.club.0.clone(),
            name: card.map_or_else(|| group.club.0.clone(), |card| card.name.clone()),
            city: card.map(|card| card.city.clone()).unwrap_or_default(),
            reservation_instruction: card
                .map(|card| card.reservation_instruction.clone())
                .unwrap_or_default(),
        },
        date: group.date,
        holes: group.holes.count(),
        players: group.master_first().map(player).collect(),
        asked_by_you: group.asked_by == viewer,
        to_join: group.joins.map(|_booking| player(group.asked_by).first_name),
        ahead: group.ahead,
        state,
        offered_until: until.map(|until| until.to_rfc3339_opts(SecondsFormat::Secs, true)),
        reservation_id: booking.and_then(|booking| place::own(booking, viewer)).map(|place| place.0),
        booking_number: booking.map(|booking| booking.booking.number().to_string()),
    }
}

fn player(id: MemberId, viewer: MemberId, names: &HashMap<MemberId, Member>) -> WaitingPlayer {
    let member = names.get(&id).cloned().unwrap_or_else(|| Member::erased(id));
    WaitingPlayer {
        first_name: member.first_name,
        prefix: member.prefix,
        last_name: member.last_name,
        email: member.email,
        is_me: id == viewer,
    }
}
