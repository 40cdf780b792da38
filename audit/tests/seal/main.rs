//! The seal on a real journal: every change by a superuser is found, and the changed event is named.

#![expect(clippy::unwrap_used, reason = "a test that cannot continue panics")]

mod support;

use fairway_audit::seal::{Checked, Finding, Hash, Head, SealError, Sealer, check, head};
use fairway_events::testing::events_after;
use fairway_events::{Event, Journal};
use sqlx::{Executor, PgPool};

use support::History;

/// A sealed journal of several blocks, with its triggers disabled so that events can be changed.
async fn sealed() -> (History, Head) {
    let mut history = History::new().await;
    history.subscribe(0..700).await;
    assert!(history.journal.head().await.unwrap() > 600, "three blocks at least");
    seal(&history.pool, 100).await;
    history.pool.execute("ALTER TABLE events DISABLE TRIGGER USER").await.unwrap();
    let head = head(&history.pool).await.unwrap().unwrap();
    (history, head)
}

async fn seal(pool: &PgPool, limit: i64) {
    while Sealer::new(pool.clone()).run_once(limit).await.unwrap().more {}
}

async fn checked(pool: &PgPool, heads: &[Head]) -> Checked {
    check(pool, heads, |_, _| ()).await.unwrap()
}

async fn findings(pool: &PgPool) -> Vec<Finding> {
    checked(pool, &[]).await.findings
}

#[tokio::test]
async fn an_unchanged_journal_matches_its_seal_for_every_batch_size() {
    let (mut history, sealed) = sealed().await;
    let found = checked(&history.pool, &[sealed]).await;
    assert_eq!((found.head, found.count, found.unsealed), (Some(sealed), 0, 0));
    assert_eq!(sealed.position, history.journal.head().await.unwrap());

    // Other batch sizes give the same result.
    history.pool.execute("TRUNCATE seal").await.unwrap();
    history.pool.execute("UPDATE projections SET position = 0 WHERE name = 'seal'").await.unwrap();
    assert_eq!(checked(&history.pool, &[]).await.unsealed, sealed.position);
    seal(&history.pool, 256).await;
    assert_eq!(head(&history.pool).await.unwrap(), Some(sealed));

    // New events are sealed after it.
    history.subscribe(9_000..9_001).await;
    assert_eq!(checked(&history.pool, &[sealed]).await.unsealed, 1);
    seal(&history.pool, 256).await;
    let found = checked(&history.pool, &[sealed]).await;
    assert_eq!((found.count, found.head.unwrap().position), (0, sealed.position + 1));
}

#[tokio::test]
async fn every_column_is_sealed() {
    let (history, _) = sealed().await;
    let changes = [
        "aggregate_type = 'Order'",
        "aggregate_id = aggregate_id || ' '",
        "sequence = sequence + 100000",
        "event_type = event_type || ' '",
        "event_version = '1.0.1'",
        "payload = jsonb_set(payload, '{x}', '1')",
        "metadata = '{\"reason\": \"x\"}'",
        "recorded_at = recorded_at + interval '1 microsecond'",
        "correlation_id = md5('x')::uuid",
        "actor = 'system:storx'",
    ];
    let positions = [250, 260, 270, 280, 290, 300, 310, 320, 330, 340];
    for (change, position) in changes.iter().zip(positions) {
        let sql = format!("UPDATE events SET {change} WHERE position = {position}");
        history.pool.execute(sql.as_str()).await.unwrap();
    }
    let found = findings(&history.pool).await;
    assert!(found.iter().all(|finding| matches!(finding, Finding::Changed(_))), "{found:?}");
    assert_eq!(found.iter().map(Finding::position).collect::<Vec<_>>(), positions);
}

#[tokio::test]
async fn removed_events_are_named_with_and_without_a_gap() {
    let (history, _) = sealed().await;
    history.pool.execute("DELETE FROM events WHERE position IN (300, 301, 512)").await.unwrap();
    let removed = [300, 301, 512].map(Finding::Removed);
    assert_eq!(findings(&history.pool).await, removed);
    // The same after the gaps are closed.
    for gap in [512, 301, 300] {
        let sql = format!("UPDATE events SET position = -position WHERE position > {gap}");
        history
            .pool
            .execute("ALTER TABLE events DROP CONSTRAINT IF EXISTS events_position_check")
            .await
            .unwrap();
        history.pool.execute(sql.as_str()).await.unwrap();
        history.pool.execute("UPDATE events SET position = -position - 1 WHERE position < 0").await.unwrap();
    }
    assert_eq!(findings(&history.pool).await, removed);
}

