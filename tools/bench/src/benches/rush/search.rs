//! The highest rate of the rush's requests at which answers stay short. A rate is tried by a short rush of its own, on the
//! schedule of an open loop: a server that is too slow gets as many requests as a fast one, and fails the probe.

use std::time::Duration;

use anyhow::Result;

use super::figures::{self, Rush, latencies, sorted_latencies};
use super::members::{Kind, Rushing};
use super::{BOOKINGS, LOOKS, rush};
use crate::accounts;
use crate::bench::Bench;
use crate::database::{WAITING_MAILS, wait_until_none};
use crate::history;
use crate::load::quantile;
use crate::node::rebuild_all;
use crate::open_loop::Ended;
use crate::portal::Portal;
use crate::random_numbers::RandomNumbers;
use crate::report::{Row, show};
use crate::schedule::Load;
use crate::workload::PLAYERS;

const DATABASE: &str = "bench_rush_search";
/// The limit of the p99, of looks and of bookings.
const LIMIT_MS: f64 = 100.0;
/// The rate of the rush: requests a second, of which one in eleven is a booking at every rate.
const FIRST_RATE: f64 = LOOKS + BOOKINGS;
/// From one rate to the next, until one of them keeps the limit and one does not.
const FACTOR: f64 = 2.0;
/// The search ends when the lowest rate above the limit is at most so many times the highest below it.
const PRECISION: f64 = 1.03;
const PROBES: usize = 8;
const RAMP: Duration = Duration::from_secs(2);
/// Seconds at the full rate. With ramp and patience a probe takes at most 20 s.
const PLATEAU: u64 = 10;
const PATIENCE: Duration = Duration::from_secs(8);
/// Groups of members, each of which books once: enough for eight probes of up to 3,000 requests a second.
const GROUPS: u64 = 24_000;
const QUANTILES: [(&str, f64); 3] = [("p50", 0.5), ("p99", 0.99), ("p99.9", 0.999)];
const BOUND: &str = "the processors, which clients, portal and PostgreSQL share";

/// The closest rates so far, requests a second.
#[derive(Debug, Default)]
struct Search {
    /// The highest that kept the limit.
    kept: Option<f64>,
    /// The lowest that exceeded it.
    exceeded: Option<f64>,
}

impl Search {
    /// The rate to try; none when the two are close enough. Between two rates it is their geometric mean.
    fn next_rate(&self) -> Option<f64> {
        match (self.kept, self.exceeded) {
            (None, None) => Some(FIRST_RATE),
            (Some(kept), None) => Some(kept * FACTOR),
            (None, Some(exceeded)) => Some(exceeded / FACTOR),
            (Some(kept), Some(exceeded)) => (exceeded > kept * PRECISION).then(|| (kept * exceeded).sqrt()),
        }
    }

    fn note(&mut self, rate: f64, keeps: bool) {
        let side = if keeps { &mut self.kept } else { &mut self.exceeded };
        *side = Some(rate);
    }
}

pub(super) async fn run(bench: &mut Bench) -> Result<()> {
    let (server, options) = (&bench.server, &bench.options);
    let load = Load { ramp: RAMP, plateau: Duration::from_secs(options.count(PLATEAU)) };
    let groups = options.count(GROUPS);
    let pool = server.create_migrated(DATABASE).await?;
    let history = history::load(&pool, history::events_of(groups * PLAYERS)).await?;
    // The clubs have places for everybody: a refusal costs less than a booking.
    accounts::insert(&pool, &history.size, history.size.members).await?;
    rebuild_all(&pool).await?;

    let portal = Portal::on_database(&server.url(DATABASE)).await?;
    let mut random = RandomNumbers::new(12);
    let (mut search, mut best, mut first_group) = (Search::default(), None, 0);
    for probe in 0..PROBES {
        let Some(rate) = search.next_rate() else { break };
        let looks = load.arrivals(rate * LOOKS / FIRST_RATE, &mut random);
        let bookings = load.arrivals(rate * BOOKINGS / FIRST_RATE, &mut random);
        let mut rushing = Rushing::new(probe, history.size.members, first_group);
        first_group += bookings.len() as u64;
        if first_group > groups {
            println!("the search ends before {rate:.0} requests a second: every group has booked");
            break;
        }
        let requests = rushing.requests(looks, bookings, &mut random);
        // The mails of the probe before would take processors from this one.
        portal.wait_until_caught_up(&pool).await?;
        wait_until_none(&pool, WAITING_MAILS, "mails are still waiting").await?;
        let rush = rush(server, &portal, &pool, (load, PATIENCE), requests).await?;
        let keeps = keeps_the_limit(&rush);
        println!(
            "{rate:.0} requests a second: p99 {} ms of looks, {} ms of bookings, {} failed",
            show(p99(&rush, is_look)),
            show(p99(&rush, is_booking)),
            failed(&rush),
        );
        search.note(rate, keeps);
        if keeps {
            best = Some((rate, rush));
        }
    }
    portal.stop()?;
    pool.close().await;
    let Some((rate, rush)) = best else {
        println!("no rate that was tried keeps the p99 below {LIMIT_MS} ms");
        return Ok(());
    };
    let title = format!("The highest rate of such requests with a p99 of at most {LIMIT_MS} ms");
    bench.report("rush", &title, rows(rate, search.exceeded, &rush));
    Ok(())
}

