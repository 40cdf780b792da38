//! What a comparison found, for people.

use std::fmt::Write;

use fairway_query::rebuild::{Comparison, Difference};
use serde_json::{Map, Value};

/// A line per table, and below it the first rows that differ.
pub(super) fn comparisons(compared: &[Comparison]) -> String {
    let mut text = String::new();
    for Comparison { table, live_rows, twin_rows, differences, examples } in compared {
        let verdict = match differences {
            0 => "all the same".to_owned(),
            1 => "1 differs".to_owned(),
            more => format!("{more} differ"),
        };
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{table:<28} {live_rows:>10} rows live, {twin_rows:>10} rebuilt: {verdict}");
        for example in examples {
            let _ = writeln!(text, "    {}", difference(example));
        }
    }
    text
}

/// One row that is not the same.
fn difference(found: &Difference) -> String {
    match (&found.live, &found.twin) {
        (Some(live), Some(twin)) => format!("{}: {}", found.key, columns(live, twin)),
        (Some(live), None) => format!("{}: is one too many: {live}", found.key),
        (None, Some(twin)) => format!("{}: is missing: {twin}", found.key),
        (None, None) => found.key.clone(),
    }
}

/// The columns in which two rows, as JSON, are not the same.
pub(crate) fn columns(live: &str, twin: &str) -> String {
    let row = |text: &str| serde_json::from_str::<Map<String, Value>>(text).unwrap_or_default();
    let (live, twin) = (row(live), row(twin));
    let differ = live.iter().filter(|(column, value)| twin.get(*column) != Some(value));
    let told = differ.map(|(column, value)| {
        format!("{column} is {value} and should be {}", twin.get(column).unwrap_or(&Value::Null))
    });
    told.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_the_columns_that_differ_and_no_others() {
        let told = columns(r#"{"a": 1, "b": "x", "c": null}"#, r#"{"a": 1, "b": "y", "c": 2}"#);
        assert_eq!(told, r#"b is "x" and should be "y", c is null and should be 2"#);
    }
}
