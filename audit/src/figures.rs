//! The figures of a period, from the views of the schema `analytics`, without personal data. Every statement is
//! bounded by the period or by the number of classes that a view has, so that memory does not grow with the journal.

#![expect(
    missing_docs,
    reason = "the fields have the names of the views' columns, which docs/analytics.md explains"
)]

pub mod parts;
pub mod table;

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use chrono::{DateTime, Datelike, Months, NaiveDate, Utc};
use fairway_events::from_row;
use serde::Serialize;
use sqlx::postgres::PgArguments;
use sqlx::query::QueryAs;
use sqlx::{FromRow, PgConnection, PgPool, Postgres};

/// A month at a club.
#[derive(Debug, Serialize)]
pub struct ClubMonth {
    pub month: NaiveDate,
    pub club: String,
    pub rounds: i64,
    pub players: i64,
}

from_row!(ClubMonth { month, club, rounds, players });

/// A club over the period.
#[derive(Debug, Serialize)]
pub struct ClubTotal {
    pub club: String,
    pub rounds: i64,
    pub players: i64,
    pub occupancy: Option<f64>,
}

from_row!(ClubTotal { club, rounds, players, occupancy });

/// How many of a month's rights were used.
#[derive(Debug, Serialize)]
pub struct MonthOfRights {
    pub month: NaiveDate,
    pub passes: i64,
    pub idle: i64,
    pub rights: i64,
    pub used: i64,
}

from_row!(MonthOfRights { month, passes, idle, rights, used });

/// A kind of pass.
#[derive(Debug, Serialize)]
pub struct Pass {
    pub pass: String,
    pub state: String,
    pub passes: i64,
    pub rights: i64,
    pub used: i64,
}

from_row!(Pass { pass, state, passes, rights, used });

/// Places that were taken so many days before play.
#[derive(Debug, Serialize)]
pub struct LeadTime {
    pub days_ahead: i32,
    pub places: i64,
    pub cancelled: i64,
}

from_row!(LeadTime { days_ahead, places, cancelled });

/// A month's places by outcome.
#[derive(Debug, Serialize)]
pub struct MonthOfPlaces {
    pub month: NaiveDate,
    pub places: i64,
    pub cancelled: i64,
    pub forfeited: i64,
}

from_row!(MonthOfPlaces { month, places, cancelled, forfeited });

/// A mode of cancelling.
#[derive(Debug, Serialize)]
pub struct Mode {
    pub mode: String,
    pub places: i64,
    pub forfeited: i64,
}

from_row!(Mode { mode, places, forfeited });

/// Vouchers of a kind, from offer to end.
#[derive(Debug, Serialize)]
pub struct Funnel {
    pub kind: String,
    pub offered: Option<i64>,
    pub ordered: Option<i64>,
    pub bought: i64,
    pub received: i64,
    pub used: i64,
    pub forfeited: i64,
    pub expired: i64,
    pub withdrawn: i64,
    pub unused: i64,
}

from_row!(Funnel { kind, offered, ordered, bought, received, used, forfeited, expired, withdrawn, unused });

/// A class of a distribution, and how many are in it.
#[derive(Debug, Serialize)]
pub struct Class {
    pub lowest: i32,
    pub highest: Option<i32>,
    pub number: i64,
}

from_row!(Class { lowest, highest, number });

/// The network in one row.
#[derive(Debug, Serialize)]
pub struct Network {
    pub members: i64,
    pub pairs: i64,
    pub mean: f64,
    pub median: i64,
}

from_row!(Network { members, pairs, mean, median });

/// Two clubs with players in common.
#[derive(Debug, Serialize)]
pub struct Link {
    pub one: String,
    pub other: String,
    pub members: i64,
}

from_row!(Link { one, other, members });

/// How current the figures are.
#[derive(Debug, Serialize)]
pub struct Freshness {
    pub position: i64,
    pub as_of: Option<DateTime<Utc>>,
    pub behind: i64,
}

from_row!(Freshness { position, as_of, behind });

/// The figures of a period.
#[derive(Debug, Serialize)]
pub struct Figures {
    pub period: Period,
    /// The day that decides what has expired or ended.
    pub today: NaiveDate,
    pub rounds: Vec<ClubMonth>,
    pub clubs: Vec<ClubTotal>,
    pub group_sizes: Vec<Class>,
    pub rights: Vec<MonthOfRights>,
    pub passes: Vec<Pass>,
    pub lead_times: Vec<LeadTime>,
    pub places: Vec<MonthOfPlaces>,
    pub modes: Vec<Mode>,
    pub funnels: Vec<Funnel>,
    pub degrees: Vec<Class>,
    pub bonds: Vec<Class>,
    pub network: Option<Network>,
    pub links: Vec<Link>,
    pub freshness: Freshness,
}

const ROUNDS: &str = "SELECT month, club, rounds, players FROM analytics.rounds_by_month
    WHERE month BETWEEN $1 AND $2 AND ($3::text IS NULL OR club_id = $3) ORDER BY month, club";
