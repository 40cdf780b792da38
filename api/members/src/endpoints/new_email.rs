//! A member's new e-mail address: `POST /api/users/me/email` asks for it, with the present password; `POST
//! /api/users/email/account` names the account of the link that was mailed to it, so that nobody confirms one that is not
//! theirs; `POST /api/users/email` uses the link. The caller does not learn whether another member has the address
//! (docs/security.md, 3).

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use fairway_clock::random;
use fairway_documents::mail::AskedBy;
use fairway_endpoint::answers::Done;
use fairway_endpoint::body::JsonBody;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_store::{account_access, address_changes};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::forgot_password::note_request;
use super::login_attempts::Client;
use super::present_password;
use crate::address_change::{self, Asked, Confirmed, Request};
use crate::state::Members;

/// A new address.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NewEmailRequest {
    /// One that mail reaches, written as an address alone; not the present one.
    #[schema(example = "jan@elders.example", max_length = 254)]
    pub email: String,
    /// The present password.
    pub password: String,
}

/// Ask for another e-mail address
///
/// The answer is the same when another member has the address. It is the member's once the link that is mailed to it
/// is used.
#[utoipa::path(
    post,
    path = "/api/users/me/email",
    operation_id = "ask_for_email",
    tag = "users",
    request_body = NewEmailRequest,
    responses(
        (status = 200, description = "A mail with a link goes to the new address, and a notice to the present one", body = Done),
        (status = 403, description = "The session is an operator's, opened under the member's account", body = FailureBody),
        (status = 422, description = "`email` is no address or the present one, or `password` is not the present password",
         body = FailureBody),
        (status = 429, description = "Too many requests of this member or this address, or too many wrong passwords; see \
                                      Retry-After", body = FailureBody),
    )
)]
pub(crate) async fn ask(
    State(members): State<Arc<Members>>,
    caller: Caller,
    client: Client,
    JsonBody(request): JsonBody<NewEmailRequest>,
) -> Result<Json<Done>, Failure> {
    if caller.impersonation.is_some() {
        return Err(Failure::forbidden("Alleen het lid zelf kan het e-mailadres wijzigen."));
    }
    let email = fairway_text::email::checked(&request.email)
        .map_err(|_problem| Failure::invalid_field("email", "Vul een geldig e-mailadres in."))?;
    if email == caller.member.email {
        return Err(Failure::invalid_field("email", "Dit is al je e-mailadres."));
    }
    present_password::check_callers(&members, &caller, &client, request.password).await?;
    let sentence = "Te vaak een nieuw e-mailadres aangevraagd. Probeer het over een kwartier opnieuw.";
    note_request(&members, client.origin(), &email, sentence).await?;
    let now = members.common.clock.now();
    let portal = &members.portal;
    let asking = Request { member: caller.id(), email: &email, by: AskedBy::Member };
    let mut transaction = members.common.pool.begin().await?;
    // Somebody who took over a session must not ask while a new password is set, which ends waiting requests.
    if !account_access::hold(&mut transaction, caller.id(), caller.session_id, now).await? {
        return Err(Failure::unauthorized());
    }
    match address_change::ask(&mut transaction, &members.outbox, portal, asking, now).await? {
        Asked::Sent | Asked::InUse(_) => {}
        Asked::TooMany(oldest) => return Err(too_many(oldest, now)),
        Asked::Gone => return Err(Failure::unauthorized()),
    }
    transaction.commit().await?;
    members.outbox.wake();
    tracing::info!(member = %caller.id(), "a new e-mail address was asked for");
    Ok(Json(Done::SUCCESS))
}

fn too_many(oldest: DateTime<Utc>, now: DateTime<Utc>) -> Failure {
    let seconds = (oldest + address_changes::WINDOW - now).num_seconds().saturating_add(1);
    let sentence =
        "Je hebt het afgelopen uur te vaak een nieuw e-mailadres aangevraagd. Probeer het later opnieuw.";
    Failure::throttled(sentence, u64::try_from(seconds).unwrap_or(1))
}

/// The link of the mail.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct EmailLinkRequest {
    /// The link's token; it works once, for an hour.
    pub token: String,
}

/// The account of a link.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EmailLinkAccount {
    /// The present address, so far as its owner recognises it: a mistyped new address may be a stranger's.
    #[schema(example = "j…@fairway.example")]
    pub present: String,
    /// The new address.
    pub email: String,
    /// Whether the account's password is asked for, as where the member typed the address; where support did, it may be
    /// forgotten.
    pub needs_password: bool,
}

