//! The mail about an added or removed passkey, in the same transaction: a member who did not do it must be notified.

use chrono::{DateTime, Utc};
use fairway_documents::PersonName;
use fairway_documents::mail::{PasskeyChange, PasskeyChanged};
use fairway_endpoint::failure::Failure;
use fairway_store::PgConnection;
use fairway_store::outbox::Recipient;
use fairway_store::passwords::Addressee;
use uuid::Uuid;

use crate::state::Members;

/// Queues the mail. The id is unique for the change.
///
/// # Errors
/// When the database does not answer, or the mail cannot be composed.
pub async fn queue(
    members: &Members,
    connection: &mut PgConnection,
    to: Addressee,
    cause: Uuid,
    change: PasskeyChange<'_>,
    changed_at: DateTime<Utc>,
) -> Result<(), Failure> {
    let portal = &members.portal;
    let recipient = PersonName::new(to.first_name, to.prefix, to.last_name);
    let mail = PasskeyChanged { portal, recipient: &recipient, change, changed_at }.compose();
    let key = format!("passkey-changed:{cause}");
    members.outbox.queue(connection, &key, &Recipient::Member(to.member), &mail).await?;
    Ok(())
}
