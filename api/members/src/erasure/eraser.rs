//! Erases one member: first a rehearsal, which finds a missing right while nothing is changed; then their rounds, by the
//! commands that they would send themselves; then, in one transaction, every row, the mail files, and the line in the
//! ledger.
//!
//! The ledger's line comes before the commit. If the machine stops between the two, the next start carries the erasure
//! out; in the other order, the next restore could lose it.

use std::path::PathBuf;

use anyhow::{Context, bail};
use fairway_clock::clock::Clock;
use fairway_command::WriterHandle;
use fairway_events::{Journal, MemberId};
use fairway_store::PgPool;
use fairway_store::erasures::{ErasureRecord, Person};
use fairway_store::mail_folder::Folder;
use fairway_store::operator_actions::OperatorAct;
use fairway_store::outbox::rounds;
use fairway_store::{erasures, mail_checkpoint};

use super::ledger::{Entry, ErasureLedger};
use super::pseudonyms::{Hash, Pseudonyms};
use super::report::Report;
use super::{mail_files, member_groups, member_rounds, naming};

/// An operator's request.
#[derive(Debug, Clone)]
pub struct EraseRequest {
    /// The member's address.
    pub email: String,
    /// The operator and the reason.
    pub by: OperatorAct,
    /// Also cancel their upcoming rounds.
    pub cancel_upcoming: bool,
    /// Only report what would be removed.
    pub rehearse: bool,
}

/// The part of the configuration that an erasure needs.
#[derive(Debug, Clone)]
pub struct Erasing {
    /// Makes the keyed hashes that are retained of erased members.
    pub pseudonyms: Pseudonyms,
    /// The folder of mails and of the ledger.
    pub data_dir: PathBuf,
}

/// Erases members.
#[derive(Debug)]
pub struct Eraser {
    pub(super) pool: PgPool,
    pub(super) clock: Clock,
    pub(super) journal: Journal,
    pub(super) writer: WriterHandle,
    pub(super) ledger: ErasureLedger,
    pub(super) pseudonyms: Pseudonyms,
    folder: Folder,
}

impl Eraser {
    /// Needs a pool of at least three connections: for a transaction, its look-ups, and the writer.
    #[must_use]
    pub fn new(erasing: &Erasing, pool: PgPool, clock: Clock, writer: WriterHandle) -> Self {
        Self {
            journal: Journal::new(pool.clone()),
            folder: Folder::in_data_dir(&erasing.data_dir),
            ledger: ErasureLedger::in_data_dir(&erasing.data_dir),
            pseudonyms: erasing.pseudonyms.clone(),
            pool,
            clock,
            writer,
        }
    }

    /// Erases a member.
    ///
    /// # Errors
    /// When there is no such member, when they still have upcoming rounds and those are not to be cancelled, when the
    /// database or the ledger refuses, or when a dependency does not answer. Then nothing was erased; only where a
    /// dependency stopped answering in the middle, rounds may have been cancelled.
    pub async fn erase(&self, request: &EraseRequest) -> anyhow::Result<Report> {
        let email = request.email.trim().to_lowercase();
        let found = erasures::by_email(&self.pool, &email).await?;
        let Some(person) = found else { bail!("there is no member with the address {email}") };
        naming::refuse(&request.by, &person)?;
        let upcoming = member_rounds::upcoming(&self.journal, person.id, self.clock.today()).await?;
        if !upcoming.is_empty() && !request.cancel_upcoming {
            let list: String = upcoming
                .iter()
                .map(|round| {
                    let role = if round.leads { "leads" } else { "plays in" };
                    format!("\n  {role} the round of {} at {}", round.play_date, round.club.0)
                })
                .collect();
            bail!(
                "the member still has {} round(s) to play; add --cancel-upcoming to take them out of these first:{list}",
                upcoming.len()
            );
        }
        let erasure = self.erasure(&person, &request.by);
        let mut report = self.rehearse(person.id, &erasure).await?;
        if request.rehearse {
            report.cancelled = upcoming;
            report.waited = member_groups::count(&self.pool, &self.clock, person.id).await?;
            return Ok(report);
        }
        drop(self.ledger.open()?);
        member_rounds::cancel(&self.writer, &self.clock, person.id, &request.by, &upcoming).await?;
        let stop_waiting =
            || member_groups::stop_waiting(&self.pool, &self.writer, &self.clock, person.id, &request.by);
        let waited = stop_waiting().await?;
        let mut report = self.remove(person.id, &erasure, Mode::First).await?;
        report.cancelled = upcoming;
        report.waited = waited + stop_waiting().await?;
        // Another member may have booked with them at the last moment: the id is enough to cancel that.
        let late = member_rounds::upcoming(&self.journal, person.id, self.clock.today()).await?;
        if request.cancel_upcoming {
            member_rounds::cancel(&self.writer, &self.clock, person.id, &request.by, &late).await?;
            report.cancelled.extend(late);
        } else {
            report.left = late;
        }
        Ok(report)
    }

