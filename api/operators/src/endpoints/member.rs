//! `GET /operator/api/members/{id}`: a member's account with everything that an operator can act on. Each view is
//! recorded.

use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use chrono::{Datelike, NaiveDate};
use fairway_audit::dates;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::FailureBody;
use fairway_endpoint::path::PathText;
use fairway_events::{ClubId, Event, MemberId, PlaceId, PlayRight, Position, ReservationEvent, StreamId};
use fairway_query::{Booking, ForfeitedPlace, MemberRights, OwnBooking, Subscription, Voucher};
use fairway_store::clubs::Clubs;
use fairway_store::member_account::{Account, OpenSession};
use fairway_store::members::Member;
use fairway_store::{address_changes, clubs, member_account, members, shop};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::member_email::AddressesView;
use super::member_grants::GrantNames;
use crate::access::{Permitted, SeeMembers};
use crate::failure::OperatorFailure;
use crate::{act, views};

/// Forfeited rights that are listed, at most.
const MOST_FORFEITED: u32 = 50;

/// Contact details.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AccountView {
    /// The member.
    pub id: Uuid,
    /// The whole name.
    pub name: String,
    /// In lower case.
    pub email: String,
    /// E.164; empty when there is none.
    pub telephone: String,
    /// Town; empty when there is none.
    pub city: String,
    /// Federation number; empty when there is none.
    pub gsn: String,
    /// Number in the data set; empty when there is none. Nodes of the release before leave it out.
    #[schema(required = false)]
    pub member_number: String,
    /// Since when the account is disabled; RFC 3339 with the offset of Europe/Amsterdam.
    pub disabled_at: Option<String>,
    /// The latest log-in that is on record.
    pub last_login_at: Option<String>,
    /// Passkeys with which the member can log in.
    pub passkeys: i64,
}

/// A season pass.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PassView {
    /// The pass.
    pub id: Uuid,
    /// Its name.
    pub name: String,
    /// First valid day.
    pub startdate: NaiveDate,
    /// Last valid day.
    pub enddate: NaiveDate,
    /// Rounds over the term.
    pub max: u32,
    /// Rounds per calendar month; null: no limit.
    pub per_month: Option<u32>,
    /// Longest round.
    pub max_holes: u8,
    /// Rights in use over the term.
    pub used: u32,
    /// Rights in use in the current month; 0 for a pass that has ended.
    pub used_this_month: u32,
    /// Price in euro cents.
    pub amount_cents: i64,
}

/// A voucher.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct VoucherView {
    /// The voucher.
    pub id: Uuid,
    /// `bonus` (granted) or `free` (bought).
    pub kind: &'static str,
    /// Its title.
    pub title: String,
    /// Longest round.
    pub holes: u8,
    /// Last valid day.
    pub expires: NaiveDate,
    /// `unused`, `used`, `forfeited` or `expired`.
    pub status: &'static str,
    /// The play date of the place that used it.
    pub used_on: Option<NaiveDate>,
}

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

/// A forfeited right that can be given back.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ForfeitedView {
    /// The booking.
    pub booking_id: Uuid,
    /// The place.
    pub place_id: Uuid,
    /// The club.
    pub club: NamedClub,
    /// The play date.
    pub play_date: NaiveDate,
    /// Length of the round.
    pub holes: u8,
    /// `pass` or `voucher`.
    pub right: &'static str,
    /// The voucher's title, or the name of the pass.
    pub title: String,
    /// When the place was cancelled.
    pub forfeited_at: String,
    /// The event's position in the journal; null where the journal has lost it.
    pub position: Option<i64>,
    /// A warning: the voucher has expired, and comes back expired.
    pub note: Option<String>,
}

/// An open session of the member.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MemberSession {
    /// Identifies it.
    pub id: String,
    /// When it began.
    pub created_at: String,
    /// When it ends at the latest.
    pub expires_at: String,
    /// Whether it is an operator's, under the member's account.
    pub is_impersonation: bool,
}

