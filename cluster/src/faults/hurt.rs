//! Doing each fault, and undoing it where it does not end by itself.

use std::time::Duration;

use anyhow::{Context, Result, bail};
use rustix::process::Signal;
use serde_json::json;
use tokio::process::Command;
use tokio::time::{Instant, sleep};

use super::ground::{Ground, LAST_NODE, SMALL_DISK, fill};
use super::kinds::Kind;
use super::line::Condition;
use crate::layout::MEMBERS;
use crate::service::{Part, Service};
use crate::wait::until;

/// How long the standbys are behind when commits are to be lost.
const BEHIND: Duration = Duration::from_secs(2);
/// A standby that is this much behind may still take over when commits are to be lost, bytes.
const MUCH: u64 = 1 << 30;
const PATIENCE: Duration = Duration::from_secs(60);

/// A fault that was done.
pub(super) struct Harm {
    /// When it began.
    pub(super) at: Instant,
    /// How long what was hurt took to work again after the fault's end, where that is asked.
    pub(super) back: Option<Duration>,
}

impl Harm {
    fn since(at: Instant) -> Self {
        Self { at, back: None }
    }
}

/// Does it, waits for as long as it lasts, and undoes it.
pub(super) async fn hurt(ground: &mut Ground, kind: Kind, lasts: Duration) -> Result<Harm> {
    match kind {
        Kind::PrimaryPostgresKilled => {
            let primary = ground.primary().await?;
            kill(&ground.cluster.postgres[primary], Part::Postgres)
        }
        Kind::PrimaryKilled => {
            let primary = ground.primary().await?;
            kill(&ground.cluster.postgres[primary], Part::All)
        }
        Kind::PrimaryLost => {
            let primary = ground.primary().await?;
            lose(&mut ground.cluster.postgres[primary], lasts).await
        }
        Kind::StandbyKilled => {
            let standby = ground.synchronous().await?;
            kill(&ground.cluster.postgres[standby], Part::All)
        }
        Kind::StandbysLost => lose_standbys(ground, lasts).await,
        Kind::EtcdMemberKilled => kill(&ground.cluster.etcd[0], Part::All),
        Kind::EtcdMajorityFrozen => {
            freeze(&[&ground.cluster.etcd[0], &ground.cluster.etcd[1]], Part::All, lasts).await
        }
        Kind::NodeKilled => kill(&ground.cluster.nodes[0], Part::All),
        Kind::ProjectorKilled => {
            let working = ground.working_projector().await;
            kill(&ground.cluster.projectors[working], Part::All)
        }
        Kind::HaproxyKilled => kill(&ground.cluster.haproxy, Part::All),
        Kind::HaproxyReloaded => {
            let at = Instant::now();
            ground.cluster.haproxy.signal_program(Signal::USR2);
            Ok(Harm::since(at))
        }
        Kind::PrimaryPostgresFrozen => {
            let primary = ground.primary().await?;
            freeze(&[&ground.cluster.postgres[primary]], Part::Postgres, lasts).await
        }
        Kind::PrimaryFrozen => {
            let primary = ground.primary().await?;
            freeze(&[&ground.cluster.postgres[primary]], Part::All, lasts).await
        }
        Kind::StandbyFrozen => {
            let standby = ground.synchronous().await?;
            freeze(&[&ground.cluster.postgres[standby]], Part::All, lasts).await
        }
        Kind::NodeFrozen => freeze(&[&ground.cluster.nodes[0]], Part::All, lasts).await,
        Kind::ProjectorFrozen => {
            let working = ground.working_projector().await;
            freeze(&[&ground.cluster.projectors[working]], Part::All, lasts).await
        }
        Kind::HaproxyFrozen => freeze(&[&ground.cluster.haproxy], Part::All, lasts).await,
        Kind::Switchover => {
            let (from, to) = (ground.primary().await?, ground.synchronous().await?);
            let at = Instant::now();
            ground.cluster.patroni.switch_over(from, to).await?;
            Ok(Harm::since(at))
        }
        Kind::NodeCutOff => cut(ground, Condition::Silent, lasts).await,
        Kind::NodeDisconnected => cut(ground, Condition::Away, lasts).await,
        Kind::PowerLost => {
            let working = ground.working_projector().await;
            let gone = [&ground.cluster.nodes[0], &ground.cluster.projectors[working]];
            let harm = Harm::since(Instant::now());
            gone.iter().for_each(|service| service.signal(Part::All, Signal::STOP));
            sleep(lasts).await;
            gone.iter().for_each(|service| service.signal(Part::All, Signal::KILL));
            Ok(harm)
        }
        Kind::DiskFull => fill_disk(ground, lasts).await,
        Kind::ClockJump => jump(ground, lasts).await,
        Kind::CommitsLost => lose_commits(ground).await,
    }
}

fn kill(service: &Service, part: Part) -> Result<Harm> {
    let processes = service.processes(part);
    if processes.is_empty() {
        bail!("{} does not run", service.name);
    }
    let at = Instant::now();
    service.signal(part, Signal::KILL);
    Ok(Harm::since(at))
}

/// A machine that goes, and comes back later.
async fn lose(service: &mut Service, time: Duration) -> Result<Harm> {
    service.hold()?;
    let harm = kill(service, Part::All)?;
    sleep(time).await;
    service.release()?;
    Ok(harm)
}

