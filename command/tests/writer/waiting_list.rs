//! Sixty-four groups wait for three places, two writers decide, their sessions are killed in between, and outsiders try to
//! book all the time: exactly those get the places whose turn it is.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use fairway_command::{
    Club, Command, JoinWaitingList, OfferFreePlaces, Outcome, Submission, SubmitError, TakeOffer,
    WriterHandle, WriterOptions,
};
use fairway_events::testing::{TestDatabase, events_after};
use fairway_events::{
    BookingId, Event, Holes, Journal, MemberId, ReservationEvent, WaitingGroupId, WaitingListEvent,
};
use futures::future::join_all;
use sqlx::PgPool;
use uuid::Uuid;

use crate::support::{
    accepted, booking, cancel, club, give_pass, member, now, place, play_date, submission, today, writer,
};

const GROUPS: u128 = 64;
const PLACES: u128 = 3;
/// Members 1 to 3 play, these wait in the order of their numbers, and those after them try to book.
const FIRST_WAITING: u128 = 101;
const FIRST_OUTSIDER: u128 = 201;
const OUTSIDERS: u128 = 8;

fn group(number: u128) -> WaitingGroupId {
    WaitingGroupId(Uuid::from_u128(number))
}

fn join(club: &Arc<Club>, number: u128) -> Command {
    Command::JoinWaitingList(JoinWaitingList {
        group: group(number),
        club: Arc::clone(club),
        date: play_date(),
        holes: Holes::Eighteen,
        by: member(number),
        players: vec![member(number)],
        joins: None,
        today: today(),
        at: now(),
    })
}

fn offer(club: &Arc<Club>) -> Command {
    Command::OfferFreePlaces(OfferFreePlaces {
        club: Arc::clone(club),
        date: play_date(),
        today: today(),
        at: now(),
    })
}

fn take(club: &Arc<Club>, number: u128) -> Command {
    Command::TakeOffer(TakeOffer {
        group: group(number),
        club: Arc::clone(club),
        date: play_date(),
        booking: BookingId(Uuid::from_u128(number * 1_000)),
        places: [1, 2, 3, 4].map(|seat| place(number * 1_000, seat)),
        by: member(number),
        today: today(),
        at: now(),
    })
}

/// Submits until there is an outcome: a killed session may leave it unknown, and every command can be repeated.
async fn insist(writer: &WriterHandle, command: Command) -> Outcome {
    loop {
        let submitted: Submission = submission(command.clone());
        match writer.submit(submitted).await {
            Ok(outcome) => return outcome,
            Err(SubmitError::Faulty(cause)) => panic!("{cause}"),
            Err(_) => tokio::task::yield_now().await,
        }
    }
}

/// Ends every other session of the database, those that write among them.
async fn kill_sessions(pool: &PgPool) {
    let sql = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'";
    // The pool's own other sessions end too.
    while sqlx::query(sql).execute(pool).await.is_err() {}
}

/// The members who play at the end, in the order of their bookings, and who took offers.
async fn end(database: &TestDatabase) -> (Vec<MemberId>, Vec<WaitingGroupId>) {
    let (mut playing, mut taken, mut after) = (Vec::new(), Vec::new(), 0);
    let journal = Journal::new(database.pool());
    loop {
        let events = events_after(&journal, after, 1_000).await;
        let Some(last) = events.last() else { return (playing, taken) };
        after = last.position;
        for recorded in events {
            match recorded.event {
                Event::Reservation(ReservationEvent::RoundBooked { places, .. }) => {
                    playing.extend(places.iter().map(|place| place.member));
                }
                Event::Reservation(ReservationEvent::PlaceCancelled { member, .. }) => {
                    playing.retain(|player| *player != member);
                }
                Event::WaitingList(WaitingListEvent::OfferTaken { group, .. }) => taken.push(group),
                _ => {}
            }
        }
    }
}

/// Runs the race. `waits`: whether the groups are on the list; without that nothing protects the places.
async fn race(waits: bool) -> (Vec<MemberId>, Vec<WaitingGroupId>) {
    let database = TestDatabase::new().await;
    let (one, _one_task) = writer(database.pool(), WriterOptions::default());
    let (two, _two_task) = writer(database.pool(), WriterOptions::default());
    let club = club(Some(u32::try_from(PLACES).unwrap()));
    let waiting = FIRST_WAITING..FIRST_WAITING + GROUPS;
    let outsiders = FIRST_OUTSIDER..FIRST_OUTSIDER + OUTSIDERS;
    join_all((1..=PLACES).chain(waiting.clone()).chain(outsiders.clone()).map(|id| give_pass(&one, id)))
        .await;
    for number in 1..=PLACES {
        assert!(accepted(&Ok(insist(&one, booking(number, &club, play_date(), &[number])).await)));
    }
    if waits {
        for number in waiting.clone() {
            let writer = if number % 2 == 0 { &one } else { &two };
            assert!(matches!(insist(writer, join(&club, number)).await, Outcome::Accepted { .. }));
        }
    }
    let (pool, over) = (database.pool(), AtomicBool::new(false));
    let outsiders = outsiders.map(|number| {
        let (writer, club, over) = (if number % 2 == 0 { &one } else { &two }, &club, &over);
        async move {
            let mut tried = 0_u128;
            loop {
                // Once more after the end: each has tried when every place was free or taken.
                let is_last = over.load(Ordering::Relaxed);
                tried += 1;
                insist(writer, booking(number * 10_000 + tried, club, play_date(), &[number])).await;
                if is_last {
                    break;
                }
            }
        }
    });
    let groups = async {
        // One place comes free, then two together.
        for freed in [vec![1_u128], vec![2, 3]] {
            let cancels = freed.iter().map(|number| {
                let writer = if number % 2 == 0 { &one } else { &two };
                insist(writer, cancel(*number, 1, *number))
            });
            let (cancelled, ()) = futures::join!(join_all(cancels), kill_sessions(&pool));
            assert!(cancelled.iter().all(|outcome| matches!(outcome, Outcome::Accepted { .. })));
            let (.., ()) =
                futures::join!(insist(&one, offer(&club)), insist(&two, offer(&club)), kill_sessions(&pool));
            // Everybody tries to take: only who has an offer succeeds.
            let takes = waiting
                .clone()
                .map(|number| insist(if number % 2 == 0 { &two } else { &one }, take(&club, number)));
            futures::join!(join_all(takes), kill_sessions(&pool));
        }
        over.store(true, Ordering::Relaxed);
    };
    futures::join!(groups, join_all(outsiders));
    end(&database).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_sixty_four_groups_that_wait_for_three_places_those_get_them_whose_turn_it_is() {
    let (mut playing, mut taken) = race(true).await;
    playing.sort_unstable();
    taken.sort_unstable();
    let first = FIRST_WAITING..FIRST_WAITING + PLACES;
    assert_eq!(playing, first.clone().map(member).collect::<Vec<_>>());
    assert_eq!(taken, first.map(group).collect::<Vec<_>>(), "each took it once");
}

/// The control: without the list the same outsiders get the same places.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_the_waiting_list_outsiders_would_get_the_three_places() {
    let (playing, taken) = race(false).await;
    assert!(taken.is_empty());
    assert_eq!(playing.len(), usize::try_from(PLACES).unwrap());
    assert!(playing.iter().all(|player| *player >= member(FIRST_OUTSIDER)), "{playing:?}");
}
