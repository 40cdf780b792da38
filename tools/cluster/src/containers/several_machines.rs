//! The deployment for several machines, all of it on this one.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use reqwest::Client;

use super::compose::Compose;
use super::players::{EMAILS, book, member};

/// A password or key for every variable; nothing outside reaches what they protect.
const SECRET: &str = "0123456789abcdef0123456789abcdef0123456789abcdef";

pub(super) fn compose(folder: &Path) -> Compose {
    let variables = [
        ("FAIRWAY_PORTS", "18080"),
        ("FAIRWAY_REPLICAS_PORT", "15433"),
        ("FAIRWAY_PUBLIC_URL", "https://golf.localhost"),
        ("FAIRWAY_TRUSTED_PROXIES", "172.30.81.0/24"),
        ("FAIRWAY_SEAL_TO", "accountant@elsewhere.example"),
        ("FAIRWAY_MAIL", "file:archive"),
        ("MOLLIE_API_KEY", "live_1"),
        ("FAIRWAY_SECRET", SECRET),
        ("FAIRWAY_METRICS_TOKEN", SECRET),
        ("POSTGRES_PASSWORD", SECRET),
        ("REPLICATION_PASSWORD", SECRET),
        ("PATRONI_PASSWORD", SECRET),
        ("FAIRWAY_DATABASE_PASSWORD", SECRET),
        ("FAIRWAY_WEB_PASSWORD", SECRET),
        ("FAIRWAY_PROJECTOR_PASSWORD", SECRET),
    ];
    Compose::new("several machines", folder, "deploy/ha/compose.yml", &variables)
}

pub(super) async fn check(compose: &Compose) -> Result<()> {
    // With projectors, nodes and databases; what is not healthy is an error.
    compose.run(&["up", "--detach", "--no-build", "--wait"]).await?;
    compose.import().await?;
    let base = "http://127.0.0.1:18080";
    let [jan, tom] = [member(Client::builder(), base, 0).await?, member(Client::builder(), base, 1).await?];
    book(&jan, "before the failure").await?;
    let list = ["exec", "postgres1", "patronictl", "-c", "/etc/fairway-ha/patroni.yml", "list"];
    let list = compose.run(&list).await?;
    let leader = list.lines().find(|line| line.contains("Leader")).context("no leader")?;
    let leader = leader.split(['|', ' ']).find(|word| !word.is_empty()).context("a leader without a name")?;
    compose.run(&["kill", leader]).await?;
    // The same key is repeated until it is answered.
    book(&tom, "after the failure").await?;
    compose.run(&["up", "--detach", "--no-build", "--wait"]).await?;

    let erase = ["erase", EMAILS[1], "--operator", "Anke de Boer", "--reason", "request 2026-17"];
    compose.operator(&[&erase[..], &["--cancel-upcoming"]].concat()).await?;
    let ledger = compose.run(&["cp", "node1:/var/lib/fairway/erasures.jsonl", "-"]).await?;
    ensure!(ledger.contains("request 2026-17"), "the node does not have the ledger");
    Ok(())
}
