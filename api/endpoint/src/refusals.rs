//! Leaves a rule's refusal for the record of refusals. The answer does not wait for the record, and does not change by
//! it. Only commands are recorded: a question, such as the calendar's, is no attempt.

use fairway_clock::random;
use fairway_command::Rejection;

use super::caller::Caller;
use super::request_context;
use crate::common::Common;
use crate::refusal_queue::{Attempt, Refused};

/// A rule of the domain refused the command.
pub fn rejected(common: &Common, caller: &Caller, attempt: Attempt, by: &Rejection) {
    common.refusals.add(attempt.rejected(by, by_member(common, caller)));
}

/// Another rule refused it: before there was a command of it, or above the hour's limit.
pub fn refused(common: &Common, caller: &Caller, attempt: Attempt, rule: &'static str, sentence: &str) {
    common.refusals.add(attempt.refused(rule, sentence.to_owned(), by_member(common, caller)));
}

fn by_member(common: &Common, caller: &Caller) -> Refused {
    let at = common.clock.now();
    Refused {
        id: random::new_id(at),
        at,
        member: caller.id(),
        request: request_context::current().unwrap_or_default(),
        by_operator: caller.impersonation.is_some(),
    }
}
