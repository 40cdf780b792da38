//! Copies erasures that other nodes carried out into this node's ledger, while it runs. A node that is started alone
//! after an older backup was restored has only its own ledger, and must know of an erasure at another node's screen.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use chrono::{DateTime, Utc};
use fairway_clock::clock::Clock;
use fairway_events::MemberId;
use fairway_store::PgPool;
use fairway_store::erasures::{self, ErasureRecord};

use super::ledger::{Entry, ErasureLedger, ErasureState, LedgerError};

/// The pause between copies: after it an erasure is in every ledger.
pub const PAUSE: Duration = Duration::from_secs(60);

/// Adds the entries that the database has and the ledger lacks.
///
/// # Errors
/// When the database does not answer, or the ledger cannot be written.
pub async fn once(pool: &PgPool, ledger: &ErasureLedger, clock: &Clock) -> anyhow::Result<()> {
    // The database first: an erasure of this node is in its ledger before it is there.
    let excluded: BTreeMap<MemberId, ErasureRecord> =
        erasures::excluded(pool).await?.into_iter().map(|erasure| (erasure.member, erasure)).collect();
    let readmitted: BTreeSet<MemberId> = erasures::readmitted(pool).await?.into_iter().collect();
    complete(ledger, &ledger.read()?, &excluded, &readmitted, clock.now())?;
    Ok(())
}

/// Adds the entries of the database that the ledger lacks; `known` is the ledger's content.
pub(super) fn complete(
    ledger: &ErasureLedger,
    known: &BTreeMap<MemberId, ErasureState>,
    excluded: &BTreeMap<MemberId, ErasureRecord>,
    readmitted: &BTreeSet<MemberId>,
    now: DateTime<Utc>,
) -> Result<(), LedgerError> {
    let missing = excluded.values().filter(|erasure| !known.contains_key(&erasure.member));
    let mut entries: Vec<Entry> = missing.cloned().map(Entry::Erased).collect();
    entries.extend(
        known.values().filter(|state| !state.readmitted && readmitted.contains(&state.erasure.member)).map(
            |state| Entry::Readmitted {
                member: state.erasure.member,
                at: now,
                operator: "fairway".to_owned(),
                reason: "the database says so".to_owned(),
            },
        ),
    );
    if !entries.is_empty() {
        let mut ledger = ledger.open()?;
        entries.iter().try_for_each(|entry| ledger.append(entry))?;
    }
    Ok(())
}
