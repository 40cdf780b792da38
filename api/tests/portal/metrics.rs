//! The metrics page: that it is well-formed, correct and bounded, and who may read it.

use std::collections::{BTreeMap, BTreeSet};

use fairway_api::config::Config;
use serde_json::json;

use crate::support::{Answer, Portal, email, round};

/// The page, by metric with its labels.
async fn page(portal: &Portal) -> BTreeMap<String, f64> {
    let answer = portal.get("/metrics").await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let kind = answer.headers["content-type"].to_str().expect("text");
    assert!(kind.starts_with("application/openmetrics-text"), "{kind}");
    let text = answer.body.as_str().expect("text");
    assert!(text.ends_with("# EOF\n"));
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let (name, value) = line.rsplit_once(' ').unwrap_or_else(|| panic!("not a line: {line}"));
            (name.to_owned(), value.parse().unwrap_or_else(|_| panic!("no number: {line}")))
        })
        .collect()
}

fn portal_with(token: &str) -> Config {
    let token = token.to_owned();
    Config::from_lookup(|key| (key == "FAIRWAY_METRICS_TOKEN").then(|| token.clone()))
        .expect("a configuration")
}

#[tokio::test]
async fn a_booking_and_a_refusal_are_counted_in_the_metrics() {
    let portal = Portal::start().await;
    let before = page(&portal).await;
    let jan = portal.login("jan").await;
    jan.book("2026-11-28", &["jan", "eva"]).await;
    let again = jan.post("/api/reservations", &round("2026-11-28", &["jan"])).await;
    assert_eq!(again.status, 409, "{}", again.body);
    let after = page(&portal).await;
    let grown = |name: &str| after[name] - before.get(name).copied().unwrap_or(0.0);

    assert_eq!(grown(r#"fairway_commands_total{command="BookRound",outcome="accepted"}"#), 1.0);
    assert_eq!(grown(r#"fairway_commands_total{command="BookRound",outcome="rejected"}"#), 1.0);
    for (status, count) in [(200, 1.0), (409, 1.0)] {
        let name = format!(
            r#"fairway_http_requests_total{{route="/api/reservations",method="POST",status="{status}"}}"#
        );
        assert_eq!(grown(&name), count, "{name}");
    }
    let timed = r#"fairway_http_request_duration_seconds_count{route="/api/reservations",method="POST"}"#;
    assert_eq!(grown(timed), 2.0);
    assert_eq!(grown("fairway_writer_commit_duration_seconds_count"), 1.0, "a refusal needs no commit");
    assert_eq!(grown("fairway_writer_batch_commands_sum"), 1.0);
    let events = grown("fairway_writer_batch_events_sum");
    assert!(events >= 4.0, "{events}");
    assert_eq!(grown("fairway_journal_position"), events);
    // The response waited for the read models, so that they are at the journal's position.
    for name in ["reservations", "ledger"] {
        let of = |metric: &str| after[&format!(r#"fairway_projection_{metric}{{projection="{name}"}}"#)];
        assert_eq!(of("position"), after["fairway_journal_position"]);
        assert_eq!((of("lag_events"), of("lag_seconds"), of("running")), (0.0, 0.0, 1.0));
    }
    assert_eq!((after["fairway_database_up"], after["fairway_writer_queue_depth"]), (1.0, 0.0));
    assert!(after["process_resident_memory_bytes"] > 1_000_000.0);
}

#[tokio::test]
async fn waiting_items_are_shown_with_their_age() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    jan.order(1).await;
    let forgot = portal.http.post(portal.url("/api/users/forgot_password"));
    assert_eq!(Answer::to(forgot.json(&json!({"email": email("jan")}))).await.status, 200);
    let queued = "SELECT count(*) FROM mail_outbox WHERE state = 'queued'";
    let mut waiting: i64 = 0;
    // The response to a forgotten password does not wait for its mail.
    while waiting == 0 {
        waiting = sqlx::query_scalar(queued).fetch_one(&portal.pool).await.expect("a count");
        tokio::task::yield_now().await;
    }
    // No projector of the test's portal updates this one.
    sqlx::query(
        "UPDATE projections SET position = (SELECT position FROM journal_head) - 2, as_of = $1, state = 'stopped',
             last_error = 'x' WHERE name = 'mail'",
    )
    .bind(portal.clock.now() - chrono::TimeDelta::seconds(10))
    .execute(&portal.pool)
    .await
    .expect("a projection that stands still");
    portal.clock.advance(chrono::TimeDelta::seconds(90));

    let page = page(&portal).await;
    assert_eq!((page["fairway_orders_open"], page["fairway_orders_open_oldest_seconds"]), (1.0, 90.0));
    assert_eq!((page["fairway_mail_queued"], page["fairway_mail_oldest_seconds"]), (1.0, 90.0));
    let of = |metric: &str| page[&format!(r#"fairway_projection_{metric}{{projection="mail"}}"#)];
    assert_eq!((of("lag_events"), of("lag_seconds"), of("running")), (2.0, 90.0, 0.0));
    assert_eq!(of("age_seconds"), 100.0);
}

#[tokio::test]
async fn unknown_paths_methods_and_members_never_make_the_page_grow() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let place = jan.book("2026-11-28", &["jan"]).await;
    page(&portal).await;
    let before: BTreeSet<String> = page(&portal).await.into_keys().collect();
    for number in 0..50 {
        portal.get(&format!("/api/nergens-{number}")).await;
        portal.get(&format!("/nergens-{number}.js")).await;
        jan.get(&format!("/api/reservations/{}", uuid::Uuid::from_u128(number))).await;
        let method = reqwest::Method::from_bytes(format!("MADEUP{number}").as_bytes()).expect("a method");
        Answer::to(portal.http.request(method, portal.url("/healthz"))).await;
    }
    let after: BTreeSet<String> = page(&portal).await.into_keys().collect();
    let new: Vec<&String> = after.difference(&before).collect();
    assert!(new.len() < 100, "{new:#?}");
    for forbidden in [place.as_str(), "nergens", "test.example", "MADEUP", "jan"] {
        assert!(!after.iter().any(|name| name.contains(forbidden)), "{forbidden}");
    }
}

#[tokio::test]
async fn a_configured_token_is_required_and_a_page_without_the_database_is_served() {
    let portal = Portal::start_with(portal_with("scrape-me")).await;
    let jan = portal.login("jan").await;
    for answer in [portal.get("/metrics").await, jan.get("/metrics").await] {
        assert_eq!(answer.status, 401, "{}", answer.body);
    }
    portal.pool.close().await;
    let request = portal.http.get(portal.url("/metrics")).bearer_auth("scrape-me");
    let answer = Answer::to(request).await;
    assert_eq!(answer.status, 200);
    let text = answer.body.as_str().expect("text");
    assert!(text.contains("\nfairway_database_up 0\n") && text.contains("fairway_commands_total"), "{text}");
    assert!(!text.contains("fairway_projection_lag"), "what is not known is absent, not 0");
}

#[tokio::test]
async fn requests_through_a_proxy_need_a_token() {
    let portal = Portal::empty().await;
    let request = portal.http.get(portal.url("/metrics")).header("x-forwarded-for", "192.0.2.1");
    Answer::to(request).await.fails(404, "Dit adres bestaat niet.");
}

/// The metric names in a text, as queries write them.
fn names_in(text: &str) -> BTreeSet<String> {
    let words = text.split(|char: char| !(char.is_ascii_alphanumeric() || char == '_'));
    let own_names = words.filter(|word| word.starts_with("fairway_") || word.starts_with("process_"));
    own_names.map(|name| name.trim_end_matches("_bucket").to_owned()).collect()
}

#[tokio::test]
async fn operators_documents_and_alerts_use_existing_metrics() {
    // Only with log archiving, which a test's database does not have (`api` services/metrics/database.rs).
    let archived = ["fairway_log_archive_failing", "fairway_log_archive_age_seconds"].map(str::to_owned);
    let (portal, _data) = Portal::recording().await;
    portal.clock.advance(chrono::TimeDelta::seconds(1));
    portal.node.app.payments.provider.methods().await.expect("the sandbox tells how one can pay");
    page(&portal).await;
    let reported: BTreeSet<String> = page(&portal)
        .await
        .into_keys()
        .map(|name| name.split('{').next().unwrap_or_default().to_owned())
        .filter(|name| !name.ends_with("_sum") && !name.ends_with("_count"))
        .map(|name| name.trim_end_matches("_bucket").to_owned())
        .chain(archived)
        .collect();
    let file = |path: &str| {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let alerts = file("deploy/prometheus/alerts.yml");
    let expressions: String = alerts
        .lines()
        .filter(|line| !line.trim_start().starts_with('#') && !line.contains("summary:"))
        .collect::<Vec<_>>()
        .join("\n");
    let unknown: Vec<_> = names_in(&expressions).difference(&reported).cloned().collect();
    assert!(unknown.is_empty(), "alerts on metrics that nobody tells: {unknown:?}");
    let table: String = file("docs/operations/metrics.md")
        .lines()
        .filter(|line| line.starts_with("| `fairway_") || line.starts_with("| `process_"))
        .filter_map(|line| line.split('|').nth(1))
        .collect::<Vec<_>>()
        .join("\n");
    assert_eq!(names_in(&table), reported, "docs/operations/metrics.md lists every metric and no other");
}
