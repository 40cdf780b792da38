//! Counts how often the caller played with each co-player and with each group. Only active places count,
//! so a round that was cancelled suggests nobody.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;
use fairway_events::MemberId;
use fairway_query::RoundTogether;

/// Bookings that were shared.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Shared {
    /// How many, upcoming ones among them.
    pub(super) rounds: u32,
    /// The latest play date, which may lie ahead.
    pub(super) latest: Option<NaiveDate>,
    /// The latest play date up to today.
    pub(super) last_played: Option<NaiveDate>,
}

impl Shared {
    fn count(&mut self, date: NaiveDate, today: NaiveDate) {
        self.rounds += 1;
        self.latest = self.latest.max(Some(date));
        if date <= today {
            self.last_played = self.last_played.max(Some(date));
        }
    }
}

/// The bookings that the caller shares with each co-player.
pub(super) fn of_players(rounds: &[RoundTogether], today: NaiveDate) -> BTreeMap<MemberId, Shared> {
    let mut players: BTreeMap<MemberId, Shared> = BTreeMap::new();
    for round in rounds {
        for member in &round.members {
            players.entry(*member).or_default().count(round.play_date, today);
        }
    }
    players
}

/// The groups with which the caller played, most frequent first, then most recent. Each has all of `present`, who are
/// left out of it; members without an entry in `invitable` cannot be invited, nor can a group with one of them.
pub(super) fn of_flights(
    rounds: &[RoundTogether],
    present: &[MemberId],
    invitable: impl Fn(MemberId) -> bool,
    today: NaiveDate,
) -> Vec<(Vec<MemberId>, Shared)> {
    let mut flights: BTreeMap<BTreeSet<MemberId>, Shared> = BTreeMap::new();
    for round in rounds {
        let mut members: BTreeSet<MemberId> = round.members.iter().copied().collect();
        let complete = present.iter().all(|member| members.remove(member));
        if complete && !members.is_empty() && members.iter().all(|member| invitable(*member)) {
            flights.entry(members).or_default().count(round.play_date, today);
        }
    }
    let mut flights: Vec<_> = flights.into_iter().collect();
    flights.sort_by_key(|(_, shared)| (Reverse(shared.rounds), Reverse(shared.latest)));
    flights.into_iter().map(|(members, shared)| (members.into_iter().collect(), shared)).collect()
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    const TODAY: &str = "2026-11-20";

    fn day(text: &str) -> NaiveDate {
        text.parse().expect("a day")
    }

    fn member(number: u128) -> MemberId {
        MemberId(Uuid::from_u128(number))
    }

    fn round(date: &str, members: &[u128]) -> RoundTogether {
        RoundTogether { play_date: day(date), members: members.iter().copied().map(member).collect() }
    }

    fn flights(rounds: &[RoundTogether], present: &[u128], gone: u128) -> Vec<(Vec<u128>, u32)> {
        let present: Vec<MemberId> = present.iter().copied().map(member).collect();
        let found = of_flights(rounds, &present, |id| id != member(gone), day(TODAY));
        let numbers = |ids: Vec<MemberId>| ids.iter().map(|id| id.0.as_u128()).collect();
        found.into_iter().map(|(ids, shared)| (numbers(ids), shared.rounds)).collect()
    }

    #[test]
    fn a_round_ahead_counts_and_was_not_played() {
        let rounds = [round("2026-11-28", &[1]), round("2026-11-20", &[1, 2]), round("2026-10-03", &[1])];
        let players = of_players(&rounds, day(TODAY));
        let (latest, played) = (Some(day("2026-11-28")), Some(day("2026-11-20")));
        assert_eq!(players[&member(1)], Shared { rounds: 3, latest, last_played: played });
        assert_eq!(players[&member(2)], Shared { rounds: 1, latest: played, last_played: played });
        let ahead = of_players(&rounds[..1], day(TODAY));
        assert_eq!(ahead[&member(1)].last_played, None);
    }

    #[test]
    fn the_most_frequent_flight_is_first_and_then_the_most_recent() {
        let rounds = [
            round("2026-11-10", &[1]),
            round("2026-11-03", &[1, 2, 3]),
            round("2026-10-10", &[4]),
            round("2026-10-03", &[1, 2, 3]),
        ];
        let expected = [(vec![1, 2, 3], 2), (vec![1], 1), (vec![4], 1)];
        assert_eq!(flights(&rounds, &[], 9), expected);
        assert_eq!(flights(&rounds, &[], 2), expected[1..], "without the flight of a member who is gone");
    }

    #[test]
    fn beside_players_who_are_there_a_flight_is_completed() {
        let rounds = [round("2026-11-10", &[1]), round("2026-11-03", &[1, 2, 3]), round("2026-10-10", &[4])];
        assert_eq!(flights(&rounds, &[1], 9), [(vec![2, 3], 1)]);
        assert_eq!(flights(&rounds, &[1, 5], 9), []);
    }
}
