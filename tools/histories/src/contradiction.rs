//! A contradiction as a stranger reads it: the seed that repeats it, the operations about the one thing that it is
//! about, and plain sentences.

use std::fmt;

use crate::history::Operation;
use crate::words;

/// Operations that are shown at most: those nearest to the ones that contradict each other.
const MOST_ROWS: usize = 14;

/// Something that clients were told and that cannot all be true.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contradiction {
    /// The seed of the run.
    pub seed: u64,
    /// The thing that it is about: a club's day, or a member's list.
    pub key: String,
    /// The operations about that thing, in the order of time.
    pub operations: Vec<Row>,
    /// One or two sentences.
    pub words: String,
}

/// One operation of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Whether the sentences are about it.
    pub meant: bool,
    /// Its number in the record.
    pub id: u64,
    /// Nanoseconds.
    pub invoked: u64,
    /// Nanoseconds.
    pub completed: u64,
    /// Session and node.
    pub asked: String,
    /// The request.
    pub call: String,
    /// The answer.
    pub outcome: String,
}

impl Contradiction {
    /// With the operations that share the day or the member of the first one that is meant.
    pub(crate) fn new(seed: u64, all: &[Operation], meant: &[&Operation], words: String) -> Self {
        let first = meant.first();
        let key = first.map_or_else(|| "the journal".to_owned(), |first| words::key(first));
        let is_meant = |operation: &Operation| meant.iter().any(|other| other.id == operation.id);
        let about = |operation: &&Operation| {
            is_meant(operation) || first.is_some_and(|first| is_related(first, operation))
        };
        let mut related: Vec<&Operation> = all.iter().filter(about).collect();
        let distance = |operation: &Operation| {
            let from = |other: &&Operation| other.invoked.abs_diff(operation.invoked);
            if is_meant(operation) { 0 } else { meant.iter().map(from).min().unwrap_or(u64::MAX) }
        };
        related.sort_by_key(|operation| distance(operation));
        related.truncate(MOST_ROWS.max(meant.len()));
        related.sort_by_key(|operation| (operation.invoked, operation.id));
        let row = |operation: &Operation| Row {
            meant: is_meant(operation),
            id: operation.id,
            invoked: operation.invoked,
            completed: operation.completed,
            asked: format!("session {} at {}", operation.session, operation.node),
            call: words::call(operation),
            outcome: words::outcome(&operation.outcome),
        };
        Self { seed, key, operations: related.into_iter().map(row).collect(), words }
    }

    /// About something that no operation of the record did.
    pub(crate) fn of_the_journal(seed: u64, key: String, words: String) -> Self {
        Self { seed, key, operations: Vec::new(), words }
    }
}

/// Whether two operations are about the same club's day, or about the list of the same member.
fn is_related(first: &Operation, other: &Operation) -> bool {
    match (first.call.day(), other.call.day()) {
        (Some(day), Some(of_other)) => day == of_other,
        _ => {
            first.by == other.by
                || words::players(&other.call).contains(&first.by)
                || words::players(&first.call).contains(&other.by)
        }
    }
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "seed {}: {}", self.seed, self.key)?;
        writeln!(f, "  {}", self.words)?;
        if self.operations.is_empty() {
            return Ok(());
        }
        let start = self.operations.iter().map(|row| row.invoked).min().unwrap_or(0);
        let width = |text: fn(&Row) -> &String| {
            self.operations.iter().map(|row| text(row).chars().count()).max().unwrap_or(0)
        };
        let (asked, call) = (width(|row| &row.asked), width(|row| &row.call));
        writeln!(
            f,
            "    {:>5}  {:<19}  {:<asked$}  {:<call$}  answered",
            "", "from – to, ms", "asked by", "asked for"
        )?;
        for row in &self.operations {
            let mark = if row.meant { '>' } else { ' ' };
            let times = format!("{} – {}", millis(row.invoked - start), millis(row.completed - start));
            writeln!(
                f,
                "  {mark} {:>5}  {times:<19}  {:<asked$}  {:<call$}  {}",
                format!("#{}", row.id),
                row.asked,
                row.call,
                row.outcome
            )?;
        }
        Ok(())
    }
}

fn millis(nanoseconds: u64) -> String {
    format!("{}.{}", nanoseconds / 1_000_000, nanoseconds / 100_000 % 10)
}
