//! Thousands of connections that are idle, send half a request, or only listen: other clients do not notice.

use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::{Body, Bytes};
use fairway_api::http::connections::Limits;
use fairway_api::http::server;
use futures::StreamExt;
use sqlx::PgPool;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;

use crate::process::{self, Server};
use crate::support::{Answer, Portal};

/// Members with live streams, and how many streams each may have.
const LISTENERS: usize = 188;
const STREAMS_EACH: usize = 8;

/// A process with a limit of open files, independent of the machine's.
async fn serve_with_files(files: u32, data: &Path, database: &str) -> Server {
    let limited = format!("ulimit -n {files} && exec \"$0\" \"$@\"");
    let arguments = ["-c", &limited, env!("CARGO_BIN_EXE_fairway"), "serve"];
    Server::run(process::program(Path::new("/bin/sh"), data, &arguments).env("DATABASE_URL", database)).await
}

async fn add_listeners(pool: &PgPool) {
    let count = i32::try_from(LISTENERS).expect("few");
    sqlx::query(
        "WITH added AS (
             INSERT INTO members (id, email, password_hash, first_name, last_name, created_at)
             SELECT gen_random_uuid(), 'listener-' || n || '@test.example', 'none', 'Luister', 'Aar', now()
             FROM generate_series(1, $1) AS n
             RETURNING id, email
         )
         INSERT INTO access_tokens (token_hash, member_id, created_at, expires_at)
         SELECT sha256(email::bytea), id, now(), 'infinity' FROM added",
    )
    .bind(count)
    .execute(pool)
    .await
    .expect("members");
}

/// A connection on which `what` is sent.
async fn say(server: &Server, what: &str) -> TcpStream {
    let address = server.base.trim_start_matches("http://");
    let mut socket = TcpStream::connect(address).await.expect("a connection");
    // The server may have closed it for a later one by now.
    let _ = socket.write_all(what.as_bytes()).await;
    socket
}

/// One of each, 64 at a time.
async fn all<S: Future<Output = TcpStream>>(open: impl Iterator<Item = S>) -> Vec<TcpStream> {
    futures::stream::iter(open).buffered(64).collect().await
}

#[tokio::test]
async fn thousands_of_idle_connections_do_not_block_others_at_any_limit() {
    rlimit::increase_nofile_limit(u64::MAX).expect("files for the clients");
    let portal = Portal::start().await;
    add_listeners(&portal.pool).await;
    let database = portal.database_url();
    let neighbour = reqwest::Client::builder()
        .local_address(IpAddr::V4(Ipv4Addr::new(127, 0, 0, 9)))
        .pool_max_idle_per_host(0)
        .build()
        .expect("a client");
    for files in [1_024, 4_096] {
        let data = tempfile::tempdir().expect("a folder");
        let server = serve_with_files(files, data.path(), &database).await;
        let token = server.login(&neighbour).await;

        let idle = all((0..2_000).map(|_| say(&server, ""))).await;
        let head = "POST /api/users/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
        let with_body = format!("{head}Content-Length: 100\r\n\r\n{{");
        let halves = all((0..500).map(|n| say(&server, if n % 2 == 0 { head } else { &with_body }))).await;
        let streams = (0..LISTENERS * STREAMS_EACH).map(async |n| {
            let token = format!("listener-{}@test.example", n / STREAMS_EACH + 1);
            let request =
                format!("GET /api/live HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n");
            let mut socket = say(&server, &request).await;
            // The answer began, so that a slow machine answers 64 at a time, and none is answered after the count.
            let _ = socket.read_u8().await;
            socket
        });
        let streams = all(streams).await;

        let metrics = Answer::to(neighbour.get(format!("{}/metrics", server.base))).await;
        let metrics = metrics.body.as_str().expect("text").to_owned();
        let open = metrics.lines().find_map(|line| line.strip_prefix("fairway_live_connections "));
        let open: usize = open.expect("a number of streams").parse().expect("a number");
        let bound = Limits::for_files(u64::from(files), 0, Vec::new()).streams;
        assert!((bound / 2..=bound).contains(&open), "{open} streams of {bound} with {files} files");
        for _ in 0..40 {
            let request = neighbour.get(format!("{}/api/users/me", server.base)).bearer_auth(&token);
            assert_eq!(Answer::to(request).await.status, 200, "{files} files");
        }
        server.login(&neighbour).await;
        drop((idle, halves, streams));
    }
}

/// Time is paused and jumps to the next timer: the server's time limit is the only one here.
#[tokio::test(start_paused = true)]
async fn a_client_that_does_not_read_its_response_is_disconnected() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let (_end, ended) = oneshot::channel::<()>();
    let (dropped, is_dropped) = oneshot::channel::<()>();
    let dropped = Arc::new(Mutex::new(Some(dropped)));
    let answer = move || {
        let dropped = dropped.lock().expect("no panic").take();
        let part = Bytes::from(vec![b'x'; 1024 * 1024]);
        let endless = futures::stream::repeat_with(move || {
            // Dropped together with the response.
            let _ = &dropped;
            Ok::<_, std::convert::Infallible>(part.clone())
        });
        std::future::ready(Body::from_stream(endless))
    };
    let router = axum::Router::new().route("/", axum::routing::get(answer));
    let limits = Limits::for_files(1_024, 0, Vec::new());
    tokio::spawn(async move {
        server::serve(listener, router, limits, async { drop(ended.await) }, Duration::ZERO).await;
    });
    let mut socket = TcpStream::connect(address).await.expect("a connection");
    let started_at = tokio::time::Instant::now();
    socket.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").await.expect("written");
    assert!(is_dropped.await.is_err(), "the answer is let go");
    assert!(started_at.elapsed() >= Duration::from_secs(30));
}
