//! Computes the chain again. Each event is compared with the *stored* hash before it, so that one change is one finding
//! and not one for every later event; the next few events distinguish an inserted or removed event from a changed one.
//! Its functions fail when the database does not answer.

use std::collections::VecDeque;

use fairway_events::journal::RawEvent;
use fairway_events::{Journal, Position};
use fairway_query::Pace;
use serde::Serialize;
use sqlx::PgPool;

use super::chain::{self, BLOCK, HASH, Hash, Head};
use super::findings::{EventName, Finding};

/// How many events in a row may be inserted or removed and still be recognised as such.
const LOOK_AHEAD: usize = 16;
/// Events per read.
const BATCH: i64 = 5_000;
/// Rows of the seal per read.
const ROWS: i64 = 64;
/// Findings that are stored; further ones are only counted.
const MAXIMUM: usize = 100;

/// The result of a check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Checked {
    /// The chain's head as stored.
    pub head: Option<Head>,
    /// Events that the journal holds and the seal does not have yet.
    pub unsealed: i64,
    /// How many findings there are.
    pub count: u64,
    /// The first hundred of them, in order of position.
    pub findings: Vec<Finding>,
}

/// Checks the whole journal against the seal, and the seal against heads that were stored elsewhere. `observe`
/// receives the position and the end. A batch of events and of hashes is held in memory.
pub async fn check(
    pool: &PgPool,
    heads: &[Head],
    observe: impl FnMut(Position, Position),
) -> Result<Checked, sqlx::Error> {
    check_at(pool, heads, Pace::FULL, observe).await
}

/// The same, at a pace.
pub async fn check_at(
    pool: &PgPool,
    heads: &[Head],
    pace: Pace,
    mut observe: impl FnMut(Position, Position),
) -> Result<Checked, sqlx::Error> {
    let mut paced = pace.watch(pool);
    let head = chain::head(pool).await?;
    let end = head.map_or(0, |head| head.position);
    let mut heads = heads.to_vec();
    heads.sort_by_key(|head| head.position);
    let mut checking = Checking {
        sealed: Seal::new(pool),
        events: Events {
            journal: Journal::new(pool.clone()),
            after: 0,
            is_exhausted: false,
            window: VecDeque::new(),
        },
        before: Hash::beginning(),
        findings: Vec::new(),
        count: 0,
        last_match: None,
    };
    let mut position = 0;
    while position < end {
        position += 1;
        if !checking.step(position, end).await? {
            break;
        }
        checking.compare(position, &heads);
        observe(position, end);
        if position % BLOCK == 0 {
            paced.rest().await;
        }
    }
    for head in heads.iter().filter(|head| head.position > end) {
        checking.find(Finding::Short { head: *head, end });
    }
    let last = Journal::new(pool.clone()).head().await?;
    Ok(Checked { head, unsealed: (last - end).max(0), findings: checking.findings, count: checking.count })
}

struct Checking<'a> {
    sealed: Seal<'a>,
    events: Events,
    /// The hash that the next one includes.
    before: Hash,
    findings: Vec<Finding>,
    count: u64,
    /// The last given head that matches.
    last_match: Option<Head>,
}

