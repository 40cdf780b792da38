//! One recorded history: the members, the two faults, the judges, and the planted mistakes.

use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use fairway_events::{Journal, Position};
use fairway_histories::{History, Judgement, Truth, controls};
use sqlx::PgPool;
use sqlx::postgres::PgPoolOptions;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::pair::{Plan, Step};
use super::random::Random;
use super::recorder::{self, Recorder};
use super::screens::Screen;
use super::session::{Session, Shared};
use super::write_probe::{WriteProbe, Writers};
use super::{Campaign, nodes, sleep_until};
use crate::faults::fault_kind::FaultKind;
use crate::faults::inject::{self, Begun};
use crate::faults::lose_commits::disk_to_fill;
use crate::faults::testbed::Testbed;

/// A request without an answer after this time has none: shorter than a browser's, so that a session goes on at the other
/// node while the fault lasts.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(5);
/// How long a fault waits for the server that it is injected into.
const PATIENCE: Duration = Duration::from_secs(15);
/// How long members act once the cluster is healthy again.
const AFTERWARDS: Duration = Duration::from_secs(5);
/// Contradictions that are printed; further ones mostly have the same cause.
const MOST_PRINTED: usize = 5;

/// A round's result.
pub(super) struct Recorded {
    pub(super) line: String,
    pub(super) file: PathBuf,
    /// Why it failed; empty: it passed.
    pub(super) findings: Vec<String>,
}

/// Records and judges one history.
pub(super) async fn record(
    campaign: &Campaign,
    testbed: &mut Testbed,
    plan: &Plan,
    seed: u64,
    seconds: u64,
) -> Result<Recorded> {
    testbed.wait_until_healthy().await?;
    if plan.pair.contains(&FaultKind::DiskFull) {
        disk_to_fill(testbed).await?;
    }
    campaign.clean_up().await?;
    let url = testbed.settings().owner_url(testbed.cluster.layout.ports.primary);
    let began_at = last_position(&url).await?;

    let recorder = Recorder::new();
    let started = Instant::now();
    let (stop, stop_receiver) = watch::channel(false);
    let sessions = start_sessions(campaign, testbed, &recorder, seed, &stop_receiver)?;
    let servers = testbed.cluster.layout.ports.postgres.map(|port| testbed.settings().owner_url(port));
    let probe = WriteProbe::start(&testbed.cluster.layout, servers)?;
    let not_injected = inject_both(testbed, plan, started).await?;
    sleep_until(started, Duration::from_secs(seconds)).await;
    // Members go on until they have met the healthy cluster: what a fault lost shows then.
    let healthy = testbed.wait_until_healthy().await;
    let healthy_after = started.elapsed().saturating_sub(Duration::from_secs(seconds));
    sleep_until(started, started.elapsed() + AFTERWARDS).await;
    stop.send_replace(true);
    for session in sessions {
        session.await?;
    }
    let writers = probe.result();
    drop(probe);
    let file = testbed.cluster.layout.logs().join(format!("history-{seed}.jsonl"));
    if let Err(error) = healthy {
        // For whoever looks for the reason: without a journal, places stand for their bookings.
        write(&recorder.history(seed, began_at, &[])?, &file)?;
        return Err(error.context(format!("the record is not judged: {}", file.display())));
    }

    let pool = PgPoolOptions::new().max_connections(2).connect(&url).await?;
    let truth = Truth::load(&pool).await?;
    let history = recorder.history(seed, began_at, &truth.events)?;
    write(&history, &file)?;
    let judging = Instant::now();
    let judged = tokio::task::spawn_blocking(move || judge(&history, &truth)).await?;
    let mut findings = findings(&judged, &writers);
    findings.extend(recorder.problems());
    if not_injected.iter().any(|(number, _)| *number == 0) {
        findings.push("the first fault was not injected into a healthy cluster".to_owned());
    }
    let line = format!(
        "{}{}: {} operations; {}; {}{}; {} of {} controls caught; {} writable at most{}, {} writes of the probe; healthy \
         after {:.0} s, judged in {:.0} s{}",
        plan.pair.map(FaultKind::name).join(" + "),
        not_injected.iter().map(|(_, why)| format!(" ({why})")).collect::<String>(),
        recorder.count(),
        judged.judgement.figures,
        counted(judged.judgement.contradictions.len(), "contradiction"),
        judged.judgement.inconclusive().map(|name| format!("; too little for {name}")).collect::<String>(),
        judged.controls.iter().filter(|(_, caught)| *caught).count(),
        judged.controls.len(),
        writers.most,
        if writers.most > 1 {
            format!(" (several for {:.1} s)", writers.several_for.as_secs_f64())
        } else {
            String::new()
        },
        writers.acknowledged,
        healthy_after.as_secs_f64(),
        judging.elapsed().as_secs_f64(),
        if findings.is_empty() { "" } else { " — NO GOOD" },
    );
    Ok(Recorded { line: format!("seed {seed}, {line}"), file, findings })
}

