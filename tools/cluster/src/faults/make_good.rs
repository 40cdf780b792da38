//! After commits were lost on purpose: an operator has `replay-tool salvage` list them from the nodes' own records and
//! `fairway book-again` make them good. Every member then has what they were promised, but for what the report of the latter
//! says otherwise of.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};
use serde_json::Value;

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
    let salvaged = salvage(testbed).await?;
    std::fs::write(&file, &salvaged).with_context(|| format!("cannot write {}", file.display()))?;
    let file = file.to_str().context("the folder's path is no text")?;
    let arguments =
        [NAME, file, "--operator", "faults", "--reason", "commits were lost on purpose in a campaign"];
    testbed.settings().once(&testbed.cluster.programs, NAME, &arguments).await?;
    let report = std::fs::read_to_string(layout.log(NAME))?;
    testbed.whole().await?;

    let again = lines_of(&salvaged, &booked_again(&report));
    let mut complaints = Vec::new();
    if again.is_empty() {
        complaints.push("nothing was booked again, so nothing was shown".to_owned());
    }
    for member in members {
        let promised = promises.promises(&member.email);
        let promised = promised.into_iter().filter(|(id, _)| lost.contains(id)).collect();
        let broken = broken(&promised, &member.reservations().await?, &again);
        complaints.extend(broken.into_iter().map(|id| format!("{id} of {} was not made good", member.email)));
    }
    Ok(complaints)
}

/// The bookings that the report says were booked again.
fn booked_again(report: &str) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    let mut booking = None;
    for line in report.lines() {
        if let Some(named) = line.strip_prefix("Booking ") {
            booking = named.split([' ', ':']).next();
        } else if line.ends_with(": booked again") {
            found.extend(booking);
        }
    }
    found
}

/// The lines about these bookings, which name their reservations.
fn lines_of<'a>(salvaged: &'a str, bookings: &BTreeSet<&str>) -> Vec<&'a str> {
    let is_about = |line: &&str| {
        let line: Option<Value> = serde_json::from_str(line).ok();
        line.is_some_and(|line| line["id"].as_str().is_some_and(|id| bookings.contains(id)))
    };
    salvaged.lines().filter(is_about).collect()
}

/// The promises that are still broken: a place that was booked again and is not active, and one that is active although it
/// was cancelled.
fn broken(promised: &BTreeMap<String, Promise>, found: &[(String, bool)], again: &[&str]) -> Vec<String> {
    let is_active = |id: &str| found.iter().any(|(row, active)| row == id && *active);
    let broken = promised.iter().filter(|(id, promise)| match promise {
        Promise::Booked => again.iter().any(|line| line.contains(id.as_str())) && !is_active(id),
        Promise::Cancelled => is_active(id),
    });
    broken.map(|(id, _)| id.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_booked_again_must_be_active_and_what_was_cancelled_must_not() {
        let promised = [
            ("r-a", Promise::Booked),
            ("r-b", Promise::Booked),
            ("r-c", Promise::Booked),
            ("r-d", Promise::Cancelled),
            ("r-e", Promise::Cancelled),
        ];
        let promised = promised.map(|(id, promise)| (id.to_owned(), promise)).into();
        let found = [("r-a".to_owned(), true), ("r-d".to_owned(), true)];
        let salvaged = ["a", "b", "c", "d", "e"]
            .map(|id| format!(r#"{{"id":"{id}","promises":[{{"what":["reservation r-{id}"]}}]}}"#))
            .join("\n");
        let report = "Booking a at x on 2026-01-01\n  Jan (m): booked again\n\
                      Booking b at x on 2026-01-01\n  Jan (m): booked again\n\
                      Booking c at x on 2026-01-01\n  Jan (m): not possible (vol); written to\n\
                      Booking e: nothing to do, it was cancelled before it was lost\n";
        let again = lines_of(&salvaged, &booked_again(report));
        assert_eq!(broken(&promised, &found, &again), ["r-b", "r-d"]);
    }
}
