//! Members, clubs and submissions for the writer's tests, and an independent count of what the journal holds.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use chrono::{DateTime, Days, NaiveDate, TimeZone, Utc};
use fairway_command::{
    BookRound, CancelPlace, Club, Command, NewPlace, Outcome, ReceiptRequest, StartSubscription, Submission,
    SubmitError, WriterHandle, WriterOptions, WriterTask, start_writer,
};
use fairway_events::journal::ReceiptKey;
use fairway_events::testing::events_after;
use fairway_events::{
    Actor, BookingId, ClubId, CourseDayEvent, Event, Holes, Journal, MemberId, MembershipEvent, PlaceId,
    ReservationEvent, SubscriptionId,
};
use serde_json::json;
use sqlx::PgPool;
use uuid::Uuid;

pub(crate) fn now() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 25, 9, 0, 0).unwrap()
}

pub(crate) fn today() -> NaiveDate {
    now().date_naive()
}

pub(crate) fn play_date() -> NaiveDate {
    today() + Days::new(3)
}

pub(crate) fn member(number: u128) -> MemberId {
    MemberId(Uuid::from_u128(number))
}

pub(crate) fn club(capacity: Option<u32>) -> Arc<Club> {
    Arc::new(Club {
        id: ClubId::from("de-wilgenhoek"),
        holes: vec![Holes::Nine, Holes::Eighteen],
        max_plays_per_year: 100,
        daily_capacity: capacity,
        closed_weekdays: Vec::new(),
        closures: Vec::new(),
    })
}

pub(crate) fn writer(pool: PgPool, options: WriterOptions) -> (WriterHandle, WriterTask) {
    start_writer(Journal::new(pool), Arc::new(now), options)
}

pub(crate) fn submission(command: Command) -> Submission {
    Submission {
        command,
        correlation_id: Uuid::from_u128(1),
        actor: Actor::import(),
        metadata: BTreeMap::new(),
        receipt: None,
    }
}

/// A booking by the first of the members; place ids are derived from the booking's, so that it can be repeated.
pub(crate) fn booking(id: u128, club: &Arc<Club>, date: NaiveDate, members: &[u128]) -> Command {
    let players = members
        .iter()
        .zip(1..)
        .map(|(number, seat)| NewPlace { member: member(*number), place: place(id, seat) })
        .collect();
    Command::BookRound(BookRound {
        booking: BookingId(Uuid::from_u128(id)),
        club: Arc::clone(club),
        play_date: date,
        holes: Holes::Eighteen,
        master: member(members[0]),
        players,
        today: today(),
        at: now(),
    })
}

pub(crate) fn place(booking: u128, seat: u128) -> PlaceId {
    PlaceId(Uuid::from_u128(booking * 100 + seat))
}

pub(crate) fn cancel(booking: u128, seat: u128, by: u128) -> Command {
    Command::CancelPlace(CancelPlace {
        booking: BookingId(Uuid::from_u128(booking)),
        place: place(booking, seat),
        by: member(by),
        today: today(),
        at: now(),
    })
}

pub(crate) async fn give_pass(writer: &WriterHandle, number: u128) {
    let command = Command::StartSubscription(StartSubscription {
        member: member(number),
        subscription: SubscriptionId(Uuid::from_u128(number)),
        name: "Jaarabonnement".to_owned(),
        startdate: today() - Days::new(30),
        enddate: today() + Days::new(300),
        paymentdate: None,
        amount_cents: 24_900,
        max: 40,
        per_month: None,
        max_holes: Holes::Eighteen,
    });
    let outcome = writer.submit(submission(command)).await.unwrap();
    assert!(matches!(outcome, Outcome::Accepted { .. }), "{outcome:?}");
}

/// A submission with an idempotency key of member 1; the hash stands for the request's body.
pub(crate) fn keyed(command: Command, key: &str, hash: u8) -> Submission {
    let receipt = ReceiptRequest {
        key: ReceiptKey {
            member: member(1),
            route: "POST /api/reservations".to_owned(),
            key: key.to_owned(),
        },
        request_hash: vec![hash],
        status: 200,
        answer: json!({ "success": true }),
    };
    Submission { receipt: Some(receipt), ..submission(command) }
}

pub(crate) fn accepted(outcome: &Result<Outcome, SubmitError>) -> bool {
    matches!(outcome, Ok(Outcome::Accepted { .. }))
}

/// Totals of the journal, counted from its events alone.
#[derive(Debug, Default)]
pub(crate) struct JournalTotals {
    pub(crate) bookings: HashSet<BookingId>,
    pub(crate) places_of_day: usize,
    pub(crate) active: HashMap<(MemberId, NaiveDate), usize>,
    pub(crate) claims: HashMap<MemberId, usize>,
}

impl JournalTotals {
    /// Reads all events, and checks that positions and sequences have no gap.
    pub(crate) async fn read(journal: &Journal) -> Self {
        let (mut ledger, mut after) = (Self::default(), 0);
        let mut sequences: HashMap<String, i64> = HashMap::new();
        loop {
            let events = events_after(journal, after, 1_000).await;
            if events.is_empty() {
                return ledger;
            }
            for recorded in events {
                assert_eq!(recorded.position, after + 1, "positions have no gap");
                after = recorded.position;
                let sequence = sequences.entry(recorded.stream.to_string()).or_default();
                assert_eq!(recorded.sequence, *sequence + 1, "the stream {} has no gap", recorded.stream);
                *sequence = recorded.sequence;
                ledger.apply(recorded.event);
            }
        }
    }

    fn apply(&mut self, event: Event) {
        match event {
            Event::Reservation(ReservationEvent::RoundBooked { booking, .. }) => {
                assert!(self.bookings.insert(booking), "a booking is made once");
            }
            Event::CourseDay(CourseDayEvent::PlacesClaimed { places, .. }) => {
                self.places_of_day += places.len()
            }
            Event::CourseDay(CourseDayEvent::PlacesReleased { places, .. }) => {
                self.places_of_day -= places.len()
            }
            Event::Membership(MembershipEvent::PlayRightClaimed { member, play_date, .. }) => {
                *self.active.entry((member, play_date)).or_default() += 1;
                *self.claims.entry(member).or_default() += 1;
            }
            Event::Membership(MembershipEvent::PlayRightReleased { member, play_date, .. }) => {
                *self.active.entry((member, play_date)).or_default() -= 1;
                *self.claims.entry(member).or_default() -= 1;
            }
            // Neither a booking, nor a place of a day, nor a right.
            _ => {}
        }
    }
}

/// Waits until so many sessions wait for a lock.
pub(crate) async fn waiting(pool: &PgPool, count: i64) {
    let waiting_sessions = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
        AND wait_event_type = 'Lock'";
    while sqlx::query_scalar::<_, i64>(waiting_sessions).fetch_one(pool).await.unwrap() < count {
        tokio::task::yield_now().await;
    }
}
