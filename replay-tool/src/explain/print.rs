//! An answer on paper: a mark and a line per rule, the conclusion last.

use std::io::Write;

use anyhow::Result;

use super::{Answer, Finding, Mark};
use crate::paint::Paint;

pub(super) fn answer(out: &mut impl Write, paint: Paint, answer: &Answer) -> Result<()> {
    writeln!(out, "{}", paint.strong(&answer.question))?;
    writeln!(out, "as of {}", answer.at)?;
    for caveat in &answer.caveats {
        writeln!(out, "{}", paint.faint(caveat))?;
    }
    writeln!(out)?;
    // Rules go by kind, the reader by player: their rules are put together, in the order of the players.
    for finding in answer.findings.iter().filter(|finding| finding.player.is_none()) {
        line(out, paint, finding)?;
    }
    let mut players: Vec<&str> = Vec::new();
    for player in answer.findings.iter().filter_map(|finding| finding.player.as_deref()) {
        if !players.contains(&player) {
            players.push(player);
        }
    }
    for player in players {
        writeln!(out, "\n  {}", paint.who(player))?;
        for finding in answer.findings.iter().filter(|finding| finding.player.as_deref() == Some(player)) {
            line(out, paint, finding)?;
        }
    }
    writeln!(out)?;
    conclusion(out, paint, answer)
}

fn line(out: &mut impl Write, paint: Paint, finding: &Finding) -> Result<()> {
    let mark = match finding.mark {
        Mark::Pass => paint.good("✔"),
        Mark::Refuses => paint.bad("✘"),
        Mark::RefusesToo => paint.changed("✘"),
    };
    let rule = format!("{:<16}", finding.rule);
    let rule = if finding.mark == Mark::Refuses { paint.strong(&rule) } else { rule };
    let section = paint.faint(&format!("{:<5}", finding.section));
    let mut behind = finding.behind.iter();
    writeln!(out, "  {mark} {section} {rule} {}", behind.next().map_or("", String::as_str))?;
    for more in behind {
        writeln!(out, "{:27}{more}", "")?;
    }
    Ok(())
}

fn conclusion(out: &mut impl Write, paint: Paint, answer: &Answer) -> Result<()> {
    match (&answer.sentence, answer.code) {
        (Some(sentence), Some(code)) => {
            writeln!(
                out,
                "{} The member reads: {}",
                paint.bad("No."),
                paint.strong(&format!("“{sentence}”"))
            )?;
            writeln!(out, "    {}", paint.faint(code))?;
        }
        _ => {
            let rights: Vec<String> =
                answer.rights.iter().map(|used| format!("{} with {}", used.name, used.called)).collect();
            writeln!(out, "{} {}.", paint.good("Yes:"), rights.join(", "))?;
        }
    }
    for hint in &answer.hints {
        writeln!(out, "    {}", paint.faint(hint))?;
    }
    Ok(())
}
