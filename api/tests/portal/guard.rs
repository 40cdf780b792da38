//! The cost of requests and bookings, in statements and rows. These figures are the same on every machine, so that a
//! path that needs one more round trip, or begins to read other members' rows, fails here long before anybody measures
//! it. `bench/` has the figures that depend on the machine.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Days, Utc};
use fairway_api::config::Config;
use fairway_command::{
    BookRound, Club, Command, NewPlace, Outcome, StartSubscription, Submission, WriterHandle, WriterOptions,
    start_writer,
};
use fairway_events::testing::TestDatabase;
use fairway_events::{Actor, BookingId, ClubId, Holes, Journal, MemberId, PlaceId, SubscriptionId};
use futures::future::join_all;
use serde_json::{Value, json};
use sqlx::ConnectOptions;
use sqlx::postgres::PgPoolOptions;
use uuid::Uuid;

use crate::queries::{Statement, Statements};
use crate::support::{Answer, Member, NOW, Node, Portal, email};

/// The requests of members' screens, and the number of statements that each may need, the session's included: where
/// nothing of the read models is cached, and when it is repeated.
const SCREENS: [(&str, &str, usize, usize); 12] = [
    ("who am I", "/api/users/me", 2, 1),
    ("upcoming list", "/api/reservations", 4, 1),
    ("history", "/api/reservations/history", 3, 3),
    ("co-players", "/api/reservations/players/historic", 3, 2),
    ("suggested players", "/api/reservations/players/suggested", 3, 3),
    ("subscriptions", "/api/users/me/subscriptions", 10, 9),
    ("clubs", "/api/golfclubs/info", 3, 2),
    ("club", "/api/golfclubs/de-es", 5, 4),
    ("club list", "POST /api/reservations/golfclubs", 3, 1),
    ("availability", "POST /api/reservations/availability", 2, 1),
    ("alternatives", "POST /api/reservations/alternatives", 2, 1),
    ("player check", "POST /api/reservations/players/check", 2, 1),
];

async fn ask(base: &str, member: &Member<'_>, path: &str) -> u16 {
    let http = &member.portal.http;
    let Some(path) = path.strip_prefix("POST ") else {
        return Answer::to(http.get(format!("{base}{path}")).bearer_auth(&member.token)).await.status;
    };
    let players: Vec<String> = ["jan", "eva", "w1", "w2"].into_iter().map(email).collect();
    let body = match path {
        "/api/reservations/players/check" => json!({"email": email("eva")}),
        "/api/reservations/availability" => json!({"holes": 18, "golfclub": "de-es", "players": players}),
        "/api/reservations/alternatives" => {
            json!({"holes": 18, "golfclub": "de-es", "players": players, "date": "2026-11-28"})
        }
        _ => json!({"holes": 18, "players": players, "date": "2026-11-28"}),
    };
    Answer::to(http.post(format!("{base}{path}")).bearer_auth(&member.token).json(&body)).await.status
}

/// The cost of one request.
struct Cost {
    /// How many statements.
    count: usize,
    /// The rows that they returned.
    rows: u64,
    run: Vec<Statement>,
}

async fn cost(statements: &Statements, base: &str, member: &Member<'_>, path: &str) -> Cost {
    statements.take();
    assert_eq!(ask(base, member, path).await, 200, "{path}");
    let run: Vec<Statement> =
        statements.take().into_iter().filter(|statement| statement.in_request).collect();
    Cost { count: run.len(), rows: run.iter().map(|statement| statement.rows_returned).sum(), run }
}

#[tokio::test]
async fn a_screen_costs_few_statements_and_reads_nothing_of_what_others_did() {
    let statements = Statements::start();
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    jan.book("2026-11-28", &["jan", "eva"]).await;
    // A stranger of Jan's needs one statement once.
    ask(&portal.base, &jan, "POST /api/reservations/availability").await;
    // A node without a projector caches nothing of the read models.
    let config = Config::from_lookup(|_| None).expect("the defaults");
    let uncached = Node::start(&portal.pool, &portal.clock, config, false).await;
    // The very first request fills the cache of clubs.
    ask(&uncached.base, &jan, "/api/golfclubs/info").await;

    let mut before: BTreeMap<&str, u64> = BTreeMap::new();
    for (name, path, most, _) in SCREENS {
        let Cost { count, rows, run } = cost(&statements, &uncached.base, &jan, path).await;
        assert!(count > 0, "{name}: nothing was counted");
        assert!(count <= most, "{name}: {count} statements instead of {most}: {run:#?}");
        before.insert(name, rows);
    }
    // Others fill the same club on other days.
    let others = portal.login("w3").await;
    for day in ["2026-11-29", "2026-11-30", "2026-12-01"] {
        others.book(day, &["w3", "w4"]).await;
    }
    for (name, path, _, _) in SCREENS {
        let Cost { rows, run, .. } = cost(&statements, &uncached.base, &jan, path).await;
        // A calendar and a list of clubs count the days and clubs with bookings: a row for each.
        let allowed = match name {
            "availability" => 3,
            "club list" => 1,
            _ => 0,
        };
        assert!(rows <= before[name] + allowed, "{name}: {rows} rows instead of {}: {run:#?}", before[name]);
    }
}