impl Checking<'_> {
    fn find(&mut self, finding: Finding) {
        self.count += 1;
        if self.findings.len() < MAXIMUM {
            self.findings.push(finding);
        }
    }

    /// Checks what was sealed at a position; false when the check cannot continue.
    async fn step(&mut self, position: Position, end: Position) -> Result<bool, sqlx::Error> {
        self.sealed.look_ahead().await?;
        self.events.look_ahead().await?;
        let Some(stored) = self.sealed.window.pop_front() else {
            self.find(Finding::SealBroken(position));
            return Ok(false);
        };
        let Some(event) = self.events.window.front() else {
            self.find(Finding::CutOff { from: position, to: end });
            return Ok(false);
        };
        let computed = self.before.then(position, event);
        if computed == stored {
            self.events.window.pop_front();
        } else if let Some(removed) = self.removed(position, stored) {
            // One at a time: the next steps find the others.
            debug_assert!(removed > 0);
            self.find(Finding::Removed(position));
        } else if let Some(inserted) = self.inserted(position, stored) {
            for event in self.events.window.drain(..=inserted).take(inserted).collect::<Vec<_>>() {
                self.find(Finding::Inserted(EventName::from(&event)));
            }
        } else {
            let follows = self.events.window.get(1).zip(self.sealed.window.front());
            let only_seal =
                follows.is_some_and(|(next, sealed)| computed.then(position + 1, next) == *sealed);
            let finding = if only_seal {
                Finding::SealChanged(position)
            } else {
                Finding::Changed(EventName::from(event))
            };
            self.events.window.pop_front();
            self.find(finding);
            if only_seal {
                self.before = computed;
                return Ok(true);
            }
        }
        self.before = stored;
        Ok(true)
    }

    /// How many events were removed here, if the next existing one matches a later hash.
    fn removed(&self, position: Position, stored: Hash) -> Option<i64> {
        let event = self.events.window.front()?;
        let mut before = stored;
        for (sealed, skipped) in self.sealed.window.iter().take(LOOK_AHEAD).zip(1..) {
            if before.then(position + skipped, event) == *sealed {
                return Some(skipped);
            }
            before = *sealed;
        }
        None
    }

    /// How many events were inserted here, if the one after them matches the hash.
    fn inserted(&self, position: Position, stored: Hash) -> Option<usize> {
        let matches = |event: &RawEvent| self.before.then(position, event) == stored;
        (1..=LOOK_AHEAD).find(|skipped| self.events.window.get(*skipped).is_some_and(matches))
    }

    fn compare(&mut self, position: Position, heads: &[Head]) {
        for head in heads.iter().filter(|head| head.position == position) {
            if head.hash == self.before {
                self.last_match = Some(*head);
            } else {
                self.find(Finding::Rewritten { head: *head, last_match: self.last_match });
            }
        }
    }
}

/// The stored hashes, in order; read in pages, so that no snapshot is held for as long as the check takes.
struct Seal<'a> {
    pool: &'a PgPool,
    rows: VecDeque<(i64, Vec<u8>)>,
    /// The next page begins after this block; none: there are no more.
    after: Option<i64>,
    next: i64,
    broken: bool,
    window: VecDeque<Hash>,
}

impl<'a> Seal<'a> {
    fn new(pool: &'a PgPool) -> Self {
        Self { pool, rows: VecDeque::new(), after: Some(-1), next: 0, broken: false, window: VecDeque::new() }
    }

    async fn next_row(&mut self) -> Result<Option<(i64, Vec<u8>)>, sqlx::Error> {
        if let (true, Some(after)) = (self.rows.is_empty(), self.after) {
            let page: Vec<(i64, Vec<u8>)> =
                sqlx::query_as("SELECT block, hashes FROM seal WHERE block > $1 ORDER BY block LIMIT $2")
                    .bind(after)
                    .bind(ROWS)
                    .fetch_all(self.pool)
                    .await?;
            let is_full = i64::try_from(page.len()) == Ok(ROWS);
            self.after = page.last().filter(|_| is_full).map(|(block, _)| *block);
            self.rows.extend(page);
        }
        Ok(self.rows.pop_front())
    }

    /// Fills the window with enough hashes; it has fewer only where the seal ends or breaks.
    async fn look_ahead(&mut self) -> Result<(), sqlx::Error> {
        while self.window.len() <= LOOK_AHEAD && !self.broken {
            let Some((block, hashes)) = self.next_row().await? else { break };
            self.broken = block != self.next || hashes.len() % HASH != 0;
            if !self.broken {
                self.window.extend(hashes.chunks_exact(HASH).filter_map(Hash::from_bytes));
                // Only the last row may be shorter.
                self.broken =
                    i64::try_from(hashes.len() / HASH) != Ok(BLOCK) && self.next_row().await?.is_some();
            }
            self.next += 1;
        }
        Ok(())
    }
}

/// The stored events, in order.
struct Events {
    journal: Journal,
    after: Position,
    is_exhausted: bool,
    window: VecDeque<RawEvent>,
}

impl Events {
    async fn look_ahead(&mut self) -> Result<(), sqlx::Error> {
        if self.window.len() > LOOK_AHEAD + 1 || self.is_exhausted {
            return Ok(());
        }
        let read = self.journal.raw_after(self.after, BATCH).await?;
        self.is_exhausted = i64::try_from(read.len()).is_ok_and(|length| length < BATCH);
        self.after = read.last().map_or(self.after, |last| last.position);
        self.window.extend(read);
        Ok(())
    }
}
