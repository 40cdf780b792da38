//! From rows to what will be written: resolves every reference and id, and hashes every new password.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use fairway_clock::clock::Clock;
use fairway_clock::random;
use fairway_command::Command;
use fairway_content::problems::Origin;
use fairway_events::MemberId;
use fairway_members::erasure::pseudonyms::Pseudonyms;
use fairway_members::password::Passwords;
use fairway_members::password::guessable::is_refused;
use fairway_store::{clubs, erasures};
use futures::{StreamExt, TryStreamExt, stream};
use sqlx::PgPool;

use crate::commands::commands;
use crate::error::ImportError;
use crate::excluded::{ErasedFilter, ExcludedRows};
use crate::identities::{Identities, RowAddress, RowIdentity, everybody};
use crate::known::{self, Directory};
use crate::rows::DataSet;

/// Passwords that are hashed at the same time, at most.
const HASHES: usize = 8;
/// Everything that the import will write.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) data: DataSet,
    /// All members of the data set, by the address of their row.
    pub(super) members: HashMap<String, PlannedMember>,
    /// The commands to decide, in order, each with its location in the data set.
    pub(super) commands: Vec<(Origin, Command)>,
    /// First names by id, for problems that concern a player.
    pub(super) first_names: HashMap<MemberId, String>,
    /// All members who were ever erased, readmitted ones included.
    pub(super) erased: BTreeSet<MemberId>,
    /// The rows that are left out because of erased members.
    pub(super) excluded: ExcludedRows,
}

impl Plan {
    /// How many members have a row with such an address.
    pub(super) fn with_address(&self, address: RowAddress) -> usize {
        self.members.values().filter(|member| member.address == address).count()
    }
}

#[derive(Debug)]
pub(super) struct PlannedMember {
    pub(super) id: MemberId,
    /// The row's address, beside the one that the portal knows.
    pub(super) address: RowAddress,
    /// Only for new members: an existing password is never overwritten.
    pub(super) password_hash: Option<String>,
    /// Whether the password of the data set is a common one.
    pub(super) is_guessable: bool,
}

/// Makes the plan.
pub(super) async fn make(
    pool: &PgPool,
    clock: &Clock,
    passwords: &Passwords,
    pseudonyms: &Pseudonyms,
    data: DataSet,
) -> Result<Plan, ImportError> {
    let known_clubs = clubs::load(pool).await?;
    let known_clubs = known_clubs.all().map(|card| (card.id().clone(), Arc::clone(&card.rules))).collect();
    let names_people = data.members.is_some() || data.history.is_some();
    let directory = if names_people { known::everybody(pool).await? } else { Directory::default() };
    let erased_filter = ErasedFilter::open(pool, pseudonyms).await?;
    let people = everybody(clock.now(), &directory, erased_filter, &data);
    let (commands, left_out) = commands(&data, known_clubs, &people).map_err(ImportError::Problems)?;
    let Identities { rows, first_names, erased_filter, .. } = people;
    let members = hash_new(passwords, &data, &rows).await?;
    let excluded = erased_filter.excluded(&data, left_out);
    let erased = erasures::all(pool).await?.into_iter().collect();
    Ok(Plan { data, members, commands, first_names, erased, excluded })
}

async fn hash_new(
    passwords: &Passwords,
    data: &DataSet,
    rows: &HashMap<String, RowIdentity>,
) -> Result<HashMap<String, PlannedMember>, ImportError> {
    let planned = data.members.iter().flatten().filter_map(|row| Some((row, *rows.get(&row.email)?)));
    stream::iter(planned)
        .map(|(row, RowIdentity { id, address })| {
            let is_new = address == RowAddress::OfNewMember;
            async move {
                let brought = row.password.as_deref().filter(|_| is_new);
                let is_guessable = brought.is_some_and(is_refused);
                // Without a password in the data set it is a random secret that is shown to nobody.
                let password = brought.map_or_else(random::new_token, str::to_owned);
                let password_hash = if is_new { Some(passwords.hash(password).await?) } else { None };
                Ok((row.email.clone(), PlannedMember { id, address, password_hash, is_guessable }))
            }
        })
        .buffer_unordered(HASHES)
        .try_collect()
        .await
}