/// Both standbys go, and come back later.
async fn lose_standbys(ground: &mut Ground, time: Duration) -> Result<Harm> {
    let primary = ground.primary().await?;
    let standbys = ground.cluster.postgres.iter_mut().enumerate().filter(|(number, _)| *number != primary);
    let mut standbys: Vec<&mut Service> = standbys.map(|(_, service)| service).collect();
    for standby in &mut standbys {
        standby.hold()?;
    }
    for standby in &standbys {
        kill(standby, Part::All)?;
    }
    let harm = Harm::since(Instant::now());
    sleep(time).await;
    for standby in &mut standbys {
        standby.release()?;
    }
    Ok(harm)
}

async fn freeze(services: &[&Service], part: Part, lasts: Duration) -> Result<Harm> {
    let at = Instant::now();
    services.iter().for_each(|service| service.signal(part, Signal::STOP));
    sleep(lasts).await;
    services.iter().for_each(|service| service.signal(part, Signal::CONT));
    Ok(Harm::since(at))
}

/// Cuts the last node's line, and takes the time until the node is ready again once the line is.
async fn cut(ground: &Ground, condition: Condition, lasts: Duration) -> Result<Harm> {
    let at = Instant::now();
    ground.line.become_(condition);
    sleep(lasts).await;
    ground.line.become_(Condition::Works);
    let mended = Instant::now();
    let ready = async || ground.readiness(LAST_NODE).await.filter(|state| state.ready).map(drop);
    until("the node to be back", PATIENCE, ready).await?;
    Ok(Harm { at, back: Some(mended.elapsed()) })
}

/// Fills the small disk while its PostgreSQL leads, and makes room again. While there are segments of the log to be used
/// again PostgreSQL refuses what needs room and lives; without, it stops, and its standby takes over.
async fn fill_disk(ground: &Ground, lasts: Duration) -> Result<Harm> {
    let primary = ground.primary().await?;
    if primary != SMALL_DISK {
        ground.cluster.patroni.switch_over(primary, SMALL_DISK).await?;
        ground.whole().await?;
    }
    let filler = ground.small_disk().join("filler");
    let at = Instant::now();
    let full = fill(&filler);
    sleep(lasts).await;
    std::fs::remove_file(&filler).with_context(|| format!("cannot remove {}", filler.display()))?;
    full?;
    Ok(Harm::since(at))
}

/// Starts a node anew with a clock six hours ahead, and again with the right one.
async fn jump(ground: &mut Ground, lasts: Duration) -> Result<Harm> {
    let later =
        Command::new("date").args(["--utc", "--date=+6 hours", "+%Y-%m-%dT%H:%M:%SZ"]).output().await?;
    let later = String::from_utf8(later.stdout)?.trim().to_owned();
    let at = Instant::now();
    for clock in [Some(later.as_str()), None] {
        ground.cluster.nodes[LAST_NODE].ended().await?;
        let besides: Vec<(&str, &str)> = clock.map(|clock| ("FAIRWAY_CLOCK", clock)).into_iter().collect();
        let port = ground.cluster.layout.ports.line;
        let node = ground.settings().start_node(&ground.cluster.programs, LAST_NODE, port, &besides)?;
        ground.cluster.nodes[LAST_NODE] = node;
        let ready = async || ground.readiness(LAST_NODE).await.filter(|state| state.ready).map(drop);
        until("the node with another clock to be ready", PATIENCE, ready).await?;
        if clock.is_some() {
            sleep(lasts).await;
        }
    }
    Ok(Harm::since(at))
}

/// Lets the primary acknowledge alone, and loses it.
async fn lose_commits(ground: &mut Ground) -> Result<Harm> {
    let primary = ground.primary().await?;
    ground
        .cluster
        .patroni
        .configure(primary, json!({ "synchronous_mode": false, "maximum_lag_on_failover": MUCH }))
        .await?;
    let none = async || match ground.cluster.patroni.synchronous().await {
        None => Some(()),
        Some(_) => None,
    };
    until("synchronous replication to be off", PATIENCE, none).await?;
    // Patroni tells PostgreSQL in the round in which it tells etcd; a round is a second.
    sleep(Duration::from_secs(3)).await;
    let standbys: Vec<usize> = (0..MEMBERS).filter(|&number| number != primary).collect();
    for &standby in &standbys {
        ground.cluster.postgres[standby].signal(Part::All, Signal::STOP);
    }
    sleep(BEHIND).await;
    ground.cluster.postgres[primary].hold()?;
    let harm = kill(&ground.cluster.postgres[primary], Part::All)?;
    for &standby in &standbys {
        // What the kernel still has for them would else reach them after all.
        ground.cluster.postgres[standby].signal(Part::Postgres, Signal::KILL);
        ground.cluster.postgres[standby].signal(Part::All, Signal::CONT);
    }
    let next = until("another to lead", PATIENCE, async || ground.cluster.patroni.primary().await).await?;
    ground.cluster.postgres[primary].release()?;
    ground
        .cluster
        .patroni
        .configure(next, json!({ "synchronous_mode": true, "maximum_lag_on_failover": null }))
        .await?;
    Ok(harm)
}
