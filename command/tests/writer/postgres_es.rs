//! Stock postgres-es on our journal: it loads every stream that the writer wrote. It appends nothing, since an event
//! without a position is refused; in a database that assigns the position by default it continues our streams, and
//! journal and writer continue after its events.

use std::collections::HashMap;

use cqrs_es::persist::PersistedEventStore;
use cqrs_es::{Aggregate, AggregateContext, AggregateError, CqrsFramework, EventStore};
use fairway_command::{CourseDay, Membership, Outcome, Reservation, WriterHandle, WriterOptions, WriterTask};
use fairway_events::testing::{TestDatabase, events_after};
use fairway_events::{Actor, BookingId, CourseDayEvent, Journal, StreamId, upcasters};
use postgres_es::PostgresEventRepository;
use sqlx::{Executor, PgPool};
use uuid::Uuid;

use crate::support::{
    JournalTotals, accepted, booking, cancel, club, give_pass, member, now, place, play_date, submission,
    writer,
};

/// Defaults for the columns that postgres-es does not write. The function moves the head as our own statement
/// does: its row lock puts appends in order.
const DEFAULTS: &str = "
    CREATE FUNCTION next_position() RETURNS bigint LANGUAGE sql AS
        'UPDATE journal_head SET position = position + 1 RETURNING position';
    ALTER TABLE events
        ALTER position SET DEFAULT next_position(),
        ALTER recorded_at SET DEFAULT now(),
        ALTER correlation_id SET DEFAULT gen_random_uuid(),
        ALTER actor SET DEFAULT 'system:postgres-es'";

type DayCommand = <CourseDay as Aggregate>::Command;

fn store<A: Aggregate>(pool: PgPool) -> PersistedEventStore<PostgresEventRepository, A> {
    PersistedEventStore::new_event_store(PostgresEventRepository::new(pool)).with_upcasters(upcasters())
}

fn day() -> StreamId {
    StreamId::CourseDay(club(None).id.clone(), play_date())
}

/// One more place on a day of three, for the numbered booking.
fn claim(number: u128) -> DayCommand {
    DayCommand::ClaimPlaces {
        club: club(Some(3)),
        date: play_date(),
        booking: BookingId(Uuid::from_u128(number)),
        places: vec![place(number, 1)],
        offer: None,
        at: now(),
    }
}

/// Three members with a pass, and two places taken of a day of three.
async fn two_of_three_places(pool: PgPool) -> (WriterHandle, WriterTask) {
    let (writer, task) = writer(pool, WriterOptions::default());
    for number in 1..=3 {
        give_pass(&writer, number).await;
    }
    assert!(accepted(&writer.submit(submission(booking(7, &club(Some(3)), play_date(), &[1, 2]))).await));
    (writer, task)
}

async fn loads<A: Aggregate + PartialEq + std::fmt::Debug>(pool: PgPool, stream: StreamId) {
    let mut stock = store::<A>(pool.clone()).load_aggregate(&stream.aggregate_id()).await.unwrap();
    let mut ours = A::default();
    for recorded in &Journal::new(pool).load_streams(std::slice::from_ref(&stream)).await.unwrap()[&stream] {
        ours.apply(serde_json::from_str(&recorded.event.to_payload().unwrap()).unwrap());
    }
    assert_eq!(stock.aggregate(), &ours);
    assert_ne!(ours, A::default());
}

#[tokio::test]
async fn a_stock_repository_loads_what_we_wrote() {
    let database = TestDatabase::new().await;
    let (writer, _task) = two_of_three_places(database.pool()).await;
    assert!(accepted(&writer.submit(submission(cancel(7, 2, 2))).await));

    loads::<Reservation>(database.pool(), StreamId::Reservation(BookingId(Uuid::from_u128(7)))).await;
    loads::<Membership>(database.pool(), StreamId::Membership(member(2))).await;
    loads::<CourseDay>(database.pool(), day()).await;
}

#[tokio::test]
async fn the_journal_refuses_an_event_without_a_position() {
    let database = TestDatabase::new().await;
    let (_writer, _task) = two_of_three_places(database.pool()).await;
    let before = Journal::new(database.pool()).head().await.unwrap();

    let stock = CqrsFramework::new(store::<CourseDay>(database.pool()), Vec::new(), ());
    let refused = stock.execute(&day().aggregate_id(), claim(8)).await;
    let Err(AggregateError::UnexpectedError(reason)) = refused else { panic!("{refused:?}") };
    assert!(reason.to_string().contains("null value in column \"position\""), "{reason}");
    let journal = Journal::new(database.pool());
    assert_eq!(events_after(&journal, 0, 100).await.len(), usize::try_from(before).unwrap());
}

#[tokio::test]
async fn a_stock_store_continues_our_streams_where_the_database_gives_positions() {
    let database = TestDatabase::new().await;
    let (running, _task) = two_of_three_places(database.pool()).await;
    let journal = Journal::new(database.pool());
    let before = journal.head().await.unwrap();
    database.pool().execute(DEFAULTS).await.unwrap();

    let late = store::<CourseDay>(database.pool()).load_aggregate(&day().aggregate_id()).await.unwrap();
    let stock = CqrsFramework::new(store::<CourseDay>(database.pool()), Vec::new(), ());
    stock.execute(&day().aggregate_id(), claim(8)).await.unwrap();
    let full = stock.execute(&day().aggregate_id(), claim(9)).await;
    assert!(matches!(full, Err(AggregateError::UserError(_))), "the day is full: {full:?}");

    let recorded = events_after(&journal, before, 100).await;
    let claimed = CourseDayEvent::PlacesClaimed {
        club: club(None).id.clone(),
        date: play_date(),
        booking: BookingId(Uuid::from_u128(8)),
        places: vec![place(8, 1)],
    };
    let [event] = recorded.as_slice() else { panic!("{recorded:?}") };
    assert_eq!((event.position, &event.stream, event.sequence), (before + 1, &day(), 2));
    assert_eq!(
        (&event.event, &event.actor),
        (&claimed.clone().into(), &Actor::System("postgres-es".to_owned()))
    );
    loads::<CourseDay>(database.pool(), day()).await;

    // A store that loaded the stream before is refused by the stream's key, and uses no position.
    let late = store::<CourseDay>(database.pool()).commit(vec![claimed], late, HashMap::new()).await;
    assert!(matches!(late, Err(AggregateError::AggregateConflict)), "{late:?}");
    assert_eq!(journal.head().await.unwrap(), before + 1);

    let (fresh, _other_task) = writer(database.pool(), WriterOptions::default());
    for writer in [&running, &fresh] {
        let outcome = writer.submit(submission(booking(10, &club(Some(3)), play_date(), &[3]))).await;
        assert!(matches!(outcome, Ok(Outcome::Rejected(_))), "the day is full: {outcome:?}");
    }
    assert!(accepted(&running.submit(submission(cancel(7, 2, 2))).await));
    assert!(accepted(&fresh.submit(submission(booking(10, &club(Some(3)), play_date(), &[3]))).await));
    assert_eq!(JournalTotals::read(&journal).await.places_of_day, 3);
}
