//! Requests that no well-behaved client sends, byte by byte over a socket: heads that are too large, and data that
//! is no HTTP.

use std::time::Duration;

use fairway_api::http::connections::Limits;
use fairway_api::http::server;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;

use crate::support::{Portal, email};

/// The time limit until the server closes the connection; only reached when something waits for ever.
const TIME_LIMIT: Duration = Duration::from_secs(60);

/// Sends bytes and reads until the server closes the connection.
async fn send(portal: &Portal, bytes: &[u8]) -> String {
    let address = portal.base.trim_start_matches("http://");
    let mut socket = TcpStream::connect(address).await.expect("a connection");
    // Where the server stops reading, the rest cannot be written: that is what is tested.
    let _ = socket.write_all(bytes).await;
    let mut answer = Vec::new();
    let mut part = [0; 4096];
    let reading = async {
        // A reset after the response is an end too.
        while let Ok(read @ 1..) = socket.read(&mut part).await {
            answer.extend_from_slice(&part[..read]);
        }
    };
    tokio::time::timeout(TIME_LIMIT, reading).await.expect("the server closes the connection");
    String::from_utf8_lossy(&answer).into_owned()
}

fn status(answer: &str) -> u16 {
    let first = answer.lines().next().unwrap_or_default();
    first.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_else(|| panic!("{answer:?}"))
}

/// A request with one header of so many bytes.
fn with_header(bytes: usize) -> Vec<u8> {
    let value = "x".repeat(bytes);
    format!("GET /api/users/me HTTP/1.1\r\nHost: localhost\r\nX-Large: {value}\r\nConnection: close\r\n\r\n")
        .into_bytes()
}

#[tokio::test]
async fn a_head_that_is_too_large_is_refused_with_a_sentence_and_every_header() {
    let portal = Portal::empty().await;
    assert_eq!(status(&send(&portal, &with_header(15 * 1024)).await), 401, "large, but not too large");
    let many: String = (0..70).map(|n| format!("X-Many-{n}: x\r\n")).collect();
    let many = format!("GET / HTTP/1.1\r\nHost: localhost\r\n{many}\r\n").into_bytes();
    let long = format!("GET /?{} HTTP/1.1\r\nHost: localhost\r\n\r\n", "x".repeat(17 * 1024)).into_bytes();
    for request in [with_header(17 * 1024), many, long] {
        let answer = send(&portal, &request).await;
        assert_eq!(status(&answer), 431, "{answer}");
        let lower = answer.to_lowercase();
        for header in [
            "content-security-policy: default-src",
            "x-content-type-options: nosniff",
            "referrer-policy:",
            "permissions-policy:",
            "x-request-id:",
            "connection: close",
        ] {
            assert!(lower.contains(header), "{header} is missing: {answer}");
        }
        assert!(answer.contains("De aanvraag is te groot."), "{answer}");
    }
}

