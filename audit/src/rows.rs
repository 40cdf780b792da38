//! Rows of read models that differ from the rows of a replay.

use serde_json::{Map, Value};

/// The columns in which two rows, as JSON, are not the same.
#[must_use]
pub fn differing_columns(live: &str, replayed: &str) -> String {
    let row = |text: &str| serde_json::from_str::<Map<String, Value>>(text).unwrap_or_default();
    let (live, replayed) = (row(live), row(replayed));
    let differ = live.iter().filter(|(column, value)| replayed.get(*column) != Some(value));
    let sentences = differ.map(|(column, value)| {
        format!("{column} is {value} and should be {}", replayed.get(column).unwrap_or(&Value::Null))
    });
    sentences.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_the_columns_that_differ_and_no_others() {
        let named = differing_columns(r#"{"a": 1, "b": "x", "c": null}"#, r#"{"a": 1, "b": "y", "c": 2}"#);
        assert_eq!(named, r#"b is "x" and should be "y", c is null and should be 2"#);
    }
}