const CLUBS: &str = "SELECT club, sum(rounds)::bigint AS rounds, sum(players)::bigint AS players,
        avg(occupancy)::float8 AS occupancy
    FROM analytics.rounds_by_day WHERE month BETWEEN $1 AND $2 AND ($3::text IS NULL OR club_id = $3) GROUP BY club_id, club ORDER BY players DESC, club";
const GROUP_SIZES: &str =
    "SELECT group_size::int AS lowest, group_size::int AS highest, sum(rounds)::bigint AS number
    FROM analytics.group_sizes WHERE month BETWEEN $1 AND $2 AND ($3::text IS NULL OR club_id = $3) GROUP BY group_size ORDER BY group_size";
const RIGHTS: &str = "SELECT month, sum(passes)::bigint AS passes, sum(idle_passes)::bigint AS idle,
        coalesce(sum(rights), 0)::bigint AS rights, coalesce(round(sum(utilisation * rights)), 0)::bigint AS used
    FROM analytics.utilisation_by_month WHERE month BETWEEN $1 AND $2 AND ($3::text IS NULL OR pass = $3) GROUP BY month ORDER BY month";
const PASSES: &str = "SELECT pass, state, passes, rights, used FROM analytics.utilisation_by_pass
    WHERE state <> 'to come' AND ($1::text IS NULL OR pass = $1) ORDER BY state DESC, passes DESC, pass LIMIT 12";
const LEAD_TIMES: &str =
    "SELECT days_ahead, sum(places)::bigint AS places, sum(cancelled)::bigint AS cancelled
    FROM analytics.lead_times WHERE month BETWEEN $1 AND $2 AND ($3::text IS NULL OR club_id = $3) GROUP BY days_ahead ORDER BY days_ahead";
const PLACES: &str = "SELECT month, sum(places)::bigint AS places, sum(cancelled)::bigint AS cancelled,
        sum(forfeited)::bigint AS forfeited
    FROM analytics.cancellation_rates WHERE month BETWEEN $1 AND $2 AND ($3::text IS NULL OR club_id = $3) GROUP BY month ORDER BY month";
const MODES: &str = "SELECT mode, sum(places)::bigint AS places, sum(forfeited)::bigint AS forfeited
    FROM analytics.cancellations WHERE month BETWEEN $1 AND $2 AND ($3::text IS NULL OR club_id = $3) GROUP BY mode ORDER BY places DESC";
const FUNNELS: &str = "SELECT kind, sum(offered)::bigint AS offered, sum(ordered)::bigint AS ordered,
        sum(bought)::bigint AS bought, sum(received)::bigint AS received, sum(used)::bigint AS used,
        sum(forfeited)::bigint AS forfeited, sum(expired)::bigint AS expired, sum(withdrawn)::bigint AS withdrawn,
        sum(unused)::bigint AS unused
    FROM analytics.voucher_funnel WHERE year BETWEEN extract(year FROM $1) AND extract(year FROM $2)
    GROUP BY kind ORDER BY kind DESC";
const DEGREES: &str =
    "SELECT lowest, highest, members AS number FROM analytics.co_player_degrees ORDER BY lowest";
const BONDS: &str = "SELECT lowest, highest, pairs AS number FROM analytics.co_player_bonds ORDER BY lowest";
const NETWORK: &str = "SELECT members, pairs, mean_co_players::float8 AS mean, median_co_players AS median
    FROM analytics.co_player_network";
const LINKS: &str = "SELECT coalesce(one.club, club_links.club_id) AS one, coalesce(other.club, other_club_id) AS other, members
    FROM analytics.club_links
    LEFT JOIN analytics.clubs AS one USING (club_id) LEFT JOIN analytics.clubs AS other ON other.club_id = other_club_id
    ORDER BY members DESC, 1, 2 LIMIT 10";
const FRESHNESS: &str =
    "SELECT position, as_of, behind FROM analytics.freshness WHERE projection = 'analytics'";

/// Months, both included, as their first days.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Period {
    pub from: NaiveDate,
    pub to: NaiveDate,
}

impl Period {
    /// The months of the period, in order.
    pub fn months(self) -> impl Iterator<Item = NaiveDate> {
        std::iter::successors(Some(self.from), |month| month.checked_add_months(Months::new(1)))
            .take_while(move |month| *month <= self.to)
    }
}

/// The requested period.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// First month; none: eleven months before the last one.
    pub from: Option<NaiveDate>,
    /// Last month; none: the current one.
    pub to: Option<NaiveDate>,
    /// The day that decides what has expired or ended; none: today in Europe/Amsterdam.
    pub today: Option<NaiveDate>,
    /// Only this club, by its slug, where a figure is about clubs; none: all.
    pub club: Option<String>,
    /// Only this kind of pass, where a figure is about passes; none: all.
    pub pass: Option<String>,
    /// How long each statement may take; none: as long as the database allows.
    pub time_limit: Option<Duration>,
}

