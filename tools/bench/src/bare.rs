//! The baselines of an append: the same rows through the same batched append, without decisions, loading or caching; and
//! the same rows by nothing but INSERT statements of one backend.

mod insert;

use std::collections::{BTreeMap, HashMap};

use anyhow::{Result, anyhow};
use fairway_command::BookRound;
use fairway_events::journal::{Batch, StreamAppend};
use fairway_events::{
    Actor, BookedPlace, CourseDayEvent, Event, Journal, MembershipEvent, PlayRight, ReservationEvent,
    StreamId, SubscriptionId,
};
use tokio::sync::{mpsc, oneshot};
use uuid::Uuid;

use crate::workload::now;
pub(crate) use insert::BareInsert;

type AppendRequest = (Vec<(StreamId, Vec<Event>)>, oneshot::Sender<Result<()>>);

/// Appends rows as they are, in commits that its callers share.
#[derive(Debug, Clone)]
pub(crate) struct BareWriter {
    queue: mpsc::Sender<AppendRequest>,
}

impl BareWriter {
    pub(crate) fn start(journal: Journal, batch: usize) -> Self {
        let (queue, requests) = mpsc::channel(1024);
        tokio::spawn(run(journal, requests, batch));
        Self { queue }
    }

    pub(crate) async fn append(&self, rows: Vec<(StreamId, Vec<Event>)>) -> Result<()> {
        let (reply, done) = oneshot::channel();
        self.queue.send((rows, reply)).await.map_err(|_closed| anyhow!("the bare writer has stopped"))?;
        done.await?
    }
}

/// The number of events of each stream that rows were appended to.
#[derive(Debug, Default)]
struct Versions(HashMap<StreamId, i64>);

impl Versions {
    /// The rows of a stream's next events. A member's stream already has the member's subscription; all other streams
    /// are empty at first.
    fn append(&mut self, stream: StreamId, events: Vec<Event>) -> StreamAppend {
        let first = i64::from(matches!(stream, StreamId::Membership(_)));
        let version = self.0.entry(stream.clone()).or_insert(first);
        let append = StreamAppend {
            stream,
            version: *version,
            events,
            correlation_id: Uuid::nil(),
            actor: Actor::import(),
            metadata: BTreeMap::new(),
        };
        *version += i64::try_from(append.events.len()).unwrap_or(0);
        append
    }
}

async fn run(journal: Journal, mut requests: mpsc::Receiver<AppendRequest>, limit: usize) {
    let mut versions = Versions::default();
    let mut received = Vec::new();
    while requests.recv_many(&mut received, limit).await > 0 {
        let mut batch = Batch::default();
        let mut replies = Vec::with_capacity(received.len());
        for (rows, reply) in received.drain(..) {
            batch.appends.extend(rows.into_iter().map(|(stream, events)| versions.append(stream, events)));
            replies.push(reply);
        }
        let result = journal.append(&batch, now()).await;
        for reply in replies {
            let _ = reply.send(match &result {
                Ok(_) => Ok(()),
                Err(error) => Err(anyhow!("{error}")),
            });
        }
    }
}

/// The rows of a booking for four.
pub(crate) fn rows_of(command: &BookRound) -> Vec<(StreamId, Vec<Event>)> {
    let BookRound { booking, club, play_date, holes, master, players, at, today: _ } = command;
    let right = || PlayRight::Subscription { subscription: SubscriptionId(master.0) };
    let places = players
        .iter()
        .map(|new| BookedPlace { place: new.place, member: new.member, right: right() })
        .collect();
    let booked = ReservationEvent::RoundBooked {
        booking: *booking,
        club: club.id.clone(),
        play_date: *play_date,
        holes: *holes,
        master: *master,
        places,
        booked_at: *at,
    };
    let mut rows = vec![(StreamId::Reservation(*booking), vec![Event::from(booked)])];
    for new in players {
        let claimed = MembershipEvent::PlayRightClaimed {
            member: new.member,
            place: new.place,
            booking: *booking,
            club: club.id.clone(),
            play_date: *play_date,
            holes: *holes,
            right: right(),
        };
        rows.push((StreamId::Membership(new.member), vec![claimed.into()]));
    }
    let claimed = CourseDayEvent::PlacesClaimed {
        club: club.id.clone(),
        date: *play_date,
        booking: *booking,
        places: players.iter().map(|new| new.place).collect(),
    };
    rows.push((StreamId::CourseDay(club.id.clone(), *play_date), vec![claimed.into()]));
    rows
}
