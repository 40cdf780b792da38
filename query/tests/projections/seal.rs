//! The seal on a real journal: whatever a superuser does to it is found, and the very event is named.

use fairway_events::testing::events_after;
use fairway_events::{Event, Journal};
use fairway_query::seal::{Checked, Finding, Head, SealError, Sealer, check, head};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use sqlx::{Executor, PgPool};

use crate::support::{Bench, random};

/// A sealed journal of several blocks, open to a superuser's changes.
async fn sealed() -> (Bench, Head) {
    let bench = Bench::new().await;
    bench.pool.execute("INSERT INTO projections (name) VALUES ('seal')").await.unwrap();
    let attempts = random::attempts(300).new_tree(&mut TestRunner::deterministic()).unwrap().current();
    random::story(&attempts).append(&bench.journal).await;
    assert!(bench.journal.head().await.unwrap() > 600, "three blocks at least");
    seal(&bench.pool, 100).await;
    bench.pool.execute("ALTER TABLE events DISABLE TRIGGER USER").await.unwrap();
    let head = head(&bench.pool).await.unwrap().unwrap();
    (bench, head)
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
async fn an_untouched_journal_fits_however_it_was_sealed() {
    let (bench, sealed) = sealed().await;
    let found = checked(&bench.pool, &[sealed]).await;
    assert_eq!((found.head, found.count, found.unsealed), (Some(sealed), 0, 0));
    assert_eq!(sealed.position, bench.journal.head().await.unwrap());

    // In other steps it comes to the same.
    bench.pool.execute("TRUNCATE seal").await.unwrap();
    bench.pool.execute("UPDATE projections SET position = 0 WHERE name = 'seal'").await.unwrap();
    assert_eq!(checked(&bench.pool, &[]).await.unsealed, sealed.position);
    seal(&bench.pool, 256).await;
    assert_eq!(head(&bench.pool).await.unwrap(), Some(sealed));

    // And it goes on from there.
    let mut more = crate::support::story::Story::default();
    more.subscribe(9_000, 3, None);
    more.append(&bench.journal).await;
    assert_eq!(checked(&bench.pool, &[sealed]).await.unsealed, 1);
    seal(&bench.pool, 256).await;
    let found = checked(&bench.pool, &[sealed]).await;
    assert_eq!((found.count, found.head.unwrap().position), (0, sealed.position + 1));
}

#[tokio::test]
async fn every_column_is_sealed() {
    let (bench, _) = sealed().await;
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
        bench.pool.execute(sql.as_str()).await.unwrap();
    }
    let found = findings(&bench.pool).await;
    assert!(found.iter().all(|finding| matches!(finding, Finding::Changed(_))), "{found:?}");
    assert_eq!(found.iter().map(Finding::position).collect::<Vec<_>>(), positions);
}

#[tokio::test]
async fn removed_events_are_named_with_and_without_a_gap() {
    let (bench, _) = sealed().await;
    bench.pool.execute("DELETE FROM events WHERE position IN (300, 301, 512)").await.unwrap();
    let removed = [300, 301, 512].map(Finding::Removed);
    assert_eq!(findings(&bench.pool).await, removed);
    // The holes closed, so that positions are gapless again.
    for hole in [512, 301, 300] {
        let sql = format!("UPDATE events SET position = -position WHERE position > {hole}");
        bench
            .pool
            .execute("ALTER TABLE events DROP CONSTRAINT IF EXISTS events_position_check")
            .await
            .unwrap();
        bench.pool.execute(sql.as_str()).await.unwrap();
        bench.pool.execute("UPDATE events SET position = -position - 1 WHERE position < 0").await.unwrap();
    }
    assert_eq!(findings(&bench.pool).await, removed);
}