/// The account whose address a link of a mail changes
///
/// To be shown before the link is used. The link stays unused, also when a program that scans mails asks.
#[utoipa::path(
    post,
    path = "/api/users/email/account",
    operation_id = "email_link_account",
    tag = "users",
    security(()),
    request_body = EmailLinkRequest,
    responses(
        (status = 200, description = "The account", body = EmailLinkAccount),
        (status = 422, description = "The link is invalid, used or expired", body = FailureBody),
    )
)]
pub(crate) async fn account(
    State(common): State<Common>,
    JsonBody(request): JsonBody<EmailLinkRequest>,
) -> Result<Json<EmailLinkAccount>, Failure> {
    let token_hash = random::digest(request.token.as_bytes());
    let mut connection = common.pool.acquire().await?;
    let waiting = address_changes::find(&mut connection, &token_hash, common.clock.now()).await?;
    let waiting = waiting.ok_or_else(expired)?;
    Ok(Json(EmailLinkAccount {
        present: shortened(&waiting.present),
        email: waiting.email,
        needs_password: waiting.by_member,
    }))
}

/// The first letter and the domain.
fn shortened(email: &str) -> String {
    let (name, domain) = email.rsplit_once('@').unwrap_or((email, ""));
    format!("{}…@{domain}", name.chars().take(1).collect::<String>())
}

/// The link of the mail, and the account's password.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ConfirmEmailRequest {
    /// The link's token; it works once, for an hour.
    pub token: String,
    /// Where it is needed: a mistyped address may be a stranger's.
    #[serde(default)]
    pub password: Option<String>,
}

/// An address that was changed.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EmailChanged {
    /// Always true.
    pub success: bool,
    /// The address with which the member logs in from now on.
    pub email: String,
}

/// Change an e-mail address with a link of a mail
#[utoipa::path(
    post,
    path = "/api/users/email",
    operation_id = "confirm_email",
    tag = "users",
    security(()),
    request_body = ConfirmEmailRequest,
    responses(
        (status = 200, description = "Changed; everything that opened the account has ended but password and passkeys",
         body = EmailChanged),
        (status = 409, description = "Another member has got the address meanwhile", body = FailureBody),
        (status = 422, description = "The link is invalid, used or expired, or the password is wrong (then `errors` names it, \
                                      and the link still works)", body = FailureBody),
        (status = 429, description = "Too many wrong passwords, or too many log-ins at once; see Retry-After", body = FailureBody),
    )
)]
pub(crate) async fn confirm(
    State(members): State<Arc<Members>>,
    client: Client,
    JsonBody(request): JsonBody<ConfirmEmailRequest>,
) -> Result<Json<EmailChanged>, Failure> {
    let token_hash = random::digest(request.token.as_bytes());
    let mut connection = members.common.pool.acquire().await?;
    let waiting = address_changes::find(&mut connection, &token_hash, members.common.clock.now()).await?;
    drop(connection);
    let waiting = waiting.ok_or_else(expired)?;
    if waiting.by_member {
        // Counted by link: somebody who has it must not stop the member at the log-in.
        let failure_key = random::digest(&token_hash);
        let password = request.password.unwrap_or_default();
        if !present_password::check(&members, &waiting.present, failure_key, &client, password).await? {
            // Another use of the link was quicker.
            return Err(expired());
        }
    }
    let (now, portal) = (members.common.clock.now(), &*members.portal);
    let mut transaction = members.common.pool.begin().await?;
    let outbox = &members.outbox;
    let confirmed = address_change::confirm(&mut transaction, outbox, portal, &token_hash, now).await?;
    let (member, email) = match confirmed {
        Confirmed::Changed(member, email) => (member, email),
        Confirmed::Taken => {
            return Err(Failure::conflict(
                "Dit e-mailadres hoort inmiddels bij een ander account. Vraag een ander adres aan, in je profiel of bij onze \
                 klantenservice.",
            ));
        }
        Confirmed::Invalid => return Err(expired()),
    };
    transaction.commit().await?;
    members.outbox.wake();
    tracing::info!(%member, "an e-mail address was changed; every session has ended");
    Ok(Json(EmailChanged { success: true, email }))
}

fn expired() -> Failure {
    let sentence = "Deze link is verlopen of al gebruikt. Vraag een nieuwe aan, in je profiel of bij onze klantenservice.";
    Failure::new(StatusCode::UNPROCESSABLE_ENTITY, sentence)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stranger_reads_no_whole_address_and_its_owner_recognises_it() {
        assert_eq!(shortened("jan.devries@fairway.example"), "j…@fairway.example");
        assert_eq!(shortened("é@x.nl"), "é…@x.nl");
    }
}
