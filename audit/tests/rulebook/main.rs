//! The rules are there twice: for every history, the rulebook and the write side's assessment give the same right to each
//! player, or the same sentence about the same player.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop where it is")]

mod history;

use std::collections::BTreeSet;

use chrono::{Days, NaiveDate};
use fairway_audit::rulebook::{self, ClubTerms, Player, Question, cancelling, group, rights};
use fairway_command::{Reason, Rights, World, assess};
use fairway_events::{Holes, MemberId, PlayRight};
use proptest::collection::vec;
use proptest::test_runner::{Config, TestRunner};

use history::{Past, club, first_day, member, step};

type Verdict = Result<Vec<(MemberId, PlayRight)>, (Option<MemberId>, String, &'static str)>;

/// What the write side says.
fn judged(past: &Past, club_number: usize, players: &[MemberId], date: NaiveDate, holes: Holes) -> Verdict {
    let club = club(club_number);
    let held: Vec<(MemberId, &Rights)> =
        players.iter().map(|id| (*id, past.world.membership(*id).unwrap().rights())).collect();
    let claimed = past.world.course_day(&club.id, date).map_or(0, |day| day.claimed());
    assess(Some(&club), claimed, &held, date, holes, past.today).map_err(|reason| {
        let about = match &reason {
            Reason::Player { member, .. } => Some(*member),
            Reason::Date(_) | Reason::Club(_) => None,
        };
        (about, reason.to_string(), reason.code())
    })
}

/// What the rulebook says.
fn explained(
    past: &Past,
    club_number: usize,
    players: &[MemberId],
    date: NaiveDate,
    holes: Holes,
) -> Verdict {
    let club = club(club_number);
    let terms = ClubTerms {
        id: club.id.clone(),
        holes: club.holes.clone(),
        max_plays_per_year: club.max_plays_per_year,
        daily_capacity: club.daily_capacity,
        closed_weekdays: club.closed_weekdays.clone(),
        closures: club.closures.clone(),
    };
    let taken = past.days.get(&(club.id.clone(), date)).map_or(0, |day| day.taken());
    let players: Vec<Player<'_>> =
        players.iter().map(|id| Player { member: *id, holdings: &past.members[id].holdings }).collect();
    let question = Question { club: &terms, taken, date, holes, today: past.today };
    rulebook::verdict(&rulebook::checks(&question, &players))
        .map_err(|(about, refusal)| (about, refusal.to_string(), refusal.code()))
}

#[test]
fn the_rulebook_and_the_write_side_agree_whatever_happened() {
    let mut seen: BTreeSet<&'static str> = BTreeSet::new();
    let seen_in_all = std::sync::Mutex::new(&mut seen);
    let mut runner = TestRunner::new(Config { cases: 200, failure_persistence: None, ..Config::default() });
    runner
        .run(&vec(step(), 1..60), |steps| {
            let mut past = Past::begun();
            for step in steps {
                past.take(&step);
            }
            let groups: [&[u128]; 5] = [&[1], &[2], &[3], &[1, 2], &[3, 1, 2]];
            for (number, players) in groups.iter().enumerate() {
                let players: Vec<MemberId> = players.iter().map(|number| member(*number)).collect();
                for days in 0..60 {
                    let date = first_day() + Days::new(days);
                    for holes in Holes::ALL {
                        let judged = judged(&past, number % 2, &players, date, holes);
                        let explained = explained(&past, number % 2, &players, date, holes);
                        assert_eq!(
                            explained, judged,
                            "{players:?} on {date}, {holes} holes, today {}",
                            past.today
                        );
                        seen_in_all
                            .lock()
                            .unwrap()
                            .insert(judged.map_or_else(|(_, _, code)| code, |_| "bookable"));
                    }
                }
            }
            past.counts_agree();
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
}

#[test]
fn cancelling_before_on_and_after_the_play_date_differs() {
    use rulebook::Outcome;
    let date = first_day();
    let (player, other) = (member(1), member(2));
    let outcome = |taken_by, taken, by, on| {
        let (taken, given_up) = ((taken_by, taken), (by, on));
        cancelling::outcome(&cancelling::GivenUp { member: player, play_date: date, taken, given_up })
    };
    let eve = date - Days::new(1);
    for by in [player, other] {
        assert_eq!(outcome(other, eve, by, eve), Some(Outcome::GivenBack));
        assert_eq!(outcome(other, eve, by, date), Some(Outcome::Forfeited));
        assert_eq!(outcome(other, eve, by, date + Days::new(1)), None);
    }
    assert_eq!(outcome(other, date, other, date), Some(Outcome::GivenBack), "taken and given up by another");
    assert_eq!(outcome(other, date, player, date), Some(Outcome::Forfeited), "given up by the player");
    assert_eq!(outcome(player, date, player, date), Some(Outcome::Forfeited), "the player's own doing");
    assert_eq!(outcome(member(3), date, other, date), Some(Outcome::Forfeited), "given up by a third");
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

impl Past {
    /// Used rights, counted by one side and kept by the other.
    fn counts_agree(&self) {
        for (id, state) in &self.members {
            let kept = self.world.membership(*id).unwrap().rights();
            for pass in &state.holdings.passes {
                let theirs = kept.passes.iter().find(|kept| kept.id == pass.id).unwrap();
                assert_eq!(rights::used(&state.holdings, pass), theirs.used);
            }
            for voucher in &state.holdings.vouchers {
                let theirs = kept.vouchers.iter().find(|kept| kept.id == voucher.id).unwrap();
                assert_eq!(rights::use_of(&state.holdings, voucher).is_some(), theirs.used);
            }
        }
    }
}
