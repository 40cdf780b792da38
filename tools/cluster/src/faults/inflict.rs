//! Doing each fault, and undoing it where it does not end by itself.

use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use rustix::process::Signal;
use serde_json::json;
use tokio::process::Command;
use tokio::sync::watch;
use tokio::time::{Instant, sleep};

use super::kinds::Kind;
use super::line::Condition;
use super::member::Phase;
use super::testbed::{LAST_NODE, SMALL_DISK, Testbed, fill};
use crate::layout::MEMBERS;
use crate::service::{Part, Service};
use crate::wait::until;

/// How long the standbys are behind when commits are to be lost.
const BEHIND: Duration = Duration::from_secs(2);
/// A standby that is this much behind may still take over when commits are to be lost, bytes.
const MUCH: u64 = 1 << 30;
const PATIENCE: Duration = Duration::from_secs(60);

/// A fault that was done.
pub(super) struct Fault {
    /// When it began.
    pub(super) at: Instant,
    /// How long what the fault touched took to work again after the fault's end, where that is asked.
    pub(super) back: Option<Duration>,
}

impl Fault {
    fn since(at: Instant) -> Self {
        Self { at, back: None }
    }
}

/// Does it, waits for as long as it lasts, and undoes it. `phase` tells the members when some of them are to leave.
pub(super) async fn inflict(
    testbed: &mut Testbed,
    kind: Kind,
    lasts: Duration,
    phase: &watch::Sender<Phase>,
) -> Result<Fault> {
    match kind {
        Kind::PrimaryPostgresKilled => {
            let primary = testbed.primary().await?;
            kill(&testbed.cluster.postgres[primary], Part::Postgres)
        }
        Kind::PrimaryKilled => {
            let primary = testbed.primary().await?;
            kill(&testbed.cluster.postgres[primary], Part::All)
        }
        Kind::PrimaryLost => {
            let primary = testbed.primary().await?;
            lose(&mut testbed.cluster.postgres[primary], lasts).await
        }
        Kind::StandbyKilled => {
            let standby = testbed.synchronous().await?;
            kill(&testbed.cluster.postgres[standby], Part::All)
        }
        Kind::StandbysLost => lose_standbys(testbed, lasts).await,
        Kind::EtcdMemberKilled => kill(&testbed.cluster.etcd[0], Part::All),
        Kind::EtcdMajorityFrozen => {
            freeze(&[&testbed.cluster.etcd[0], &testbed.cluster.etcd[1]], Part::All, lasts).await
        }
        Kind::NodeKilled => kill(&testbed.cluster.nodes[0], Part::All),
        Kind::ProjectorKilled => {
            let working = testbed.working_projector().await;
            kill(&testbed.cluster.projectors[working], Part::All)
        }
        Kind::HaproxyKilled => kill(&testbed.cluster.haproxy, Part::All),
        Kind::HaproxyReloaded => {
            let at = Instant::now();
            testbed.cluster.haproxy.signal_program(Signal::USR2);
            Ok(Fault::since(at))
        }
        Kind::PrimaryPostgresFrozen => {
            let primary = testbed.primary().await?;
            freeze(&[&testbed.cluster.postgres[primary]], Part::Postgres, lasts).await
        }
        Kind::PrimaryFrozen => {
            let primary = testbed.primary().await?;
            freeze(&[&testbed.cluster.postgres[primary]], Part::All, lasts).await
        }
        Kind::StandbyFrozen => {
            let standby = testbed.synchronous().await?;
            freeze(&[&testbed.cluster.postgres[standby]], Part::All, lasts).await
        }
        Kind::NodeFrozen => freeze(&[&testbed.cluster.nodes[0]], Part::All, lasts).await,
        Kind::ProjectorFrozen => {
            let working = testbed.working_projector().await;
            freeze(&[&testbed.cluster.projectors[working]], Part::All, lasts).await
        }
        Kind::HaproxyFrozen => freeze(&[&testbed.cluster.haproxy], Part::All, lasts).await,
        Kind::Switchover => {
            let (from, to) = (testbed.primary().await?, testbed.synchronous().await?);
            let at = Instant::now();
            testbed.cluster.patroni.switch_over(from, to).await?;
            Ok(Fault::since(at))
        }
        Kind::PrimaryCutOff => cut_primary(testbed, lasts).await,
        Kind::NodeCutOff => cut_node(testbed, lasts).await,
        Kind::NodeDisconnected => disconnect_node(testbed, Condition::Away, lasts).await,
        Kind::PowerLost => {
            let working = testbed.working_projector().await;
            let gone = [&testbed.cluster.nodes[0], &testbed.cluster.projectors[working]];
            let fault = Fault::since(Instant::now());
            gone.iter().for_each(|service| service.signal(Part::All, Signal::STOP));
            sleep(lasts).await;
            gone.iter().for_each(|service| service.signal(Part::All, Signal::KILL));
            Ok(fault)
        }
        Kind::DiskFull => fill_disk(testbed, lasts).await,
        Kind::ClockJump => jump(testbed, lasts).await,
        Kind::CommitsLost => lose_commits(testbed, phase).await,
    }
}

