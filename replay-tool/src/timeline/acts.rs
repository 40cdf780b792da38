//! What operators did to a member that the journal has no event for: a changed profile, a hidden news item, a shut account. It stands in a
//! record of its own (`operator_actions`) and is told between the events, by the time.

use std::collections::VecDeque;

use anyhow::{Context, Result};
use chrono::{DateTime, Utc};
use fairway_events::MemberId;
use serde::Serialize;
use sqlx::PgPool;

use crate::moment::{Bound, Moment};
use crate::words::dates;

use super::Arguments;

/// An operator's act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Act {
    pub(super) at: DateTime<Utc>,
    pub(super) operator: String,
    pub(super) reason: String,
    action: String,
    subject: String,
}

/// An act as `--json` prints it.
#[derive(Debug, Serialize)]
pub(super) struct ActLine<'a> {
    /// Instant with the offset of Europe/Amsterdam, RFC 3339.
    at: String,
    /// `change profile`, `dismiss news`, `disable` or `enable`.
    act: &'a str,
    /// The operator's name.
    operator: &'a str,
    /// What happened, in words.
    what: String,
    /// Why.
    reason: &'a str,
}

impl Act {
    /// In words.
    pub(super) fn told(&self) -> String {
        match self.action.as_str() {
            "change profile" => format!("changed the profile: {}", self.subject),
            "dismiss news" => format!("hid an important news item: {}", self.subject),
            "disable" => "shut the account: no log-in, found and added by nobody".to_owned(),
            "enable" => "opened the account again".to_owned(),
            other => format!("{other}: {}", self.subject),
        }
    }

    pub(super) fn line(&self) -> ActLine<'_> {
        ActLine {
            at: dates::rfc3339(self.at),
            act: &self.action,
            operator: &self.operator,
            what: self.told(),
            reason: &self.reason,
        }
    }
}

/// The acts that are to be told, earliest first.
#[derive(Debug, Default)]
pub(super) struct Acts(VecDeque<Act>);

impl Acts {
    /// Those done to a member between the moments that were asked for. A moment that is a position limits events only:
    /// acts have none.
    pub(super) async fn of(pool: &PgPool, member: MemberId, arguments: &Arguments) -> Result<Self> {
        let instant = |bound| match bound {
            Bound::Instant(instant) => Some(instant),
            Bound::Position(_) => None,
        };
        let rows: Vec<(DateTime<Utc>, String, String, String, String)> = sqlx::query_as(
            "SELECT at, operator, reason, action, subject FROM operator_actions
             WHERE member_id = $1 AND ($2::timestamptz IS NULL OR at >= $2) AND ($3::timestamptz IS NULL OR at < $3)
             ORDER BY at, id",
        )
        .bind(member.0)
        .bind(arguments.from.map(Moment::from).and_then(instant))
        .bind(arguments.to.map(Moment::to).and_then(instant))
        .fetch_all(pool)
        .await
        .context("reading what operators did")?;
        Ok(Self(
            rows.into_iter()
                .map(|(at, operator, reason, action, subject)| Act { at, operator, reason, action, subject })
                .collect(),
        ))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Leaves out what was done before an instant.
    pub(super) fn forget_before(&mut self, instant: DateTime<Utc>) {
        self.0.retain(|act| act.at >= instant);
    }

    /// The next one, if it was done before an instant; none: whenever it was.
    pub(super) fn next_before(&mut self, instant: Option<DateTime<Utc>>) -> Option<Act> {
        let due = |act: &Act| instant.is_none_or(|instant| act.at < instant);
        if self.0.front().is_some_and(due) { self.0.pop_front() } else { None }
    }
}