#[tokio::test]
async fn a_request_that_hyper_refuses_gets_an_empty_answer_and_is_closed() {
    let portal = Portal::empty().await;
    let headers: String = (0..101).map(|n| format!("X-Many-{n}: x\r\n")).collect();
    for (request, expected) in [
        (with_header(40 * 1024), 431),
        (format!("GET / HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n").into_bytes(), 431),
        (b"nonsense\r\n\r\n".to_vec(), 400),
        (b"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n".to_vec(), 400),
        (b"GET /a b HTTP/1.1\r\nHost: localhost\r\n\r\n".to_vec(), 400),
        (b"GET / HTTP/1.1\r\nHo st: x\r\n\r\n".to_vec(), 400),
        (b"GET / HTTP/1.1\r\nX-Null: a\0b\r\n\r\n".to_vec(), 400),
        (
            b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"
                .to_vec(),
            400,
        ),
        (b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n".to_vec(), 400),
        // The length of the body must be unambiguous, or a proxy and we could see two requests where there is one.
        (b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\n\r\n".to_vec(), 400),
        (b"POST / HTTP/1.0\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n".to_vec(), 400),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".to_vec(), 400),
    ] {
        let shown = String::from_utf8_lossy(&request[..request.len().min(60)]).into_owned();
        let answer = send(&portal, &request).await;
        assert_eq!(status(&answer), expected, "{shown}: {answer}");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        assert_eq!(body, "", "{shown}");
        let mut names: Vec<String> = head
            .lines()
            .skip(1)
            .filter_map(|line| line.split_once(':').map(|(name, _)| name.to_lowercase()))
            .collect();
        names.sort();
        assert_eq!(names, ["connection", "content-length", "date"], "{shown}");
    }
}

#[tokio::test]
async fn a_client_answered_before_its_body_may_still_send_it() {
    let portal = Portal::empty().await;
    let address = portal.base.trim_start_matches("http://");
    let mut socket = TcpStream::connect(address).await.expect("a connection");
    let body = vec![b'x'; 60 * 1024];
    let head = format!(
        "POST /api/reservations HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    socket.write_all(head.as_bytes()).await.expect("the head");
    let early = answer_on(&mut socket).await;
    assert_eq!(status(&early), 401, "{early}");
    for part in body.chunks(1024) {
        socket.write_all(part).await.expect("the pipe is not broken");
    }
    // The connection is intact: it accepts the next request.
    socket.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").await.expect("the next request");
    let next = answer_on(&mut socket).await;
    assert_eq!(status(&next), 200, "{next}");
}

/// One response with its length, on a connection that stays open.
async fn answer_on(socket: &mut TcpStream) -> String {
    let mut answer = String::new();
    let mut part = [0; 4096];
    let reading = async {
        loop {
            let read = socket.read(&mut part).await.expect("an answer");
            assert!(read > 0, "closed after {answer:?}");
            answer.push_str(&String::from_utf8_lossy(&part[..read]));
            let Some((head, body)) = answer.split_once("\r\n\r\n") else { continue };
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
            let length: usize = length.expect("a length").parse().expect("a number");
            if body.len() >= length {
                return;
            }
        }
    };
    tokio::time::timeout(TIME_LIMIT, reading).await.expect("an answer in time");
    answer
}

/// As below: nobody waits for ever for a body that was answered and does not come.
#[tokio::test(start_paused = true)]
async fn an_endless_body_is_not_awaited_after_the_answer() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let (_end, ended) = oneshot::channel::<()>();
    let router = axum::Router::new().route("/", axum::routing::post(async || "early"));
    tokio::spawn(server::serve(
        listener,
        router,
        Limits::for_files(1_024, 0, Vec::new()),
        async { drop(ended.await) },
        Duration::ZERO,
    ));
    let mut socket = TcpStream::connect(address).await.expect("a connection");
    socket
        .write_all(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nx")
        .await
        .expect("written");
    let started_at = tokio::time::Instant::now();
    let mut answer = String::new();
    socket.read_to_string(&mut answer).await.expect("the server closes the connection");
    assert!(answer.ends_with("early"), "{answer}");
    assert!(started_at.elapsed() >= Duration::from_secs(5));
}

/// Time is paused and jumps to the next timer: the server's time limit is the only one here.
#[tokio::test(start_paused = true)]
async fn an_endless_head_is_not_awaited() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let (_end, ended) = oneshot::channel::<()>();
    tokio::spawn(server::serve(
        listener,
        axum::Router::new(),
        Limits::for_files(1_024, 0, Vec::new()),
        async { drop(ended.await) },
        Duration::ZERO,
    ));
    let mut socket = TcpStream::connect(address).await.expect("a connection");
    socket.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ").await.expect("written");
    let started_at = tokio::time::Instant::now();
    let mut answer = Vec::new();
    socket.read_to_end(&mut answer).await.expect("the server closes the connection");
    assert_eq!(answer, b"");
    assert!(started_at.elapsed() >= Duration::from_secs(30));
}

#[tokio::test]
async fn a_body_of_more_than_64_kib_is_refused_with_or_without_a_length() {
    let portal = Portal::start().await;
    let post = |framing: &str| {
        format!(
            "POST /api/users/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n{framing}\r\n\
             Connection: close\r\n\r\n"
        )
    };
    let filler = "x".repeat(66 * 1024);
    let body = format!("{{\"username\": \"{}\", \"password\": \"{filler}\"}}", email("jan"));
    let with_length = format!("{}{body}", post(&format!("Content-Length: {}", body.len())));
    let chunked = format!("{}{:x}\r\n{body}\r\n0\r\n\r\n", post("Transfer-Encoding: chunked"), body.len());
    for request in [with_length, chunked] {
        let answer = send(&portal, request.as_bytes()).await;
        assert_eq!(status(&answer), 413, "{answer}");
        assert!(answer.contains("De aanvraag is te groot."), "{answer}");
    }
}