#[tokio::test]
async fn an_inserted_event_is_named_and_those_that_moved_up_are_not() {
    let (history, _) = sealed().await;
    for sql in [
        "ALTER TABLE events DROP CONSTRAINT events_position_check",
        "UPDATE events SET position = -position WHERE position >= 256",
        "UPDATE events SET position = 1 - position WHERE position < 0",
        "INSERT INTO events SELECT aggregate_type, 'forged', 1, event_type, event_version, payload, metadata, 256,
             recorded_at, correlation_id, actor FROM events WHERE position = 20",
    ] {
        history.pool.execute(sql).await.unwrap();
    }
    match &findings(&history.pool).await[..] {
        [Finding::Inserted(event)] => {
            assert_eq!(event.position, 256);
            assert!(event.stream.ends_with(" forged"), "{event:?}");
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_truncated_journal_is_found() {
    let (history, sealed) = sealed().await;
    let from = sealed.position - 9;
    history.pool.execute(format!("DELETE FROM events WHERE position >= {from}").as_str()).await.unwrap();
    assert_eq!(findings(&history.pool).await, [Finding::CutOff { from, to: sealed.position }]);
}

#[tokio::test]
async fn a_changed_seal_is_distinguished_from_a_changed_event() {
    let (history, _) = sealed().await;
    // The first byte of the hash of position 300.
    let change_hash =
        "UPDATE seal SET hashes = set_byte(hashes, 43 * 32, 255 - get_byte(hashes, 43 * 32)) WHERE block = 1";
    history.pool.execute(change_hash).await.unwrap();
    assert_eq!(findings(&history.pool).await, [Finding::SealChanged(300)]);
    history.pool.execute("DELETE FROM seal WHERE block = 1").await.unwrap();
    assert_eq!(findings(&history.pool).await, [Finding::SealBroken(257)]);
}

#[tokio::test]
async fn a_rewritten_seal_is_found_by_heads_stored_elsewhere() {
    let mut history = History::new().await;
    history.subscribe(0..500).await;
    let mut heads = Vec::new();
    for _ in 0..3 {
        heads.push(Sealer::new(history.pool.clone()).run_once(100).await.unwrap().head);
    }
    for sql in [
        "ALTER TABLE events DISABLE TRIGGER USER",
        "UPDATE events SET actor = 'system:nobody' WHERE position = 150",
        "TRUNCATE seal",
        "UPDATE projections SET position = 0 WHERE name = 'seal'",
    ] {
        history.pool.execute(sql).await.unwrap();
    }
    seal(&history.pool, 100).await;
    assert!(findings(&history.pool).await.is_empty(), "by itself it fits");
    let rewritten = |head: usize| Finding::Rewritten { head: heads[head], last_match: Some(heads[0]) };
    assert_eq!(checked(&history.pool, &heads).await.findings, [rewritten(1), rewritten(2)]);
    assert!(rewritten(1).to_string().contains("between positions 101 and 200"));

    let late = Head { position: 100_000, ..heads[0] };
    let end = history.journal.head().await.unwrap();
    assert_eq!(checked(&history.pool, &[late]).await.findings, [Finding::Short { head: late, end }]);
}

#[tokio::test]
async fn sealing_stops_before_a_gap_and_names_it() {
    let (mut history, sealed) = sealed().await;
    history.subscribe(9_000..9_003).await;
    let gap = sealed.position + 2;
    history.pool.execute(format!("DELETE FROM events WHERE position = {gap}").as_str()).await.unwrap();
    let round = Sealer::new(history.pool.clone()).run_once(100).await.unwrap();
    assert_eq!((round.events, round.missing), (1, Some(gap)));
    let state: (String, String) =
        sqlx::query_as("SELECT state, last_error FROM projections WHERE name = 'seal'")
            .fetch_one(&history.pool)
            .await
            .unwrap();
    assert_eq!(state, ("stopped".to_owned(), format!("the journal has no event at position {gap}")));
}

#[tokio::test]
async fn the_hash_of_a_known_event_never_changes() {
    // A version with other hashes would report every journal as changed: it must begin another chain instead.
    let mut history = History::new().await;
    history.subscribe(1..2).await;
    let raw = Journal::new(history.pool.clone()).raw_after(0, 1).await.unwrap();
    assert!(matches!(events_after(&history.journal, 0, 1).await[0].event, Event::Membership(_)));
    let hash = Hash::beginning().then(1, &raw[0]).to_string();
    assert_eq!(hash, "448ecc5cc024a505581c98fb6ad9faa67388a1a48450ffa3cfda7f55a072dadd");
}

#[tokio::test]
async fn a_journal_that_is_shorter_than_its_seal_is_not_sealed() {
    let (history, sealed) = sealed().await;
    let end = sealed.position - 3;
    history.pool.execute(format!("DELETE FROM events WHERE position > {end}").as_str()).await.unwrap();
    history.pool.execute(format!("UPDATE journal_head SET position = {end}").as_str()).await.unwrap();
    match Sealer::new(history.pool.clone()).run_once(100).await {
        Err(SealError::Shorter { sealed: of, head }) => assert_eq!((of, head), (sealed.position, end)),
        other => panic!("{other:?}"),
    }
    assert_eq!(head(&history.pool).await.unwrap(), Some(sealed));
}
