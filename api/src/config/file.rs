//! The configuration file: `KEY=VALUE` per line, `#` begins a comment line, quotes around a value are dropped.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use super::KEYS;
use super::problems::{ConfigError, Problems};
use super::secret_files::secret_of;

/// Reads a file; an unknown key is an error, because it is most likely a typing mistake.
pub(super) fn read(path: &Path) -> Result<BTreeMap<String, String>, ConfigError> {
    let unreadable = |source| ConfigError::Unreadable { path: path.to_owned(), source };
    let bytes = std::fs::read(path).map_err(unreadable)?;
    let text = fairway_text::file(&bytes)
        .map_err(|error| unreadable(io::Error::new(io::ErrorKind::InvalidData, error)))?;
    parse(&text)
}

fn parse(text: &str) -> Result<BTreeMap<String, String>, ConfigError> {
    let mut problems = Problems::default();
    let mut values = BTreeMap::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match line.split_once('=') {
            Some((key, value)) if is_known(key.trim()) => {
                values.insert(key.trim().to_owned(), value.trim().trim_matches('"').to_owned());
            }
            Some((key, _)) => {
                problems.add(key.trim(), format!("is not a key of the configuration (line {number})"))
            }
            None => problems.add(&format!("line {number}"), "is not of the form KEY=VALUE".to_owned()),
        }
    }
    problems.into_result(values)
}

fn is_known(name: &str) -> bool {
    KEYS.iter().any(|known| known.name == name) || secret_of(name).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_notepad_is_read() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        std::fs::write(file.path(), b"\xef\xbb\xbfFAIRWAY_ENV=production\r\n").expect("its content");
        assert_eq!(read(file.path()).expect("a good file")["FAIRWAY_ENV"], "production");
    }

    #[test]
    fn reads_keys_and_reports_invalid_lines() {
        let values =
            parse("# ours\nFAIRWAY_ENV = production\nFAIRWAY_SECRET=\"a b\"\n").expect("a good file");
        assert_eq!(values["FAIRWAY_ENV"], "production");
        assert_eq!(values["FAIRWAY_SECRET"], "a b");
        let by_file = parse("FAIRWAY_SECRET_FILE=/run/secrets/fairway\n").expect("where a secret is");
        assert_eq!(by_file["FAIRWAY_SECRET_FILE"], "/run/secrets/fairway");
        assert!(parse("FAIRWAY_ENV_FILE=/etc/environment\n").is_err());
        let error = parse("FAIRWAY_ENVIRONMENT=production\nnonsense\n").expect_err("a bad file").to_string();
        assert!(error.contains("FAIRWAY_ENVIRONMENT") && error.contains("line 2"), "{error}");
    }
}
