//! The requests of the members of a rush: each look is one request of one screen, and each booking is for four.

use std::time::Duration;

use anyhow::Result;
use chrono::{Days, NaiveDate};
use hyper::StatusCode;
use serde_json::json;
use sqlx::PgPool;

use crate::accounts::{email, token};
use crate::client::Call;
use crate::history::DAYS_AHEAD;
use crate::open_loop::Due;
use crate::random_numbers::RandomNumbers;
use crate::workload::{CLUBS, DAYS, PLAYERS, id, today};

/// Clubs that most members want.
const HOT_CLUBS: u64 = 20;
/// The day that most members want, as a distance from today, by round: Saturday, Sunday, and the Saturday before.
const HOT_DAYS: [u64; 3] = [19, 20, 12];
/// The share of the bookings that are for the hot day at one of the hot clubs, in percent.
const HOT_PERCENT: u64 = 80;
/// The hot clubs' places, in percent of those that they are asked for on average. The most popular clubs are full
/// before the end of the round.
const CAPACITY_PERCENT: u64 = 90;

/// The kinds of requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Upcoming,
    Clubs,
    Availability,
    Book,
}

/// Gives the hot clubs a capacity, so that some of them are full before the last member books.
pub(super) async fn limit_hot_clubs(pool: &PgPool, bookings_per_round: u64) -> Result<()> {
    let wanted = bookings_per_round * HOT_PERCENT / 100 / HOT_CLUBS;
    // Whole groups, so that the last one finds either all places or none.
    let capacity = i32::try_from((wanted * CAPACITY_PERCENT / 100).max(1) * PLAYERS)?;
    let clubs: Vec<String> = (0..HOT_CLUBS).map(|club| format!("club-{club}")).collect();
    sqlx::query("UPDATE clubs SET daily_capacity = $1 WHERE id = ANY ($2)")
        .bind(capacity)
        .bind(clubs)
        .execute(pool)
        .await?;
    sqlx::query("UPDATE reference_version SET version = version + 1").execute(pool).await?;
    Ok(())
}

/// The members of one round.
#[derive(Debug)]
pub(super) struct Rushing {
    hot_day: NaiveDate,
    members: u64,
    /// The group that books next. Each group books once.
    next_group: u64,
}

impl Rushing {
    pub(super) fn new(round: usize, members: u64, first_group: u64) -> Self {
        let hot_day = today() + Days::new(HOT_DAYS[round % HOT_DAYS.len()]);
        Self { hot_day, members, next_group: first_group }
    }

    /// The requests of members who arrive to look or to book at these instants, in the order in which they are due.
    pub(super) fn requests(
        &mut self,
        looks: Vec<Duration>,
        bookings: Vec<Duration>,
        random: &mut RandomNumbers,
    ) -> Vec<Due<Kind>> {
        let looks = looks.into_iter().map(|at| (at, false));
        let mut arrivals: Vec<_> = looks.chain(bookings.into_iter().map(|at| (at, true))).collect();
        arrivals.sort_unstable();
        arrivals.into_iter().map(|(at, books)| self.request(at, books, random)).collect()
    }

    /// The request of a member who arrives to look or to book.
    fn request(&mut self, at: Duration, books: bool, random: &mut RandomNumbers) -> Due<Kind> {
        if books {
            let group = self.next_group;
            self.next_group += 1;
            return Due { at, kind: Kind::Book, call: self.booking(group, random) };
        }
        let member = random.below(self.members);
        // Half of the looks are at the member's own rounds, a quarter at the club list, a quarter at a club's days.
        let (kind, call) = match random.below(4) {
            0..2 => (Kind::Upcoming, call("/api/reservations", None, member)),
            2 => {
                let body = json!({"holes": 18, "players": group_of(member), "date": self.hot_day});
                (Kind::Clubs, call("/api/reservations/golfclubs", Some(body.to_string()), member))
            }
            _ => {
                let club = format!("club-{}", popular_club(random));
                let body = json!({"holes": 18, "golfclub": club, "players": group_of(member)});
                (Kind::Availability, call("/api/reservations/availability", Some(body.to_string()), member))
            }
        };
        Due { at, kind, call }
    }

