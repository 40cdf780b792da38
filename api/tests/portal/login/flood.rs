//! Thousands of log-ins at once: their cost, and that legitimate log-ins succeed meanwhile.

use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use fairway_api::config::{Config, Environment};
use futures::StreamExt;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::{Answer, PASSWORD, Portal, email};

/// Only reached when something waits for ever.
const TIME_LIMIT: Duration = Duration::from_secs(120);

fn body(username: &str, password: &str) -> serde_json::Value {
    json!({"grant_type": "password", "client_id": "fairway-webapp", "client_secret": "fairway-webapp-public",
        "username": username, "password": password})
}

/// A client at an address of its own: all of 127.0.0.0/8 is this machine.
fn client_at(last: u8) -> reqwest::Client {
    let address = IpAddr::V4(Ipv4Addr::new(127, 0, 0, last));
    reqwest::Client::builder().local_address(address).build().expect("a client")
}

/// A log-in whose client disconnects after it; ends when the server has noticed.
async fn hung_up_login(portal: &Portal, number: usize) {
    let mut socket = begin_login(portal, number).await;
    hang_up(&mut socket).await;
}

async fn begin_login(portal: &Portal, number: usize) -> TcpStream {
    let body = body(&format!("member-{number}@test.example"), "wrong").to_string();
    let mut socket =
        TcpStream::connect(portal.base.trim_start_matches("http://")).await.expect("a connection");
    let head = format!(
        "POST /api/users/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    socket.write_all(format!("{head}{body}").as_bytes()).await.expect("a request");
    socket
}

async fn hang_up(socket: &mut TcpStream) {
    socket.shutdown().await.expect("the end of what is said");
    let mut rest = Vec::new();
    // A reset is an end too.
    let _ =
        tokio::time::timeout(TIME_LIMIT, socket.read_to_end(&mut rest)).await.expect("the server ends it");
}

async fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let waiting = async {
        while !holds() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    tokio::time::timeout(TIME_LIMIT, waiting).await.unwrap_or_else(|_| panic!("never: {what}"));
}

async fn failures_counted(portal: &Portal) -> i64 {
    sqlx::query_scalar("SELECT count(*) FROM login_failures WHERE scope = 'address'")
        .fetch_one(&portal.pool)
        .await
        .expect("a count")
}

#[tokio::test]
async fn of_hundreds_of_concurrent_wrong_log_ins_exactly_the_limit_is_checked() {
    let portal = Portal::start().await;
    // Eighty of its hundred were counted already: a hundred hashes may take longer than a request on a busy machine.
    sqlx::query(
        "INSERT INTO login_failures (scope, key, failed_at) SELECT 'address', $1, $2 FROM generate_series(1, 80)",
    )
    .bind(portal.own_address())
    .bind(portal.clock.now())
    .execute(&portal.pool)
    .await
    .expect("failures");
    let before = portal.node.app.members.passwords.started_hashes();
    let sends = (0..300).map(|number| {
        let request = portal.http.post(portal.url("/api/users/login"));
        Answer::to(request.json(&body(&format!("member-{number}@test.example"), "wrong")))
    });
    let answers: Vec<Answer> = futures::stream::iter(sends).buffer_unordered(300).collect().await;
    let (checked, refused): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer.status == 401);
    assert_eq!((checked.len(), refused.len()), (20, 280));
    for answer in refused {
        // On a very slow machine some are refused for the time they waited (`guard`).
        assert!([429, 503].contains(&answer.status), "{}", answer.status);
        assert!(answer.headers.contains_key("retry-after"));
    }
    assert_eq!(portal.node.app.members.passwords.started_hashes() - before, 20);
    assert_eq!(failures_counted(&portal).await, 100);
}

