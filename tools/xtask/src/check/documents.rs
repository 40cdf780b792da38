//! Checks that the tests and files that documents name exist. Otherwise a document would cite a renamed test or a moved
//! file as evidence. [`links`] checks the links between documents, [`references`] those of the sources to documents.
//!
//! Checked in `README.md` and the documents below `docs/`, between backticks and outside blocks of code: names with three
//! underscores or more, paths, and titles of the web app's tests (after the word webapp).

mod links;
mod references;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context, Result, bail};

use super::sources::WITHOUT_SOURCES;
use crate::fingerprint::collect;
use crate::root::root;

/// Names with fewer underscores are mostly fields or settings and not tests.
const MIN_UNDERSCORES: usize = 3;
/// Prefixes of metrics' names, which this check ignores: a test of the portal compares the documented metrics with the
/// served ones.
const METRIC_PREFIXES: &[&str] = &["fairway_", "process_"];
/// Endings of files that a document may name by the last parts of their path: `machine/batch_delay.rs`.
const SOURCE_ENDINGS: &[&str] = &[".rs", ".ts", ".tsx", ".sql", ".sh", ".yml", ".toml", ".css"];

/// Fails on every name, path and title that does not exist.
pub(crate) fn check() -> Result<()> {
    let found = missing(root())?;
    if !found.is_empty() {
        bail!("documents name things that do not exist: {}", found.join(", "));
    }
    Ok(())
}

/// The names that documents may use.
#[derive(Default)]
struct Names {
    /// The paths of files and folders, and of modules without `.rs`.
    paths: BTreeSet<String>,
    /// The identifiers of the Rust code, without comments.
    identifiers: BTreeSet<String>,
    /// The text of the web app's tests.
    titles: String,
}

fn missing(root: &Path) -> Result<Vec<String>> {
    let mut files = Vec::new();
    collect(root, WITHOUT_SOURCES, &mut files)?;
    files.sort();
    let mut names = Names::default();
    let mut documents = Vec::new();
    let mut sources = Vec::new();
    for file in &files {
        let path = file.strip_prefix(root)?.to_string_lossy().into_owned();
        let read = || std::fs::read_to_string(file).with_context(|| format!("cannot read {path}"));
        if path == "README.md" || path.starts_with("docs/") && path.ends_with(".md") {
            documents.push((path.clone(), read()?));
        } else if path.ends_with(".rs") {
            for line in read()?.lines() {
                let code = line.split("//").next().unwrap_or_default();
                let identifiers = code.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
                let checked = identifiers.filter(|identifier| has_enough_underscores(identifier));
                names.identifiers.extend(checked.map(str::to_owned));
            }
        } else if path.starts_with("webapp/") && (path.contains(".test.ts") || path.contains(".spec.ts")) {
            names.titles.push_str(&read()?);
        }
        if references::is_source(&path) {
            sources.push((path.clone(), read()?));
        }
        for folder in Path::new(&path).ancestors().skip(1) {
            names.paths.insert(folder.to_string_lossy().into_owned());
        }
        names.paths.insert(path.trim_end_matches(".rs").to_owned());
        names.paths.insert(path);
    }
    let anchors = parts_of(&documents, links::anchors);
    let parts = parts_of(&documents, references::Parts::from_text);
    let exists = |path: &str| names.paths.contains(path);
    let in_document = |(path, text): &(String, String)| {
        let mut found = names.missing_in(path, text);
        found.extend(links::missing_in(path, text, &anchors, exists));
        found
    };
    let in_sources = sources.iter().flat_map(|(path, source)| references::missing_in(path, source, &parts));
    Ok(documents.iter().flat_map(in_document).chain(in_sources).collect())
}

/// The finds of `part` in each document, by the document's path.
fn parts_of<T>(documents: &[(String, String)], part: impl Fn(&str) -> T) -> BTreeMap<String, T> {
    documents.iter().map(|(path, text)| (path.clone(), part(text))).collect()
}

fn has_enough_underscores(identifier: &str) -> bool {
    identifier.matches('_').count() >= MIN_UNDERSCORES
}

