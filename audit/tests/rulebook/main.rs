//! The rules are implemented twice: for every history, the rulebook and the write side's assessment give each player
//! the same right, or the same sentence about the same player.

#![expect(clippy::unwrap_used, reason = "a test that cannot continue panics")]

mod history;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use chrono::{Days, NaiveDate};
use fairway_audit::rulebook::{self, ClubTerms, Player, RoundRequest, cancelling, group, rights};
use fairway_command::{CourseDay, DayStatus, Membership, Reason, Rights, World, assess};
use fairway_events::{Holes, MemberId, PlayRight};
use proptest::collection::vec;
use proptest::test_runner::{Config, TestRunner};

use history::{History, club, first_day, member, step};

type Assessment = Result<Vec<(MemberId, PlayRight)>, (Option<MemberId>, String, &'static str)>;

/// The assessment of the write side.
fn write_side_assessment(
    history: &History,
    club_number: usize,
    players: &[MemberId],
    date: NaiveDate,
    holes: Holes,
) -> Assessment {
    let club = club(club_number);
    let held: Vec<(MemberId, &Rights)> = players.iter().map(|id| (*id, history.rights(*id))).collect();
    let day = World::get::<CourseDay>(&history.streams, (&club.id, date))
        .map_or_else(|_| DayStatus::default(), |day| day.status(history.now()));
    assess(Some(&club), &day, &held, date, holes, history.today).map_err(|reason| {
        let about = match &reason {
            Reason::Player { member, .. } => Some(*member),
            Reason::Date(_) | Reason::Club(_) => None,
        };
        (about, reason.to_string(), reason.code())
    })
}

/// The assessment of the rulebook.
fn rulebook_assessment(
    history: &History,
    club_number: usize,
    players: &[MemberId],
    date: NaiveDate,
    holes: Holes,
) -> Assessment {
    let club = club(club_number);
    let terms = ClubTerms {
        id: club.id.clone(),
        holes: club.holes.clone(),
        max_plays_per_year: club.max_plays_per_year,
        daily_capacity: club.daily_capacity,
        closed_weekdays: club.closed_weekdays.clone(),
        closures: club.closures.clone(),
    };
    let day = history.days.get(&(club.id.clone(), date));
    let players: Vec<Player<'_>> =
        players.iter().map(|id| Player { member: *id, holdings: &history.members[id].holdings }).collect();
    let round = RoundRequest {
        club: &terms,
        taken: day.map_or(0, |day| day.taken()),
        closed: day.and_then(|day| day.closed.as_deref()),
        capacity: day.and_then(|day| day.capacity),
        held: day.map_or(0, |day| day.held(history.now())),
        smallest_in_turn: day.and_then(|day| day.smallest_in_turn),
        date,
        holes,
        today: history.today,
    };
    rulebook::assessment(&rulebook::checks(&round, &players))
        .map_err(|(about, refusal)| (about, refusal.to_string(), refusal.code()))
}

#[test]
fn the_rulebook_and_the_write_side_agree_on_random_histories() {
    let mut seen: BTreeSet<&'static str> = BTreeSet::new();
    let seen_codes = std::sync::Mutex::new(&mut seen);
    let held = AtomicUsize::new(0);
    let in_turn = AtomicUsize::new(0);
    let mut runner = TestRunner::new(Config { cases: 200, failure_persistence: None, ..Config::default() });
    runner
        .run(&vec(step(), 1..60), |steps| {
            let mut history = History::new();
            for step in steps {
                history.apply(&step);
            }
            let groups: [&[u128]; 5] = [&[1], &[2], &[3], &[1, 2], &[3, 1, 2]];
            for (number, players) in groups.iter().enumerate() {
                let players: Vec<MemberId> = players.iter().map(|number| member(*number)).collect();
                for days in 0..60 {
                    let date = first_day() + Days::new(days);
                    for holes in Holes::ALL {
                        let expected = write_side_assessment(&history, number % 2, &players, date, holes);
                        let actual = rulebook_assessment(&history, number % 2, &players, date, holes);
                        assert_eq!(
                            actual, expected,
                            "{players:?} on {date}, {holes} holes, today {}",
                            history.today
                        );
                        seen_codes
                            .lock()
                            .unwrap()
                            .insert(expected.map_or_else(|(_, _, code)| code, |_| "bookable"));
                    }
                }
            }
            for day in history.days.values() {
                held.fetch_add(usize::from(day.held(history.now()) > 0), Ordering::Relaxed);
                in_turn.fetch_add(usize::from(day.smallest_in_turn.is_some()), Ordering::Relaxed);
            }
            history.counts_agree();
            Ok(())
        })
        .unwrap();
    let all = [
        "bookable",
        "club_closed",
        "club_closed_on_weekday",
        "club_few_places",
        "club_full",
        "club_lacks_holes",
        "date_after_window",
        "date_past",
        "player_already_plays",
        "player_club_maximum",
        "player_level_too_low",
        "player_no_subscription",
        "player_not_covered",
        "player_only_shorter_voucher",
        "player_used_up",
    ];
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), all, "every answer was asked for");
    let (held, in_turn) = (held.into_inner(), in_turn.into_inner());
    assert!(held > 5 && in_turn > 5, "{held} days with held places, {in_turn} with a group in turn");
}

