//! After a fault: is every promise kept, does the journal hold, did everybody notice what had to be noticed?

use std::collections::BTreeMap;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde_json::Value;
use tokio::process::Command;

use super::member::Member;
use super::promises::{Promise, Promises};
use super::testbed::Testbed;
use crate::layout::NODES;
use crate::portal::node_name;

/// A check of a journal of some ten thousand events, in a debug build.
const PATIENCE: Duration = Duration::from_secs(180);

/// What the members have, against what they were promised.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Kept {
    /// The reservations of promises that are not kept: one that is not there, or is active although it was cancelled, or
    /// the reverse.
    pub(super) lost: Vec<String>,
    /// Bookings that nobody asked for, or not twice.
    pub(super) twice: u64,
}

/// Holds every member's lists against the promises.
pub(super) async fn promises(promises: &Promises, members: &[&Member]) -> Result<Kept> {
    let mut kept = Kept::default();
    for member in members {
        let found = compare(&promises.promises(&member.email), &member.reservations().await?);
        kept.lost.extend(found.lost);
        kept.twice += found.twice;
    }
    Ok(kept)
}

fn compare(promises: &BTreeMap<String, Promise>, found: &[(String, bool)]) -> Kept {
    let mut kept = Kept::default();
    for (id, promise) in promises {
        let wanted = *promise == Promise::Booked;
        let rows = found.iter().filter(|(row, _)| row == id).collect::<Vec<_>>();
        if !rows.iter().any(|(_, active)| *active == wanted) {
            kept.lost.push(id.clone());
        }
        kept.twice += u64::try_from(rows.len().saturating_sub(1)).unwrap_or(u64::MAX);
    }
    let unknown = found.iter().filter(|(row, _)| !promises.contains_key(row)).count();
    kept.twice += u64::try_from(unknown).unwrap_or(u64::MAX);
    kept
}

/// What `replay-tool verify` found.
#[derive(Debug, Clone)]
pub(super) struct Verdict {
    /// Findings that count.
    pub(super) findings: u64,
    /// Their kinds, with the first place of each.
    pub(super) what: String,
}

/// Checks the whole journal: rules, seal (also against heads that were kept), read models.
pub(super) async fn verify(testbed: &Testbed, heads: &[String]) -> Result<Verdict> {
    let mut arguments = vec!["verify", "--json"];
    arguments.extend(heads.iter().flat_map(|head| ["--head", head.as_str()]));
    let text = replay_tool(testbed, &arguments).await?;
    let report: Value = serde_json::from_str(&text).with_context(|| format!("no JSON: {text}"))?;
    let findings = report["counted"].as_u64().context("no count in the report")?;
    let kinds = report["kinds"].as_array().into_iter().flatten();
    let what: Vec<String> =
        kinds.map(|kind| format!("{}: {}", kind["code"], kind["findings"][0]["what"])).collect();
    Ok(Verdict { findings, what: what.join("; ") })
}

/// The head of the seal, to be held against a later one.
pub(super) async fn head(testbed: &Testbed) -> Result<String> {
    Ok(replay_tool(testbed, &["seal"]).await?.trim().to_owned())
}

async fn replay_tool(testbed: &Testbed, arguments: &[&str]) -> Result<String> {
    let ports = &testbed.cluster.layout.ports;
    let running = Command::new(&testbed.cluster.programs.replay_tool)
        .args(arguments)
        .env("DATABASE_URL", testbed.settings().owner_url(ports.primary))
        .stdin(Stdio::null())
        .kill_on_drop(true)
        .output();
    let done = tokio::time::timeout(PATIENCE, running).await;
    let output = done.with_context(|| format!("`replay-tool {}` takes too long", arguments[0]))??;
    // 4: it found something, and says what.
    if !matches!(output.status.code(), Some(0 | 4)) {
        let error = String::from_utf8_lossy(&output.stderr);
        bail!("`replay-tool {}` failed ({}): {}", arguments[0], output.status, error.trim());
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// What `replay-tool salvage` names as lost, from what the nodes wrote down: a line of JSON for each.
pub(super) async fn salvage(testbed: &Testbed) -> Result<String> {
    let layout = &testbed.cluster.layout;
    let records: Vec<String> = (0..NODES)
        .map(|node| Ok(layout.folder_of(&node_name(node), None)?.join("acknowledged").display().to_string()))
        .collect::<Result<_>>()?;
    let mut arguments = vec!["salvage", "--json"];
    arguments.extend(records.iter().flat_map(|record| ["--acknowledged", record.as_str()]));
    replay_tool(testbed, &arguments).await
}

/// How many of these reservations it does not name.
pub(super) async fn not_named(testbed: &Testbed, lost: &[String]) -> Result<usize> {
    let named = salvage(testbed).await?;
    Ok(lost.iter().filter(|id| !named.contains(id.as_str())).count())
}

/// Nodes that say that the journal went back: in `/readyz` and in their metrics.
pub(super) async fn noticed(testbed: &Testbed) -> Result<usize> {
    let mut count = 0;
    for node in 0..NODES {
        let warned = testbed.readiness(node).await.is_some_and(|state| !state.warnings.is_empty());
        let url = format!("http://127.0.0.1:{}/metrics", testbed.cluster.layout.ports.nodes[node]);
        let token = &testbed.cluster.layout.secrets.metrics;
        let metrics = testbed.http.get(url).bearer_auth(token).send().await?.text().await?;
        let rewinds = metrics.lines().filter_map(|line| line.strip_prefix("fairway_journal_rewinds_total "));
        let counted =
            rewinds.filter_map(|number| number.trim().parse::<f64>().ok()).any(|number| number > 0.0);
        count += usize::from(warned && counted);
    }
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_promise_that_is_not_kept_and_a_booking_that_nobody_made_are_counted() {
        let promises: BTreeMap<String, Promise> = [
            ("a", Promise::Booked),
            ("b", Promise::Cancelled),
            ("c", Promise::Cancelled),
            ("d", Promise::Booked),
        ]
        .map(|(id, promise)| (id.to_owned(), promise))
        .into();
        let found = [("a", true), ("b", false), ("c", true), ("x", true), ("a", true)];
        let found = found.map(|(id, active)| (id.to_owned(), active));
        let lost = |ids: &[&str]| ids.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(compare(&promises, &found), Kept { lost: lost(&["c", "d"]), twice: 2 });
        assert_eq!(compare(&promises, &found[1..3]).lost, lost(&["a", "c", "d"]));
    }
}
