//! Production on one machine, under a name of this machine's, for which Caddy's own authority answers.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use reqwest::{Certificate, Client, ClientBuilder};
use tokio::sync::watch;
use tokio::time::sleep;

use super::compose::Compose;
use super::players::{EMAILS, TIMEOUT, book, member};
use crate::member::Member;
use crate::wait::until;

const HOST: &str = "golf.localhost";
const BASE: &str = "https://golf.localhost";
/// The secrets that an operator writes.
const WRITTEN: [(&str, &str); 4] = [
    ("mollie_api_key", "live_1"),
    ("mail", "file:archive"),
    ("alerts_page_url", "http://127.0.0.1:9/"),
    ("alerts_ticket_url", "http://127.0.0.1:9/"),
];
/// Services that are healthy soon; the health check of the backup waits for minutes.
const SOON: [&str; 5] = ["caddy", "projector", "prometheus", "alertmanager", "grafana"];
/// Between two questions of a member during a release.
const PAUSE: Duration = Duration::from_millis(100);

pub(super) fn compose(folder: &Path) -> Result<Compose> {
    let path = |name: &str| folder.join(name).to_str().map(str::to_owned).context("a path that is not text");
    let (secrets, backups) = (path("secrets")?, path("backups")?);
    Ok(Compose::new(
        "production",
        folder,
        "docker-compose.yml:deploy/production.yml",
        &[
            ("FAIRWAY_HOST", HOST),
            ("FAIRWAY_OPERATOR_HOST", "beheer.golf.localhost"),
            ("FAIRWAY_CONTACT_EMAIL", "klantenservice@golf.example"),
            ("FAIRWAY_SEAL_TO", "accountant@elsewhere.example"),
            ("FAIRWAY_SECRETS", &secrets),
            ("FAIRWAY_BACKUPS", &backups),
            ("FAIRWAY_BACKUPS_KEPT", "2"),
        ],
    ))
}

pub(super) async fn check(compose: &Compose) -> Result<()> {
    prepare(compose).await?;
    compose.run(&["up", "--detach"]).await?;
    compose.run(&[&["up", "--detach", "--wait"], &SOON[..]].concat()).await?;
    compose.import().await?;
    let add = ["operator", "add", "bas@golf.example", "--name", "Bas Meijer", "--role", "admin"];
    let link = compose.operator(&add).await?;
    ensure!(link.contains("https://beheer.golf.localhost/"), "the first operator's link: {link}");
    let http = trusting_caddy(compose).await?;
    let [jan, tom] = [member(http(), BASE, 0).await?, member(http(), BASE, 1).await?];
    let id = book(&jan, "before the release").await?;

    release(compose, &jan).await.context("a release while members look")?;

    until("a base backup", TIMEOUT, async || {
        compose.run(&["exec", "backup", "sh", "/fairway/backup/backup.sh", "check"]).await.ok()
    })
    .await?;
    let of_tom = book(&tom, "before the erasure").await?;
    let before = compose.run(&["exec", "postgres", "psql", "--no-psqlrc", "-Atc", "SELECT now()"]).await?;
    let erase = ["erase", EMAILS[1], "--operator", "Anke de Boer", "--reason", "request 2026-17"];
    compose.operator(&[&erase[..], &["--cancel-upcoming"]].concat()).await?;
    ensure!(is_unknown(http()).await?, "the erased member can log in");

    compose.run(&["stop"]).await?;
    compose.run(&["run", "--rm", "restore", before.trim()]).await?;
    // Without the projector, which may not erase and waits for it.
    compose.run(&["up", "--detach", "--wait", "caddy"]).await?;
    ensure!(is_unknown(http()).await?, "the erased member is back after the restore");
    ensure!(jan.reservations().await?.contains(&(id, true)), "what was booked before is gone");
    let timeline = ["run", "--rm", "--entrypoint", "replay-tool", "operator", "timeline", &of_tom];
    ensure!(compose.run(&timeline).await?.contains("erased member"), "the round names who was erased");
    compose.run(&["up", "--detach"]).await?;
    compose.run(&[&["up", "--detach", "--wait"], &SOON[..]].concat()).await?;
    Ok(())
}

/// An operator's preparations before the first start.
async fn prepare(compose: &Compose) -> Result<()> {
    for folder in ["secrets", "backups"] {
        let folder = compose.folder().join(folder);
        if folder.exists() {
            std::fs::remove_dir_all(&folder)?;
        }
    }
    compose.program("sh", &["deploy/secrets.sh", "secrets"]).await?;
    for (name, value) in WRITTEN {
        std::fs::write(compose.folder().join("secrets").join(name), format!("{value}\n"))?;
    }
    let folder = ["--directory", "--owner=999", "--group=999", "--mode=0700", "backups"];
    compose.program("install", &folder).await?;
    Ok(())
}

/// Makes clients that accept the certificates of Caddy's own authority and no others.
async fn trusting_caddy(compose: &Compose) -> Result<impl Fn() -> ClientBuilder> {
    let authority = ["exec", "caddy", "cat", "/data/caddy/pki/authorities/local/root.crt"];
    let authority = Certificate::from_pem(compose.run(&authority).await?.as_bytes())?;
    Ok(move || {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 443));
        let trusting = Client::builder().tls_built_in_root_certs(false);
        trusting.add_root_certificate(authority.clone()).resolve(HOST, address)
    })
}

/// Installs a release while a member looks at their rounds, and checks that every question was answered.
async fn release(compose: &Compose, member: &Member) -> Result<()> {
    let before = compose.run(&["ps", "--quiet", "fairway"]).await?;
    let (end, ended) = watch::channel(false);
    let look = async {
        let mut questions = 0_u32;
        while !*ended.borrow() {
            member.reservations().await?;
            questions += 1;
            sleep(PAUSE).await;
        }
        anyhow::Ok(questions)
    };
    let install = async {
        let outcome = compose.program("sh", &["deploy/release.sh"]).await;
        end.send_replace(true);
        outcome
    };
    let (questions, outcome) = tokio::join!(look, install);
    outcome?;
    let failures = member.failures();
    println!("   {} looks during the release, with 5xx and unanswered: {failures:?}", questions?);
    ensure!(failures == (0, 0), "not every question was answered");
    let after = compose.run(&["ps", "--quiet", "fairway"]).await?;
    ensure!(after.lines().count() == 1 && after != before, "{before} runs after the release: {after}");
    Ok(())
}

/// Whether the erased member cannot log in, at a portal that answers.
async fn is_unknown(http: ClientBuilder) -> Result<bool> {
    let outcome = member(http, BASE, 1).await;
    Ok(outcome.err().is_some_and(|error| format!("{error:#}").contains("cannot log in: 4")))
}
