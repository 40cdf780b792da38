//! Two writers on one database: while one swaps a player, the other cancels the same place. Each booking ends as if one
//! of the two had come first. The control `a_swap_that_crosses_a_cancellation_or_another_swap_is_noticed` shows that
//! both would be appended without the check of the streams' versions, and that the invariants then break.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use fairway_command::{Club, Command, NewPlace, SwapPlayer, WriterOptions};
use fairway_events::testing::{TestDatabase, events_after};
use fairway_events::{BookingId, CourseDayEvent, Event, Journal, MembershipEvent, PlaceId, ReservationEvent};
use futures::future::join_all;
use uuid::Uuid;

use crate::support::{
    JournalTotals, accepted, booking, cancel, club, give_pass, member, place, play_date, submission, today,
    writer,
};

/// Bookings of two players each; in every one the second player is swapped and cancelled at once.
const BOOKINGS: u128 = 24;

/// The second player of a booking swaps themselves for member `coming`.
fn swap(booking: u128, club: &Arc<Club>, by: u128, coming: u128) -> Command {
    Command::SwapPlayer(SwapPlayer {
        booking: BookingId(Uuid::from_u128(booking)),
        club: Arc::clone(club),
        play_date: play_date(),
        place: place(booking, 2),
        player: NewPlace { member: member(coming), place: place(booking, 3) },
        by: member(by),
        today: today(),
        at: crate::support::now(),
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn swaps_and_cancellations_of_the_same_places_by_two_writers_end_as_if_one_had_come_first() {
    let database = TestDatabase::new().await;
    // The day is exactly full: a swap needs no room, and gives none.
    let club = club(Some(u32::try_from(2 * BOOKINGS).unwrap()));
    let (first, _first_task) = writer(database.pool(), WriterOptions::default());
    let (second, _second_task) = writer(database.pool(), WriterOptions::default());
    for number in 1..=3 * BOOKINGS {
        give_pass(&first, number).await;
    }
    for number in 1..=BOOKINGS {
        let players = [number, BOOKINGS + number];
        let outcome = first.submit(submission(booking(number, &club, play_date(), &players))).await;
        assert!(accepted(&outcome), "{outcome:?}");
    }

    let both = (1..=BOOKINGS).map(|number| {
        let swapped = swap(number, &club, BOOKINGS + number, 2 * BOOKINGS + number);
        let (first, second) = (&first, &second);
        async move {
            tokio::join!(
                first.submit(submission(swapped)),
                second.submit(submission(cancel(number, 2, BOOKINGS + number)))
            )
        }
    });
    let outcomes = join_all(both).await;

    let ledger = JournalTotals::read(&Journal::new(database.pool())).await;
    let swaps = outcomes.iter().filter(|(swapped, _)| accepted(swapped)).count();
    assert_eq!(
        ledger.places_of_day,
        usize::try_from(BOOKINGS).unwrap() + swaps,
        "a swapped place stays used, a cancelled one is free"
    );
    assert!(ledger.active.values().all(|places| *places <= 1), "one place per member and date");
    let ends = Ends::read(&Journal::new(database.pool())).await;
    for (number, (swapped, cancelled)) in (1..=BOOKINGS).zip(&outcomes) {
        assert!(swapped.is_ok(), "no conflict reaches the caller: {swapped:?}");
        assert!(accepted(cancelled), "cancelled, or swapped already: {cancelled:?}");
        let (leaving, coming) = (member(BOOKINGS + number), member(2 * BOOKINGS + number));
        assert_eq!(ledger.claims[&leaving], 0, "the right came back, once");
        assert_eq!(ledger.claims.get(&coming).copied().unwrap_or_default(), usize::from(accepted(swapped)));
        assert_eq!(ends.swapped.contains(&place(number, 2)), accepted(swapped));
        assert_eq!(ends.cancelled.contains(&place(number, 2)), !accepted(swapped), "either of the two");
    }
}

/// How places ended.
#[derive(Debug, Default)]
struct Ends {
    swapped: BTreeSet<PlaceId>,
    cancelled: BTreeSet<PlaceId>,
    /// How often each place's right came back.
    released: HashMap<PlaceId, usize>,
}

impl Ends {
    async fn read(journal: &Journal) -> Self {
        let mut ends = Self::default();
        let mut after = 0;
        loop {
            let events = events_after(journal, after, 1_000).await;
            let Some(last) = events.last() else { break };
            after = last.position;
            events.iter().for_each(|recorded| ends.apply(&recorded.event));
        }
        assert!(ends.released.values().all(|times| *times == 1), "no right comes back twice");
        ends
    }

    fn apply(&mut self, event: &Event) {
        match event {
            Event::Reservation(ReservationEvent::PlayerSwapped { left, .. }) => {
                assert!(self.swapped.insert(left.place), "a place is swapped once");
            }
            Event::Reservation(ReservationEvent::PlaceCancelled { place, .. }) => {
                assert!(self.cancelled.insert(*place), "a place is cancelled once");
            }
            Event::Membership(MembershipEvent::PlayRightReleased { place, .. }) => {
                *self.released.entry(*place).or_default() += 1;
            }
            Event::CourseDay(CourseDayEvent::PlaceSwapped { from, to, .. }) => assert_ne!(from, to),
            _ => {}
        }
    }
}
