//! Checks that the documents, headings, rules and assertions exist that sources refer to: `docs/x.md`, and after it a
//! heading in quotes, a rule (`§3.4`) or the numbers of a table's rows. Otherwise a comment would send its reader to a text
//! that was renamed.
//!
//! Migrations are left out: they cannot change after they landed.

use std::collections::{BTreeMap, BTreeSet};

/// The markers of a comment's line, longest first.
const MARKERS: &[&str] = &["//!", "///", "//", "--", "#", "*"];
/// Endings of the files that are searched.
const SOURCES: &[&str] =
    &[".rs", ".ts", ".tsx", ".sql", ".sh", ".yml", ".toml", ".json", ".env", ".example", "Dockerfile", "run"];
/// These name documents that do not exist: the tests of the checks, and history.
const WITHOUT_REFERENCES: &[&str] = &["tools/xtask/src/check/", "migrations/", "docs/"];

/// Whether references in this file are checked.
pub(super) fn is_source(path: &str) -> bool {
    SOURCES.iter().any(|ending| path.ends_with(ending))
        && !WITHOUT_REFERENCES.iter().any(|folder| path.starts_with(folder))
}

/// The parts of a document that can be referred to.
#[derive(Debug, Default)]
pub(super) struct Parts {
    headings: BTreeSet<String>,
    /// `3` and `3.4`: numbered headings, and numbered items below them.
    rules: BTreeSet<String>,
    /// The first cells of tables.
    rows: BTreeSet<String>,
}

impl Parts {
    pub(super) fn from_text(text: &str) -> Self {
        let mut parts = Self::default();
        let mut section = String::new();
        for line in text.lines() {
            if let Some(heading) = line.strip_prefix('#') {
                let heading = heading.trim_start_matches('#').trim();
                let number = heading.split_once(". ").map_or("", |(number, _)| number);
                if !number.is_empty() && number.chars().all(|letter| letter.is_ascii_digit()) {
                    section = number.to_owned();
                    parts.rules.insert(section.clone());
                }
                parts.headings.insert(heading.to_owned());
            } else if let Some(cell) = line.strip_prefix("| ").and_then(|row| row.split(" | ").next()) {
                parts.rows.insert(cell.to_owned());
            } else if let Some((number, _)) = line.split_once(". ")
                && number.chars().all(|letter| letter.is_ascii_digit())
            {
                parts.rules.insert(format!("{section}.{number}"));
            }
        }
        parts
    }

    /// Whether what follows the document's name exists in it: text without a reference always does.
    fn has(&self, following: &str) -> bool {
        if let Some(rest) = following.strip_prefix(", \"") {
            return rest.split_once('"').is_none_or(|(heading, _)| self.headings.contains(heading));
        }
        if let Some(rest) = following.strip_prefix(" §") {
            let end =
                rest.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(rest.len());
            return self.rules.contains(rest[..end].trim_end_matches('.'));
        }
        let Some(rest) = following.strip_prefix(", ") else { return true };
        let end = rest.find(|letter: char| !letter.is_ascii_digit() && !", and".contains(letter));
        let numbers = rest[..end.unwrap_or(rest.len())].split(|letter: char| !letter.is_ascii_digit());
        numbers.filter(|number| !number.is_empty()).all(|number| self.rows.contains(number))
    }
}

/// The references of a source to documents or parts that do not exist, each with its line.
pub(super) fn missing_in(path: &str, source: &str, documents: &BTreeMap<String, Parts>) -> Vec<String> {
    let lines: Vec<&str> = source.lines().map(without_marker).collect();
    let mut found = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        for (at, _) in line.match_indices("docs/") {
            // A reference may go on in the next line.
            let next = lines.get(index + 1).copied().unwrap_or_default();
            let text =
                format!("{} {next}", line[at..].trim_end_matches('\\').trim_end()).replace("\\\"", "\"");
            let Some(end) = text.find(".md").map(|end| end + ".md".len()) else { continue };
            let (document, following) = text.split_at(end);
            if document.contains(|letter: char| !letter.is_ascii_alphanumeric() && !"/._-".contains(letter)) {
                continue;
            }
            if !documents.get(document).is_some_and(|parts| parts.has(following)) {
                let shown: String = following.chars().take(40).collect();
                found.push(format!("{path}:{}: {document}{shown}", index + 1));
            }
        }
    }
    found
}

fn without_marker(line: &str) -> &str {
    let line = line.trim();
    MARKERS.iter().find_map(|marker| line.strip_prefix(marker)).unwrap_or(line).trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOCUMENT: &str =
        "# Rules\n\n## 3. Booking\n\n1. One.\n2. Two.\n\n| 19 | proxies |\n\n## The seal\n";

    fn missing(source: &str) -> Vec<String> {
        let documents = BTreeMap::from([("docs/rules.md".to_owned(), Parts::from_text(DOCUMENT))]);
        missing_in("a.rs", source, &documents)
    }

    #[test]
    fn documents_headings_rules_and_rows_are_found_also_over_a_lines_end() {
        let source = "//! (docs/rules.md §3.2). docs/rules.md, \"The\n//! seal\" docs/rules.md, 19 docs/rules.md says\n\
             \"see docs/rules.md, \\\n    \\\"The seal\\\"\"\n// docs/rules.md §3, docs/openapi.json";
        assert_eq!(missing(source), Vec::<String>::new());
    }

    #[test]
    fn what_does_not_exist_is_named_with_its_line() {
        let source =
            "// docs/old.md\n// docs/rules.md §3.7\n// docs/rules.md, \"Gone\"\n// docs/rules.md, 20\n";
        let lines: Vec<String> = missing(source).iter().map(|line| line[..6].to_owned()).collect();
        assert_eq!(lines, ["a.rs:1", "a.rs:2", "a.rs:3", "a.rs:4"]);
    }
}