fn kill(service: &Service, part: Part) -> Result<Fault> {
    let processes = service.processes(part);
    if processes.is_empty() {
        bail!("{} does not run", service.name);
    }
    let at = Instant::now();
    service.signal(part, Signal::KILL);
    Ok(Fault::since(at))
}

/// A machine that goes, and comes back later.
async fn lose(service: &mut Service, time: Duration) -> Result<Fault> {
    service.hold()?;
    let fault = kill(service, Part::All)?;
    sleep(time).await;
    service.release()?;
    Ok(fault)
}

/// Both standbys go, and come back later.
async fn lose_standbys(testbed: &mut Testbed, time: Duration) -> Result<Fault> {
    let primary = testbed.primary().await?;
    let standbys = testbed.cluster.postgres.iter_mut().enumerate().filter(|(number, _)| *number != primary);
    let mut standbys: Vec<&mut Service> = standbys.map(|(_, service)| service).collect();
    for standby in &mut standbys {
        standby.hold()?;
    }
    for standby in &standbys {
        kill(standby, Part::All)?;
    }
    let fault = Fault::since(Instant::now());
    sleep(time).await;
    for standby in &mut standbys {
        standby.release()?;
    }
    Ok(fault)
}

async fn freeze(services: &[&Service], part: Part, lasts: Duration) -> Result<Fault> {
    let at = Instant::now();
    services.iter().for_each(|service| service.signal(part, Signal::STOP));
    sleep(lasts).await;
    services.iter().for_each(|service| service.signal(part, Signal::CONT));
    Ok(Fault::since(at))
}

/// Cuts the primary's machine off from every other.
async fn cut_primary(testbed: &Testbed, lasts: Duration) -> Result<Fault> {
    let network = testbed.network.as_ref().map_err(|why| anyhow!("{why}"))?;
    let primary = testbed.primary().await?;
    let at = Instant::now();
    network.cut_machine(primary).await?;
    sleep(lasts).await;
    network.mend().await?;
    Ok(Fault::since(at))
}

/// Drops what the last node and its database send each other.
async fn cut_node(testbed: &Testbed, lasts: Duration) -> Result<Fault> {
    let Ok(network) = &testbed.network else {
        return disconnect_node(testbed, Condition::Silent, lasts).await;
    };
    let at = Instant::now();
    network.cut_port(testbed.cluster.layout.ports.line).await?;
    sleep(lasts).await;
    network.mend().await?;
    back(testbed, at).await
}

/// Has what is between the last node and its database behave so.
async fn disconnect_node(testbed: &Testbed, condition: Condition, lasts: Duration) -> Result<Fault> {
    let at = Instant::now();
    testbed.line.become_(condition);
    sleep(lasts).await;
    testbed.line.become_(Condition::Works);
    back(testbed, at).await
}

/// Takes the time until the last node is ready again, from now, when its line is.
async fn back(testbed: &Testbed, at: Instant) -> Result<Fault> {
    let mended = Instant::now();
    let ready = async || testbed.readiness(LAST_NODE).await.filter(|state| state.ready).map(drop);
    until("the node to be back", PATIENCE, ready).await?;
    Ok(Fault { at, back: Some(mended.elapsed()) })
}

