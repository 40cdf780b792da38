//! Reads Compose files as Compose does: resolves YAML anchors and merges, and merges several files.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

/// The files that `docker compose up` reads by default.
pub(crate) const DEMONSTRATION: &[&str] = &["docker-compose.yml", "docker-compose.override.yml"];
/// In production, on one machine.
pub(crate) const PRODUCTION: &[&str] = &["docker-compose.yml", "deploy/production.yml"];
/// In production, on several machines.
pub(crate) const SEVERAL_MACHINES: &[&str] = &["deploy/ha/compose.yml"];
/// Every deployment of the portal in containers.
pub(crate) const DEPLOYMENTS: [&[&str]; 3] = [DEMONSTRATION, PRODUCTION, SEVERAL_MACHINES];

/// The later file replaces these lists; all others are concatenated.
const REPLACED: &[&str] = &["command", "entrypoint", "test"];

pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the repository").to_owned()
}

pub(crate) fn text(path: &str) -> String {
    std::fs::read_to_string(repository().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Reads one file.
pub(crate) fn file(path: &str) -> Value {
    let mut value: serde_norway::Value =
        serde_norway::from_str(&text(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    // A merged mapping may contain merges too, two levels deep.
    for _ in 0..3 {
        value.apply_merge().expect("anchors that are there");
    }
    serde_json::to_value(value).expect("what JSON has too")
}

/// Merges the files of a deployment; later files override earlier ones.
pub(crate) fn merged(paths: &[&str]) -> Value {
    let mut files = paths.iter().map(|path| file(path));
    let first = files.next().expect("a file");
    files.fold(first, |base, overriding| merge("", base, overriding))
}

fn merge(key: &str, base: Value, overriding: Value) -> Value {
    match (base, overriding) {
        (Value::Object(mut base), Value::Object(overriding)) => {
            for (key, overriding) in overriding {
                let merged = match base.remove(&key) {
                    Some(base) => merge(&key, base, overriding),
                    None => overriding,
                };
                base.insert(key, merged);
            }
            Value::Object(base)
        }
        (Value::Array(mut base), Value::Array(overriding)) if !REPLACED.contains(&key) => {
            base.extend(overriding);
            Value::Array(base)
        }
        // A key without a value, such as the name of a network or a volume.
        (base, Value::Null) => base,
        (Value::Null, overriding) => overriding,
        // Compose accepts a list or a map for `networks`, `environment` and `depends_on`; our files use one form for
        // each.
        (base, overriding) => {
            assert!(base.is_object() == overriding.is_object(), "{key}: a list over a map");
            overriding
        }
    }
}

pub(crate) fn services(compose: &Value) -> &Map<String, Value> {
    compose["services"].as_object().expect("services")
}

/// The text items of a list of a service; none if there is no such list.
pub(crate) fn items<'a>(service: &'a Value, key: &str) -> Vec<&'a str> {
    service[key].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

/// The environment of a service, as text.
pub(crate) fn environment(service: &Value) -> Vec<(&str, String)> {
    let pairs = service["environment"].as_object().into_iter().flatten();
    pairs
        .map(|(name, value)| (name.as_str(), value.as_str().map_or_else(|| value.to_string(), str::to_owned)))
        .collect()
}

/// Whether a service runs until it is stopped; the others end after one task.
pub(crate) fn runs_continuously(service: &Value) -> bool {
    service["restart"] == "unless-stopped"
}

/// Every `${…}` of a text outside comments: the name, and the text after the name.
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
