//! A campaign of faults: members book through HAProxy while processes are killed or frozen, networks are cut, and a
//! disk is filled. After each fault the cluster must recover by itself, and every acknowledged write must exist exactly
//! once. With `--histories`, two faults overlap instead, and everything that clients were told is judged
//! (`histories`).

mod book_again;
mod checks;
mod faketime;
mod fault_kind;
mod histories;
mod inject;
mod lose_commits;
mod network;
mod read_model_monitor;
mod report;
mod small_clubs;
mod tcp_proxy;
mod testbed;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use clap::ValueEnum;
use futures::future::try_join_all;
use reqwest::Client;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::Instant;

use fault_kind::FaultKind;
use read_model_monitor::ReadModelMonitor;
use report::Round;
use testbed::Testbed;

use crate::cluster;
use crate::layout::NODES;
use crate::load_record::LoadRecord;
use crate::member::{Member, Phase};
use crate::wait::until;

/// The number of members who book concurrently.
const LOAD_MEMBERS: usize = 24;
/// The number of writes that must be acknowledged before a fault, and again after the recovery.
const REQUIRED_WRITES: usize = 2 * LOAD_MEMBERS;
const TIMEOUT: Duration = Duration::from_secs(160);

/// The faults to inject, and how often.
#[derive(Debug, clap::Args)]
#[group(id = "campaign")]
pub(crate) struct Options {
    /// How often each fault is injected alone; without it once, and not at all with --histories.
    #[arg(long)]
    rounds: Option<u32>,
    /// Inject only these faults.
    #[arg(long, num_args = 1.., value_name = "KIND")]
    only: Vec<FaultKind>,
    /// A small disk may be mounted and packets may be dropped: this process has mounts and a network of its own.
    #[arg(long, hide = true)]
    own_namespaces: bool,
    /// Short freezes and network cuts: tests that everything works, and measures nothing.
    #[arg(long)]
    short: bool,
    /// A `fairway` of the previous release, for the fault that upgrades.
    #[arg(long, value_name = "PROGRAM")]
    previous_release: Option<PathBuf>,
    #[command(flatten)]
    histories: histories::Options,
    #[command(flatten)]
    cluster: cluster::Options,
}

/// Injects every fault and prints the table.
///
/// # Errors
/// When an acknowledged write was lost or duplicated without being permitted, the journal is invalid, a member got a
/// 500, or the cluster did not recover.
pub(crate) async fn run_campaign(options: Options) -> Result<()> {
    let stop_signal = cluster::stop_signal()?;
    tokio::pin!(stop_signal);
    let mut testbed = tokio::select! {
        testbed = Testbed::prepare(&options.cluster, options.own_namespaces, options.previous_release.as_deref()) => {
            testbed?
        }
        () = &mut stop_signal => bail!("stopped during the start of the cluster"),
    };
    let mut rounds = Vec::new();
    let mut skipped = Vec::new();
    let mut histories = histories::Results::default();
    let campaign = async {
        if options.rounds() > 0 {
            run_rounds(&mut testbed, &options, &mut rounds, &mut skipped).await?;
        }
        if options.histories.histories > 0 {
            histories::record(&mut testbed, &options.histories, &mut histories).await?;
        }
        Ok(())
    };
    let outcome = tokio::select! {
        outcome = campaign => outcome,
        () = &mut stop_signal => Err(anyhow::anyhow!("stopped")),
    };
    if options.rounds() > 0 {
        println!("\n{}", report::table(&rounds, &skipped));
    }
    println!("the logs are in {}", testbed.cluster.layout.logs().display());
    let stopped = testbed.cluster.stop().await;
    outcome?;
    stopped?;
    let all: Vec<bool> = rounds.iter().map(Round::passed).chain(histories.passed).collect();
    let failed = all.iter().filter(|passed| !**passed).count();
    // The format of the standard test harness, which build servers and `cargo xtask test` parse.
    let (result, passed) = (if failed == 0 { "ok" } else { "FAILED" }, all.len() - failed);
    println!(
        "test result: {result}. {passed} passed; {failed} failed; {} ignored",
        skipped.len() + histories.skipped
    );
    if failed > 0 {
        bail!("{failed} of {} rounds failed", all.len());
    }
    Ok(())
}

