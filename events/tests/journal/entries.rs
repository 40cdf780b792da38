//! Reading stored events one by one, also those that this version cannot read, or that are not projected yet.

use fairway_events::journal::UnreadableReason;
use fairway_events::testing::TestDatabase;
use fairway_events::{BookedPlace, BookingId, ClubId, Event, Holes, Journal, MemberId, PlaceId, PlayRight};
use fairway_events::{ReservationEvent, StreamId, SubscriptionId};
use futures::TryStreamExt;
use sqlx::{Connection, Executor, PgConnection};
use uuid::Uuid;

use crate::support::{append, batch, noon, released, voucher_stream};

/// Two events of stream 2, two of stream 1, and another of stream 2: the fourth is of an unknown kind.
async fn journal() -> (TestDatabase, Journal, PgConnection) {
    let database = TestDatabase::new().await;
    let journal = Journal::new(database.pool());
    journal.append(&batch(vec![append(2, 0, 2), append(1, 0, 2), append(2, 2, 1)]), noon()).await.unwrap();
    let mut owner = PgConnection::connect_with(&database.options()).await.unwrap();
    owner
        .execute(
            "ALTER TABLE events DISABLE TRIGGER events_append_only;
             UPDATE events SET event_type = 'VoucherLost', event_version = '9.0.0', payload = '{\"VoucherLost\": {}}'
             WHERE position = 4",
        )
        .await
        .unwrap();
    (database, journal, owner)
}

#[tokio::test]
async fn a_stored_event_shows_how_this_version_reads_it() {
    let (_database, journal, _owner) = journal().await;
    let stored = journal.raw_after(2, 10).await.unwrap();
    assert_eq!(stored.iter().map(|event| event.position).collect::<Vec<_>>(), [3, 4, 5]);
    assert_eq!(stored[0].read().unwrap().event, released(1));
    assert!(stored[0].payload.contains("00000000-0000-0000-0000-000000000001"));
    let unknown = (stored[1].event_type.as_str(), stored[1].event_version.as_str());
    assert_eq!(unknown, ("VoucherLost", "9.0.0"));
    let reason = stored[1].read();
    assert!(matches!(reason, Err(UnreadableReason::Payload(_))), "{reason:?}");
    assert_eq!(journal.raw_after(0, 1).await.unwrap().len(), 1);
}

#[tokio::test]
async fn kinds_are_counted_with_their_first_and_last_position_and_time() {
    let (_database, journal, _owner) = journal().await;
    let kinds = journal.kinds().await.unwrap();
    let counted: Vec<_> =
        kinds.iter().map(|kind| (kind.event_type.as_str(), kind.events, kind.first, kind.last)).collect();
    assert_eq!(counted, [("VoucherLost", 1, 4, 4), ("VoucherReleased", 4, 1, 5)]);
    assert!(kinds.iter().all(|kind| (kind.first_at, kind.last_at) == (noon(), noon())));
    assert_eq!(kinds[0].event_version, "9.0.0");
}

#[tokio::test]
async fn rows_are_read_as_they_are_stored() {
    let (_database, journal, mut owner) = journal().await;
    let rows = journal.raw_after(2, 2).await.unwrap();
    assert_eq!(rows, Journal::raw_after_on(&mut owner, 2, 2).await.unwrap());
    assert_eq!(rows.iter().map(|row| row.position).collect::<Vec<_>>(), [3, 4]);
    let read = rows[0].read().unwrap();
    assert_eq!((read.event, read.stream, read.sequence), (released(1), voucher_stream(1), 1));
    assert_eq!((read.position, read.recorded_at), (3, noon()));
    assert!(rows[1].read().is_err(), "its kind is unknown");

    let by_stream: Vec<_> =
        journal.raw_by_stream(4).map_ok(|row| (row.position, row.sequence)).try_collect().await.unwrap();
    assert_eq!(by_stream, [(3, 1), (4, 2), (1, 1), (2, 2)]);
    let in_pages: Vec<(i64, i64)> = journal
        .raw_by_stream_in_pages(4)
        .map_ok(|row| (row.position, row.sequence))
        .try_collect()
        .await
        .unwrap();
    assert_eq!(in_pages, by_stream);
}

#[tokio::test]
async fn the_booking_of_a_place_is_found() {
    let database = TestDatabase::new().await;
    let journal = Journal::new(database.pool());
    let (booking, member) = (BookingId(Uuid::from_u128(70)), MemberId(Uuid::from_u128(1)));
    let (place, play_date) = (PlaceId(Uuid::from_u128(71)), noon().date_naive());
    let subscription = SubscriptionId(Uuid::from_u128(72));
    let booked: Event = ReservationEvent::RoundBooked {
        booking,
        club: ClubId::from("de-es"),
        play_date,
        holes: Holes::Nine,
        master: member,
        places: vec![BookedPlace { place, member, right: PlayRight::Subscription { subscription } }],
        booked_at: noon(),
    }
    .into();
    let round = fairway_events::journal::StreamAppend {
        stream: StreamId::Reservation(booking),
        events: vec![booked],
        ..append(1, 0, 1)
    };
    journal.append(&batch(vec![append(1, 0, 1), round]), noon()).await.unwrap();
    let found = async |place, after, last| journal.booking_of_place(place, after, last).await.unwrap();
    assert_eq!(found(place, 1, 2).await, Some(booking));
    assert_eq!(found(place, 0, 1).await, None);
    assert_eq!(found(place, 2, 9).await, None);
    assert_eq!(found(PlaceId(Uuid::from_u128(99)), 0, 2).await, None);
}
