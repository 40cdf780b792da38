//! History, subscriptions and vouchers go the way of every command: the domain decides, on streams as the journal has
//! them, and what it refuses is a problem of the data set. Only the writer is not used: it commits as it goes.

use std::collections::HashMap;

use fairway_command::{Command, Decision, Loaded, Rejection, Undecided};
use fairway_events::journal::{Batch, StreamAppend};
use fairway_events::{Actor, Journal, MemberId, StreamId};

use super::error::ImportError;
use super::plan::Plan;
use crate::clock::Clock;
use crate::http::rejection::PlayerNames;
use crate::random;
use crate::services::erasure::member_rounds;

/// Streams that are loaded by one query.
const LOAD: usize = 5_000;

/// What will be appended.
#[derive(Debug, Default)]
pub(super) struct Decided {
    pub(super) batch: Batch,
    pub(super) subscriptions: usize,
    pub(super) vouchers: usize,
    pub(super) rounds: usize,
}

/// Decides everything that the journal does not hold yet.
pub(super) async fn decide(journal: &Journal, plan: &Plan, clock: &Clock) -> Result<Decided, ImportError> {
    let mut world: HashMap<StreamId, Loaded> = HashMap::new();
    let mut wanted: Vec<StreamId> = plan.commands.iter().flat_map(|(_, command)| command.streams()).collect();
    wanted.sort_unstable();
    wanted.dedup();
    load(journal, &mut world, &wanted).await?;

    let mut decided = Decided::default();
    let mut problems = Vec::new();
    for (origin, command) in &plan.commands {
        if is_done(&world, command) {
            continue;
        }
        match decide_one(journal, &mut world, command).await? {
            Ok(decision) if decision.events.is_empty() => {}
            Ok(decision) => {
                match command {
                    Command::StartSubscription(_) => decided.subscriptions += 1,
                    Command::GrantVoucher(_) => decided.vouchers += 1,
                    _ => decided.rounds += 1,
                }
                append(&mut world, decision, clock, &mut decided.batch);
            }
            Err(rejection) => {
                if !stands_already(journal, plan, command).await? {
                    problems.push(origin.problem(sentence(plan, command, &rejection)));
                }
            }
        }
    }
    if problems.is_empty() { Ok(decided) } else { Err(ImportError::Problems(problems)) }
}

/// A round that was imported before stays as it is, whatever happened to it since.
fn is_done(world: &HashMap<StreamId, Loaded>, command: &Command) -> bool {
    match command {
        Command::BookRound(round) => {
            world.get(&StreamId::Reservation(round.booking)).is_some_and(|loaded| loaded.version > 0)
        }
        _ => false,
    }
}

/// Whether a round that is refused is in the journal under the id of somebody who was erased: who led it and was
/// readmitted has another id now, by which it is not found.
async fn stands_already(journal: &Journal, plan: &Plan, command: &Command) -> Result<bool, ImportError> {
    let Command::BookRound(round) = command else { return Ok(false) };
    if plan.erased.is_empty() {
        return Ok(false);
    }
    for player in &round.players {
        for story in member_rounds::on_day(journal, player.member, round.play_date).await? {
            let with_erased = story.active().any(|place| plan.erased.contains(&place.member));
            if story.club == round.club.id && with_erased {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

async fn decide_one(
    journal: &Journal,
    world: &mut HashMap<StreamId, Loaded>,
    command: &Command,
) -> Result<Result<Decision, Rejection>, ImportError> {
    loop {
        match command.decide(world) {
            Ok(decision) => return Ok(Ok(decision)),
            Err(Undecided::Rejected(rejection)) => return Ok(Err(*rejection)),
            Err(Undecided::Missing(streams)) => load(journal, world, &streams).await?,
        }
    }
}

async fn load(
    journal: &Journal,
    world: &mut HashMap<StreamId, Loaded>,
    streams: &[StreamId],
) -> Result<(), ImportError> {
    for chunk in streams.chunks(LOAD) {
        let found = journal.load_streams(chunk).await?;
        for stream in chunk {
            let mut loaded = Loaded::empty(stream);
            for recorded in found.get(stream).into_iter().flatten() {
                loaded.apply(recorded.sequence, &recorded.event);
            }
            world.insert(stream.clone(), loaded);
        }
    }
    Ok(())
}

/// Takes a decision into the batch, and into the world that the next one is decided on.
fn append(world: &mut HashMap<StreamId, Loaded>, decision: Decision, clock: &Clock, batch: &mut Batch) {
    let correlation_id = random::new_id(clock.now());
    for (stream, events) in decision.events {
        let loaded = world.entry(stream.clone()).or_insert_with(|| Loaded::empty(&stream));
        let version = loaded.version;
        for event in &events {
            loaded.evolve(event);
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

/// The refusal, naming the player whom it is about.
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
