//! The journal in memory, as `events/src/journal` stores it in PostgreSQL: a head with a stamp, one lock, appends that
//! are refused where they do not fit. Every earlier version is retained, so that an answer can be compared with
//! the journal of that moment.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use fairway_events::journal::UnreadableReason;
use fairway_events::journal::{
    Fence, FoundAppend, Head, History, Part, PartialAppend, Receipt, ReceiptKey, Tail, TailEvent,
};
use fairway_events::{Event, StreamId, Unreadable};
use uuid::Uuid;

use super::setup::{UNREADABLE, Without};
use crate::world::{Decision, Loaded, Undecided};
use crate::writer::machine::{Appended, Batch, Decided};
use crate::{Command, Rejection};

/// An event as the journal stores it.
#[derive(Debug, Clone)]
pub(super) struct Stored {
    pub(super) stream: StreamId,
    pub(super) sequence: i64,
    pub(super) event: Event,
    pub(super) correlation_id: Uuid,
    stamp: Option<Uuid>,
}

/// The streams at some time.
#[derive(Debug, Clone, Default)]
pub(super) struct Version {
    streams: HashMap<StreamId, Loaded>,
    pub(super) receipts: HashMap<ReceiptKey, Receipt>,
}

impl Version {
    /// Decides a command on this version.
    pub(super) fn decide(&self, command: &Command) -> Result<Decision, Rejection> {
        let mut loaded_streams: HashMap<StreamId, Loaded> = HashMap::new();
        let mut wanted = command.streams();
        loop {
            for stream in wanted {
                let loaded = self.streams.get(&stream).cloned().unwrap_or_else(|| Loaded::empty(&stream));
                loaded_streams.insert(stream, loaded);
            }
            match command.decide(&loaded_streams) {
                Ok(decision) => return Ok(decision),
                Err(Undecided::Rejected(rejection)) => return Err(*rejection),
                Err(Undecided::Missing(streams)) => wanted = streams,
            }
        }
    }

    fn apply(&mut self, stream: &StreamId, sequence: i64, event: Event) {
        self.streams.entry(stream.clone()).or_insert_with(|| Loaded::empty(stream)).apply(sequence, event);
    }
}

/// The journal.
#[derive(Debug)]
pub(super) struct Journal {
    pub(super) log: Vec<Stored>,
    head: Uuid,
    turn: i64,
    /// Former heads of the journal, with their receipts: to which it may go back.
    heads: BTreeMap<usize, (Uuid, i64, Rc<Version>)>,
    /// Every version, in order.
    pub(super) versions: Vec<Rc<Version>>,
    /// The operation that holds the head's lock.
    pub(super) lock: Option<u64>,
    pub(super) without: Option<Without>,
    /// How often it went back.
    pub(super) rewinds: usize,
}

/// The stream that no version of the program can read.
pub(super) fn is_unreadable(stream: &StreamId) -> bool {
    matches!(stream, StreamId::Membership(member) if *member == crate::fixtures::member(UNREADABLE))
}

impl Journal {
    /// A journal in which these commands happened.
    pub(super) fn after(commands: impl IntoIterator<Item = Command>) -> Self {
        let version = Rc::<Version>::default();
        let mut journal = Self {
            log: Vec::new(),
            head: Uuid::nil(),
            turn: 0,
            heads: BTreeMap::from([(0, (Uuid::nil(), 0, Rc::clone(&version)))]),
            versions: vec![version],
            lock: None,
            without: None,
            rewinds: 0,
        };
        for (number, command) in (1..).zip(commands) {
            let decision = journal.latest().decide(&command).unwrap();
            let mut version = (*journal.latest()).clone();
            for (stream, events) in decision.events {
                let mut sequence = version.streams.get(&stream).map_or(0, |loaded| loaded.version);
                for event in events {
                    sequence += 1;
                    version.apply(&stream, sequence, event.clone());
                    let correlation_id = Uuid::from_u128(number);
                    journal.log.push(Stored {
                        stream: stream.clone(),
                        sequence,
                        event,
                        correlation_id,
                        stamp: None,
                    });
                }
            }
            journal.commit(version, Uuid::from_u128(number));
        }
        journal.heads.retain(|length, _| *length == journal.log.len());
        journal
    }

