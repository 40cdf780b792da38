//! Begins each fault, and ends it where it does not end by itself. Beginning and ending are two steps, so that two faults
//! can overlap.

use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use rustix::process::Signal;
use tokio::process::Command;
use tokio::time::{Instant, sleep};

use super::fault_kind::FaultKind;
use super::lose_commits::disk_to_fill;
use super::network::{self, Cut, Direction, Network};
use super::tcp_proxy::ProxyState;
use super::testbed::{LAST_NODE, NodeProgram, Part, Testbed, fill};
use crate::layout::{NODES, SERVERS};
use crate::service::{ProcessScope, Service};
use crate::wait::until;

const TIMEOUT: Duration = Duration::from_secs(60);
/// A node of another release takes over when it is ready, or after this time: another fault may keep it from being so.
const UPGRADE_STEP: Duration = Duration::from_secs(15);
/// The clock of [`FaultKind::ClockJump`], seconds ahead.
const JUMP: i32 = 6 * 3_600;

/// A fault that was injected.
pub(super) struct Fault {
    /// When it began.
    pub(super) started: Instant,
    /// The time from the end of the fault until the affected node was ready again; none: it was not measured.
    pub(super) ready_after: Option<Duration>,
}

/// A fault that has begun.
pub(super) struct Begun {
    pub(super) kind: FaultKind,
    pub(super) started: Instant,
    remedy: Remedy,
}

/// How a fault ends.
enum Remedy {
    /// By itself.
    None,
    Continue(Vec<Part>, ProcessScope),
    Kill(Vec<Part>),
    /// The machines of PostgreSQL whose programs may start again.
    Restart(Vec<usize>),
    Restore(Cut),
    SendInTime,
    ForwardToDatabase,
    ForwardToNodes,
    RemoveFiller,
    CorrectNodeClock,
    CorrectMachineClock(usize),
    PresentRelease,
}

