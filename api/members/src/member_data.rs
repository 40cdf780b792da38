//! A member's data as one file, in Dutch: every section of [`store::member_data`](fairway_store::member_data), then the
//! events of the journal. Each section says what it is, and what each of its fields means.
//!
//! The file is built in memory: a member with 20,000 events has some 15 MB. [`MemberData`] builds two at a time, so that
//! members who download at once cost no more than that.

mod events;
mod file;
mod meaning;

use chrono::{DateTime, Utc};
use fairway_events::{Journal, MemberId};
use fairway_store::PgPool;
use tokio::sync::Semaphore;

use fairway_store::member_data;

use self::file::File;
pub(crate) use self::file::MemberDataError;

/// Files that a node builds at the same time.
const AT_ONCE: usize = 2;

/// Builds the files of members.
#[derive(Debug)]
pub struct MemberData {
    turns: Semaphore,
}

impl Default for MemberData {
    fn default() -> Self {
        Self { turns: Semaphore::new(AT_ONCE) }
    }
}

impl MemberData {
    /// The file of a member, as JSON text.
    ///
    /// # Errors
    /// [`MemberDataError`].
    pub async fn file(
        &self,
        pool: &PgPool,
        member: MemberId,
        now: DateTime<Utc>,
    ) -> Result<Vec<u8>, MemberDataError> {
        // Never closed, so that a turn always comes.
        let _turn = self.turns.acquire().await.ok();
        let mut file = File::begin(now)?;
        let mut transaction = member_data::begin(pool).await?;
        for section in member_data::sections() {
            file.section(section)?;
            section.read(&mut transaction, member, |row| file.row(row)).await?;
            file.end_section();
        }
        let streams = member_data::streams(&mut transaction, member).await?;
        transaction.rollback().await?;
        events::write(&mut file, &Journal::new(pool.clone()), member, streams).await?;
        Ok(file.end())
    }
}
