//! The results of the rounds, and the table at the end of a campaign.

use std::time::Duration;

use super::fault_kind::FaultKind;

/// How many problems of a round are printed; further ones mostly have the same cause.
const PROBLEMS_SHOWN: usize = 3;

/// The result of one round with one fault.
#[derive(Debug, Clone)]
pub(super) struct Round {
    pub(super) kind: FaultKind,
    /// The longest time without an acknowledged write, from the fault on.
    pub(super) write_gap: Duration,
    /// The longest time without progress of the read models, from the fault on.
    pub(super) read_model_stall: Duration,
    /// The time from the end of the fault until the affected node was ready again; none: it was not measured.
    pub(super) ready_after: Option<Duration>,
    pub(super) acknowledged: u64,
    pub(super) lost: u64,
    pub(super) duplicated: u64,
    pub(super) status_5xx: u64,
    pub(super) status_500: u64,
    pub(super) unanswered: u64,
    /// Why the round failed, besides the numbers above.
    pub(super) problems: Vec<String>,
}

impl Round {
    /// Whether everything that happened is permitted with this kind of fault.
    pub(super) fn passed(&self) -> bool {
        let losses_permitted = self.kind.loses_commits() || (self.lost == 0 && self.duplicated == 0);
        losses_permitted && self.status_500 == 0 && self.problems.is_empty()
    }

    /// The first problem, or a reference to the table.
    pub(super) fn first_problem(&self) -> &str {
        self.problems.first().map_or("see the table", String::as_str)
    }
}

/// The table with a row for each kind, then the skipped kinds with the reason, then the problems.
pub(super) fn table(rounds: &[Round], skipped: &[(FaultKind, String)]) -> String {
    let mut text = format!(
        "{:<24} {:>6} {:>14} {:>14} {:>7} {:>7} {:>5} {:>5} {:>6} {:>4} {:>9}  {}\n",
        "fault",
        "rounds",
        "recovery s",
        "read models s",
        "back s",
        "writes",
        "lost",
        "twice",
        "5xx",
        "500",
        "no answer",
        "verify"
    );
    let mut kinds: Vec<FaultKind> = Vec::new();
    for round in rounds {
        if !kinds.contains(&round.kind) {
            kinds.push(round.kind);
        }
    }
    for kind in kinds {
        let of_kind: Vec<&Round> = rounds.iter().filter(|round| round.kind == kind).collect();
        let sum = |number: fn(&Round) -> u64| of_kind.iter().map(|round| number(round)).sum::<u64>();
        let write_gaps = median_and_max(of_kind.iter().map(|round| round.write_gap).collect());
        let stalls = median_and_max(of_kind.iter().map(|round| round.read_model_stall).collect());
        let ready_after = of_kind.iter().filter_map(|round| round.ready_after).max();
        let ready_after =
            ready_after.map_or_else(|| "–".to_owned(), |time| format!("{:.1}", time.as_secs_f64()));
        let failed = of_kind.iter().filter(|round| !round.problems.is_empty()).count();
        let verify = if failed == 0 { "holds".to_owned() } else { format!("{failed} with problems") };
        text += &format!(
            "{:<24} {:>6} {write_gaps:>14} {stalls:>14} {ready_after:>7} {:>7} {:>5} {:>5} {:>6} {:>4} {:>9}  {verify}\n",
            kind.name(),
            of_kind.len(),
            sum(|round| round.acknowledged),
            sum(|round| round.lost),
            sum(|round| round.duplicated),
            sum(|round| round.status_5xx),
            sum(|round| round.status_500),
            sum(|round| round.unanswered),
        );
    }
    text += "recovery and read models: median / maximum of the longest time without an acknowledged write, and \
             without progress\n";
    for (kind, reason) in skipped {
        text += &format!("skipped: {}: {reason}\n", kind.name());
    }
    for round in rounds {
        for problem in round.problems.iter().take(PROBLEMS_SHOWN) {
            text += &format!("{}: {problem}\n", round.kind.name());
        }
    }
    text
}

/// The median and the maximum, in seconds.
fn median_and_max(mut times: Vec<Duration>) -> String {
    times.sort_unstable();
    let median = times.get(times.len() / 2).copied().unwrap_or_default();
    let max = times.last().copied().unwrap_or_default();
    format!("{:.1} / {:.1}", median.as_secs_f64(), max.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(kind: FaultKind, lost: u64, status_500: u64) -> Round {
        Round {
            kind,
            write_gap: Duration::from_millis(2_340),
            read_model_stall: Duration::ZERO,
            ready_after: None,
            acknowledged: 100,
            lost,
            duplicated: 0,
            status_5xx: 0,
            status_500,
            unanswered: 0,
            problems: Vec::new(),
        }
    }

    #[test]
    fn only_a_fault_that_loses_commits_on_purpose_may_lose_writes_and_none_may_cause_a_500() {
        assert!(round(FaultKind::PrimaryKilled, 0, 0).passed());
        assert!(!round(FaultKind::PrimaryKilled, 1, 0).passed());
        assert!(round(FaultKind::CommitsLost, 7, 0).passed());
        assert!(!round(FaultKind::CommitsLost, 7, 1).passed());
        let with_problem = Round { problems: vec!["a gap".to_owned()], ..round(FaultKind::NodeKilled, 0, 0) };
        assert!(!with_problem.passed());
    }

    #[test]
    fn the_table_has_a_row_for_each_kind_and_lists_skipped_kinds() {
        let rounds = [
            round(FaultKind::NodeKilled, 0, 0),
            round(FaultKind::NodeKilled, 0, 0),
            round(FaultKind::Switchover, 0, 0),
        ];
        let text = table(&rounds, &[(FaultKind::DiskFull, "no room".to_owned())]);
        let line = text.lines().find(|line| line.starts_with("node-killed")).unwrap();
        let words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(words[1..5], ["2", "2.3", "/", "2.3"]);
        assert!(words.contains(&"200"), "{line}");
        assert!(text.contains("skipped: disk-full: no room"), "{text}");
    }
}
