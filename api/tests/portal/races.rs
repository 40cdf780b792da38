//! Sixty-four clients at once, over HTTP and two nodes, for what only a few can have: exactly so many get it, nobody
//! sees a failure of ours, and an independent checker finds the books in order. Before each race the journal's head
//! is held, so that both nodes have decided before either can commit: the worst moment, every time.
//!
//! The last test is the control: without the streams' key, which is the optimistic lock, the same race overbooks.

pub(crate) mod checker;
mod field;

use serde_json::json;

use checker::check;
use field::{CLIENTS, Field, dates, master};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sixty_four_clients_share_the_last_three_places_of_a_club_day() {
    let field = Field::start().await;
    for player in ["t", "d"] {
        let booked = field.book(
            0,
            player,
            &json!({
                "holes": 18, "golfclub": "klein", "players": [field::email(player)], "date": "2026-11-28",
            }),
        );
        assert_eq!(booked.await.status, 200);
    }
    let requests = (0..CLIENTS).map(|n| {
        let body = json!({
            "holes": 18, "golfclub": "klein", "players": [field::email(&master(n))], "date": "2026-11-28",
        });
        (n, master(n), body)
    });
    let answers = field.race(requests.collect()).await;
    field.verdict(&answers, 3, "volgeboekt").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_members_last_right_is_used_once_whoever_books() {
    let field = Field::start().await;
    let requests = (0..CLIENTS).map(|n| (n, master(n), with("t", n, &dates()[n % dates().len()])));
    let answers = field.race(requests.collect()).await;
    field.verdict(&answers, 1, "heeft").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_voucher_is_used_once_whoever_books() {
    let field = Field::start().await;
    let requests = (0..CLIENTS).map(|n| (n, master(n), with("v", n, &dates()[n % dates().len()])));
    let answers = field.race(requests.collect()).await;
    field.verdict(&answers, 1, "heeft").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_member_plays_once_on_a_date_whoever_books() {
    let field = Field::start().await;
    let requests = (0..CLIENTS).map(|n| (n, master(n), with("d", n, "2026-11-28")));
    let answers = field.race(requests.collect()).await;
    field.verdict(&answers, 1, "al een reservering").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_key_sixty_four_times_is_one_booking_and_one_answer() {
    let field = Field::start().await;
    let body = with("d", 0, "2026-11-28");
    let before = field.portal.events().await;
    let requests = (0..CLIENTS).map(|n| field.book_once(n, &master(0), "the-key", &body));
    let answers = field.hold_while(requests.collect(), 1).await;
    for answer in &answers {
        assert_eq!((answer.status, &answer.body), (200, &answers[0].body));
    }
    let bookings: i64 = sqlx::query_scalar("SELECT count(*) FROM events WHERE event_type = 'RoundBooked'")
        .fetch_one(&field.portal.pool)
        .await
        .expect("a count");
    assert_eq!(bookings, 1);
    assert!(field.portal.events().await > before);
    check(&field.portal, &[field::place(&answers[0])]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_the_optimistic_lock_the_same_race_overbooks() {
    let field = Field::start().await;
    for player in ["t", "d", "p00", "p01"] {
        let body = json!({
            "holes": 18, "golfclub": "klein", "players": [field::email(player)], "date": "2026-11-28",
        });
        assert_eq!(field.book(0, player, &body).await.status, 200);
    }
    sqlx::query("ALTER TABLE events DROP CONSTRAINT events_stream_key")
        .execute(&field.portal.pool)
        .await
        .expect("the lock is off");
    let requests = (2..CLIENTS).map(|n| {
        let body = json!({
            "holes": 18, "golfclub": "klein", "players": [field::email(&master(n))], "date": "2026-11-28",
        });
        (n, master(n), body)
    });
    let answers = field.race(requests.collect()).await;
    let booked = answers.iter().filter(|answer| answer.status == 200).count();
    assert!(booked > 1, "one place was free: {booked} got it");
    let broken = checker::broken_rules(&field.portal.pool).await;
    assert!(broken.iter().any(|rule| rule.starts_with("I2")), "the checker sees it: {broken:?}");
    assert!(broken.iter().any(|rule| rule.starts_with("I5")), "and that sequences repeat: {broken:?}");
}

/// A round of a master with another member, at a club without limits.
fn with(other: &str, n: usize, date: &str) -> serde_json::Value {
    let players = [field::email(&master(n)), field::email(other)];
    json!({ "holes": 18, "golfclub": "ruim", "players": players, "date": date })
}
