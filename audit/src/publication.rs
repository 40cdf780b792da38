//! The publication of figures for analysts: whether one is due, and how it is made. The database publishes
//! (`publish_figures`), so that whoever asks for it needs no right on the figures.
//!
//! A publication and an import exclude each other by the lock that `publish_figures` takes, so that no month is closed on
//! a part of an import. Its functions fail when the database does not answer.

use anyhow::{Context, Result, ensure};
use chrono::NaiveDate;
use fairway_events::Actor;
use sqlx::{PgConnection, PgPool};

use crate::operator_record::Stated;
use crate::projections::{self, Lag};

/// The projections whose tables the figures are counted from.
const READ: [&str; 9] = [
    "analytics",
    "reservations",
    "play_rights",
    "vouchers",
    "orders",
    "club_days",
    "waiting_lists",
    "arrivals",
    "statements",
];

/// Waits until no publication runs, and keeps others from beginning until this transaction ends.
pub async fn exclude(connection: &mut PgConnection) -> sqlx::Result<()> {
    let lock = "SELECT pg_advisory_xact_lock(hashtext('fairway publish_figures'))";
    sqlx::query(lock).execute(connection).await.map(drop)
}

/// The first day of the first month that is not published; none before the first publication.
pub async fn closed_before(connection: &mut PgConnection) -> sqlx::Result<Option<NaiveDate>> {
    sqlx::query_scalar("SELECT closed_before FROM publication").fetch_optional(connection).await
}

/// Whether nothing was published yet on a day of the portal, or after it.
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

/// Publishes what is closed on a day of the portal, each closed month once, on projections that know every event up to
/// `position`. Returns how many months that were; none, and publishes nothing, while somebody else publishes or imports,
/// and when an import came after that position.
///
/// # Errors
/// When the database refuses.
pub async fn publish(pool: &PgPool, today: NaiveDate, position: i64) -> Result<Option<i32>> {
    let publishing = async {
        let mut transaction = pool.begin().await?;
        let lock = "SELECT pg_try_advisory_xact_lock(hashtext('fairway publish_figures'))";
        let imported = "SELECT EXISTS (SELECT FROM events WHERE position > $1 AND actor = $2)";
        if !sqlx::query_scalar(lock).fetch_one(&mut *transaction).await?
            || sqlx::query_scalar(imported)
                .bind(position)
                .bind(Actor::import().to_string())
                .fetch_one(&mut *transaction)
                .await?
        {
            return Ok(None);
        }
        let months =
            sqlx::query_scalar("SELECT publish_figures($1)").bind(today).fetch_one(&mut *transaction).await?;
        transaction.commit().await?;
        Ok::<_, sqlx::Error>(Some(months))
    };
    publishing.await.context("publishing the figures")
}

/// The same, on today's day by the database's clock, after whoever publishes or imports.
///
/// # Errors
/// When a projection is behind the journal, or the database refuses.
pub async fn publish_now(pool: &PgPool) -> Result<i32> {
    let mut transaction = pool.begin().await?;
    exclude(&mut transaction).await?;
    refuse_while_behind(pool).await?;
    let months = sqlx::query_scalar("SELECT publish_figures(analytics.today())")
        .fetch_one(&mut *transaction)
        .await
        .context("publishing the figures")?;
    transaction.commit().await?;
    Ok(months)
}

/// Publishes everything anew, as of the day of the last publication, but of no day that the database has not reached: a
/// portal's clock may have been ahead. Records who wanted it and why. Analysts who kept
/// what was published before can tell both apart, so it is for an import of past rounds and the like.
///
/// # Errors
/// When the operator is empty, the reason is not one to keep, a projection is behind the journal, or the database refuses.
pub async fn publish_again(pool: &PgPool, operator: &str, reason: &str) -> Result<i32> {
    let by = Stated::check(pool, operator, reason).await?;
    let mut transaction = pool.begin().await?;
    exclude(&mut transaction).await?;
    refuse_while_behind(pool).await?;
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
