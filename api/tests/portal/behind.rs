//! Read models that are behind: what they lack is no reason to say that it does not exist, and what cannot be told yet
//! is never a final answer.

use fairway_api::config::Config;
use fairway_api::store::database::Pools;
use fairway_events::connections::Sessions;
use serde_json::json;
use sqlx::{Executor, Postgres, Transaction};

use crate::support::{Answer, Node, Portal, email, round};

/// Keeps the projectors waiting for as long as it lives.
async fn standing_still(portal: &Portal) -> Transaction<'static, Postgres> {
    let mut holding = portal.pool.begin().await.expect("a transaction");
    sqlx::query("SELECT * FROM projections FOR UPDATE")
        .execute(&mut *holding)
        .await
        .expect("the checkpoints");
    holding
}

#[tokio::test]
async fn a_round_that_the_read_models_lack_is_shown_and_changed_from_the_journal() {
    let portal = Portal::start().await;
    let (jan, eva, outsider) =
        (portal.login("jan").await, portal.login("eva").await, portal.login("w3").await);
    let holding = standing_still(&portal).await;
    let id = jan.book("2026-11-28", &["jan", "eva"]).await;

    let shown = jan.get(&format!("/api/reservations/{id}")).await;
    assert_eq!(shown.status, 200, "{}", shown.body);
    assert_eq!(shown.body["data"]["reservation_id"], id);
    assert_eq!(shown.body["data"]["players"].as_array().map(Vec::len), Some(2), "{}", shown.body);
    let calendar = shown.body["data"]["calendar_uri"].as_str().expect("a link").to_owned();
    assert_eq!(portal.get(&calendar).await.status, 200);
    let voucher = shown.body["data"]["voucher_uri"].as_str().expect("a link").to_owned();
    assert_eq!(portal.get(&voucher).await.status, 200);
    let add = json!({"players": [email("w1")]});
    let added = jan.post_with_key(&format!("/api/reservations/{id}/player/add"), "k", &add).await;
    assert_eq!(added.status, 200, "{}", added.body);
    let hers = jan.place_of(&id, "eva").await;
    let cancelled = eva.post(&format!("/api/reservations/{hers}/cancel"), &json!(null)).await;
    assert_eq!(cancelled.status, 200, "{}", cancelled.body);
    // It is no secret's end: who is not in it learns as little as ever.
    let path = format!("/api/reservations/{id}");
    outsider.get(&path).await.fails(404, "Deze reservering bestaat niet.");

    holding.rollback().await.expect("the projectors go on");
    portal.caught_up().await;
    assert_eq!(jan.upcoming().await.len(), 1);
    assert!(eva.upcoming().await.is_empty());
}

#[tokio::test]
async fn who_joined_a_round_since_the_read_models_stand_still_is_in_it() {
    let portal = Portal::start().await;
    let (jan, w1) = (portal.login("jan").await, portal.login("w1").await);
    let id = jan.book("2026-11-28", &["jan", "eva"]).await;
    let holding = standing_still(&portal).await;
    let path = format!("/api/reservations/{id}/player/add");
    assert_eq!(jan.post(&path, &json!({"players": [email("w1")]})).await.status, 200);
    let added = w1.post(&path, &json!({"players": [email("w2")]})).await;
    assert_eq!(added.status, 200, "{}", added.body);
    holding.rollback().await.expect("the projectors go on");
}

#[tokio::test]
async fn what_cannot_be_told_yet_is_no_404_and_is_not_remembered() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let holding = standing_still(&portal).await;
    let id = jan.book("2026-11-28", &["jan"]).await;
    // As if very much had happened since: more than anybody reads for one request.
    let move_head = async |by: i64| {
        sqlx::query("UPDATE journal_head SET position = position + $1")
            .bind(by)
            .execute(&portal.pool)
            .await
            .expect("the head");
    };
    move_head(1_000_000).await;
    let path = format!("/api/reservations/{id}/player/add");
    let add = json!({"players": [email("w1")]});
    let untold = jan.post_with_key(&path, "k", &add).await;
    untold.fails(503, "De dienst is even niet bereikbaar, probeer het zo opnieuw.");
    assert!(untold.headers.contains_key("retry-after"));
    move_head(-1_000_000).await;
    holding.rollback().await.expect("the projectors go on");
    portal.caught_up().await;
    let told = jan.post_with_key(&path, "k", &add).await;
    assert_eq!(told.status, 200, "{}", told.body);
}

#[tokio::test]
async fn what_exists_nowhere_is_a_404_however_far_the_read_models_are() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let nowhere = "/api/reservations/00000000-0000-4000-8000-000000000000";
    jan.get(nowhere).await.fails(404, "Deze reservering bestaat niet.");
    let holding = standing_still(&portal).await;
    let booked = jan.post("/api/reservations", &round("2026-11-28", &["jan"])).await;
    assert_eq!(booked.status, 200, "{}", booked.body);
    jan.get(nowhere).await.fails(404, "Deze reservering bestaat niet.");
    holding.rollback().await.expect("the projectors go on");
}

/// Reads the places of reservations as ever, but that the third statement which does so is held up, after it began, for as
/// long as somebody has the advisory lock 42.
const THIRD_LOOK_IS_SLOW: &str = "
    CREATE SCHEMA slow;
    CREATE SEQUENCE slow.looks;
    CREATE FUNCTION slow.look() RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
    BEGIN
        IF coalesce(current_setting('slow.counted', true), '') = '' THEN
            PERFORM set_config('slow.counted', 'yes', true);
            IF nextval('slow.looks') = 3 THEN
                PERFORM pg_advisory_lock(42), pg_advisory_unlock(42);
            END IF;
        END IF;
        RETURN true;
    END $$;
    CREATE VIEW slow.reservations_places AS
        SELECT * FROM public.reservations_places WHERE (SELECT slow.look());";

#[tokio::test]
async fn a_round_that_the_read_models_take_in_while_it_is_looked_for_is_found() {
    let portal = Portal::start().await;
    portal.pool.execute(THIRD_LOOK_IS_SLOW).await.expect("a slow view");
    let sessions = Sessions::of(portal.database().options().options([("search_path", "slow,public")]));
    let config = Config::from_lookup(|_| None).expect("the defaults");
    let node = Node::start_on(&Pools::over(&sessions, &sessions, 18), &portal.clock, config, false).await;
    let jan = portal.login("jan").await;
    let holding = standing_still(&portal).await;
    let id = jan.book("2026-11-28", &["jan"]).await;

    let mut slowing = portal.pool.acquire().await.expect("a connection");
    slowing.execute("SELECT pg_advisory_lock(42)").await.expect("the lock");
    let cancel = portal.http.post(format!("{}/api/reservations/{id}/cancel", node.base));
    let cancelling = tokio::spawn(Answer::of(cancel.bearer_auth(&jan.token)));
    let waits =
        "SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 42 AND NOT granted)";
    while !sqlx::query_scalar::<_, bool>(waits).fetch_one(&portal.pool).await.expect("the locks") {
        assert!(!cancelling.is_finished(), "it looked less often than that");
        tokio::task::yield_now().await;
    }
    holding.rollback().await.expect("the projectors go on");
    portal.caught_up().await;
    slowing.execute("SELECT pg_advisory_unlock(42)").await.expect("unlocked");
    let cancelled = cancelling.await.expect("an answer");
    assert_eq!(cancelled.status, 200, "{}", cancelled.body);
}
