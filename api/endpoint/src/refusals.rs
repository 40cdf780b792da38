//! Leaves what a rule refused to a member for the record of refusals. The answer does not wait for it, and does not
//! change by it. Only commands are recorded: a question, such as the calendar's, is no attempt.

use axum::http::StatusCode;
use fairway_clock::random;
use fairway_command::{Command, Rejection};

use super::caller::Caller;
use super::failure::Failure;
use super::request_context;
use crate::common::Common;
use crate::refusal_queue::{Attempt, Refused};

/// A rule of the domain refused the command.
pub fn rejected(common: &Common, caller: &Caller, attempt: Attempt, by: &Rejection) {
    common.refusals.add(attempt.rejected(by, refused(common, caller)));
}

/// The member's profile is not complete (docs/domain.md §3).
pub fn profile_incomplete(common: &Common, caller: &Caller, command: &Command, failure: &Failure) {
    let refusal = Attempt::of(command).refused(
        "profile_incomplete",
        failure.sentence().to_owned(),
        refused(common, caller),
    );
    common.refusals.add(refusal);
}

/// What was asked for names something that there is not: there is no command of it.
pub fn unprepared(
    common: &Common,
    caller: &Caller,
    attempt: Attempt,
    (rule, sentence): (&'static str, &str),
) {
    common.refusals.add(attempt.refused(rule, sentence.to_owned(), refused(common, caller)));
}

/// The member has reached an hour's limit of commands, if that is what failed (docs/domain.md §3.14).
pub fn throttled(common: &Common, caller: &Caller, command: &Command, failure: &Failure) {
    if failure.status() != StatusCode::TOO_MANY_REQUESTS {
        return;
    }
    let refusal = Attempt::of(command).refused(
        "too_many_commands",
        failure.sentence().to_owned(),
        refused(common, caller),
    );
    common.refusals.add(refusal);
}

fn refused(common: &Common, caller: &Caller) -> Refused {
    let at = common.clock.now();
    Refused {
        id: random::new_id(at),
        at,
        member: caller.id(),
        request: request_context::current().unwrap_or_default(),
        by_operator: caller.impersonation.is_some(),
    }
}