    /// The record that is retained of a member who is erased now.
    fn erasure(&self, person: &Person, by: &OperatorAct) -> ErasureRecord {
        ErasureRecord {
            member: person.id,
            email: self.pseudonyms.email(&person.email),
            gsn: self.pseudonyms.gsn(&person.gsn),
            number: self.pseudonyms.number(&person.number),
            former_emails: person.former_emails.iter().map(|email| self.pseudonyms.email(email)).collect(),
            key: self.pseudonyms.key_id(),
            at: self.clock.now(),
            operator: by.operator.clone(),
            reason: by.reason.to_string(),
        }
    }

    /// The same record, with the addresses that the member confirmed since it was made.
    fn with_present_addresses(&self, erasure: &ErasureRecord, locked: Option<&Person>) -> ErasureRecord {
        let mut erasure = erasure.clone();
        for email in locked.into_iter().flat_map(Person::emails) {
            let hash = self.pseudonyms.email(email);
            if hash != erasure.email && !erasure.former_emails.contains(&hash) {
                erasure.former_emails.push(hash);
            }
        }
        erasure
    }

    /// Tries everything that the database must permit, before the first command: those cannot be undone.
    pub(super) async fn rehearse(&self, member: MemberId, erasure: &ErasureRecord) -> anyhow::Result<Report> {
        self.remove(member, erasure, Mode::Rehearsal).await
    }

    /// Removes everything except rounds, in one transaction.
    pub(super) async fn remove(
        &self,
        member: MemberId,
        erasure: &ErasureRecord,
        mode: Mode,
    ) -> anyhow::Result<Report> {
        let bookings = member_rounds::bookings_of(&self.journal, member).await?;
        let mut transaction = self.pool.begin().await?;
        // An import that knows this member has either finished, or begins afterwards and does not find them.
        erasures::exclude_imports(&mut transaction).await?;
        // No mail is queued for a member who is being removed.
        mail_checkpoint::exclude(&mut transaction).await?;
        let person = erasures::lock(&mut transaction, member).await?;
        let rewritten = rounds::compose_again(&mut transaction, member, &bookings).await?;
        let mut rows = erasures::remove_owned(&mut transaction, member).await?;
        let mut files = Vec::new();
        if let Some(person) = &person {
            let asked: Vec<Hash> =
                person.emails().flat_map(|email| self.pseudonyms.asked_accounts(email)).collect();
            rows.extend(erasures::remove_named(&mut transaction, person, &asked).await?);
            files =
                mail_files::about(&self.folder, person).await.context("the mail folder cannot be read")?;
        }
        let erasure =
            &self.with_present_addresses(erasure, person.as_ref().filter(|_| mode != Mode::Reapplied));
        erasures::record(&mut transaction, erasure).await?;
        let report = Report {
            member,
            rehearsed: mode == Mode::Rehearsal,
            cancelled: Vec::new(),
            waited: 0,
            left: Vec::new(),
            rows,
            rewritten,
            files,
        };
        if mode == Mode::Rehearsal {
            transaction.rollback().await?;
            return Ok(report);
        }
        if mode == Mode::First {
            self.ledger.open()?.append(&Entry::Erased(erasure.clone()))?;
        }
        for file in &report.files {
            self.folder.remove_file(file).await.context("a mail cannot be removed")?;
        }
        transaction.commit().await.context(
            "the ledger has the erasure, the database may not: start `fairway erase --reapply` once it answers",
        )?;
        tracing::info!(%member, operator = erasure.operator, "a member was erased");
        Ok(report)
    }
}

/// How far the removal goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// Everything except the commit.
    Rehearsal,
    /// The first time.
    First,
    /// Again; the ledger has its line already.
    Reapplied,
}