#[tokio::test]
async fn two_hundred_disconnecting_clients_cost_almost_nothing() {
    let portal = Portal::start().await;
    let app = &portal.node.app;
    let before = app.members.passwords.started_hashes();
    futures::future::join_all((0..200).map(|number| hung_up_login(&portal, number))).await;
    until("nobody waits", || app.members.login_queue.pending() == 0).await;
    let cost = app.members.passwords.started_hashes() - before;
    assert!(cost <= 20, "{cost} hashes");
}

#[tokio::test]
async fn a_client_that_disconnects_during_each_hash_gets_twenty_of_them() {
    let portal = Portal::start().await;
    let app = &portal.node.app;
    let before = app.members.passwords.started_hashes();
    for number in 0..200 {
        let begun = app.members.passwords.started_hashes();
        let mut socket = begin_login(&portal, number).await;
        let mut first = [0];
        tokio::select! {
            () = until("a hash", || app.members.passwords.started_hashes() > begun) => {}
            // Refused without a hash.
            _ = socket.read(&mut first) => {}
        }
        hang_up(&mut socket).await;
        until("the check ends", || app.members.login_queue.pending() == 0).await;
    }
    let cost = app.members.passwords.started_hashes() - before;
    assert!((1..=20).contains(&cost), "{cost} hashes");
    assert!(failures_counted(&portal).await >= 100);
}

#[tokio::test]
async fn a_legitimate_log_in_overtakes_a_flood_from_another_address() {
    let portal = Portal::start().await;
    let app = &portal.node.app;
    let (hostile, honest) = (client_at(2), client_at(3));
    let flood = (0..200).map(|number| {
        let request = hostile.post(portal.url("/api/users/login"));
        Answer::to(request.json(&body(&format!("member-{number}@test.example"), "wrong")))
    });
    let flood = futures::future::join_all(flood);
    let log_in = async {
        until("a queue", || app.members.login_queue.pending() >= 100).await;
        let before = app.members.passwords.started_hashes();
        let answer =
            Answer::to(honest.post(portal.url("/api/users/login")).json(&body(&email("jan"), PASSWORD)))
                .await;
        (answer.status, app.members.passwords.started_hashes() - before)
    };
    let (_, (status, hashes_meanwhile)) = futures::future::join(flood, log_in).await;
    assert_eq!(status, 200);
    // Its own, those that were running, one of each turn until it had its own, and those that began before the
    // answer was sent.
    let most = 1 + 4 * u64::try_from(app.members.passwords.at_once()).expect("few");
    assert!(hashes_meanwhile <= most, "{hashes_meanwhile} hashes passed before it, of 200 that waited");
}

#[tokio::test]
async fn addresses_of_one_ipv6_line_are_counted_together() {
    let config = Config::from_lookup(|key| (key == "FAIRWAY_TRUSTED_PROXIES").then(|| "127.0.0.1".into()));
    let config = Config { environment: Environment::Production, ..config.expect("a configuration") };
    let portal = Portal::start_with(config).await;
    let guess = async |from: String| {
        let request = portal.http.post(portal.url("/api/users/login")).header("x-forwarded-for", &from);
        let username = format!("{}@test.example", from.replace(':', "-"));
        Answer::to(request.json(&body(&username, "wrong"))).await.status
    };
    let statuses = (0..100).map(|number| guess(format!("2001:db8:0:7::{number:x}")));
    assert_eq!(futures::future::join_all(statuses).await, [401; 100]);
    assert_eq!(guess("2001:db8:0:7:1234::1".into()).await, 429, "the same /64");
    assert_eq!(guess("2001:db8:0:8::1".into()).await, 401, "the neighbour");
    assert_eq!(guess("::ffff:192.0.2.1".into()).await, 401);
    assert_eq!(guess("192.0.2.1".into()).await, 401);
    let by_origin: Vec<i64> = sqlx::query_scalar(
        "SELECT count(*) FROM login_failures WHERE scope = 'address' GROUP BY key ORDER BY count(*)",
    )
    .fetch_all(&portal.pool)
    .await
    .expect("counts");
    assert_eq!(by_origin, [1, 2, 100], "mapped or not, it is one address");
}
