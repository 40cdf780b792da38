//! No secret in the repository or the web app, and forwarded addresses count only from a trusted proxy
//! (docs/security.md, 18, 19).

use std::path::{Path, PathBuf};

use fairway_api::config::{Config, Environment};
use serde_json::json;

use crate::support::{Answer, Portal};

/// Prefixes of other services' keys. Concatenated here, so that this file is not found itself.
const KEYS: &[&str] = &[concat!("live", "_"), concat!("gh", "p_"), concat!("AK", "IA"), concat!("xo", "xb-")];
/// Prefixes of files with keys.
const FILES: &[&str] = &[
    concat!("-----BEGIN ", "PRIVATE KEY-----"),
    concat!("-----BEGIN ", "RSA PRIVATE KEY-----"),
    concat!("-----BEGIN ", "OPENSSH PRIVATE KEY-----"),
];
/// A text that only begins like a key is shorter.
const SHORTEST: usize = 16;

/// The secret in a text.
fn secret_in(text: &str) -> Option<&'static str> {
    let is_key = |rest: &str| {
        rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'-').count() >= SHORTEST
    };
    let mut keys =
        KEYS.iter().filter(|key| text.match_indices(**key).any(|(at, _)| is_key(&text[at + key.len()..])));
    keys.next().or_else(|| FILES.iter().find(|file| text.contains(**file))).copied()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn texts(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.is_dir() {
            if !matches!(name, ".git" | "target" | "node_modules" | "data") {
                texts(&path, found);
            }
        } else if let Ok(text) = std::fs::read_to_string(&path) {
            found.push((path, text));
        }
    }
}

#[test]
fn the_repository_and_the_built_app_hold_no_secret() {
    for key in KEYS {
        assert_eq!(secret_in(&format!("KEY={key}{}\n", "a1B2".repeat(5))), Some(*key));
        assert_eq!(secret_in(&format!("a key begins with {key} and goes on")), None);
    }
    for file in FILES {
        assert_eq!(secret_in(&format!("{file}\nMII")), Some(*file));
    }
    let mut files = Vec::new();
    texts(&root(), &mut files);
    assert!(files.len() > 300, "the repository is read");
    for (path, text) in &files {
        assert_eq!(secret_in(text), None, "{}", path.display());
    }
    // The app contains the public client secret, and not the signing key.
    let signing = fairway_api::config::DEVELOPMENT_SECRET;
    for (path, text) in
        files.iter().filter(|(path, _)| path.components().any(|part| part.as_os_str() == "webapp"))
    {
        assert!(!text.contains(signing), "{}", path.display());
    }
}

/// Failed log-ins, as a client behind `forwarded` would send them; returns the last status.
async fn guess(portal: &Portal, times: usize, forwarded: &str) -> u16 {
    let mut status = 0;
    for n in 0..times {
        let body = json!({
            "grant_type": "password", "client_id": "fairway-webapp", "client_secret": "fairway-webapp-public",
            "username": format!("{n}@elsewhere.example"), "password": "wrong",
        });
        let request = portal.http.post(portal.url("/api/users/login")).json(&body);
        status = Answer::to(request.header("x-forwarded-for", forwarded)).await.status;
    }
    status
}

async fn failures_by_address(portal: &Portal) -> Vec<i64> {
    sqlx::query_scalar(
        "SELECT count(*) FROM login_failures WHERE scope = 'address' GROUP BY key ORDER BY count(*)",
    )
    .fetch_all(&portal.pool)
    .await
    .expect("counts")
}

#[tokio::test]
async fn a_forwarded_address_counts_only_from_a_configured_proxy() {
    // In development a forwarded request is refused.
    let configured = |proxies: &str| {
        let config =
            Config::from_lookup(|key| (key == "FAIRWAY_TRUSTED_PROXIES").then(|| proxies.to_owned()));
        Config { environment: Environment::Production, ..config.expect("a configuration") }
    };
    let stranger = Portal::empty_with(configured("none")).await;
    for forwarded in ["192.0.2.1", "192.0.2.2", "10.9.9.9, 192.0.2.3"] {
        assert_eq!(guess(&stranger, 1, forwarded).await, 401);
    }
    assert_eq!(failures_by_address(&stranger).await, [3], "all from the address that the connection has");

    let behind = Portal::start_with(configured("127.0.0.1, 10.0.0.0/8")).await;
    guess(&behind, 1, "192.0.2.1").await;
    guess(&behind, 1, "192.0.2.1, 10.1.2.3").await;
    guess(&behind, 1, "198.51.100.9, 192.0.2.2").await;
    // Addresses that the client itself wrote before the proxy's are ignored.
    guess(&behind, 1, "203.0.113.5, 192.0.2.2").await;
    assert_eq!(failures_by_address(&behind).await, [2, 2]);
}
