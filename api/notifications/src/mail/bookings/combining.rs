//! Mails about one round in a short time (docs/domain.md §4, mails): the first is sent at once, further changes within
//! ten minutes become one mail with the state at that time. So a member who books and cancels in a loop does not flood
//! anybody's inbox.
//!
//! A waiting mail is a normal row of the outbox, which is composed when it is sent: nothing is lost with a process, and
//! nothing has to be written again when the booking changes.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use fairway_clock::random;
use fairway_store::PgConnection;
use fairway_store::outbox::rounds::{Known, Planned, RoundMail};
use fairway_store::outbox::{Taken, rounds};
use fairway_store::queueing::Queueing;
use uuid::Uuid;

use super::BookingMails;
use crate::combining::{COMBINING_TIME, Combining};

/// The result of queueing causes.
pub(super) struct Queueings {
    /// How many mails were queued.
    pub(super) queued: usize,
    /// Those to be sent at once, as a sender takes them that leased them.
    pub(super) at_once: Vec<Taken>,
}

impl BookingMails {
    /// Queues mails, or adds their causes to waiting ones. `lease` is how long those to be sent at once are leased by the
    /// sender that takes them.
    pub(super) async fn queue(
        &self,
        connection: &mut PgConnection,
        mails: &[RoundMail],
        lease: Option<TimeDelta>,
    ) -> Result<Queueings, fairway_store::Error> {
        if mails.is_empty() {
            return Ok(Queueings { queued: 0, at_once: Vec::new() });
        }
        let now = self.clock.now();
        let known = rounds::known(&mut *connection, mails, now, now - COMBINING_TIME).await?;
        let planned: Vec<Planned<'_>> = plan(mails, &known, now)
            .into_iter()
            .map(|(mail, queueing)| Planned { id: random::new_id(now), mail, queueing })
            .collect();
        let queued = rounds::insert(connection, &planned, now, lease.map(|lease| now + lease)).await?;
        let count = queued.len();
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
fn plan<'a>(mails: &'a [RoundMail], known: &[Known], now: DateTime<Utc>) -> Vec<(&'a RoundMail, Queueing)> {
    let mut combining = Combining::new(now);
    let open = mails.iter().zip(known).filter(|(_, known)| !known.is_settled);
    let next = |(mail, known): (&'a RoundMail, &Known)| {
        let (day, booking) = (mail.round.play_date, mail.round.booking);
        (mail, combining.next(mail.to, day, booking, known.last_without_waiting, known.waits))
    };
    open.map(next).collect()
}

#[cfg(test)]
mod tests {
    use chrono::NaiveDate;
    use fairway_events::{BookingId, MemberId};
    use fairway_store::outbox::rounds::Round;

    use super::*;

    fn mail(number: u8, to: u128, booking: u128) -> RoundMail {
        RoundMail {
            dedup_key: format!("event:{number}:{to}"),
            to: MemberId(Uuid::from_u128(to)),
            round: Round { booking: BookingId(Uuid::from_u128(booking)), play_date: NaiveDate::default() },
        }
    }

    const NOTHING: Known = Known { is_settled: false, last_without_waiting: None, waits: false };

    #[test]
    fn of_several_causes_that_are_queued_together_the_first_is_sent_at_once_and_the_others_become_one() {
        let now = DateTime::UNIX_EPOCH;
        let mails = [mail(1, 1, 1), mail(1, 2, 1), mail(2, 1, 1), mail(3, 1, 1), mail(4, 1, 2)];
        let planned = plan(&mails, &[NOTHING; 5], now);
        let until = Queueing::Until(now + COMBINING_TIME);
        let queueing: Vec<Queueing> = planned.iter().map(|(_, queueing)| *queueing).collect();
        let wanted = [Queueing::AtOnce, Queueing::AtOnce, until, Queueing::Combined, until];
        assert_eq!(queueing, wanted, "the last is about another booking of the same day");
    }

    #[test]
    fn a_settled_cause_queues_nothing_and_counts_for_no_other() {
        let settled = Known { is_settled: true, ..NOTHING };
        let mails = [mail(1, 1, 1), mail(2, 1, 1)];
        let planned = plan(&mails, &[settled, NOTHING], DateTime::UNIX_EPOCH);
        assert_eq!(planned, [(&mails[1], Queueing::AtOnce)]);
    }
}
