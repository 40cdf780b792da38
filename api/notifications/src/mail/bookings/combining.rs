//! Mails about one round in a short time (docs/domain.md §3.15): the first is sent at once, further changes within ten
//! minutes become one mail with the state at that time, and whoever does not play any more learns it at once. So a member
//! who books and cancels in a loop does not flood anybody's inbox.
//!
//! A waiting mail is a normal row of the outbox, which is composed when it is sent: nothing is lost with a process, and
//! nothing has to be written again when the booking changes. Those that are sent at once have none, if a sender is idle.

use chrono::{DateTime, TimeDelta, Utc};
use fairway_clock::random;
use fairway_events::Position;
use fairway_store::PgConnection;
use fairway_store::outbox::rounds::{Known, Planned, RoundMail, event_position};
use fairway_store::outbox::{Taken, in_hand, rounds};
use fairway_store::queueing::{Haste, Queueing};
use uuid::Uuid;

use super::BookingMails;
use crate::combining::{self, COMBINING_TIME, Change};

/// The result of queueing causes.
pub(super) struct Queueings {
    /// How many mails were queued, or are sent earlier than they would have been.
    pub(super) queued: usize,
    /// Those to be sent at once, as the sender takes them that leased them, with their batch; none: it leased none.
    pub(super) leased: Option<(Uuid, Vec<Taken>)>,
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
            return Ok(Queueings { queued: 0, leased: None });
        }
        let now = self.clock.now();
        let about: Vec<&RoundMail> = mails.iter().map(|(mail, _)| mail).collect();
        let known = rounds::known(&mut *connection, &about, now, now - COMBINING_TIME).await?;
        let causes = plan(mails, &known, now);
        let ends = |how: Queueing| -> Vec<&RoundMail> {
            let ends =
                causes.iter().filter(|cause| cause.haste == Haste::EndsWaiting && cause.queueing == how);
            ends.map(|cause| cause.mail).collect()
        };
        let due = rounds::end_waiting(&mut *connection, &ends(Queueing::WithWaiting), now).await?;
        rounds::withdraw_failed(&mut *connection, &ends(Queueing::AtOnce), now).await?;
        let is_leased = |cause: &&OpenCause<'_>| lease.is_some() && cause.queueing == Queueing::AtOnce;
        let planned: Vec<Planned<'_>> = causes
            .iter()
            .filter(|cause| !is_leased(cause))
            .map(|cause| Planned { id: random::new_id(now), mail: cause.mail, queueing: cause.queueing })
            .collect();
        rounds::insert(&mut *connection, &planned, now).await?;
        let is_to_be_sent =
            |one: &&Planned<'_>| matches!(one.queueing, Queueing::AtOnce | Queueing::Until(_));
        let queued = planned.iter().filter(is_to_be_sent).count() + due;
        let at_once: Vec<&OpenCause<'_>> = causes.iter().filter(is_leased).collect();
        let leased = match lease {
            Some(lease) if !at_once.is_empty() => Some(hold(connection, &at_once, now, lease).await?),
            _ => None,
        };
        Ok(Queueings { queued, leased })
    }
}

/// Leases mails for the sender that gets them.
async fn hold(
    connection: &mut PgConnection,
    causes: &[&OpenCause<'_>],
    now: DateTime<Utc>,
    lease: TimeDelta,
) -> Result<(Uuid, Vec<Taken>), fairway_store::Error> {
    let about_events = causes.iter().map(|cause| (cause.position, cause.mail));
    let held = in_hand::with_ids(about_events, || random::new_id(now));
    let batch = random::new_id(now);
    in_hand::hold(connection, batch, &held, now, lease).await?;
    let addresses = causes.iter().map(|cause| cause.address.to_owned());
    Ok((batch, held.into_iter().zip(addresses).map(|(held, address)| Taken::held(held, address)).collect()))
}

/// A cause of which nothing is queued yet.
#[derive(Debug, PartialEq, Eq)]
struct OpenCause<'a> {
    mail: &'a RoundMail,
    position: Position,
    address: &'a str,
    haste: Haste,
    queueing: Queueing,
}

/// The causes of which nothing is queued, and whose recipients are not erased; each with its queueing, in their order.
fn plan<'a>(mails: &'a [(RoundMail, Haste)], known: &'a [Known], now: DateTime<Utc>) -> Vec<OpenCause<'a>> {
    let open = || {
        let unqueued = mails.iter().zip(known).filter(|(_, known)| !known.is_queued);
        unqueued.filter_map(|((mail, haste), known)| {
            Some((mail, *haste, known, known.address.as_deref()?, event_position(&mail.dedup_key)?))
        })
    };
    let changes: Vec<_> = open()
        .map(|(mail, haste, known, _, _)| Change {
            to: mail.to,
            day: mail.round.play_date,
            subject: mail.round.booking,
            haste,
            last_without_waiting: known.last_without_waiting,
            waits: known.waits,
        })
        .collect();
    open()
        .zip(combining::plan(now, &changes))
        .map(|((mail, haste, _, address, position), queueing)| OpenCause {
            mail,
            position,
            address,
            haste,
            queueing,
        })
        .collect()
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

    fn nothing() -> Known {
        let address = Some("iemand@elders.example".to_owned());
        Known { address, is_queued: false, last_without_waiting: None, waits: false }
    }

    #[test]
    fn the_mails_of_a_member_and_a_round_count_for_each_other() {
        let (waits, ends) = (Haste::Waits, Haste::EndsWaiting);
        let mails = [mail(1, 1, 1, waits), mail(1, 2, 1, waits), mail(2, 1, 1, waits), mail(3, 2, 1, ends)];
        let known = [nothing(), nothing(), nothing(), nothing()];
        let queueing: Vec<Queueing> =
            plan(&mails, &known, DateTime::UNIX_EPOCH).iter().map(|cause| cause.queueing).collect();
        let until = Queueing::Until(DateTime::UNIX_EPOCH + COMBINING_TIME);
        assert_eq!(queueing, [Queueing::AtOnce, Queueing::AtOnce, until, Queueing::AtOnce]);
    }

    #[test]
    fn a_cause_that_is_queued_or_of_an_erased_member_queues_nothing_and_counts_for_no_other() {
        let mails = [mail(1, 1, 1, Haste::Waits), mail(2, 1, 1, Haste::Waits)];
        for settled in [Known { is_queued: true, ..nothing() }, Known { address: None, ..nothing() }] {
            let known = [settled, nothing()];
            let planned = plan(&mails, &known, DateTime::UNIX_EPOCH);
            let found: Vec<_> =
                planned.iter().map(|cause| (cause.mail, cause.position, cause.queueing)).collect();
            assert_eq!(found, [(&mails[1].0, 2, Queueing::AtOnce)]);
        }
    }
}