/// Begins a fault. `clock_offset` is what a clock is set wrong by, in seconds. The disk of [`FaultKind::DiskFull`] is
/// filled as it is: see [`disk_to_fill`].
pub(super) async fn begin(testbed: &mut Testbed, kind: FaultKind, clock_offset: i32) -> Result<Begun> {
    let mut started = Instant::now();
    let remedy = match kind {
        FaultKind::PrimaryPostgresKilled => {
            let primary = testbed.primary().await?;
            kill(testbed.machine(primary), ProcessScope::Postgres)?
        }
        FaultKind::PrimaryKilled => {
            let primary = testbed.primary().await?;
            kill(testbed.machine(primary), ProcessScope::All)?
        }
        FaultKind::PrimaryLost => {
            let primary = testbed.primary().await?;
            started = Instant::now();
            stop_machines(testbed, vec![primary])?
        }
        FaultKind::StandbyKilled => {
            let standby = testbed.synchronous_standby().await?;
            kill(testbed.machine(standby), ProcessScope::All)?
        }
        FaultKind::StandbysLost => {
            let primary = testbed.primary().await?;
            started = Instant::now();
            stop_machines(testbed, (0..SERVERS).filter(|number| *number != primary).collect())?
        }
        FaultKind::EtcdMemberKilled => kill(testbed.service(Part::Etcd(0)), ProcessScope::All)?,
        FaultKind::EtcdMajorityFrozen => {
            freeze(testbed, vec![Part::Etcd(0), Part::Etcd(1)], ProcessScope::All)
        }
        FaultKind::NodeKilled => kill(testbed.service(Part::Node(0)), ProcessScope::All)?,
        FaultKind::ProjectorKilled => {
            let working = testbed.working_projector().await;
            kill(testbed.service(Part::Projector(working)), ProcessScope::All)?
        }
        FaultKind::HaproxyKilled => kill(testbed.service(Part::Haproxy), ProcessScope::All)?,
        FaultKind::HaproxyReloaded => {
            testbed.service(Part::Haproxy).signal_program(Signal::USR2);
            Remedy::None
        }
        FaultKind::PrimaryPostgresFrozen => {
            let primary = testbed.primary().await?;
            freeze(testbed, vec![Part::Postgres(primary)], ProcessScope::Postgres)
        }
        FaultKind::PrimaryFrozen => {
            let primary = testbed.primary().await?;
            freeze(testbed, vec![Part::Postgres(primary)], ProcessScope::All)
        }
        FaultKind::StandbyFrozen => {
            let standby = testbed.synchronous_standby().await?;
            freeze(testbed, vec![Part::Postgres(standby)], ProcessScope::All)
        }
        FaultKind::NodeFrozen => freeze(testbed, vec![Part::Node(0)], ProcessScope::All),
        FaultKind::ProjectorFrozen => {
            let working = testbed.working_projector().await;
            freeze(testbed, vec![Part::Projector(working)], ProcessScope::All)
        }
        FaultKind::HaproxyFrozen => freeze(testbed, vec![Part::Haproxy], ProcessScope::All),
        FaultKind::Switchover => {
            let (from, to) = (testbed.primary().await?, testbed.synchronous_standby().await?);
            started = Instant::now();
            testbed.cluster.patroni.switch_over(from, to).await?;
            Remedy::None
        }
        FaultKind::PrimaryCutOff => isolate_primary(testbed, Direction::Both).await?,
        FaultKind::PrimarySendsNothing => isolate_primary(testbed, Direction::Out).await?,
        FaultKind::PrimaryReceivesNothing => isolate_primary(testbed, Direction::In).await?,
        FaultKind::NodeCutOff => isolate_node(testbed, Direction::Both, ProxyState::Silent).await?,
        FaultKind::NodeReceivesNothing => isolate_node(testbed, Direction::Out, ProxyState::OneWay).await?,
        FaultKind::NodeDisconnected => {
            testbed.database_proxy.set_state(ProxyState::Closed);
            Remedy::ForwardToDatabase
        }
        FaultKind::PowerLost => {
            let working = testbed.working_projector().await;
            let parts = vec![Part::Node(0), Part::Projector(working)];
            started = Instant::now();
            freeze(testbed, parts.clone(), ProcessScope::All);
            Remedy::Kill(parts)
        }
        FaultKind::DiskFull => {
            fill(&testbed.filler())?;
            Remedy::RemoveFiller
        }
        FaultKind::ClockJump => set_node_clock(testbed, JUMP).await?,
        FaultKind::NodeClockOff => set_node_clock(testbed, clock_offset).await?,
        FaultKind::StandbyClockOff => {
            let standby = testbed.synchronous_standby().await?;
            testbed.restart_machine(standby, Some(clock_offset)).await?;
            Remedy::CorrectMachineClock(standby)
        }
        FaultKind::PacketsLate => {
            network::delay_packets().await?;
            Remedy::SendInTime
        }
        FaultKind::AnswersLost => {
            testbed.node_proxies.iter().for_each(|proxy| proxy.set_state(ProxyState::LosingAnswers));
            Remedy::ForwardToNodes
        }
        FaultKind::RollingUpgrade => {
            replace_nodes(testbed, NodeProgram::Previous).await?;
            Remedy::PresentRelease
        }
        FaultKind::CommitsLost => bail!("commits are lost by a fault of its own (lose_commits.rs)"),
    };
    Ok(Begun { kind, started, remedy })
}

/// Ends a fault. The cluster recovers afterwards.
pub(super) async fn end(testbed: &mut Testbed, begun: &Begun) -> Result<()> {
    match &begun.remedy {
        Remedy::None => {}
        Remedy::Continue(parts, scope) => {
            parts.iter().for_each(|part| testbed.service(*part).signal(*scope, Signal::CONT));
        }
        Remedy::Kill(parts) => {
            parts.iter().for_each(|part| testbed.service(*part).signal(ProcessScope::All, Signal::KILL));
        }
        Remedy::Restart(machines) => {
            for number in machines {
                testbed.machine(*number).enable_restart()?;
            }
        }
        Remedy::Restore(cut) => network_of(testbed)?.restore(*cut).await?,
        Remedy::SendInTime => network::send_packets_in_time().await?,
        Remedy::ForwardToDatabase => testbed.database_proxy.set_state(ProxyState::Forwarding),
        Remedy::ForwardToNodes => {
            testbed.node_proxies.iter().for_each(|proxy| proxy.set_state(ProxyState::Forwarding));
        }
        Remedy::RemoveFiller => {
            let filler = testbed.filler();
            std::fs::remove_file(&filler).with_context(|| format!("cannot remove {}", filler.display()))?;
        }
        Remedy::CorrectNodeClock => testbed.restart_node(LAST_NODE, NodeProgram::Present, &[]).await?,
        Remedy::CorrectMachineClock(number) => testbed.restart_machine(*number, None).await?,
        Remedy::PresentRelease => replace_nodes(testbed, NodeProgram::Present).await?,
    }
    Ok(())
}

