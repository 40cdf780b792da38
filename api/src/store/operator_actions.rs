//! Operators' actions for which the journal has no event. Append-only; a row has the member's id, and never a value.

use anyhow::ensure;
use chrono::{DateTime, Utc};
use fairway_events::MemberId;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::random;

/// Characters of an operator's name or of a reason, at most.
const MAX_CHARACTERS: usize = 200;

/// Which operator acts, and why: an erasure, a closed account, access to a member's view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperatorAct {
    /// The operator's name.
    pub operator: String,
    /// Why.
    pub reason: String,
}

impl OperatorAct {
    /// The validated form that is recorded: each is one line of text.
    ///
    /// # Errors
    /// What is wrong with one of the two.
    pub fn checked(&self) -> anyhow::Result<Self> {
        Ok(Self { operator: line("--operator", &self.operator)?, reason: line("--reason", &self.reason)? })
    }
}

fn line(name: &str, text: &str) -> anyhow::Result<String> {
    let text = text.trim();
    ensure!(!text.is_empty(), "{name} must not be empty");
    ensure!(text.chars().count() <= MAX_CHARACTERS, "{name} must have at most {MAX_CHARACTERS} characters");
    ensure!(!text.chars().any(char::is_control), "{name} must be one line of text");
    Ok(text.to_owned())
}

/// An operator's action for a member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    /// Changed fields of their profile under their account.
    ChangedProfile {
        /// The fields, by their names in the API.
        fields: Vec<&'static str>,
    },
    /// Dismissed an important news item under their account.
    DismissedNews {
        /// The item.
        item: Uuid,
    },
    /// Marked a favourite co-player under their account.
    MarkedFavourite {
        /// Whom.
        favourite: MemberId,
    },
    /// Removed that mark under their account.
    UnmarkedFavourite {
        /// Whose.
        favourite: MemberId,
    },
    /// Closed their account.
    Disabled,
    /// Opened it again.
    Enabled,
}

impl Act {
    const fn action(&self) -> &'static str {
        match self {
            Self::ChangedProfile { .. } => "change profile",
            Self::DismissedNews { .. } => "dismiss news",
            Self::MarkedFavourite { .. } => "add favourite",
            Self::UnmarkedFavourite { .. } => "remove favourite",
            Self::Disabled => "disable",
            Self::Enabled => "enable",
        }
    }

    fn subject(&self) -> String {
        match self {
            Self::ChangedProfile { fields } => fields.join(", "),
            Self::DismissedNews { item } => item.to_string(),
            Self::MarkedFavourite { favourite } | Self::UnmarkedFavourite { favourite } => {
                favourite.to_string()
            }
            Self::Disabled | Self::Enabled => "account".to_owned(),
        }
    }
}

/// Records an action, in the transaction that carries it out.
///
/// # Errors
/// When the database does not answer.
pub async fn record(
    connection: &mut PgConnection,
    member: MemberId,
    by: &OperatorAct,
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
