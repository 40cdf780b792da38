//! Computes the members and commands that an import into an empty portal would record, without a database: every
//! member is new, and the only clubs are those of the data set. The fuzz targets run it on hostile files
//! (docs/security.md, 51).

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use fairway_clock::clock;
use fairway_command::Command;
use fairway_content::problems::{Problem, Sink};
use fairway_events::MemberId;
use fairway_members::erasure::pseudonyms::Pseudonyms;

use crate::excluded::ErasedFilter;
use crate::known::Directory;
use crate::{commands, identities, read};

/// The members and commands of a data set.
#[derive(Debug)]
pub struct Examined {
    /// Members by address.
    pub members: HashMap<String, MemberId>,
    /// The commands that the domain would decide, in order.
    pub commands: Vec<Command>,
}

/// Reads files, by name and contents, as an import at the moment `now` would.
///
/// # Errors
/// Every problem.
pub fn examine(files: &[(String, Vec<u8>)], now: DateTime<Utc>) -> Result<Examined, Vec<Problem>> {
    let sink = Sink::default();
    let data = read::files(files, clock::day_of(now), &sink);
    let problems = sink.into_problems();
    if !problems.is_empty() {
        return Err(problems);
    }
    // No member was erased, so the secret has no effect.
    let pseudonyms = Pseudonyms::under(b"");
    let people =
        identities::everybody(now, &Directory::default(), ErasedFilter::excluding(&pseudonyms, &[]), &data);
    let (commands, _) = commands::commands(&data, HashMap::new(), &people)?;
    Ok(Examined { members: people.ids, commands: commands.into_iter().map(|(_, command)| command).collect() })
}
