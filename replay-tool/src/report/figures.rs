//! Reads the figures of the page from the views. Every statement is bounded by the period or by the number of classes of
//! a view, so that memory does not grow with the journal.

use anyhow::Result;
use chrono::{DateTime, NaiveDate, Utc};
use sqlx::postgres::PgArguments;
use sqlx::query::QueryAs;
use sqlx::{FromRow, PgConnection, Postgres};

use super::period::Period;

/// A month at a club.
#[derive(Debug, FromRow)]
pub(super) struct ClubMonth {
    pub(super) month: NaiveDate,
    pub(super) club: String,
    pub(super) rounds: i64,
    pub(super) players: i64,
}

/// A club over the period.
#[derive(Debug, FromRow)]
pub(super) struct ClubTotal {
    pub(super) club: String,
    pub(super) rounds: i64,
    pub(super) players: i64,
    pub(super) occupancy: Option<f64>,
}

/// How many of a month's rights were used.
#[derive(Debug, FromRow)]
pub(super) struct MonthOfRights {
    pub(super) month: NaiveDate,
    pub(super) passes: i64,
    pub(super) idle: i64,
    pub(super) rights: i64,
    pub(super) used: i64,
}

/// A kind of pass.
#[derive(Debug, FromRow)]
pub(super) struct Pass {
    pub(super) pass: String,
    pub(super) state: String,
    pub(super) passes: i64,
    pub(super) rights: i64,
    pub(super) used: i64,
}

/// Places that were taken so many days before play.
#[derive(Debug, FromRow)]
pub(super) struct LeadTime {
    pub(super) days_ahead: i32,
    pub(super) places: i64,
    pub(super) cancelled: i64,
}

/// The places of a month, and how many were cancelled.
#[derive(Debug, FromRow)]
pub(super) struct MonthOfPlaces {
    pub(super) month: NaiveDate,
    pub(super) places: i64,
    pub(super) cancelled: i64,
    pub(super) forfeited: i64,
}

/// A way to cancel.
#[derive(Debug, FromRow)]
pub(super) struct Mode {
    pub(super) mode: String,
    pub(super) places: i64,
    pub(super) forfeited: i64,
}

/// Vouchers of a kind, from offer to end.
#[derive(Debug, FromRow)]
pub(super) struct Funnel {
    pub(super) kind: String,
    pub(super) offered: Option<i64>,
    pub(super) ordered: Option<i64>,
    pub(super) bought: i64,
    pub(super) received: i64,
    pub(super) used: i64,
    pub(super) forfeited: i64,
    pub(super) expired: i64,
    pub(super) withdrawn: i64,
    pub(super) unused: i64,
}

/// A class of a distribution, and how many are in it.
#[derive(Debug, FromRow)]
pub(super) struct Class {
    pub(super) lowest: i32,
    pub(super) highest: Option<i32>,
    pub(super) number: i64,
}

/// The network in one row.
#[derive(Debug, FromRow)]
pub(super) struct Network {
    pub(super) members: i64,
    pub(super) pairs: i64,
    pub(super) mean: f64,
    pub(super) median: i64,
}

/// Two clubs with players in common.
#[derive(Debug, FromRow)]
pub(super) struct Link {
    pub(super) one: String,
    pub(super) other: String,
    pub(super) members: i64,
}

/// The position of the journal that the figures include.
#[derive(Debug, FromRow)]
pub(super) struct Freshness {
    pub(super) position: i64,
    pub(super) as_of: Option<DateTime<Utc>>,
    pub(super) behind: i64,
}

/// All figures of the page.
#[derive(Debug)]
pub(super) struct Figures {
    pub(super) rounds: Vec<ClubMonth>,
    pub(super) clubs: Vec<ClubTotal>,
    pub(super) group_sizes: Vec<Class>,
    pub(super) rights: Vec<MonthOfRights>,
    pub(super) passes: Vec<Pass>,
    pub(super) lead_times: Vec<LeadTime>,
    pub(super) places: Vec<MonthOfPlaces>,
    pub(super) modes: Vec<Mode>,
    pub(super) funnels: Vec<Funnel>,
    pub(super) degrees: Vec<Class>,
    pub(super) bonds: Vec<Class>,
    pub(super) network: Option<Network>,
    pub(super) links: Vec<Link>,
    pub(super) freshness: Freshness,
}