    fn booking(&self, group: u64, random: &mut RandomNumbers) -> Call {
        let (club, date) = if random.below(100) < HOT_PERCENT {
            (popular_club(random), self.hot_day)
        } else {
            let day = DAYS_AHEAD + random.below(DAYS - DAYS_AHEAD);
            (random.below(CLUBS), today() + Days::new(day))
        };
        let master = group * PLAYERS;
        let body = json!({
            "holes": 18,
            "golfclub": format!("club-{club}"),
            "players": group_of(master),
            "date": date,
        });
        let key = id(21, group).to_string();
        Call { key: Some(key), ..call("/api/reservations", Some(body.to_string()), master) }
    }
}

/// One of the hot clubs: the most popular one is chosen twice as often as the least popular one.
fn popular_club(random: &mut RandomNumbers) -> u64 {
    let weight = |club: u64| HOT_CLUBS + club;
    let mut drawn = random.below((0..HOT_CLUBS).map(weight).sum());
    let chosen = (0..HOT_CLUBS).find(|&club| {
        let is_this = drawn < weight(club);
        drawn = drawn.saturating_sub(weight(club));
        is_this
    });
    chosen.unwrap_or(0)
}

/// The addresses of a member's group of four.
fn group_of(member: u64) -> Vec<String> {
    let first = member / PLAYERS * PLAYERS;
    (first..first + PLAYERS).map(email).collect()
}

fn call(path: &'static str, body: Option<String>, member: u64) -> Call {
    Call { path, body, token: Some(token(member)), key: None, expected_status: StatusCode::OK }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, HashSet};

    use super::*;

    fn requests(count: u64) -> Vec<Due<Kind>> {
        let (mut rushing, mut random) = (Rushing::new(0, 40_000, 0), RandomNumbers::new(3));
        (0..count).map(|number| rushing.request(Duration::ZERO, number % 11 == 0, &mut random)).collect()
    }

    #[test]
    fn half_of_the_looks_are_at_the_own_rounds_and_the_others_at_clubs_and_days() {
        let mut kinds: BTreeMap<String, u64> = BTreeMap::new();
        for request in requests(11_000) {
            *kinds.entry(format!("{:?}", request.kind)).or_default() += 1;
        }
        assert_eq!(kinds["Book"], 1_000);
        assert!((4_700..5_300).contains(&kinds["Upcoming"]), "{kinds:?}");
        assert!((2_300..2_700).contains(&kinds["Clubs"]), "{kinds:?}");
        assert!((2_300..2_700).contains(&kinds["Availability"]), "{kinds:?}");
    }

    #[test]
    fn most_bookings_are_for_one_day_at_twenty_clubs_and_each_is_of_another_member_with_another_key() {
        let bookings: Vec<_> =
            requests(11_000).into_iter().filter(|request| request.kind == Kind::Book).collect();
        let hot = bookings.iter().filter(|request| {
            let body: serde_json::Value =
                serde_json::from_str(request.call.body.as_deref().unwrap()).unwrap();
            let club: u64 = body["golfclub"].as_str().unwrap().trim_start_matches("club-").parse().unwrap();
            club < HOT_CLUBS && body["date"] == "2026-12-12"
        });
        assert!((750..870).contains(&hot.count()));
        let distinct = |of: fn(&Call) -> Option<String>| {
            bookings.iter().map(|request| of(&request.call)).collect::<HashSet<_>>().len()
        };
        assert_eq!((distinct(|call| call.token.clone()), distinct(|call| call.key.clone())), (1_000, 1_000));
    }

    #[test]
    fn the_most_popular_club_is_wanted_twice_as_often_as_the_least_popular_one() {
        let mut random = RandomNumbers::new(4);
        let mut chosen = vec![0_u32; 20];
        for _ in 0..59_000 {
            chosen[usize::try_from(popular_club(&mut random)).unwrap()] += 1;
        }
        assert!((1_800..2_200).contains(&chosen[0]), "{chosen:?}");
        assert!((3_600..4_200).contains(&chosen[19]), "{chosen:?}");
    }
}
