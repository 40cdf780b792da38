//! Read models that are behind: missing data in them is no reason to answer 404, and an unknown state is never a final
//! answer.

use fairway_api::config::Config;
use fairway_events::connections::Sessions;
use fairway_store::database::Pools;
use serde_json::json;
use sqlx::{Executor, Postgres, Transaction};

use crate::support::{Answer, Node, Portal, email, round};

/// Blocks the projectors until it is dropped.
pub(crate) async fn block_projectors(portal: &Portal) -> Transaction<'static, Postgres> {
    let mut blocking = portal.pool.begin().await.expect("a transaction");
    sqlx::query("SELECT * FROM projections FOR UPDATE")
        .execute(&mut *blocking)
        .await
        .expect("the checkpoints");
    blocking
}

#[tokio::test]
async fn a_round_that_the_read_models_lack_is_shown_and_changed_from_the_journal() {
    let portal = Portal::start().await;
    let (jan, eva, outsider) =
        (portal.login("jan").await, portal.login("eva").await, portal.login("w3").await);
    let blocking = block_projectors(&portal).await;
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
    // The same refusal as ever for members who are not in the booking.
    let path = format!("/api/reservations/{id}");
    outsider.get(&path).await.fails(404, "Deze reservering bestaat niet.");

    blocking.rollback().await.expect("the projectors go on");
    portal.caught_up().await;
    assert_eq!(jan.upcoming().await.len(), 1);
    assert!(eva.upcoming().await.is_empty());
}

/// A server that crashes loses the projector's last steps. A process whose connections did not fail meanwhile does not
/// know: here it is told that the read models are further than they are.
#[tokio::test]
async fn a_round_that_the_read_models_lost_is_found() {
    let portal = Portal::start().await;
    let sessions = Sessions::with_options(portal.database().options());
    let config = Config::from_lookup(|_| None).expect("the defaults");
    let node = Node::start_on(&Pools::over(&sessions, &sessions, 18), &portal.clock, config, false).await;
    let jan = portal.login("jan").await;
    let blocking = block_projectors(&portal).await;
    let id = jan.book("2026-11-28", &["jan"]).await;
    let head: i64 = sqlx::query_scalar("SELECT position FROM journal_head")
        .fetch_one(&portal.pool)
        .await
        .expect("the head");
    let ask = async || {
        let answer = portal.http.get(format!("{}/api/reservations", node.base)).bearer_auth(&jan.token);
        Answer::to(answer).await
    };
    let believes = async || ask().await.headers["x-fairway-position"] == head.to_string().as_str();
    while !believes().await {
        sqlx::query("SELECT pg_notify('fairway_projected', $1)")
            .bind(head.to_string())
            .execute(&portal.pool)
            .await
            .expect("a notification");
    }
    assert_eq!(ask().await.body["data"], json!([]), "the read models do not have it");
    let cancel = portal.http.post(format!("{}/api/reservations/{id}/cancel", node.base));
    let cancelled = Answer::to(cancel.bearer_auth(&jan.token)).await;
    assert_eq!(cancelled.status, 200, "{}", cancelled.body);
    blocking.rollback().await.expect("the projectors go on");
}

#[tokio::test]
async fn a_player_who_joined_after_the_read_models_stopped_is_in_the_round() {
    let portal = Portal::start().await;
    let (jan, w1) = (portal.login("jan").await, portal.login("w1").await);
    let id = jan.book("2026-11-28", &["jan", "eva"]).await;
    let blocking = block_projectors(&portal).await;
    let path = format!("/api/reservations/{id}/player/add");
    assert_eq!(jan.post(&path, &json!({"players": [email("w1")]})).await.status, 200);
    let added = w1.post(&path, &json!({"players": [email("w2")]})).await;
    assert_eq!(added.status, 200, "{}", added.body);
    blocking.rollback().await.expect("the projectors go on");
}

#[tokio::test]
async fn an_unknown_state_is_no_404_and_is_not_stored() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let blocking = block_projectors(&portal).await;
    let id = jan.book("2026-11-28", &["jan"]).await;
    // As if many events had been recorded since: more than one request may read.
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
    let refused = jan.post_with_key(&path, "k", &add).await;
    refused.fails(503, "De dienst is even niet bereikbaar. Probeer het zo opnieuw.");
    assert!(refused.headers.contains_key("retry-after"));
    move_head(-1_000_000).await;
    blocking.rollback().await.expect("the projectors go on");
    portal.caught_up().await;
    let answered = jan.post_with_key(&path, "k", &add).await;
    assert_eq!(answered.status, 200, "{}", answered.body);
}

#[tokio::test]
async fn an_unknown_id_is_a_404_even_if_the_read_models_are_behind() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let nowhere = "/api/reservations/00000000-0000-4000-8000-000000000000";
    jan.get(nowhere).await.fails(404, "Deze reservering bestaat niet.");
    let blocking = block_projectors(&portal).await;
    let booked = jan.post("/api/reservations", &round("2026-11-28", &["jan"])).await;
    assert_eq!(booked.status, 200, "{}", booked.body);
    jan.get(nowhere).await.fails(404, "Deze reservering bestaat niet.");
    blocking.rollback().await.expect("the projectors go on");
}

/// Reads the places of reservations as usual, except that the third statement which does so is delayed, after it began,
/// while somebody has the advisory lock 42.
const THIRD_QUERY_IS_SLOW: &str = "
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
async fn a_round_that_is_projected_during_the_look_up_is_found() {
    let portal = Portal::start().await;
    portal.pool.execute(THIRD_QUERY_IS_SLOW).await.expect("a slow view");
    let sessions =
        Sessions::with_options(portal.database().options().options([("search_path", "slow,public")]));
    let config = Config::from_lookup(|_| None).expect("the defaults");
    let node = Node::start_on(&Pools::over(&sessions, &sessions, 18), &portal.clock, config, false).await;
    let jan = portal.login("jan").await;
    let blocking = block_projectors(&portal).await;
    let id = jan.book("2026-11-28", &["jan"]).await;

    let mut lock_holder = portal.pool.acquire().await.expect("a connection");
    lock_holder.execute("SELECT pg_advisory_lock(42)").await.expect("the lock");
    let cancel = portal.http.post(format!("{}/api/reservations/{id}/cancel", node.base));
    let cancelling = tokio::spawn(Answer::to(cancel.bearer_auth(&jan.token)));
    let waits =
        "SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 42 AND NOT granted)";
    while !sqlx::query_scalar::<_, bool>(waits).fetch_one(&portal.pool).await.expect("the locks") {
        assert!(!cancelling.is_finished(), "it looked less often than that");
        tokio::task::yield_now().await;
    }
    blocking.rollback().await.expect("the projectors go on");
    portal.caught_up().await;
    lock_holder.execute("SELECT pg_advisory_unlock(42)").await.expect("unlocked");
    let cancelled = cancelling.await.expect("an answer");
    assert_eq!(cancelled.status, 200, "{}", cancelled.body);
}
