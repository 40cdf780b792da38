//! `fairway readmit EMAIL`: lets an erased person come back, as a new member, with the next import that names them.

use anyhow::{Context, ensure};
use fairway_store::erasures::{self, ErasureRecord};
use fairway_store::operator_actions::OperatorAct;

use super::eraser::Eraser;
use super::ledger::Entry;

impl Eraser {
    /// Stops excluding an address from imports; returns how many erasures that concerned. Erased data is not restored.
    ///
    /// # Errors
    /// When nobody with that address was erased, or a dependency does not answer.
    pub async fn readmit(&self, email: &str, by: &OperatorAct) -> anyhow::Result<usize> {
        let hashes: Vec<_> = self.pseudonyms.emails(email).collect();
        let concerned: Vec<ErasureRecord> = erasures::excluded(&self.pool)
            .await?
            .into_iter()
            .filter(|erasure| erasure.emails().any(|hash| hashes.contains(&hash)))
            .collect();
        ensure!(
            !concerned.is_empty(),
            "no member with the address {} was erased",
            fairway_text::email::canonical(email)
        );
        let now = self.clock.now();
        let mut transaction = self.pool.begin().await?;
        for erasure in &concerned {
            erasures::readmit(&mut transaction, erasure.member, now).await?;
        }
        let mut ledger = self.ledger.open()?;
        for erasure in &concerned {
            ledger.append(&Entry::Readmitted {
                member: erasure.member,
                at: now,
                operator: by.operator.clone(),
                reason: by.reason.to_string(),
            })?;
        }
        transaction.commit().await.context("the ledger has the readmission, the database may not")?;
        tracing::info!(operator = by.operator, "an erased member was readmitted");
        Ok(concerned.len())
    }
}
