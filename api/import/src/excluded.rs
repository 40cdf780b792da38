//! Erased members do not come back by accident: a data set is often an export of another system, which may still name
//! them. Keyed hashes of their addresses, their number in the data set and the federation number recognise them.

use std::collections::HashMap;
use std::fmt;

use fairway_events::MemberId;
use fairway_members::erasure::pseudonyms::{Hash, Pseudonyms};
use fairway_store::erasures::{self, ErasureRecord};
use sqlx::PgPool;

use crate::error::ImportError;
use crate::rows::{DataSet, MemberRow};

/// The numbers of rows that an import left out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ExcludedRows {
    /// Rows of members.
    pub members: usize,
    /// Past rounds in which no other player remains.
    pub rounds: usize,
}

impl fmt::Display for ExcludedRows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { members, rounds } = *self;
        if (members, rounds) == (0, 0) {
            return Ok(());
        }
        write!(
            f,
            "\nleft out, because they were erased: {members} member(s), and {rounds} round(s) in which nobody else \
             played; `fairway readmit` lets somebody come back"
        )
    }
}

/// Recognises erased members.
#[derive(Debug)]
pub(super) struct ErasedFilter<'a> {
    pseudonyms: &'a Pseudonyms,
    by_email: HashMap<Hash, MemberId>,
    by_number: HashMap<Hash, MemberId>,
    by_gsn: HashMap<Hash, MemberId>,
    recognised: HashMap<String, MemberId>,
}

impl<'a> ErasedFilter<'a> {
    /// With all members who must not come back.
    ///
    /// # Errors
    /// When the database does not answer, or a member among them cannot be recognised: then nobody may be imported.
    pub(super) async fn open(pool: &PgPool, pseudonyms: &'a Pseudonyms) -> Result<Self, ImportError> {
        let erased = erasures::excluded(pool).await?;
        let unrecognised = erased.iter().filter(|erasure| !pseudonyms.know(&erasure.key)).count();
        if unrecognised > 0 {
            return Err(ImportError::Unrecognisable(unrecognised));
        }
        Ok(Self::excluding(pseudonyms, &erased))
    }

    /// With these members, all of whom can be recognised.
    pub(super) fn excluding(pseudonyms: &'a Pseudonyms, erased: &[ErasureRecord]) -> Self {
        Self {
            pseudonyms,
            by_email: erased
                .iter()
                .flat_map(|erasure| erasure.emails().map(|hash| (hash, erasure.member)))
                .collect(),
            by_number: erased
                .iter()
                .filter_map(|erasure| erasure.number.map(|number| (number, erasure.member)))
                .collect(),
            by_gsn: erased
                .iter()
                .filter_map(|erasure| erasure.gsn.map(|gsn| (gsn, erasure.member)))
                .collect(),
            recognised: HashMap::new(),
        }
    }

    /// Checks whether the owner of an address was erased.
    pub(super) fn check_address(&mut self, email: &str) {
        if let Some(member) = self.pseudonyms.emails(email).find_map(|hash| self.by_email.get(&hash).copied())
        {
            self.recognised.insert(email.to_owned(), member);
        }
    }

    /// Checks whether the row of an unknown person is that of an erased member, under whatever address.
    pub(super) fn check_row(&mut self, row: &MemberRow) {
        self.check_address(&row.email);
        let by_number = || {
            let mut hashes = self.pseudonyms.numbers(&row.member_number);
            hashes.find_map(|hash| self.by_number.get(&hash).copied())
        };
        let by_gsn = || self.pseudonyms.gsns(&row.gsn).find_map(|hash| self.by_gsn.get(&hash).copied());
        if let Some(member) = by_number().or_else(by_gsn) {
            self.recognised.entry(row.email.clone()).or_insert(member);
        }
    }

    /// The former id of the owner of an address, if they were erased.
    pub(super) fn erased(&self, email: &str) -> Option<MemberId> {
        self.recognised.get(email).copied()
    }

    /// The excluded rows; `rounds` is the number of past rounds without another player.
    pub(super) fn excluded(&self, data: &DataSet, rounds: usize) -> ExcludedRows {
        let rows = data.members.iter().flatten();
        ExcludedRows { members: rows.filter(|row| self.erased(&row.email).is_some()).count(), rounds }
    }
}
