//! Faults as a campaign: members book through HAProxy while one thing after another is killed, frozen, cut off or filled up.
//! After each, everything must come back by itself, and everything that was acknowledged must be there, once.

mod check;
mod inflict;
mod kinds;
mod line;
mod make_good;
mod member;
mod network;
mod promises;
mod read_models;
mod report;
mod testbed;

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use clap::ValueEnum;
use futures::future::try_join_all;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::Instant;

use kinds::Kind;
use member::{Member, Phase};
use promises::Promises;
use read_models::ReadModels;
use report::Round;
use testbed::Testbed;

use crate::cluster;
use crate::layout::NODES;
use crate::wait::until;

/// Members who book at once.
const MEMBERS: usize = 24;
/// Writes that must be acknowledged before a fault, and after everything is whole again.
const ENOUGH: usize = 2 * MEMBERS;
const PATIENCE: Duration = Duration::from_secs(160);

/// What to try.
#[derive(Debug, clap::Args)]
#[group(id = "campaign")]
pub(crate) struct Options {
    /// How often each fault.
    #[arg(long, default_value_t = 1)]
    rounds: u32,
    /// These faults only.
    #[arg(long, num_args = 1.., value_name = "KIND")]
    only: Vec<Kind>,
    /// A small disk may be mounted and packets may be dropped: this process has mounts and a network of its own.
    #[arg(long, hide = true)]
    own_namespaces: bool,
    /// Freezes and cuts are short: to see that everything works, not to measure.
    #[arg(long)]
    short: bool,
    #[command(flatten)]
    cluster: cluster::Options,
}

/// Tries every fault and prints the table.
///
/// # Errors
/// When anything was lost or there twice that may not be, the journal does not hold, a member saw a 500, or something did
/// not come back.
pub(crate) async fn campaign(options: Options) -> Result<()> {
    let stopping = cluster::asked_to_stop()?;
    tokio::pin!(stopping);
    let mut testbed = tokio::select! {
        testbed = Testbed::prepare(&options.cluster, options.own_namespaces) => testbed?,
        () = &mut stopping => bail!("stopped while the cluster started"),
    };
    let mut rounds = Vec::new();
    let mut skipped = Vec::new();
    let tried = tokio::select! {
        tried = try_all(&mut testbed, &options, &mut rounds, &mut skipped) => tried,
        () = &mut stopping => Err(anyhow::anyhow!("stopped")),
    };
    println!("\n{}", report::table(&rounds, &skipped));
    println!("the logs are in {}", testbed.cluster.layout.logs().display());
    let stopped = testbed.cluster.stop().await;
    tried?;
    stopped?;
    let bad = rounds.iter().filter(|round| !round.is_good()).count();
    // In the words of the standard test harness, which build machines count.
    let (result, good) = (if bad == 0 { "ok" } else { "FAILED" }, rounds.len() - bad);
    println!("test result: {result}. {good} passed; {bad} failed; {} ignored", skipped.len());
    if bad > 0 {
        bail!("{bad} of {} rounds are no good", rounds.len());
    }
    Ok(())
}

async fn try_all(
    testbed: &mut Testbed,
    options: &Options,
    rounds: &mut Vec<Round>,
    skipped: &mut Vec<(Kind, String)>,
) -> Result<()> {
    let wanted = if options.only.is_empty() { Kind::value_variants().to_vec() } else { options.only.clone() };
    let kinds: Vec<Kind> = wanted
        .into_iter()
        .filter(|&kind| {
            let obstacle = testbed.obstacle(kind);
            skipped.extend(obstacle.map(|why| (kind, why.to_owned())));
            obstacle.is_none()
        })
        .collect();
    let load = Load::begin(testbed).await?;
    let mut heads = Vec::new();
    for number in 1..=options.rounds {
        for &kind in &kinds {
            let round = load.round(testbed, kind, kind.lasts(options.short), &mut heads).await;
            let round = round.with_context(|| format!("round {number} of {}", kind.name()))?;
            println!(
                "{number}/{} {}: {:.1} s without an acknowledged write, {} written, {} lost, {} twice, {} × 5xx{}",
                options.rounds,
                kind.name(),
                round.gap.as_secs_f64(),
                round.acknowledged,
                round.lost,
                round.twice,
                round.failures,
                if round.is_good() {
                    String::new()
                } else {
                    format!(" — NO GOOD: {}", round.first_complaint())
                },
            );
            rounds.push(round);
        }
    }
    load.end().await
}

/// The members, playing.
struct Load {
    promises: Arc<Promises>,
    phase: watch::Sender<Phase>,
    members: Vec<Arc<Member>>,
    playing: Vec<JoinHandle<Result<()>>>,
}

