//! The mail of the day before a round: once per place, to whom it concerns, and never for nothing.

use std::pin::pin;

use chrono::TimeDelta;
use fairway_notifications::mail::bookings::reminders::{ReminderRun, Reminders};
use futures::poll;
use mail_parser::{MessageParser, MimeHeaders};
use serde_json::{Value, json};

use super::{Folder, MailTasks, to};
use crate::support::{Member, Portal, email};

const SUBJECT: &str = "Morgen speel je";

fn reminders(portal: &Portal, post: &MailTasks) -> Reminders {
    Reminders::new(portal.pool.clone(), portal.clock.clone(), post.outbox.clone())
}

impl Portal {
    /// Moves the clock to a time in Amsterdam on 27 November, the eve; it is 20 November when a test begins.
    fn eve(&self, time: &str) {
        let instant: chrono::DateTime<chrono::Utc> =
            format!("2026-11-27T{time}:00+01:00").parse().expect("an instant");
        self.clock.advance(instant - self.clock.now());
    }

    async fn reminders_in_outbox(&self) -> i64 {
        sqlx::query_scalar("SELECT count(*) FROM mail_outbox WHERE dedup_key LIKE 'reminder:%'")
            .fetch_one(&self.pool)
            .await
            .expect("a count")
    }
}

async fn queued(reminders: &Reminders) -> u64 {
    reminders.queue_due().await.expect("a look").map_or(0, |pass| pass.queued)
}

async fn cancel(member: &Member<'_>, place: &str) {
    let cancelled = member.post(&format!("/api/reservations/{place}/cancel"), &Value::Null).await;
    assert_eq!(cancelled.status, 200, "{}", cancelled.body);
}

/// A round of these players on the 28th, with its mails sent, and a look at the outbox of reminders.
async fn booked(portal: &Portal, players: &[&str]) -> (MailTasks, Reminders, String) {
    let post = MailTasks::new(portal);
    let place = portal.login(players[0]).await.book("2026-11-28", players).await;
    portal.caught_up().await;
    post.deliver().await;
    let reminders = reminders(portal, &post);
    (post, reminders, place)
}

#[tokio::test]
async fn every_active_place_of_tomorrow_is_reminded_once_from_nine_on_the_eve() {
    let portal = Portal::start().await;
    let (post, reminders, place) = booked(&portal, &["jan", "eva", "w1"]).await;
    let jan = portal.login("jan").await;
    cancel(&portal.login("w1").await, &jan.place_of(&place, "w1").await).await;
    jan.book("2026-11-29", &["jan", "eva"]).await;
    portal.clock.advance(TimeDelta::minutes(20));
    portal.caught_up().await;
    post.deliver().await;

    portal.eve("08:59");
    assert_eq!(reminders.queue_due().await.expect("a look"), None);
    portal.eve("09:00");
    let play_date = "2026-11-28".parse().expect("a day");
    let pass = reminders.queue_due().await.expect("a look");
    assert_eq!(
        pass,
        Some(ReminderRun { play_date, queued: 2, is_complete: false }),
        "one may still be committed"
    );
    let (mails, texts) = post.deliver_with_texts().await;
    assert_eq!(mails, [to("eva", SUBJECT), to("jan", SUBJECT)]);
    let link = format!("/reservations/{place}/cancel");
    assert!(texts[1].contains(&link) && !texts[0].contains(&link), "each to their own place: {texts:?}");

    portal.eve("20:00");
    let pass = reminders.queue_due().await.expect("a look");
    assert_eq!(pass, Some(ReminderRun { play_date, queued: 0, is_complete: true }));
    assert_eq!(post.deliver().await, []);
}

#[tokio::test]
async fn a_reminder_has_the_calendar_entry_and_says_where_it_is_switched_off() {
    let portal = Portal::start().await;
    let (post, reminders, _) = booked(&portal, &["jan"]).await;
    portal.eve("09:00");
    queued(&reminders).await;
    post.deliver().await;
    let folder = Folder::in_data_dir(post.data.path());
    let mut found = 0;
    for name in folder.names().await.expect("names") {
        let bytes = folder.read(&name).await.expect("a file").expect("a mail");
        let message = MessageParser::default().parse(&bytes).expect("a message");
        if !message.subject().expect("a subject").starts_with(SUBJECT) {
            continue;
        }
        found += 1;
        let file = message.attachment(0).expect("a file");
        assert!(file.attachment_name().is_some_and(|name| name.ends_with(".ics")), "{file:?}");
        let raw = String::from_utf8_lossy(&bytes);
        let header = raw.lines().find(|line| line.starts_with("List-Unsubscribe: ")).expect("a header");
        assert!(header.ends_with("/profile/notifications>"), "{header}");
    }
    assert_eq!(found, 1);
}

#[tokio::test]
async fn nobody_is_mailed_because_of_a_start_time_and_the_reminder_names_it() {
    let portal = Portal::start().await;
    let (post, reminders, place) = booked(&portal, &["jan", "eva"]).await;
    let time = json!({"start_time": "10:40"});
    let agreed =
        portal.login("eva").await.post(&format!("/api/reservations/{place}/start_time"), &time).await;
    assert_eq!(agreed.status, 200, "{}", agreed.body);
    portal.caught_up().await;
    assert_eq!(post.deliver().await, []);
    portal.eve("09:00");
    assert_eq!(queued(&reminders).await, 2);
    let (_, texts) = post.deliver_with_texts().await;
    assert!(texts.iter().all(|text| text.contains("je start om 10:40")), "{texts:?}");
}