/// A member's account.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MemberView {
    /// Contact details.
    pub member: AccountView,
    /// Their addresses beside the present one. Nodes of the release before leave them out.
    #[schema(required = false)]
    pub addresses: AddressesView,
    /// Passes, by start.
    pub passes: Vec<PassView>,
    /// Vouchers, by expiry; withdrawn ones are left out.
    pub vouchers: Vec<VoucherView>,
    /// Upcoming rounds, soonest first.
    pub rounds: Vec<RoundView>,
    /// Forfeited rights, latest play date first, at most 50.
    pub forfeited: Vec<ForfeitedView>,
    /// Open sessions, latest first, at most 50.
    pub sessions: Vec<MemberSession>,
    /// The names that a granted voucher or pass may have.
    pub grants: GrantNames,
}

/// A member's account
#[utoipa::path(
    get,
    path = "/operator/api/members/{id}",
    operation_id = "operator_member",
    tag = "members",
    security(("operator" = ["support", "auditor", "admin"])),
    params(("id" = String, Path, description = "The member's id")),
    responses(
        (status = 200, description = "The account", body = MemberView),
        (status = 404, description = "There is no such member, or they were erased", body = FailureBody),
    ),
)]
pub(crate) async fn member(
    State(common): State<Common>,
    permitted: Permitted<SeeMembers>,
    PathText(id): PathText,
) -> Result<Json<MemberView>, OperatorFailure> {
    let id = act::member_id(&id)?;
    let Some(account) = member_account::find(&common.pool, id).await? else {
        return Err(act::unknown_member(&common, id).await?);
    };
    views::record_member(&common, &permitted.operator, id).await?;
    let (now, today) = (common.clock.now(), common.clock.today());
    let clubs = common.clubs.at(&common.pool, clubs::version(&common.pool).await?).await?;
    let rounds = common.reads.upcoming(id, today).await?;
    let players: Vec<MemberId> =
        rounds.iter().flat_map(|own| own.booking.active_places().map(|place| place.member)).collect();
    let names = members::by_ids(&common.pool, &players).await?;
    let rights = common.reads.member_rights(&[id], today).await?;
    let vouchers = common.reads.vouchers(id).await?;
    let forfeited = common.reads.forfeited(id, MOST_FORFEITED).await?;
    let positions = expiries(&common, &forfeited).await?;
    let passes = common.reads.subscriptions(id).await?;
    Ok(Json(MemberView {
        member: AccountView::from_account(account),
        addresses: AddressesView::from_addresses(address_changes::of_member(&common.pool, id, now).await?),
        rounds: rounds.iter().map(|own| RoundView::from_booking(own, id, today, &names, &clubs)).collect(),
        forfeited: forfeited
            .into_iter()
            .map(|place| {
                let position = positions.get(&place.place).copied();
                ForfeitedView::from_place(place, position, &vouchers, &passes, today, &clubs)
            })
            .collect(),
        passes: passes.into_iter().map(|pass| PassView::from_pass(pass, rights.first(), today)).collect(),
        vouchers: vouchers.into_iter().map(|voucher| VoucherView::from_voucher(voucher, today)).collect(),
        sessions: member_account::sessions(&common.pool, id, now)
            .await?
            .into_iter()
            .map(MemberSession::from_session)
            .collect(),
        grants: shop::grant_names(&common.pool).await?.into(),
    }))
}

/// The positions of the events by which the rights of these places expired; one query.
async fn expiries(
    common: &Common,
    forfeited: &[ForfeitedPlace],
) -> Result<HashMap<PlaceId, Position>, OperatorFailure> {
    let mut streams: Vec<StreamId> =
        forfeited.iter().map(|place| StreamId::Reservation(place.booking)).collect();
    streams.sort_unstable();
    streams.dedup();
    let mut positions = HashMap::new();
    for recorded in common.journal.load_streams(&streams).await?.into_values().flatten() {
        if let Event::Reservation(ReservationEvent::PlayRightExpired { place, .. }) = recorded.event {
            positions.insert(place, recorded.position);
        }
    }
    Ok(positions)
}

/// A club by its slug. One that was removed from the data set still has its slug in the journal.
pub(super) fn named(club: &ClubId, clubs: &Clubs) -> NamedClub {
    let name = clubs.get(club).map_or_else(|| club.0.clone(), |card| card.name.clone());
    NamedClub { id: club.0.clone(), name }
}

/// A member's whole name; of an erased one, the placeholder.
pub(super) fn whole_name(member: MemberId, names: &HashMap<MemberId, Member>) -> String {
    let erased = Member::erased(member);
    let Member { first_name, prefix, last_name, .. } = names.get(&member).unwrap_or(&erased);
    joined([first_name, prefix, last_name])
}