impl Load {
    async fn begin(testbed: &Testbed) -> Result<Self> {
        let promises = Arc::new(Promises::new(format!("faults-{}", std::process::id())));
        let (phase, heard) = watch::channel(Phase::Play);
        let base = testbed.portal();
        let mut members = Vec::new();
        for (number, email) in EMAILS.iter().enumerate() {
            let email = format!("{email}@fairway.example");
            let member = Member::log_in(base.clone(), &email, Arc::clone(&promises)).await?;
            if let Some(member) = member.choose_day(number).await? {
                members.push(Arc::new(member));
            }
            if members.len() == MEMBERS {
                break;
            }
        }
        ensure!(members.len() == MEMBERS, "only {} members of the data set can play", members.len());
        let playing = members.iter().map(|member| {
            let (member, heard) = (Arc::clone(member), heard.clone());
            tokio::spawn(async move { member.play(heard).await })
        });
        let playing = playing.collect();
        Ok(Self { promises, phase, members, playing })
    }

    /// One fault: load before it, the fault, load after it until everything is whole, then silence and the checks.
    async fn round(
        &self,
        testbed: &mut Testbed,
        kind: Kind,
        lasts: Duration,
        heads: &mut Vec<String>,
    ) -> Result<Round> {
        self.promises.begin();
        self.phase.send_replace(Phase::Play);
        let begun = Instant::now();
        self.writes_since(begun).await?;
        let read_models = ReadModels::watch(&testbed.http, &testbed.cluster.layout.ports.nodes);
        let fault = inflict::inflict(testbed, kind, lasts, &self.phase).await?;
        testbed.whole().await?;
        self.writes_since(Instant::now()).await?;
        let now = Instant::now();
        let tally = self.promises.tally();
        let (gap, stop) = (tally.longest_gap(fault.at, now), read_models.longest_stop(fault.at, now));
        drop(read_models);
        self.pause().await?;
        let tally = self.promises.tally();
        let mut complaints = tally.refused.clone();
        // What was on its way when it began may still be told.
        if kind.leaves_one_copy() && gap < lasts.saturating_sub(Duration::from_secs(1)) {
            complaints.push("writes were acknowledged that one machine alone had".to_owned());
        }

        testbed.whole().await?;
        let members: Vec<&Member> = self.members.iter().map(Arc::as_ref).collect();
        let kept = check::promises(&self.promises, &members).await?;
        if kind.loses() {
            complaints.clear();
            heads.clear();
            let noticed = check::noticed(testbed).await?;
            let not_named = check::not_named(testbed, &kept.lost).await?;
            if kept.lost.is_empty() {
                complaints.push("nothing was lost, so nothing was shown".to_owned());
            } else if not_named > 0 {
                complaints.push(format!("{not_named} of {} are not named by salvage", kept.lost.len()));
            } else if noticed < NODES {
                complaints.push(format!("{} of {NODES} nodes noticed that the journal went back", noticed));
            } else {
                complaints
                    .extend(make_good::complaints(testbed, &self.promises, &members, &kept.lost).await?);
            }
        }
        if kind.loses() || !complaints.is_empty() {
            // Or the next round would tell of this one.
            try_join_all(members.iter().map(|member| member.begin_anew())).await?;
            testbed.whole().await?;
        }
        let verdict = check::verify(testbed, heads).await?;
        if verdict.findings > 0 {
            complaints.push(format!("verify: {} findings: {}", verdict.findings, verdict.what));
        }
        // Only the latest: each stands for all before it.
        *heads = vec![check::head(testbed).await?];
        Ok(Round {
            kind,
            gap,
            stop,
            back: fault.back,
            acknowledged: tally.acknowledged,
            lost: kept.lost.len() as u64,
            twice: kept.twice,
            failures: tally.failures,
            mistakes: tally.mistakes,
            unanswered: tally.unanswered,
            complaints,
        })
    }

    async fn writes_since(&self, moment: Instant) -> Result<()> {
        let enough = async || (self.promises.tally().since(moment) >= ENOUGH).then_some(());
        until("members to be acknowledged", PATIENCE, enough).await
    }

    async fn pause(&self) -> Result<()> {
        self.phase.send_replace(Phase::Pause);
        let all_rest = async || (self.promises.resting() == self.members.len()).then_some(());
        until("every member to get an answer", PATIENCE, all_rest).await
    }

    async fn end(self) -> Result<()> {
        self.phase.send_replace(Phase::End);
        for playing in self.playing {
            playing.await??;
        }
        Ok(())
    }
}

/// Members of the demo data with a pass without a limit per month and a complete profile; some may have used it up.
const EMAILS: [&str; MEMBERS + 6] = [
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
