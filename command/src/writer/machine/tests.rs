//! The machine by itself, where what it says is seen at once. What it does in long histories is in `simulation`.

use std::collections::BTreeMap;
use std::time::Duration;

use fairway_events::Actor;
use fairway_events::journal::{History, Tail};
use uuid::Uuid;

use super::*;
use crate::fixtures::{member, start_subscription};
use crate::writer::{Outcome, ReceiptRequest};
use crate::{Command, StartSubscription, SubmitError};

const DEADLINE: Duration = Duration::from_secs(2);

fn machine() -> Machine {
    let options = WriterOptions { batch: 8, deadline: DEADLINE, ..WriterOptions::default() };
    Machine::new(options, Arc::default(), 1)
}

/// Starts a season pass of 24 rounds.
fn submission() -> Submission {
    Submission {
        command: Command::StartSubscription(start_subscription(1)),
        correlation_id: Uuid::from_u128(1),
        actor: Actor::import(),
        metadata: BTreeMap::new(),
        receipt: None,
    }
}

#[test]
fn time_matters_to_it_only_while_a_command_waits() {
    let mut machine = machine();
    assert_eq!((machine.waits(), machine.room()), (false, 8));
    let asked = machine.submit(Elapsed::ZERO, [(7, submission())].into_iter());
    assert!(matches!(asked[..], [Output::ReadHead]), "{asked:?}");
    assert_eq!((machine.waits(), machine.room()), (true, 7));
    assert!(machine.handle(DEADLINE / 2, Input::TimePassed).is_empty());
    let told = machine.handle(DEADLINE * 2, Input::TimePassed);
    assert!(
        matches!(&told[..], [Output::Answer(Answer { ticket: 7, answer: Err(SubmitError::Overloaded) })]),
        "{told:?}"
    );
    assert_eq!((machine.waits(), machine.room()), (false, 8));
}

/// The same under a key.
fn keyed() -> Submission {
    let key =
        ReceiptKey { member: member(1), route: "POST /api/subscriptions".to_owned(), key: "k".to_owned() };
    let receipt =
        ReceiptRequest { key, request_hash: vec![7], status: 201, answer: serde_json::json!({ "id": 1 }) };
    Submission { receipt: Some(receipt), ..submission() }
}

/// A machine that knows the head of a journal, and what it does first with this command.
fn started(submission: Submission) -> (Machine, Vec<Output>) {
    let mut machine = machine();
    machine.submit(Elapsed::ZERO, [(1, submission)].into_iter());
    let head = Head { position: 5, stamp: Uuid::from_u128(9), turn: 0, marked: true };
    let outputs = machine.handle(Elapsed::ZERO, Input::HeadRead(head));
    let [Output::Load { load, streams, .. }] = &outputs[..] else { panic!("{outputs:?}") };
    assert!(!machine.is_idle());
    assert_eq!(machine.room(), 7, "it takes room while what it lacks is read");
    let empty = || History { snapshot: None, events: Vec::new() };
    let histories = streams.iter().map(|stream| (stream.clone(), Ok(empty()))).collect();
    let outputs = machine.handle(Elapsed::ZERO, Input::Loaded { load: *load, histories });
    (machine, outputs)
}

fn nothing_since(base: Head) -> Tail {
    Tail { head: base, continues: true, events: Vec::new(), truncated: false }
}

#[test]
fn a_key_whose_command_is_being_committed_is_answered_with_what_comes_of_that() {
    let (mut machine, outputs) = started(keyed());
    assert!(matches!(outputs[..], [Output::Append { .. }]), "{outputs:?}");
    drop(outputs);
    machine.submit(Elapsed::ZERO, [(2, keyed())].into_iter());
    assert_eq!(machine.room(), 7, "it is decided, and committed with the next");
    let outputs = machine.handle(Elapsed::ZERO, Input::Appended(Appended::Done));
    let [Output::Confirm { base, .. }, Output::Answer(Answer { ticket: 1, answer: Ok(_) })] = outputs[..]
    else {
        panic!("{outputs:?}")
    };
    drop(outputs);
    let answers = machine.handle(Elapsed::ZERO, Input::CaughtUp(nothing_since(base)));
    let [Output::Answer(Answer { ticket: 2, answer: Ok(answer) })] = &answers[..] else {
        panic!("{answers:?}")
    };
    assert!(matches!(answer, Outcome::Replayed { status: 201, .. }), "{answer:?}");
    assert!(machine.is_idle());
    assert!(
        machine.handle(Elapsed::ZERO, Input::TimePassed).is_empty(),
        "there is nothing to ask the journal"
    );
}

#[test]
fn who_waits_for_a_key_to_be_looked_up_takes_room() {
    let ended = StartSubscription { enddate: crate::fixtures::day("2025-01-01"), ..start_subscription(1) };
    let refused = Submission { command: Command::StartSubscription(ended), ..keyed() };
    let (mut machine, outputs) = started(refused);
    assert!(matches!(&outputs[..], [Output::CheckKeys(keys)] if keys.len() == 1), "{outputs:?}");
    assert_eq!((machine.waits(), machine.room()), (true, 7));
    machine.handle(Elapsed::ZERO, Input::KeysChecked(Vec::new()));
    assert_eq!((machine.waits(), machine.room()), (false, 8), "it is refused, once the head is confirmed");
}
