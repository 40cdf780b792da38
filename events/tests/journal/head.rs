//! Appending on a known head, noticing that the head was moved, and finding an append whose answer was lost.

use chrono::NaiveDate;
use fairway_events::journal::{AppendError, Fence, Head, Rows, StreamAppend};
use fairway_events::testing::TestDatabase;
use fairway_events::{BookingId, ClubId, CourseDayEvent, Event, Journal, PlaceId, StreamId};
use sqlx::{Connection, Executor, PgConnection};
use uuid::Uuid;

use crate::support::{append, batch, noon, released, roll_back, voucher_stream};

const LIMIT: i64 = 100;

fn stamp(number: u128) -> Uuid {
    Uuid::from_u128(number)
}

async fn append_on(
    connection: &mut PgConnection,
    base: Head,
    number: u128,
    version: i64,
    count: usize,
) -> Result<Head, AppendError> {
    let fence = Fence { base, stamp: stamp(1_000 + number) };
    let rows = Rows::from_batch(&batch(vec![append(number, version, count)])).unwrap();
    let position = Journal::append_at(connection, fence, &[&rows], &[], noon()).await?;
    Ok(Head { position, stamp: fence.stamp, turn: base.turn, marked: true })
}

async fn one_connection() -> (TestDatabase, PgConnection) {
    let database = TestDatabase::new().await;
    let connection = PgConnection::connect_with(&database.options()).await.unwrap();
    (database, connection)
}

#[tokio::test]
async fn an_append_is_accepted_only_on_the_head_on_which_it_was_decided() {
    let (_database, mut connection) = one_connection().await;
    let empty = Journal::stamped_head(&mut connection).await.unwrap();
    assert_eq!(empty.position, 0);
    let first = append_on(&mut connection, empty, 1, 0, 2).await.unwrap();
    assert_eq!(Journal::stamped_head(&mut connection).await.unwrap(), first);
    let second = append_on(&mut connection, first, 2, 0, 1).await.unwrap();

    let late = append_on(&mut connection, first, 3, 0, 1).await;
    assert!(matches!(late, Err(AppendError::Moved)), "{late:?}");
    let same_position = Head { stamp: stamp(7), ..second };
    let other = append_on(&mut connection, same_position, 3, 0, 1).await;
    assert!(matches!(other, Err(AppendError::Moved)), "the same position of another journal: {other:?}");
    assert_eq!(Journal::stamped_head(&mut connection).await.unwrap(), second);
}

#[tokio::test]
async fn an_append_that_does_not_follow_its_stream_is_refused() {
    let (database, mut connection) = one_connection().await;
    let head = Journal::stamped_head(&mut connection).await.unwrap();
    let head = append_on(&mut connection, head, 1, 0, 2).await.unwrap();
    let gap = append_on(&mut connection, head, 1, 3, 1).await;
    assert!(matches!(gap, Err(AppendError::Gap)), "{gap:?}");
    let journal = Journal::new(database.pool());
    let gap = journal.append(&batch(vec![append(2, 0, 1), append(1, 4, 1)]), noon()).await;
    assert!(matches!(gap, Err(AppendError::Gap)), "{gap:?}");
    assert_eq!(journal.head().await.unwrap(), 2, "nothing was appended");
    // Within a batch a stream continues after its own events.
    assert_eq!(journal.append(&batch(vec![append(1, 2, 1), append(1, 3, 2)]), noon()).await.unwrap(), 5);
}

#[tokio::test]
async fn a_version_that_was_read_at_the_head_is_not_read_again() {
    let (_database, mut connection) = one_connection().await;
    let head = Journal::stamped_head(&mut connection).await.unwrap();
    let head = append_on(&mut connection, head, 1, 0, 2).await.unwrap();
    let mut read = Rows::default();
    read.push_on_read(&append(1, 2, 1)).unwrap();
    // A later append of the batch continues after the batch's own event, whether that version was checked or not.
    read.push(&append(1, 3, 1)).unwrap();
    assert_eq!(read.sequences(), [3, 4]);
    let fence = Fence { base: head, stamp: stamp(2_000) };
    assert_eq!(Journal::append_at(&mut connection, fence, &[&read], &[], noon()).await.unwrap(), 4);

    let (mut counted, mut known) = (Rows::default(), Rows::default());
    counted.push(&append(9, 3, 1)).unwrap();
    known.push_on_read(&append(9, 3, 1)).unwrap();
    let head = Journal::stamped_head(&mut connection).await.unwrap();
    let fence = Fence { base: head, stamp: stamp(2_001) };
    let gap = Journal::append_at(&mut connection, fence, &[&counted], &[], noon()).await;
    assert!(matches!(gap, Err(AppendError::Gap)), "{gap:?}");
    assert_eq!(Journal::append_at(&mut connection, fence, &[&known], &[], noon()).await.unwrap(), 5);
}

