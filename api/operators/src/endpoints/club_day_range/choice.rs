//! The clubs and days that a request names, within the bounds of what one request can do in its time; a screen sends a
//! larger choice in parts.

use std::collections::BTreeSet;
use std::sync::Arc;

use chrono::{Days, NaiveDate};
use fairway_audit::dates;
use fairway_command::DayChange;
use fairway_endpoint::common::Common;
use fairway_events::ClubId;
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_store::clubs::{self, ClubCard, Clubs};

use super::super::club_day_changes::{LAST_DAY, capacity};
use super::{DayToChange, RangeChange};

/// Clubs of a request, at most.
const MOST_CLUBS: usize = 40;
/// Days of clubs of a request, at most.
const MOST_DAYS: usize = 200;
/// Rounds that a request cancels, at most.
const MOST_ROUNDS: usize = 1_000;

/// The clubs and the range of a request.
pub(super) struct Asked<'a> {
    pub(super) clubs: &'a [String],
    pub(super) from: NaiveDate,
    pub(super) to: NaiveDate,
}

/// Clubs that exist, and a range of days that is not over.
pub(super) struct Choice {
    known: Arc<Clubs>,
    /// Each once, in the order asked for.
    clubs: Vec<ClubId>,
    from: NaiveDate,
    to: NaiveDate,
    pub(super) change: DayChange,
}

impl Choice {
    /// Checks the clubs and the range.
    pub(super) async fn new(
        common: &Common,
        asked: &Asked<'_>,
        change: RangeChange,
        places: Option<u32>,
    ) -> Result<Self, OperatorFailure> {
        let Asked { clubs: slugs, from, to } = *asked;
        if slugs.is_empty() || slugs.len() > MOST_CLUBS {
            return Err(OperatorFailure::invalid_field("clubs", "Choose 1 to 40 clubs."));
        }
        let today = common.clock.today();
        let last = today.checked_add_days(Days::new(LAST_DAY)).unwrap_or(NaiveDate::MAX);
        let problem = if to < from {
            Some("The last day is before the first: choose a later one.".to_owned())
        } else if to < today {
            Some("These days are over: choose a last day from today on.".to_owned())
        } else if to > last {
            Some(format!("Choose a day up to {}.", dates::day(last)))
        } else {
            None
        };
        if let Some(sentence) = problem {
            return Err(OperatorFailure::invalid_field("to", sentence));
        }
        let change = match change {
            RangeChange::Close => DayChange::Close,
            RangeChange::Limit => DayChange::Limit { capacity: capacity(places)? },
            RangeChange::Reopen => DayChange::Reopen,
        };
        let known = common.clubs.at(&common.pool, clubs::version(&common.pool).await?).await?;
        let mut clubs = Vec::with_capacity(slugs.len());
        for slug in slugs {
            let club = ClubId(slug.clone());
            if known.get(&club).is_none() {
                let sentence = format!("There is no club {slug}: choose one of the list.");
                return Err(OperatorFailure::invalid_field("clubs", sentence));
            }
            if !clubs.contains(&club) {
                clubs.push(club);
            }
        }
        Ok(Self { known, clubs, from, to, change })
    }

    /// One of its clubs.
    pub(super) fn card(&self, club: &ClubId) -> Option<&ClubCard> {
        self.known.get(club)
    }

    /// Every day of every club.
    pub(super) fn days(&self) -> Result<Vec<(ClubId, NaiveDate)>, OperatorFailure> {
        let most = MOST_DAYS / self.clubs.len();
        let dates: Vec<NaiveDate> =
            self.from.iter_days().take_while(|date| *date <= self.to).take(most + 1).collect();
        if dates.len() > most {
            return Err(OperatorFailure::invalid_field(
                "to",
                "Choose at most 200 days of clubs at once: fewer days, or fewer clubs.",
            ));
        }
        let of_club = |club: &ClubId| dates.iter().map(|date| (club.clone(), *date)).collect::<Vec<_>>();
        Ok(self.clubs.iter().flat_map(of_club).collect())
    }

    /// The days of a preview that are to change: each within the choice, and once.
    pub(super) fn days_to_change(
        &self,
        days: &[DayToChange],
    ) -> Result<Vec<(ClubId, NaiveDate)>, OperatorFailure> {
        if days.is_empty() || days.len() > MOST_DAYS {
            return Err(OperatorFailure::invalid_field("days", "Choose 1 to 200 days."));
        }
        let mut seen = BTreeSet::new();
        for DayToChange { club, date, .. } in days {
            let is_chosen = (self.from..=self.to).contains(date) && self.clubs.iter().any(|of| of.0 == *club);
            if !is_chosen || !seen.insert((club, date)) {
                return Err(OperatorFailure::invalid_field(
                    "days",
                    "Send each day once, and only days of the clubs and of the range that you chose.",
                ));
            }
        }
        refuse_many_rounds(days.iter().map(|day| day.meets.len()).sum())?;
        Ok(days.iter().map(|day| (ClubId(day.club.clone()), day.date)).collect())
    }
}

/// Refuses more rounds than one request can cancel in its time.
pub(super) fn refuse_many_rounds(rounds: usize) -> Result<(), OperatorFailure> {
    if rounds <= MOST_ROUNDS {
        return Ok(());
    }
    Err(OperatorFailure::invalid_field(
        "rounds",
        "This meets more than 1,000 rounds: choose fewer days, or fewer clubs.",
    ))
}
