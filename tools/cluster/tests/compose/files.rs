//! Compose files as Compose reads them: YAML with its anchors and merges resolved, and several files laid over each other.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

/// What `docker compose up` reads by itself.
pub(crate) const DEMONSTRATION: &[&str] = &["docker-compose.yml", "docker-compose.override.yml"];
/// For members, on one machine.
pub(crate) const PRODUCTION: &[&str] = &["docker-compose.yml", "deploy/production.yml"];
/// For members, on several machines.
pub(crate) const SEVERAL: &[&str] = &["deploy/ha/compose.yml"];
/// Every way in which the portal is run in containers.
pub(crate) const WAYS: [&[&str]; 3] = [DEMONSTRATION, PRODUCTION, SEVERAL];

/// These are taken from the later file as a whole; other lists are put one behind the other.
const REPLACED: &[&str] = &["command", "entrypoint", "test"];

pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the repository").to_owned()
}

pub(crate) fn text(path: &str) -> String {
    std::fs::read_to_string(repository().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// One file.
pub(crate) fn file(path: &str) -> Value {
    let mut value: serde_norway::Value =
        serde_norway::from_str(&text(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    // What is merged in may itself merge, two levels deep.
    for _ in 0..3 {
        value.apply_merge().expect("anchors that are there");
    }
    serde_json::to_value(value).expect("what JSON has too")
}

/// The files of a way, the later over the earlier.
pub(crate) fn together(paths: &[&str]) -> Value {
    let mut files = paths.iter().map(|path| file(path));
    let first = files.next().expect("a file");
    files.fold(first, |under, over| lay_over("", under, over))
}

fn lay_over(key: &str, under: Value, over: Value) -> Value {
    match (under, over) {
        (Value::Object(mut under), Value::Object(over)) => {
            for (key, over) in over {
                let merged = match under.remove(&key) {
                    Some(under) => lay_over(&key, under, over),
                    None => over,
                };
                under.insert(key, merged);
            }
            Value::Object(under)
        }
        (Value::Array(mut under), Value::Array(over)) if !REPLACED.contains(&key) => {
            under.extend(over);
            Value::Array(under)
        }
        // A name alone, as of a network or a volume.
        (under, Value::Null) => under,
        (Value::Null, over) => over,
        // Of another kind: Compose knows both forms of `networks`, `environment` and `depends_on`; we keep to one.
        (under, over) => {
            assert!(under.is_object() == over.is_object(), "{key}: a list over a map");
            over
        }
    }
}

pub(crate) fn services(compose: &Value) -> &Map<String, Value> {
    compose["services"].as_object().expect("services")
}

/// The words of a list of a service; none where there is no such list.
pub(crate) fn words<'a>(service: &'a Value, key: &str) -> Vec<&'a str> {
    service[key].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

/// The environment of a service, as text.
pub(crate) fn environment(service: &Value) -> Vec<(&str, String)> {
    let pairs = service["environment"].as_object().into_iter().flatten();
    pairs
        .map(|(name, value)| (name.as_str(), value.as_str().map_or_else(|| value.to_string(), str::to_owned)))
        .collect()
}

/// Whether it goes on until it is ended; others do one thing.
pub(crate) fn goes_on(service: &Value) -> bool {
    service["restart"] == "unless-stopped"
}

/// Every `${…}` of a text outside comments: the name, and what follows it.
pub(crate) fn variables(text: &str) -> Vec<(String, String)> {
    let code: String =
        text.lines().filter(|line| !line.trim_start().starts_with('#')).collect::<Vec<_>>().join("\n");
    let parts = code.split("${").skip(1);
    parts
        .map(|part| {
            let end =
                part.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').expect("an end");
            (part[..end].to_owned(), part[end..].to_owned())
        })
        .collect()
}
