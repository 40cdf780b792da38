//! What an operator reads, and a program.

use std::fmt::Write;

use fairway_events::Position;
use serde::Serialize;

use super::{Finding, Findings, Kind};
use crate::paint::Paint;

/// The outcome of a check.
#[derive(Debug, Serialize)]
pub struct Report {
    /// The journal's last position when the check began.
    pub position: Position,
    /// What was looked at, in sentences.
    pub checked: Vec<String>,
    /// What could not be looked at, and where it can, in sentences.
    pub not_checked: Vec<String>,
    /// Findings that are not accepted: what the exit status goes by.
    pub counted: u64,
    /// By kind.
    pub kinds: Vec<Counted>,
}

/// The findings of a kind.
#[derive(Debug, Serialize)]
pub struct Counted {
    /// The kind.
    pub code: &'static str,
    /// How many there are.
    pub count: u64,
    /// The operator said that they are known.
    pub accepted: bool,
    /// What to do.
    pub remedy: &'static str,
    /// The first of them.
    pub findings: Vec<Finding>,
}

impl Report {
    pub(super) fn of(
        position: Position,
        checked: Vec<String>,
        findings: &Findings,
        accepted: &[Kind],
    ) -> Self {
        let kinds = findings.counts().map(|(kind, count)| Counted {
            code: kind.code(),
            count,
            accepted: accepted.contains(&kind),
            remedy: kind.remedy(),
            findings: findings.of(kind).to_vec(),
        });
        let (counted, not_checked) = (findings.unaccepted(accepted), Vec::new());
        Self { position, checked, not_checked, counted, kinds: kinds.collect() }
    }

    /// For people.
    #[must_use]
    pub fn text(&self, paint: Paint) -> String {
        let mut text = String::new();
        // Writing to a String cannot fail.
        for line in &self.checked {
            let _ = writeln!(text, "checked  {line}");
        }
        for line in &self.not_checked {
            let _ = writeln!(text, "{}  {line}", paint.bad("not checked"));
        }
        for Counted { code, count, accepted, remedy, findings } in &self.kinds {
            let known = if *accepted { " (accepted)" } else { "" };
            let rule = findings.first().map_or("", |finding| finding.rule);
            let _ = writeln!(text, "\n{}  {count} found{known}, against {rule}", paint.bad(code));
            for Finding { position, at, what, .. } in findings {
                let place = position.map(|position| format!("position {position}, ")).unwrap_or_default();
                let _ = writeln!(text, "  {}: {what}", paint.strong(&format!("{place}{at}")));
            }
            let shown = u64::try_from(findings.len()).unwrap_or(*count);
            if *count > shown {
                let _ = writeln!(text, "  … and {} more", count - shown);
            }
            let _ = writeln!(text, "  {} {remedy}", paint.faint("what to do:"));
        }
        let verdict = match self.counted {
            0 if self.kinds.is_empty() && self.not_checked.is_empty() => paint.good("everything holds"),
            0 if self.kinds.is_empty() => paint.good("everything that was checked holds"),
            0 => paint.good("nothing but what was accepted"),
            1 => paint.bad("1 finding"),
            more => paint.bad(&format!("{more} findings")),
        };
        let _ = writeln!(text, "\n{verdict}, up to position {}", self.position);
        text
    }
}