impl Options {
    fn rounds(&self) -> u32 {
        self.rounds.unwrap_or(u32::from(self.histories.histories == 0))
    }
}

async fn run_rounds(
    testbed: &mut Testbed,
    options: &Options,
    rounds: &mut Vec<Round>,
    skipped: &mut Vec<(FaultKind, String)>,
) -> Result<()> {
    let requested =
        if options.only.is_empty() { FaultKind::value_variants().to_vec() } else { options.only.clone() };
    let requested = requested.into_iter().filter(|kind| !options.only.is_empty() || !kind.is_only_in_pairs());
    let kinds: Vec<FaultKind> = requested
        .filter(|&kind| {
            let skip_reason = testbed.skip_reason(kind);
            skipped.extend(skip_reason.map(|reason| (kind, reason.to_owned())));
            skip_reason.is_none()
        })
        .collect();
    let load = Load::start(testbed).await?;
    let mut seal_heads = Vec::new();
    for number in 1..=options.rounds() {
        for &kind in &kinds {
            let round = load.run_round(testbed, kind, kind.duration(options.short), &mut seal_heads).await;
            let round = round.with_context(|| format!("round {number} of {}", kind.name()))?;
            println!(
                "{number}/{} {}: {:.1} s without an acknowledged write, {} written, {} lost, {} twice, {} × 5xx{}",
                options.rounds(),
                kind.name(),
                round.write_gap.as_secs_f64(),
                round.acknowledged,
                round.lost,
                round.duplicated,
                round.status_5xx,
                if round.passed() {
                    String::new()
                } else {
                    format!(" — NO GOOD: {}", round.first_problem())
                },
            );
            rounds.push(round);
        }
    }
    load.end().await
}

/// The running members.
struct Load {
    record: Arc<LoadRecord>,
    phase: watch::Sender<Phase>,
    members: Vec<Arc<Member>>,
    tasks: Vec<JoinHandle<Result<()>>>,
}

impl Load {
    async fn start(testbed: &Testbed) -> Result<Self> {
        let record = Arc::new(LoadRecord::new(format!("faults-{}", std::process::id())));
        let (phase, phase_receiver) = watch::channel(Phase::Play);
        let base = testbed.portal_url();
        let mut members = Vec::new();
        for (number, email) in EMAILS.iter().enumerate() {
            let email = format!("{email}@fairway.example");
            let member = Member::log_in(Client::builder(), base.clone(), &email, Arc::clone(&record)).await?;
            if let Some(member) = member.choose_day(number).await? {
                members.push(Arc::new(member));
            }
            if members.len() == LOAD_MEMBERS {
                break;
            }
        }
        ensure!(members.len() == LOAD_MEMBERS, "only {} members of the data set can play", members.len());
        let tasks = members.iter().map(|member| {
            let (member, phase) = (Arc::clone(member), phase_receiver.clone());
            tokio::spawn(async move { member.play(phase).await })
        });
        let tasks = tasks.collect();
        Ok(Self { record, phase, members, tasks })
    }

