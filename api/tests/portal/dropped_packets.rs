//! A network that drops packets: connections that answer nothing and are never closed, as after a fail-over, and a
//! proxy without a server behind it.

use std::time::Duration;

use fairway_api::config::Config;
use fairway_events::connections::Sessions;
use fairway_events::testing::Proxy;
use fairway_store::database::Pools;
use futures::future::join_all;
use sqlx::postgres::{PgConnectOptions, PgSslMode};
use tokio::io::AsyncReadExt;
use tokio::net::TcpListener;

use crate::support::{Answer, Node, Portal, round};

/// A node's guarantee: within this time every request is answered, and the next one succeeds.
const GUARANTEED_TIME: Duration = Duration::from_secs(15);

/// A node whose requests and commands reach the database through a proxy. Its projectors do not: they are tested
/// elsewhere.
async fn behind(proxy: &Proxy, portal: &Portal) -> (Node, Pools) {
    let server = portal.database().options();
    let sessions = Sessions::with_options(proxy.options(&server));
    let pools = Pools::over(&sessions, &Sessions::with_options(server), 20);
    let config = Config::from_lookup(|_| None).expect("the defaults");
    (Node::start_on(&pools, &portal.clock, config, false).await, pools)
}

#[tokio::test]
async fn dead_connections_fail_one_request_and_not_the_next() {
    let portal = Portal::start().await;
    let proxy = Proxy::before(&portal.database().options()).await;
    let (node, _pools) = behind(&proxy, &portal).await;
    let jan = portal.login("jan").await;
    let upcoming =
        || Answer::to(portal.http.get(format!("{}/api/reservations", node.base)).bearer_auth(&jan.token));
    let book = |date: &str| {
        let request = portal.http.post(format!("{}/api/reservations", node.base)).bearer_auth(&jan.token);
        Answer::to(request.json(&round(date, &["jan"])))
    };
    // So many at once that several connections are open; all of them will stop answering.
    assert!(join_all((0..8).map(|_| upcoming())).await.iter().all(|answer| answer.status == 200));
    assert_eq!(book("2026-11-28").await.status, 200);
    proxy.silence();

    let recovering = async {
        for answer in join_all((0..8).map(|_| upcoming())).await {
            if answer.status != 200 {
                assert!(answer.headers.contains_key("retry-after"), "{answer:?}");
                assert_eq!(answer.status, 503, "{}", answer.body);
            }
        }
        let again = upcoming().await;
        assert_eq!((again.status, again.data().len()), (200, 1), "{}", again.body);
        let booked = book("2026-11-29").await;
        assert_eq!(booked.status, 200, "{}", booked.body);
    };
    tokio::time::timeout(GUARANTEED_TIME, recovering).await.expect("the node keeps its promise");
}

#[tokio::test]
async fn a_client_that_disconnects_while_the_database_is_silent_leaks_no_connection() {
    let portal = Portal::start().await;
    let proxy = Proxy::before(&portal.database().options()).await;
    let (node, pools) = behind(&proxy, &portal).await;
    let jan = portal.login("jan").await;
    let me = || portal.http.get(format!("{}/api/users/me", node.base)).bearer_auth(&jan.token);
    let most = pools.requests.options().get_max_connections();
    let all = join_all((0..most).map(|_| pools.requests.acquire())).await;
    drop(all);
    while pools.requests.num_idle() < usize::try_from(most).expect("a small number") {
        tokio::task::yield_now().await;
    }
    proxy.silence();
    // If each of them had leaked its connection, none would be left.
    for hasty in join_all((0..most).map(|_| me().timeout(Duration::from_millis(200)).send())).await {
        assert!(hasty.is_err(), "{hasty:?}");
    }
    let recovering = async {
        while Answer::to(me()).await.status != 200 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(GUARANTEED_TIME, recovering).await.expect("the node keeps its promise");
}

#[tokio::test]
async fn a_silent_database_is_not_ready_and_the_next_check_uses_another_connection() {
    let portal = Portal::start().await;
    let proxy = Proxy::before(&portal.database().options()).await;
    let (node, _pools) = behind(&proxy, &portal).await;
    let ready = || Answer::to(portal.http.get(format!("{}/readyz", node.base)));
    assert_eq!(ready().await.status, 200);
    proxy.silence();
    let silent = ready().await;
    assert_eq!((silent.status, &silent.body["database"]), (503, &false.into()), "{}", silent.body);
    assert_eq!(ready().await.status, 200);
}

#[tokio::test]
async fn a_proxy_without_a_server_is_a_503_with_a_retry_time() {
    let portal = Portal::start().await;
    let proxy = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = proxy.local_addr().expect("an address").port();
    tokio::spawn(async move {
        while let Ok((mut client, _)) = proxy.accept().await {
            // It reads the client's request, has no server to forward it to, and closes.
            let _ = client.read(&mut [0; 8]).await;
        }
    });
    // Like an operator's address by default, it asks for encryption if the server supports it.
    let server = portal.database().options();
    let options = PgConnectOptions::new().host("127.0.0.1").port(port).ssl_mode(PgSslMode::Prefer);
    let pools = Pools::over(&Sessions::with_options(options), &Sessions::with_options(server), 18);
    let config = Config::from_lookup(|_| None).expect("the defaults");
    let node = Node::start_on(&pools, &portal.clock, config, false).await;
    let jan = portal.login("jan").await;
    let me = portal.http.get(format!("{}/api/users/me", node.base)).bearer_auth(&jan.token);
    let answer = Answer::to(me).await;
    answer.fails(503, "De dienst is even niet bereikbaar. Probeer het zo opnieuw.");
    assert_eq!(answer.headers["retry-after"], "5");
}

#[tokio::test]
async fn a_read_only_server_counts_as_unavailable() {
    let portal = Portal::start().await;
    // The answer of a standby to a write.
    let standby = portal.database().options().options([("default_transaction_read_only", "on")]);
    let pools = Pools::over(
        &Sessions::with_options(standby),
        &Sessions::with_options(portal.database().options()),
        18,
    );
    let config = Config::from_lookup(|_| None).expect("the defaults");
    let node = Node::start_on(&pools, &portal.clock, config, false).await;
    let jan = portal.login("jan").await;
    let out = portal.http.post(format!("{}/api/users/logout", node.base)).bearer_auth(&jan.token);
    let answer = Answer::to(out).await;
    answer.fails(503, "De dienst is even niet bereikbaar. Probeer het zo opnieuw.");
    assert_eq!(answer.headers["retry-after"], "5");
}

#[tokio::test]
async fn slow_reads_delay_neither_a_booking_nor_the_health_check() {
    let portal = Portal::start().await;
    let server = Sessions::with_options(portal.database().options());
    let pools = Pools::over(&server, &server, 18);
    let config = Config::from_lookup(|_| None).expect("the defaults");
    let node = Node::start_on(&pools, &portal.clock, config, false).await;
    let jan = portal.login("jan").await;
    // All connections for requests but the one that the booking's own look-ups need.
    let mut held_connections = Vec::new();
    for _ in 1..pools.requests.options().get_max_connections() {
        held_connections.push(pools.requests.acquire().await.expect("a connection"));
    }
    let request = portal.http.post(format!("{}/api/reservations", node.base)).bearer_auth(&jan.token);
    let booked = Answer::to(request.json(&round("2026-11-28", &["jan"]))).await;
    assert_eq!(booked.status, 200, "{}", booked.body);
    held_connections.push(pools.requests.acquire().await.expect("the last one"));
    let ready = Answer::to(portal.http.get(format!("{}/readyz", node.base))).await;
    assert_eq!(ready.status, 200, "{}", ready.body);
}
