//! A database that is unavailable, and commands that wait for too long.

use super::*;

const MILLISECOND: Duration = Duration::from_millis(1);

#[test]
fn pauses_between_attempts_double_up_to_half_a_second() {
    let mut machine = ready();
    let outputs = submit(&mut machine, START, [1]);
    drop(load(&mut machine, START, &outputs));
    let mut now = START;
    assert!(machine.handle(now, Input::Appended(Appended::Unavailable(cause()))).is_empty());
    for pause in [20, 40, 80, 160, 320, 500, 500] {
        now += Duration::from_millis(pause);
        assert!(machine.handle(now - MILLISECOND, Input::TimePassed).is_empty());
        let outputs = machine.handle(now, Input::TimePassed);
        let [Output::Load { load, .. }] = outputs[..] else { panic!("{now:?}: {outputs:?}") };
        assert!(machine.handle(now, Input::Failed(Request::Load(load), cause())).is_empty());
    }
}

#[test]
fn a_waiting_command_is_answered_a_tenth_before_the_deadline_and_at_most_a_second() {
    for (deadline, given_up) in [(2_000, 1_800), (20_000, 19_000)] {
        let deadline = Duration::from_millis(deadline);
        let options = WriterOptions { deadline, ..WriterOptions::default() };
        let mut machine = Machine::new(options, Arc::default(), 1);
        submit(&mut machine, START, [1]);
        let given_up = Duration::from_millis(given_up);
        assert!(machine.handle(given_up - MILLISECOND, Input::TimePassed).is_empty());
        let outputs = machine.handle(given_up, Input::TimePassed);
        assert!(
            matches!(outputs[..], [Output::Answer(Answer { answer: Err(SubmitError::Overloaded), .. })]),
            "{outputs:?}"
        );
    }
}

#[test]
fn commands_wait_four_seconds_for_an_unavailable_database() {
    let options = WriterOptions { deadline: Duration::from_secs(20), ..WriterOptions::default() };
    let mut machine = Machine::new(options, Arc::default(), 1);
    submit(&mut machine, START, [1]);
    machine.handle(START, Input::Failed(Request::ReadHead, cause()));
    let given_up = Duration::from_secs(4);
    let outputs = machine.handle(given_up - MILLISECOND, Input::TimePassed);
    assert!(matches!(outputs[..], [Output::ReadHead]), "{outputs:?}");
    let outputs = machine.handle(given_up, Input::Failed(Request::ReadHead, cause()));
    assert!(
        matches!(outputs[..], [Output::Answer(Answer { answer: Err(SubmitError::Unavailable(_)), .. })]),
        "{outputs:?}"
    );
    assert!(machine.is_idle());
}
