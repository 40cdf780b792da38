//! The result of a comparison, for people.

use std::fmt::Write;

use fairway_audit::rows::differing_columns;
use fairway_query::rebuild::{Comparison, Difference};

/// A line per table, and below it the first rows that differ.
pub(super) fn comparisons(compared: &[Comparison]) -> String {
    let mut text = String::new();
    for Comparison { table, live_rows, twin_rows, differences, examples } in compared {
        let result = match differences {
            0 => "all the same".to_owned(),
            1 => "1 differs".to_owned(),
            more => format!("{more} differ"),
        };
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{table:<28} {live_rows:>10} rows live, {twin_rows:>10} rebuilt: {result}");
        for example in examples {
            let _ = writeln!(text, "    {}", difference(example));
        }
    }
    text
}

/// One row that differs.
fn difference(found: &Difference) -> String {
    match (&found.live, &found.twin) {
        (Some(live), Some(twin)) => format!("{}: {}", found.key, differing_columns(live, twin)),
        (Some(live), None) => format!("{}: is one too many: {live}", found.key),
        (None, Some(twin)) => format!("{}: is missing: {twin}", found.key),
        (None, None) => found.key.clone(),
    }
}
