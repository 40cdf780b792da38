//! The portal over HTTP on the loopback: what members' screens ask for, each beside an answer of the same server that
//! costs nothing but the same authentication. The server is the real program with its usual log.

use std::sync::Arc;

use anyhow::Result;
use fairway_bench_driver::load::{Round, drive};
use hyper::StatusCode;
use serde_json::json;

use crate::bench::Bench;
use crate::client::{Call, Client};
use crate::database::Server;
use crate::history::{self, AHEAD};
use crate::node::rebuild_all;
use crate::people::{self, PASSWORD, SESSIONS, email, token};
use crate::portal::Portal;
use crate::report::Row;
use crate::workload::{Bookings, DAYS, PLAYERS, Spread};

const DATABASE: &str = "bench_http";
const EVENTS: u64 = 100_000;
const CALLERS: u64 = 32;

/// What is asked for, how often per round, what it is called and what bounds it.
const CASES: [(Ask, u64, &str, &str); 8] = [
    (
        Ask::ConstantList,
        10_000,
        "constant answer, GET",
        "reading the session, HTTP and its log; the client takes its share of two processors",
    ),
    (Ask::Upcoming, 8_000, "upcoming list", "the same, and two statements: rounds, names"),
    (Ask::ConstantForm, 10_000, "constant answer, POST", "as the GET, and parsing the body"),
    (Ask::Clubs, 4_000, "club list, four players", "four statements, and 60 clubs assessed for four"),
    (
        Ask::Availability,
        5_000,
        "availability, four players",
        "four statements, and 21 days assessed for four",
    ),
    (Ask::Check, 4_000, "players/check", "whom a member looked up today costs no commit"),
    (Ask::Book, 2_000, "booking for four", "the shared commit, and waiting until the projections show it"),
    (Ask::LogIn, 60, "log-in", "argon2id with 19 MiB, on purpose: one at a time per processor"),
];

/// A request of a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ask {
    /// Authenticated, and refused for a parameter before anything else is read.
    ConstantList,
    /// The same with a body.
    ConstantForm,
    Upcoming,
    Clubs,
    Availability,
    Check,
    Book,
    LogIn,
}

/// Members whose requests a round sends: the first of the history. Those who book are others than those who read:
/// a list must not grow from round to round.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Crowd {
    /// Those who read; the next ones book.
    readers: u64,
}

impl Crowd {
    pub(crate) fn of(members: u64) -> Self {
        Self { readers: members.min(SESSIONS) * 2 / 5 / PLAYERS * PLAYERS }
    }

    /// Request number `number`: each is of another member than the one before.
    fn call(self, ask: Ask, bookings: &Bookings, number: u64) -> Call {
        let who = number * 7 % self.readers;
        let group = who / PLAYERS * PLAYERS;
        let players = || (group..group + PLAYERS).map(email).collect::<Vec<_>>();
        let form = |path, body: serde_json::Value| Call {
            path,
            body: Some(body.to_string()),
            token: Some(token(who)),
            wanted: StatusCode::OK,
        };
        let list = |path| Call { path, body: None, token: Some(token(who)), wanted: StatusCode::OK };
        let club = format!("club-{}", number % 10);
        match ask {
            Ask::ConstantList => Call {
                wanted: StatusCode::UNPROCESSABLE_ENTITY,
                ..list("/api/reservations/players/historic?excludeReservation=constant")
            },
            Ask::ConstantForm => Call {
                wanted: StatusCode::UNPROCESSABLE_ENTITY,
                ..form(
                    "/api/reservations/availability",
                    json!({"holes": 11, "golfclub": club, "players": players()}),
                )
            },
            Ask::Upcoming => list("/api/reservations"),
            Ask::Clubs => form(
                "/api/reservations/golfclubs",
                json!({"holes": 18, "players": players(), "date": "2026-12-11"}),
            ),
            Ask::Availability => form(
                "/api/reservations/availability",
                json!({"holes": 18, "golfclub": club, "players": players()}),
            ),
            Ask::Check => {
                form("/api/reservations/players/check", json!({"email": email((who + 1) % self.readers)}))
            }
            Ask::Book => {
                let (group, round) = (bookings.group(number) * PLAYERS, bookings.booking(number));
                let body = json!({
                    "holes": 18,
                    "golfclub": round.club.id,
                    "players": (group..group + PLAYERS).map(email).collect::<Vec<_>>(),
                    "date": round.play_date,
                });
                Call { token: Some(token(group)), ..form("/api/reservations", body) }
            }
            Ask::LogIn => Call {
                token: None,
                ..form(
                    "/api/users/login",
                    json!({
                        "grant_type": "password",
                        "client_id": "fairway-webapp",
                        "client_secret": "fairway-webapp-public",
                        "username": email(who),
                        "password": PASSWORD,
                    }),
                )
            },
        }
    }
}

/// A round of requests against a portal.
pub(crate) async fn ask(
    server: &Server,
    portal: &Portal,
    (crowd, ask): (Crowd, Ask),
    callers: u64,
    (first, count): (u64, u64),
) -> Result<Round> {
    let client = Client::connect(portal.address, callers).await?;
    // Days of the window in which the history's members have nothing planned.
    let free = DAYS - AHEAD;
    let bookings = Bookings::new(Spread::Everywhere, free, crowd.readers / PLAYERS);
    let bookings = Arc::new(bookings.among(1, AHEAD, free));
    let round = drive(callers, count, move |caller, number| {
        let (client, call) = (client.clone(), crowd.call(ask, &bookings, first + number));
        async move { client.call(caller, call).await.map(drop) }
    });
    server.observe(&[portal.pid()], round).await
}

pub(crate) async fn run(bench: &mut Bench) -> Result<()> {
    let (server, options) = (&bench.server, &bench.options);
    let pool = server.fresh(DATABASE).await?;
    let made = history::load(&pool, EVENTS).await?;
    people::move_in(&pool, &made).await?;
    rebuild_all(&pool).await?;
    let portal = Portal::on_database(&server.url(DATABASE)).await?;
    let crowd = Crowd::of(made.size.members);

    let mut measured: [Vec<Round>; CASES.len()] = Default::default();
    let mut asked = [0; CASES.len()];
    for _ in 0..options.rounds {
        portal.at_rest(&pool).await?;
        for (case, (what, usual, _, _)) in CASES.iter().enumerate() {
            let count = options.count(*usual);
            measured[case].push(ask(server, &portal, (crowd, *what), CALLERS, (asked[case], count)).await?);
            asked[case] += count;
        }
    }
    portal.stop()?;
    pool.close().await;
    let rows = CASES
        .iter()
        .zip(&measured)
        .map(|((_, _, name, bound), rounds)| Row::of_rounds(*name, "requests/s", rounds, bound))
        .collect();
    bench.report("http", &format!("HTTP over the loopback, {CALLERS} callers, {EVENTS} events"), rows);
    Ok(())
}