/// The figures of a period.
///
/// # Errors
/// When the database does not answer, or the period ends before it begins.
pub async fn figures(pool: &PgPool, request: &Request) -> Result<Figures> {
    // One snapshot, so that all figures are of the same moment.
    let mut snapshot = pool.begin().await?;
    sqlx::query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY").execute(&mut *snapshot).await?;
    if let Some(limit) = request.time_limit {
        sqlx::query("SELECT set_config('statement_timeout', $1, true)")
            .bind(limit.as_millis().to_string())
            .execute(&mut *snapshot)
            .await?;
    }
    if let Some(today) = request.today {
        sqlx::query("SELECT set_config('fairway.today', $1, true)")
            .bind(today.to_string())
            .execute(&mut *snapshot)
            .await?;
    }
    let today: NaiveDate =
        sqlx::query_scalar("SELECT analytics.today()").fetch_one(&mut *snapshot).await.context(
            "the schema analytics is not there: the database is of an older version, start `fairway serve` once",
        )?;
    let to = request.to.or_else(|| today.with_day(1)).unwrap_or(today);
    let from = request.from.or_else(|| to.checked_sub_months(Months::new(11))).unwrap_or(to);
    ensure!(from <= to, "the period ends before it begins");
    let period = Period { from, to };
    ensure!(period.months().nth(120).is_none(), "a report covers ten years at most");
    Figures::of(&mut snapshot, period, today, request).await
}

impl Figures {
    async fn of(
        connection: &mut PgConnection,
        period: Period,
        today: NaiveDate,
        request: &Request,
    ) -> Result<Self> {
        let (club, pass) = (request.club.as_deref(), request.pass.as_deref());
        Ok(Self {
            period,
            today,
            rounds: within(ROUNDS, period).bind(club).fetch_all(&mut *connection).await?,
            clubs: within(CLUBS, period).bind(club).fetch_all(&mut *connection).await?,
            group_sizes: within(GROUP_SIZES, period).bind(club).fetch_all(&mut *connection).await?,
            rights: within(RIGHTS, period).bind(pass).fetch_all(&mut *connection).await?,
            passes: sqlx::query_as(PASSES).bind(pass).fetch_all(&mut *connection).await?,
            lead_times: within(LEAD_TIMES, period).bind(club).fetch_all(&mut *connection).await?,
            places: within(PLACES, period).bind(club).fetch_all(&mut *connection).await?,
            modes: within(MODES, period).bind(club).fetch_all(&mut *connection).await?,
            funnels: within(FUNNELS, period).fetch_all(&mut *connection).await?,
            degrees: sqlx::query_as(DEGREES).fetch_all(&mut *connection).await?,
            bonds: sqlx::query_as(BONDS).fetch_all(&mut *connection).await?,
            network: sqlx::query_as(NETWORK).fetch_optional(&mut *connection).await?,
            links: sqlx::query_as(LINKS).fetch_all(&mut *connection).await?,
            freshness: sqlx::query_as(FRESHNESS).fetch_one(&mut *connection).await?,
        })
    }

    /// The number of days before play at which half of the places were taken.
    #[must_use]
    pub fn median_lead_time(&self) -> Option<i32> {
        let all = self.lead_times.iter().map(|lead_time| lead_time.places).sum::<i64>();
        let mut seen = 0;
        self.lead_times
            .iter()
            .find(|lead_time| {
                seen += lead_time.places;
                seen * 2 >= all
            })
            .map(|lead_time| lead_time.days_ahead)
    }
}

/// A club or a kind of pass, to choose from.
#[derive(Debug, Serialize)]
pub struct Choice {
    pub id: String,
    pub name: String,
}

from_row!(Choice { id, name });

/// Every club and every kind of pass, by name.
///
/// # Errors
/// When the database does not answer.
pub async fn choices(pool: &PgPool) -> Result<(Vec<Choice>, Vec<String>)> {
    let clubs =
        sqlx::query_as("SELECT club_id AS id, club AS name FROM analytics.clubs ORDER BY club, club_id");
    let passes = sqlx::query_scalar("SELECT DISTINCT pass FROM analytics.utilisation_by_pass ORDER BY pass");
    Ok((clubs.fetch_all(pool).await?, passes.fetch_all(pool).await?))
}

fn within<'q, T>(sql: &'q str, period: Period) -> QueryAs<'q, Postgres, T, PgArguments>
where
    T: for<'r> FromRow<'r, sqlx::postgres::PgRow>,
{
    sqlx::query_as(sql).bind(period.from).bind(period.to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_period_has_its_first_and_its_last_month() {
        let month = |text: &str| format!("{text}-01").parse().unwrap();
        let period = Period { from: month("2025-11"), to: month("2026-02") };
        let months: Vec<String> = period.months().map(|month| month.format("%Y-%m").to_string()).collect();
        assert_eq!(months, ["2025-11", "2025-12", "2026-01", "2026-02"]);
    }
}
