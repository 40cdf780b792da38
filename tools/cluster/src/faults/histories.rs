//! Recorded histories: members compete for a few days through both nodes while two faults overlap, and every operation
//! is recorded. When the cluster is healthy again, both judges of tools/histories hold the record against the journal, and
//! must find the mistakes that are planted into copies of it.

mod answers;
mod pair;
mod random;
mod recorder;
mod requests;
mod round;
mod screens;
mod session;
mod write_probe;

use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use chrono::NaiveDate;
use fairway_events::{ClubId, MemberId};
use reqwest::Client;
use serde_json::{Value, json};
use tokio::time::sleep;

use super::fault_kind::FaultKind;
use super::small_clubs::SMALL_CLUBS;
use super::testbed::Testbed;
use crate::member::token_of;
use crate::portal::node_name;
use crate::wait::until;
use pair::{Pair, Plan};
use requests::Players;
use screens::Login;
use session::HotDays;

/// Members with a pass that no rule of the small clubs limits, in the demo data.
const MEMBERS: [&str; 12] = [
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
];
/// Days of a record.
const DATES: usize = 3;
/// A request outside a record.
const TIMEOUT: Duration = Duration::from_secs(20);
/// The last round's places are cancelled in this time.
const CLEAN_UP_TIMEOUT: Duration = Duration::from_secs(60);

/// The histories to record.
#[derive(Debug, Clone, clap::Args)]
#[group(id = "recorded")]
pub(super) struct Options {
    /// Record so many histories under two overlapping faults each, and judge them.
    #[arg(long, default_value_t = 0)]
    pub(super) histories: u32,
    /// The seed of the first history; each further one has the next.
    #[arg(long, env = "FAIRWAY_SEED", default_value_t = 1)]
    pub(super) seed: u64,
    /// How long members act in each.
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(10..))]
    pub(super) seconds: u64,
    /// The two faults, instead of those of the seed.
    #[arg(long, num_args = 2, value_names = ["KIND", "KIND"])]
    pub(super) pair: Vec<FaultKind>,
}

impl Options {
    fn plan(&self, seed: u64) -> Result<Plan> {
        let pair: Pair = match self.pair[..] {
            [first, second] => [first, second],
            _ => pair::choose(seed).context("there are no two faults")?,
        };
        ensure!(
            !pair.into_iter().any(FaultKind::loses_commits),
            "commits that are lost on purpose end a record"
        );
        ensure!(pair[0] != pair[1], "a pair is of two different faults");
        Ok(Plan::new(seed, pair, Duration::from_secs(self.seconds)))
    }
}

/// The campaign, while it records.
struct Campaign {
    http: Client,
    portal: String,
    /// The address of each member, their id and token.
    members: Vec<(String, MemberId, String)>,
    operator: Login,
    clubs: Vec<Login>,
    /// The days that members can book on.
    dates: Vec<NaiveDate>,
}

/// Whether each history passed, and how many this machine cannot record.
#[derive(Debug, Default)]
pub(super) struct Results {
    pub(super) passed: Vec<bool>,
    pub(super) skipped: usize,
}

/// Records all of them, and prints the figures of each.
pub(super) async fn record(testbed: &mut Testbed, options: &Options, results: &mut Results) -> Result<()> {
    let campaign = Campaign::start(testbed).await?;
    for number in 0..options.histories {
        let seed = options.seed.wrapping_add(u64::from(number));
        let plan = options.plan(seed)?;
        let names = plan.pair.map(FaultKind::name);
        if let Some(reason) = plan.pair.into_iter().find_map(|kind| testbed.skip_reason(kind)) {
            println!("skipped: seed {seed}, {} + {}: {reason}", names[0], names[1]);
            results.skipped += 1;
            continue;
        }
        let result = round::record(&campaign, testbed, &plan, seed, options.seconds).await;
        let result = result.with_context(|| format!("history {seed}, {} and {}", names[0], names[1]))?;
        println!("{}/{} {}", number + 1, options.histories, result.line);
        if !result.findings.is_empty() {
            for finding in &result.findings {
                println!("\n{finding}");
            }
            println!(
                "\nthe record: {}\nagain: cargo xtask faults --histories 1 --seed {seed} --seconds {} --pair {} {}",
                result.file.display(),
                options.seconds,
                names[0],
                names[1]
            );
        }
        results.passed.push(result.findings.is_empty());
    }
    Ok(())
}