#[tokio::test]
async fn a_tail_holds_what_others_appended_with_the_payloads_that_are_asked_for() {
    let (_database, mut connection) = one_connection().await;
    let empty = Journal::stamped_head(&mut connection).await.unwrap();
    let known = append_on(&mut connection, empty, 1, 0, 1).await.unwrap();
    let nothing = Journal::catch_up(&mut connection, known, &[], LIMIT).await.unwrap();
    assert!(nothing.continues && !nothing.truncated && nothing.events.is_empty() && nothing.head == known);

    let head = append_on(&mut connection, known, 2, 0, 1).await.unwrap();
    let head = append_on(&mut connection, head, 1, 1, 1).await.unwrap();
    let tail = Journal::catch_up(&mut connection, known, &[voucher_stream(1)], LIMIT).await.unwrap();
    assert!(tail.continues && !tail.truncated);
    assert_eq!(tail.head, head);
    let events: Vec<_> =
        tail.events.into_iter().map(|event| (event.stream, event.sequence, event.event)).collect();
    assert_eq!(events, [(voucher_stream(2), 1, None), (voucher_stream(1), 2, Some(released(1)))]);

    let short = Journal::catch_up(&mut connection, known, &[], 1).await.unwrap();
    assert!(short.truncated && short.events.is_empty());
    let whole = Journal::catch_up(&mut connection, empty, &[], LIMIT).await.unwrap();
    assert!(whole.continues && whole.events.len() == 3);
}

#[tokio::test]
async fn a_journal_that_went_back_is_recognised_also_after_later_appends() {
    let (_database, mut connection) = one_connection().await;
    let empty = Journal::stamped_head(&mut connection).await.unwrap();
    let common_head = append_on(&mut connection, empty, 1, 0, 2).await.unwrap();
    let lost_head = append_on(&mut connection, common_head, 2, 0, 2).await.unwrap();
    roll_back(&mut connection, common_head).await;
    let continues = async |connection: &mut PgConnection, known| {
        let tail = Journal::catch_up(connection, known, &[], LIMIT).await.unwrap();
        assert!(!tail.truncated, "only a tail that continues can be truncated");
        tail.continues
    };
    assert!(!continues(&mut connection, lost_head).await, "shorter");
    let other = append_on(&mut connection, common_head, 3, 0, 2).await.unwrap();
    assert_eq!(other.position, lost_head.position);
    assert!(!continues(&mut connection, lost_head).await, "as long");
    append_on(&mut connection, other, 4, 0, 2).await.unwrap();
    assert!(!continues(&mut connection, lost_head).await, "longer");
    roll_back(&mut connection, common_head).await;
    append_on(&mut connection, common_head, 5, 0, 3).await.unwrap();
    assert!(!continues(&mut connection, lost_head).await, "longer, with another append in its place");
    assert!(continues(&mut connection, common_head).await);
}

