//! Injects each fault, and ends it where it does not end by itself.

use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use rustix::process::Signal;
use serde_json::json;
use tokio::process::Command;
use tokio::sync::watch;
use tokio::time::{Instant, sleep};

use super::fault_kind::FaultKind;
use super::tcp_proxy::ProxyState;
use super::testbed::{LAST_NODE, SMALL_DISK_SERVER, Testbed, fill};
use crate::layout::SERVERS;
use crate::member::Phase;
use crate::service::{ProcessScope, Service};
use crate::wait::until;

/// How long the primary commits without its standbys when commits are to be lost.
const STANDBY_FREEZE: Duration = Duration::from_secs(2);
/// The lag with which a standby may still take over when commits are to be lost, in bytes.
const MAX_FAILOVER_LAG: u64 = 1 << 30;
const TIMEOUT: Duration = Duration::from_secs(60);

/// A fault that was injected.
pub(super) struct Fault {
    /// When it began.
    pub(super) started: Instant,
    /// The time from the end of the fault until the affected node was ready again; none: it was not measured.
    pub(super) ready_after: Option<Duration>,
}

impl Fault {
    fn started_at(started: Instant) -> Self {
        Self { started, ready_after: None }
    }
}

/// Injects a fault, waits for its duration, and ends it. `phase` makes some members leave when commits are to be lost.
pub(super) async fn inject(
    testbed: &mut Testbed,
    kind: FaultKind,
    duration: Duration,
    phase: &watch::Sender<Phase>,
) -> Result<Fault> {
    match kind {
        FaultKind::PrimaryPostgresKilled => {
            let primary = testbed.primary().await?;
            kill(&testbed.cluster.postgres[primary], ProcessScope::Postgres)
        }
        FaultKind::PrimaryKilled => {
            let primary = testbed.primary().await?;
            kill(&testbed.cluster.postgres[primary], ProcessScope::All)
        }
        FaultKind::PrimaryLost => {
            let primary = testbed.primary().await?;
            stop_machine(&mut testbed.cluster.postgres[primary], duration).await
        }
        FaultKind::StandbyKilled => {
            let standby = testbed.synchronous_standby().await?;
            kill(&testbed.cluster.postgres[standby], ProcessScope::All)
        }
        FaultKind::StandbysLost => stop_standbys(testbed, duration).await,
        FaultKind::EtcdMemberKilled => kill(&testbed.cluster.etcd[0], ProcessScope::All),
        FaultKind::EtcdMajorityFrozen => {
            freeze(&[&testbed.cluster.etcd[0], &testbed.cluster.etcd[1]], ProcessScope::All, duration).await
        }
        FaultKind::NodeKilled => kill(&testbed.cluster.nodes[0], ProcessScope::All),
        FaultKind::ProjectorKilled => {
            let working = testbed.working_projector().await;
            kill(&testbed.cluster.projectors[working], ProcessScope::All)
        }
        FaultKind::HaproxyKilled => kill(&testbed.cluster.haproxy, ProcessScope::All),
        FaultKind::HaproxyReloaded => {
            let started = Instant::now();
            testbed.cluster.haproxy.signal_program(Signal::USR2);
            Ok(Fault::started_at(started))
        }
        FaultKind::PrimaryPostgresFrozen => {
            let primary = testbed.primary().await?;
            freeze(&[&testbed.cluster.postgres[primary]], ProcessScope::Postgres, duration).await
        }
        FaultKind::PrimaryFrozen => {
            let primary = testbed.primary().await?;
            freeze(&[&testbed.cluster.postgres[primary]], ProcessScope::All, duration).await
        }
        FaultKind::StandbyFrozen => {
            let standby = testbed.synchronous_standby().await?;
            freeze(&[&testbed.cluster.postgres[standby]], ProcessScope::All, duration).await
        }
        FaultKind::NodeFrozen => freeze(&[&testbed.cluster.nodes[0]], ProcessScope::All, duration).await,
        FaultKind::ProjectorFrozen => {
            let working = testbed.working_projector().await;
            freeze(&[&testbed.cluster.projectors[working]], ProcessScope::All, duration).await
        }
        FaultKind::HaproxyFrozen => freeze(&[&testbed.cluster.haproxy], ProcessScope::All, duration).await,
        FaultKind::Switchover => {
            let (from, to) = (testbed.primary().await?, testbed.synchronous_standby().await?);
            let started = Instant::now();
            testbed.cluster.patroni.switch_over(from, to).await?;
            Ok(Fault::started_at(started))
        }
        FaultKind::PrimaryCutOff => isolate_primary(testbed, duration).await,
        FaultKind::NodeCutOff => isolate_node(testbed, duration).await,
        FaultKind::NodeDisconnected => disconnect_node(testbed, ProxyState::Closed, duration).await,
        FaultKind::PowerLost => {
            let working = testbed.working_projector().await;
            let services = [&testbed.cluster.nodes[0], &testbed.cluster.projectors[working]];
            let fault = Fault::started_at(Instant::now());
            services.iter().for_each(|service| service.signal(ProcessScope::All, Signal::STOP));
            sleep(duration).await;
            services.iter().for_each(|service| service.signal(ProcessScope::All, Signal::KILL));
            Ok(fault)
        }
        FaultKind::DiskFull => fill_disk(testbed, duration).await,
        FaultKind::ClockJump => change_clock(testbed, duration).await,
        FaultKind::CommitsLost => lose_commits(testbed, phase).await,
    }
}

