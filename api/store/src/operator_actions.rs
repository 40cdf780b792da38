//! Operators' actions for which the journal has no event. Append-only; a row has the member's id, and never a value.
//! Operators' views are in the same table ([`super::operator_views`]). Its functions fail when the database does not
//! answer.

pub mod listing;

use std::collections::BTreeMap;

use anyhow::{Context, ensure};
use chrono::{DateTime, Utc};
use fairway_audit::permanent_text::PermanentText;
use fairway_clock::random;
use fairway_events::MemberId;
use sqlx::{PgConnection, PgExecutor, PgPool};
use uuid::Uuid;

/// Characters of an operator's name, at most.
const MAX_CHARACTERS: usize = 200;

/// The operator of an act, and the reason: of an erasure, a closed account, access to a member's view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperatorAct {
    /// The operator's name.
    pub operator: String,
    /// The operator's account; none for a command on a machine, which states a name only.
    pub operator_id: Option<Uuid>,
    /// Why.
    pub reason: PermanentText,
}

impl OperatorAct {
    /// The metadata of the event of an act on a subject.
    #[must_use]
    pub fn metadata(&self, subject: String) -> BTreeMap<String, String> {
        let mut metadata = BTreeMap::from([
            ("operator".to_owned(), self.operator.clone()),
            ("reason".to_owned(), self.reason.to_string()),
            ("subject".to_owned(), subject),
        ]);
        metadata.extend(self.operator_id.map(|id| ("operator_id".to_owned(), id.to_string())));
        metadata
    }
}

/// The operator of a command on the machine, and the reason, as they were written there.
#[derive(Debug, Clone)]
pub struct WrittenAct {
    /// `--operator`
    pub operator: String,
    /// `--reason`
    pub reason: String,
}

impl WrittenAct {
    /// The validated form that is recorded.
    ///
    /// # Errors
    /// When one of the two is not valid, or the database does not answer.
    pub async fn checked(&self, pool: &PgPool) -> anyhow::Result<OperatorAct> {
        let operator = line("--operator", &self.operator)?;
        let reason = PermanentText::check(pool, &self.reason).await.context("--reason")?;
        Ok(OperatorAct { operator, operator_id: None, reason })
    }
}

/// An operator's name as it is recorded: one line of text.
///
/// # Errors
/// When it is not valid, in a sentence that calls it `name`.
pub fn line(name: &str, text: &str) -> anyhow::Result<String> {
    ensure!(!text.trim().chars().any(char::is_control), "{name} must be one line of text");
    // Two spaces look like one.
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    ensure!(!text.is_empty(), "{name} must not be empty");
    ensure!(text.chars().count() <= MAX_CHARACTERS, "{name} must have at most {MAX_CHARACTERS} characters");
    ensure!(!text.chars().any(fairway_text::is_blank), "{name} must not have characters that nobody sees");
    Ok(text)
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
        /// The co-player.
        favourite: MemberId,
    },
    /// Removed that mark under their account.
    UnmarkedFavourite {
        /// The co-player.
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

/// An operator at a screen: the account, and the name that is recorded with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActingOperator {
    /// The account.
    pub id: Uuid,
    /// The operator's name.
    pub name: String,
}

/// An operator's act at a screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScreenAct {
    /// The act, such as `add operator`.
    pub action: &'static str,
    /// To what, by its kind and id or an operator's name.
    pub subject: String,
    /// To which member, if it was one.
    pub member: Option<MemberId>,
    /// Why.
    pub reason: PermanentText,
}

/// Records what an operator did at a screen, in the transaction that carries it out.
pub async fn record_at_screen(
    executor: impl PgExecutor<'_>,
    by: &ActingOperator,
    act: &ScreenAct,
    at: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO operator_actions (id, at, operator, reason, action, subject, member_id, operator_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(random::new_id(at))
    .bind(at)
    .bind(&by.name)
    .bind(act.reason.as_str())
    .bind(act.action)
    .bind(&act.subject)
    .bind(act.member.map(|member| member.0))
    .bind(by.id)
    .execute(executor)
    .await
    .map(|_| ())
}

/// Records an action, in the transaction that carries it out.
pub async fn record(
    connection: &mut PgConnection,
    member: MemberId,
    by: &OperatorAct,
    act: &Act,
    at: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO operator_actions (id, at, operator, reason, action, subject, member_id, operator_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(random::new_id(at))
    .bind(at)
    .bind(&by.operator)
    .bind(by.reason.as_str())
    .bind(act.action())
    .bind(act.subject())
    .bind(member.0)
    .bind(by.operator_id)
    .execute(connection)
    .await
    .map(|_| ())
}
