//! The table at the end of a campaign, and whether it is a good one.

use std::time::Duration;

use super::kinds::Kind;

/// Complaints of a round that are shown: what follows is mostly of one cause.
const SHOWN: usize = 3;

/// What one round of one fault showed.
#[derive(Debug, Clone)]
pub(super) struct Round {
    pub(super) kind: Kind,
    /// The longest time without an acknowledged write, from the fault on.
    pub(super) gap: Duration,
    /// The longest time in which the read models stood still.
    pub(super) stop: Duration,
    /// How long what the fault touched took to be back.
    pub(super) back: Option<Duration>,
    pub(super) acknowledged: u64,
    pub(super) lost: u64,
    pub(super) twice: u64,
    pub(super) failures: u64,
    pub(super) mistakes: u64,
    pub(super) unanswered: u64,
    /// Why the round is no good, beyond what the numbers say.
    pub(super) complaints: Vec<String>,
}

impl Round {
    /// Whether nothing happened that may not.
    pub(super) fn is_good(&self) -> bool {
        let kept = self.kind.loses() || (self.lost == 0 && self.twice == 0);
        kept && self.mistakes == 0 && self.complaints.is_empty()
    }

    /// Why it is no good, where the numbers do not say it.
    pub(super) fn first_complaint(&self) -> &str {
        self.complaints.first().map_or("see the table", String::as_str)
    }
}

/// The table, in the order of the kinds; then the kinds that were left out, and why; then every complaint.
pub(super) fn table(rounds: &[Round], skipped: &[(Kind, String)]) -> String {
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
    let mut kinds: Vec<Kind> = Vec::new();
    for round in rounds {
        if !kinds.contains(&round.kind) {
            kinds.push(round.kind);
        }
    }
    for kind in kinds {
        let of_kind: Vec<&Round> = rounds.iter().filter(|round| round.kind == kind).collect();
        let sum = |number: fn(&Round) -> u64| of_kind.iter().map(|round| number(round)).sum::<u64>();
        let gaps = spread(of_kind.iter().map(|round| round.gap).collect());
        let stops = spread(of_kind.iter().map(|round| round.stop).collect());
        let back = of_kind.iter().filter_map(|round| round.back).max();
        let back = back.map_or_else(|| "–".to_owned(), |back| format!("{:.1}", back.as_secs_f64()));
        let bad = of_kind.iter().filter(|round| !round.complaints.is_empty()).count();
        let verify = if bad == 0 { "holds".to_owned() } else { format!("{bad} with complaints") };
        text += &format!(
            "{:<24} {:>6} {gaps:>14} {stops:>14} {back:>7} {:>7} {:>5} {:>5} {:>6} {:>4} {:>9}  {verify}\n",
            kind.name(),
            of_kind.len(),
            sum(|round| round.acknowledged),
            sum(|round| round.lost),
            sum(|round| round.twice),
            sum(|round| round.failures),
            sum(|round| round.mistakes),
            sum(|round| round.unanswered),
        );
    }
    text += "recovery and read models: median / most, the longest time without an acknowledged write, and in which they stood\n";
    for (kind, why) in skipped {
        text += &format!("skipped: {}: {why}\n", kind.name());
    }
    for round in rounds {
        for complaint in round.complaints.iter().take(SHOWN) {
            text += &format!("{}: {complaint}\n", round.kind.name());
        }
    }
    text
}

/// Median and most, seconds.
fn spread(mut times: Vec<Duration>) -> String {
    times.sort_unstable();
    let median = times.get(times.len() / 2).copied().unwrap_or_default();
    let most = times.last().copied().unwrap_or_default();
    format!("{:.1} / {:.1}", median.as_secs_f64(), most.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(kind: Kind, lost: u64, mistakes: u64) -> Round {
        Round {
            kind,
            gap: Duration::from_millis(2_340),
            stop: Duration::ZERO,
            back: None,
            acknowledged: 100,
            lost,
            twice: 0,
            failures: 0,
            mistakes,
            unanswered: 0,
            complaints: Vec::new(),
        }
    }

    #[test]
    fn only_who_loses_on_purpose_may_lose_and_nobody_may_answer_500() {
        assert!(round(Kind::PrimaryKilled, 0, 0).is_good());
        assert!(!round(Kind::PrimaryKilled, 1, 0).is_good());
        assert!(round(Kind::CommitsLost, 7, 0).is_good());
        assert!(!round(Kind::CommitsLost, 7, 1).is_good());
        let complained = Round { complaints: vec!["a gap".to_owned()], ..round(Kind::NodeKilled, 0, 0) };
        assert!(!complained.is_good());
    }

    #[test]
    fn the_table_has_a_line_for_each_kind_and_says_what_was_left_out() {
        let rounds =
            [round(Kind::NodeKilled, 0, 0), round(Kind::NodeKilled, 0, 0), round(Kind::Switchover, 0, 0)];
        let text = table(&rounds, &[(Kind::DiskFull, "no room".to_owned())]);
        let line = text.lines().find(|line| line.starts_with("node-killed")).unwrap();
        let words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(words[1..5], ["2", "2.3", "/", "2.3"]);
        assert!(words.contains(&"200"), "{line}");
        assert!(text.contains("skipped: disk-full: no room"), "{text}");
    }
}
