//! Writing: every table and every event in one transaction.

mod content;
mod people;
mod photos;

use std::fmt;

use chrono::NaiveDate;
use fairway_audit::publication;
use fairway_clock::clock::Clock;
use fairway_content::import_changes;
use fairway_documents::Portal;
use fairway_events::Journal;
use fairway_members::password::guessable::SHORTEST;
use fairway_store::content::{changes, stored, write};
use fairway_store::erasures;

use crate::decide::Decided;
use crate::error::ImportError;
use crate::excluded::ExcludedRows;
use crate::identities::RowAddress;
use crate::plan::Plan;

/// The counts of an import, for its report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Summary {
    /// Clubs in the data set.
    pub clubs: usize,
    /// Members in the data set.
    pub members: usize,
    /// Those of them who are new.
    pub new_members: usize,
    /// New members whose password would be refused in the portal: too short, or a common one.
    pub guessable_passwords: usize,
    /// Subscriptions that it started.
    pub subscriptions: usize,
    /// Vouchers that it granted.
    pub vouchers: usize,
    /// Past rounds that it recorded.
    pub rounds: usize,
    /// Events that it appended.
    pub events: usize,
    /// Known members who have another address now.
    pub changed_addresses: usize,
    /// Known members whose row names an address that they had before: they keep the present one.
    pub former_addresses: usize,
    /// A day of the first published month that it changed.
    pub published_since: Option<NaiveDate>,
    /// Rows that were left out because members were erased.
    pub excluded: ExcludedRows,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "imported {} clubs and {} members ({} new); recorded {} subscriptions, {} vouchers and {} rounds ({} events)",
            self.clubs,
            self.members,
            self.new_members,
            self.subscriptions,
            self.vouchers,
            self.rounds,
            self.events
        )?;
        if self.guessable_passwords > 0 {
            write!(
                f,
                "\n{} new member(s) have a password that is tried first, or of less than {SHORTEST} characters: leave `password` \
                 out, and members choose one by the link of \"Wachtwoord vergeten\"",
                self.guessable_passwords
            )?;
        }
        if self.changed_addresses > 0 {
            write!(
                f,
                "\n{} known member(s) got the address of their row; both addresses are mailed",
                self.changed_addresses
            )?;
        }
        if self.former_addresses > 0 {
            write!(
                f,
                "\n{} row(s) name an address that their member had before: the present one was kept",
                self.former_addresses
            )?;
        }
        if let Some(day) = self.published_since {
            write!(
                f,
                "\nanalysts read figures of {} and later as they were published before: when the read models have caught up \
                 (`replay-tool lag`), run `replay-tool publish --again --operator NAME --reason TEXT`",
                day.format("%Y-%m")
            )?;
        }
        write!(f, "{}", self.excluded)
    }
}

/// Writes a plan and its decided events.
pub(super) async fn apply(
    journal: &Journal,
    plan: &Plan,
    decided: &Decided,
    clock: &Clock,
    portal: &Portal,
) -> Result<Summary, ImportError> {
    let mut transaction = journal.pool().begin().await?;
    erasures::exclude_imports(&mut transaction).await?;
    publication::exclude(&mut transaction).await?;
    let closed_before = publication::closed_before(&mut transaction).await?;
    let data = &plan.data;
    // Operators at their screens wait, and then see what was imported.
    changes::lock(&mut transaction).await?;
    let before = stored::items(&mut *transaction, None, None).await?;
    content::settings(&mut transaction, data.settings.as_ref()).await?;
    photos::store(&mut transaction, &data.photos).await?;
    for row in data.clubs.iter().flatten() {
        write::club(&mut transaction, row).await?;
    }
    photos::delete_unused(&mut transaction).await?;
    let new_members = people::members(&mut transaction, plan, clock, portal).await?;
    content::offers(&mut transaction, plan).await?;
    content::news(&mut transaction, data.news.as_deref()).await?;
    content::faq(&mut transaction, data.faq.as_deref()).await?;
    content::pages(&mut transaction, data.pages.as_deref()).await?;
    changes::raise_version(&mut transaction).await?;
    import_changes::record(&mut transaction, before, clock.now()).await?;
    // Last: it locks the journal's head until the commit.
    let events = decided.batch.event_count();
    let position = match events {
        0 => None,
        _ => Some(Journal::append_in(&mut transaction, &decided.batch, clock.now()).await?),
    };
    transaction.commit().await?;
    if let Some(position) = position {
        journal.announce(position).await?;
    }
    Ok(Summary {
        clubs: data.clubs.iter().flatten().count(),
        members: plan.members.len(),
        new_members,
        guessable_passwords: plan.members.values().filter(|member| member.is_guessable).count(),
        subscriptions: decided.subscriptions,
        vouchers: decided.vouchers,
        rounds: decided.rounds,
        events,
        changed_addresses: plan.with_address(RowAddress::Changed),
        former_addresses: plan.with_address(RowAddress::Former),
        published_since: decided.first_day.filter(|day| closed_before.is_some_and(|open| *day < open)),
        excluded: plan.excluded,
    })
}
