//! The machine while other nodes write.

use fairway_events::journal::PartialAppend;
use fairway_events::{Holes, MembershipEvent, VoucherKind};

use super::*;
use crate::StartSubscription;
use crate::fixtures::{day, member};

/// A machine that found the head moved with the pass of member 1, and how the next batches are sent.
fn beside_others() -> Machine {
    let mut machine = ready();
    let outputs = submit(&mut machine, START, [1]);
    let outputs = load(&mut machine, START, &outputs);
    assert_eq!(appended(&outputs), Some((vec![1], AppendMode::AtBase)));
    drop(outputs);
    let outputs = machine.handle(START, Input::Appended(Appended::Moved(moved(head()))));
    assert!(matches!(&outputs[..], [Output::AppendLocked { fence, .. }] if fence.base.position == 6));
    drop(outputs);
    let outputs = machine.handle(START, Input::Appended(Appended::Done));
    assert_eq!(answered(&outputs), [(1, true)]);
    assert!(matches!(outputs.last(), Some(Output::Gather)), "{outputs:?}");
    machine
}

#[test]
fn the_next_batch_waits_for_those_who_were_just_answered() {
    let mut machine = beside_others();
    let outputs = submit(&mut machine, START, [2]);
    assert!(load(&mut machine, START, &outputs).is_empty());
    let outputs = machine.handle(START, Input::Gathered);
    assert_eq!(appended(&outputs), Some((vec![2], AppendMode::UnchangedParts)));
    drop(outputs);
    let outputs = machine.handle(START, Input::Appended(Appended::Done));
    assert!(matches!(outputs[..], [Output::Answer(_), Output::Gather]), "{outputs:?}");
}

#[test]
fn the_next_batch_waits_for_the_streams_that_they_lack_but_once() {
    let mut machine = beside_others();
    let outputs = submit(&mut machine, START, [2]);
    assert!(load(&mut machine, START, &outputs).is_empty());
    let blocked = submit(&mut machine, START, [3]);
    assert!(machine.handle(START, Input::Gathered).is_empty(), "the third is about to be decided");
    assert_eq!(
        appended(&load(&mut machine, START, &blocked)),
        Some((vec![2, 3], AppendMode::UnchangedParts))
    );
}

#[test]
fn what_waited_for_too_long_to_be_sent_is_not_sent() {
    let mut machine = beside_others();
    let outputs = submit(&mut machine, START, [2]);
    assert!(load(&mut machine, START, &outputs).is_empty());
    assert!(machine.handle(DEADLINE / 2, Input::TimePassed).is_empty());
    let outputs = machine.handle(DEADLINE, Input::TimePassed);
    assert!(
        matches!(outputs[..], [Output::Answer(Answer { ticket: 2, answer: Err(SubmitError::Overloaded) })]),
        "{outputs:?}"
    );
    assert!(appended(&machine.handle(DEADLINE, Input::Gathered)).is_none());
    assert!(machine.is_idle());
}

#[test]
fn others_are_taken_to_write_for_64_appends() {
    let mut machine = beside_others();
    let mut modes = Vec::new();
    for number in 2..70 {
        let outputs = submit(&mut machine, START, [number]);
        let mut outputs = load(&mut machine, START, &outputs);
        outputs.extend(machine.handle(START, Input::Gathered));
        modes.push(appended(&outputs).expect("a batch").1);
        drop(outputs);
        machine.handle(START, Input::Appended(Appended::Done));
    }
    let partial = modes.iter().take_while(|mode| **mode == AppendMode::UnchangedParts).count();
    assert_eq!(partial, 63, "the first went with the lock in hand");
    assert!(modes[partial..].iter().all(|mode| *mode == AppendMode::AtBase));
}

