//! Queues news for devices in the transaction that queues the mails about the same. As of mails (docs/domain.md §4),
//! the first news about a day is sent at once and that of the next ten minutes becomes one message: a member who books
//! and cancels in a loop does not make anybody's phone ring all the time. Offers never wait.

use chrono::{DateTime, Utc};
use fairway_store::PgConnection;
use fairway_store::push_messages::{self, Device, News};
use fairway_store::queueing::Queueing;
use uuid::Uuid;

use crate::combining::{COMBINING_TIME, Combining};

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

/// The news for each device, with its queueing, in the order of the devices.
fn plan<'a>(news: &'a [News], devices: &[Device], now: DateTime<Utc>) -> Vec<(Uuid, &'a News, Queueing)> {
    let mut combining = Combining::new(now);
    let mut planned = Vec::new();
    for device in devices {
        let Some(news) = news.get(device.news) else { continue };
        let queueing = if news.is_urgent {
            combining.at_once(device.id, news.play_date)
        } else {
            let subject = news.subject;
            combining.next(device.id, news.play_date, subject, device.last_without_waiting, device.waits)
        };
        planned.push((device.id, news, queueing));
    }
    planned
}

#[cfg(test)]
mod tests {
    use chrono::{NaiveDate, TimeDelta};
    use fairway_events::{BookingId, MemberId};
    use fairway_store::notifications::NotificationKind;
    use fairway_store::push_messages::Subject;

    use super::*;

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
