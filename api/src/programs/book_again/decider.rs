//! The decider of a run: the writer, which commits; or, in a rehearsal, the same decisions on streams in memory, each
//! based on the ones before it.

use std::collections::HashMap;

use fairway_clock::clock::Clock;
use fairway_clock::random;
use fairway_command::{Command, Loaded, Outcome, Rejection, Submission, Undecided, WriterHandle};
use fairway_events::{Actor, Journal, MemberId, StreamId};
use fairway_store::operator_actions::OperatorAct;

#[derive(Debug)]
pub(super) enum Decider {
    Writer(WriterHandle),
    /// Nothing is committed: the streams with what the rehearsal decided so far.
    Rehearsal(HashMap<StreamId, Loaded>),
}

impl Decider {
    /// Decides a command for a member, in the operator's name.
    ///
    /// # Errors
    /// When there is no outcome; a rejection is no error.
    pub(super) async fn decide(
        &mut self,
        journal: &Journal,
        clock: &Clock,
        by: &OperatorAct,
        member: MemberId,
        command: Command,
    ) -> anyhow::Result<Result<(), Rejection>> {
        match self {
            Self::Writer(writer) => {
                let submission = Submission {
                    command,
                    correlation_id: random::new_id(clock.now()),
                    actor: Actor::Impersonator { operator: by.operator.clone(), member },
                    metadata: by.metadata(member.to_string()),
                    receipt: None,
                };
                Ok(match writer.submit(submission).await? {
                    Outcome::Rejected(rejection) => Err(rejection),
                    // The last two need an idempotency key.
                    Outcome::Accepted { .. } | Outcome::Replayed { .. } | Outcome::KeyReused => Ok(()),
                })
            }
            Self::Rehearsal(loaded_streams) => rehearse(loaded_streams, journal, &command).await,
        }
    }
}

async fn rehearse(
    loaded_streams: &mut HashMap<StreamId, Loaded>,
    journal: &Journal,
    command: &Command,
) -> anyhow::Result<Result<(), Rejection>> {
    let mut wanted = command.streams();
    loop {
        wanted.retain(|stream| !loaded_streams.contains_key(stream));
        let mut found = journal.load_streams(&wanted).await?;
        for stream in wanted {
            let mut loaded = Loaded::empty(&stream);
            for recorded in found.remove(&stream).into_iter().flatten() {
                loaded.apply(recorded.sequence, recorded.event);
            }
            loaded_streams.insert(stream, loaded);
        }
        match command.decide(loaded_streams) {
            Ok(decision) => {
                for (stream, events) in decision.events {
                    let loaded =
                        loaded_streams.entry(stream.clone()).or_insert_with(|| Loaded::empty(&stream));
                    events.into_iter().for_each(|event| loaded.apply_next(event));
                }
                return Ok(Ok(()));
            }
            Err(Undecided::Rejected(rejection)) => return Ok(Err(*rejection)),
            Err(Undecided::Missing(streams)) => wanted = streams,
        }
    }
}