/// Injects a fault alone, for its duration.
pub(super) async fn inject(testbed: &mut Testbed, kind: FaultKind, duration: Duration) -> Result<Fault> {
    if kind == FaultKind::DiskFull {
        disk_to_fill(testbed).await?;
    }
    let begun = begin(testbed, kind, 0).await?;
    if kind == FaultKind::ClockJump {
        wait_for_last_node(testbed).await?;
    }
    if !matches!(begun.remedy, Remedy::None) {
        sleep(duration).await;
    }
    end(testbed, &begun).await?;
    let ended = Instant::now();
    let is_measured = matches!(kind, FaultKind::NodeCutOff | FaultKind::NodeDisconnected);
    if is_measured || kind == FaultKind::ClockJump {
        wait_for_last_node(testbed).await?;
    }
    Ok(Fault { started: begun.started, ready_after: is_measured.then(|| ended.elapsed()) })
}

async fn wait_for_last_node(testbed: &Testbed) -> Result<()> {
    let ready = async || testbed.readiness(LAST_NODE).await.filter(|state| state.ready).map(drop);
    until("the last node to be ready", TIMEOUT, ready).await
}

fn kill(service: &Service, scope: ProcessScope) -> Result<Remedy> {
    if service.processes(scope).is_empty() {
        bail!("{} does not run", service.name);
    }
    service.signal(scope, Signal::KILL);
    Ok(Remedy::None)
}

/// Kills the programs of machines, which start again only when the fault ends.
fn stop_machines(testbed: &mut Testbed, numbers: Vec<usize>) -> Result<Remedy> {
    for number in &numbers {
        testbed.machine(*number).disable_restart()?;
    }
    // Another fault may have stopped one of them already.
    numbers.iter().for_each(|number| testbed.machine(*number).signal(ProcessScope::All, Signal::KILL));
    Ok(Remedy::Restart(numbers))
}

fn freeze(testbed: &Testbed, parts: Vec<Part>, scope: ProcessScope) -> Remedy {
    parts.iter().for_each(|part| testbed.service(*part).signal(scope, Signal::STOP));
    Remedy::Continue(parts, scope)
}

fn network_of(testbed: &Testbed) -> Result<&Network> {
    testbed.network.as_ref().map_err(|reason| anyhow!("{reason}"))
}

/// Drops packets between the primary's machine and the others.
async fn isolate_primary(testbed: &Testbed, direction: Direction) -> Result<Remedy> {
    let network = network_of(testbed)?;
    let primary = testbed.primary().await?;
    Ok(Remedy::Restore(network.isolate_machine(&testbed.cluster.layout, primary, direction).await?))
}

/// Drops packets between the last node and its database; without a network, the proxy between them does so.
async fn isolate_node(testbed: &Testbed, direction: Direction, state: ProxyState) -> Result<Remedy> {
    let Ok(network) = &testbed.network else {
        testbed.database_proxy.set_state(state);
        return Ok(Remedy::ForwardToDatabase);
    };
    let port = testbed.cluster.layout.ports.database_proxy;
    Ok(Remedy::Restore(network.isolate_port(port, direction).await?))
}

/// Restarts the last node with a clock that is so many seconds ahead.
async fn set_node_clock(testbed: &mut Testbed, seconds: i32) -> Result<Remedy> {
    let date = format!("--date={seconds} seconds");
    let output = Command::new("date").args(["--utc", &date, "+%Y-%m-%dT%H:%M:%SZ"]).output().await?;
    let time = String::from_utf8(output.stdout)?.trim().to_owned();
    testbed.restart_node(LAST_NODE, NodeProgram::Present, &[("FAIRWAY_CLOCK", &time)]).await?;
    Ok(Remedy::CorrectNodeClock)
}

/// Replaces the nodes one by one.
async fn replace_nodes(testbed: &mut Testbed, program: NodeProgram) -> Result<()> {
    for number in 0..NODES {
        testbed.restart_node(number, program, &[]).await?;
        let ready = async || testbed.readiness(number).await.filter(|state| state.ready).map(drop);
        let _not_yet = until("the node of another release", UPGRADE_STEP, ready).await;
    }
    Ok(())
}
