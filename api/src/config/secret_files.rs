//! Secrets from files: for each secret `KEY` there is `KEY_FILE`, the path of a file with the value, which is how
//! containers and service managers provide secrets. Environment variables can be read from outside the process (`docker
//! inspect`, `/proc`), and every program that it starts inherits them.

use std::collections::BTreeMap;
use std::path::Path;

use super::keys::{KEYS, Key};
use super::problems::Problems;

/// The suffix of a secret's key.
const SUFFIX: &str = "_FILE";
/// The longest file that is read, bytes: a secret is short, and a wrong path may name any file.
const MAX_BYTES: usize = 16 * 1024;

/// The key whose value the file under this name contains; none: no secret has such a file.
pub(super) fn secret_of(name: &str) -> Option<&'static Key> {
    let secret = name.strip_suffix(SUFFIX)?;
    KEYS.iter().find(|key| key.is_secret && key.name == secret)
}

/// The values of the secrets in files. A file without a usable value is a problem, and so is a secret that is set
/// twice, because it is unclear which value applies.
pub(super) fn read(
    get: impl Fn(&str) -> Option<String>,
    problems: &mut Problems,
) -> BTreeMap<&'static str, String> {
    let mut values = BTreeMap::new();
    for key in KEYS.iter().filter(|key| key.is_secret) {
        let name = format!("{}{SUFFIX}", key.name);
        let Some(path) = get(&name) else { continue };
        if get(key.name).is_some() {
            problems.add(&name, format!("{} is set too: set one of the two", key.name));
            continue;
        }
        match read_one(Path::new(&path)) {
            Ok(value) => drop(values.insert(key.name, value)),
            Err(problem) => problems.add(&name, format!("{path} {problem}")),
        }
    }
    values
}

/// The content without the newline at its end, which editors and `echo` add.
fn read_one(path: &Path) -> Result<String, String> {
    let bytes = std::fs::read(path).map_err(|error| format!("cannot be read: {error}"))?;
    if bytes.len() > MAX_BYTES {
        return Err(format!("is longer than {MAX_BYTES} bytes: it is no secret"));
    }
    let text = fairway_text::file(&bytes).map_err(|error| error.to_string())?;
    let value = text.trim_end_matches(['\r', '\n']);
    match value {
        "" => Err("is empty".to_owned()),
        value if value.contains('\n') => Err("holds more than one line".to_owned()),
        value => Ok(value.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Config;
    use super::*;

    fn load(pairs: &[(&str, &str)]) -> Result<Config, String> {
        let lookup = |key: &str| pairs.iter().find(|(name, _)| *name == key).map(|pair| pair.1.to_owned());
        Config::from_lookup(lookup).map_err(|error| error.to_string())
    }

    fn file(content: &[u8]) -> tempfile::NamedTempFile {
        let file = tempfile::NamedTempFile::new().expect("a file");
        std::fs::write(file.path(), content).expect("its content");
        file
    }

    fn path(file: &tempfile::NamedTempFile) -> &str {
        file.path().to_str().expect("a path of letters")
    }

    #[test]
    fn every_secret_can_come_from_a_file_without_its_last_newline() {
        let secret = file(b"0123456789abcdef0123456789abcdef\n");
        let mail = file(b"\xef\xbb\xbfsmtps://portal:hunter2@mail.example:465\r\n");
        let former = file(b"one, two\n");
        let config = load(&[
            ("FAIRWAY_SECRET_FILE", path(&secret)),
            ("FAIRWAY_METRICS_TOKEN_FILE", path(&secret)),
            ("FAIRWAY_MAIL_FILE", path(&mail)),
            ("FAIRWAY_FORMER_SECRETS_FILE", path(&former)),
        ])
        .expect("files that hold values");
        assert_eq!(config.secret, "0123456789abcdef0123456789abcdef");
        assert_eq!(config.metrics_token.as_deref(), Some("0123456789abcdef0123456789abcdef"));
        assert_eq!(config.former_secrets, ["one", "two"]);
        assert_eq!(
            config.mail,
            fairway_notifications::mail::server::Server::Smtp(
                "smtps://portal:hunter2@mail.example:465".to_owned()
            )
        );
    }

    #[test]
    fn the_owners_password_is_another_one_than_the_programs() {
        let (own, owner) = (file(b"projector\n"), file(b"owner\n"));
        let urls = [
            ("DATABASE_URL", "postgres://fairway_projector@db/fairway"),
            ("FAIRWAY_OWNER_URL", "postgres://fairway@db/fairway"),
            ("PGPASSWORD_FILE", path(&own)),
        ];
        let config = load(&[&urls[..], &[("FAIRWAY_OWNER_PASSWORD_FILE", path(&owner))]].concat());
        let config = config.expect("two passwords");
        let projector = "postgres://fairway_projector:projector@db/fairway";
        assert_eq!(config.database_url.as_deref(), Some(projector));
        assert_eq!(config.owner_url.as_deref(), Some("postgres://fairway:owner@db/fairway"));
        let one = load(&urls).expect("one password for both");
        assert_eq!(one.owner_url.as_deref(), Some("postgres://fairway:projector@db/fairway"));
    }

    #[test]
    fn an_unusable_or_duplicate_secret_file_is_reported_and_stops_the_start() {
        let (good, empty) = (file(b"value"), file(b"\n"));
        let (lines, long) = (file(b"one\ntwo\n"), file(&[b'a'; MAX_BYTES + 1]));
        for (value, mentioned) in [
            (path(&empty), "is empty"),
            (path(&lines), "more than one line"),
            (path(&long), "is no secret"),
            ("/nowhere/at/all", "cannot be read"),
        ] {
            let error = load(&[("FAIRWAY_SECRET_FILE", value)]).expect_err("no value");
            assert!(error.contains("FAIRWAY_SECRET_FILE") && error.contains(mentioned), "{error}");
        }
        let both = load(&[("FAIRWAY_SECRET", "one"), ("FAIRWAY_SECRET_FILE", path(&good))]);
        let error = both.expect_err("two values");
        assert!(error.contains("FAIRWAY_SECRET is set too") && !error.contains("value"), "{error}");
    }

    #[test]
    fn only_secrets_can_come_from_files() {
        assert!(secret_of("DATABASE_URL_FILE").is_some());
        assert!(secret_of("MOLLIE_API_KEY_FILE").is_some());
        assert!(secret_of("FAIRWAY_LISTEN_FILE").is_none());
        assert!(secret_of("FAIRWAY_SECRET").is_none());
    }
}