fn kill(service: &Service, scope: ProcessScope) -> Result<Fault> {
    let processes = service.processes(scope);
    if processes.is_empty() {
        bail!("{} does not run", service.name);
    }
    let started = Instant::now();
    service.signal(scope, Signal::KILL);
    Ok(Fault::started_at(started))
}

/// Kills the programs of a machine and restarts them after `duration`.
async fn stop_machine(service: &mut Service, duration: Duration) -> Result<Fault> {
    service.disable_restart()?;
    let fault = kill(service, ProcessScope::All)?;
    sleep(duration).await;
    service.enable_restart()?;
    Ok(fault)
}

/// Kills both standbys and restarts them after `duration`.
async fn stop_standbys(testbed: &mut Testbed, duration: Duration) -> Result<Fault> {
    let primary = testbed.primary().await?;
    let standbys = testbed.cluster.postgres.iter_mut().enumerate().filter(|(number, _)| *number != primary);
    let mut standbys: Vec<&mut Service> = standbys.map(|(_, service)| service).collect();
    for standby in &mut standbys {
        standby.disable_restart()?;
    }
    for standby in &standbys {
        kill(standby, ProcessScope::All)?;
    }
    let fault = Fault::started_at(Instant::now());
    sleep(duration).await;
    for standby in &mut standbys {
        standby.enable_restart()?;
    }
    Ok(fault)
}

async fn freeze(services: &[&Service], scope: ProcessScope, duration: Duration) -> Result<Fault> {
    let started = Instant::now();
    services.iter().for_each(|service| service.signal(scope, Signal::STOP));
    sleep(duration).await;
    services.iter().for_each(|service| service.signal(scope, Signal::CONT));
    Ok(Fault::started_at(started))
}

/// Drops every packet between the primary's machine and the others.
async fn isolate_primary(testbed: &Testbed, duration: Duration) -> Result<Fault> {
    let network = testbed.network.as_ref().map_err(|reason| anyhow!("{reason}"))?;
    let primary = testbed.primary().await?;
    let started = Instant::now();
    network.isolate_machine(primary).await?;
    sleep(duration).await;
    network.restore().await?;
    Ok(Fault::started_at(started))
}

/// Drops every packet between the last node and its database.
async fn isolate_node(testbed: &Testbed, duration: Duration) -> Result<Fault> {
    let Ok(network) = &testbed.network else {
        return disconnect_node(testbed, ProxyState::Silent, duration).await;
    };
    let started = Instant::now();
    network.isolate_port(testbed.cluster.layout.ports.database_proxy).await?;
    sleep(duration).await;
    network.restore().await?;
    measure_node_recovery(testbed, started).await
}

/// Sets the state of the proxy between the last node and its database for `duration`.
async fn disconnect_node(testbed: &Testbed, state: ProxyState, duration: Duration) -> Result<Fault> {
    let started = Instant::now();
    testbed.database_proxy.set_state(state);
    sleep(duration).await;
    testbed.database_proxy.set_state(ProxyState::Forwarding);
    measure_node_recovery(testbed, started).await
}

/// Measures the time from now, the end of the fault, until the last node is ready again.
async fn measure_node_recovery(testbed: &Testbed, started: Instant) -> Result<Fault> {
    let fault_end = Instant::now();
    let ready = async || testbed.readiness(LAST_NODE).await.filter(|state| state.ready).map(drop);
    until("the node to be back", TIMEOUT, ready).await?;
    Ok(Fault { started, ready_after: Some(fault_end.elapsed()) })
}

