//! Records operations while they happen. The answer to a booking does not name it, so that operations on a booking are
//! recorded with one of its places, and the journal says afterwards which booking that place is of.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Instant, SystemTime};

use anyhow::Result;
use chrono::{DateTime, Utc};
use fairway_events::{BookingId, Event, MemberId, Position, RecordedEvent, ReservationEvent};
use fairway_histories::{Call, Header, History, Operation, Outcome};
use reqwest::{Client, RequestBuilder};
use serde_json::Value;
use uuid::Uuid;

use super::answers::HttpAnswer;

/// The record of one round, shared by its sessions.
#[derive(Debug)]
pub(super) struct Recorder {
    started: Instant,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    last_id: u64,
    operations: Vec<Operation>,
    /// Answers that no answer of the portal may be, each as a sentence.
    problems: Vec<String>,
}

/// Who asks for something, and where.
#[derive(Debug, Clone)]
pub(super) struct Asking {
    pub(super) session: u32,
    pub(super) node: String,
    pub(super) by: MemberId,
    pub(super) key: Option<String>,
}

/// What came of an operation.
#[derive(Debug)]
pub(super) struct Told {
    pub(super) outcome: Outcome,
    /// The body of the answer; null without one.
    pub(super) body: Value,
}

impl Recorder {
    pub(super) fn new() -> Arc<Self> {
        Arc::new(Self { started: Instant::now(), state: Mutex::default() })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_nanos()).unwrap_or(u64::MAX)
    }

    /// Sends one attempt and records it.
    pub(super) async fn ask(&self, asking: Asking, call: Call, request: RequestBuilder) -> Told {
        let id = {
            let mut state = self.state();
            state.last_id += 1;
            state.last_id
        };
        let invoked = self.now();
        // Its time limit is the client's: an answer that comes later is none.
        let answer = match request.send().await {
            Ok(answer) => HttpAnswer::read(answer).await,
            Err(_no_answer) => None,
        };
        let completed = self.now();
        let outcome = match &answer {
            None => Outcome::Unknown,
            Some(answer) => answer.outcome(&call).unwrap_or_else(|problem| {
                self.state().problems.push(format!("#{id}: {problem}"));
                Outcome::Unknown
            }),
        };
        let Asking { session, node, by, key } = asking;
        let operation = Operation {
            id,
            session,
            node,
            invoked,
            completed,
            at: answer.as_ref().and_then(|answer| answer.at).unwrap_or_else(client_time),
            request: answer.as_ref().and_then(|answer| answer.request),
            key,
            by,
            call,
            outcome: outcome.clone(),
        };
        self.state().operations.push(operation);
        Told { outcome, body: answer.map(|answer| answer.body).unwrap_or_default() }
    }

    /// The number of operations so far.
    pub(super) fn count(&self) -> usize {
        self.state().operations.len()
    }

    /// Answers that were no answers.
    pub(super) fn problems(&self) -> Vec<String> {
        self.state().problems.clone()
    }

    /// The record, with the bookings that the journal names.
    pub(super) fn history(&self, seed: u64, began_at: Position, events: &[RecordedEvent]) -> Result<History> {
        let bookings = bookings_of_places(events);
        let mut operations = self.state().operations.clone();
        for operation in &mut operations {
            name_booking(&mut operation.call, &bookings);
        }
        History::new(Header { seed, began_at }, operations)
    }
}

/// A client whose requests are one attempt each: a connection that was used before could have been closed, and the request
/// would be sent again without anybody noticing.
pub(super) fn client(timeout: std::time::Duration) -> Result<Client> {
    let client = Client::builder().timeout(timeout).no_proxy().pool_max_idle_per_host(0);
    Ok(client.redirect(reqwest::redirect::Policy::none()).build()?)
}

#[expect(clippy::disallowed_methods, reason = "an operation without an answer has the client's time")]
fn client_time() -> DateTime<Utc> {
    SystemTime::now().into()
}

/// The booking of each place.
fn bookings_of_places(events: &[RecordedEvent]) -> HashMap<Uuid, BookingId> {
    let mut bookings = HashMap::new();
    for event in events {
        let Event::Reservation(event) = &event.event else { continue };
        match event {
            ReservationEvent::RoundBooked { booking, places, .. } => {
                bookings.extend(places.iter().map(|place| (place.place.0, *booking)));
            }
            ReservationEvent::PlayerAdded { booking, place, .. }
            | ReservationEvent::PlayerSwapped { booking, place, .. } => {
                bookings.insert(place.place.0, *booking);
            }
            _ => {}
        }
    }
    bookings
}

/// Replaces the place that stands for a booking by the booking.
fn name_booking(call: &mut Call, bookings: &HashMap<Uuid, BookingId>) {
    match call {
        Call::CancelPlace { booking, .. }
        | Call::CancelGroup { booking, .. }
        | Call::AddPlayer { booking, .. }
        | Call::RemovePlayer { booking, .. }
        | Call::SwapPlayer { booking, .. } => {
            *booking = bookings.get(&booking.0).copied().unwrap_or(*booking);
        }
        Call::Book { .. } | Call::ReadOwn | Call::ReadAvailability { .. } | Call::ReadDay { .. } => {}
    }
}

#[cfg(test)]
mod tests {
    use fairway_events::ClubId;

    use super::*;

    #[test]
    fn a_place_that_stands_for_a_booking_is_replaced_by_it() {
        let (place, booking) = (Uuid::from_u128(1), BookingId(Uuid::from_u128(2)));
        let cancel = |booking| Call::CancelGroup {
            club: ClubId("a".to_owned()),
            date: "2026-11-28".parse().unwrap(),
            booking,
        };
        let bookings = HashMap::from([(place, booking)]);
        let mut call = cancel(BookingId(place));
        name_booking(&mut call, &bookings);
        assert_eq!(call, cancel(booking));
        let mut unknown = cancel(BookingId(Uuid::from_u128(3)));
        name_booking(&mut unknown, &bookings);
        assert_eq!(unknown, cancel(BookingId(Uuid::from_u128(3))));
    }
}
