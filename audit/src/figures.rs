//! Adds up the figures of a period for the report and for operators, without personal data. The views of the schema
//! `figures` say what a figure is (docs/analytics.md). Every statement is
//! bounded by the period or by the number of classes that a view has, so that memory does not grow with the journal.
//! The views define the measures: a statement adds up numerators and denominators, and `key` divides them.

mod few;
pub mod key;
pub mod parts;
mod rows;
pub mod table;

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use chrono::{Datelike, Months, NaiveDate};
use fairway_events::from_row;
use serde::{Serialize, Serializer};
use sqlx::postgres::PgArguments;
use sqlx::query::QueryAs;
use sqlx::{FromRow, PgConnection, PgPool, Postgres};

pub use rows::{
    Class, ClubMonth, ClubTotal, Freshness, Funnel, LeadTime, Link, Mode, MonthOfArrivals, MonthOfDays,
    MonthOfPlaces, MonthOfRights, MonthOfStatements, Network, PassFigures,
};

/// The figures of a period.
#[derive(Debug)]
#[expect(missing_docs, reason = "the rows say what they are")]
pub struct Figures {
    pub period: Period,
    /// The day that decides what has expired or ended.
    pub today: NaiveDate,
    /// Whether these are the published figures; else the exact ones.
    pub published: bool,
    pub rounds: Vec<ClubMonth>,
    pub clubs: Vec<ClubTotal>,
    pub days: Vec<MonthOfDays>,
    pub group_sizes: Vec<Class>,
    pub rights: Vec<MonthOfRights>,
    pub passes: Vec<PassFigures>,
    pub lead_times: Vec<LeadTime>,
    pub places: Vec<MonthOfPlaces>,
    pub modes: Vec<Mode>,
    pub arrivals: Vec<MonthOfArrivals>,
    pub statements: Vec<MonthOfStatements>,
    pub funnels: Vec<Funnel>,
    pub degrees: Vec<Class>,
    pub bonds: Vec<Class>,
    pub network: Option<Network>,
    pub links: Vec<Link>,
    pub freshness: Freshness,
}

// A published month has the name that a club had then.
const ROUNDS: &str = "SELECT month, coalesce(clubs.club, rounds_by_month.club) AS club, rounds, players
    FROM analytics.rounds_by_month LEFT JOIN analytics.clubs USING (club_id)
    WHERE month BETWEEN $1 AND $2 AND ($3::text IS NULL OR club_id = $3) ORDER BY month, club";
// Without the months in which a club has no row of its own, its occupancy would be that of its busy months.
const CLUBS: &str = "WITH days AS (SELECT * FROM analytics.capacity_by_month WHERE month BETWEEN $1 AND $2)
    SELECT club, club_id <> 'other' AS is_named, rounds, players, occupancy
    FROM (SELECT club_id, (array_agg(club ORDER BY month DESC))[1] AS club, sum(rounds)::bigint AS rounds, sum(players)::bigint AS players
        FROM analytics.rounds_by_month WHERE month BETWEEN $1 AND $2 AND ($3::text IS NULL OR club_id = $3) GROUP BY 1) AS played
    LEFT JOIN (SELECT club_id, sum(players)::float8 / nullif(sum(capacity), 0)::float8 AS occupancy
        FROM days GROUP BY 1 HAVING count(*) = (SELECT count(DISTINCT month) FROM days)) AS complete USING (club_id)
    ORDER BY players DESC, club";
const DAYS: &str = "SELECT month, sum(open_days)::bigint AS open_days, sum(closed_days)::bigint AS closed_days,
        sum(limited_days)::bigint AS limited_days, sum(capacity)::bigint AS capacity, sum(players)::bigint AS players
    FROM analytics.capacity_by_month WHERE month BETWEEN $1 AND $2 AND ($3::text IS NULL OR club_id = $3) GROUP BY month ORDER BY month";
const GROUP_SIZES: &str =
    "SELECT group_size::int AS lowest, group_size::int AS highest, sum(rounds)::bigint AS number
    FROM analytics.group_sizes WHERE month BETWEEN $1 AND $2 AND ($3::text IS NULL OR club_id = $3) GROUP BY group_size ORDER BY group_size";
const RIGHTS: &str = "SELECT month, sum(passes)::bigint AS passes, (CASE WHEN count(idle_passes) = count(used) THEN sum(idle_passes) END)::bigint AS idle,
        sum(rights)::bigint AS rights, sum(used_of_rights)::bigint AS used
    FROM analytics.utilisation_by_month WHERE month BETWEEN $1 AND $2 AND ($3::text IS NULL OR pass = $3) GROUP BY month ORDER BY month";
const PASSES: &str = "SELECT pass, state, passes, rights, used_of_rights, used FROM analytics.utilisation_by_pass
    WHERE state <> 'to come' AND ($1::text IS NULL OR pass = $1) ORDER BY state DESC, passes DESC, pass LIMIT 12";
const LEAD_TIMES: &str =
    "SELECT days_ahead, sum(places)::bigint AS places, sum(cancelled)::bigint AS cancelled
    FROM analytics.lead_times WHERE month BETWEEN $1 AND $2 AND ($3::text IS NULL OR club_id = $3) GROUP BY days_ahead ORDER BY days_ahead";
const PLACES: &str = "SELECT month, sum(taken)::bigint AS taken, sum(cancelled)::bigint AS cancelled,
        sum(forfeited)::bigint AS forfeited, sum(swapped)::bigint AS swapped
    FROM analytics.cancellation_rates WHERE month BETWEEN $1 AND $2 AND ($3::text IS NULL OR club_id = $3) GROUP BY month ORDER BY month";
