//! The machine by itself, where what it says is seen at once. What it does in long histories is in `simulation`.

use std::collections::BTreeMap;
use std::time::Duration;

use fairway_events::Actor;
use uuid::Uuid;

use super::*;
use crate::fixtures::start_subscription;
use crate::{Command, SubmitError};

const DEADLINE: Duration = Duration::from_secs(2);

fn machine() -> Machine {
    let options = WriterOptions { batch: 8, deadline: DEADLINE, ..WriterOptions::default() };
    Machine::new(options, Arc::default(), 1)
}

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
