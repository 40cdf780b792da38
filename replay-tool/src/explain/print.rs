//! An explanation as text: a mark and a line per rule, the conclusion last. Programs read it as JSON.

use std::io::Write;

use anyhow::Result;
use fairway_audit::explain::{Explanation, Finding, Mark};
use serde::Serialize;

use crate::json;
use crate::style::Style;

pub(super) fn explanation(out: &mut impl Write, style: Style, explanation: &Explanation) -> Result<()> {
    writeln!(out, "{}", style.strong(&explanation.question))?;
    writeln!(out, "as of {}", explanation.at)?;
    for caveat in &explanation.caveats {
        writeln!(out, "{}", style.faint(caveat))?;
    }
    writeln!(out)?;
    // Findings are in the order of the rules; those of one player are printed together, in the order of the players.
    for finding in explanation.findings.iter().filter(|finding| finding.player.is_none()) {
        line(out, style, finding)?;
    }
    let mut players: Vec<&str> = Vec::new();
    for player in explanation.findings.iter().filter_map(|finding| finding.player.as_deref()) {
        if !players.contains(&player) {
            players.push(player);
        }
    }
    for player in players {
        writeln!(out, "\n  {}", style.who(player))?;
        for finding in explanation.findings.iter().filter(|finding| finding.player.as_deref() == Some(player))
        {
            line(out, style, finding)?;
        }
    }
    writeln!(out)?;
    conclusion(out, style, explanation)
}

fn line(out: &mut impl Write, style: Style, finding: &Finding) -> Result<()> {
    let mark = match finding.mark {
        Mark::Pass => style.good("✔"),
        Mark::Refuses => style.bad("✘"),
        Mark::RefusesToo => style.changed("✘"),
    };
    let rule = format!("{:<16}", finding.rule);
    let rule = if finding.mark == Mark::Refuses { style.strong(&rule) } else { rule };
    let section = style.faint(&format!("{:<5}", finding.section));
    let mut behind = finding.behind.iter();
    writeln!(out, "  {mark} {section} {rule} {}", behind.next().map_or("", String::as_str))?;
    for more in behind {
        writeln!(out, "{:27}{more}", "")?;
    }
    Ok(())
}

fn conclusion(out: &mut impl Write, style: Style, explanation: &Explanation) -> Result<()> {
    match (&explanation.sentence, explanation.code) {
        (Some(sentence), Some(code)) => {
            writeln!(
                out,
                "{} The member reads: {}",
                style.bad("No."),
                style.strong(&format!("“{sentence}”"))
            )?;
            writeln!(out, "    {}", style.faint(code))?;
        }
        (None, Some(code)) => {
            writeln!(out, "{} The member cannot log in.", style.bad("No."))?;
            writeln!(out, "    {}", style.faint(code))?;
        }
        _ if !explanation.answerable => {
            writeln!(out, "{} The member was erased.", style.bad("No answer."))?;
        }
        _ => {
            let rights: Vec<String> =
                explanation.rights.iter().map(|used| format!("{} with {}", used.name, used.called)).collect();
            writeln!(out, "{} {}.", style.good("Yes:"), rights.join(", "))?;
        }
    }
    for hint in hints(explanation) {
        writeln!(out, "    {}", style.faint(&hint))?;
    }
    Ok(())
}

/// An explanation for programs.
#[derive(Debug, Serialize)]
struct ForPrograms<'a> {
    #[serde(flatten)]
    explanation: &'a Explanation,
    hints: Vec<String>,
}

pub(super) fn json(out: &mut impl Write, explanation: &Explanation) -> Result<()> {
    let hints = hints(explanation);
    json::write_pretty(out, &ForPrograms { explanation, hints })?;
    Ok(writeln!(out)?)
}

/// Suggestions for further commands, and what the sentence leaves out.
fn hints(explanation: &Explanation) -> Vec<String> {
    let hint = |at| format!("--at {at} asks as it was before that round was booked.");
    explanation.before_rounds.iter().map(hint).chain(explanation.used_up_hint()).collect()
}
