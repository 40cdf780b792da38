//! Who is who in a data set: members that are known, members that are new, and those who were erased and stay out.

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, Utc};
use fairway_events::MemberId;

use super::kept_out::ErasedFilter;
use super::known::Known;
use super::rows::DataSet;
use crate::random;

/// Everybody whom a data set names.
pub(super) struct Identities<'a> {
    /// By address: found, or new for who is new. Without those who were erased.
    pub(super) ids: HashMap<String, MemberId>,
    pub(super) first_names: HashMap<MemberId, String>,
    pub(super) gate: ErasedFilter<'a>,
}

/// Every address that a data set names, once.
pub(super) fn addresses(data: &DataSet) -> Vec<String> {
    let in_members = data.members.iter().flatten().map(|row| row.email.clone());
    let in_history = data.history.iter().flatten().flat_map(|row| row.players.iter().cloned());
    let emails: BTreeSet<String> = in_members.chain(in_history).collect();
    emails.into_iter().collect()
}

/// Who is who: those who are `known` already, by address, and who is new.
pub(super) fn everybody<'a>(
    now: DateTime<Utc>,
    known: HashMap<String, Known>,
    mut gate: ErasedFilter<'a>,
    data: &DataSet,
) -> Identities<'a> {
    addresses(data).iter().for_each(|email| gate.check_address(email));
    // Whoever is known under this address is not the one who was erased, whatever their number.
    let strangers = data.members.iter().flatten().filter(|row| !known.contains_key(&row.email));
    strangers.for_each(|row| gate.check_number(&row.email, &row.gsn));
    let mut ids: HashMap<String, MemberId> =
        known.iter().map(|(email, member)| (email.clone(), member.id)).collect();
    let mut first_names: HashMap<MemberId, String> =
        known.into_values().map(|member| (member.id, member.first_name)).collect();
    for row in data.members.iter().flatten().filter(|row| gate.erased(&row.email).is_none()) {
        let id = *ids.entry(row.email.clone()).or_insert_with(|| MemberId(random::new_id(now)));
        first_names.insert(id, row.first_name.clone());
    }
    Identities { ids, first_names, gate }
}
