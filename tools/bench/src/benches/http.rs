//! The portal over HTTP on the loopback: the requests of members' screens, compared with a constant answer of the same
//! server, which costs only the authentication. The server is the real program with its default log.

use std::sync::Arc;

use anyhow::Result;
use hyper::StatusCode;
use serde_json::json;

use crate::accounts::{self, PASSWORD, SESSIONS, email, token};
use crate::bench::Bench;
use crate::client::{Call, Client};
use crate::database::Server;
use crate::history::{self, DAYS_AHEAD};
use crate::load::{Round, drive};
use crate::node::rebuild_all;
use crate::portal::Portal;
use crate::report::Row;
use crate::workload::{Bookings, DAYS, PLAYERS, Spread};

const DATABASE: &str = "bench_http";
const EVENTS: u64 = 100_000;
const CALLERS: u64 = 32;

/// The kind of request, the number of requests per round, the row's name and the bound.
const CASES: [(RequestKind, u64, &str, &str); 8] = [
    (
        RequestKind::ConstantList,
        10_000,
        "constant answer, GET",
        "reading the session, HTTP and its log; the client takes its share of two processors",
    ),
    (RequestKind::Upcoming, 8_000, "upcoming list", "the same, and two statements: rounds, names"),
    (RequestKind::ConstantForm, 10_000, "constant answer, POST", "as the GET, and parsing the body"),
    (RequestKind::Clubs, 4_000, "club list, four players", "four statements, and 60 clubs assessed for four"),
    (
        RequestKind::Availability,
        5_000,
        "availability, four players",
        "four statements, and 21 days assessed for four",
    ),
    (RequestKind::Check, 4_000, "players/check", "whom a member looked up today costs no commit"),
    (
        RequestKind::Book,
        2_000,
        "booking for four",
        "the shared commit, and waiting until the projections show it",
    ),
    (RequestKind::LogIn, 60, "log-in", "argon2id with 19 MiB, on purpose: one at a time per processor"),
];

/// The kinds of requests that members send.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RequestKind {
    /// An authenticated GET that is refused for a parameter before the server reads anything else.
    ConstantList,
    /// The same as a POST with a body.
    ConstantForm,
    Upcoming,
    Clubs,
    Availability,
    Check,
    Book,
    LogIn,
}

/// The members whose requests a round sends: the first members of the history. Members who book are not among those who
/// read, because the readers' lists must not grow from round to round.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RequestingMembers {
    /// The number of members who read; the next members book.
    readers: u64,
}

impl RequestingMembers {
    pub(crate) fn for_members(members: u64) -> Self {
        Self { readers: members.min(SESSIONS) * 2 / 5 / PLAYERS * PLAYERS }
    }

    /// Request number `number`. Successive requests are of different members.
    fn call(self, kind: RequestKind, bookings: &Bookings, number: u64) -> Call {
        let member = number * 7 % self.readers;
        let group = member / PLAYERS * PLAYERS;
        let players = || (group..group + PLAYERS).map(email).collect::<Vec<_>>();
        let post = |path, body: serde_json::Value| Call {
            path,
            body: Some(body.to_string()),
            token: Some(token(member)),
            key: None,
            expected_status: StatusCode::OK,
        };
        let get = |path| Call {
            path,
            body: None,
            token: Some(token(member)),
            key: None,
            expected_status: StatusCode::OK,
        };
        let club = format!("club-{}", number % 10);
        match kind {
            RequestKind::ConstantList => Call {
                expected_status: StatusCode::UNPROCESSABLE_ENTITY,
                ..get("/api/reservations/players/historic?excludeReservation=constant")
            },
            RequestKind::ConstantForm => Call {
                expected_status: StatusCode::UNPROCESSABLE_ENTITY,
                ..post(
                    "/api/reservations/availability",
                    json!({"holes": 11, "golfclub": club, "players": players()}),
                )
            },
            RequestKind::Upcoming => get("/api/reservations"),
            RequestKind::Clubs => post(
                "/api/reservations/golfclubs",
                json!({"holes": 18, "players": players(), "date": "2026-12-11"}),
            ),
            RequestKind::Availability => post(
                "/api/reservations/availability",
                json!({"holes": 18, "golfclub": club, "players": players()}),
            ),
            RequestKind::Check => {
                post("/api/reservations/players/check", json!({"email": email((member + 1) % self.readers)}))
            }
            RequestKind::Book => booking_call(bookings, number),
            RequestKind::LogIn => Call {
                token: None,
                ..post(
                    "/api/users/login",
                    json!({
                        "grant_type": "password",
                        "client_id": "fairway-webapp",
                        "client_secret": "fairway-webapp-public",
                        "username": email(member),
                        "password": PASSWORD,
                    }),
                )
            },
        }
    }
}

/// The request of booking number `number`.
pub(super) fn booking_call(bookings: &Bookings, number: u64) -> Call {
    let (group, round) = (bookings.group(number) * PLAYERS, bookings.booking(number));
    let body = json!({
        "holes": 18,
        "golfclub": round.club.id,
        "players": (group..group + PLAYERS).map(email).collect::<Vec<_>>(),
        "date": round.play_date,
    });
    Call {
        path: "/api/reservations",
        body: Some(body.to_string()),
        token: Some(token(group)),
        key: None,
        expected_status: StatusCode::OK,
    }
}

/// Runs a round of requests against a portal.
pub(crate) async fn run_requests(
    server: &Server,
    portal: &Portal,
    (members, kind): (RequestingMembers, RequestKind),
    callers: u64,
    (first, count): (u64, u64),
) -> Result<Round> {
    let client = Client::connect(portal.address, callers).await?;
    // The days of the booking window on which the history has no rounds.
    let free_days = DAYS - DAYS_AHEAD;
    let bookings = Bookings::new(Spread::Everywhere, free_days, members.readers / PLAYERS);
    let bookings = Arc::new(bookings.restricted_to(1, DAYS_AHEAD, free_days));
    let round = drive(callers, count, move |caller, number| {
        let (client, call) = (client.clone(), members.call(kind, &bookings, first + number));
        async move { client.call(caller, call).await.map(drop) }
    });
    server.observe(&[portal.pid()], round).await
}

pub(crate) async fn run(bench: &mut Bench) -> Result<()> {
    let (server, options) = (&bench.server, &bench.options);
    let pool = server.create_migrated(DATABASE).await?;
    let history = history::load(&pool, EVENTS).await?;
    accounts::insert_members_and_clubs(&pool, &history).await?;
    rebuild_all(&pool).await?;
    let portal = Portal::on_database(&server.url(DATABASE)).await?;
    let members = RequestingMembers::for_members(history.size.members);

    let mut measured: [Vec<Round>; CASES.len()] = Default::default();
    let mut sent = [0; CASES.len()];
    for _ in 0..options.rounds {
        portal.wait_until_idle(&pool).await?;
        for (case, (kind, default_count, _, _)) in CASES.iter().enumerate() {
            let count = options.count(*default_count);
            let requests = (sent[case], count);
            let round = run_requests(server, &portal, (members, *kind), CALLERS, requests).await?;
            measured[case].push(round);
            sent[case] += count;
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
