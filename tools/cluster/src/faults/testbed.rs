//! The cluster that faults are injected into, with a proxy between its last node and the database, one in front of each
//! node, and a small disk for the data of its last PostgreSQL server.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use reqwest::Client;
use serde_json::Value;

use super::faketime;
use super::fault_kind::FaultKind;
use super::network::Network;
use super::small_clubs::with_small_clubs;
use super::tcp_proxy::TcpProxy;
use crate::cluster::{self, Cluster};
use crate::database::{postgres_name, start_patroni};
use crate::layout::{Layout, NODES, SERVERS};
use crate::portal::Settings;
use crate::processes::cpu_ticks;
use crate::programs::Programs;
use crate::service::{ProcessScope, Service};
use crate::wait::until;

/// The cluster must recover from a fault within this time.
const RECOVERY_TIMEOUT: Duration = Duration::from_secs(120);
/// The size of the small disk: enough for a small journal and its WAL.
const SMALL_DISK_SIZE: &str = "3g";
/// The node with the proxy, and the PostgreSQL server on the small disk.
pub(super) const LAST_NODE: usize = NODES - 1;
pub(super) const SMALL_DISK_SERVER: usize = SERVERS - 1;

/// A supervised program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Etcd(usize),
    Postgres(usize),
    Haproxy,
    Node(usize),
    Projector(usize),
}

/// The release of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NodeProgram {
    Previous,
    Present,
}

/// The cluster and the means to inject faults into it.
pub(super) struct Testbed {
    pub(super) cluster: Cluster,
    pub(super) database_proxy: TcpProxy,
    /// Between clients and each node; HAProxy does not use them.
    pub(super) node_proxies: Vec<TcpProxy>,
    pub(super) http: Client,
    /// How long a fault waits for the server that it is injected into.
    pub(super) patience: Duration,
    /// The network in which packets can be dropped, or why they cannot be dropped.
    pub(super) network: Result<Network, String>,
    /// Why there is no small disk; none: there is one.
    small_disk_obstacle: Option<String>,
    /// The programs with the `fairway` of the previous release, or why there is none.
    pub(super) previous_release: Result<Programs, String>,
    /// Why libfaketime changes no clock; none: it does.
    faketime_obstacle: Option<String>,
}

impl Testbed {
    /// A new cluster in an empty folder.
    pub(super) async fn prepare(
        options: &cluster::Options,
        own_namespaces: bool,
        previous_release: Option<&Path>,
    ) -> Result<Self> {
        let folder = std::path::absolute(&options.folder)?;
        let layout = Layout::open_empty(&folder, &options.config)?;
        let small_disk_obstacle =
            mount_small_disk(&layout, own_namespaces).err().map(|error| format!("{error:#}"));
        let network = Network::prepare(&layout, own_namespaces).await.map_err(|error| format!("{error:#}"));
        let database_proxy = TcpProxy::start(layout.ports.database_proxy, layout.ports.primary).await?;
        let mut database_ports = [layout.ports.primary; NODES];
        database_ports[LAST_NODE] = layout.ports.database_proxy;
        let http = Client::builder().timeout(Duration::from_secs(4)).no_proxy().build()?;
        let options = &with_small_clubs(options, &layout)?;
        let cluster = Cluster::start(options, layout, database_ports).await?;
        let mut node_proxies = Vec::new();
        for port in cluster.layout.ports.nodes {
            node_proxies.push(TcpProxy::start(0, port).await?);
        }
        let previous_release = match previous_release {
            Some(program) => Ok(Programs { fairway: program.to_owned(), ..cluster.programs.clone() }),
            None => Err("there is no program of the previous release".to_owned()),
        };
        let faketime_obstacle = faketime::obstacle().err().map(|error| format!("{error:#}"));
        Ok(Self {
            cluster,
            database_proxy,
            node_proxies,
            http,
            patience: RECOVERY_TIMEOUT,
            network,
            small_disk_obstacle,
            previous_release,
            faketime_obstacle,
        })
    }

    /// Why a fault cannot be injected on this machine; none: it can.
    pub(super) fn skip_reason(&self, kind: FaultKind) -> Option<&str> {
        match kind {
            FaultKind::DiskFull => self.small_disk_obstacle.as_deref(),
            FaultKind::PrimaryCutOff | FaultKind::PrimarySendsNothing | FaultKind::PrimaryReceivesNothing => {
                self.network.as_ref().err().map(String::as_str)
            }
            FaultKind::PacketsLate => match &self.network {
                Ok(network) => network.delay_obstacle.as_deref(),
                Err(obstacle) => Some(obstacle),
            },
            FaultKind::RollingUpgrade => self.previous_release.as_ref().err().map(String::as_str),
            FaultKind::StandbyClockOff => self.faketime_obstacle.as_deref(),
            _ => None,
        }
    }

    pub(super) fn service(&self, part: Part) -> &Service {
        match part {
            Part::Etcd(number) => &self.cluster.etcd[number],
            Part::Postgres(number) => &self.cluster.postgres[number],
            Part::Haproxy => &self.cluster.haproxy,
            Part::Node(number) => &self.cluster.nodes[number],
            Part::Projector(number) => &self.cluster.projectors[number],
        }
    }

    /// The service of a PostgreSQL machine, to be changed.
    pub(super) fn machine(&mut self, number: usize) -> &mut Service {
        &mut self.cluster.postgres[number]
    }

