//! What operators did that the journal has no event for. Append-only; a row names the member by id, and never a value.

use chrono::{DateTime, Utc};
use fairway_events::MemberId;
use sqlx::PgConnection;
use uuid::Uuid;

use super::impersonations::Impersonation;
use crate::random;

/// What was done to a member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    /// Changed fields of their profile while looking on as them.
    ChangedProfile {
        /// The fields, by their names in the API.
        fields: Vec<&'static str>,
    },
    /// Hid an important news item from them while looking on as them.
    DismissedNews {
        /// Which.
        item: Uuid,
    },
    /// Shut their account.
    Disabled,
    /// Opened it again.
    Enabled,
}

impl Act {
    const fn action(&self) -> &'static str {
        match self {
            Self::ChangedProfile { .. } => "change profile",
            Self::DismissedNews { .. } => "dismiss news",
            Self::Disabled => "disable",
            Self::Enabled => "enable",
        }
    }

    fn subject(&self) -> String {
        match self {
            Self::ChangedProfile { fields } => fields.join(", "),
            Self::DismissedNews { item } => item.to_string(),
            Self::Disabled | Self::Enabled => "account".to_owned(),
        }
    }
}

/// Records an act, in the transaction that does it.
///
/// # Errors
/// When the database does not answer.
pub async fn record(
    connection: &mut PgConnection,
    member: MemberId,
    by: &Impersonation,
    act: &Act,
    at: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO operator_actions (id, at, operator, reason, action, subject, member_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(random::new_id(at))
    .bind(at)
    .bind(&by.operator)
    .bind(&by.reason)
    .bind(act.action())
    .bind(act.subject())
    .bind(member.0)
    .execute(connection)
    .await
    .map(|_| ())
}
