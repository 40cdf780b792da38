//! Queues news for devices in the transaction that queues the mails about the same. As of mails (docs/domain.md §3.15),
//! the first news about a day is sent at once and that of the next ten minutes becomes one message: a member who books
//! and cancels in a loop does not make anybody's phone ring all the time. Offers, reminders and the end of the own place
//! do not wait.

use chrono::{DateTime, Utc};
use fairway_store::PgConnection;
use fairway_store::push_messages::{self, Device, News};
use fairway_store::queueing::Queueing;
use uuid::Uuid;

use crate::combining::{self, COMBINING_TIME, Change};

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
    let told: Vec<(&Device, &News)> =
        devices.iter().filter_map(|device| Some((device, news.get(device.news)?))).collect();
    let change = |(device, news): &(&Device, &News)| Change {
        to: device.id,
        day: news.play_date,
        subject: news.subject,
        haste: news.haste,
        last_without_waiting: device.last_without_waiting,
        waits: device.waits,
    };
    let queueings = combining::plan(now, &told.iter().map(change).collect::<Vec<_>>());
    told.into_iter().zip(queueings).map(|((device, news), queueing)| (device.id, news, queueing)).collect()
}

#[cfg(test)]
mod tests {
    use chrono::{NaiveDate, TimeDelta};
    use fairway_events::{BookingId, MemberId};
    use fairway_store::notifications::NotificationKind;
    use fairway_store::push_messages::Subject;
    use fairway_store::queueing::Haste;

    use super::*;

    fn news(number: u8, booking: u128, haste: Haste) -> News {
        News {
            dedup_key: format!("event:{number}:x"),
            to: MemberId(Uuid::from_u128(1)),
            kind: NotificationKind::RoundBooked,
            subject: Subject::Booking(BookingId(Uuid::from_u128(booking))),
            play_date: NaiveDate::default(),
            ends_at: DateTime::UNIX_EPOCH,
            haste,
        }
    }

    fn device(news: usize) -> Device {
        Device { news, id: Uuid::from_u128(9), last_without_waiting: None, waits: false }
    }

    #[test]
    fn the_first_is_sent_at_once_the_others_become_one_and_an_offer_never_waits() {
        let now = DateTime::UNIX_EPOCH;
        let (waits, never) = (Haste::Waits, Haste::NeverWaits);
        let all = [news(1, 1, waits), news(2, 1, waits), news(3, 1, waits), news(4, 2, never)];
        let planned = plan(&all, &[device(0), device(1), device(2), device(3)], now);
        let queueing: Vec<Queueing> = planned.iter().map(|(_, _, queueing)| *queueing).collect();
        let until = Queueing::Until(now + COMBINING_TIME);
        assert_eq!(queueing, [Queueing::AtOnce, until, Queueing::Combined, Queueing::AtOnce]);
    }

    #[test]
    fn what_waits_or_was_sent_before_counts() {
        let now = DateTime::UNIX_EPOCH;
        let before = now - TimeDelta::minutes(4);
        for (haste, waits, wanted) in [
            (Haste::Waits, false, Queueing::Until(before + COMBINING_TIME)),
            (Haste::Waits, true, Queueing::Combined),
            (Haste::EndsWaiting, false, Queueing::AtOnce),
            (Haste::EndsWaiting, true, Queueing::WithWaiting),
        ] {
            let known = Device { last_without_waiting: Some(before), waits, ..device(0) };
            assert_eq!(plan(&[news(1, 1, haste)], &[known], now)[0].2, wanted);
        }
    }
}