    /// Replaces a node by one of another program or with another environment.
    pub(super) async fn restart_node(
        &mut self,
        number: usize,
        programs: NodeProgram,
        environment: &[(&str, &str)],
    ) -> Result<()> {
        self.cluster.nodes[number].stop().await?;
        let ports = &self.cluster.layout.ports;
        let database = if number == LAST_NODE { ports.database_proxy } else { ports.primary };
        let programs = match (programs, &self.previous_release) {
            (NodeProgram::Previous, Ok(previous)) => previous,
            (NodeProgram::Previous, Err(obstacle)) => bail!("{obstacle}"),
            (NodeProgram::Present, _) => &self.cluster.programs,
        };
        let node = self.settings().start_node(programs, number, database, environment)?;
        self.cluster.nodes[number] = node;
        Ok(())
    }

    /// Restarts a PostgreSQL machine with another clock; none: with the right one.
    pub(super) async fn restart_machine(&mut self, number: usize, clock: Option<i32>) -> Result<()> {
        self.cluster.postgres[number].stop().await?;
        let environment = clock.map(faketime::environment).unwrap_or_default();
        let Cluster { layout, programs, .. } = &self.cluster;
        self.cluster.postgres[number] = start_patroni(layout, programs, number, environment)?;
        Ok(())
    }

    pub(super) fn settings(&self) -> Settings<'_> {
        Settings { layout: &self.cluster.layout, pgbouncer: false }
    }

    /// The URL of the portal for members.
    pub(super) fn portal_url(&self) -> String {
        format!("http://127.0.0.1:{}", self.cluster.layout.ports.portal)
    }

    /// The report of a node on `/readyz`; none: it does not answer.
    pub(super) async fn readiness(&self, node: usize) -> Option<Readiness> {
        readiness(&self.http, self.cluster.layout.ports.nodes[node]).await
    }

    pub(super) async fn primary(&self) -> Result<usize> {
        until("a primary", self.patience, async || self.cluster.patroni.primary().await).await
    }

    pub(super) async fn synchronous_standby(&self) -> Result<usize> {
        until("a synchronous standby", self.patience, async || {
            self.cluster.patroni.synchronous_standby().await
        })
        .await
    }

    /// The number of the working projector: the one that uses more CPU time, since the other only waits.
    pub(super) async fn working_projector(&self) -> usize {
        let used_ticks = |projector: &Service| -> u64 {
            projector.processes(ProcessScope::All).iter().map(|process| cpu_ticks(process.pid)).sum()
        };
        let before: Vec<u64> = self.cluster.projectors.iter().map(used_ticks).collect();
        tokio::time::sleep(Duration::from_secs(1)).await;
        let after = self
            .cluster
            .projectors
            .iter()
            .map(used_ticks)
            .zip(before)
            .map(|(now, then)| now.saturating_sub(then));
        after.enumerate().max_by_key(|&(_, used)| used).map_or(0, |(number, _)| number)
    }

    /// Waits until PostgreSQL has both standbys, every node is ready, and the read models are at the end of the
    /// journal.
    pub(super) async fn wait_until_healthy(&self) -> Result<()> {
        until("PostgreSQL to be healthy again", RECOVERY_TIMEOUT, async || {
            self.cluster.patroni.is_healthy().await
        })
        .await?;
        for node in 0..NODES {
            let what = format!("node{} to be ready again", node + 1);
            let ready = async || self.readiness(node).await.filter(|state| state.ready).map(drop);
            until(&what, RECOVERY_TIMEOUT, ready).await?;
        }
        let caught_up = async || self.readiness(0).await.filter(|state| state.lag == 0).map(drop);
        until("the read models to reach the journal's end", RECOVERY_TIMEOUT, caught_up).await
    }

    /// The file that fills the small disk.
    pub(super) fn filler(&self) -> PathBuf {
        self.cluster.layout.folder().join(postgres_name(SMALL_DISK_SERVER)).join("filler")
    }
}

/// The part of the answer of `/readyz` that is used here.
#[derive(Debug)]
pub(super) struct Readiness {
    pub(super) ready: bool,
    pub(super) warnings: Vec<String>,
    /// The number of events that the read model of reservations has not processed yet.
    pub(super) lag: i64,
    /// The position of the last event that it has processed.
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

/// Mounts a small tmpfs, in a mount namespace where no other process sees it.
fn mount_small_disk(layout: &Layout, own_namespaces: bool) -> Result<()> {
    ensure!(
        layout.user.steps_down && own_namespaces,
        "`cargo xtask faults` mounts a small disk for it, as root only"
    );
    let folder = layout.folder_of(&postgres_name(SMALL_DISK_SERVER), Some(layout.user))?;
    let user = layout.user;
    let mounted = std::process::Command::new("mount")
        .args([
            "-t",
            "tmpfs",
            "-o",
            &format!("size={SMALL_DISK_SIZE},mode=0700,uid={},gid={}", user.uid, user.gid),
            "tmpfs",
        ])
        .arg(&folder)
        .output()
        .context("there is no `mount`")?;
    let stderr = String::from_utf8_lossy(&mounted.stderr).trim().to_owned();
    ensure!(mounted.status.success(), "an in-memory disk cannot be mounted: {stderr}");
    Ok(())
}

/// Allocates all free space of a disk, to the last page.
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