#[test]
fn cancelling_before_on_and_after_the_play_date_differs() {
    use rulebook::Outcome;
    let date = first_day();
    let (player, other) = (member(1), member(2));
    let outcome = |taken_by, taken, by, on| {
        let (taken, cancelled) = ((taken_by, taken), (by, on));
        cancelling::outcome(&cancelling::CancelledPlace {
            member: player,
            play_date: date,
            taken,
            by_swap: false,
            cancelled,
        })
    };
    let day_before = date - Days::new(1);
    for by in [player, other] {
        assert_eq!(outcome(other, day_before, by, day_before), Some(Outcome::GivenBack));
        assert_eq!(outcome(other, day_before, by, date), Some(Outcome::Forfeited));
        assert_eq!(outcome(other, day_before, by, date + Days::new(1)), None);
    }
    assert_eq!(outcome(other, date, other, date), Some(Outcome::GivenBack), "taken and given up by another");
    assert_eq!(outcome(other, date, player, date), Some(Outcome::Forfeited), "given up by the player");
    assert_eq!(outcome(player, date, player, date), Some(Outcome::Forfeited), "the player's own doing");
    assert_eq!(outcome(member(3), date, other, date), Some(Outcome::Forfeited), "given up by a third");
    let swapped_in = cancelling::CancelledPlace {
        member: player,
        play_date: date,
        taken: (other, date),
        by_swap: true,
        cancelled: (other, date),
    };
    assert_eq!(cancelling::outcome(&swapped_in), Some(Outcome::Forfeited), "came in another's stead");
}

#[test]
fn a_group_has_one_to_four_players_and_nobody_twice() {
    let players = |numbers: &[u128]| numbers.iter().map(|number| member(*number)).collect::<Vec<_>>();
    assert_eq!(group::check(&players(&[1, 2, 3, 4])), Ok(()));
    assert_eq!(group::check(&[]), Err(group::Fault::Empty));
    assert_eq!(group::check(&players(&[1, 2, 3, 4, 5])), Err(group::Fault::TooMany(5)));
    assert_eq!(group::check(&players(&[1, 2, 1])), Err(group::Fault::Twice(member(1))));
}

#[test]
fn sentences_take_the_singular_for_one() {
    use rulebook::Refusal;
    assert_eq!(Refusal::ClubMaximum(1).to_string(), "Heeft het maximum van 1 ronde op deze baan bereikt");
    assert_eq!(Refusal::FewPlaces(1).to_string(), "Er is op deze datum nog maar 1 plaats vrij");
}

impl History {
    /// A member's rights on the write side.
    fn rights(&self, member: MemberId) -> &Rights {
        World::get::<Membership>(&self.streams, member).unwrap().rights()
    }

    /// The rulebook counts used rights; the write side stores the counter.
    fn counts_agree(&self) {
        for (id, state) in &self.members {
            let rights_of_write_side = self.rights(*id);
            let held = (state.holdings.passes.len(), state.holdings.vouchers.len());
            let others = (rights_of_write_side.passes.len(), rights_of_write_side.vouchers.len());
            assert_eq!(held, others, "both forget what was taken back");
            for pass in &state.holdings.passes {
                let other = rights_of_write_side.passes.iter().find(|other| other.id == pass.id).unwrap();
                assert_eq!(rights::used(&state.holdings, pass), other.used);
            }
            for voucher in &state.holdings.vouchers {
                let other =
                    rights_of_write_side.vouchers.iter().find(|other| other.id == voucher.id).unwrap();
                assert_eq!(rights::use_of(&state.holdings, voucher).is_some(), other.used);
            }
        }
    }
}
