//! Publishes drafts and takes items from the members when their time has come: one transaction for each, on one node.
//! After a kill, the next look finds the rest.

use std::time::Duration;

use chrono::{DateTime, Utc};
use fairway_clock::clock::{Clock, day_of};
use fairway_query::Reads;
use fairway_store::PgPool;
use fairway_store::content::changes::{Action, Author, NewChange};
use fairway_store::content::state::ItemState;
use fairway_store::content::{changes, schedule};
use fairway_text::error_chain::Chain;

use crate::items;
use crate::transition::{EditError, carry_out};

/// How often a node looks for times that another node stored; between them it wakes up at the moment itself.
const LOOK: Duration = Duration::from_secs(1);
/// The pause after a failure: the database may be away for a while.
const AFTER_FAILURE: Duration = Duration::from_secs(10);

/// Publishes what is due until `stopped` completes.
pub async fn run(pool: PgPool, reads: Reads, clock: Clock, stopped: impl Future<Output = ()>) {
    let mut stopped = std::pin::pin!(stopped);
    loop {
        let pause = tokio::select! {
            pause = look(&pool, &reads, &clock) => pause.unwrap_or_else(|error| {
                tracing::warn!(error = %Chain(&error), "content that is due was not published; it is tried again");
                AFTER_FAILURE
            }),
            () = &mut stopped => return,
        };
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = &mut stopped => return,
        }
    }
}

/// Publishes what is due; returns how long to wait.
async fn look(pool: &PgPool, reads: &Reads, clock: &Clock) -> Result<Duration, EditError> {
    publish(pool, reads, clock.now()).await?;
    let next = schedule::next(pool).await?;
    let until = next.and_then(|next| (next - clock.now()).to_std().ok());
    Ok(until.map_or(LOOK, |until| until.min(LOOK)))
}

/// Publishes what is due at an instant; returns how many times came.
/// Fails when the database does not answer.
pub async fn publish(pool: &PgPool, reads: &Reads, now: DateTime<Utc>) -> Result<usize, EditError> {
    let mut published = 0;
    // Again after each round: an item may both appear and vanish while no node runs.
    loop {
        let due = schedule::due(pool, now).await?;
        if due.is_empty() {
            return Ok(published);
        }
        for (kind, key) in due {
            let mut transaction = pool.begin().await?;
            changes::lock(&mut transaction).await?;
            let before = items::one(&mut transaction, kind, &key).await?.state;
            // Another node was first, or an operator changed it.
            let Some((wanted, action)) = next_state(&before, now) else { continue };
            let mut author = Author {
                name: "schedule".to_owned(),
                id: None,
                reason: "the time that was planned has come".to_owned(),
            };
            let today = day_of(now);
            let done = carry_out(&mut transaction, reads, today, kind, &key, &before, &wanted).await;
            let (after, action) = match done {
                Ok(after) => (after, action),
                Err(error @ (EditError::Read(_) | EditError::Database(_))) => return Err(error),
                Err(refused) => {
                    // Nothing of the attempt remains; the draft waits for an operator.
                    transaction.rollback().await?;
                    transaction = pool.begin().await?;
                    changes::lock(&mut transaction).await?;
                    if items::one(&mut transaction, kind, &key).await?.state != before {
                        continue;
                    }
                    tracing::warn!(%refused, kind = kind.as_str(), key, "a draft could not be published at its time");
                    author.reason = format!("could not be published: {refused}");
                    let after = without_due_times(&before, now);
                    schedule::set(&mut transaction, kind, &key, &after).await?;
                    (after, Action::Refuse)
                }
            };
            let change =
                NewChange { kind, key: &key, action, author: &author, before: &before, after: &after };
            changes::record(&mut *transaction, change, now).await?;
            transaction.commit().await?;
            tracing::info!(
                kind = kind.as_str(),
                key,
                action = action.as_str(),
                "the schedule changed content"
            );
            published += 1;
        }
    }
}

/// The item after the first of its times that has come; none: no time has come.
fn next_state(before: &ItemState, now: DateTime<Utc>) -> Option<(ItemState, Action)> {
    let mut after = before.clone();
    if before.appears_at.is_some_and(|at| at <= now) {
        after.published = after.draft.take().or(after.published);
        (after.appears_at, after.has_vanished) = (None, false);
        return Some((after, Action::Appear));
    }
    if before.vanishes_at.is_some_and(|at| at <= now) {
        after.has_vanished = after.draft.is_none();
        after.draft = after.draft.or(after.published.take());
        (after.published, after.vanishes_at) = (None, None);
        return Some((after, Action::Vanish));
    }
    None
}

fn without_due_times(before: &ItemState, now: DateTime<Utc>) -> ItemState {
    let mut after = before.clone().without_past_times(now);
    // The end belonged to the text that could not be published.
    if after.published.is_none() {
        after.vanishes_at = None;
    }
    after
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().expect("an instant")
    }

    #[test]
    fn an_item_appears_at_its_moment_and_vanishes_at_its_moment() {
        let planned = ItemState {
            draft: Some(json!({"title": "x"})),
            appears_at: Some(at("2026-11-20T23:00:00Z")),
            vanishes_at: Some(at("2026-11-21T23:00:00Z")),
            ..ItemState::default()
        };
        assert_eq!(next_state(&planned, at("2026-11-20T22:59:59.999999Z")), None);
        let (shown, action) = next_state(&planned, at("2026-11-20T23:00:00Z")).expect("due");
        assert_eq!((action, &shown.published, &shown.draft), (Action::Appear, &planned.draft, &None));
        assert_eq!(next_state(&shown, at("2026-11-21T22:59:59Z")), None);
        let (gone, action) = next_state(&shown, at("2026-11-21T23:00:00Z")).expect("due");
        assert_eq!((action, &gone.draft, gone.published.is_none()), (Action::Vanish, &planned.draft, true));
        assert!(gone.has_vanished);
        assert_eq!(next_state(&gone, at("2027-01-01T00:00:00Z")), None);
    }
}
