//! A journal in memory: it loads the streams that the writer would load for a decision, and appends the events.

use std::collections::{BTreeMap, HashMap};

use fairway_command::{Command, Decision, Loaded, Rejection, Undecided};
use fairway_events::{Event, StreamId};

/// Every event in global order, and the current state of the streams.
#[derive(Default)]
pub(crate) struct Journal {
    log: Vec<(StreamId, Event)>,
    streams: BTreeMap<StreamId, Loaded>,
}

impl Journal {
    pub(crate) fn log(&self) -> &[(StreamId, Event)] {
        &self.log
    }

    pub(crate) fn stream(&self, id: &StreamId) -> Loaded {
        self.streams.get(id).cloned().unwrap_or_else(|| Loaded::empty(id))
    }

    /// Decides on freshly loaded streams; at most three more rounds of loading may follow.
    pub(crate) fn decide(&self, command: &Command) -> Result<Decision, Rejection> {
        let mut loaded_streams: HashMap<StreamId, Loaded> = HashMap::new();
        let mut wanted = command.streams();
        for _round in 0..6 {
            loaded_streams.extend(wanted.iter().map(|id| (id.clone(), self.stream(id))));
            match command.decide(&loaded_streams) {
                Ok(decision) => return Ok(decision),
                Err(Undecided::Rejected(rejection)) => return Err(*rejection),
                Err(Undecided::Missing(streams)) => wanted = streams,
            }
        }
        panic!("more than six rounds of loading for {command:?}");
    }

    pub(crate) fn append(&mut self, decision: Decision) {
        for (id, events) in decision.events {
            let loaded = self.streams.entry(id.clone()).or_insert_with(|| Loaded::empty(&id));
            for event in events {
                loaded.apply_next(event.clone());
                self.log.push((id.clone(), event));
            }
        }
    }

    /// The current state of the streams, in a form that can be compared.
    pub(crate) fn states(&self) -> Vec<String> {
        self.streams.iter().map(|(id, loaded)| format!("{id}: {loaded:?}")).collect()
    }

    /// The same, from the stored form of every event since the first.
    pub(crate) fn replayed(&self) -> Vec<String> {
        let mut replay = Self::default();
        for (id, event) in &self.log {
            let payload = event.to_payload().unwrap();
            let event = Event::decode(id, event.name(), event.version(), &payload).unwrap();
            replay.append(Decision { events: vec![(id.clone(), vec![event])] });
        }
        replay.states()
    }
}
