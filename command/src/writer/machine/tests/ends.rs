//! How appends end: refused for something in them, or in silence.

use fairway_events::journal::FoundAppend;

use super::*;

/// A machine whose append of member 1's pass has an unknown end, and which asks about it.
fn asking() -> Machine {
    let mut machine = ready();
    let outputs = submit(&mut machine, START, [1]);
    drop(load(&mut machine, START, &outputs));
    assert!(machine.handle(START, Input::Appended(Appended::Unknown(cause()))).is_empty());
    let later = START + Duration::from_millis(20);
    let outputs = machine.handle(later, Input::TimePassed);
    assert!(matches!(outputs[..], [Output::LookUp { .. }]), "{outputs:?}");
    drop(outputs);
    assert!(machine.handle(later, Input::TimePassed).is_empty(), "it is being looked up");
    machine
}

fn own_event() -> (StreamId, i64) {
    (StreamId::Membership(crate::fixtures::member(1)), 1)
}

#[test]
fn what_is_found_as_it_was_sent_is_committed_and_what_is_remembered_holds() {
    let mut machine = asking();
    let found = FoundAppend { position: 6, events: vec![own_event()], head: Head { position: 8, ..head() } };
    let outputs = machine.handle(START, Input::LookedUp(Some(found)));
    assert_eq!(answered(&outputs), [(1, true)]);
    assert_eq!(machine.committed(), Some(6), "that others went on is found out with the next append");
    let outputs = submit(&mut machine, START, [1]);
    assert!(!matches!(outputs[..], [Output::Load { .. }]), "the stream is known: {outputs:?}");
}

#[test]
fn what_is_found_behind_others_is_committed_and_nothing_that_is_remembered_holds() {
    let others = (StreamId::Voucher(voucher(9)), 1);
    for (position, events) in [(7, vec![own_event()]), (6, vec![others.clone(), own_event()])] {
        let mut machine = asking();
        let found = FoundAppend { position, events, head: Head { position: 8, ..head() } };
        let outputs = machine.handle(START, Input::LookedUp(Some(found)));
        assert_eq!(answered(&outputs), [(1, true)]);
        assert_eq!(machine.committed(), Some(8));
        let outputs = submit(&mut machine, START, [1]);
        assert!(matches!(outputs[..], [Output::Load { .. }]), "{outputs:?}");
    }
}

#[test]
fn of_a_batch_that_is_found_in_part_the_rest_is_decided_again() {
    let mut machine = ready();
    let outputs = submit(&mut machine, START, [1, 2]);
    drop(load(&mut machine, START, &outputs));
    machine.handle(START, Input::Appended(Appended::Unknown(cause())));
    drop(machine.handle(START + Duration::from_millis(20), Input::TimePassed));
    let found = FoundAppend { position: 7, events: vec![own_event()], head: Head { position: 7, ..head() } };
    let outputs = machine.handle(START, Input::LookedUp(Some(found)));
    assert_eq!(answered(&outputs), [(1, true)]);
    let outputs = load(&mut machine, START, &outputs[1..]);
    assert_eq!(appended(&outputs).expect("a batch").0, [2]);
}

#[test]
fn what_is_not_found_is_decided_again() {
    let mut machine = asking();
    let outputs = machine.handle(START, Input::LookedUp(None));
    let outputs = load(&mut machine, START, &outputs);
    assert!(matches!(outputs[..], [Output::Append { .. }]), "{outputs:?}");
}

#[test]
fn a_refused_batch_is_halved_until_the_refused_command_is_found() {
    let mut machine = ready();
    let outputs = submit(&mut machine, START, 1..=4);
    let mut outputs = load(&mut machine, START, &outputs);
    let (mut sent, mut answers) = (Vec::new(), Vec::new());
    for _ in 0..20 {
        answers.extend(answered(&outputs));
        if let Some(Output::Load { .. }) = outputs.last() {
            outputs = load(&mut machine, START, &outputs[outputs.len() - 1..]);
            continue;
        }
        let Some((tickets, _)) = appended(&outputs) else { break };
        let end = if tickets.contains(&3) { Appended::Refused(cause()) } else { Appended::Done };
        drop(outputs);
        if tickets == [4] {
            // Those who come before it is over are not held up by it.
            assert!(submit(&mut machine, START, [5, 6]).is_empty());
        }
        sent.push(tickets);
        outputs = machine.handle(START, Input::Appended(end));
    }
    assert_eq!(sent, [vec![1, 2, 3, 4], vec![1, 2], vec![3, 4], vec![3], vec![4], vec![5, 6]]);
    assert_eq!(answers, [(1, true), (2, true), (3, false), (4, true), (5, true), (6, true)]);
    assert!(machine.is_idle());
}
