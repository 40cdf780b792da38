//! Sixty-four concurrent clients, over HTTP and two nodes, compete for a few places: exactly that many succeed, nobody
//! gets an internal error, and an independent checker finds no violated rule. Before each race the journal's head is
//! locked, so that both nodes have decided before either can commit: the worst case, every time.
//!
//! The last two are controls: without the streams' key the head alone keeps the races correct, and the checker finds
//! violated rules. The writer's simulation shows what happens without the head's fence
//! (`the_fence_at_the_head_would_be_missed`).

pub(crate) mod checker;
mod field;

use serde_json::json;

use checker::check;
use field::{CLIENTS, Field, dates, master};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sixty_four_clients_share_the_last_three_places_of_a_club_day() {
    let field = Field::start().await;
    for player in ["t", "d"] {
        assert_eq!(field.book(0, player, &at_klein(player)).await.status, 200);
    }
    let answers = field.race((0..CLIENTS).map(|n| (n, master(n), at_klein(&master(n)))).collect()).await;
    field.verdict(&answers, 3, "volgeboekt").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_members_last_right_is_used_once_by_concurrent_bookings() {
    let field = Field::start().await;
    let requests = (0..CLIENTS).map(|n| (n, master(n), with("t", n, &dates()[n % dates().len()])));
    let answers = field.race(requests.collect()).await;
    field.verdict(&answers, 1, "heeft").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_voucher_is_used_once_by_concurrent_bookings() {
    let field = Field::start().await;
    let requests = (0..CLIENTS).map(|n| (n, master(n), with("v", n, &dates()[n % dates().len()])));
    let answers = field.race(requests.collect()).await;
    field.verdict(&answers, 1, "heeft").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_member_plays_once_on_a_date_by_concurrent_bookings() {
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
    let answers = field.send_while_head_is_locked(requests.collect(), 1).await;
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
async fn without_the_streams_key_the_head_alone_protects_the_last_place() {
    let field = Field::start().await;
    fill_klein(&field).await;
    drop_streams_key(&field).await;
    let answers = field.race((2..CLIENTS).map(|n| (n, master(n), at_klein(&master(n)))).collect()).await;
    field.verdict(&answers, 1, "volgeboekt").await;
}

#[tokio::test]
async fn the_checker_finds_a_day_with_one_player_too_many() {
    let field = Field::start().await;
    fill_klein(&field).await;
    assert_eq!(field.book(0, &master(2), &at_klein(&master(2))).await.status, 200);
    assert_eq!(checker::broken_rules(&field.portal.pool).await, Vec::<&str>::new());
    drop_streams_key(&field).await;
    // The last booking once more, as two writers would store it that both ignore the other.
    let place = "(SELECT payload #>> '{RoundBooked,places,0,place}' FROM events
                  WHERE event_type = 'RoundBooked' ORDER BY position DESC LIMIT 1)";
    sqlx::query(&format!(
        "INSERT INTO events (position, recorded_at, aggregate_type, aggregate_id, sequence, event_type,
                             event_version, payload, metadata, correlation_id, actor)
         SELECT head.position + row_number() OVER (ORDER BY events.position), recorded_at, aggregate_type,
                aggregate_id, sequence, event_type, event_version,
                replace(payload::text, {place}, gen_random_uuid()::text)::jsonb, metadata, correlation_id, actor
         FROM events, journal_head AS head WHERE correlation_id =
             (SELECT correlation_id FROM events WHERE event_type = 'RoundBooked' ORDER BY position DESC LIMIT 1)"
    ))
    .execute(&field.portal.pool)
    .await
    .expect("a copy");
    let broken = checker::broken_rules(&field.portal.pool).await;
    for rule in ["I2 a club day", "I2 a member twice", "I5 a stream's", "I5 the positions"] {
        assert!(broken.iter().any(|found| found.starts_with(rule)), "{rule}: {broken:?}");
    }
}

/// Leaves one free place on a day.
async fn fill_klein(field: &Field) {
    for player in ["t", "d", "p00", "p01"] {
        assert_eq!(field.book(0, player, &at_klein(player)).await.status, 200);
    }
}

fn at_klein(player: &str) -> serde_json::Value {
    json!({ "holes": 18, "golfclub": "klein", "players": [field::email(player)], "date": "2026-11-28" })
}

async fn drop_streams_key(field: &Field) {
    sqlx::query("ALTER TABLE events DROP CONSTRAINT events_stream_key")
        .execute(&field.portal.pool)
        .await
        .expect("the key is gone");
}

/// A round of a master with another member, at a club without limits.
fn with(other: &str, n: usize, date: &str) -> serde_json::Value {
    let players = [field::email(&master(n)), field::email(other)];
    json!({ "holes": 18, "golfclub": "ruim", "players": players, "date": date })
}