#[tokio::test]
async fn a_screen_that_is_asked_for_again_costs_the_session_until_something_about_it_changes() {
    let statements = Statements::start();
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let book = async |day: &str| {
        jan.book(day, &["jan", "eva"]).await;
        portal.caught_up().await;
    };
    book("2026-11-28").await;
    for (name, path, _, again) in SCREENS {
        ask(&portal.base, &jan, path).await;
        let Cost { count, run, .. } = cost(&statements, &portal.base, &jan, path).await;
        assert!(count > 0, "{name}: nothing was counted");
        assert!(count <= again, "{name}: {count} statements instead of {again}: {run:#?}");
    }
    book("2026-11-29").await;
    for (name, path, _, again) in SCREENS.into_iter().filter(|(_, _, _, again)| *again == 1) {
        if name == "player check" {
            continue; // Eva's rights were read for the availability.
        }
        let Cost { count, .. } = cost(&statements, &portal.base, &jan, path).await;
        let read = if ["alternatives", "availability"].contains(&name) { count >= 1 } else { count > again };
        assert!(read, "{name}: {count} statements after a booking");
    }
}

#[tokio::test]
async fn a_booking_costs_one_commit_of_events_and_one_of_read_models() {
    let statements = Statements::start();
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    jan.book("2026-11-28", &["jan", "eva", "w1", "w2"]).await;
    portal.caught_up().await;
    let before = portal.events().await;
    statements.take();

    jan.book("2026-11-29", &["jan", "eva", "w1", "w2"]).await;
    portal.caught_up().await;
    let run = statements.take();
    assert_eq!(portal.events().await - before, 6, "the booking, four rights and the club's day");
    let count = |words: &[&str]| {
        run.iter().filter(|statement| words.iter().all(|word| statement.text.contains(word))).count()
    };
    assert_eq!(count(&["INSERT INTO events"]), 1, "{run:#?}");
    for table in ["reservations_bookings", "reservations_places", "play_rights_claims", "ledger"] {
        assert_eq!(count(&["INSERT INTO public", table]), 1, "{table}: {run:#?}");
    }
    let in_request = run.iter().filter(|statement| statement.in_request).count();
    assert!(in_request <= 3, "token, the hour's count, and the append: {run:#?}");
}

fn now() -> DateTime<Utc> {
    NOW.parse().expect("an instant")
}

fn member(number: u128) -> MemberId {
    MemberId(Uuid::from_u128(number))
}

fn pass(number: u128) -> Command {
    Command::StartSubscription(StartSubscription {
        member: member(number),
        subscription: SubscriptionId(Uuid::from_u128(number)),
        name: "Jaarabonnement".to_owned(),
        startdate: now().date_naive() - Days::new(30),
        enddate: now().date_naive() + Days::new(300),
        paymentdate: None,
        amount_cents: 24_900,
        max: 40,
        per_month: None,
        max_holes: Holes::Eighteen,
    })
}

/// Booking `number` for four, of members that no other booking has.
fn booking(number: u128, club: &Arc<Club>) -> Command {
    let players = (0..4)
        .map(|seat| number * 4 + seat)
        .map(|who| NewPlace { member: member(who), place: PlaceId(Uuid::from_u128(1_000 + who)) });
    Command::BookRound(BookRound {
        booking: BookingId(Uuid::from_u128(10_000 + number)),
        club: Arc::clone(club),
        play_date: now().date_naive() + Days::new(3),
        holes: Holes::Eighteen,
        master: member(number * 4),
        players: players.collect(),
        today: now().date_naive(),
        at: now(),
    })
}

/// Submits commands at the same time; all are accepted.
async fn submit_concurrently(writer: &WriterHandle, commands: impl Iterator<Item = Command>) {
    let outcomes = join_all(commands.map(|command| {
        writer.submit(Submission {
            command,
            correlation_id: Uuid::nil(),
            actor: Actor::import(),
            metadata: BTreeMap::new(),
            receipt: None,
        })
    }))
    .await;
    assert!(outcomes.iter().all(|outcome| matches!(outcome, Ok(Outcome::Accepted { .. }))), "{outcomes:?}");
}

#[tokio::test]
async fn bookings_that_arrive_together_share_their_statements_whether_or_not_their_members_are_known() {
    /// As many as one poll of a task may send: they wait in the queue before the writer reads it.
    const BOOKINGS: u128 = 25;
    let statements = Statements::start();
    let database = TestDatabase::new().await;
    let options = database
        .options()
        .log_statements(log::LevelFilter::Debug)
        .log_slow_statements(log::LevelFilter::Debug, Duration::from_secs(1));
    let pool = PgPoolOptions::new().max_connections(4).connect_with(options).await.expect("a pool");
    let club = Arc::new(Club {
        id: ClubId::from("de-es"),
        holes: vec![Holes::Eighteen],
        max_plays_per_year: 100,
        daily_capacity: None,
        closed_weekdays: Vec::new(),
        closures: Vec::new(),
    });
    let journal = Journal::new(pool.clone());
    let (setup_writer, _task) = start_writer(journal.clone(), Arc::new(now), WriterOptions::default());
    for number in 0..BOOKINGS {
        submit_concurrently(&setup_writer, (0..4).map(|seat| pass(number * 4 + seat))).await;
    }
    drop(setup_writer);

    // A writer with an empty cache.
    let (writer, _task) = start_writer(journal, Arc::new(now), WriterOptions::default());
    statements.take();
    submit_concurrently(&writer, (0..BOOKINGS).map(|number| booking(number, &club))).await;
    let run = statements.take();
    let count = |words: &str| run.iter().filter(|statement| statement.text.contains(words)).count();
    assert_eq!(count("INSERT INTO events"), 1, "{run:#?}");
    assert!(run.len() <= 6, "the journal's head, what is loaded, one append, one announcement: {run:#?}");
    let rows: u64 = run.iter().map(|statement| statement.rows_returned).sum();
    assert!(rows <= 4 * 25 + 5, "a pass of each member, and positions: {rows} rows");
    let events: Value =
        sqlx::query_scalar("SELECT to_jsonb(count(*)) FROM events WHERE event_type = 'RoundBooked'")
            .fetch_one(&pool)
            .await
            .expect("a count");
    assert_eq!(events, json!(25));
}
