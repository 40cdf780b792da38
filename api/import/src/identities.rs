//! Identifies the members of a data set: known members, new members, and erased ones, who are left out.

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, NaiveDate, Utc};
use fairway_clock::random;
use fairway_content::problems::{Origin, Problem};
use fairway_events::MemberId;

use crate::excluded::ErasedFilter;
use crate::known::Directory;
use crate::rows::{DataSet, MemberRow};
use crate::whose::whose;

/// All members that a data set names.
pub(super) struct Identities<'a> {
    /// By every address that the data set names: the id that was found, or a new one. Without erased members.
    pub(super) ids: HashMap<String, MemberId>,
    /// By the address of their row.
    pub(super) rows: HashMap<String, RowIdentity>,
    pub(super) first_names: HashMap<MemberId, String>,
    pub(super) erased_filter: ErasedFilter<'a>,
    /// By former address: each member who had it, with the day on which they left it.
    former_holders: HashMap<String, Vec<(NaiveDate, MemberId)>>,
    /// Rows that may be of more than one person.
    pub(super) problems: Vec<Problem>,
}

impl Identities<'_> {
    /// The known member who had an address on a day and left it since: its present member was not there then.
    pub(super) fn former_holder(&self, email: &str, day: NaiveDate) -> Option<MemberId> {
        let holders = self.former_holders.get(email)?.iter().filter(|(left_on, _)| *left_on > day);
        holders.min_by_key(|(left_on, _)| *left_on).map(|(_, member)| *member)
    }
}

/// The member of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RowIdentity {
    pub(super) id: MemberId,
    pub(super) address: RowAddress,
}

/// The address of a row, beside the one that the portal knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RowAddress {
    /// The member is new.
    OfNewMember,
    /// The same.
    Present,
    /// One that the member had before: the data set is older than the change.
    Former,
    /// One that the member had never before.
    Changed,
}

/// Every address that a data set names, once.
fn addresses(data: &DataSet) -> BTreeSet<&str> {
    let in_members = data.members.iter().flatten().map(|row| row.email.as_str());
    let in_history = data.history.iter().flatten().flat_map(|row| row.players.iter().map(String::as_str));
    in_members.chain(in_history).collect()
}

/// Identifies members.
pub(super) fn everybody<'a>(
    now: DateTime<Utc>,
    directory: &Directory,
    mut erased_filter: ErasedFilter<'a>,
    data: &DataSet,
) -> Identities<'a> {
    let mut ids = HashMap::new();
    for email in addresses(data) {
        let mut found = directory.by_email(email);
        if found.is_none() {
            erased_filter.check_address(email);
            // The member who left an address is not the one who was erased with it later.
            found = directory.by_any_address(email).filter(|_| erased_filter.erased(email).is_none());
        }
        if let Some(member) = found {
            ids.insert(email.to_owned(), member.id);
        }
    }
    let mut first_names: HashMap<MemberId, String> =
        directory.members().iter().map(|member| (member.id, member.first_name.clone())).collect();
    let members = || data.members.iter().flatten();
    let mut rows_with_gsn: HashMap<&str, usize> = HashMap::new();
    members().for_each(|row| *rows_with_gsn.entry(row.gsn.as_str()).or_default() += 1);
    let mut rows = HashMap::new();
    let mut seen: HashMap<MemberId, &MemberRow> = HashMap::new();
    let mut problems = Vec::new();
    for (index, row) in members().enumerate() {
        let mut refuse = |message| {
            problems.push(Origin { file: "members.json", path: format!("[{index}].email") }.problem(message));
        };
        let found = whose(row, directory, rows_with_gsn[row.gsn.as_str()]);
        // A known member was not erased, nor is one whose row is a question.
        if !matches!(found, Ok(Some(_))) && directory.by_email(&row.email).is_none() {
            erased_filter.check_row(row);
            if erased_filter.erased(&row.email).is_some() {
                ids.remove(&row.email);
                continue;
            }
        }
        let identity = match found {
            Ok(Some(member)) => {
                let address = if member.email == row.email {
                    RowAddress::Present
                } else if member.former.iter().any(|(email, _)| *email == row.email) {
                    RowAddress::Former
                } else {
                    RowAddress::Changed
                };
                RowIdentity { id: member.id, address }
            }
            Ok(None) => RowIdentity { id: MemberId(random::new_id(now)), address: RowAddress::OfNewMember },
            Err(message) => {
                refuse(message);
                continue;
            }
        };
        match seen.insert(identity.id, row) {
            // The same address twice is a problem of its own.
            Some(other) if other.email != row.email => refuse(format!(
                "`{}` is the same member as `{}` in another row: leave out the row that is out of date",
                row.email, other.email
            )),
            _ => {}
        }
        ids.insert(row.email.clone(), identity.id);
        first_names.insert(identity.id, row.first_name.clone());
        rows.insert(row.email.clone(), identity);
    }
    let former_holders = directory.former_holders();
    Identities { ids, rows, first_names, erased_filter, former_holders, problems }
}
