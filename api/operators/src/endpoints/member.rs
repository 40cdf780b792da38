//! `GET /operator/api/members/{id}`: a member's account with everything that an operator can act on, from the read models
//! alone: however long the journal has known the member, the page costs the same. Each view is recorded.

mod acts;
mod orders;
mod rights;
mod rounds;

use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use fairway_audit::dates;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::FailureBody;
use fairway_endpoint::path::PathText;
use fairway_events::{MemberId, PlaceId, Position};
use fairway_operator_accounts::access::{Permitted, SeeMembers};
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_query::MostVouchers;
use fairway_store::member_account::{Account, OpenSession};
use fairway_store::members::Member;
use fairway_store::profiles::Name;
use fairway_store::{address_changes, clubs, member_account, members, profiles, shop};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

pub(super) use self::acts::{Acts, RightAct};
use self::orders::OrderView;
use self::rights::{ForfeitedView, PassMonths, PassView, ReturnedView, VoucherView};
pub(super) use self::rounds::{NamedClub, RoundPlayer, named, right_name};
use self::rounds::{PastRoundView, RoundView};
use super::member_email::AddressesView;
use super::member_grants::GrantNames;
use super::member_profile::ProfileTexts;
use crate::{act, views};

/// Forfeited rights that are listed, at most.
const MOST_FORFEITED: u32 = 50;
/// Rights that were given back, past rounds and orders that are listed, at most of each.
const MOST_PAST: u32 = 20;
/// Vouchers that are listed, at most.
const MOST_VOUCHERS: MostVouchers =
    MostVouchers { usable: 200, forfeited: MOST_FORFEITED, latest: MOST_PAST };

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
    /// Where the member lives. Nodes of the release before leave it out.
    #[schema(required = false)]
    pub address: AddressView,
    /// The day of birth; empty when there is none. Nodes of the release before leave it out.
    #[schema(required = false)]
    pub birthdate: String,
}

/// Where a member lives; each text is empty when there is none.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AddressView {
    /// Without the number.
    pub street: String,
    /// With its addition: `12a`.
    pub housenumber: String,
    /// In the form of its country.
    pub postcode: String,
    /// ISO 3166-1, two capitals.
    pub country: String,
    /// Town.
    pub city: String,
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
    /// The browser, as it named itself; empty where it is unknown. Nodes of the release before leave it out.
    #[schema(required = false)]
    pub browser: String,
    /// The last use, to the hour. Nodes of the release before leave it out.
    #[schema(required = false)]
    pub last_seen_at: String,
}

