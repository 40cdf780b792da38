//! Mails about one round in a short time (docs/domain.md §3.15): the first is sent at once, further changes within ten
//! minutes become one mail with the state at that time, and whoever does not play any more learns it at once. So a member
//! who books and cancels in a loop does not flood anybody's inbox.
//!
//! A waiting mail is a normal row of the outbox, which is composed when it is sent: nothing is lost with a process, and
//! nothing has to be written again when the booking changes.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use fairway_clock::random;
use fairway_store::PgConnection;
use fairway_store::outbox::rounds::{Known, Planned, RoundMail};
use fairway_store::outbox::{Taken, rounds};
use fairway_store::queueing::{Haste, Queueing};
use uuid::Uuid;

use super::BookingMails;
use crate::combining::{self, COMBINING_TIME, Change};

/// The result of queueing causes.
pub(super) struct Queueings {
    /// How many mails were queued, or are sent earlier than they would have been.
    pub(super) queued: usize,
    /// Those to be sent at once, as a sender takes them that leased them.
    pub(super) at_once: Vec<Taken>,
}

impl BookingMails {
    /// Queues mails, each with its haste, or adds their causes to waiting ones. `lease` is how long those to be sent at
    /// once are leased by the sender that takes them.
    pub(super) async fn queue(
        &self,
        connection: &mut PgConnection,
        mails: &[(RoundMail, Haste)],
        lease: Option<TimeDelta>,
    ) -> Result<Queueings, fairway_store::Error> {
        if mails.is_empty() {
            return Ok(Queueings { queued: 0, at_once: Vec::new() });
        }
        let now = self.clock.now();
        let about: Vec<&RoundMail> = mails.iter().map(|(mail, _)| mail).collect();
        let known = rounds::known(&mut *connection, &about, now, now - COMBINING_TIME).await?;
        let causes = plan(mails, &known, now);
        let ends = |how: Queueing| -> Vec<&RoundMail> {
            let ends = causes
                .iter()
                .filter(|((_, haste), queueing)| *haste == Haste::EndsWaiting && *queueing == how);
            ends.map(|((mail, _), _)| mail).collect()
        };
        let due = rounds::end_waiting(&mut *connection, &ends(Queueing::WithWaiting), now).await?;
        rounds::withdraw_failed(&mut *connection, &ends(Queueing::AtOnce), now).await?;
        let planned: Vec<Planned<'_>> = causes
            .iter()
            .map(|((mail, _), queueing)| Planned { id: random::new_id(now), mail, queueing: *queueing })
            .collect();
        let queued = rounds::insert(connection, &planned, now, lease.map(|lease| now + lease)).await?;
        let count = queued.len() + due;
        let mut addresses: HashMap<Uuid, String> =
            queued.into_iter().map(|queued| (queued.id, queued.address)).collect();
        let at_once = planned.iter().filter(|one| one.queueing == Queueing::AtOnce);
        let taken = at_once.filter_map(|one| {
            let address = addresses.remove(&one.id)?;
            Some(Taken::about_round(one.id, one.mail, address))
        });
        Ok(Queueings { queued: count, at_once: taken.collect() })
    }
}

/// The causes that are not settled, each with its queueing, in their order.
fn plan<'a>(
    mails: &'a [(RoundMail, Haste)],
    known: &[Known],
    now: DateTime<Utc>,
) -> Vec<(&'a (RoundMail, Haste), Queueing)> {
    let open = || mails.iter().zip(known).filter(|(_, known)| !known.is_settled);
    let change = |((mail, haste), known): (&(RoundMail, Haste), &Known)| Change {
        to: mail.to,
        day: mail.round.play_date,
        subject: mail.round.booking,
        haste: *haste,
        last_without_waiting: known.last_without_waiting,
        waits: known.waits,
    };
    let queueings = combining::plan(now, &open().map(change).collect::<Vec<_>>());
    open().map(|(mail, _)| mail).zip(queueings).collect()
}

#[cfg(test)]
mod tests {
    use chrono::NaiveDate;
    use fairway_events::{BookingId, MemberId};
    use fairway_store::outbox::rounds::Round;

    use super::*;

    fn mail(number: u8, to: u128, booking: u128, haste: Haste) -> (RoundMail, Haste) {
        let round = Round { booking: BookingId(Uuid::from_u128(booking)), play_date: NaiveDate::default() };
        let dedup_key = format!("event:{number}:{to}");
        (RoundMail { dedup_key, to: MemberId(Uuid::from_u128(to)), round }, haste)
    }

    const NOTHING: Known = Known { is_settled: false, last_without_waiting: None, waits: false };

    #[test]
    fn the_mails_of_a_member_and_a_round_count_for_each_other() {
        let (waits, ends) = (Haste::Waits, Haste::EndsWaiting);
        let mails = [mail(1, 1, 1, waits), mail(1, 2, 1, waits), mail(2, 1, 1, waits), mail(3, 2, 1, ends)];
        let queueing: Vec<Queueing> =
            plan(&mails, &[NOTHING; 4], DateTime::UNIX_EPOCH).iter().map(|(_, queueing)| *queueing).collect();
        let until = Queueing::Until(DateTime::UNIX_EPOCH + COMBINING_TIME);
        assert_eq!(queueing, [Queueing::AtOnce, Queueing::AtOnce, until, Queueing::AtOnce]);
    }

    #[test]
    fn a_settled_cause_queues_nothing_and_counts_for_no_other() {
        let settled = Known { is_settled: true, ..NOTHING };
        let mails = [mail(1, 1, 1, Haste::Waits), mail(2, 1, 1, Haste::Waits)];
        let planned = plan(&mails, &[settled, NOTHING], DateTime::UNIX_EPOCH);
        assert_eq!(planned, [(&mails[1], Queueing::AtOnce)]);
    }
}
