//! Past rounds, subscriptions and vouchers are decided like every command: by the domain, on streams as the journal has
//! them. A rejection is a problem of the data set. The writer is not used, because it commits each command by itself.

use std::collections::HashMap;

use chrono::NaiveDate;
use fairway_clock::clock::Clock;
use fairway_clock::random;
use fairway_command::{Command, Decision, Loaded, Rejection, Undecided};
use fairway_endpoint::rejection::PlayerNames;
use fairway_events::journal::{Batch, StreamAppend};
use fairway_events::{Actor, Journal, MemberId, StreamId};
use fairway_members::erasure::member_rounds;

use crate::error::ImportError;
use crate::plan::Plan;

/// Streams loaded per query.
const LOAD: usize = 5_000;

/// The events to append, and their counts.
#[derive(Debug, Default)]
pub(super) struct Decided {
    pub(super) batch: Batch,
    pub(super) subscriptions: usize,
    pub(super) vouchers: usize,
    pub(super) rounds: usize,
    /// The first day of which they change the figures.
    pub(super) first_day: Option<NaiveDate>,
}

/// Decides everything that the journal does not hold yet.
pub(super) async fn decide(journal: &Journal, plan: &Plan, clock: &Clock) -> Result<Decided, ImportError> {
    let mut loaded_streams: HashMap<StreamId, Loaded> = HashMap::new();
    let mut required_streams: Vec<StreamId> =
        plan.commands.iter().flat_map(|(_, command)| command.streams()).collect();
    required_streams.sort_unstable();
    required_streams.dedup();
    load(journal, &mut loaded_streams, &required_streams).await?;

    let mut decided = Decided::default();
    let mut problems = Vec::new();
    for (origin, command) in &plan.commands {
        if is_done(&loaded_streams, command) {
            continue;
        }
        match decide_one(journal, &mut loaded_streams, command).await? {
            Ok(decision) if decision.events.is_empty() => {}
            Ok(decision) => {
                let day = match command {
                    Command::StartSubscription(pass) => {
                        decided.subscriptions += 1;
                        Some(pass.startdate)
                    }
                    Command::GrantVoucher(_) => {
                        decided.vouchers += 1;
                        None // counted from today on
                    }
                    Command::BookRound(round) => {
                        decided.rounds += 1;
                        Some(round.play_date)
                    }
                    _ => None,
                };
                decided.first_day = decided.first_day.into_iter().chain(day).min();
                append(&mut loaded_streams, decision, clock, &mut decided.batch);
            }
            Err(rejection) => {
                if !is_recorded_already(journal, plan, command).await? {
                    problems.push(origin.problem(sentence(plan, command, &rejection)));
                }
            }
        }
    }
    if problems.is_empty() { Ok(decided) } else { Err(ImportError::Problems(problems)) }
}

/// A round that was imported before stays unchanged.
fn is_done(loaded_streams: &HashMap<StreamId, Loaded>, command: &Command) -> bool {
    match command {
        Command::BookRound(round) => {
            loaded_streams.get(&StreamId::Reservation(round.booking)).is_some_and(|loaded| loaded.version > 0)
        }
        _ => false,
    }
}

/// Whether a rejected round is in the journal under the id of an erased member: a master who was erased and readmitted
/// has another id now, and the booking's id is computed from the former one.
async fn is_recorded_already(journal: &Journal, plan: &Plan, command: &Command) -> Result<bool, ImportError> {
    let Command::BookRound(round) = command else { return Ok(false) };
    if plan.erased.is_empty() {
        return Ok(false);
    }
    for player in &round.players {
        for booking in member_rounds::on_day(journal, player.member, round.play_date).await? {
            let with_erased = booking.active_places().any(|place| plan.erased.contains(&place.member));
            if booking.club == round.club.id && with_erased {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

pub(super) async fn decide_one(
    journal: &Journal,
    loaded_streams: &mut HashMap<StreamId, Loaded>,
    command: &Command,
) -> Result<Result<Decision, Rejection>, ImportError> {
    loop {
        match command.decide(loaded_streams) {
            Ok(decision) => return Ok(Ok(decision)),
            Err(Undecided::Rejected(rejection)) => return Ok(Err(*rejection)),
            Err(Undecided::Missing(streams)) => load(journal, loaded_streams, &streams).await?,
        }
    }
}

pub(super) async fn load(
    journal: &Journal,
    loaded_streams: &mut HashMap<StreamId, Loaded>,
    streams: &[StreamId],
) -> Result<(), ImportError> {
    for chunk in streams.chunks(LOAD) {
        let mut found = journal.load_streams(chunk).await?;
        for stream in chunk {
            let mut loaded = Loaded::empty(stream);
            for recorded in found.remove(stream).into_iter().flatten() {
                loaded.apply(recorded.sequence, recorded.event);
            }
            loaded_streams.insert(stream.clone(), loaded);
        }
    }
    Ok(())
}

/// Adds a decision to the batch, and to the streams on which the next one is decided.
pub(super) fn append(
    loaded_streams: &mut HashMap<StreamId, Loaded>,
    decision: Decision,
    clock: &Clock,
    batch: &mut Batch,
) {
    let correlation_id = random::new_id(clock.now());
    for (stream, events) in decision.events {
        let loaded = loaded_streams.entry(stream.clone()).or_insert_with(|| Loaded::empty(&stream));
        let version = loaded.version;
        for event in &events {
            loaded.apply_next(event.clone());
        }
        batch.appends.push(StreamAppend {
            stream,
            version,
            events,
            correlation_id,
            actor: Actor::import(),
            metadata: Default::default(),
        });
    }
}

/// The rejection, with the name of the player whom it concerns.
fn sentence(plan: &Plan, command: &Command, rejection: &Rejection) -> String {
    let nobody = MemberId(uuid::Uuid::nil());
    let names = PlayerNames::from_first_names(plan.first_names.clone());
    let refused = names.failure(rejection, nobody);
    match command {
        Command::BookRound(round) => {
            format!("{} ({}): {}", round.play_date, round.club.id, refused.sentence())
        }
        _ => refused.sentence().to_owned(),
    }
}
