//! Decides which mails and messages wait (docs/domain.md §3.15): the first about a day is sent at once, and those of the
//! next ten minutes become one. Whoever does not play any more learns it at once. If they were not told yet that they
//! play, what waits is not told at all, so a member who books and cancels in a loop floods nobody.

use std::collections::HashMap;
use std::hash::Hash;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use fairway_store::queueing::{Haste, Queueing};

/// How long a mail or a message waits for further changes, at most.
pub(crate) const COMBINING_TIME: TimeDelta = TimeDelta::minutes(10);

/// A change that is to be told, and what is known about its recipient.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Change<To, Subject> {
    /// The recipient: a member, or a device.
    pub(crate) to: To,
    /// The day of the round.
    pub(crate) day: NaiveDate,
    /// The round.
    pub(crate) subject: Subject,
    pub(crate) haste: Haste,
    /// When the last that did not wait was queued about the day, before these changes, if that was recently.
    pub(crate) last_without_waiting: Option<DateTime<Utc>>,
    /// Whether something about the subject waits from before.
    pub(crate) waits: bool,
}

/// Where that stands which waits about a subject.
#[derive(Clone, Copy)]
enum Waiting {
    Nothing,
    FromBefore,
    /// The index of its change.
    Here(usize),
}

/// The queueing of changes that are queued together, in their order: each counts for the next ones.
pub(crate) fn plan<To, Subject>(now: DateTime<Utc>, changes: &[Change<To, Subject>]) -> Vec<Queueing>
where
    To: Eq + Hash + Copy,
    Subject: Eq + Hash + Copy,
{
    let mut told: HashMap<(To, NaiveDate), DateTime<Utc>> = HashMap::new();
    let mut waiting: HashMap<(To, Subject), Waiting> = HashMap::new();
    let mut queueings: Vec<Queueing> = Vec::new();
    for change in changes {
        let last = told.get(&(change.to, change.day)).copied().or(change.last_without_waiting);
        let before = if change.waits { Waiting::FromBefore } else { Waiting::Nothing };
        let waiting = waiting.entry((change.to, change.subject)).or_insert(before);
        let queueing = match (change.haste, *waiting, last) {
            (Haste::NeverWaits, _, _)
            | (Haste::EndsWaiting, Waiting::Nothing, _)
            | (Haste::Waits, Waiting::Nothing, None) => Queueing::AtOnce,
            (Haste::Waits, Waiting::Nothing, Some(last)) => {
                *waiting = Waiting::Here(queueings.len());
                Queueing::Until(last + COMBINING_TIME)
            }
            (Haste::Waits, Waiting::FromBefore | Waiting::Here(_), _) => Queueing::Combined,
            (Haste::EndsWaiting, Waiting::FromBefore, _) => {
                *waiting = Waiting::Nothing;
                Queueing::WithWaiting
            }
            (Haste::EndsWaiting, Waiting::Here(first), _) => {
                *waiting = Waiting::Nothing;
                if let Some(first) = queueings.get_mut(first) {
                    *first = Queueing::Until(now);
                }
                Queueing::Combined
            }
        };
        if queueing == Queueing::AtOnce {
            told.insert((change.to, change.day), now);
        }
        queueings.push(queueing);
    }
    queueings
}

#[cfg(test)]
mod tests {
    use super::*;

    const WAITS: Change<u8, u8> = Change {
        to: 1,
        day: NaiveDate::MIN,
        subject: 1,
        haste: Haste::Waits,
        last_without_waiting: None,
        waits: false,
    };
    const ENDS: Change<u8, u8> = Change { haste: Haste::EndsWaiting, ..WAITS };
    const NOW: DateTime<Utc> = DateTime::UNIX_EPOCH;

    #[test]
    fn the_first_is_told_at_once_and_the_others_of_ten_minutes_become_one() {
        let until = Queueing::Until(NOW + COMBINING_TIME);
        let other_round = Change { subject: 2, ..WAITS };
        let other_member = Change { to: 2, ..WAITS };
        let found = plan(NOW, &[WAITS, other_member, WAITS, WAITS, other_round]);
        assert_eq!(found, [Queueing::AtOnce, Queueing::AtOnce, until, Queueing::Combined, until]);
    }

    #[test]
    fn whoever_does_not_play_any_more_learns_it_at_once_also_shortly_after_another_mail() {
        let shortly_before = Some(NOW - TimeDelta::minutes(1));
        let after_another = Change { last_without_waiting: shortly_before, ..ENDS };
        for changes in [&[WAITS, ENDS][..], &[after_another], &[ENDS, ENDS]] {
            assert!(plan(NOW, changes).iter().all(|one| *one == Queueing::AtOnce), "{changes:?}");
        }
    }

    #[test]
    fn what_waits_is_told_with_the_end_and_what_comes_after_it_waits_anew() {
        let until = Queueing::Until(NOW + COMBINING_TIME);
        let found = plan(NOW, &[WAITS, WAITS, ENDS, WAITS]);
        assert_eq!(found, [Queueing::AtOnce, Queueing::Until(NOW), Queueing::Combined, until]);

        let before = NOW - TimeDelta::minutes(4);
        let known = |change| Change { last_without_waiting: Some(before), waits: true, ..change };
        let found = plan(NOW, &[known(WAITS), known(ENDS), known(WAITS)]);
        let until = Queueing::Until(before + COMBINING_TIME);
        assert_eq!(found, [Queueing::Combined, Queueing::WithWaiting, until]);
    }

    #[test]
    fn what_never_waits_leaves_alone_what_waits() {
        let urgent = Change { haste: Haste::NeverWaits, ..WAITS };
        let until = Queueing::Until(NOW + COMBINING_TIME);
        let found = plan(NOW, &[WAITS, WAITS, urgent, WAITS]);
        assert_eq!(found, [Queueing::AtOnce, until, Queueing::AtOnce, Queueing::Combined]);
    }

    /// Every sequence of seven changes of two kinds: what is told is told once, ends at once.
    #[test]
    fn in_every_order_of_changes_each_is_told_once_and_an_end_by_now() {
        for order in 0..(1_u32 << 7) {
            let changes: Vec<_> =
                (0..7).map(|bit| if (order >> bit) & 1 == 1 { ENDS } else { WAITS }).collect();
            let found = plan(NOW, &changes);
            let mut open = None;
            for (index, (change, queueing)) in changes.iter().zip(&found).enumerate() {
                match queueing {
                    Queueing::AtOnce => assert!(open.is_none(), "{order:b} {index}"),
                    Queueing::Until(_) => {
                        assert_eq!((open, change.haste), (None, Haste::Waits), "{order:b} {index}");
                        open = Some(*queueing);
                    }
                    Queueing::Combined if change.haste == Haste::EndsWaiting => {
                        assert_eq!(open.take(), Some(Queueing::Until(NOW)), "{order:b} {index}");
                    }
                    Queueing::Combined => assert!(open.is_some(), "{order:b} {index}"),
                    Queueing::WithWaiting => panic!("nothing waits from before"),
                }
            }
            assert_ne!(open, Some(Queueing::Until(NOW)), "{order:b}: nothing is due without an end");
        }
    }
}