fn write(history: &History, file: &Path) -> Result<()> {
    let written = File::create(file).with_context(|| format!("cannot create {}", file.display()))?;
    history.write(BufWriter::new(written))
}

async fn last_position(url: &str) -> Result<Position> {
    let pool = PgPool::connect(url).await?;
    let position = Journal::new(pool.clone()).head().await?;
    pool.close().await;
    Ok(position)
}

fn start_sessions(
    campaign: &Campaign,
    testbed: &Testbed,
    recorder: &Arc<Recorder>,
    seed: u64,
    stop: &watch::Receiver<bool>,
) -> Result<Vec<JoinHandle<()>>> {
    let shared = Arc::new(Shared {
        recorder: Arc::clone(recorder),
        days: campaign.days(seed),
        members: campaign.members.iter().map(|(_, id, _)| *id).collect(),
        players: campaign.players(),
        nodes: nodes(testbed),
        prefix: format!("history-{}-{seed}", std::process::id()),
    });
    let http = recorder::client(REQUEST_TIMEOUT)?;
    let mut tasks = Vec::new();
    let mut number = 0;
    for (_, id, token) in &campaign.members {
        number += 1;
        let random = Random::new(seed, u64::from(number));
        let session = Session::new(Arc::clone(&shared), number, (*id, token.clone()), http.clone(), random);
        tasks.push(tokio::spawn(session.act(stop.clone())));
    }
    for login in campaign.clubs.iter().chain([&campaign.operator]) {
        for node in 0..shared.nodes.len() {
            number += 1;
            let screen = Screen {
                shared: Arc::clone(&shared),
                session: number,
                login: login.clone(),
                http: http.clone(),
                node,
                random: Random::new(seed, u64::from(number)),
            };
            tasks.push(tokio::spawn(screen.watch(stop.clone())));
        }
    }
    Ok(tasks)
}

/// Injects the faults of the plan. Returns the numbers of those that could not begin, and why.
async fn inject_both(testbed: &mut Testbed, plan: &Plan, started: Instant) -> Result<Vec<(usize, String)>> {
    let usual = std::mem::replace(&mut testbed.patience, PATIENCE);
    let mut begun: [Option<Begun>; 2] = [None, None];
    let mut not_injected = Vec::new();
    for (due, step) in plan.steps {
        sleep_until(started, due).await;
        match step {
            Step::Begin(number) => {
                let (kind, offset) = (plan.pair[number], plan.clock_offsets[number]);
                match begin(testbed, kind, offset).await {
                    Ok(fault) => begun[number] = Some(fault),
                    // The first fault may have taken away what the second one needs.
                    Err(error) => {
                        not_injected.push((number, format!("{} was not injected: {error:#}", kind.name())));
                    }
                }
            }
            Step::End(number) => {
                if let Some(fault) = &begun[number] {
                    let kind = fault.kind.name();
                    inject::end(testbed, fault).await.with_context(|| format!("cannot end {kind}"))?;
                }
            }
        }
    }
    testbed.patience = usual;
    Ok(not_injected)
}

async fn begin(testbed: &mut Testbed, kind: FaultKind, clock_offset: i32) -> Result<Begun> {
    let begin = inject::begin(testbed, kind, clock_offset);
    if kind == FaultKind::Switchover {
        // Patroni answers when it is complete, which another fault may prevent.
        return timeout(PATIENCE, begin).await.context("Patroni does not complete it")?;
    }
    begin.await
}

/// A judged history.
struct Judged {
    judgement: Judgement,
    /// Each planted mistake, and whether it was caught.
    controls: Vec<(&'static str, bool)>,
}

fn judge(history: &History, truth: &Truth) -> Judged {
    let judgement = truth.judge(history);
    let planted = controls::plant(history);
    let controls =
        planted.iter().map(|control| (control.name, control.is_caught(&truth.judge(&control.history))));
    Judged { controls: controls.collect(), judgement }
}

fn findings(judged: &Judged, writers: &Writers) -> Vec<String> {
    let contradictions = &judged.judgement.contradictions;
    let mut findings: Vec<String> =
        contradictions.iter().take(MOST_PRINTED).map(ToString::to_string).collect();
    if contradictions.len() > MOST_PRINTED {
        findings.push(format!("and {} more contradictions", contradictions.len() - MOST_PRINTED));
    }
    let missed = judged.controls.iter().filter(|(_, caught)| !caught);
    findings.extend(missed.map(|(name, _)| format!("a planted mistake was not caught: {name}")));
    if judged.judgement.figures.ok == 0 {
        findings.push("no command was acknowledged: the record shows nothing".to_owned());
    }
    if judged.controls.is_empty() {
        findings.push("the record has no place for a planted mistake: it shows too little".to_owned());
    }
    if writers.acknowledged == 0 {
        findings.push("no server acknowledged a write of the probe".to_owned());
    }
    if writers.on_old_timeline > 0 {
        findings.push(format!(
            "{} were acknowledged by a server that another one had replaced",
            counted(writers.on_old_timeline, "write")
        ));
    }
    findings
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
