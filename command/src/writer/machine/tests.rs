//! The machine by itself, step by step. Long histories are in `simulation`.

mod ends;
mod keys;
mod others;
mod outages;

use std::collections::BTreeMap;
use std::time::Duration;

use fairway_events::journal::{Head, History, Tail, TailEvent};
use fairway_events::{Actor, StreamId};
use uuid::Uuid;

use super::*;
use crate::fixtures::{start_subscription, voucher};
use crate::writer::submission::Cause;
use crate::{Command, SubmitError, WriterOptions};

const START: Elapsed = Elapsed::ZERO;
const DEADLINE: Duration = Duration::from_secs(2);

fn machine() -> Machine {
    let options = WriterOptions { batch: 40, deadline: DEADLINE, ..WriterOptions::default() };
    Machine::new(options, Arc::default(), 1)
}

/// The head that the tests begin at.
fn head() -> Head {
    Head { position: 5, stamp: Uuid::from_u128(9), turn: 0, marked: false }
}

/// A machine that knows the head.
fn ready() -> Machine {
    let mut machine = machine();
    let outputs = machine.handle(START, Input::TimePassed);
    assert!(matches!(outputs[..], [Output::ReadHead]), "{outputs:?}");
    assert!(machine.handle(START, Input::HeadRead(head())).is_empty());
    assert!(machine.is_idle());
    machine
}

/// Starts a season pass of member `number`.
fn start(number: u128) -> Submission {
    Submission {
        command: Command::StartSubscription(start_subscription(number)),
        correlation_id: Uuid::from_u128(1),
        actor: Actor::import(),
        metadata: BTreeMap::new(),
        receipt: None,
    }
}

/// Submits the pass of each member under their number.
fn submit(machine: &mut Machine, now: Elapsed, numbers: impl IntoIterator<Item = u64>) -> Vec<Output> {
    machine.submit(now, numbers.into_iter().map(|number| (number, start(number.into()))))
}

/// Answers the load that is asked for, and nothing else, with streams that have no events.
fn load(machine: &mut Machine, now: Elapsed, outputs: &[Output]) -> Vec<Output> {
    let [Output::Load { load, streams, .. }] = outputs else { panic!("{outputs:?}") };
    let empty = || History { snapshot: None, events: Vec::new() };
    let histories = streams.iter().map(|stream| (stream.clone(), Ok(empty()))).collect();
    machine.handle(now, Input::Loaded { load: *load, histories })
}

/// The tickets in the append that is asked for, and how it is to be made.
fn appended(outputs: &[Output]) -> Option<(Vec<Ticket>, AppendMode)> {
    outputs.iter().find_map(|output| match output {
        Output::Append { batch, mode, .. } => Some((tickets(batch), *mode)),
        _ => None,
    })
}

fn tickets(batch: &Batch) -> Vec<Ticket> {
    batch.commands().iter().map(|decided| decided.queued.ticket).collect()
}

/// The tickets that are answered, and whether they were accepted.
fn answered(outputs: &[Output]) -> Vec<(Ticket, bool)> {
    let answer = |output: &Output| match output {
        Output::Answer(Answer { ticket, answer }) => {
            Some((*ticket, matches!(answer, Ok((crate::writer::Outcome::Accepted { .. }, _)))))
        }
        _ => None,
    };
    outputs.iter().filter_map(answer).collect()
}

/// One event of others after `base`, in a stream that is of no interest.
fn moved(base: Head) -> Tail {
    let event = TailEvent { stream: StreamId::Voucher(voucher(9)), sequence: 1, event: None };
    let head = Head { position: base.position + 1, stamp: Uuid::from_u128(77), ..base };
    Tail { head, continues: true, events: vec![event], truncated: false }
}

fn cause() -> Cause {
    Arc::new(std::io::Error::other("gone"))
}

#[test]
fn time_changes_the_machine_only_while_a_command_waits() {
    let mut machine = machine();
    assert_eq!((machine.waits(), machine.room()), (false, 40));
    let asked = submit(&mut machine, START, [7]);
    assert!(matches!(asked[..], [Output::ReadHead]), "{asked:?}");
    assert_eq!((machine.waits(), machine.room(), machine.is_idle()), (true, 39, false));
    assert!(machine.handle(DEADLINE / 2, Input::TimePassed).is_empty());
    let answers = machine.handle(DEADLINE * 2, Input::TimePassed);
    assert!(
        matches!(&answers[..], [Output::Answer(Answer { ticket: 7, answer: Err(SubmitError::Overloaded) })]),
        "{answers:?}"
    );
    assert_eq!((machine.waits(), machine.room(), machine.is_idle()), (false, 40, true));
}

#[test]
fn a_batch_begins_once_32_are_decided() {
    let mut machine = ready();
    let outputs = submit(&mut machine, START, 1..=40);
    assert_eq!(machine.room(), 0, "who lacks a stream takes room");
    let outputs = load(&mut machine, START, &outputs);
    let (first, _) = appended(&outputs).expect("a batch");
    assert_eq!(first, (1..=32).collect::<Vec<_>>());
    drop(outputs);
    let outputs = machine.handle(START, Input::Appended(Appended::Done));
    assert_eq!(answered(&outputs).len(), 32);
    drop(outputs);
    assert!(
        appended(&machine.handle(START, Input::TimePassed)).is_none(),
        "the rest went with what came then"
    );
}

#[test]
fn a_stream_is_read_once_for_all_who_lack_it() {
    let mut machine = ready();
    let outputs = submit(&mut machine, START, [1]);
    let again = submit(&mut machine, START, [1, 2, 2]);
    assert!(again.is_empty(), "one load at a time: {again:?}");
    let [Output::Load { streams, .. }] = &outputs[..] else { panic!("{outputs:?}") };
    assert_eq!(streams.len(), 1);
    let outputs = load(&mut machine, START, &outputs);
    let Some(Output::Load { streams, .. }) = outputs.last() else { panic!("{outputs:?}") };
    assert_eq!(streams.len(), 1, "of the second member only");
}

#[test]
fn a_command_that_lacks_streams_for_ever_is_given_up() {
    let mut machine = ready();
    let mut outputs = submit(&mut machine, START, [1]);
    let mut loads = 0;
    while let [Output::Load { load, .. }] = outputs[..] {
        loads += 1;
        assert!(loads < 1_000);
        outputs = machine.handle(START, Input::Loaded { load, histories: Vec::new() });
    }
    assert_eq!(loads, 256);
    assert!(
        matches!(outputs[..], [Output::Answer(Answer { ticket: 1, answer: Err(SubmitError::Faulty(_)) })]),
        "{outputs:?}"
    );
}
