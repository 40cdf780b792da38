//! Finds acknowledged events that the journal does not have any more, after a fail-over or a restore that lost commits.
//!
//! There are two sources: the data folder of the old primary, of which a copy is started, and the records that the
//! nodes write before they answer. Each is compared with the current journal, event by event. Missing events are
//! listed per booking, with the bookings that were made again since. This module writes nothing.

use std::path::Path;

use anyhow::Result;
use fairway_audit::names::Names;
use sqlx::PgPool;

use super::entry::Entry;
use super::lost::{self, LostSubject};
use super::missing::MissingEvents;
use super::old_primary::{self, Copying};
use super::records;
use super::recovery::{self, Current};

/// A search for missing events.
#[derive(Debug)]
pub struct Search {
    pool: PgPool,
    missing: MissingEvents,
    read: Vec<String>,
}

/// The result of a search.
#[derive(Debug)]
pub struct Report {
    /// The subjects with missing events, by the time of the first acknowledgement.
    pub subjects: Vec<LostSubject>,
    /// A sentence per source: what was read of it.
    pub read: Vec<String>,
    /// The names of the members, clubs, passes and vouchers in the report.
    pub names: Names,
}

impl Search {
    /// A search that has read nothing yet.
    #[must_use]
    pub fn new(pool: PgPool) -> Self {
        Self { missing: MissingEvents::new(pool.clone()), pool, read: Vec::new() }
    }

    /// Compares the records of a node: its `acknowledged` folder, or a file of it.
    ///
    /// # Errors
    /// When it cannot be read, or the database does not answer.
    pub async fn read_record(&mut self, path: &Path) -> Result<()> {
        self.read.push(records::read(path, &mut self.missing).await?);
        Ok(())
    }

    /// Compares an old primary. The copy of it runs on the calling thread.
    ///
    /// # Errors
    /// When it cannot be copied, started or read, or the database does not answer.
    pub async fn read_old_primary(&mut self, data: &Path, copying: &Copying) -> Result<()> {
        self.read.push(old_primary::read(data, copying, &self.pool, &mut self.missing).await?);
        Ok(())
    }

    /// The report: what is missing, and what was recovered since.
    ///
    /// # Errors
    /// When the database does not answer, or this version cannot read a missing event.
    pub async fn finish(self) -> Result<Report> {
        let Self { pool, missing, read } = self;
        let mut subjects = lost::by_subject(missing.into_events())?;
        let mut names = Names::of_clubs(&pool).await?;
        for lost in &subjects {
            names.add_from(&pool, lost.events()).await?;
        }
        let lost_from = subjects
            .iter()
            .flat_map(LostSubject::events)
            .map(|event| event.position)
            .min()
            .unwrap_or_default();
        for batch in subjects.chunks_mut(recovery::BATCH) {
            let current = Current::read(&pool, batch, lost_from).await?;
            for lost in batch {
                lost.recovery = current.recovery_of(lost, &names);
            }
        }
        Ok(Report { subjects, read, names })
    }
}

impl Report {
    /// The missing events by subject, for programs.
    #[must_use]
    pub fn entries(&self) -> Vec<Entry> {
        self.subjects.iter().map(|lost| Entry::for_subject(lost, &self.names)).collect()
    }
}