const MODES: &str = "SELECT mode, sum(places)::bigint AS places, sum(forfeited)::bigint AS forfeited
    FROM analytics.cancellations WHERE month BETWEEN $1 AND $2 AND ($3::text IS NULL OR club_id = $3) GROUP BY mode ORDER BY places DESC";
const ARRIVALS: &str = "SELECT month, places, arrived, walk_ins, absences
    FROM (SELECT month, sum(places)::bigint AS places, sum(arrived)::bigint AS arrived,
            (CASE WHEN count(walk_ins) = count(*) THEN sum(walk_ins) END)::bigint AS walk_ins
        FROM analytics.arrivals WHERE month BETWEEN $1 AND $2 AND ($3::text IS NULL OR club_id = $3) GROUP BY month) AS came
    LEFT JOIN (SELECT month, sum(absences)::bigint AS absences
        FROM analytics.absences WHERE ($3::text IS NULL OR club_id = $3) GROUP BY month) AS absent USING (month) ORDER BY month";
const STATEMENTS: &str = "SELECT month, nullif(count(nullif(club_id, 'all')), 0) AS clubs, sum(arrivals + walk_ins)::bigint AS rounds, sum(net_cents)::bigint AS net_cents,
        sum(total_cents)::bigint AS total_cents
    FROM analytics.statements WHERE month BETWEEN $1 AND $2 GROUP BY month ORDER BY month";
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
const TODAY: &str =
    "SELECT NOT analytics.sees_members(), CASE WHEN analytics.sees_members() THEN analytics.today()
    ELSE coalesce(analytics.published_on(), analytics.today()) END";
const FRESHNESS: &str =
    "SELECT position, as_of, behind FROM analytics.freshness WHERE projection = 'analytics'";

/// Months, both included, as their first days.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FiguresPeriod))]
pub struct Period {
    /// The first month.
    #[serde(serialize_with = "as_month")]
    #[cfg_attr(feature = "schema", schema(value_type = String, example = "2025-12"))]
    pub from: NaiveDate,
    /// The last one.
    #[serde(serialize_with = "as_month")]
    #[cfg_attr(feature = "schema", schema(value_type = String, example = "2026-11"))]
    pub to: NaiveDate,
}

fn as_month<S: Serializer>(month: &NaiveDate, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&month.format("%Y-%m"))
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
    /// The figures as analysts read them: closed periods, small numbers counted together. Else the exact ones, as far as
    /// the role may read the journal.
    pub published: bool,
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
    if request.published {
        sqlx::query("SET LOCAL fairway.figures = 'published'").execute(&mut *snapshot).await?;
    }
    // An analyst reads the published ones, asked for or not.
    let (published, today): (bool, NaiveDate) =
        sqlx::query_as(TODAY).fetch_one(&mut *snapshot).await.context(
            "the schema analytics is not there: the database is of an older version, start `fairway serve` once",
        )?;
    // Months are published when they are over.
    let last = if published { today.checked_sub_months(Months::new(1)).unwrap_or(today) } else { today };
    let to = request.to.or_else(|| last.with_day(1)).unwrap_or(last);
    let from = request.from.or_else(|| to.checked_sub_months(Months::new(11))).unwrap_or(to);
    ensure!(from <= to, "the period ends before it begins");
    let period = Period { from, to };
    ensure!(period.months().nth(120).is_none(), "a report covers ten years at most");
    Figures::read(&mut snapshot, period, today, published, request).await
}

impl Figures {
    async fn read(
        connection: &mut PgConnection,
        period: Period,
        today: NaiveDate,
        published: bool,
        request: &Request,
    ) -> Result<Self> {
        let (club, pass) = (request.club.as_deref(), request.pass.as_deref());
        Ok(Self {
            period,
            today,
            published,
            rounds: within(ROUNDS, period).bind(club).fetch_all(&mut *connection).await?,
            clubs: within(CLUBS, period).bind(club).fetch_all(&mut *connection).await?,
            days: within(DAYS, period).bind(club).fetch_all(&mut *connection).await?,
            group_sizes: within(GROUP_SIZES, period).bind(club).fetch_all(&mut *connection).await?,
            rights: within(RIGHTS, period).bind(pass).fetch_all(&mut *connection).await?,
            passes: sqlx::query_as(PASSES).bind(pass).fetch_all(&mut *connection).await?,
            lead_times: within(LEAD_TIMES, period).bind(club).fetch_all(&mut *connection).await?,
            places: within(PLACES, period).bind(club).fetch_all(&mut *connection).await?,
            modes: within(MODES, period).bind(club).fetch_all(&mut *connection).await?,
            arrivals: within(ARRIVALS, period).bind(club).fetch_all(&mut *connection).await?,
            statements: within(STATEMENTS, period).fetch_all(&mut *connection).await?,
            funnels: within(FUNNELS, period).fetch_all(&mut *connection).await?,
            degrees: sqlx::query_as(DEGREES).fetch_all(&mut *connection).await?,
            bonds: sqlx::query_as(BONDS).fetch_all(&mut *connection).await?,
            network: sqlx::query_as(NETWORK).fetch_optional(&mut *connection).await?,
            links: sqlx::query_as(LINKS).fetch_all(&mut *connection).await?,
            freshness: sqlx::query_as(FRESHNESS).fetch_one(&mut *connection).await?,
        })
    }
}

/// A club to choose from.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FiguresClub))]
pub struct Choice {
    /// The club's slug, as a request names it.
    pub id: String,
    /// The club's name.
    pub name: String,
}

from_row!(Choice { id, name });

/// Every club and every kind of pass, by name.
/// Fails when the database does not answer.
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
