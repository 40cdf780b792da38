//! Queues news for devices in the transaction that queues the mails about the same. As of mails (docs/domain.md §4), the
//! first news about a day is sent at once and what follows within ten minutes becomes one message: whoever books and
//! cancels in a loop does not make anybody's phone ring all the time. Offers never wait.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use fairway_store::PgConnection;
use fairway_store::push_messages::{self, Device, News, Queueing, Subject};
use uuid::Uuid;

/// How long a message waits for further changes, at most.
const COMBINING_TIME: TimeDelta = TimeDelta::minutes(10);

/// Queues news for the devices of the members who want it; returns how many messages there are.
/// Fails when the database does not answer.
pub async fn queue(
    connection: &mut PgConnection,
    news: &[News],
    now: DateTime<Utc>,
) -> Result<usize, fairway_store::Error> {
    if news.is_empty() {
        return Ok(0);
    }
    let devices = push_messages::devices(&mut *connection, news, now - COMBINING_TIME).await?;
    if devices.is_empty() {
        return Ok(0);
    }
    let planned = plan(news, &devices, now);
    push_messages::insert(connection, &planned, now).await?;
    Ok(planned.len())
}

/// What to do about each, in their order: what is queued for one counts for the next ones.
fn plan<'a>(news: &'a [News], devices: &[Device], now: DateTime<Utc>) -> Vec<(Uuid, &'a News, Queueing)> {
    let mut first_ones: HashMap<(Uuid, NaiveDate), DateTime<Utc>> = HashMap::new();
    let mut waiting: HashSet<(Uuid, Subject)> = HashSet::new();
    let mut planned = Vec::new();
    for device in devices {
        let Some(news) = news.get(device.news) else { continue };
        let day = (device.id, news.play_date);
        let first = first_ones.get(&day).copied().or(device.last_without_waiting);
        let waits = device.waits || waiting.contains(&(device.id, news.subject));
        let queueing = match first {
            _ if news.is_urgent => Queueing::AtOnce,
            None => Queueing::AtOnce,
            Some(_) if waits => Queueing::Combined,
            Some(first) => Queueing::Until(first + COMBINING_TIME),
        };
        match queueing {
            Queueing::AtOnce => drop(first_ones.insert(day, now)),
            Queueing::Until(_) => drop(waiting.insert((device.id, news.subject))),
            Queueing::Combined => {}
        }
        planned.push((device.id, news, queueing));
    }
    planned
}

#[cfg(test)]
mod tests {
    use fairway_events::{BookingId, MemberId};

    use super::*;
    use fairway_store::notifications::NotificationKind;

    fn news(number: u8, booking: u128, is_urgent: bool) -> News {
        News {
            dedup_key: format!("event:{number}:x"),
            to: MemberId(Uuid::from_u128(1)),
            kind: NotificationKind::RoundBooked,
            subject: Subject::Booking(BookingId(Uuid::from_u128(booking))),
            play_date: NaiveDate::default(),
            ends_at: DateTime::UNIX_EPOCH,
            is_urgent,
        }
    }

    fn device(news: usize) -> Device {
        Device { news, id: Uuid::from_u128(9), last_without_waiting: None, waits: false }
    }

    #[test]
    fn the_first_is_sent_at_once_the_others_become_one_and_an_offer_never_waits() {
        let now = DateTime::UNIX_EPOCH;
        let all = [news(1, 1, false), news(2, 1, false), news(3, 1, false), news(4, 2, true)];
        let planned = plan(&all, &[device(0), device(1), device(2), device(3)], now);
        let queueing: Vec<Queueing> = planned.iter().map(|(_, _, queueing)| *queueing).collect();
        let until = Queueing::Until(now + COMBINING_TIME);
        assert_eq!(queueing, [Queueing::AtOnce, until, Queueing::Combined, Queueing::AtOnce]);
    }

    #[test]
    fn what_waits_or_was_sent_before_counts() {
        let now = DateTime::UNIX_EPOCH;
        let before = now - TimeDelta::minutes(4);
        let all = [news(1, 1, false)];
        for (waits, wanted) in [(false, Queueing::Until(before + COMBINING_TIME)), (true, Queueing::Combined)]
        {
            let known = Device { last_without_waiting: Some(before), waits, ..device(0) };
            assert_eq!(plan(&all, &[known], now)[0].2, wanted);
        }
    }
}