    pub(super) fn latest(&self) -> Rc<Version> {
        Rc::clone(self.versions.last().unwrap())
    }

    pub(super) fn head(&self) -> Head {
        Head {
            position: i64::try_from(self.log.len()).unwrap(),
            stamp: self.head,
            turn: self.turn,
            marked: true,
        }
    }

    fn commit(&mut self, version: Version, stamp: Uuid) {
        if let Some(last) = self.log.last_mut() {
            last.stamp = Some(stamp);
        }
        self.head = stamp;
        let version = Rc::new(version);
        self.heads.insert(self.log.len(), (stamp, self.turn, Rc::clone(&version)));
        self.versions.push(version);
    }

    /// Appends a batch, or says why not. `Ok` is whether it was appended; `Err` is for the caller.
    pub(super) fn append(
        &mut self,
        batch: &Batch,
        fence: Fence,
        check: &mut dyn FnMut(&Decided, &Version),
    ) -> Result<bool, Appended> {
        let head = self.head();
        let fits = match self.without {
            Some(Without::Head) => true,
            Some(Without::Stamp) => (head.position, head.turn) == (fence.base.position, fence.base.turn),
            Some(Without::Turn) => (head.position, head.stamp) == (fence.base.position, fence.base.stamp),
            _ => head == fence.base,
        };
        if !fits {
            return Ok(false);
        }
        self.take(batch.commands().iter(), fence, check)?;
        Ok(true)
    }

