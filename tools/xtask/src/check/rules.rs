//! Checks rules of the architecture that neither the compiler nor clippy can check, on the text of the sources.

use std::path::Path;

use anyhow::{Result, bail};

use crate::fingerprint::collect;
use crate::root::root;

/// The maximum length of a source file, lines.
const MAX_LINES: usize = 450;

/// Words that must not occur in the code of some files.
struct Ban {
    /// Applies to the files in this folder …
    folder: &'static str,
    /// … except these files or folders.
    except: &'static [&'static str],
    words: &'static [&'static str],
    reason: &'static str,
}

const BANS: &[Ban] = &[
    Ban {
        folder: "command/src",
        // The only module of the command side that does I/O.
        except: &["command/src/writer", "command/src/writer.rs"],
        words: &["sqlx", "axum", "tokio"],
        reason: "a decision is pure: no database, no web, no runtime",
    },
    Ban {
        folder: "command/src",
        except: &[],
        words: &["fairway_query"],
        reason: "the command side decides on events, never on read models",
    },
    Ban {
        folder: "query/src",
        except: &[],
        words: &["fairway_command"],
        reason: "read models are made from events alone",
    },
    Ban {
        folder: "audit/src",
        except: &[],
        words: &["fairway_command", "println!", "eprintln!", "print!"],
        reason: "answers are data, and the rules are there a second time without a line of the write side",
    },
    Ban {
        folder: "replay-tool/src",
        except: &[],
        words: &["sqlx::query", "query_as(", "query_scalar("],
        reason: "the operators' questions are audit's, with their SQL",
    },
    Ban {
        folder: "api/src/http",
        except: &[],
        words: &["sqlx::query", "query_as(", "query_scalar("],
        reason: "handlers hold no SQL",
    },
];

/// Folders without sources of the project.
pub(super) const WITHOUT_SOURCES: &[&str] =
    &["target", "node_modules", "dist", ".git", ".postgres", ".chromium", "data", "test-results", "coverage"];

/// Checks every rule on every source file.
pub(crate) fn check() -> Result<()> {
    let found = violations(root())?;
    if !found.is_empty() {
        bail!("code breaks the architecture's rules:\n  {}", found.join("\n  "));
    }
    Ok(())
}

fn violations(root: &Path) -> Result<Vec<String>> {
    let mut files = Vec::new();
    collect(root, WITHOUT_SOURCES, &mut files)?;
    files.sort();
    let mut found = Vec::new();
    for file in files {
        let Some(path) = file.strip_prefix(root).ok().map(Path::to_owned) else { continue };
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        if !matches!(extension, "rs" | "ts" | "tsx") {
            continue;
        }
        let text = std::fs::read_to_string(&file)?;
        found.extend(too_long(&path, &text));
        if extension == "rs" {
            found.extend(without_header(&path, &text));
            found.extend(banned(&path, &text));
        }
    }
    Ok(found)
}

fn too_long(path: &Path, text: &str) -> Option<String> {
    let is_generated = text
        .lines()
        .take(12)
        .any(|line| line.contains("automatically generated") || line.contains("@generated"));
    let lines = text.lines().count();
    (lines > MAX_LINES && !is_generated)
        .then(|| format!("{}: {lines} lines; split it by topic", path.display()))
}

fn without_header(path: &Path, text: &str) -> Option<String> {
    // Any line: an attribute may precede the header of a test program.
    let has_header = text.lines().any(|line| line.starts_with("//!"));
    if path.file_name().is_some_and(|name| name == "mod.rs") {
        return Some(format!("{}: a module `foo` belongs in `foo.rs`", path.display()));
    }
    (!has_header).then(|| format!("{}: no `//!` header says why the module exists", path.display()))
}

fn banned(path: &Path, text: &str) -> Vec<String> {
    let applies = |ban: &&Ban| {
        path.starts_with(ban.folder) && !ban.except.iter().any(|except| path.starts_with(except))
    };
    let mut found = Vec::new();
    for ban in BANS.iter().filter(applies) {
        for (number, line) in text.lines().enumerate() {
            // Comments are ignored, because a comment may explain why something is not used.
            let code = line.split("//").next().unwrap_or_default();
            if let Some(word) = ban.words.iter().find(|word| contains_word(code, word)) {
                found.push(format!("{}:{}: `{word}`: {}", path.display(), number + 1, ban.reason));
            }
        }
    }
    found
}

/// Whether the code contains the word as a separate name and not as part of a longer name.
fn contains_word(code: &str, word: &str) -> bool {
    code.match_indices(word).any(|(at, _)| {
        let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
        let before = code[..at].chars().next_back();
        let after = code[at + word.len()..].chars().next();
        !before.is_some_and(is_name) && (word.ends_with('(') || !after.is_some_and(is_name))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn violations_in(files: &[(&str, &str)]) -> Vec<String> {
        let root = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = root.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        violations(root.path()).unwrap()
    }

    #[test]
    fn a_database_in_a_decision_is_found_with_its_line() {
        let found = violations_in(&[("command/src/voucher.rs", "//! Vouchers.\nuse sqlx::PgPool;\n")]);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with("command/src/voucher.rs:2: `sqlx`"), "{found:?}");
    }

    #[test]
    fn the_writer_may_use_the_database_and_a_comment_may_name_it() {
        let found = violations_in(&[
            ("command/src/writer/batch.rs", "//! Batches.\nuse sqlx::PgPool;\n"),
            ("command/src/club.rs", "//! No sqlx here.\nlet sqlxish = 1; // not sqlx\n"),
        ]);
        assert_eq!(found, Vec::<String>::new());
    }

    #[test]
    fn sql_in_a_handler_is_found() {
        let found = violations_in(&[("api/src/http/news.rs", "//! News.\nsqlx::query(\"SELECT 1\");\n")]);
        assert!(found[0].contains("handlers hold no SQL"), "{found:?}");
    }

    #[test]
    fn long_files_missing_headers_and_mod_files_are_found_except_in_generated_files() {
        let long = "x\n".repeat(MAX_LINES + 1);
        let found = violations_in(&[
            ("webapp/src/long.ts", &long),
            ("webapp/src/routeTree.gen.ts", &format!("// This file was automatically generated\n{long}")),
            ("webapp/dist/made.ts", &long),
            ("events/src/bare.rs", "fn main() {}\n"),
            ("query/src/x/mod.rs", "//! Header.\n"),
        ]);
        assert_eq!(found.len(), 3, "{found:?}");
    }
}
