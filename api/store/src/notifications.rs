//! Members' choices of news, per kind, by mail and on their devices (docs/domain.md §3.20). Its functions fail when the
//! database does not answer.

use std::str::FromStr;

use fairway_events::MemberId;
use serde::{Deserialize, Serialize};
use sqlx::{PgConnection, PgExecutor};
use utoipa::ToSchema;

/// A kind of news that a member can switch off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum NotificationKind {
    /// The member has a round: booked, added, or in another player's stead.
    RoundBooked,
    /// The players of the member's round changed, or their leader.
    RoundChanged,
    /// The member does not play any more, or got a right back.
    RoundCancelled,
    /// The day before the round.
    Reminder,
    /// The member's group waits for places, or is offered some.
    WaitingList,
}

impl NotificationKind {
    /// Every kind, in the order of the screen.
    pub const ALL: [Self; 5] =
        [Self::RoundBooked, Self::RoundChanged, Self::RoundCancelled, Self::Reminder, Self::WaitingList];

    /// The kind as the database has it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::RoundBooked => "round_booked",
            Self::RoundChanged => "round_changed",
            Self::RoundCancelled => "round_cancelled",
            Self::Reminder => "reminder",
            Self::WaitingList => "waiting_list",
        }
    }
}

/// A text that is no kind of news.
#[derive(Debug, Clone, thiserror::Error)]
#[error("`{0}` is no kind of news")]
pub struct UnknownKind(String);

impl FromStr for NotificationKind {
    type Err = UnknownKind;

    fn from_str(text: &str) -> Result<Self, UnknownKind> {
        let found = Self::ALL.into_iter().find(|kind| kind.as_str() == text);
        found.ok_or_else(|| UnknownKind(text.to_owned()))
    }
}

/// The ways in which a member wants a kind of news.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wanted {
    /// By mail.
    pub mail: bool,
    /// On the devices where the member allowed it.
    pub push: bool,
}

/// The ways in which each of these members wants that kind of news, in their order, by one query.
pub async fn wanted(
    connection: &mut PgConnection,
    about: &[(MemberId, NotificationKind)],
) -> Result<Vec<Wanted>, sqlx::Error> {
    if about.is_empty() {
        return Ok(Vec::new());
    }
    let rows: Vec<(bool, bool)> = sqlx::query_as(
        "SELECT coalesce(setting.mail, true), coalesce(setting.push, true)
         FROM UNNEST($1::uuid[], $2::text[]) WITH ORDINALITY AS about (member_id, kind, number)
         LEFT JOIN notification_settings AS setting USING (member_id, kind)
         ORDER BY about.number",
    )
    .bind(about.iter().map(|(member, _)| member.0).collect::<Vec<_>>())
    .bind(about.iter().map(|(_, kind)| kind.as_str()).collect::<Vec<_>>())
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|(mail, push)| Wanted { mail, push }).collect())
}

/// A member's choice for every kind, in the order of [`NotificationKind::ALL`].
pub async fn of_member(
    connection: &mut PgConnection,
    member: MemberId,
) -> Result<Vec<(NotificationKind, Wanted)>, sqlx::Error> {
    let about = NotificationKind::ALL.map(|kind| (member, kind));
    let wanted = wanted(connection, &about).await?;
    Ok(NotificationKind::ALL.into_iter().zip(wanted).collect())
}

/// Saves the ways in which a member wants a kind of news; returns whether that changed anything.
pub async fn save(
    executor: impl PgExecutor<'_>,
    member: MemberId,
    kind: NotificationKind,
    wanted: Wanted,
) -> Result<bool, sqlx::Error> {
    // A choice that equals the default needs no row, unless there is one.
    let done = sqlx::query(
        "INSERT INTO notification_settings AS setting (member_id, kind, mail, push)
         SELECT $1, $2, $3, $4
         WHERE NOT ($3 AND $4) OR EXISTS (SELECT FROM notification_settings WHERE member_id = $1 AND kind = $2)
         ON CONFLICT (member_id, kind) DO UPDATE SET mail = excluded.mail, push = excluded.push
             WHERE (setting.mail, setting.push) <> (excluded.mail, excluded.push)",
    )
    .bind(member.0)
    .bind(kind.as_str())
    .bind(wanted.mail)
    .bind(wanted.push)
    .execute(executor)
    .await?;
    Ok(done.rows_affected() > 0)
}