#[tokio::test]
async fn a_process_that_was_not_there_at_nine_reminds_later_on_the_day() {
    let portal = Portal::start().await;
    let (post, reminders, _) = booked(&portal, &["jan"]).await;
    portal.eve("23:30");
    assert_eq!(queued(&reminders).await, 1);
    assert_eq!(post.deliver().await, [to("jan", SUBJECT)]);
}

#[tokio::test]
async fn who_booked_or_came_after_nine_on_the_eve_is_not_reminded() {
    let portal = Portal::start().await;
    let (post, reminders, place) = booked(&portal, &["jan", "eva"]).await;
    let jan = portal.login("jan").await;
    portal.eve("09:30");
    let id = jan.place_of(&place, "eva").await;
    let swapped =
        jan.post(&format!("/api/reservations/{id}/player/swap"), &json!({"email": email("w1")})).await;
    assert_eq!(swapped.status, 200, "{}", swapped.body);
    let added =
        jan.post(&format!("/api/reservations/{place}/player/add"), &json!({"players": [email("w2")]})).await;
    assert_eq!(added.status, 200, "{}", added.body);
    portal.login("w3").await.book("2026-11-28", &["w3"]).await;
    portal.caught_up().await;
    assert_eq!(queued(&reminders).await, 1);
    let mails = post.deliver().await;
    let reminded: Vec<_> = mails.iter().filter(|(_, subject)| subject.starts_with(SUBJECT)).collect();
    assert_eq!(reminded, [&to("jan", SUBJECT)], "{mails:?}");
}

#[tokio::test]
async fn a_place_that_is_cancelled_before_its_reminder_is_sent_gets_the_other_mail_at_once() {
    let portal = Portal::start().await;
    let (post, reminders, place) = booked(&portal, &["jan", "eva"]).await;
    portal.eve("09:00");
    assert_eq!(queued(&reminders).await, 2);
    let jan = portal.login("jan").await;
    cancel(&portal.login("eva").await, &jan.place_of(&place, "eva").await).await;
    let left = "Een medespeler heeft geannuleerd";
    assert_eq!(post.deliver().await, [to("eva", "Geannuleerd"), to("jan", left), to("jan", SUBJECT)]);
}

#[tokio::test]
async fn once_the_play_date_has_begun_nobody_is_reminded() {
    let portal = Portal::start().await;
    let (post, reminders, _) = booked(&portal, &["jan"]).await;
    portal.eve("23:59");
    assert_eq!(queued(&reminders).await, 1);
    portal.clock.advance(TimeDelta::minutes(2));
    assert_eq!(post.deliver().await, [], "it was sent too late");
    portal.clock.advance(TimeDelta::hours(12));
    assert_eq!(queued(&reminders).await, 0);
}

#[tokio::test]
async fn who_switched_reminders_off_who_is_gone_and_whose_account_is_closed_get_none() {
    let portal = Portal::start().await;
    let (post, reminders, _) = booked(&portal, &["jan", "eva", "w1", "w2"]).await;
    portal.login("eva").await.switch_mail("reminder", false).await;
    for sql in
        ["UPDATE members SET disabled_at = now() WHERE email = $1", "DELETE FROM members WHERE email = $1"]
    {
        let name = if sql.starts_with("UPDATE") { "w1" } else { "w2" };
        sqlx::query(sql).bind(email(name)).execute(&portal.pool).await.expect("a change");
    }
    portal.eve("09:00");
    assert_eq!(queued(&reminders).await, 1);
    assert_eq!(post.deliver().await, [to("jan", SUBJECT)]);
}

#[tokio::test]
async fn a_day_that_the_club_has_closed_is_no_round() {
    let portal = Portal::start().await;
    let (_, reminders, _) = booked(&portal, &["jan"]).await;
    sqlx::query(
        "INSERT INTO club_closures (club_id, date, reason) VALUES ('de-es', '2026-11-28', 'Baan dicht')",
    )
    .execute(&portal.pool)
    .await
    .expect("a closure");
    sqlx::query("UPDATE reference_version SET version = version + 1")
        .execute(&portal.pool)
        .await
        .expect("a version");
    portal.eve("09:00");
    assert_eq!(queued(&reminders).await, 0);
}

#[tokio::test]
async fn several_nodes_at_once_remind_everybody_once() {
    let portal = Portal::start().await;
    let (post, reminders_here, _) = booked(&portal, &["jan", "eva", "w1", "w2"]).await;
    portal.eve("09:00");
    let nodes: Vec<Reminders> = (0..8).map(|_| reminders(&portal, &post)).collect();
    let queued_by_each = futures::future::join_all(nodes.iter().map(queued)).await;
    assert_eq!(queued_by_each.iter().sum::<u64>(), 4, "{queued_by_each:?}");
    assert_eq!((queued(&reminders_here).await, portal.reminders_in_outbox().await), (0, 4));
    assert_eq!(post.deliver().await.len(), 4);
}

#[tokio::test]
async fn a_process_that_is_killed_at_any_moment_leaves_nobody_out_and_tells_nobody_twice() {
    let portal = Portal::start().await;
    let (post, reminders, _) = booked(&portal, &["jan", "eva"]).await;
    portal.eve("09:00");
    let mut interrupted = 0;
    'kills: for polls in 0.. {
        let mut look = pin!(reminders.queue_due());
        for _ in 0..polls {
            if poll!(look.as_mut()).is_ready() {
                break 'kills;
            }
            tokio::task::yield_now().await;
        }
        // Dropped here, with whatever it had begun.
        interrupted += 1;
    }
    assert!(interrupted > 3, "it was interrupted {interrupted} times");
    assert_eq!((queued(&reminders).await, portal.reminders_in_outbox().await), (0, 2));
    assert_eq!(post.deliver().await, [to("eva", SUBJECT), to("jan", SUBJECT)]);
}