fn joined(parts: [&String; 3]) -> String {
    let filled: Vec<&str> = parts.into_iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
    filled.join(" ")
}

impl AccountView {
    fn from_account(account: Account) -> Self {
        Self {
            name: joined([&account.first_name, &account.prefix, &account.last_name]),
            id: account.id,
            email: account.email,
            telephone: account.telephone,
            city: account.city,
            gsn: account.gsn,
            member_number: account.member_number,
            disabled_at: account.disabled_at.map(dates::rfc3339),
            last_login_at: account.last_login_at.map(dates::rfc3339),
            passkeys: account.passkeys,
        }
    }
}

impl PassView {
    fn from_pass(pass: Subscription, rights: Option<&MemberRights>, today: NaiveDate) -> Self {
        let current = rights.and_then(|rights| rights.passes.iter().find(|known| known.id == pass.id));
        let month = (today.year(), today.month());
        Self {
            id: pass.id.0,
            name: pass.name,
            startdate: pass.startdate,
            enddate: pass.enddate,
            max: pass.max,
            per_month: pass.per_month,
            max_holes: pass.max_holes.count(),
            used: pass.used,
            used_this_month: current
                .and_then(|known| known.used_by_month.get(&month).copied())
                .unwrap_or_default(),
            amount_cents: pass.amount_cents,
        }
    }
}

impl VoucherView {
    fn from_voucher(voucher: Voucher, today: NaiveDate) -> Self {
        let status = match (voucher.forfeited, voucher.is_used()) {
            (true, _) => "forfeited",
            (false, true) => "used",
            (false, false) if voucher.expires < today => "expired",
            (false, false) => "unused",
        };
        Self {
            id: voucher.id.0,
            kind: voucher.kind.as_str(),
            title: voucher.title,
            holes: voucher.holes.count(),
            expires: voucher.expires,
            status,
            used_on: voucher.used_when,
        }
    }
}

impl RoundView {
    fn from_booking(
        own: &OwnBooking,
        member: MemberId,
        today: NaiveDate,
        names: &HashMap<MemberId, Member>,
        clubs: &Clubs,
    ) -> Self {
        let booking: &Booking = &own.booking;
        let player = |place: &fairway_query::Place| RoundPlayer {
            place_id: place.place.0,
            member_id: place.member.0,
            name: whole_name(place.member, names),
            is_master: place.member == booking.master,
            right: match place.right {
                PlayRight::Subscription { .. } => "pass",
                PlayRight::Voucher { .. } => "voucher",
            },
        };
        Self {
            booking_id: booking.booking.0,
            club: named(&booking.club, clubs),
            play_date: booking.play_date,
            holes: booking.holes.count(),
            is_today: booking.play_date == today,
            leads: booking.master == member,
            players: booking.active_places().map(player).collect(),
        }
    }
}

impl ForfeitedView {
    fn from_place(
        place: ForfeitedPlace,
        position: Option<Position>,
        vouchers: &[Voucher],
        passes: &[Subscription],
        today: NaiveDate,
        clubs: &Clubs,
    ) -> Self {
        let (right, title, voucher) = match place.right {
            PlayRight::Voucher { voucher, title } => {
                ("voucher", title, vouchers.iter().find(|known| known.id == voucher))
            }
            PlayRight::Subscription { subscription } => {
                let pass = passes.iter().find(|pass| pass.id == subscription);
                ("pass", pass.map(|pass| pass.name.clone()).unwrap_or_default(), None)
            }
        };
        let expired = voucher.filter(|voucher| voucher.expires < today);
        let note = expired.map(|voucher| {
            format!("The voucher expired on {}: it comes back expired.", dates::day(voucher.expires))
        });
        Self {
            booking_id: place.booking.0,
            place_id: place.place.0,
            club: named(&place.club, clubs),
            play_date: place.play_date,
            holes: place.holes.count(),
            right,
            title,
            forfeited_at: place.cancelled_at.map(dates::rfc3339).unwrap_or_default(),
            position,
            note,
        }
    }
}

impl MemberSession {
    fn from_session(session: OpenSession) -> Self {
        Self {
            id: session.id,
            created_at: dates::rfc3339(session.created_at),
            expires_at: dates::rfc3339(session.expires_at),
            is_impersonation: session.is_impersonation,
        }
    }
}