/// Fills the small disk while its PostgreSQL leads, and makes room again. While there are segments of the log to be used
/// again PostgreSQL refuses what needs room and lives; without, it stops, and its standby takes over.
async fn fill_disk(testbed: &mut Testbed, lasts: Duration) -> Result<Fault> {
    let primary = testbed.primary().await?;
    if primary != SMALL_DISK {
        // Only the synchronous standby may take over. Where that is the other one, it stays away until it is not.
        let synchronous = testbed.synchronous().await?;
        if synchronous != SMALL_DISK {
            testbed.cluster.postgres[synchronous].hold()?;
            kill(&testbed.cluster.postgres[synchronous], Part::All)?;
            let patroni = &testbed.cluster.patroni;
            let is_it = async || (patroni.synchronous().await == Some(SMALL_DISK)).then_some(());
            until("the server on the small disk to be synchronous", PATIENCE, is_it).await?;
        }
        testbed.cluster.patroni.switch_over(primary, SMALL_DISK).await?;
        if synchronous != SMALL_DISK {
            testbed.cluster.postgres[synchronous].release()?;
        }
        testbed.whole().await?;
    }
    let filler = testbed.small_disk().join("filler");
    let at = Instant::now();
    let full = fill(&filler);
    sleep(lasts).await;
    std::fs::remove_file(&filler).with_context(|| format!("cannot remove {}", filler.display()))?;
    full?;
    Ok(Fault::since(at))
}

/// Starts a node anew with a clock six hours ahead, and again with the right one.
async fn jump(testbed: &mut Testbed, lasts: Duration) -> Result<Fault> {
    let later =
        Command::new("date").args(["--utc", "--date=+6 hours", "+%Y-%m-%dT%H:%M:%SZ"]).output().await?;
    let later = String::from_utf8(later.stdout)?.trim().to_owned();
    let at = Instant::now();
    for clock in [Some(later.as_str()), None] {
        testbed.cluster.nodes[LAST_NODE].ended().await?;
        let besides: Vec<(&str, &str)> = clock.map(|clock| ("FAIRWAY_CLOCK", clock)).into_iter().collect();
        let port = testbed.cluster.layout.ports.line;
        let node = testbed.settings().start_node(&testbed.cluster.programs, LAST_NODE, port, &besides)?;
        testbed.cluster.nodes[LAST_NODE] = node;
        let ready = async || testbed.readiness(LAST_NODE).await.filter(|state| state.ready).map(drop);
        until("the node with another clock to be ready", PATIENCE, ready).await?;
        if clock.is_some() {
            sleep(lasts).await;
        }
    }
    Ok(Fault::since(at))
}

/// Lets the primary acknowledge alone, and loses it. Members who left meanwhile do not book again what they lost.
async fn lose_commits(testbed: &mut Testbed, phase: &watch::Sender<Phase>) -> Result<Fault> {
    let primary = testbed.primary().await?;
    testbed
        .cluster
        .patroni
        .configure(primary, json!({ "synchronous_mode": false, "maximum_lag_on_failover": MUCH }))
        .await?;
    let none = async || match testbed.cluster.patroni.synchronous().await {
        None => Some(()),
        Some(_) => None,
    };
    until("synchronous replication to be off", PATIENCE, none).await?;
    // Patroni tells PostgreSQL in the round in which it tells etcd; a round is a second.
    sleep(Duration::from_secs(3)).await;
    let standbys: Vec<usize> = (0..MEMBERS).filter(|&number| number != primary).collect();
    for &standby in &standbys {
        testbed.cluster.postgres[standby].signal(Part::All, Signal::STOP);
    }
    phase.send_replace(Phase::SomeLeave);
    sleep(BEHIND).await;
    testbed.cluster.postgres[primary].hold()?;
    let fault = kill(&testbed.cluster.postgres[primary], Part::All)?;
    for &standby in &standbys {
        // What the kernel still has for them would else reach them after all.
        testbed.cluster.postgres[standby].signal(Part::Postgres, Signal::KILL);
        testbed.cluster.postgres[standby].signal(Part::All, Signal::CONT);
    }
    let next = until("another to lead", PATIENCE, async || testbed.cluster.patroni.primary().await).await?;
    testbed.cluster.postgres[primary].release()?;
    testbed
        .cluster
        .patroni
        .configure(next, json!({ "synchronous_mode": true, "maximum_lag_on_failover": null }))
        .await?;
    Ok(fault)
}
