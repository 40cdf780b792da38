//! `/operator/api/club-accounts` and `/operator/api/club-devices`: inviting people at clubs, disabling their accounts, and
//! ending the access of clubs' devices, each with a reason. A club's managers do the same for their own club.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use fairway_audit::dates;
use fairway_club_accounts::accounts::{self, AccountError, ChangedBy, Invitation, NewPerson};
use fairway_club_accounts::invitation_link;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::FailureBody;
use fairway_events::ClubId;
use fairway_operator_accounts::access::{ManageClubAccounts, Operator, Permitted, SeeClubAccounts};
use fairway_operator_accounts::answer::Changed;
use fairway_operator_accounts::body::{OperatorBody, OperatorQuery};
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_operator_accounts::permanent::permanent;
use fairway_store::club_accounts::{self, ClubRole};
use fairway_store::club_devices;
use fairway_store::clubs::{self, Clubs};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::state::Operators;

/// Which accounts and devices.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ClubAccountsWanted {
    /// Of this club; none: of every club.
    club: Option<String>,
}

/// A club to choose from.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClubName {
    /// The slug.
    pub id: String,
    /// The name.
    pub name: String,
}

/// Every club, by name.
pub(super) fn names_of(known: &Clubs) -> Vec<ClubName> {
    known.all().map(|card| ClubName { id: card.id().0.clone(), name: card.name.clone() }).collect()
}

/// The account of somebody at a club.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClubAccountEntry {
    /// The id.
    pub id: Uuid,
    /// The club's slug.
    pub club: String,
    /// The name.
    pub name: String,
    /// The address.
    pub email: String,
    /// The role.
    pub role: ClubRole,
    /// `invited` (no password yet), `active` or `disabled`.
    pub status: &'static str,
    /// The last use of a session, to the minute; null: never. RFC 3339 with the offset of Europe/Amsterdam.
    pub last_seen_at: Option<String>,
}

/// A shared device of a club.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClubDeviceEntry {
    /// The id.
    pub id: Uuid,
    /// The club's slug.
    pub club: String,
    /// The name.
    pub name: String,
    /// The manager who paired it.
    pub paired_by: String,
    /// When; RFC 3339 with the offset of Europe/Amsterdam.
    pub paired_at: String,
    /// The last use, to the minute; RFC 3339 with the offset of Europe/Amsterdam.
    pub last_seen_at: String,
}

/// Clubs' accounts by name, and their devices with access.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClubAccountsAndDevices {
    /// Every club, by name.
    pub clubs: Vec<ClubName>,
    /// The accounts.
    pub accounts: Vec<ClubAccountEntry>,
    /// The devices, latest first.
    pub devices: Vec<ClubDeviceEntry>,
}

/// Clubs' accounts and devices
#[utoipa::path(
    get,
    path = "/operator/api/club-accounts",
    operation_id = "operator_club_accounts",
    tag = "club accounts",
    security(("operator" = ["support", "admin"])),
    params(ClubAccountsWanted),
    responses((status = 200, description = "The accounts and devices", body = ClubAccountsAndDevices)),
)]
pub(crate) async fn list(
    State(common): State<Common>,
    _: Permitted<SeeClubAccounts>,
    OperatorQuery(wanted): OperatorQuery<ClubAccountsWanted>,
) -> Result<Json<ClubAccountsAndDevices>, OperatorFailure> {
    let (club, pool) = (wanted.club.map(ClubId), &common.pool);
    let known = common.clubs.at(pool, clubs::version(pool).await?).await?;
    let accounts = club_accounts::list(pool, club.as_ref()).await?;
    let devices = club_devices::list(pool, club.as_ref(), common.clock.now()).await?;
    Ok(Json(ClubAccountsAndDevices {
        clubs: names_of(&known),
        accounts: accounts
            .into_iter()
            .filter_map(|account| {
                Some(ClubAccountEntry {
                    role: account.role()?,
                    status: match (account.disabled_at, account.has_password) {
                        (Some(_), _) => "disabled",
                        (None, true) => "active",
                        (None, false) => "invited",
                    },
                    id: account.id,
                    club: account.club_id,
                    name: account.name,
                    email: account.email,
                    last_seen_at: account.last_seen_at.map(dates::rfc3339),
                })
            })
            .collect(),
        devices: devices
            .into_iter()
            .map(|device| ClubDeviceEntry {
                id: device.id,
                club: device.club_id,
                name: device.name,
                paired_by: device.paired_by,
                paired_at: dates::rfc3339(device.paired_at),
                last_seen_at: dates::rfc3339(device.last_seen_at),
            })
            .collect(),
    }))
}

/// A person to invite.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct InviteToClub {
    /// The club's slug.
    pub club: String,
    /// The name, at most 100 characters.
    pub name: String,
    /// The address to log in with.
    pub email: String,
    /// The role.
    pub role: ClubRole,
    /// Why; one line.
    pub reason: String,
}

/// An invitation.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClubInvitationLink {
    /// The address to give to the person: it works once, within seven days.
    pub link: String,
}

impl ClubInvitationLink {
    fn of(operators: &Operators, invitation: &Invitation) -> Self {
        Self { link: invitation_link(&operators.accounts.settings.club_url, &invitation.token) }
    }
}

