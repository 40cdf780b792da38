//! The report of an erasure, as text for an operator.

use std::fmt;

use fairway_events::MemberId;
use fairway_store::erasures::Count;

use super::member_rounds::Upcoming;

/// The data that was removed, or would be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The member; the journal and the read models retain this id.
    pub member: MemberId,
    /// Nothing was changed.
    pub rehearsed: bool,
    /// Rounds whose place was cancelled.
    pub cancelled: Vec<Upcoming>,
    /// Groups with the member that were taken off a waiting list.
    pub waited: usize,
    /// Rounds in which the member still has a place: another member booked during the erasure.
    pub left: Vec<Upcoming>,
    /// Rows per table.
    pub rows: Vec<Count>,
    /// Waiting mails to others about the member's rounds: they will not name the member.
    pub rewritten: u64,
    /// Removed mail files.
    pub files: Vec<String>,
}

impl Report {
    /// Rows of one table.
    #[must_use]
    pub fn removed_from(&self, table: &str) -> u64 {
        self.rows.iter().filter(|(name, _)| *name == table).map(|(_, count)| count).sum()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (did, would) = if self.rehearsed { ("would be", "Nothing was changed. ") } else { ("were", "") };
        let was = if self.rehearsed { "would be" } else { "was" };
        writeln!(f, "{would}Member {} {was} erased.", self.member)?;
        for round in &self.cancelled {
            let leads = if round.leads && round.others > 0 { "; another member leads it then" } else { "" };
            let (day, club) = (round.play_date, &round.club.0);
            writeln!(f, "  their place in the round of {day} at {club} {was} given up{leads}")?;
        }
        if self.waited > 0 {
            writeln!(f, "  {} group(s) with them {did} taken off a waiting list", self.waited)?;
        }
        writeln!(f, "Rows that {did} removed:")?;
        let mut tables: Vec<&str> = self.rows.iter().map(|(table, _)| *table).collect();
        tables.sort_unstable();
        tables.dedup();
        for table in tables {
            writeln!(f, "  {:>6}  {table}", self.removed_from(table))?;
        }
        writeln!(f, "  {:>6}  waiting mails to others, which will not have the name", self.rewritten)?;
        writeln!(f, "Files that {did} removed from the mail folder: {}", self.files.len())?;
        for file in &self.files {
            writeln!(f, "          {file}")?;
        }
        for round in &self.left {
            writeln!(
                f,
                "ATTENTION: a place in the round of {} at {} was taken meanwhile and is still active.",
                round.play_date, round.club.0
            )?;
        }
        write!(
            f,
            "Kept, without saying who it was: the id in the journal and in the read models, the record of "
        )?;
        write!(
            f,
            "links with which operators logged in as the member, a keyed hash by which an import recognises the person."
        )
    }
}
