//! The floor of the figures at screens: what one club's month has of fewer than five rounds or places may point at people
//! whom somebody knows, and is shown as `<5`. Nothing of it is a secret from those who read the journal: the command has the
//! exact numbers.

use super::Figures;
use super::key::KeyFigures;
use super::table::{Cell, Narrowing, Part};

/// The smallest number that is shown.
const FLOOR: i64 = 5;
/// The text of a smaller one.
const FEW: &str = "<5";
/// Columns that count no rounds and places of members: days of a club, and its limits.
const NOT_OF_MEMBERS: (&str, &[usize]) = ("occupancy", &[1, 2, 3, 4]);

/// Whether a number is of a few. None of nothing is told of anybody.
const fn is_few(number: i64) -> bool {
    0 < number && number < FLOOR
}

impl Part {
    /// The same with small numbers hidden, and the shares of their rows, which would tell them. Parts that are not about one
    /// club stay as they are.
    #[must_use]
    pub fn without_few(mut self) -> Self {
        if !self.narrowed_by.contains(&Narrowing::Club) {
            return self;
        }
        let (part, columns) = NOT_OF_MEMBERS;
        let kept: &[usize] = if self.name == part { columns } else { &[] };
        for row in &mut self.rows {
            let mut has_few = false;
            for (column, cell) in row.iter_mut().enumerate() {
                if !kept.contains(&column)
                    && let Cell::Count(number) = cell
                    && is_few(*number)
                {
                    *cell = Cell::Text(FEW.to_owned());
                    has_few = true;
                }
            }
            if has_few {
                for cell in row.iter_mut().filter(|cell| matches!(cell, Cell::Share(_))) {
                    *cell = Cell::Unknown;
                }
            }
        }
        self
    }
}

impl Figures {
    /// The numbers at the head with those of a few unknown, and the shares and means that would tell them.
    #[must_use]
    pub fn key_without_few(&self) -> KeyFigures {
        let key = self.key();
        let (rounds, places) = (key.rounds.unwrap_or(0), key.places.unwrap_or(0));
        let players: i64 = self.days.iter().map(|month| month.players).sum();
        let taken: i64 = self.places.iter().map(|month| month.taken).sum();
        let cancelled: i64 = self.places.iter().map(|month| month.cancelled).sum();
        let forfeited: i64 = self.places.iter().map(|month| month.forfeited).sum();
        let booked: i64 = self.lead_times.iter().map(|lead| lead.places).sum();
        let is_told = |numbers: &[i64]| numbers.iter().all(|number| !is_few(*number));
        KeyFigures {
            rounds: key.rounds.filter(|_| is_told(&[rounds])),
            places: key.places.filter(|_| is_told(&[places])),
            players_a_round: key.players_a_round.filter(|_| is_told(&[rounds, places])),
            occupancy: key.occupancy.filter(|_| is_told(&[players])),
            median_days_ahead: key.median_days_ahead.filter(|_| is_told(&[booked])),
            cancelled: key.cancelled.filter(|_| is_told(&[taken, cancelled])),
            forfeited: key.forfeited.filter(|_| is_told(&[taken, forfeited])),
            ..key
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::NaiveDate;

    use super::*;
    use crate::figures::{ClubMonth, Freshness, LeadTime, MonthOfDays, MonthOfPlaces, Period};

    fn month() -> NaiveDate {
        "2026-11-01".parse().unwrap()
    }

    /// A club's month of so many rounds and places, of which so many were cancelled.
    fn figures(rounds: i64, players: i64, cancelled: i64) -> Figures {
        let days = MonthOfDays {
            month: month(),
            open_days: 26,
            closed_days: 4,
            limited_days: 3,
            capacity: Some(40),
            players,
        };
        let places = MonthOfPlaces { month: month(), taken: players, cancelled, forfeited: 0, swapped: 0 };
        Figures {
            period: Period { from: month(), to: month() },
            today: month(),
            published: false,
            rounds: vec![ClubMonth { month: month(), club: "De Es".to_owned(), rounds, players }],
            clubs: Vec::new(),
            days: vec![days],
            group_sizes: Vec::new(),
            rights: Vec::new(),
            passes: Vec::new(),
            lead_times: vec![LeadTime { days_ahead: Some(3), places: players, cancelled }],
            places: vec![places],
            modes: Vec::new(),
            arrivals: Vec::new(),
            statements: Vec::new(),
            funnels: Vec::new(),
            degrees: Vec::new(),
            bonds: Vec::new(),
            network: None,
            links: Vec::new(),
            freshness: Freshness { position: 1, as_of: None, behind: 0 },
        }
    }

    fn rows(figures: &Figures, name: &str) -> Vec<Vec<Cell>> {
        let parts = crate::figures::parts::parts(figures);
        parts.into_iter().find(|part| part.name == name).unwrap().without_few().rows
    }

    fn few() -> Cell {
        Cell::Text(FEW.to_owned())
    }

    #[test]
    fn fewer_than_five_are_hidden_with_the_shares_that_would_tell_them() {
        let two = figures(2, 4, 1);
        assert_eq!(rows(&two, "rounds")[0][1..3], [few(), few()]);
        let occupancy = &rows(&two, "occupancy")[0];
        assert_eq!(occupancy[1..5], [26, 4, 3, 40].map(Cell::Count), "days are of nobody");
        assert_eq!(occupancy[5..], [few(), Cell::Unknown]);
        assert_eq!(rows(&two, "cancellations")[0][4], Cell::Unknown);
        let key = two.key_without_few();
        assert_eq!((key.rounds, key.places, key.players_a_round, key.occupancy), (None, None, None, None));
        assert_eq!((key.median_days_ahead, key.cancelled, key.forfeited), (None, None, None));
    }

    #[test]
    fn five_and_none_are_told() {
        let five = figures(5, 12, 0);
        assert_eq!(rows(&five, "rounds")[0][1..3], [5, 12].map(Cell::Count));
        assert_eq!(five.key_without_few(), five.key());
        let nobody = figures(0, 0, 0);
        assert_eq!(nobody.key_without_few(), nobody.key());
        assert_eq!(rows(&nobody, "rounds")[0][1], Cell::Count(0));
    }

    #[test]
    fn parts_that_are_not_about_one_club_stay_as_they_are() {
        let two = figures(2, 4, 1);
        for part in crate::figures::parts::parts(&two) {
            if !part.narrowed_by.contains(&Narrowing::Club) {
                assert_eq!(part.clone().without_few(), part);
            }
        }
    }
}
