//! The publication of figures for analysts: whether one is due, and how it is made. The database publishes
//! (`publish_figures`), so that whoever asks for it needs no right on the figures.

use anyhow::{Context, Result, ensure};
use chrono::NaiveDate;
use sqlx::PgPool;

use crate::operator_record::Stated;
use crate::projections::{self, Lag};

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

/// The projections without which the figures do not know every event up to a position.
#[must_use]
pub fn behind(lag: &Lag, position: i64) -> Vec<&str> {
    let read = lag.projections.iter().filter(|one| READ.contains(&one.name.as_str()));
    read.filter(|one| one.position < position).map(|one| one.name.as_str()).collect()
}

/// A month is closed once: not on rows that a projection has not written yet.
async fn refuse_while_behind(pool: &PgPool) -> Result<()> {
    let lag = projections::lag(pool).await?;
    let behind = behind(&lag, lag.journal_position);
    ensure!(
        behind.is_empty(),
        "behind the journal: {} (`replay-tool lag`); publish when they have caught up",
        behind.join(", ")
    );
    Ok(())
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
/// When a projection is behind the journal, or the database refuses.
pub async fn publish_now(pool: &PgPool) -> Result<i32> {
    refuse_while_behind(pool).await?;
    sqlx::query_scalar("SELECT publish_figures(analytics.today())")
        .fetch_one(pool)
        .await
        .context("publishing the figures")
}

/// Publishes everything anew, as of the day of the last publication, but of no day that the database has not reached: a
/// portal's clock may have been ahead. Records who wanted it and why. Analysts who kept
/// what was published before can tell both apart, so it is for an import of past rounds and the like.
///
/// # Errors
/// When the operator is empty, the reason is not one to keep, a projection is behind the journal, or the database refuses.
pub async fn publish_again(pool: &PgPool, operator: &str, reason: &str) -> Result<i32> {
    let by = Stated::check(pool, operator, reason).await?;
    refuse_while_behind(pool).await?;
    let mut transaction = pool.begin().await?;
    by.record(&mut transaction, "publish", "figures of closed months, again").await?;
    let months = sqlx::query_scalar(
        "SELECT publish_figures(least(analytics.published_on(), analytics.today()), again => true)",
    )
    .fetch_one(&mut *transaction)
    .await
    .context("publishing the figures")?;
    transaction.commit().await?;
    Ok(months)
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
        assert_eq!((behind(&lag, 7).len(), behind(&lag, 8)), (0, READ.to_vec()));
        for name in READ {
            assert!(
                fairway_query::Projection::ALL.iter().any(|one| one.name() == name),
                "no projection {name}"
            );
        }
    }
}
