//! Both judges over one record. The program and the campaign of faults use this, so that they judge alike.

use std::fmt;

use anyhow::Result;
use fairway_audit::club_terms;
use fairway_events::{Journal, RecordedEvent};
use sqlx::PgPool;

use crate::contradiction::Contradiction;
use crate::history::History;
use crate::judge::{Clubs, Figures, judge};
use crate::list_append::{self, Promise};

/// Events that one statement reads.
const PAGE: i64 = 10_000;

/// What a record is held against.
#[derive(Debug, Clone)]
pub struct Truth {
    /// The whole journal, from its first event, in order.
    pub events: Vec<RecordedEvent>,
    /// The clubs' terms.
    pub clubs: Clubs,
}

/// The result of both judges.
#[derive(Debug)]
pub struct Judgement {
    /// The first judge's counts.
    pub figures: Figures,
    /// The second judge's counts, by its question, and whether the record says enough to answer that.
    pub lists: [(&'static str, list_append::Figures, bool); 2],
    /// Everything that cannot be, the first judge's first.
    pub contradictions: Vec<Contradiction>,
}

impl Truth {
    /// Reads the journal and the clubs of a portal.
    ///
    /// # Errors
    /// When the database does not answer, or an event cannot be decoded.
    pub async fn load(pool: &PgPool) -> Result<Self> {
        let clubs = club_terms::load(pool, None).await?;
        let mut connection = pool.acquire().await?;
        let mut events: Vec<RecordedEvent> = Vec::new();
        loop {
            let after = events.last().map_or(0, |event| event.position);
            let page = Journal::entries_after(&mut connection, after, PAGE).await?;
            if page.is_empty() {
                return Ok(Self { events, clubs });
            }
            for entry in page {
                events.push(entry.event?);
            }
        }
    }

    /// Has both judges judge a record.
    #[must_use]
    pub fn judge(&self, history: &History) -> Judgement {
        let verdict = judge(history, self.events.iter().cloned(), &self.clubs);
        let mut contradictions = verdict.contradictions;
        let questions = [(Promise::Strict, "reads of the journal"), (Promise::Session, "all reads of days")];
        let lists = questions.map(|(promise, name)| {
            let second = list_append::judge(history, &verdict.bookings, promise);
            contradictions.extend(second.contradictions);
            (name, second.figures, second.conclusive)
        });
        Judgement { figures: verdict.figures, lists, contradictions }
    }
}

impl Judgement {
    /// The questions of the second judge for which the record says too little.
    pub fn inconclusive(&self) -> impl Iterator<Item = &'static str> {
        self.lists.iter().filter(|(.., conclusive)| !conclusive).map(|(name, ..)| *name)
    }
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "by the journal: {}", self.figures)?;
        for (name, figures, conclusive) in &self.lists {
            let conclusive = if *conclusive { "" } else { "; the record says too little" };
            writeln!(f, "without the journal, {name}: {figures}{conclusive}")?;
        }
        for contradiction in &self.contradictions {
            writeln!(f, "\n{contradiction}")?;
        }
        write!(f, "\n{} contradictions", self.contradictions.len())
    }
}
