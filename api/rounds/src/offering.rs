//! Offers places that came free to the groups whose turn it is (docs/domain.md §3.19).
//!
//! One task per serving process follows the journal, no further than the read models, and asks for the offers of a
//! club's day when places of it may have come free, and when an offer has lapsed. It keeps nothing: a process that
//! starts looks at every day for which somebody waits, so due offers are made after any kill. Every node may do it: an
//! offer of one leaves nothing to do for the next, because the decision is made on the streams.

mod due;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use chrono::{NaiveDate, TimeDelta};
use fairway_clock::random;
use fairway_command::{Command, OfferFreePlaces, Outcome, Submission, SubmitError};
use fairway_endpoint::common::Common;
use fairway_events::{Actor, ClubId, Position};
use fairway_query::{OpenOffers, ReadError};
use fairway_store::clubs;
use fairway_text::error_chain::Chain;

use crate::live::readable;

/// The part of the system that the journal names for offers.
pub const ACTOR: &str = "waiting-list";

/// How often a node looks without a wake-up: for an offer that lapses by a clock that was moved, and for a club whose
/// capacity was raised.
const LOOK: Duration = Duration::from_secs(2);
/// The least time between two looks, so that the offers of the first are in the read models in the second.
const AT_LEAST: Duration = Duration::from_millis(200);
/// How long to wait after a commit, so that several are looked at together.
const COMMITS_TOGETHER: Duration = Duration::from_millis(100);
/// The pause after a failure.
const RETRY_PAUSE: Duration = Duration::from_secs(2);
/// Events per query.
const BATCH: i64 = 500;
/// Days for which somebody waits, at most: more than clubs have days in the booking window.
const MOST_DAYS: u32 = 10_000;
/// Open offers of a look: the others lapse later.
const MOST_OFFERS: u32 = 200;

/// A club's day.
type Day = (ClubId, NaiveDate);

/// The task's progress. Lost with the process, and not missed: without it every day is looked at.
#[derive(Debug, Default)]
struct Seen {
    /// Up to here the journal's events were looked at.
    position: Position,
    /// The version of the clubs with which every day was looked at; none: not yet.
    every_day: Option<i64>,
}

/// Why a day's places were not offered.
#[derive(Debug, thiserror::Error)]
enum OfferError {
    #[error("the waiting lists cannot be read")]
    Read(#[from] ReadError),
    #[error("the journal cannot be read")]
    Database(#[from] fairway_store::Error),
    #[error("the places of a day are not offered")]
    Submit(#[from] SubmitError),
}

/// Offers places until `shutdown` completes.
pub async fn run(common: Common, shutdown: impl Future<Output = ()>) {
    tokio::select! {
        () = shutdown => {}
        () = offer(&common) => {}
    }
}

async fn offer(common: &Common) {
    let mut seen = Seen::default();
    loop {
        let pause = match look(common, &mut seen).await {
            Ok(pause) => pause,
            Err(error) => {
                tracing::warn!(error = %Chain(&error), "places that came free are not offered; trying again");
                tokio::time::sleep(RETRY_PAUSE).await;
                continue;
            }
        };
        tokio::select! {
            _ = common.progress.changed_from(seen.position) => tokio::time::sleep(COMMITS_TOGETHER).await,
            () = tokio::time::sleep(pause) => {}
        }
    }
}

/// Offers what is due now; returns how long to wait at most. Idle, it costs one short query and the version of the clubs.
async fn look(common: &Common, seen: &mut Seen) -> Result<Duration, OfferError> {
    let (now, today) = (common.clock.now(), common.clock.today());
    // Before the reads: later events are looked at again.
    let reached = common.progress.reached();
    let version = clubs::version(&common.pool).await?;
    let offers = common.reads.open_offers(today, MOST_OFFERS).await?;
    if seen.every_day != Some(version) || reached < seen.position {
        for (club, date) in common.reads.waiting_days(today, MOST_DAYS).await? {
            on_day(common, version, &club, date).await?;
        }
        *seen = Seen { position: reached, every_day: Some(version) };
    }
    follow(common, seen, version, reached, today).await?;
    let mut next_end = TimeDelta::MAX;
    for OpenOffers { club, date, until } in offers {
        if until <= now {
            on_day(common, version, &club, date).await?;
        }
        next_end = next_end.min(until - now);
    }
    Ok(next_end.to_std().unwrap_or_default().clamp(AT_LEAST, LOOK))
}

/// Offers places of the days of which some came free since the last look.
async fn follow(
    common: &Common,
    seen: &mut Seen,
    version: i64,
    reached: Position,
    today: NaiveDate,
) -> Result<(), OfferError> {
    while seen.position < reached {
        let waiting: BTreeSet<Day> = common.reads.waiting_days(today, MOST_DAYS).await?.into_iter().collect();
        if waiting.is_empty() {
            break;
        }
        let Some((last, events)) = readable(&common.journal, seen.position, reached, BATCH).await? else {
            break;
        };
        let changed: BTreeSet<Day> = events.iter().filter_map(due::day_of).collect();
        for (club, date) in changed.intersection(&waiting) {
            on_day(common, version, club, *date).await?;
        }
        seen.position = last;
    }
    seen.position = reached;
    Ok(())
}

/// Asks for the offers of a day. The offers that one decision leaves are asked for when its events are seen.
async fn on_day(common: &Common, version: i64, club: &ClubId, date: NaiveDate) -> Result<(), OfferError> {
    let clubs = common.clubs.at(&common.pool, version).await?;
    // A club that was removed has no places to offer.
    let Some(card) = clubs.get(club) else { return Ok(()) };
    let at = common.clock.now();
    let submission = Submission {
        command: Command::OfferFreePlaces(OfferFreePlaces {
            club: Arc::clone(&card.rules),
            date,
            today: common.clock.today(),
            at,
        }),
        correlation_id: random::new_id(at),
        actor: Actor::System(ACTOR.to_owned()),
        metadata: std::collections::BTreeMap::new(),
        receipt: None,
    };
    match common.writer.submit(submission).await? {
        Outcome::Rejected(rejection) => {
            tracing::error!(%club, %date, code = rejection.code(), "the places of a day cannot be offered");
        }
        // The others need an idempotency key.
        Outcome::Accepted { .. } | Outcome::Replayed { .. } | Outcome::KeyReused => {}
    }
    Ok(())
}