const ROUNDS: &str = "SELECT month, club, rounds, players FROM analytics.rounds_by_month
    WHERE month BETWEEN $1 AND $2 ORDER BY month, club";
const CLUBS: &str = "SELECT club, sum(rounds)::bigint AS rounds, sum(players)::bigint AS players,
        avg(occupancy)::float8 AS occupancy
    FROM analytics.rounds_by_day WHERE month BETWEEN $1 AND $2 GROUP BY club_id, club ORDER BY players DESC, club";
const GROUP_SIZES: &str =
    "SELECT group_size::int AS lowest, group_size::int AS highest, sum(rounds)::bigint AS number
    FROM analytics.group_sizes WHERE month BETWEEN $1 AND $2 GROUP BY group_size ORDER BY group_size";
const RIGHTS: &str = "SELECT month, sum(passes)::bigint AS passes, sum(idle_passes)::bigint AS idle,
        coalesce(sum(rights), 0)::bigint AS rights, coalesce(round(sum(utilisation * rights)), 0)::bigint AS used
    FROM analytics.utilisation_by_month WHERE month BETWEEN $1 AND $2 GROUP BY month ORDER BY month";
const PASSES: &str = "SELECT pass, state, passes, rights, used FROM analytics.utilisation_by_pass
    WHERE state <> 'to come' ORDER BY state DESC, passes DESC, pass LIMIT 12";
const LEAD_TIMES: &str =
    "SELECT days_ahead, sum(places)::bigint AS places, sum(cancelled)::bigint AS cancelled
    FROM analytics.lead_times WHERE month BETWEEN $1 AND $2 GROUP BY days_ahead ORDER BY days_ahead";
const PLACES: &str = "SELECT month, sum(places)::bigint AS places, sum(cancelled)::bigint AS cancelled,
        sum(forfeited)::bigint AS forfeited
    FROM analytics.cancellation_rates WHERE month BETWEEN $1 AND $2 GROUP BY month ORDER BY month";
const MODES: &str = "SELECT mode, sum(places)::bigint AS places, sum(forfeited)::bigint AS forfeited
    FROM analytics.cancellations WHERE month BETWEEN $1 AND $2 GROUP BY mode ORDER BY places DESC";
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

impl Figures {
    pub(super) async fn of(connection: &mut PgConnection, period: Period) -> Result<Self> {
        Ok(Self {
            rounds: within(ROUNDS, period).fetch_all(&mut *connection).await?,
            clubs: within(CLUBS, period).fetch_all(&mut *connection).await?,
            group_sizes: within(GROUP_SIZES, period).fetch_all(&mut *connection).await?,
            rights: within(RIGHTS, period).fetch_all(&mut *connection).await?,
            passes: sqlx::query_as(PASSES).fetch_all(&mut *connection).await?,
            lead_times: within(LEAD_TIMES, period).fetch_all(&mut *connection).await?,
            places: within(PLACES, period).fetch_all(&mut *connection).await?,
            modes: within(MODES, period).fetch_all(&mut *connection).await?,
            funnels: within(FUNNELS, period).fetch_all(&mut *connection).await?,
            degrees: sqlx::query_as(DEGREES).fetch_all(&mut *connection).await?,
            bonds: sqlx::query_as(BONDS).fetch_all(&mut *connection).await?,
            network: sqlx::query_as(NETWORK).fetch_optional(&mut *connection).await?,
            links: sqlx::query_as(LINKS).fetch_all(&mut *connection).await?,
            freshness: sqlx::query_as(FRESHNESS).fetch_one(&mut *connection).await?,
        })
    }

    /// The number of days before play at which half of the places were taken.
    pub(super) fn median_lead_time(&self) -> Option<i32> {
        let all = self.lead_times.iter().map(|lead| lead.places).sum::<i64>();
        let mut seen = 0;
        self.lead_times
            .iter()
            .find(|lead| {
                seen += lead.places;
                seen * 2 >= all
            })
            .map(|lead| lead.days_ahead)
    }
}

fn within<'q, T>(sql: &'q str, period: Period) -> QueryAs<'q, Postgres, T, PgArguments>
where
    T: for<'r> FromRow<'r, sqlx::postgres::PgRow>,
{
    sqlx::query_as(sql).bind(period.from).bind(period.to)
}
