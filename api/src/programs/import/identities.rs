//! Identifies the members of a data set: known members, new members, and erased ones, who are left out.

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, Utc};
use fairway_events::MemberId;

use super::excluded::ErasedFilter;
use super::known::Known;
use super::rows::DataSet;
use crate::random;

/// All members that a data set names.
pub(super) struct Identities<'a> {
    /// By address: the id that was found, or a new one. Without erased members.
    pub(super) ids: HashMap<String, MemberId>,
    pub(super) first_names: HashMap<MemberId, String>,
    pub(super) erased_filter: ErasedFilter<'a>,
}

/// Every address that a data set names, once.
pub(super) fn addresses(data: &DataSet) -> Vec<String> {
    let in_members = data.members.iter().flatten().map(|row| row.email.clone());
    let in_history = data.history.iter().flatten().flat_map(|row| row.players.iter().cloned());
    let emails: BTreeSet<String> = in_members.chain(in_history).collect();
    emails.into_iter().collect()
}

/// Identifies members: `known` ones by address, and new ones.
pub(super) fn everybody<'a>(
    now: DateTime<Utc>,
    known: HashMap<String, Known>,
    mut erased_filter: ErasedFilter<'a>,
    data: &DataSet,
) -> Identities<'a> {
    addresses(data).iter().for_each(|email| erased_filter.check_address(email));
    // A known address belongs to a member who was not erased, so its federation number is not checked.
    let strangers = data.members.iter().flatten().filter(|row| !known.contains_key(&row.email));
    strangers.for_each(|row| erased_filter.check_number(&row.email, &row.gsn));
    let mut ids: HashMap<String, MemberId> =
        known.iter().map(|(email, member)| (email.clone(), member.id)).collect();
    let mut first_names: HashMap<MemberId, String> =
        known.into_values().map(|member| (member.id, member.first_name)).collect();
    for row in data.members.iter().flatten().filter(|row| erased_filter.erased(&row.email).is_none()) {
        let id = *ids.entry(row.email.clone()).or_insert_with(|| MemberId(random::new_id(now)));
        first_names.insert(id, row.first_name.clone());
    }
    Identities { ids, first_names, erased_filter }
}