#[tokio::test]
async fn an_append_without_a_stamp_changes_the_heads_stamp() {
    let (_database, mut connection) = one_connection().await;
    let empty = Journal::stamped_head(&mut connection).await.unwrap();
    let known = append_on(&mut connection, empty, 1, 0, 1).await.unwrap();
    connection.execute("UPDATE journal_head SET position = position + 1").await.unwrap();
    connection
        .execute(
            "INSERT INTO events (aggregate_type, aggregate_id, sequence, event_type, event_version, payload, metadata,
                 position, recorded_at, correlation_id, actor)
             SELECT aggregate_type, aggregate_id, 2, event_type, event_version, payload, metadata, 2, recorded_at,
                 correlation_id, actor FROM events WHERE position = 1",
        )
        .await
        .unwrap();
    let head = Journal::stamped_head(&mut connection).await.unwrap();
    assert_ne!(head.stamp, known.stamp);
    let tail = Journal::catch_up(&mut connection, known, &[], LIMIT).await.unwrap();
    assert!(tail.continues && tail.events.len() == 1);
    let next = append_on(&mut connection, head, 2, 0, 1).await.unwrap();
    let tail = Journal::catch_up(&mut connection, head, &[], LIMIT).await.unwrap();
    assert!(tail.continues && tail.head == next, "an event without a stamp does not end the continuation");
}

#[tokio::test]
async fn an_append_whose_answer_was_lost_is_found_by_its_stamp_once_it_has_ended() {
    let (database, mut connection) = one_connection().await;
    let empty = Journal::stamped_head(&mut connection).await.unwrap();
    let fence = Fence { base: empty, stamp: stamp(1_001) };
    let mut look_up_connection = PgConnection::connect_with(&database.options()).await.unwrap();
    assert!(Journal::find_append(&mut look_up_connection, fence).await.unwrap().is_none());
    let late = append_on(&mut connection, empty, 1, 0, 1).await;
    assert!(
        matches!(late, Err(AppendError::Moved)),
        "an append that was not found is refused later: {late:?}"
    );

    let empty = Journal::stamped_head(&mut connection).await.unwrap();
    let fence = Fence { base: empty, ..fence };
    // The look-up waits for the transaction that holds the head.
    let tail = Journal::begin_at_head(&mut connection, empty, &[], LIMIT).await.unwrap();
    assert!(tail.continues && tail.head == empty && tail.events.is_empty());
    let rows = Rows::from_batch(&batch(vec![append(1, 0, 1)])).unwrap();
    Journal::append_at(&mut connection, fence, &[&rows], &[], noon()).await.unwrap();
    let look_up =
        tokio::spawn(
            async move { Journal::find_append(&mut look_up_connection, fence).await.unwrap().unwrap() },
        );
    let waiting = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
        AND wait_event_type = 'Lock'";
    let pool = database.pool();
    while sqlx::query_scalar::<_, i64>(waiting).fetch_one(&pool).await.unwrap() < 1 {
        tokio::task::yield_now().await;
    }
    connection.execute("COMMIT").await.unwrap();
    let found = look_up.await.unwrap();
    assert_eq!((found.position, found.events), (1, vec![(voucher_stream(1), 1)]));
    let head = Journal::stamped_head(&mut connection).await.unwrap();
    assert_eq!((head.position, head.stamp), (1, fence.stamp), "the look-up appends nothing");
    let other = Fence { stamp: stamp(5), ..fence };
    assert!(Journal::find_append(&mut connection, other).await.unwrap().is_none());
}

#[tokio::test]
async fn a_tail_always_holds_the_payloads_of_clubs_days() {
    let (_database, mut connection) = one_connection().await;
    let empty = Journal::stamped_head(&mut connection).await.unwrap();
    let date = NaiveDate::from_ymd_opt(2026, 11, 28).unwrap();
    let day = StreamId::CourseDay(ClubId::from("de-es"), date);
    let (booking, places) = (BookingId(stamp(1)), vec![PlaceId(stamp(2))]);
    let claimed: Event =
        CourseDayEvent::PlacesClaimed { club: ClubId::from("de-es"), date, booking, places }.into();
    let append = StreamAppend { stream: day.clone(), events: vec![claimed.clone()], ..append(1, 0, 1) };
    let rows = Rows::from_batch(&batch(vec![append])).unwrap();
    let fence = Fence { base: empty, stamp: stamp(1_001) };
    Journal::append_at(&mut connection, fence, &[&rows], &[], noon()).await.unwrap();
    let tail = Journal::catch_up(&mut connection, empty, &[], LIMIT).await.unwrap();
    assert_eq!(tail.events.len(), 1);
    assert_eq!((&tail.events[0].stream, &tail.events[0].event), (&day, &Some(claimed)));
}