fn is_booking(request: &Ended<Kind>) -> bool {
    request.kind == Kind::Book
}

fn is_look(request: &Ended<Kind>) -> bool {
    !is_booking(request)
}

fn p99(rush: &Rush, of: impl Fn(&Ended<Kind>) -> bool) -> f64 {
    quantile(&sorted_latencies(rush, of), 0.99)
}

fn failed(rush: &Rush) -> usize {
    rush.ended.iter().filter(|request| figures::failure(request).is_some()).count()
}

/// Whether nothing failed, and 99 of 100 looks and of 100 bookings were answered within the limit.
fn keeps_the_limit(rush: &Rush) -> bool {
    failed(rush) == 0 && p99(rush, is_look) <= LIMIT_MS && p99(rush, is_booking) <= LIMIT_MS
}

fn rows(rate: f64, exceeded: Option<f64>, rush: &Rush) -> Vec<Row> {
    let one =
        |name: &str, unit: &str, value: f64, bound: &str| Row::of_values(name, unit, vec![value], bound);
    let mut rows = vec![
        one("highest rate within the limit", "requests/s", rate, BOUND),
        one(
            "bookings for four among them",
            "bookings/s",
            rate * BOOKINGS / FIRST_RATE,
            "one in eleven requests",
        ),
    ];
    rows.extend(exceeded.map(|rate| one("lowest rate tried beyond the limit", "requests/s", rate, BOUND)));
    let rushes = std::slice::from_ref(rush);
    let waiting = "measured from the instant at which a request was due";
    rows.extend(latencies(rushes, "all requests at that rate", waiting, QUANTILES, |_| true));
    rows.extend(latencies(rushes, "looks at that rate", waiting, QUANTILES, is_look));
    rows.extend(latencies(rushes, "bookings at that rate", waiting, QUANTILES, is_booking));
    rows.extend([
        one("processors busy with the portal at that rate", "processors", rush.cores.portal, ""),
        one("processors busy with PostgreSQL at that rate", "processors", rush.cores.postgres, ""),
        one("processors busy with the clients at that rate", "processors", rush.cores.clients, ""),
    ]);
    rows
}

#[cfg(test)]
mod tests {
    use hyper::StatusCode;

    use super::super::figures::Cores;
    use super::*;

    /// The rates between which a search ends where every rate up to `highest` keeps the limit.
    fn search_of(highest: f64) -> (Option<f64>, Option<f64>) {
        let mut search = Search::default();
        for _ in 0..PROBES {
            let Some(rate) = search.next_rate() else { break };
            search.note(rate, rate <= highest);
        }
        (search.kept, search.exceeded)
    }

    #[test]
    fn a_search_ends_near_the_highest_rate_from_below_and_from_above() {
        for highest in [300.0, 700.0, 1_100.0, 1_500.0, 2_100.0] {
            let (kept, exceeded) = search_of(highest);
            let (kept, exceeded) = (kept.unwrap(), exceeded.unwrap());
            assert!(kept <= highest && highest < exceeded, "{kept} {highest} {exceeded}");
            assert!(exceeded <= kept * 1.05, "{kept} {exceeded}");
        }
        assert_eq!(search_of(0.0).0, None);
    }

    #[test]
    fn a_probe_fails_by_slow_looks_by_slow_bookings_and_by_a_request_without_an_answer() {
        let ended = |kind, milliseconds| Ended {
            at: Duration::ZERO,
            kind,
            latency: Duration::from_millis(milliseconds),
            result: Ok((StatusCode::OK, "".into())),
        };
        let keeps = |ended| {
            let cores = Cores { clients: 0.0, portal: 0.0, postgres: 0.0 };
            keeps_the_limit(&Rush { cores, seconds: 1.0, over: Duration::ZERO, ended })
        };
        assert!(keeps(vec![ended(Kind::Upcoming, 100), ended(Kind::Book, 100)]));
        assert!(!keeps(vec![ended(Kind::Upcoming, 101), ended(Kind::Book, 1)]));
        assert!(!keeps(vec![ended(Kind::Upcoming, 1), ended(Kind::Book, 101)]));
        let unanswered = Ended { result: Err("no answer".to_owned()), ..ended(Kind::Clubs, 1) };
        assert!(!keeps(vec![unanswered]));
    }
}
