//! What members were promised and the journal does not hold any more, after a fail-over or a restore that lost
//! acknowledged commits.
//!
//! Two sources know of it: the data folder of the old primary, of which a copy is started, and what the nodes recorded
//! before they answered. Either is compared with the present journal, event by event; what is missing is listed per
//! booking, with what has been booked again since. Nothing is written here.

mod entry;
mod lost;
mod missing;
mod old_primary;
mod records;
mod recovery;

use std::path::Path;

use anyhow::Result;
use sqlx::PgPool;

use crate::names::Names;
pub use entry::{Entry, members};
pub use lost::{Lost, LostRequest, Recovery};
use missing::Missing;
pub use missing::Source;
pub use old_primary::Copying;
use recovery::Current;

/// A search for what is missing.
#[derive(Debug)]
pub struct Search {
    pool: PgPool,
    missing: Missing,
    read: Vec<String>,
}

/// What was found.
#[derive(Debug)]
pub struct Report {
    /// What is missing, by the time at which it was first acknowledged.
    pub lost: Vec<Lost>,
    /// What was read of each source, in sentences.
    pub read: Vec<String>,
    /// The names of whom and what it mentions.
    pub names: Names,
}

impl Search {
    /// A search that has read nothing yet.
    #[must_use]
    pub fn new(pool: PgPool) -> Self {
        Self { missing: Missing::new(pool.clone()), pool, read: Vec::new() }
    }

    /// Compares what a node recorded: its `acknowledged` folder, or a file of it.
    ///
    /// # Errors
    /// When it cannot be read, or the database does not answer.
    pub async fn read_record(&mut self, path: &Path) -> Result<()> {
        self.read.push(records::read(path, &mut self.missing).await?);
        Ok(())
    }

    /// Compares an old primary, of which a copy runs on the thread that calls this.
    ///
    /// # Errors
    /// When it cannot be copied, started or read, or the database does not answer.
    pub async fn read_old_primary(&mut self, data: &Path, copying: &Copying) -> Result<()> {
        self.read.push(old_primary::read(data, copying, &self.pool, &mut self.missing).await?);
        Ok(())
    }

    /// What is missing, and what was made good since.
    ///
    /// # Errors
    /// When the database does not answer, or this version cannot read a missing event.
    pub async fn finish(self) -> Result<Report> {
        let Self { pool, missing, read } = self;
        let mut lost = lost::by_subject(missing.into_events())?;
        let mut names = Names::of_clubs(&pool).await?;
        for lost in &lost {
            names.add_from(&pool, lost.events()).await?;
        }
        let lost_from =
            lost.iter().flat_map(Lost::events).map(|event| event.position).min().unwrap_or_default();
        for some in lost.chunks_mut(recovery::AT_ONCE) {
            let current = Current::of(&pool, some, lost_from).await?;
            for lost in some {
                lost.recovery = current.recovery_of(lost, &names);
            }
        }
        Ok(Report { lost, read, names })
    }
}

impl Report {
    /// What is missing, for programs.
    #[must_use]
    pub fn entries(&self) -> Vec<Entry> {
        self.lost.iter().map(|lost| Entry::of(lost, &self.names)).collect()
    }
}
