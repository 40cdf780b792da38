//! Commands under an idempotency key.

use fairway_events::journal::{Receipt, ReceiptKey, Tail};

use super::*;
use crate::StartSubscription;
use crate::fixtures::{day, member};
use crate::writer::{Outcome, ReceiptRequest};

/// Member 1's pass under a key.
fn keyed() -> Submission {
    let key =
        ReceiptKey { member: member(1), route: "POST /api/subscriptions".to_owned(), key: "k".to_owned() };
    let receipt =
        ReceiptRequest { key, request_hash: vec![7], status: 201, answer: serde_json::json!({ "id": 1 }) };
    Submission { receipt: Some(receipt), ..start(1) }
}

/// A machine, and what it does first with this command.
fn started(submission: Submission) -> (Machine, Vec<Output>) {
    let mut machine = ready();
    let outputs = machine.submit(START, [(1, submission)].into_iter());
    let outputs = load(&mut machine, START, &outputs);
    (machine, outputs)
}

#[test]
fn a_repeated_key_gets_the_answer_of_the_command_in_flight() {
    let (mut machine, outputs) = started(keyed());
    assert!(matches!(outputs[..], [Output::Append { .. }]), "{outputs:?}");
    drop(outputs);
    machine.submit(START, [(2, keyed())].into_iter());
    assert_eq!(machine.room(), 39, "it is decided, and committed with the next");
    let outputs = machine.handle(START, Input::Appended(Appended::Done));
    let [Output::Confirm { base, .. }, Output::Answer(Answer { ticket: 1, answer: Ok(_) })] = outputs[..]
    else {
        panic!("{outputs:?}")
    };
    drop(outputs);
    assert_eq!((base.position, base.marked), (6, true));
    let nothing = Tail { head: base, continues: true, events: Vec::new(), truncated: false };
    let answers = machine.handle(START, Input::CaughtUp(nothing));
    let [Output::Answer(Answer { ticket: 2, answer: Ok(answer) })] = &answers[..] else {
        panic!("{answers:?}")
    };
    assert!(matches!(answer, (Outcome::Replayed { status: 201, .. }, 6)), "{answer:?}");
    assert!(machine.is_idle());
    let outputs = machine.handle(START, Input::TimePassed);
    assert!(outputs.is_empty(), "there is nothing to ask the journal: {outputs:?}");
}

#[test]
fn a_command_whose_key_is_looked_up_counts_against_the_limit() {
    let ended = StartSubscription { enddate: day("2025-01-01"), ..start_subscription(1) };
    let refused = Submission { command: Command::StartSubscription(ended), ..keyed() };
    let (mut machine, outputs) = started(refused);
    assert!(matches!(&outputs[..], [Output::CheckKeys(keys)] if keys.len() == 1), "{outputs:?}");
    assert_eq!((machine.waits(), machine.room()), (true, 39));
    machine.handle(START, Input::KeysChecked(Vec::new()));
    assert_eq!((machine.waits(), machine.room()), (false, 40), "it is refused, once the head is confirmed");
}

#[test]
fn a_key_that_another_node_answered_is_answered_alike() {
    let (mut machine, outputs) = started(keyed());
    drop(outputs);
    let outputs = machine.handle(START, Input::Appended(Appended::ReceiptConflict));
    let [Output::ReadReceipts(keys)] = &outputs[..] else { panic!("{outputs:?}") };
    assert!(machine.handle(START, Input::TimePassed).is_empty(), "they are being read");
    let answer = serde_json::json!({ "id": 2 });
    let first = Receipt { key: keys[0].clone(), request_hash: vec![7], status: 200, answer };
    let answers = machine.handle(START, Input::ReceiptsRead(vec![first]));
    assert!(
        matches!(
            &answers[..],
            [Output::Answer(Answer { ticket: 1, answer: Ok((Outcome::Replayed { status: 200, .. }, _)) })]
        ),
        "{answers:?}"
    );
    assert!(machine.is_idle());
}

#[test]
fn commands_under_one_key_are_appended_together_or_not_at_all() {
    let mut machine = ready();
    let all = [(1, start(3)), (2, keyed()), (3, keyed()), (4, start(4))];
    let outputs = machine.submit(START, all.into_iter());
    let outputs = load(&mut machine, START, &outputs);
    let [Output::Append { batch, .. }] = &outputs[..] else { panic!("{outputs:?}") };
    assert_eq!((tickets(batch), batch.parts()), (vec![1, 2, 3, 4], vec![0, 1, 1, 2]));
    let without = |parts: &[usize]| batch.len_without(parts);
    assert_eq!([without(&[]), without(&[0]), without(&[1]), without(&[0, 1])], [4, 3, 2, 1]);
}
