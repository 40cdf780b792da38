//! The only place that gives a member another e-mail address: it remembers the former one, and ends what opened the
//! account.

use chrono::{DateTime, Utc};
use fairway_events::MemberId;
use sqlx::{PgConnection, Row};

use super::account_access::{self, Spared};
use super::passwords::Addressee;
use super::throttle::FailureKeys;

/// The constraint by which two members never have one address.
const ONE_MEMBER_PER_ADDRESS: &str = "members_email_key";

/// The outcome of a change of address.
#[derive(Debug, Clone)]
pub enum NewAddress {
    /// It is the member's now.
    Changed {
        /// The member.
        to: Addressee,
        /// The address that they had.
        former: String,
    },
    /// Another member has it. The transaction has failed.
    Taken,
    /// The member is gone, or has it already.
    Unchanged,
}

/// Gives a member another address. Everything that opened the account or told of it ends, for the former mailbox may be
/// another person's; password and passkeys stay: they are the member's own. Fails when the database does not answer.
pub async fn change(
    connection: &mut PgConnection,
    member: MemberId,
    new: &str,
    now: DateTime<Utc>,
) -> Result<NewAddress, sqlx::Error> {
    account_access::lock(&mut *connection, member).await?;
    let row = sqlx::query(
        "WITH former AS (SELECT email FROM members WHERE id = $1)
         UPDATE members SET email = $2 FROM former
         WHERE members.id = $1 AND members.email <> $2
         RETURNING former.email AS former, first_name, prefix, last_name",
    )
    .bind(member.0)
    .bind(new)
    .fetch_optional(&mut *connection)
    .await;
    let row = match row {
        Err(sqlx::Error::Database(error)) if error.constraint() == Some(ONE_MEMBER_PER_ADDRESS) => {
            return Ok(NewAddress::Taken);
        }
        row => row?,
    };
    let Some(row) = row else { return Ok(NewAddress::Unchanged) };
    let former: String = row.try_get("former")?;
    sqlx::query("DELETE FROM former_addresses WHERE member_id = $1 AND email = $2")
        .bind(member.0)
        .bind(new)
        .execute(&mut *connection)
        .await?;
    sqlx::query(
        "INSERT INTO former_addresses (member_id, email, left_at) VALUES ($1, $2, $3)
         ON CONFLICT (email, member_id) DO UPDATE SET left_at = excluded.left_at",
    )
    .bind(member.0)
    .bind(&former)
    .bind(now)
    .execute(&mut *connection)
    .await?;
    account_access::end(&mut *connection, member, Spared::PASSKEYS, now).await?;
    FailureKeys::for_email(&former).clear(connection).await?;
    Ok(NewAddress::Changed { to: Addressee::from_row(member, &row)?, former })
}
