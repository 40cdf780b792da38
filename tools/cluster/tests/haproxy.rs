//! Runs HAProxy with the shipped configuration on ports of this machine: its own answers have the security headers, the
//! headers of a node are unchanged, and the endpoints for operators are not reachable. Skipped if HAProxy is not
//! installed.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use base64::Engine;
use reqwest::{Client, Response};
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
    /// Starts HAProxy with one node at `node`; no server listens at the other ports.
    fn start(node: u16) -> Option<Self> {
        let folder = tempfile::tempdir().expect("a folder");
        let portal = free_port();
        let local = |port: u16| format!("127.0.0.1:{port}");
        let mut command = Command::new("haproxy");
        command.arg("-f").arg(configuration_folder().join("haproxy.cfg")).stdin(Stdio::null());
        command.env("FAIRWAY_HA_CONFIG", configuration_folder());
        command.env("FAIRWAY_HA_SOCKET", folder.path().join("admin.sock"));
        command.env("FAIRWAY_HA_PORTAL", local(portal));
        command.env("FAIRWAY_HA_NODE1", local(node));
        let unused = ["PRIMARY", "REPLICAS", "POSTGRES1", "POSTGRES2", "POSTGRES3", "NODE2"];
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
