//! The accepted uncaught mutants, from `tools/xtask/accepted-mutants.md`. Each is a line with the mutant in backticks,
//! followed by the reason.

use std::collections::BTreeSet;

use anyhow::{Context, Result, bail};

use crate::root::root;

/// The document with the list.
const DOCUMENT: &str = "tools/xtask/accepted-mutants.md";

/// All mutants of the list, by file and change.
pub(super) fn read() -> Result<BTreeSet<String>> {
    let text =
        std::fs::read_to_string(root().join(DOCUMENT)).with_context(|| format!("cannot read {DOCUMENT}"))?;
    parse(&text)
}

fn parse(text: &str) -> Result<BTreeSet<String>> {
    let mut accepted = BTreeSet::new();
    for line in text.lines() {
        let Some(rest) = line.strip_prefix("- `") else { continue };
        let Some((name, reason)) = rest.split_once("`: ") else {
            bail!("{DOCUMENT} gives no reason: {line}")
        };
        if reason.trim().is_empty() || !accepted.insert(name.to_owned()) {
            bail!("{DOCUMENT} has no reason, or two lines, for {name}");
        }
    }
    Ok(accepted)
}

/// A mutant's name without line and column, which change with every edit above: `a.rs:3:2: replace …` is `a.rs: replace
/// …`.
pub(super) fn without_line(name: &str) -> String {
    let Some((place, change)) = name.split_once(": ") else { return name.to_owned() };
    let file = place.split(':').next().unwrap_or(place);
    format!("{file}: {change}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_names_a_mutant_and_its_reason() {
        let text = "# Title\n\n- `a.rs: replace f -> X with Default::default()`: only a log line.\n- other";
        let accepted = parse(text).expect("a list");
        assert_eq!(
            accepted.into_iter().collect::<Vec<_>>(),
            ["a.rs: replace f -> X with Default::default()"]
        );
        for wrong in ["- `a.rs: replace f with ()`", "- `a`: \n", "- `a`: b\n- `a`: c\n"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_name_does_not_depend_on_the_line() {
        let name = "command/src/a.rs:26:5: replace a -> B with C::D";
        assert_eq!(without_line(name), "command/src/a.rs: replace a -> B with C::D");
    }

    #[test]
    fn the_list_can_be_read() {
        read().expect("the list");
    }
}
