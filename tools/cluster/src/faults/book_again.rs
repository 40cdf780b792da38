//! The recovery after commits were lost on purpose: `replay-tool salvage` lists them from the nodes' own records, and
//! `fairway book-again` books them again. Every member must then have what was acknowledged to them, except what the
//! report of `book-again` names as not possible.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};
use serde_json::Value;

use super::checks::salvage;
use super::testbed::Testbed;
use crate::load_record::{AcknowledgedState, LoadRecord};
use crate::member::Member;

/// The command of `fairway`, and the name of its log and folder.
const COMMAND: &str = "book-again";

/// Books the lost reservations again and returns a sentence for each that still differs from what was acknowledged.
pub(super) async fn recover(
    testbed: &Testbed,
    record: &LoadRecord,
    members: &[&Member],
    lost: &[String],
) -> Result<Vec<String>> {
    let layout = &testbed.cluster.layout;
    let file = layout.folder_of(COMMAND, None)?.join("salvage.jsonl");
    let salvaged = salvage(testbed).await?;
    std::fs::write(&file, &salvaged).with_context(|| format!("cannot write {}", file.display()))?;
    let file = file.to_str().context("the folder's path is not valid UTF-8")?;
    let arguments =
        [COMMAND, file, "--operator", "faults", "--reason", "commits were lost on purpose in a campaign"];
    testbed.settings().run_command(&testbed.cluster.programs, COMMAND, &arguments).await?;
    let report = std::fs::read_to_string(layout.log(COMMAND))?;
    testbed.wait_until_healthy().await?;

    let rebooked_lines = lines_of(&salvaged, &booked_again(&report));
    let mut problems = Vec::new();
    if rebooked_lines.is_empty() {
        problems.push("nothing was booked again, so the round shows nothing".to_owned());
    }
    for member in members {
        let acknowledged = record.acknowledged_states(&member.email);
        let acknowledged = acknowledged.into_iter().filter(|(id, _)| lost.contains(id)).collect();
        let unrepaired = unrepaired(&acknowledged, &member.reservations().await?, &rebooked_lines);
        problems
            .extend(unrepaired.into_iter().map(|id| format!("{id} of {} was not repaired", member.email)));
    }
    Ok(problems)
}

/// The bookings that the report says were booked again.
fn booked_again(report: &str) -> BTreeSet<&str> {
    let mut booked_again = BTreeSet::new();
    let mut booking = None;
    for line in report.lines() {
        if let Some(rest) = line.strip_prefix("Booking ") {
            booking = rest.split([' ', ':']).next();
        } else if line.ends_with(": booked again") {
            booked_again.extend(booking);
        }
    }
    booked_again
}

/// The lines of the salvage output about these bookings; they contain the ids of the reservations.
fn lines_of<'a>(salvaged: &'a str, bookings: &BTreeSet<&str>) -> Vec<&'a str> {
    let is_about = |line: &&str| {
        let line: Option<Value> = serde_json::from_str(line).ok();
        line.is_some_and(|line| line["id"].as_str().is_some_and(|id| bookings.contains(id)))
    };
    salvaged.lines().filter(is_about).collect()
}

/// The reservations that still differ from what was acknowledged: one that was booked again and is not active, and one
/// that is active although its cancellation was acknowledged.
fn unrepaired(
    acknowledged: &BTreeMap<String, AcknowledgedState>,
    reservations: &[(String, bool)],
    rebooked_lines: &[&str],
) -> Vec<String> {
    let is_active = |id: &str| reservations.iter().any(|(row, active)| row == id && *active);
    let was_rebooked = |id: &str| rebooked_lines.iter().any(|line| line.contains(id));
    let unrepaired = acknowledged.iter().filter(|(id, state)| match state {
        AcknowledgedState::Booked => was_rebooked(id) && !is_active(id),
        AcknowledgedState::Cancelled => is_active(id),
    });
    unrepaired.map(|(id, _)| id.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rebooked_reservation_must_be_active_and_a_cancelled_one_must_not() {
        let acknowledged = [
            ("r-a", AcknowledgedState::Booked),
            ("r-b", AcknowledgedState::Booked),
            ("r-c", AcknowledgedState::Booked),
            ("r-d", AcknowledgedState::Cancelled),
            ("r-e", AcknowledgedState::Cancelled),
        ];
        let acknowledged = acknowledged.map(|(id, state)| (id.to_owned(), state)).into();
        let reservations = [("r-a".to_owned(), true), ("r-d".to_owned(), true)];
        let salvaged = ["a", "b", "c", "d", "e"]
            .map(|id| format!(r#"{{"id":"{id}","promises":[{{"what":["reservation r-{id}"]}}]}}"#))
            .join("\n");
        let report = "Booking a at x on 2026-01-01\n  Jan (m): booked again\n\
                      Booking b at x on 2026-01-01\n  Jan (m): booked again\n\
                      Booking c at x on 2026-01-01\n  Jan (m): not possible (vol); written to\n\
                      Booking e: nothing to do, it was cancelled before it was lost\n";
        let rebooked_lines = lines_of(&salvaged, &booked_again(report));
        assert_eq!(unrepaired(&acknowledged, &reservations, &rebooked_lines), ["r-b", "r-d"]);
    }
}
