//! The numbers at the head of the report and of the operators' screen, and the shares that parts show. Each measure is
//! divided here and in the views only, so that report, screens and files have one number.

use serde::Serialize;

use super::Figures;
use super::rows::{MonthOfDays, MonthOfPlaces, MonthOfRights, PassFigures};

/// The numbers at the head of the report, over its whole period. None: unknown, a share of nothing, or at a screen of a few.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct KeyFigures {
    /// Bookings with at least one active place.
    pub rounds: Option<i64>,
    /// Active places.
    pub places: Option<i64>,
    /// Clubs with a round.
    pub clubs: usize,
    /// Places by rounds.
    pub players_a_round: Option<f64>,
    /// Active places by all places, of the open days of clubs with a limit.
    pub occupancy: Option<f64>,
    /// Rights used by rights, of passes with a limit per month, in months of which it is known.
    pub rights_used: Option<f64>,
    /// The number of days before play at which half of the places were taken.
    pub median_days_ahead: Option<i32>,
    /// Cancelled places by places that were taken here.
    pub cancelled: Option<f64>,
    /// Places that were cancelled at the price of the right by places that were taken here.
    pub forfeited: Option<f64>,
}

/// A share or a mean; none of nothing.
#[must_use]
pub fn share(part: i64, whole: i64) -> Option<f64> {
    #[expect(clippy::cast_precision_loss, reason = "shares and means, for people")]
    (whole != 0).then(|| part as f64 / whole as f64)
}

impl MonthOfRights {
    /// Rights used by rights.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        share(self.used?, self.rights?)
    }
}

impl PassFigures {
    /// Rights used by rights, of passes with a limit.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        share(self.used_of_rights, self.rights?)
    }
}

impl MonthOfDays {
    /// Taken by all places, of the days with a limit.
    #[must_use]
    pub fn occupancy(&self) -> Option<f64> {
        share(self.players, self.capacity?)
    }
}

impl MonthOfPlaces {
    /// Cancelled, and the right came back.
    #[must_use]
    pub fn in_time_share(&self) -> Option<f64> {
        share(self.cancelled - self.forfeited, self.taken)
    }

    /// Cancelled, and the right is lost.
    #[must_use]
    pub fn forfeited_share(&self) -> Option<f64> {
        share(self.forfeited, self.taken)
    }
}

impl Figures {
    /// The numbers at the head of the report.
    #[must_use]
    pub fn key(&self) -> KeyFigures {
        let rounds = self.rounds.iter().map(|row| row.rounds).sum();
        let places = self.rounds.iter().map(|row| row.players).sum();
        let taken = self.places.iter().map(|month| month.taken).sum();
        KeyFigures {
            rounds: Some(rounds),
            places: Some(places),
            clubs: self.clubs.iter().filter(|club| club.is_named).count(),
            players_a_round: share(places, rounds),
            occupancy: share(
                self.days.iter().map(|month| month.players).sum(),
                self.days.iter().filter_map(|month| month.capacity).sum(),
            ),
            rights_used: share(
                self.rights.iter().filter_map(|month| month.used).sum(),
                self.rights.iter().filter_map(|month| month.rights).sum(),
            ),
            median_days_ahead: self.median_lead_time(),
            cancelled: share(self.places.iter().map(|month| month.cancelled).sum(), taken),
            forfeited: share(self.places.iter().map(|month| month.forfeited).sum(), taken),
        }
    }

    fn median_lead_time(&self) -> Option<i32> {
        // Days that are too rare to be published come last: of these places it is not known.
        let all: i64 = self.lead_times.iter().map(|lead| lead.places).sum();
        let mut seen = 0;
        self.lead_times
            .iter()
            .find(|lead| {
                seen += lead.places;
                seen * 2 >= all
            })
            .and_then(|lead| lead.days_ahead)
    }
}