/// A member's account.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MemberView {
    /// Contact details.
    pub member: AccountView,
    /// Their addresses beside the present one. Nodes of the release before leave them out.
    #[schema(required = false)]
    pub addresses: AddressesView,
    /// What can be corrected. Nodes of the release before leave it out.
    #[schema(required = false)]
    pub profile: ProfileTexts,
    /// Passes, by start.
    pub passes: Vec<PassView>,
    /// This month and the next one of each pass that has not ended. Nodes of the release before leave it out.
    #[schema(required = false)]
    pub ledger_months: Vec<PassMonths>,
    /// Vouchers, by expiry: those that can be used, those that were forfeited, and the 20 that expire last; withdrawn ones are
    /// left out.
    pub vouchers: Vec<VoucherView>,
    /// All vouchers, withdrawn ones left out. Nodes of the release before leave it out.
    #[schema(required = false)]
    pub vouchers_total: u32,
    /// Upcoming rounds, soonest first.
    pub rounds: Vec<RoundView>,
    /// Past and cancelled rounds, latest play date first, at most 20. Nodes of the release before leave them out.
    #[schema(required = false)]
    pub past_rounds: Vec<PastRoundView>,
    /// Forfeited rights, latest play date first, at most 50.
    pub forfeited: Vec<ForfeitedView>,
    /// Forfeited rights that operators gave back, the last one first, at most 20. Nodes of the release before leave them out.
    #[schema(required = false)]
    pub returned: Vec<ReturnedView>,
    /// Orders, latest first, at most 20. Nodes of the release before leave them out.
    #[schema(required = false)]
    pub orders: Vec<OrderView>,
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
    let account = member_account::find(&common.pool, id).await?;
    let (Some(account), Some(profile)) = (account, profiles::read(&common.pool, id).await?) else {
        return Err(act::unknown_member(&common, id).await?);
    };
    views::record_member(&common, &permitted.operator, id).await?;
    let (now, today) = (common.clock.now(), common.clock.today());
    let clubs = common.clubs.at(&common.pool, clubs::version(&common.pool).await?).await?;
    let rounds = common.reads.upcoming(id, today).await?;
    let past = common.reads.history(id, today, None, Some(MOST_PAST)).await?;
    let players: Vec<MemberId> = rounds
        .iter()
        .chain(&past)
        .flat_map(|own| own.booking.active_places().map(|place| place.member))
        .collect();
    let names = members::by_ids(&common.pool, &players).await?;
    let rights = common.reads.member_rights(&[id], today).await?;
    let vouchers = common.reads.shown_vouchers(id, today, MOST_VOUCHERS).await?;
    let passes = common.reads.subscriptions(id).await?;
    let forfeited = common.reads.forfeited(id, MOST_FORFEITED).await?;
    let places: Vec<PlaceId> = forfeited.iter().map(|place| place.place).collect();
    let positions = common.reads.forfeits(id, &places).await?;
    let returned = common.reads.returned_rights(id, MOST_PAST).await?;
    let of_returned = returned.iter().flat_map(|right| right.forfeited.into_iter().chain([right.returned]));
    let wanted: Vec<Position> = positions.values().copied().chain(of_returned).collect();
    let acts = Acts::read(&common, &wanted).await?;
    let current = rights.first().map(|rights| rights.passes.as_slice()).unwrap_or_default();
    let name = Name {
        first_name: account.first_name.clone(),
        prefix: account.prefix.clone(),
        last_name: account.last_name.clone(),
    };
    Ok(Json(MemberView {
        profile: ProfileTexts::new(name, profile),
        member: AccountView::from_account(account),
        addresses: AddressesView::from_addresses(address_changes::of_member(&common.pool, id, now).await?),
        ledger_months: current.iter().map(|pass| PassMonths::from_pass(pass, today)).collect(),
        rounds: rounds.iter().map(|own| RoundView::from_booking(own, id, today, &names, &clubs)).collect(),
        past_rounds: past.iter().filter_map(|own| PastRoundView::from_booking(own, &names, &clubs)).collect(),
        forfeited: forfeited
            .into_iter()
            .map(|place| {
                let lost = acts.at(positions.get(&place.place).copied());
                ForfeitedView::from_place(place, lost, (&vouchers.vouchers, &passes), today, &clubs)
            })
            .collect(),
        returned: returned
            .iter()
            .map(|right| ReturnedView::from_right(right, &acts, &passes, &clubs))
            .collect(),
        passes: passes.into_iter().map(|pass| PassView::from_pass(pass, rights.first(), today)).collect(),
        vouchers_total: vouchers.total,
        vouchers: vouchers
            .vouchers
            .into_iter()
            .map(|voucher| VoucherView::from_voucher(voucher, today))
            .collect(),
        orders: common.reads.orders_of(id, MOST_PAST).await?.into_iter().map(OrderView::from).collect(),
        sessions: member_account::sessions(&common.pool, id, now)
            .await?
            .into_iter()
            .map(MemberSession::from_session)
            .collect(),
        grants: shop::grant_names(&common.pool).await?.into(),
    }))
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
            address: AddressView {
                street: account.street,
                housenumber: account.housenumber,
                postcode: account.postcode,
                country: account.country,
                city: account.city.clone(),
            },
            city: account.city,
            birthdate: account.birthdate.map(|day| day.to_string()).unwrap_or_default(),
            gsn: account.gsn,
            member_number: account.member_number,
            disabled_at: account.disabled_at.map(dates::rfc3339),
            last_login_at: account.last_login_at.map(dates::rfc3339),
            passkeys: account.passkeys,
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
            browser: session.browser,
            last_seen_at: dates::rfc3339(session.last_seen_at),
        }
    }
}
