//! Runs HAProxy with the shipped configuration on ports of this machine: its own answers have the security headers, the
//! headers of a node are unchanged, and the endpoints for operators are not reachable. Skipped if HAProxy is not
//! installed.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use base64::Engine;
use reqwest::{Client, Response};
use serde_json::Value;
use sha2::{Digest, Sha256};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

const TIMEOUT: Duration = Duration::from_secs(30);
/// The headers that every answer must have, from HAProxy or from a node.
const SECURITY_HEADERS: [&str; 4] =
    ["strict-transport-security", "content-security-policy", "x-content-type-options", "referrer-policy"];

/// Killed when dropped.
struct Haproxy {
    process: Child,
    portal: u16,
    _folder: tempfile::TempDir,
}

impl Drop for Haproxy {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port").port()
}

fn configuration_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/ha")
}

impl Haproxy {
    /// Starts HAProxy with both nodes at `node`, because it repeats a request at the other one, and counts every server as
    /// up at first; no server listens at the other ports.
    fn start(node: u16) -> Option<Self> {
        let folder = tempfile::tempdir().expect("a folder");
        let portal = free_port();
        let local = |port: u16| format!("127.0.0.1:{port}");
        let mut command = Command::new("haproxy");
        command.arg("-f").arg(configuration_folder().join("haproxy.cfg")).stdin(Stdio::null());
        command.env("FAIRWAY_HA_CONFIG", configuration_folder());
        command.env("FAIRWAY_HA_SOCKET", folder.path().join("admin.sock"));
        command.env("FAIRWAY_HA_PORTAL", local(portal));
        command.env("FAIRWAY_HA_NODE1", local(node)).env("FAIRWAY_HA_NODE2", local(node));
        let unused = ["PRIMARY", "REPLICAS", "POSTGRES1", "POSTGRES2", "POSTGRES3"];
        for name in unused {
            command.env(format!("FAIRWAY_HA_{name}"), local(free_port()));
        }
        for number in 1..=3 {
            command.env(format!("FAIRWAY_HA_PATRONI{number}_PORT"), free_port().to_string());
        }
        match command.spawn() {
            Ok(process) => Some(Self { process, portal, _folder: folder }),
            Err(error) => {
                eprintln!("skipped: haproxy is not installed ({error})");
                None
            }
        }
    }

