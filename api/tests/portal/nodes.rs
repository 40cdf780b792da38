//! Several nodes on one database: each shows what the others did, and the database roles are limited to their tasks.

use std::time::Duration;

use fairway_api::config::Config;
use fairway_events::testing::Proxy;
use fairway_store::database::{Database, Purpose};
use sqlx::{ConnectOptions, PgPool};

use crate::support::{Answer, Member, Node, Portal, round};

#[tokio::test]
async fn a_node_without_projectors_shows_its_members_their_own_writes() {
    let portal = Portal::start().await;
    let config = Config::from_lookup(|_| None).expect("the defaults");
    let second = Node::start(&portal.pool, &portal.clock, config, false).await;
    let jan = portal.login("jan").await;
    for (count, day) in [(1, "2026-11-21"), (2, "2026-11-22")] {
        let request = portal.http.post(format!("{}/api/reservations", second.base)).bearer_auth(&jan.token);
        let booked = Answer::to(request.json(&round(day, &["jan"]))).await;
        assert_eq!(booked.status, 200, "{}", booked.body);
        for base in [&second.base, &portal.base] {
            let list =
                Answer::to(portal.http.get(format!("{base}/api/reservations")).bearer_auth(&jan.token)).await;
            assert_eq!(list.data().len(), count, "{base}");
        }
    }
}

#[tokio::test]
async fn one_key_on_two_nodes_at_once_books_one_round() {
    let portal = Portal::start().await;
    let config = Config::from_lookup(|_| None).expect("the defaults");
    let second = Node::start(&portal.pool, &portal.clock, config, false).await;
    let jan = portal.login("jan").await;
    let body = round("2026-11-21", &["jan", "eva"]);
    let send = |base: &str| {
        let request = portal.http.post(format!("{base}/api/reservations")).bearer_auth(&jan.token);
        Answer::to(request.header("idempotency-key", "k").json(&body))
    };
    let sends = (0..16).map(|n| send(if n % 2 == 0 { &portal.base } else { &second.base }));
    let answers = futures::future::join_all(sends).await;
    for answer in &answers {
        assert_eq!((answer.status, &answer.body), (200, &answers[0].body));
    }
    assert_eq!(jan.upcoming().await.len(), 1);
}

#[tokio::test]
async fn the_application_can_neither_change_nor_delete_events() {
    let portal = Portal::start().await;
    let url = portal.database_url();
    let config =
        Config::from_lookup(|key| (key == "DATABASE_URL").then(|| url.clone())).expect("a configuration");
    let database = Database::open(&config.database(), Purpose::Serve).await.expect("the database");
    let pool = database.pool(2).await.expect("a pool");
    for statement in
        ["UPDATE events SET actor = 'x'", "DELETE FROM events", "TRUNCATE events", "DROP TABLE events"]
    {
        let error = sqlx::query(statement).execute(&pool).await.expect_err(statement);
        let code = error.as_database_error().and_then(|error| error.code()).map(|code| code.into_owned());
        assert_eq!(code.as_deref(), Some("42501"), "{statement}: {error}");
        let message = error.to_string();
        assert!(!message.contains("append-only"), "the role, not only the trigger, refuses: {message}");
    }
    let role: String =
        sqlx::query_scalar("SELECT current_user::text").fetch_one(&pool).await.expect("a role");
    assert_eq!(role, "fairway_app");
}

#[tokio::test]
async fn a_poolers_sessions_have_no_settings_and_listeners_bypass_it() {
    let portal = Portal::empty().await;
    let server = portal.database().options();
    let name = server.get_database().expect("a name").to_owned();
    sqlx::query(&format!("ALTER DATABASE {name} SET statement_timeout = '7s'"))
        .execute(&portal.pool)
        .await
        .expect("a limit that is nobody's own");
    let pooler = Proxy::before(&server).await;
    let through = pooler.options(&server).to_url_lossy().to_string();
    let direct = portal.database_url();
    let config = Config::from_lookup(|key| match key {
        "DATABASE_URL" => Some(through.clone()),
        "FAIRWAY_DIRECT_URL" => Some(direct.clone()),
        _ => None,
    });
    let config = config.expect("a configuration");
    let database = Database::open(&config.database(), Purpose::Serve).await.expect("the database");
    let pools = database.pools(config.database_connections).await.expect("pools");
    let limit =
        async |pool: &PgPool| sqlx::query_scalar::<_, String>("SHOW statement_timeout").fetch_one(pool).await;
    assert_eq!(limit(&pools.requests).await.expect("a limit"), "7s");
    assert_eq!(limit(&pools.writer).await.expect("a limit"), "7s");
    assert_eq!(limit(&pools.projectors).await.expect("a limit"), "0");
    pooler.go_away();
    assert!(limit(&pools.health).await.is_err());
    assert_eq!(limit(&pools.projectors).await.expect("a limit"), "0");
}

#[tokio::test]
async fn production_tells_browsers_to_stay_on_https() {
    let portal = Portal::empty().await;
    let production = [
        ("FAIRWAY_ENV", "production"),
        ("FAIRWAY_SECRET", "0123456789abcdef0123456789abcdef"),
        ("FAIRWAY_PAYMENTS", "mollie"),
        ("MOLLIE_API_KEY", "live_x"),
        ("FAIRWAY_PUBLIC_URL", "https://golf.example"),
        ("FAIRWAY_TRUSTED_PROXIES", "127.0.0.1"),
        ("FAIRWAY_MAIL", "file:archive"),
    ];
    let value =
        |key: &str| production.iter().find(|(name, _)| *name == key).map(|(_, value)| (*value).to_owned());
    let config = Config::from_lookup(value).expect("a production configuration");
    let node = Node::start(&portal.pool, &portal.clock, config, false).await;
    let answer = Answer::to(portal.http.get(format!("{}/healthz", node.base))).await;
    assert_eq!(answer.headers["strict-transport-security"], "max-age=31536000; includeSubDomains");
    assert!(!portal.get("/healthz").await.headers.contains_key("strict-transport-security"));
}

#[tokio::test]
async fn stopped_read_models_turn_no_success_into_a_failure() {
    let portal = Portal::start().await;
    let jan: Member<'_> = portal.login("jan").await;
    // The projector waits for this lock; the booking's response waits for the projector, up to its time limit.
    let mut blocking = portal.pool.begin().await.expect("a transaction");
    sqlx::query("SELECT * FROM projections FOR UPDATE")
        .execute(&mut *blocking)
        .await
        .expect("the checkpoints");
    let answer = jan.post("/api/reservations", &round("2026-11-28", &["jan"])).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert!(jan.upcoming().await.is_empty(), "it is stored and not shown yet");
    blocking.rollback().await.expect("the projector goes on");
    let shown = async {
        while jan.upcoming().await.is_empty() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), shown).await.expect("it shows");
}