#[tokio::test]
async fn an_inserted_event_is_named_and_those_that_moved_up_are_not() {
    let (bench, _) = sealed().await;
    for sql in [
        "ALTER TABLE events DROP CONSTRAINT events_position_check",
        "UPDATE events SET position = -position WHERE position >= 256",
        "UPDATE events SET position = 1 - position WHERE position < 0",
        "INSERT INTO events SELECT aggregate_type, 'forged', 1, event_type, event_version, payload, metadata, 256,
             recorded_at, correlation_id, actor FROM events WHERE position = 20",
    ] {
        bench.pool.execute(sql).await.unwrap();
    }
    match &findings(&bench.pool).await[..] {
        [Finding::Inserted(event)] => {
            assert_eq!(event.position, 256);
            assert!(event.stream.ends_with(" forged"), "{event:?}");
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_journal_that_was_cut_off_shows() {
    let (bench, sealed) = sealed().await;
    let from = sealed.position - 9;
    bench.pool.execute(format!("DELETE FROM events WHERE position >= {from}").as_str()).await.unwrap();
    assert_eq!(findings(&bench.pool).await, [Finding::CutOff { from, to: sealed.position }]);
}

#[tokio::test]
async fn a_changed_seal_is_told_from_a_changed_event() {
    let (bench, _) = sealed().await;
    // The first byte of the hash of position 300.
    let spoil =
        "UPDATE seal SET hashes = set_byte(hashes, 43 * 32, 255 - get_byte(hashes, 43 * 32)) WHERE block = 1";
    bench.pool.execute(spoil).await.unwrap();
    assert_eq!(findings(&bench.pool).await, [Finding::SealChanged(300)]);
    bench.pool.execute("DELETE FROM seal WHERE block = 1").await.unwrap();
    assert_eq!(findings(&bench.pool).await, [Finding::SealBroken(257)]);
}

#[tokio::test]
async fn who_rewrites_the_seal_too_is_betrayed_by_heads_kept_elsewhere() {
    let bench = Bench::new().await;
    bench.pool.execute("INSERT INTO projections (name) VALUES ('seal')").await.unwrap();
    let attempts = random::attempts(200).new_tree(&mut TestRunner::deterministic()).unwrap().current();
    random::story(&attempts).append(&bench.journal).await;
    let mut heads = Vec::new();
    for _ in 0..3 {
        heads.push(Sealer::new(bench.pool.clone()).run_once(100).await.unwrap().head);
    }
    for sql in [
        "ALTER TABLE events DISABLE TRIGGER USER",
        "UPDATE events SET actor = 'system:nobody' WHERE position = 150",
        "TRUNCATE seal",
        "UPDATE projections SET position = 0 WHERE name = 'seal'",
    ] {
        bench.pool.execute(sql).await.unwrap();
    }
    seal(&bench.pool, 100).await;
    assert!(findings(&bench.pool).await.is_empty(), "by itself it fits");
    let rewritten = |head: usize| Finding::Rewritten { head: heads[head], fits: Some(heads[0]) };
    assert_eq!(checked(&bench.pool, &heads).await.findings, [rewritten(1), rewritten(2)]);
    assert!(rewritten(1).to_string().contains("between positions 101 and 200"));

    let late = Head { position: 100_000, ..heads[0] };
    let end = bench.journal.head().await.unwrap();
    assert_eq!(checked(&bench.pool, &[late]).await.findings, [Finding::Short { head: late, end }]);
}

#[tokio::test]
async fn it_ends_before_a_hole_and_says_so() {
    let (bench, sealed) = sealed().await;
    let mut more = crate::support::story::Story::default();
    for number in 9_000..9_003 {
        more.subscribe(number, 3, None);
    }
    more.append(&bench.journal).await;
    let hole = sealed.position + 2;
    bench.pool.execute(format!("DELETE FROM events WHERE position = {hole}").as_str()).await.unwrap();
    let round = Sealer::new(bench.pool.clone()).run_once(100).await.unwrap();
    assert_eq!((round.events, round.missing), (1, Some(hole)));
    let state: (String, String) =
        sqlx::query_as("SELECT state, last_error FROM projections WHERE name = 'seal'")
            .fetch_one(&bench.pool)
            .await
            .unwrap();
    assert_eq!(state, ("stopped".to_owned(), format!("the journal has no event at position {hole}")));
}

#[tokio::test]
async fn the_hash_of_a_known_event_never_changes() {
    // A later version that sealed otherwise would find every journal changed: it has to begin another chain instead.
    let bench = Bench::new().await;
    let mut story = crate::support::story::Story::default();
    story.subscribe(1, 40, Some(4));
    story.append(&bench.journal).await;
    let raw = Journal::new(bench.pool.clone()).raw_after(0, 1).await.unwrap();
    assert!(matches!(events_after(&bench.journal, 0, 1).await[0].event, Event::Membership(_)));
    let hash = fairway_query::seal::Hash::beginning().then(1, &raw[0]).to_string();
    assert_eq!(hash, "448ecc5cc024a505581c98fb6ad9faa67388a1a48450ffa3cfda7f55a072dadd");
}

#[tokio::test]
async fn a_journal_that_is_shorter_than_its_seal_is_not_sealed_on() {
    let (bench, sealed) = sealed().await;
    let end = sealed.position - 3;
    bench.pool.execute(format!("DELETE FROM events WHERE position > {end}").as_str()).await.unwrap();
    bench.pool.execute(format!("UPDATE journal_head SET position = {end}").as_str()).await.unwrap();
    match Sealer::new(bench.pool.clone()).run_once(100).await {
        Err(SealError::Shorter { sealed: of, head }) => assert_eq!((of, head), (sealed.position, end)),
        other => panic!("{other:?}"),
    }
    assert_eq!(head(&bench.pool).await.unwrap(), Some(sealed));
}