/// Invite somebody of a club
#[utoipa::path(
    post,
    path = "/operator/api/club-accounts/invite",
    operation_id = "operator_club_account_invite",
    tag = "club accounts",
    security(("operator" = ["support", "admin"])),
    request_body = InviteToClub,
    responses(
        (status = 200, description = "Invited", body = ClubInvitationLink),
        (status = 422, description = "A field is not valid, or the address has an account", body = FailureBody),
    ),
)]
pub(crate) async fn invite(
    State(operators): State<Arc<Operators>>,
    permitted: Permitted<ManageClubAccounts>,
    OperatorBody(request): OperatorBody<InviteToClub>,
) -> Result<Json<ClubInvitationLink>, OperatorFailure> {
    let InviteToClub { club, name, email, role, reason } = request;
    let (common, club) = (&operators.common, ClubId(club));
    let pool = &common.pool;
    let by = author(common, &permitted.operator, &reason).await?;
    if common.clubs.at(pool, clubs::version(pool).await?).await?.get(&club).is_none() {
        return Err(OperatorFailure::invalid_field("club", "Choose a club."));
    }
    let new = NewPerson { club, name, email, role };
    let invitation = accounts::invite(pool, by, new, common.clock.now()).await.map_err(refusal)?;
    Ok(Json(ClubInvitationLink::of(&operators, &invitation)))
}

/// An account or a device of a club, and why something is done to it.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ChangeAtClub {
    /// Its id.
    pub id: Uuid,
    /// Why; one line.
    pub reason: String,
}

/// Invite somebody of a club again
#[utoipa::path(
    post,
    path = "/operator/api/club-accounts/invite-again",
    operation_id = "operator_club_account_invite_again",
    tag = "club accounts",
    security(("operator" = ["support", "admin"])),
    request_body = ChangeAtClub,
    responses(
        (status = 200, description = "Invited; password, authenticator app, passkeys and sessions have ended",
         body = ClubInvitationLink),
        (status = 404, description = "There is no such account", body = FailureBody),
        (status = 409, description = "It is disabled", body = FailureBody),
    ),
)]
pub(crate) async fn invite_again(
    State(operators): State<Arc<Operators>>,
    permitted: Permitted<ManageClubAccounts>,
    OperatorBody(request): OperatorBody<ChangeAtClub>,
) -> Result<Json<ClubInvitationLink>, OperatorFailure> {
    let common = &operators.common;
    let by = author(common, &permitted.operator, &request.reason).await?;
    let invitation = accounts::invite_again(&common.pool, by, request.id, common.clock.now()).await;
    Ok(Json(ClubInvitationLink::of(&operators, &invitation.map_err(refusal)?)))
}

/// Whether an account of a club is to be disabled, and why.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct DisableAtClub {
    /// The account.
    pub id: Uuid,
    /// False: it is to be enabled again.
    pub disabled: bool,
    /// Why; one line.
    pub reason: String,
}

/// Disable or enable an account of a club
#[utoipa::path(
    post,
    path = "/operator/api/club-accounts/disable",
    operation_id = "operator_club_account_disable",
    tag = "club accounts",
    security(("operator" = ["support", "admin"])),
    request_body = DisableAtClub,
    responses(
        (status = 200, description = "It is so; the sessions of a disabled account have ended", body = Changed),
        (status = 404, description = "There is no such account", body = FailureBody),
        (status = 409, description = "It is so already", body = FailureBody),
    ),
)]
pub(crate) async fn disable(
    State(common): State<Common>,
    permitted: Permitted<ManageClubAccounts>,
    OperatorBody(DisableAtClub { id, disabled, reason }): OperatorBody<DisableAtClub>,
) -> Result<Json<Changed>, OperatorFailure> {
    let by = author(&common, &permitted.operator, &reason).await?;
    accounts::set_disabled(&common.pool, by, id, disabled, common.clock.now()).await.map_err(refusal)?;
    Ok(Json(Changed {}))
}

/// End the access of a club's device
#[utoipa::path(
    post,
    path = "/operator/api/club-devices/revoke",
    operation_id = "operator_club_device_revoke",
    tag = "club accounts",
    security(("operator" = ["support", "admin"])),
    request_body = ChangeAtClub,
    responses(
        (status = 200, description = "It has ended", body = Changed),
        (status = 404, description = "It had ended already, or there is no such device", body = FailureBody),
    ),
)]
pub(crate) async fn revoke(
    State(common): State<Common>,
    permitted: Permitted<ManageClubAccounts>,
    OperatorBody(request): OperatorBody<ChangeAtClub>,
) -> Result<Json<Changed>, OperatorFailure> {
    let by = author(&common, &permitted.operator, &request.reason).await?;
    accounts::revoke_device(&common.pool, by, request.id, common.clock.now()).await.map_err(refusal)?;
    Ok(Json(Changed {}))
}

/// The operator, with a reason that may be kept.
async fn author(
    common: &Common,
    operator: &Operator,
    reason: &str,
) -> Result<ChangedBy<'static>, OperatorFailure> {
    let reason = permanent(common, operator, "reason", reason).await?;
    Ok(ChangedBy::Operator(operator.acting(), reason))
}

fn refusal(error: AccountError) -> OperatorFailure {
    match error {
        AccountError::Name => {
            OperatorFailure::invalid_field("name", "Write a name of at most 100 characters.")
        }
        AccountError::Email => OperatorFailure::invalid_field("email", "Write an e-mail address."),
        AccountError::Taken => OperatorFailure::invalid_field(
            "email",
            "Somebody with this address has an account already: invite them again instead, or write another address.",
        ),
        AccountError::Unknown => OperatorFailure::not_found("There is no such account."),
        AccountError::NoDevice => OperatorFailure::not_found("This device has no access any more."),
        AccountError::Disabled => {
            OperatorFailure::new(StatusCode::CONFLICT, "This account is disabled: enable it first.")
        }
        AccountError::Unchanged | AccountError::Yourself | AccountError::LastManager => {
            OperatorFailure::new(StatusCode::CONFLICT, "This account is so already: load the screen again.")
        }
        AccountError::Database(error) => error.into(),
    }
}
