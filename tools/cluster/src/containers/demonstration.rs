//! `docker compose up --build` on a fresh clone.

use std::path::Path;

use anyhow::{Result, ensure};
use reqwest::Client;
use serde_json::Value;

use super::compose::Compose;
use super::players::{TIMEOUT, book, member};
use crate::wait::until;

/// Seldom used by anything else on a developer's machine.
const PORTS: [(&str, &str); 3] =
    [("FAIRWAY_PORT", "18080"), ("PROMETHEUS_PORT", "19090"), ("GRAFANA_PORT", "13000")];

pub(super) fn compose(folder: &Path) -> Compose {
    Compose::new("demonstration", folder, "docker-compose.yml:docker-compose.override.yml", &PORTS)
}

pub(super) async fn check(compose: &Compose) -> Result<()> {
    let before = compose.volumes().await?;
    compose.run(&["up", "--build", "--detach", "--wait"]).await?;
    let member = member(Client::builder(), "http://127.0.0.1:18080", 0).await?;
    let id = book(&member, "demonstration").await?;
    let http = Client::builder().no_proxy().build()?;
    until("Prometheus reads the portal and the projector", TIMEOUT, async || {
        let answer = http.get("http://127.0.0.1:19090/api/v1/targets").send().await.ok()?;
        let answer: Value = answer.json().await.ok()?;
        let targets = answer["data"]["activeTargets"].as_array()?;
        (targets.len() == 2 && targets.iter().all(|target| target["health"] == "up")).then_some(())
    })
    .await?;
    compose.run(&["down"]).await?;
    let after = compose.volumes().await?;
    ensure!(before == after, "`down` left volumes without a name: {after:?}, before {before:?}");
    compose.run(&["up", "--detach", "--wait"]).await?;
    ensure!(member.reservations().await?.contains(&(id, true)), "what was booked is gone");
    Ok(())
}
