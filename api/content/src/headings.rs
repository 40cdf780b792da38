//! Headings of the first level in the texts of a form: a page has one, its title, and those of a text begin below it. Texts
//! of an import stay as they are.

use serde_json::Value;

/// The fields that hold HTML, of every kind.
const HTML: [&str; 5] = ["contents", "answer", "reservation_instruction", "reservation_description", "terms"];

/// The row with `h2` for every `h1` in its texts.
pub(crate) fn lowered(row: Value) -> Value {
    match row {
        Value::Array(rows) => rows.into_iter().map(lowered).collect(),
        Value::Object(fields) => fields.into_iter().map(|(name, value)| field(name, value)).collect(),
        other => other,
    }
}

fn field(name: String, value: Value) -> (String, Value) {
    let value = match value {
        Value::String(html) if HTML.contains(&name.as_str()) => Value::String(lower(&html)),
        other => lowered(other),
    };
    (name, value)
}

fn lower(html: &str) -> String {
    let mut tags = html.split('<');
    let mut text = tags.next().unwrap_or_default().to_owned();
    for tag in tags {
        let (slash, name) = tag.strip_prefix('/').map_or(("", tag), |name| ("/", name));
        let after = name.strip_prefix("h1").or_else(|| name.strip_prefix("H1"));
        let ends = |after: &&str| after.starts_with(|next: char| next == '>' || next.is_ascii_whitespace());
        text.push('<');
        match after.filter(ends) {
            Some(after) => text.extend([slash, "h2", after]),
            None => text.push_str(tag),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_heading_of_the_first_level_becomes_one_of_the_second_in_texts_alone() {
        let row = json!({
            "title": "<h1>", "important": true, "contents": "é <h1 id=\"a\">A</h1><H1>B</H1><h2>C</h2><h10>1 <h1",
            "questions": [{ "question": "<h1>?</h1>", "answer": "<h1>Ja</h1>" }],
        });
        let expected = json!({
            "title": "<h1>", "important": true, "contents": "é <h2 id=\"a\">A</h2><h2>B</h2><h2>C</h2><h10>1 <h1",
            "questions": [{ "question": "<h1>?</h1>", "answer": "<h2>Ja</h2>" }],
        });
        assert_eq!(lowered(row), expected);
    }
}
