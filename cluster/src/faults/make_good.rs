//! After commits were lost on purpose: an operator has `replay-tool salvage` list them from the nodes' own records and
//! `fairway book-again` make them good, and every member is then as well off as they were promised, or was written to.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};

use super::check::salvage;
use super::member::Member;
use super::promises::{Promise, Promises};
use super::testbed::Testbed;

/// The log of the command, and the name of its folder.
const NAME: &str = "book-again";

/// What is still not as it was promised, of what was lost.
pub(super) async fn complaints(
    testbed: &Testbed,
    promises: &Promises,
    members: &[&Member],
    lost: &[String],
) -> Result<Vec<String>> {
    let layout = &testbed.cluster.layout;
    let file = layout.folder_of(NAME, None)?.join("salvage.jsonl");
    std::fs::write(&file, salvage(testbed).await?)
        .with_context(|| format!("cannot write {}", file.display()))?;
    let file = file.to_str().context("the folder's path is no text")?;
    let arguments =
        [NAME, file, "--operator", "faults", "--reason", "commits were lost on purpose in a campaign"];
    testbed.settings().once(&testbed.cluster.programs, NAME, &arguments).await?;
    let report = std::fs::read_to_string(layout.log(NAME))?;
    testbed.whole().await?;

    let impossible = impossible(&report);
    let mut complaints = Vec::new();
    for member in members {
        let promised = promises.promises(&member.email);
        let promised = promised.into_iter().filter(|(id, _)| lost.contains(id)).collect();
        let broken = broken(&promised, &member.reservations().await?, &impossible);
        complaints.extend(broken.into_iter().map(|id| format!("{id} of {} was not made good", member.email)));
    }
    Ok(complaints)
}

/// The bookings of which the report says that they could not be had any more.
fn impossible(report: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut booking = None;
    for line in report.lines() {
        if let Some(named) = line.strip_prefix("Booking ") {
            booking = named.split([' ', ':']).next();
        } else if line.contains(": not possible (") {
            found.extend(booking.map(str::to_owned));
        }
    }
    found
}

/// The promises that are still broken: a booking that is not active, and one that is although it was cancelled. One that was
/// booked and cancelled, and lost with both, stays away: the member has what they had.
fn broken(
    promised: &BTreeMap<String, Promise>,
    found: &[(String, bool)],
    impossible: &BTreeSet<String>,
) -> Vec<String> {
    let is_active = |id: &str| found.iter().any(|(row, active)| row == id && *active);
    let broken = promised.iter().filter(|(id, promise)| match promise {
        Promise::Booked => !is_active(id) && !impossible.contains(*id),
        Promise::Cancelled => is_active(id),
    });
    broken.map(|(id, _)| id.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_booking_that_is_not_there_again_is_excused_only_by_the_report() {
        let promised = [
            ("a", Promise::Booked),
            ("b", Promise::Booked),
            ("c", Promise::Booked),
            ("d", Promise::Cancelled),
            ("e", Promise::Cancelled),
        ];
        let promised = promised.map(|(id, promise)| (id.to_owned(), promise)).into();
        let found = [("a".to_owned(), true), ("d".to_owned(), true)];
        let report = "Booking a at x on 2026-01-01\n  Jan (m): booked again\n\
                      Booking c at x on 2026-01-01\n  Jan (m): not possible (vol); written to\n\
                      Booking e: nothing to do, it was cancelled before it was lost\n";
        assert_eq!(broken(&promised, &found, &impossible(report)), ["b", "d"]);
    }
}
