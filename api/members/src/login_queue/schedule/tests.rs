//! Tests the order of log-ins, and that none is left waiting.

use proptest::prelude::*;

use super::*;

fn origin(n: u8) -> Origin {
    Origin::from_address([192, 0, 2, n].into())
}

fn account(n: u32) -> Account {
    Account::from(n.to_be_bytes().as_slice())
}

fn now() -> DateTime<Utc> {
    DateTime::UNIX_EPOCH
}

/// Log-ins of different accounts from one address, and the decision about each.
fn flood(schedule: &mut Schedule, from: Origin, accounts: std::ops::Range<u32>) -> Vec<(Ticket, Arrival)> {
    accounts.map(|n| schedule.arrive(from, account(n), now())).collect()
}

#[test]
fn a_log_in_from_another_address_goes_before_a_flood() {
    let mut schedule = Schedule::new(2);
    let flood = flood(&mut schedule, origin(1), 0..200);
    let (honest, arrival) = schedule.arrive(origin(2), account(1_000), now());
    assert_eq!(arrival, Arrival::Waits { evicted: None });
    assert_eq!(schedule.leave(flood[0].0), Some(honest), "fewer of its address are going");
}

#[test]
fn addresses_take_turns() {
    let mut schedule = Schedule::new(1);
    let (first, _) = schedule.arrive(origin(9), account(99), now());
    let one = flood(&mut schedule, origin(1), 0..3);
    let two = flood(&mut schedule, origin(2), 10..13);
    let mut order = Vec::new();
    let mut next = schedule.leave(first);
    while let Some(ticket) = next {
        order.push(ticket);
        next = schedule.leave(ticket);
    }
    assert_eq!(order, [one[0].0, two[0].0, one[1].0, two[1].0, one[2].0, two[2].0]);
}

#[test]
fn log_ins_of_one_account_go_one_after_the_other() {
    let mut schedule = Schedule::new(2);
    let (first, arrival) = schedule.arrive(origin(1), account(1), now());
    assert_eq!(arrival, Arrival::Granted);
    let (second, arrival) = schedule.arrive(origin(2), account(1), now());
    assert_eq!(arrival, Arrival::Waits { evicted: None });
    assert_eq!(
        schedule.arrive(origin(3), account(2), now()).1,
        Arrival::Granted,
        "another account passes it"
    );
    assert_eq!(schedule.leave(first), Some(second));
}

#[test]
fn an_address_with_wrong_passwords_goes_last_but_not_never() {
    let mut schedule = Schedule::new(1);
    let (first, _) = schedule.arrive(origin(9), account(99), now());
    (0..=MISTAKES).for_each(|_| schedule.failed(origin(1), now()));
    let suspect = flood(&mut schedule, origin(1), 0..2);
    let honest = flood(&mut schedule, origin(2), 10..18);
    let mut order = Vec::new();
    let mut next = schedule.leave(first);
    while let Some(ticket) = next {
        order.push(ticket);
        next = schedule.leave(ticket);
    }
    let place = |wanted: Ticket| order.iter().position(|ticket| *ticket == wanted).expect("it went") + 1;
    assert_eq!(suspect.iter().map(|(ticket, _)| place(*ticket)).collect::<Vec<_>>(), [4, 8]);
    assert_eq!(order.len(), suspect.len() + honest.len());

    let later = now() + MISTAKES_COUNT_FOR;
    assert!(schedule.has_failed(origin(1), now()) && !schedule.has_failed(origin(1), later));
}

#[test]
fn an_address_is_limited_and_the_longest_queue_loses_its_newest() {
    let mut schedule = Schedule::new(1);
    let arrivals = flood(&mut schedule, origin(1), 0..400);
    let refused = arrivals.iter().filter(|(_, arrival)| *arrival == Arrival::Refused).count();
    assert_eq!(refused, 400 - 1 - MOST_OF_AN_ORIGIN);
    let newest = arrivals[MOST_OF_AN_ORIGIN].0;
    let others = u32::try_from(MOST_WAITING - MOST_OF_AN_ORIGIN).expect("a number");
    for n in 0..others {
        let from = origin(u8::try_from(2 + n % 100).expect("a number"));
        assert_eq!(
            schedule.arrive(from, account(1_000 + n), now()).1,
            Arrival::Waits { evicted: None },
            "{n}"
        );
    }
    let (_, arrival) = schedule.arrive(origin(200), account(5_000), now());
    assert_eq!(arrival, Arrival::Waits { evicted: Some(newest) });
}

#[derive(Debug, Clone)]
enum Step {
    Arrive(u8, u32),
    Leave(usize),
    Fail(u8),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (0..6_u8, 0..8_u32).prop_map(|(from, account)| Step::Arrive(from, account)),
        3 => any::<usize>().prop_map(Step::Leave),
        1 => (0..6_u8).prop_map(Step::Fail),
    ]
}

proptest! {
    /// After any sequence of steps: no more log-ins run than allowed, one per account, no slot is free while a log-in
    /// could take it, and nothing remains when all have left.
    #[test]
    fn slots_are_used_and_released(at_once in 1..4_usize, steps in prop::collection::vec(step(), 0..200)) {
        let mut schedule = Schedule::new(at_once);
        let mut present = Vec::new();
        for step in steps {
            match step {
                Step::Arrive(from, of) => {
                    let (ticket, arrival) = schedule.arrive(origin(from), account(of), now());
                    prop_assert_ne!(arrival, Arrival::Refused);
                    present.push(ticket);
                }
                Step::Leave(which) if !present.is_empty() => {
                    let ticket = present.swap_remove(which % present.len());
                    let next = schedule.leave(ticket);
                    prop_assert!(next.is_none_or(|next| present.contains(&next)));
                }
                Step::Leave(_) => {}
                Step::Fail(from) => schedule.failed(origin(from), now()),
            }
            prop_assert!(schedule.running.len() <= at_once);
            prop_assert_eq!(schedule.accounts.len(), schedule.running.len());
            prop_assert_eq!(schedule.total, schedule.waiting.values().map(|queue| queue.tickets.len()).sum::<usize>());
            prop_assert_eq!(schedule.total + schedule.running.len(), present.len());
            let could_start = schedule.waiting.values().flat_map(|queue| &queue.tickets)
                .any(|(_, account)| !schedule.accounts.contains(account));
            prop_assert!(schedule.running.len() == at_once || !could_start);
        }
        for ticket in present {
            schedule.leave(ticket);
        }
        prop_assert!(schedule.running.is_empty() && schedule.waiting.is_empty() && schedule.accounts.is_empty());
    }
}
