//! The rules for a new password, and the mail to the member: the same for a link of the mail and for a change within a
//! session.

use chrono::{DateTime, Utc};
use fairway_documents::PersonName;
use fairway_documents::mail::PasswordChanged;
use fairway_endpoint::failure::Failure;
use fairway_store::PgConnection;
use fairway_store::outbox::Recipient;
use fairway_store::passkeys;
use fairway_store::passwords::Replaced;
use fairway_text::error_chain::Chain;

use crate::password::guessable::{SHORTEST, is_guessable};
use crate::state::Members;

/// Characters of a password, at most; far more than a password manager generates.
const MAX_LENGTH: usize = 256;

/// The password, if it is allowed.
///
/// # Errors
/// 422 of `field`, with a sentence.
pub(crate) async fn checked(field: &str, password: String) -> Result<String, Failure> {
    let refuse = |sentence: &str| Err(Failure::invalid_field(field, sentence));
    let length = password.chars().count();
    if length < SHORTEST {
        return refuse("Kies een wachtwoord van minstens 8 tekens.");
    }
    if length > MAX_LENGTH {
        return refuse("Kies een wachtwoord van hoogstens 256 tekens.");
    }
    // Comparing a long password with long lists takes milliseconds: not on an async thread.
    let judged = tokio::task::spawn_blocking(move || (is_guessable(&password), password)).await;
    match judged {
        Ok((false, password)) => Ok(password),
        Ok((true, _)) => refuse("Dit wachtwoord is te makkelijk te raden. Kies een ander."),
        Err(error) => {
            tracing::error!(error = %Chain(&error), "a password cannot be checked");
            Err(Failure::internal())
        }
    }
}

/// Queues the mail about the change, in the same transaction: a member who did not change the password must be
/// notified, and one who did learns what ended with the former one, and which passkeys still log in. `cause` is unique
/// for the change.
///
/// # Errors
/// When the database does not answer, or the mail cannot be composed.
pub(crate) async fn queue_notice(
    members: &Members,
    connection: &mut PgConnection,
    Replaced { to, ended }: Replaced,
    cause: &str,
    changed_at: DateTime<Utc>,
) -> Result<(), Failure> {
    let portal = &members.portal;
    let recipient = PersonName::new(to.first_name, to.prefix, to.last_name);
    let present = passkeys::list(&mut *connection, to.member).await?;
    let present: Vec<String> = present.into_iter().map(|passkey| passkey.name).collect();
    let mail = PasswordChanged {
        portal,
        recipient: &recipient,
        changed_at,
        calendar_feed_ended: ended.calendar_feed,
        devices_ended: ended.devices > 0,
        removed_passkeys: &ended.passkeys,
        present_passkeys: &present,
    }
    .compose();
    let key = format!("password-changed:{cause}");
    members.outbox.queue(connection, &key, &Recipient::Member(to.member), &mail).await?;
    Ok(())
}
