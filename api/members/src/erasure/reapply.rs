//! Synchronises database and ledger. After an older backup was restored, the ledger has erasures that the database does
//! not have: they are carried out again. If a node's ledger lacks erasures of the database, because another node
//! carried them out, the ledger is completed.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use fairway_audit::permanent_text::PermanentText;
use fairway_events::MemberId;
use fairway_store::erasures::{self, ErasureRecord};
use fairway_store::operator_actions::OperatorAct;
use fairway_text::error_chain::Chain;

use super::eraser::{Eraser, Mode};
use super::ledger::{Entry, ErasureState};
use super::ledger_copy::complete;
use super::report::Report;
use super::{member_groups, member_rounds};

impl Eraser {
    /// Erases returned members again; reports each.
    ///
    /// # Errors
    /// When the ledger cannot be read, or a dependency does not answer.
    pub async fn reapply(&self) -> anyhow::Result<Vec<Report>> {
        let known = self.ledger.read()?;
        let excluded: BTreeMap<MemberId, ErasureRecord> = erasures::excluded(&self.pool)
            .await?
            .into_iter()
            .map(|erasure| (erasure.member, erasure))
            .collect();
        let readmitted: BTreeSet<MemberId> = erasures::readmitted(&self.pool).await?.into_iter().collect();
        // The database has these already: a node that cannot write the line may still start.
        if let Err(error) = complete(&self.ledger, &known, &excluded, &readmitted, self.clock.now()) {
            tracing::warn!(error = %Chain(&error), "the ledger of erasures cannot be completed");
        }

        if known.is_empty() {
            return Ok(Vec::new());
        }
        let members = self.members(&known, &excluded).await?;
        let mut reports = Vec::new();
        for ErasureState { erasure, readmitted: by_ledger } in known.values() {
            let member = erasure.member;
            let is_back = members.ids.contains(&member);
            if *by_ledger || readmitted.contains(&member) {
                // They may come back as a new member; the erased id may not.
                if is_back {
                    reports.push(self.erase_again(erasure).await?);
                }
                if is_back || excluded.contains_key(&member) {
                    let mut connection = self.pool.acquire().await?;
                    erasures::readmit(&mut connection, member, self.clock.now()).await?;
                }
                continue;
            }
            let is_unknown = !excluded.contains_key(&member);
            if is_unknown || is_back {
                reports.push(self.erase_again(erasure).await?);
            }
            // The same person, imported as a new member while the database did not have the erasure.
            if is_unknown
                && let Some(newcomer) = members.by_email.get(&erasure.email)
                && *newcomer != member
            {
                let erasure = ErasureRecord { member: *newcomer, ..erasure.clone() };
                self.ledger.open()?.append(&Entry::Erased(erasure.clone()))?;
                reports.push(self.erase_again(&erasure).await?);
            }
        }
        Ok(reports)
    }

    async fn erase_again(&self, erasure: &ErasureRecord) -> anyhow::Result<Report> {
        if !erasures::permitted(&self.pool).await? {
            anyhow::bail!(
                "erased members are back, with a backup, and this database log-in may not erase: start `fairway serve`, \
                 or run `fairway erase --reapply` as the owner"
            );
        }
        self.rehearse(erasure.member, erasure).await?;
        let reason = PermanentText::stored(erasure.reason.clone());
        let by = OperatorAct { operator: erasure.operator.clone(), operator_id: None, reason };
        let upcoming = member_rounds::upcoming(&self.journal, erasure.member, self.clock.today()).await?;
        member_rounds::cancel(&self.writer, &self.clock, erasure.member, &by, &upcoming).await?;
        let waited =
            member_groups::stop_waiting(&self.pool, &self.writer, &self.clock, erasure.member, &by).await?;
        let mut report = self.remove(erasure.member, erasure, Mode::Reapplied).await?;
        (report.cancelled, report.waited) = (upcoming, waited);
        tracing::warn!(member = %erasure.member, "an erasure was applied again");
        Ok(report)
    }

    /// The present members. Addresses are hashed only if an erasure is unknown to the database: after a restore.
    async fn members(
        &self,
        known: &BTreeMap<MemberId, ErasureState>,
        excluded: &BTreeMap<MemberId, ErasureRecord>,
    ) -> Result<Members, fairway_store::Error> {
        let mut members = Members::default();
        let hashed = known.values().any(|one| !one.readmitted && !excluded.contains_key(&one.erasure.member));
        for (id, email) in erasures::addresses(&self.pool).await? {
            members.ids.insert(id);
            if hashed {
                members.by_email.extend(self.pseudonyms.emails(&email).map(|hash| (hash, id)));
            }
        }
        Ok(members)
    }
}

#[derive(Default)]
struct Members {
    ids: BTreeSet<MemberId>,
    by_email: HashMap<[u8; 32], MemberId>,
}
