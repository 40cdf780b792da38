//! The rows of the figures, as the views of the schema `analytics` have them.

#![expect(
    missing_docs,
    reason = "the fields have the names of the views' columns, which docs/analytics.md explains"
)]

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::from_row;
use serde::Serialize;

use crate::dates;

/// A month at a club.
#[derive(Debug)]
pub struct ClubMonth {
    pub month: NaiveDate,
    pub club: String,
    pub rounds: i64,
    pub players: i64,
}

from_row!(ClubMonth { month, club, rounds, players });

/// A club over the period.
#[derive(Debug)]
pub struct ClubTotal {
    pub club: String,
    /// Whether it is one club: clubs that are too small to be published share a row.
    pub is_named: bool,
    pub rounds: i64,
    pub players: i64,
    /// None: no limit, or a month of which it has no row of its own.
    pub occupancy: Option<f64>,
}

from_row!(ClubTotal { club, is_named, rounds, players, occupancy });

/// How many of a month's rights were used.
#[derive(Debug)]
pub struct MonthOfRights {
    pub month: NaiveDate,
    pub passes: i64,
    /// Passes without a round in the month; none: before the first recorded round nothing is known of their use.
    pub idle: Option<i64>,
    /// Rounds that passes with a limit per month allow; none: no pass has one, or nothing is known yet.
    pub rights: Option<i64>,
    /// Of these rights.
    pub used: Option<i64>,
}

from_row!(MonthOfRights { month, passes, idle, rights, used });

/// A kind of pass.
#[derive(Debug)]
pub struct PassFigures {
    pub pass: String,
    pub state: String,
    pub passes: i64,
    /// Rounds that passes with a limit allow over their term; none: no pass has one.
    pub rights: Option<i64>,
    /// Of these rights.
    pub used_of_rights: i64,
    /// Of passes with and without a limit.
    pub used: i64,
}

from_row!(PassFigures { pass, state, passes, rights, used_of_rights, used });

/// Places that were taken so many days before play.
#[derive(Debug)]
pub struct LeadTime {
    /// None: numbers of days that are too rare to be published.
    pub days_ahead: Option<i32>,
    pub places: i64,
    pub cancelled: i64,
}

from_row!(LeadTime { days_ahead, places, cancelled });

/// A month's places by outcome.
#[derive(Debug)]
pub struct MonthOfPlaces {
    pub month: NaiveDate,
    /// Places that were taken here: not imported ones, which nobody could cancel.
    pub taken: i64,
    /// Given up, and not by a swap.
    pub cancelled: i64,
    /// Of these, those whose right is lost.
    pub forfeited: i64,
    /// Given up for another player.
    pub swapped: i64,
}

from_row!(MonthOfPlaces { month, taken, cancelled, forfeited, swapped });

/// A month of the clubs' days.
#[derive(Debug)]
pub struct MonthOfDays {
    pub month: NaiveDate,
    pub open_days: i64,
    pub closed_days: i64,
    /// Open days with a limit.
    pub limited_days: i64,
    /// Places on the days with a limit; none: no club has one.
    pub capacity: Option<i64>,
    /// Active places on the days with a limit.
    pub players: i64,
}

from_row!(MonthOfDays { month, open_days, closed_days, limited_days, capacity, players });

/// A mode of cancelling.
#[derive(Debug)]
pub struct Mode {
    /// None: ways that are too rare to be published.
    pub mode: Option<String>,
    pub places: i64,
    pub forfeited: i64,
}

from_row!(Mode { mode, places, forfeited });

/// A month of arrivals, on the days on which clubs recorded scans.
#[derive(Debug)]
pub struct MonthOfArrivals {
    pub month: NaiveDate,
    pub places: i64,
    pub arrived: i64,
    /// None: they are too few to be published.
    pub walk_ins: Option<i64>,
    /// None: clubs said of nobody that they did not come, or that is not told.
    pub absences: Option<i64>,
}

from_row!(MonthOfArrivals { month, places, arrived, walk_ins, absences });

/// The statements of a month that are closed.
#[derive(Debug)]
pub struct MonthOfStatements {
    pub month: NaiveDate,
    /// None where it is published.
    pub clubs: Option<i64>,
    /// The same.
    pub rounds: Option<i64>,
    /// Without VAT.
    pub net_cents: i64,
    pub total_cents: i64,
}

from_row!(MonthOfStatements { month, clubs, rounds, net_cents, total_cents });

/// Vouchers of a kind, from offer to end.
#[derive(Debug)]
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
#[derive(Debug)]
pub struct Class {
    /// None: classes that are too small to be published.
    pub lowest: Option<i32>,
    pub highest: Option<i32>,
    pub number: i64,
}

from_row!(Class { lowest, highest, number });

/// The network in one row.
#[derive(Debug)]
pub struct Network {
    pub members: i64,
    pub pairs: i64,
    pub mean: f64,
    pub median: i64,
}

from_row!(Network { members, pairs, mean, median });

/// Two clubs with players in common.
#[derive(Debug)]
pub struct Link {
    pub one: String,
    pub other: String,
    pub members: i64,
}

from_row!(Link { one, other, members });

/// How current the figures are.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FiguresFreshness))]
pub struct Freshness {
    /// The last event that they include.
    pub position: i64,
    /// When it was recorded.
    #[serde(serialize_with = "dates::serialize_optional_instant")]
    pub as_of: Option<DateTime<Utc>>,
    /// How many events the journal has after it.
    pub behind: i64,
}

from_row!(Freshness { position, as_of, behind });