    /// Repeats the request until the answer is the expected one: at first HAProxy does not listen yet, and then counts
    /// every server as up.
    async fn answer(&self, path: &str, is_expected: impl Fn(&Response) -> bool) -> Response {
        let client = Client::builder().no_proxy().build().expect("a client");
        let started = Instant::now();
        loop {
            let result = client.get(format!("http://127.0.0.1:{}{path}", self.portal)).send().await;
            match result {
                Ok(answer) if is_expected(&answer) => return answer,
                other => assert!(started.elapsed() < TIMEOUT, "{path}: {other:?}"),
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

/// A node that answers every request with 200, no content, and a policy of its own.
async fn node() -> u16 {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    tokio::spawn(async move {
        while let Ok((mut socket, _)) = listener.accept().await {
            tokio::spawn(async move {
                let mut request = [0; 4096];
                let _ = socket.read(&mut request).await;
                let answer = "HTTP/1.1 200 OK\r\nContent-Security-Policy: default-src 'self'\r\n\
                              Content-Length: 0\r\nConnection: close\r\n\r\n";
                let _ = socket.write_all(answer.as_bytes()).await;
            });
        }
    });
    port
}

/// A node that is ready, and disconnects instead of answering anything else; with the number of such requests.
async fn disconnecting_node() -> (u16, Arc<AtomicUsize>) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let requests = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&requests);
    tokio::spawn(async move {
        while let Ok((mut socket, _)) = listener.accept().await {
            let counted = Arc::clone(&counted);
            tokio::spawn(async move {
                let mut request = [0; 4096];
                let read = socket.read(&mut request).await.unwrap_or(0);
                if request[..read].starts_with(b"GET /readyz") || request[..read].starts_with(b"GET /healthz")
                {
                    let answer = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
                    let _ = socket.write_all(answer.as_bytes()).await;
                } else if read > 0 {
                    counted.fetch_add(1, Ordering::SeqCst);
                }
            });
        }
    });
    (port, requests)
}

/// The described calls that read the key, with an id in each place of one.
fn calls_that_read_a_key(description: &Value) -> Vec<(String, bool)> {
    let paths = description["paths"].as_object().expect("paths");
    let posts = paths.iter().filter_map(|(path, methods)| Some((path, methods.get("post")?)));
    posts
        .map(|(path, call)| {
            let parameters = call["parameters"].as_array().into_iter().flatten();
            let reads = parameters
                .filter_map(|parameter| parameter["name"].as_str())
                .any(|name| name.eq_ignore_ascii_case("idempotency-key"));
            let parts: Vec<&str> =
                path.split('/').map(|part| if part.starts_with('{') { "1" } else { part }).collect();
            (parts.join("/"), reads)
        })
        .collect()
}

#[tokio::test]
async fn a_write_is_repeated_only_where_its_key_is_read() {
    let (node, requests) = disconnecting_node().await;
    let Some(haproxy) = Haproxy::start(node) else { return };
    haproxy.answer("/metrics", |answer| answer.status() == 404).await;
    let client = Client::builder().no_proxy().build().expect("a client");
    let text = include_str!("../../../docs/openapi.json");
    let calls = calls_that_read_a_key(&serde_json::from_str(text).expect("the description"));
    assert!(calls.iter().filter(|(_, reads)| *reads).count() > 5, "{calls:?}");
    for (path, reads) in calls {
        for (key, repeats) in [(Some("a-key"), reads), (None, false)] {
            requests.store(0, Ordering::SeqCst);
            let mut request = client.post(format!("http://127.0.0.1:{}{path}", haproxy.portal)).body("{}");
            if let Some(key) = key {
                request = request.header("idempotency-key", key);
            }
            let _ = request.send().await;
            assert_eq!(requests.load(Ordering::SeqCst) > 1, repeats, "{path} with {key:?}");
        }
    }
}

fn policies(answer: &Response) -> Vec<&str> {
    let values = answer.headers().get_all("content-security-policy").iter();
    values.map(|value| value.to_str().expect("text")).collect()
}

fn has_type(answer: &Response, wanted: &str) -> bool {
    answer.headers().get("content-type").is_some_and(|value| value == wanted)
}

#[tokio::test]
async fn haproxys_own_answers_have_the_security_headers() {
    let Some(haproxy) = Haproxy::start(free_port()) else { return };
    let page = haproxy.answer("/reserveren", |answer| has_type(answer, "text/html; charset=utf-8")).await;
    let json = haproxy.answer("/api/reservations", |answer| has_type(answer, "application/json")).await;
    for answer in [&page, &json] {
        assert_eq!(answer.status(), 503);
        for header in SECURITY_HEADERS {
            assert_eq!(answer.headers().get_all(header).iter().count(), 1, "{header}: {answer:?}");
        }
    }

    let policy = policies(&page).concat();
    let html = page.text().await.expect("a page");
    let style = html.split_once("<style>").and_then(|(_, rest)| rest.split_once("</style>"));
    let digest = Sha256::digest(style.expect("a style").0.as_bytes());
    let digest = base64::engine::general_purpose::STANDARD.encode(digest);
    assert!(policy.contains(&format!("style-src 'sha256-{digest}'")), "{policy} does not have {digest}");
}

#[tokio::test]
async fn a_nodes_headers_are_unchanged_and_endpoints_for_operators_are_not_reachable() {
    let Some(haproxy) = Haproxy::start(node().await) else { return };
    let answer = haproxy.answer("/reserveren", |answer| answer.status() == 200).await;
    assert_eq!(policies(&answer), ["default-src 'self'"]);
    assert_eq!(answer.headers()["x-content-type-options"], "nosniff");
    for inside in ["/readyz", "/healthz", "/metrics"] {
        let refused = haproxy.answer(inside, |answer| answer.status() == 404).await;
        assert!(refused.headers().contains_key("content-security-policy"), "{refused:?}");
    }
}
