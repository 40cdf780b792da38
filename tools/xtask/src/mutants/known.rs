//! The mutants that may stay uncaught, from `docs/mutants.md`: lines that begin with the mutant in backticks, and go on with
//! the reason.

use std::collections::BTreeSet;

use anyhow::{Context, Result, bail};

use crate::root::root;

/// The list, by file and change.
const LIST: &str = "docs/mutants.md";

/// Every mutant of the list.
pub(super) fn read() -> Result<BTreeSet<String>> {
    let text = std::fs::read_to_string(root().join(LIST)).with_context(|| format!("cannot read {LIST}"))?;
    parse(&text)
}

fn parse(text: &str) -> Result<BTreeSet<String>> {
    let mut known = BTreeSet::new();
    for line in text.lines() {
        let Some(rest) = line.strip_prefix("- `") else { continue };
        let Some((name, reason)) = rest.split_once("`: ") else { bail!("{LIST} gives no reason: {line}") };
        if reason.trim().is_empty() || !known.insert(name.to_owned()) {
            bail!("{LIST} has no reason, or two lines, for {name}");
        }
    }
    Ok(known)
}

/// A name without line and column, which any edit above it changes: `a.rs:3:2: replace …` is `a.rs: replace …`.
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
        let known = parse(text).expect("a list");
        assert_eq!(known.into_iter().collect::<Vec<_>>(), ["a.rs: replace f -> X with Default::default()"]);
        for wrong in ["- `a.rs: replace f with ()`", "- `a`: \n", "- `a`: b\n- `a`: c\n"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_name_is_the_same_wherever_the_line_goes() {
        let name = "command/src/a.rs:26:5: replace a -> B with C::D";
        assert_eq!(without_line(name), "command/src/a.rs: replace a -> B with C::D");
    }

    #[test]
    fn the_list_can_be_read() {
        read().expect("the list");
    }
}
