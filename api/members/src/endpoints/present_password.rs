//! The present password, asked for within a session or beside a link: limited like a log-in, so that somebody who took
//! over either cannot guess it (docs/security.md, 2).

use fairway_endpoint::caller::Caller;
use fairway_endpoint::failure::Failure;
use fairway_store::members;
use fairway_store::throttle::FailureKeys;

use super::login_attempts::{Attempt, Client};
use crate::password::Verdict;
use crate::state::Members;

/// Whether it is the caller's password.
///
/// # Errors
/// As [`check`].
pub(super) async fn check_callers(
    members: &Members,
    caller: &Caller,
    client: &Client,
    password: String,
) -> Result<(), Failure> {
    // Failures of strangers must not stop a member who knows the password.
    let failure_key = FailureKeys::for_email(&caller.member.email).known_devices;
    let is_there = check(members, &caller.member.email, failure_key, client, password).await?;
    if is_there { Ok(()) } else { Err(Failure::unauthorized()) }
}

/// Passes where it is the password of the account of an address; failures count under the key. False: there is no such
/// account, or no more.
///
/// # Errors
/// 422 of `password` where it is not, 429 after too many of these.
pub(super) async fn check(
    members: &Members,
    email: &str,
    failure_key: Vec<u8>,
    client: &Client,
    password: String,
) -> Result<bool, Failure> {
    let attempt = Attempt::begin(members, client, failure_key).await?;
    let Some(known) = members::account(&members.common.pool, email).await? else { return Ok(false) };
    if members.passwords.verify(password, Some(known.password_hash)).await? == Verdict::Wrong {
        attempt.failed().await?;
        tracing::info!("a password that was asked for once more was wrong");
        return Err(Failure::invalid_field("password", "Dit is niet je wachtwoord."));
    }
    attempt.clear_failures().await?;
    Ok(true)
}