impl Names {
    fn missing_in(&self, path: &str, text: &str) -> Vec<String> {
        let mut found = Vec::new();
        let mut is_code = false;
        for (number, line) in (1..).zip(text.lines()) {
            if line.trim_start().starts_with("```") {
                is_code = !is_code;
            } else if !is_code {
                let parts: Vec<&str> = line.split('`').collect();
                for pair in parts.windows(2).step_by(2) {
                    let [before, quoted] = pair else { continue };
                    if !self.exists(before, quoted) {
                        found.push(format!("{path}:{number}: `{quoted}`"));
                    }
                }
            }
        }
        found
    }

    /// Whether the quoted text, which follows `before`, exists or is not of a kind that this check covers.
    fn exists(&self, before: &str, quoted: &str) -> bool {
        if before.ends_with("webapp ") && quoted.contains(' ') {
            return self.titles.contains(quoted);
        }
        let last = quoted.rsplit([' ', ':']).next().unwrap_or_default();
        let name = last.trim_end_matches('…');
        let is_name = name.starts_with(|letter: char| letter.is_ascii_lowercase())
            && name.chars().all(|letter| matches!(letter, 'a'..='z' | '0'..='9' | '_'));
        let is_metric = METRIC_PREFIXES.iter().any(|prefix| name.starts_with(prefix));
        if is_name && has_enough_underscores(name) && !is_metric {
            let following = self.identifiers.range(name.to_owned()..).next();
            return following.is_some_and(|identifier| {
                if name == last { identifier == name } else { identifier.starts_with(name) }
            });
        }
        self.has_path(quoted.trim_end_matches('/'))
    }

    fn has_path(&self, path: &str) -> bool {
        let Some((first, _)) = path.split_once('/') else { return true };
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-".contains(letter);
        // A part in capitals is a placeholder, as in `api/NAME/x.rs`.
        let is_placeholder =
            path.split('/').any(|part| !part.is_empty() && part.chars().all(|c| c.is_ascii_uppercase()));
        if !path.chars().all(is_plain) || is_placeholder {
            return true;
        }
        if !first.is_empty() && self.paths.contains(first) {
            return self.paths.contains(path);
        }
        let end = format!("/{path}");
        !SOURCE_ENDINGS.iter().any(|ending| path.ends_with(ending))
            || self.paths.iter().any(|known| known.ends_with(&end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn missing_in(document: &str) -> Vec<String> {
        let root = tempfile::tempdir().unwrap();
        for (path, text) in [
            ("docs/guide.md", document),
            ("api/src/http/web.rs", "// a_comment_proves_nothing_at_all\nfn a_file_is_there_whole() {}\n"),
            ("webapp/src/login.test.tsx", "test('the token leaves the address', () => {});"),
        ] {
            let path = root.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        missing(root.path()).unwrap()
    }

    #[test]
    fn names_that_exist_are_accepted() {
        let found = missing_in(
            "`a_file_is_there_whole`, `web::a_file_is…`, webapp `the token leaves the address`, `api/src/`,\n\
             `api/src/http/web`, `http/web.rs`, `two_under_scores`\n`postgres/cluster`, `/readyz`, `api/NAME/x.rs`\n\
             `fairway_http_requests_total`\n```\n`not_a_test_of_anybody`\n```\n",
        );
        assert_eq!(found, Vec::<String>::new());
    }

    #[test]
    fn a_missing_test_file_or_title_is_reported_with_its_line() {
        let found = missing_in(
            "`a_comment_proves_nothing_at_all`\n`api/src/store`\nwebapp `the token stays`\n`http/server.rs`\n`x::a_file_was_there…`",
        );
        let places: Vec<&str> =
            found.iter().filter_map(|line| line.split_once(": ").map(|(place, _)| place)).collect();
        let lines = [1, 2, 3, 4, 5].map(|line| format!("docs/guide.md:{line}"));
        assert_eq!(places, lines);
    }

    #[test]
    fn this_projects_documents_name_what_exists() {
        check().unwrap();
    }
}