    /// Appends the parts of a batch that rest on nothing that came since its base, as the function of the same name
    /// does.
    pub(super) fn append_unchanged_parts(
        &mut self,
        batch: &Batch,
        fence: Fence,
        check: &mut dyn FnMut(&Decided, &Version),
    ) -> Result<PartialAppend, Appended> {
        let tail = self.catch_up(fence.base, &batch.seen());
        let in_turn = tail.head.turn == fence.base.turn || self.without == Some(Without::Turn);
        if !tail.continues || !in_turn {
            return Ok(PartialAppend { tail, appended: None, left_out: Vec::new() });
        }
        let parts = batch.in_parts();
        let is_touched = |part: &Part<'_>| {
            self.without != Some(Without::Parts)
                && part.seen.iter().any(|stream| tail.events.iter().any(|event| event.stream == **stream))
        };
        let left_out: Vec<usize> =
            parts.iter().enumerate().filter(|(_, part)| is_touched(part)).map(|(number, _)| number).collect();
        let of_commands = batch.parts();
        let commands = batch.commands().iter().zip(of_commands);
        let mut taken: Vec<(&Decided, usize)> =
            commands.filter(|(_, part)| !left_out.contains(part)).collect();
        // In the order of the parts, as the function appends them.
        taken.sort_by_key(|(_, part)| *part);
        let before = self.log.len();
        self.take(taken.iter().map(|(decided, _)| *decided), fence, check)?;
        let appended = i64::try_from(self.log.len() - before).unwrap();
        Ok(PartialAppend { tail, appended: Some(appended), left_out })
    }

    fn take<'a>(
        &mut self,
        commands: impl Iterator<Item = &'a Decided> + Clone,
        fence: Fence,
        check: &mut dyn FnMut(&Decided, &Version),
    ) -> Result<(), Appended> {
        let mut version = (*self.latest()).clone();
        let (mut appended, mut between) = (Vec::new(), Vec::new());
        for decided in commands.clone() {
            if decided.submission().metadata.contains_key("refused row") {
                return Err(Appended::Refused(std::sync::Arc::new(RefusedRow)));
            }
            let mut sequences = decided.rows.sequences().iter().copied();
            for (stream, events) in decided.writes() {
                for event in events {
                    let sequence = sequences.next().unwrap();
                    let last = version.streams.get(stream).map_or(0, |loaded| loaded.version);
                    if sequence != last + 1 {
                        return Err(Appended::StreamConflict);
                    }
                    version.apply(stream, sequence, event.clone());
                    appended.push(Stored {
                        stream: stream.clone(),
                        sequence,
                        event: event.clone(),
                        correlation_id: decided.submission().correlation_id,
                        stamp: None,
                    });
                }
            }
            if let Some(receipt) = &decided.receipt
                && version.receipts.insert(receipt.key.clone(), receipt.clone()).is_some()
            {
                return Err(Appended::ReceiptConflict);
            }
            // A command of the same batch is refused for what was so between two of its commands.
            between.push(Rc::new(version.clone()));
        }
        let before = std::iter::once(self.latest()).chain(between.iter().cloned());
        commands.zip(before).for_each(|(decided, before)| check(decided, &before));
        if appended.is_empty() {
            return Ok(());
        }
        self.versions.extend(between);
        appended[0].stamp = Some(fence.stamp);
        self.log.extend(appended);
        self.commit(version, fence.stamp);
        Ok(())
    }

    /// Reads as the statement of the same name does.
    pub(super) fn catch_up(&self, known: Head, streams: &[StreamId]) -> Tail {
        let (head, at) = (self.head(), usize::try_from(known.position).unwrap());
        let continues = match head.position.cmp(&known.position) {
            std::cmp::Ordering::Less => false,
            std::cmp::Ordering::Equal => head.stamp == known.stamp,
            std::cmp::Ordering::Greater => at == 0 || self.log[at - 1].stamp == Some(known.stamp),
        };
        let after = if head.position > known.position { &self.log[at..] } else { &[] };
        let events = after.iter().map(|stored| TailEvent {
            stream: stored.stream.clone(),
            sequence: stored.sequence,
            event: (streams.contains(&stored.stream) || matches!(stored.stream, StreamId::CourseDay(..)))
                .then(|| stored.event.clone()),
        });
        Tail { head, continues, events: events.collect(), truncated: false }
    }

    pub(super) fn find_append(&mut self, fence: Fence) -> Option<FoundAppend> {
        self.turn += 1;
        let base = usize::try_from(fence.base.position).unwrap().min(self.log.len());
        let is_end = |stored: &Stored| stored.stamp == Some(fence.stamp);
        let first = base + self.log[base..].iter().position(is_end)?;
        let last = base + self.log[base..].iter().rposition(is_end)?;
        let events = self.log[first..=last].iter().map(|stored| (stored.stream.clone(), stored.sequence));
        let position = i64::try_from(last + 1).unwrap();
        Some(FoundAppend { position, events: events.collect(), head: self.head() })
    }

    pub(super) fn histories(
        &self,
        streams: &[StreamId],
        known: Head,
    ) -> Vec<(StreamId, Result<History, Unreadable>)> {
        let history = |stream: &StreamId| {
            if is_unreadable(stream) {
                let source = StreamId::parse("no such", "stream").unwrap_err();
                return Err(Unreadable { position: 1, source: UnreadableReason::Stream(source) });
            }
            let up_to = usize::try_from(known.position).unwrap();
            let events = self.log.iter().take(up_to).filter(|stored| stored.stream == *stream);
            let events = events.map(|stored| (stored.sequence, stored.event.clone())).collect();
            Ok(History { snapshot: None, events })
        };
        streams.iter().map(|stream| (stream.clone(), history(stream))).collect()
    }

    pub(super) fn receipts(&self, keys: &[ReceiptKey]) -> Vec<Receipt> {
        let latest = self.latest();
        keys.iter().filter_map(|key| latest.receipts.get(key).cloned()).collect()
    }

    /// Loses the last commits, as an asynchronous failover does.
    pub(super) fn go_back(&mut self, commits: usize) {
        let Some((length, (stamp, turn, version))) =
            self.heads.iter().rev().nth(commits).map(|(length, kept)| (*length, kept.clone()))
        else {
            return;
        };
        self.log.truncate(length);
        self.heads.retain(|kept, _| *kept <= length);
        (self.head, self.turn) = (stamp, turn);
        self.versions.push(version);
        self.lock = None;
        self.rewinds += 1;
    }
}

#[derive(Debug, thiserror::Error)]
#[error("the row is refused")]
struct RefusedRow;