/// How 70 batches after each other are sent, once others touched so many of three.
fn modes_after_touching(count: usize) -> Vec<AppendMode> {
    let mut machine = ready();
    let outputs = submit(&mut machine, START, [1, 2, 3]);
    drop(load(&mut machine, START, &outputs));
    let mut tail = moved(head());
    for number in [1, 2, 3].into_iter().take(count) {
        let stream = StreamId::Membership(member(number));
        tail.events.push(TailEvent { stream, sequence: 1, event: None });
    }
    let mut outputs = machine.handle(START, Input::Appended(Appended::Moved(tail)));
    let mut modes = Vec::new();
    for number in 4..400 {
        modes.extend(appended(&outputs).map(|(_, mode)| mode));
        let is_append =
            |output: &Output| matches!(output, Output::Append { .. } | Output::AppendLocked { .. });
        let is_sent = outputs.iter().any(is_append);
        outputs.retain(|output| matches!(output, Output::Load { .. }));
        let mut next = Vec::new();
        if is_sent {
            next.extend(machine.handle(START, Input::Appended(Appended::Done)));
        }
        if !outputs.is_empty() {
            next.extend(load(&mut machine, START, &outputs));
        }
        next.extend(machine.handle(START, Input::Gathered));
        if machine.is_idle() {
            next.extend(submit(&mut machine, START, [number]));
        }
        outputs = next;
    }
    assert!(modes.len() > 70, "{} batches", modes.len());
    modes.truncate(70);
    modes
}

#[test]
fn after_most_of_a_batch_is_decided_again_the_lock_is_taken_first_for_32_appends() {
    for (touched, lock_first) in [(0, 0), (1, 0), (2, 31), (3, 32)] {
        let modes = modes_after_touching(touched);
        let with_lock = modes.iter().filter(|mode| **mode == AppendMode::LockFirst).count();
        assert_eq!(with_lock, lock_first, "{touched} of three were touched: {modes:?}");
        assert!(modes[..lock_first].iter().all(|mode| *mode == AppendMode::LockFirst), "{modes:?}");
    }
}

#[test]
fn a_command_that_was_left_out_three_times_is_appended_under_the_lock() {
    let mut machine = beside_others();
    let outputs = submit(&mut machine, START, [2, 3]);
    drop(load(&mut machine, START, &outputs));
    let mut base = Head { position: 7, ..head() };
    let mut outputs = machine.handle(START, Input::Gathered);
    let mut modes = Vec::new();
    for (left_out, done) in [(1, vec![(2, true)]), (0, vec![]), (0, vec![])] {
        modes.extend(appended(&outputs));
        drop(outputs);
        let tail = moved(base);
        base = tail.head;
        let appended = Some(i64::from(left_out == 1));
        let end = PartialAppend { tail, appended, left_out: vec![left_out] };
        outputs = machine.handle(START, Input::Appended(Appended::Partly(end)));
        assert_eq!(answered(&outputs), done);
        outputs.extend(machine.handle(START, Input::Gathered));
    }
    modes.extend(appended(&outputs));
    let left_out = (vec![3], AppendMode::UnchangedParts);
    assert_eq!(
        modes,
        [
            (vec![2, 3], AppendMode::UnchangedParts),
            left_out.clone(),
            left_out,
            (vec![3], AppendMode::LockFirst)
        ]
    );
}

/// A pass that ends before it begins: it is refused.
fn refused(number: u128) -> Submission {
    let ended = StartSubscription { enddate: day("2025-01-01"), ..start_subscription(number) };
    Submission { command: Command::StartSubscription(ended), ..start(number) }
}

/// An event of others in the stream of a member, which changes nothing for who is refused.
fn touching(base: Head, number: u128) -> Tail {
    let received = MembershipEvent::VoucherReceived {
        member: member(number),
        voucher: voucher(1),
        kind: VoucherKind::Bonus,
        title: "Welkom".to_owned(),
        holes: Holes::Nine,
        expires: day("2026-12-31"),
    };
    let stream = StreamId::Membership(member(number));
    let event = TailEvent { stream, sequence: 1, event: Some(received.into()) };
    Tail { events: vec![event], ..moved(base) }
}

#[test]
fn a_refusal_is_answered_only_after_the_journal_was_read_again() {
    let unrelated = moved(head());
    let (of_first, of_second) = (touching(head(), 1), touching(head(), 2));
    for tail in [unrelated, of_first, of_second] {
        let mut machine = ready();
        let outputs = machine.submit(START, [(1, refused(1))].into_iter());
        let outputs = load(&mut machine, START, &outputs);
        assert!(matches!(outputs[..], [Output::Confirm { .. }]), "{outputs:?}");
        drop(outputs);
        let outputs = machine.submit(START, [(2, refused(2))].into_iter());
        assert!(load(&mut machine, START, &outputs).is_empty());
        let outputs = machine.handle(START, Input::CaughtUp(tail));
        let [Output::Answer(Answer { ticket: 1, .. }), Output::Confirm { batch, .. }] = &outputs[..] else {
            panic!("{outputs:?}")
        };
        assert_eq!(tickets(batch), [2]);
    }
}