/// Makes the server on the small disk the primary, fills the disk, and frees it again. As long as PostgreSQL can reuse
/// WAL segments it refuses statements that need space and continues to run; without, it stops, and its standby takes
/// over.
async fn fill_disk(testbed: &mut Testbed, duration: Duration) -> Result<Fault> {
    let primary = testbed.primary().await?;
    if primary != SMALL_DISK_SERVER {
        // Only the synchronous standby may take over. Another one is stopped until Patroni makes this server
        // synchronous.
        let synchronous = testbed.synchronous_standby().await?;
        if synchronous != SMALL_DISK_SERVER {
            testbed.cluster.postgres[synchronous].disable_restart()?;
            kill(&testbed.cluster.postgres[synchronous], ProcessScope::All)?;
            let patroni = &testbed.cluster.patroni;
            let is_synchronous =
                async || (patroni.synchronous_standby().await == Some(SMALL_DISK_SERVER)).then_some(());
            until("the server on the small disk to be synchronous", TIMEOUT, is_synchronous).await?;
        }
        testbed.cluster.patroni.switch_over(primary, SMALL_DISK_SERVER).await?;
        if synchronous != SMALL_DISK_SERVER {
            testbed.cluster.postgres[synchronous].enable_restart()?;
        }
        testbed.wait_until_healthy().await?;
    }
    let filler = testbed.small_disk_folder().join("filler");
    let started = Instant::now();
    let filled = fill(&filler);
    sleep(duration).await;
    std::fs::remove_file(&filler).with_context(|| format!("cannot remove {}", filler.display()))?;
    filled?;
    Ok(Fault::started_at(started))
}

/// Restarts a node with a clock six hours ahead, and restarts it again with the right one.
async fn change_clock(testbed: &mut Testbed, duration: Duration) -> Result<Fault> {
    let date_output =
        Command::new("date").args(["--utc", "--date=+6 hours", "+%Y-%m-%dT%H:%M:%SZ"]).output().await?;
    let future_time = String::from_utf8(date_output.stdout)?.trim().to_owned();
    let started = Instant::now();
    for clock in [Some(future_time.as_str()), None] {
        testbed.cluster.nodes[LAST_NODE].stop().await?;
        let extra_environment: Vec<(&str, &str)> =
            clock.map(|clock| ("FAIRWAY_CLOCK", clock)).into_iter().collect();
        let port = testbed.cluster.layout.ports.database_proxy;
        let node =
            testbed.settings().start_node(&testbed.cluster.programs, LAST_NODE, port, &extra_environment)?;
        testbed.cluster.nodes[LAST_NODE] = node;
        let ready = async || testbed.readiness(LAST_NODE).await.filter(|state| state.ready).map(drop);
        until("the node with another clock to be ready", TIMEOUT, ready).await?;
        if clock.is_some() {
            sleep(duration).await;
        }
    }
    Ok(Fault::started_at(started))
}

/// Makes the primary acknowledge commits without its standbys, and kills it. Some members leave before that, so that
/// they do not book again what they lost.
async fn lose_commits(testbed: &mut Testbed, phase: &watch::Sender<Phase>) -> Result<Fault> {
    let primary = testbed.primary().await?;
    testbed
        .cluster
        .patroni
        .configure(primary, json!({ "synchronous_mode": false, "maximum_lag_on_failover": MAX_FAILOVER_LAG }))
        .await?;
    let no_synchronous_standby = async || match testbed.cluster.patroni.synchronous_standby().await {
        None => Some(()),
        Some(_) => None,
    };
    until("synchronous replication to be off", TIMEOUT, no_synchronous_standby).await?;
    // Patroni changes PostgreSQL's setting in the same loop as etcd's; its loop_wait is one second.
    sleep(Duration::from_secs(3)).await;
    let standbys: Vec<usize> = (0..SERVERS).filter(|&number| number != primary).collect();
    for &standby in &standbys {
        testbed.cluster.postgres[standby].signal(ProcessScope::All, Signal::STOP);
    }
    phase.send_replace(Phase::SomeLeave);
    sleep(STANDBY_FREEZE).await;
    testbed.cluster.postgres[primary].disable_restart()?;
    let fault = kill(&testbed.cluster.postgres[primary], ProcessScope::All)?;
    for &standby in &standbys {
        // Otherwise they would still receive the WAL that is in the kernel's buffers.
        testbed.cluster.postgres[standby].signal(ProcessScope::Postgres, Signal::KILL);
        testbed.cluster.postgres[standby].signal(ProcessScope::All, Signal::CONT);
    }
    let new_primary =
        until("another server to become primary", TIMEOUT, async || testbed.cluster.patroni.primary().await)
            .await?;
    testbed.cluster.postgres[primary].enable_restart()?;
    testbed
        .cluster
        .patroni
        .configure(new_primary, json!({ "synchronous_mode": true, "maximum_lag_on_failover": null }))
        .await?;
    Ok(fault)
}
