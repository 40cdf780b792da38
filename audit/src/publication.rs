//! The publication of figures for analysts: whether one is due, and how it is made. The database publishes
//! (`publish_figures`), so that whoever asks for it needs no right on the figures.

use anyhow::{Context, Result, ensure};
use chrono::NaiveDate;
use sqlx::PgPool;
use uuid::Uuid;

use crate::permanent_text::PermanentText;
use crate::projections::Lag;

/// The projections whose tables the figures are counted from.
const READ: [&str; 8] = [
    "analytics",
    "reservations",
    "play_rights",
    "vouchers",
    "orders",
    "historic_players",
    "club_days",
    "waiting_lists",
];

/// Whether nothing was published yet on a day of the portal, or after it.
///
/// # Errors
/// When the database does not answer.
pub async fn is_due(pool: &PgPool, today: NaiveDate) -> Result<bool> {
    sqlx::query_scalar("SELECT NOT EXISTS (SELECT FROM publication WHERE day >= $1)")
        .bind(today)
        .fetch_one(pool)
        .await
        .context("asking for the last publication")
}

/// Whether the figures know every event up to a position.
#[must_use]
pub fn know(lag: &Lag, position: i64) -> bool {
    lag.projections.iter().filter(|one| READ.contains(&one.name.as_str())).all(|one| one.position >= position)
}

/// Publishes what is closed on a day of the portal, each closed month once. Returns how many months that were: 0 also
/// while another node publishes.
///
/// # Errors
/// When the database refuses.
pub async fn publish(pool: &PgPool, today: NaiveDate) -> Result<i32> {
    sqlx::query_scalar("SELECT publish_figures($1)")
        .bind(today)
        .fetch_one(pool)
        .await
        .context("publishing the figures")
}

/// The same, on today's day by the database's clock.
///
/// # Errors
/// When the database refuses.
pub async fn publish_now(pool: &PgPool) -> Result<i32> {
    sqlx::query_scalar("SELECT publish_figures(analytics.today())")
        .fetch_one(pool)
        .await
        .context("publishing the figures")
}

/// Publishes everything anew, as of the day of the last publication, and records who wanted it and why. Analysts who kept
/// what was published before can tell both apart, so it is for an import of past rounds and the like.
///
/// # Errors
/// When the operator is empty, the reason is not one to keep, or the database refuses.
pub async fn publish_again(pool: &PgPool, operator: &str, reason: &str) -> Result<i32> {
    ensure!(!operator.trim().is_empty(), "--operator must say who you are");
    let reason = PermanentText::check(pool, reason).await.context("--reason")?;
    let mut transaction = pool.begin().await?;
    sqlx::query(
        "INSERT INTO operator_actions (id, operator, reason, action, subject)
         VALUES ($1, $2, $3, 'publish', 'figures of closed months, again')",
    )
    .bind(new_id())
    .bind(operator.trim())
    .bind(reason.as_str())
    .execute(&mut *transaction)
    .await?;
    let months = sqlx::query_scalar(
        "SELECT publish_figures(coalesce(analytics.published_on(), analytics.today()), again => true)",
    )
    .fetch_one(&mut *transaction)
    .await
    .context("publishing the figures")?;
    transaction.commit().await?;
    Ok(months)
}

#[expect(clippy::disallowed_methods, reason = "made at the edge: nothing repeats this record")]
fn new_id() -> Uuid {
    Uuid::now_v7()
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;
    use crate::projections::ProjectionLag;

    #[test]
    fn figures_know_a_position_when_each_projection_that_they_read_does() {
        let at = |name: &str, position| ProjectionLag {
            name: name.to_owned(),
            state: "running",
            position,
            lag_events: 0,
            lag_seconds: 0.0,
            as_of: None,
        };
        let mut projections: Vec<ProjectionLag> = READ.iter().map(|name| at(name, 7)).collect();
        projections.push(at("mail", 3));
        let lag = Lag { at: DateTime::UNIX_EPOCH, journal_position: 9, projections };
        assert!(know(&lag, 7) && !know(&lag, 8));
        for name in READ {
            assert!(
                fairway_query::Projection::ALL.iter().any(|one| one.name() == name),
                "no projection {name}"
            );
        }
    }
}
