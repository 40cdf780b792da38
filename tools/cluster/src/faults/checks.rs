//! The checks after a fault: whether every acknowledged write is present, whether the journal is valid, and whether the
//! nodes and `replay-tool salvage` report lost commits.

use std::collections::BTreeMap;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde_json::Value;
use tokio::process::Command;

use super::testbed::Testbed;
use crate::layout::NODES;
use crate::load_record::{AcknowledgedState, LoadRecord};
use crate::member::Member;
use crate::portal::node_name;

/// Long enough for a journal of about ten thousand events with a debug build.
const REPLAY_TOOL_TIMEOUT: Duration = Duration::from_secs(180);

/// The differences between the members' lists and what was acknowledged to them.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Discrepancies {
    /// The ids of reservations that are missing, or active although their cancellation was acknowledged, or the
    /// reverse.
    pub(super) lost: Vec<String>,
    /// The number of reservations that no member requested or that are listed twice.
    pub(super) duplicated: u64,
}

/// Compares every member's lists with the acknowledged states.
pub(super) async fn discrepancies(record: &LoadRecord, members: &[&Member]) -> Result<Discrepancies> {
    let mut total = Discrepancies::default();
    for member in members {
        let found = compare(&record.acknowledged_states(&member.email), &member.reservations().await?);
        total.lost.extend(found.lost);
        total.duplicated += found.duplicated;
    }
    Ok(total)
}

fn compare(
    acknowledged: &BTreeMap<String, AcknowledgedState>,
    reservations: &[(String, bool)],
) -> Discrepancies {
    let mut found = Discrepancies::default();
    for (id, state) in acknowledged {
        let expected_active = *state == AcknowledgedState::Booked;
        let rows = reservations.iter().filter(|(row, _)| row == id).collect::<Vec<_>>();
        if !rows.iter().any(|(_, active)| *active == expected_active) {
            found.lost.push(id.clone());
        }
        found.duplicated += u64::try_from(rows.len().saturating_sub(1)).unwrap_or(u64::MAX);
    }
    let unknown = reservations.iter().filter(|(row, _)| !acknowledged.contains_key(row)).count();
    found.duplicated += u64::try_from(unknown).unwrap_or(u64::MAX);
    found
}

/// The result of `replay-tool verify`.
#[derive(Debug, Clone)]
pub(super) struct Verification {
    /// The number of findings that make the verification fail.
    pub(super) finding_count: u64,
    /// The kinds of findings, with the first finding of each.
    pub(super) summary: String,
}

/// Verifies the whole journal: rules, seal (also against the stored `seal_heads`), read models.
pub(super) async fn verify(testbed: &Testbed, seal_heads: &[String]) -> Result<Verification> {
    let mut arguments = vec!["verify", "--json"];
    arguments.extend(seal_heads.iter().flat_map(|head| ["--head", head.as_str()]));
    let text = replay_tool(testbed, &arguments).await?;
    let report: Value = serde_json::from_str(&text).with_context(|| format!("not JSON: {text}"))?;
    let finding_count = report["counted"].as_u64().context("no count in the report")?;
    let kinds = report["kinds"].as_array().into_iter().flatten();
    let summaries: Vec<String> =
        kinds.map(|kind| format!("{}: {}", kind["code"], kind["findings"][0]["what"])).collect();
    Ok(Verification { finding_count, summary: summaries.join("; ") })
}

/// The head of the seal, which a later verification is compared with.
pub(super) async fn seal_head(testbed: &Testbed) -> Result<String> {
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
    let result = tokio::time::timeout(REPLAY_TOOL_TIMEOUT, running).await;
    let output = result.with_context(|| format!("`replay-tool {}` took too long", arguments[0]))??;
    // 4: there are findings, and the output lists them.
    if !matches!(output.status.code(), Some(0 | 4)) {
        let error = String::from_utf8_lossy(&output.stderr);
        bail!("`replay-tool {}` failed ({}): {}", arguments[0], output.status, error.trim());
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// The output of `replay-tool salvage`: a line of JSON for each lost booking, from the records that the nodes write of
/// what they acknowledge.
pub(super) async fn salvage(testbed: &Testbed) -> Result<String> {
    let layout = &testbed.cluster.layout;
    let records: Vec<String> = (0..NODES)
        .map(|node| Ok(layout.folder_of(&node_name(node), None)?.join("acknowledged").display().to_string()))
        .collect::<Result<_>>()?;
    let mut arguments = vec!["salvage", "--json"];
    arguments.extend(records.iter().flat_map(|record| ["--acknowledged", record.as_str()]));
    replay_tool(testbed, &arguments).await
}

/// How many of the lost reservations `replay-tool salvage` does not list.
pub(super) async fn missing_in_salvage(testbed: &Testbed, lost: &[String]) -> Result<usize> {
    let salvaged = salvage(testbed).await?;
    Ok(lost.iter().filter(|id| !salvaged.contains(id.as_str())).count())
}

/// The number of nodes that report, in `/readyz` and in their metrics, that the journal went back.
pub(super) async fn count_warned_nodes(testbed: &Testbed) -> Result<usize> {
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
    fn lost_acknowledged_writes_and_unrequested_or_duplicated_reservations_are_counted() {
        let acknowledged: BTreeMap<String, AcknowledgedState> = [
            ("a", AcknowledgedState::Booked),
            ("b", AcknowledgedState::Cancelled),
            ("c", AcknowledgedState::Cancelled),
            ("d", AcknowledgedState::Booked),
        ]
        .map(|(id, state)| (id.to_owned(), state))
        .into();
        let reservations = [("a", true), ("b", false), ("c", true), ("x", true), ("a", true)];
        let reservations = reservations.map(|(id, active)| (id.to_owned(), active));
        let lost = |ids: &[&str]| ids.iter().map(ToString::to_string).collect::<Vec<_>>();
        let expected = Discrepancies { lost: lost(&["c", "d"]), duplicated: 2 };
        assert_eq!(compare(&acknowledged, &reservations), expected);
        assert_eq!(compare(&acknowledged, &reservations[1..3]).lost, lost(&["a", "c", "d"]));
    }
}