    /// Runs one round: load before the fault, the fault, load until the cluster has recovered, then the checks without
    /// load.
    async fn run_round(
        &self,
        testbed: &mut Testbed,
        kind: FaultKind,
        duration: Duration,
        seal_heads: &mut Vec<String>,
    ) -> Result<Round> {
        self.record.reset_counts();
        self.phase.send_replace(Phase::Play);
        self.wait_for_writes_since(Instant::now()).await?;
        let read_models = ReadModelMonitor::start(&testbed.http, &testbed.cluster.layout.ports.nodes);
        let fault = if kind.loses_commits() {
            lose_commits::lose_commits(testbed, &self.phase).await?
        } else {
            inject::inject(testbed, kind, duration).await?
        };
        testbed.wait_until_healthy().await?;
        self.wait_for_writes_since(Instant::now()).await?;
        let now = Instant::now();
        let write_gap = self.record.counts().longest_write_gap(fault.started, now);
        let read_model_stall = read_models.longest_stall(fault.started, now);
        drop(read_models);
        self.pause().await?;
        let counts = self.record.counts();
        let mut problems = counts.refusals.clone();
        // A write that was running when the fault began may still be acknowledged in its first second.
        if kind.leaves_one_copy() && write_gap < duration.saturating_sub(Duration::from_secs(1)) {
            problems.push("writes were acknowledged that only one machine had stored".to_owned());
        }

        testbed.wait_until_healthy().await?;
        let members: Vec<&Member> = self.members.iter().map(Arc::as_ref).collect();
        let found = checks::discrepancies(&self.record, &members).await?;
        if kind.loses_commits() {
            problems.clear();
            seal_heads.clear();
            let warned_nodes = checks::count_warned_nodes(testbed).await?;
            let missing = checks::missing_in_salvage(testbed, &found.lost).await?;
            if found.lost.is_empty() {
                problems.push("nothing was lost, so the round shows nothing".to_owned());
            } else if missing > 0 {
                problems.push(format!("{missing} of {} are not named by salvage", found.lost.len()));
            } else if warned_nodes < NODES {
                problems
                    .push(format!("{} of {NODES} nodes noticed that the journal went back", warned_nodes));
            } else {
                problems.extend(book_again::recover(testbed, &self.record, &members, &found.lost).await?);
            }
        }
        if kind.loses_commits() || !problems.is_empty() {
            // Otherwise the next round would report the losses of this one.
            try_join_all(members.iter().map(|member| member.reset())).await?;
            testbed.wait_until_healthy().await?;
        }
        let verification = checks::verify(testbed, seal_heads).await?;
        if verification.finding_count > 0 {
            problems
                .push(format!("verify: {} findings: {}", verification.finding_count, verification.summary));
        }
        // Only the latest head: it includes all earlier ones.
        *seal_heads = vec![checks::seal_head(testbed).await?];
        Ok(Round {
            kind,
            write_gap,
            read_model_stall,
            ready_after: fault.ready_after,
            acknowledged: counts.acknowledged,
            lost: found.lost.len() as u64,
            duplicated: found.duplicated,
            status_5xx: counts.status_5xx,
            status_500: counts.status_500,
            unanswered: counts.unanswered,
            problems,
        })
    }

    async fn wait_for_writes_since(&self, moment: Instant) -> Result<()> {
        let enough_writes =
            async || (self.record.counts().acknowledged_since(moment) >= REQUIRED_WRITES).then_some(());
        until("members to get acknowledged writes", TIMEOUT, enough_writes).await
    }

    async fn pause(&self) -> Result<()> {
        self.phase.send_replace(Phase::Pause);
        let all_paused = async || (self.record.paused_members() == self.members.len()).then_some(());
        until("every member to get an answer", TIMEOUT, all_paused).await
    }

    async fn end(self) -> Result<()> {
        self.phase.send_replace(Phase::End);
        for task in self.tasks {
            task.await??;
        }
        Ok(())
    }
}

/// Members of the demo data with a complete profile and a pass without a limit per month. There are more than needed,
/// since some may have used up their play rights.
const EMAILS: [&str; LOAD_MEMBERS + 6] = [
    "pieter.vandenberg",
    "willem.jansen",
    "anouk.visser",
    "lotte.smit",
    "daan.meijer",
    "eva.degroot",
    "bram.bos",
    "iris.vos",
    "thijs.peters",
    "noor.hendriks",
    "sem.dekker",
    "julia.brouwer",
    "luuk.dewit",
    "tess.dijkstra",
    "niels.smeets",
    "floor.vanderlinden",
    "koen.jacobs",
    "maud.vanleeuwen",
    "ties.kuiper",
    "karin.schouten",
    "rob.vandam",
    "mark.scholten",
    "chantal.lemmens",
    "frank.vermeer",
    "mieke.aerts",
    "joost.vandermeer",
    "ruud.gerritsen",
    "ellen.koster",
    "ron.veenstra",
    "gijs.vanveen",
];
