//! Where the faults are tried: a cluster of their own, a line that can be cut before its last node, and a disk that can be
//! filled under its last PostgreSQL.

use std::fs::File;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use reqwest::Client;
use serde_json::Value;

use super::kinds::Kind;
use super::line::Line;
use super::network::Network;
use crate::cluster::{self, Cluster};
use crate::database::postgres_name;
use crate::layout::{Layout, MEMBERS, NODES};
use crate::portal::Settings;
use crate::processes::ticks;
use crate::service::{Part, Service};
use crate::wait::until;

/// Everything heals by itself within this, or it does not.
const PATIENCE: Duration = Duration::from_secs(120);
/// Room for a small journal and its log.
const DISK: &str = "3g";
/// The node behind the line, and the PostgreSQL on the small disk.
pub(super) const LAST_NODE: usize = NODES - 1;
pub(super) const SMALL_DISK: usize = MEMBERS - 1;

/// The cluster and what can be done to it.
pub(super) struct Testbed {
    pub(super) cluster: Cluster,
    pub(super) line: Line,
    pub(super) http: Client,
    /// Where packets can be dropped; otherwise why they cannot.
    pub(super) network: Result<Network, String>,
    /// Why the disk cannot be filled; none: it can.
    no_small_disk: Option<String>,
}

impl Testbed {
    /// A new cluster in an empty folder.
    pub(super) async fn prepare(options: &cluster::Options, own_namespaces: bool) -> Result<Self> {
        let folder = std::path::absolute(&options.folder)?;
        let layout = Layout::anew(&folder, &options.config)?;
        let no_small_disk = lay_small_disk(&layout, own_namespaces).err().map(|error| format!("{error:#}"));
        let network = Network::prepare(&layout, own_namespaces).await.map_err(|error| format!("{error:#}"));
        let line = Line::lay(layout.ports.line, layout.ports.primary).await?;
        let mut lines = [layout.ports.primary; NODES];
        lines[LAST_NODE] = layout.ports.line;
        let http = Client::builder().timeout(Duration::from_secs(4)).no_proxy().build()?;
        let cluster = Cluster::start(options, layout, lines).await?;
        Ok(Self { cluster, line, http, network, no_small_disk })
    }

    /// Why a fault cannot be tried here; none: it can.
    pub(super) fn obstacle(&self, kind: Kind) -> Option<&str> {
        match kind {
            Kind::DiskFull => self.no_small_disk.as_deref(),
            Kind::PrimaryCutOff => self.network.as_ref().err().map(String::as_str),
            _ => None,
        }
    }

    pub(super) fn settings(&self) -> Settings<'_> {
        Settings { layout: &self.cluster.layout, pgbouncer: false }
    }

    /// The address that members use.
    pub(super) fn portal(&self) -> String {
        format!("http://127.0.0.1:{}", self.cluster.layout.ports.portal)
    }

    /// What a node says of itself; none: it does not answer.
    pub(super) async fn readiness(&self, node: usize) -> Option<Readiness> {
        readiness(&self.http, self.cluster.layout.ports.nodes[node]).await
    }

    pub(super) async fn primary(&self) -> Result<usize> {
        until("a primary", PATIENCE, async || self.cluster.patroni.primary().await).await
    }

    pub(super) async fn synchronous(&self) -> Result<usize> {
        until("a synchronous standby", PATIENCE, async || self.cluster.patroni.synchronous().await).await
    }

    /// The projector that works: the other waits, and waiting takes no time of a processor.
    pub(super) async fn working_projector(&self) -> usize {
        let used = |projector: &Service| -> u64 {
            projector.processes(Part::All).iter().map(|process| ticks(process.pid)).sum()
        };
        let before: Vec<u64> = self.cluster.projectors.iter().map(used).collect();
        tokio::time::sleep(Duration::from_secs(1)).await;
        let after =
            self.cluster.projectors.iter().map(used).zip(before).map(|(now, then)| now.saturating_sub(then));
        after.enumerate().max_by_key(|&(_, used)| used).map_or(0, |(number, _)| number)
    }

    /// Waits until everything is whole: PostgreSQL with both standbys, every node, the read models at the journal's end.
    pub(super) async fn whole(&self) -> Result<()> {
        until("PostgreSQL to be whole again", PATIENCE, async || self.cluster.patroni.is_whole().await)
            .await?;
        for node in 0..NODES {
            let what = format!("node{} to be ready again", node + 1);
            let ready = async || self.readiness(node).await.filter(|state| state.ready).map(drop);
            until(&what, PATIENCE, ready).await?;
        }
        let up = async || self.readiness(0).await.filter(|state| state.lag == 0).map(drop);
        until("the read models to reach the journal's end", PATIENCE, up).await
    }

    /// The folder on the small disk.
    pub(super) fn small_disk(&self) -> PathBuf {
        self.cluster.layout.folder().join(postgres_name(SMALL_DISK))
    }
}

/// What `/readyz` says.
#[derive(Debug)]
pub(super) struct Readiness {
    pub(super) ready: bool,
    pub(super) warnings: Vec<String>,
    /// Events that the read model of reservations lacks.
    pub(super) lag: i64,
    /// The last event that it has.
    pub(super) position: i64,
}

pub(super) async fn readiness(http: &Client, port: u16) -> Option<Readiness> {
    let answer = http.get(format!("http://127.0.0.1:{port}/readyz")).send().await.ok()?;
    let ready = answer.status() == 200;
    let body: Value = answer.json().await.ok()?;
    let warnings =
        body["warnings"].as_array()?.iter().filter_map(|text| Some(text.as_str()?.to_owned())).collect();
    let reservations = body["projections"].as_array()?.iter().find(|one| one["name"] == "reservations");
    let number = |key: &str| reservations.and_then(|one| one[key].as_i64());
    Some(Readiness {
        ready,
        warnings,
        lag: number("lag").unwrap_or(i64::MAX),
        position: number("position").unwrap_or_default(),
    })
}

/// A disk in memory, where one may be mounted without anybody else seeing it.
fn lay_small_disk(layout: &Layout, own_namespaces: bool) -> Result<()> {
    ensure!(
        layout.user.steps_down && own_namespaces,
        "`cargo xtask faults` mounts a small disk for it, as root only"
    );
    let folder = layout.folder_of(&postgres_name(SMALL_DISK), Some(layout.user))?;
    let user = layout.user;
    let mounted = std::process::Command::new("mount")
        .args([
            "-t",
            "tmpfs",
            "-o",
            &format!("size={DISK},mode=0700,uid={},gid={}", user.uid, user.gid),
            "tmpfs",
        ])
        .arg(&folder)
        .output()
        .context("there is no `mount`")?;
    let said = String::from_utf8_lossy(&mounted.stderr).trim().to_owned();
    ensure!(mounted.status.success(), "no disk in memory can be mounted: {said}");
    Ok(())
}

/// Takes what is free on a disk, to the last page.
pub(super) fn fill(filler: &std::path::Path) -> Result<()> {
    let file = File::create(filler).with_context(|| format!("cannot create {}", filler.display()))?;
    let mut filled = 0;
    for chunk in [64 << 20, 1 << 20, 4 << 10] {
        while rustix::fs::fallocate(&file, rustix::fs::FallocateFlags::empty(), filled, chunk).is_ok() {
            filled += chunk;
        }
    }
    Ok(())
}