impl Campaign {
    async fn start(testbed: &Testbed) -> Result<Self> {
        let http = recorder::client(TIMEOUT)?;
        let portal = testbed.portal_url();
        let mut members = Vec::new();
        for name in MEMBERS {
            let email = format!("{name}@fairway.example");
            let token = token_of(&http, &portal, &email).await?;
            let me: Value =
                http.get(format!("{portal}/api/users/me")).bearer_auth(&token).send().await?.json().await?;
            let id = me["id"].as_str().and_then(|id| id.parse().ok());
            members.push((email, id.context("a member without an id")?, token));
        }
        let operator = Login::of_operator(&http, &portal).await?;
        let mut clubs = Vec::new();
        // The third has no account in the demo data.
        for (club, _) in &SMALL_CLUBS[..2] {
            clubs.push(Login::of_club(&http, &portal, &ClubId::from(*club)).await?);
        }
        let dates = bookable_dates(&http, &portal, &members[0]).await?;
        Ok(Self { http, portal, members, operator, clubs, dates })
    }

    fn players(&self) -> Players {
        Players::new(self.members.iter().map(|(email, id, _)| (*id, email.clone())))
    }

    /// The days of a round.
    fn days(&self, seed: u64) -> HotDays {
        let choices = self.dates.len().saturating_sub(DATES) + 1;
        let first = usize::try_from(seed % u64::try_from(choices).unwrap_or(1)).unwrap_or_default();
        let dates = self.dates.iter().skip(first).take(DATES).copied().collect();
        HotDays { clubs: SMALL_CLUBS.map(|(club, _)| ClubId::from(club)).into(), dates }
    }

    /// Cancels what the members have booked.
    async fn clean_up(&self) -> Result<()> {
        for (email, _, token) in &self.members {
            let is_free = async || {
                let list = self.http.get(format!("{}/api/reservations", self.portal)).bearer_auth(token);
                let list: Value = list.send().await.ok()?.json().await.ok()?;
                let rows = list["data"].as_array()?;
                for row in rows {
                    let url = format!(
                        "{}/api/reservations/{}/cancel",
                        self.portal,
                        row["reservation_id"].as_str()?
                    );
                    self.http.post(url).bearer_auth(token).send().await.ok()?;
                }
                rows.is_empty().then_some(())
            };
            until(&format!("the places of {email} to be cancelled"), CLEAN_UP_TIMEOUT, is_free).await?;
        }
        Ok(())
    }
}

/// The days on which a member can play at every small club. The first and the last are left out: a node whose clock is
/// ahead must allow them too.
async fn bookable_dates(
    http: &Client,
    portal: &str,
    (email, _, token): &(String, MemberId, String),
) -> Result<Vec<NaiveDate>> {
    let mut dates: Option<Vec<NaiveDate>> = None;
    for (club, _) in SMALL_CLUBS {
        let body = json!({ "holes": 9, "players": [email], "golfclub": club });
        let url = format!("{portal}/api/reservations/availability");
        let answer: Value = http.post(url).bearer_auth(token).json(&body).send().await?.json().await?;
        let days = answer["data"].as_object().with_context(|| format!("no calendar: {answer}"))?;
        let is_free = |day: &Value| day["reservable"] == true;
        let of_club: Vec<NaiveDate> =
            days.iter().filter(|(_, day)| is_free(day)).filter_map(|(date, _)| date.parse().ok()).collect();
        dates = Some(match dates {
            None => of_club,
            Some(dates) => dates.into_iter().filter(|date| of_club.contains(date)).collect(),
        });
    }
    let dates = dates.unwrap_or_default();
    let inner = dates.get(2..dates.len().saturating_sub(1)).unwrap_or_default().to_vec();
    if inner.len() < DATES {
        bail!("members can book on too few days: {dates:?}");
    }
    Ok(inner)
}

/// The name and the address of each node, through the proxies that lose answers.
fn nodes(testbed: &Testbed) -> Vec<(String, String)> {
    let proxies = testbed.node_proxies.iter().enumerate();
    proxies.map(|(number, proxy)| (node_name(number), format!("http://127.0.0.1:{}", proxy.port))).collect()
}

/// Waits until a moment of a record.
async fn sleep_until(started: std::time::Instant, due: Duration) {
    sleep(due.saturating_sub(started.elapsed())).await;
}
