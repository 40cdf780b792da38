//! Runs Caddy with the shipped configuration on ports of this machine: its own answers have the security headers,
//! requests to the API in clear text are not redirected, and its log contains no token. Skipped if Caddy is not
//! installed; `cargo xtask test` installs it.

use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const TIMEOUT: Duration = Duration::from_secs(30);

/// Killed when dropped.
struct Caddy {
    process: Child,
    http: u16,
    https: u16,
    folder: tempfile::TempDir,
}

impl Drop for Caddy {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port").port()
}

impl Caddy {
    /// Starts Caddy with the file of the containers, changed for a machine without a host name: other ports, local
    /// certificates, no nodes.
    fn start() -> Option<Self> {
        let (http, https) = (free_port(), free_port());
        let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/Caddyfile");
        let shipped = std::fs::read_to_string(shipped).expect("the file");
        let local_options = format!(
            "admin off\n\tdefault_bind 127.0.0.1\n\thttp_port {http}\n\thttps_port {https}\n\tlocal_certs\n\tskip_install_trust"
        );
        let local = shipped
            .replacen("admin off", &local_options, 1)
            .replacen("http://127.0.0.1:8079", &format!("http://127.0.0.1:{}", free_port()), 1)
            .replace("lb_try_duration 10s", "lb_try_duration 0s");
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("Caddyfile");
        std::fs::write(&file, local).expect("a file");
        let log = std::fs::File::create(folder.path().join("log")).expect("a log");
        let process = Command::new("caddy")
            .args(["run", "--adapter", "caddyfile", "--config"])
            .arg(&file)
            .env("HOME", folder.path())
            .env("XDG_DATA_HOME", folder.path())
            .env("FAIRWAY_HOST", "localhost")
            .env("FAIRWAY_OPERATOR_HOST", "beheer.localhost")
            .env("FAIRWAY_CONTACT_EMAIL", "klantenservice@golf.example")
            .stdout(log.try_clone().expect("a log"))
            .stderr(log)
            .stdin(Stdio::null())
            .spawn();
        match process {
            Ok(process) => Some(Self { process, http, https, folder }),
            Err(error) => {
                eprintln!("skipped: caddy is not installed ({error})");
                None
            }
        }
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("log")).expect("the log")
    }
}

#[tokio::test]
async fn caddys_own_answers_have_the_security_headers_and_its_log_contains_no_token() {
    let Some(caddy) = Caddy::start() else { return };
    let client = reqwest::Client::builder()
        .danger_accept_invalid_certs(true)
        .redirect(reqwest::redirect::Policy::none())
        .resolve("beheer.localhost", ([127, 0, 0, 1], caddy.https).into())
        .no_proxy()
        .build()
        .expect("a client");
    let secure = format!("https://localhost:{}", caddy.https);
    let started = Instant::now();
    let operator_endpoint = loop {
        match client.get(format!("{secure}/metrics")).send().await {
            Ok(answer) => break answer,
            Err(error) => assert!(started.elapsed() < TIMEOUT, "{error}: {}", caddy.log()),
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    assert_eq!(operator_endpoint.status(), 404);
    let signed = "/api/vouchers/SIGNED-TOKEN.pdf?download=QUERY-TOKEN";
    let request = client.get(format!("{secure}{signed}")).bearer_auth("BEARER-TOKEN");
    let without_node = request.send().await.expect("an answer");
    assert!(without_node.status().is_server_error(), "no node is there: {without_node:?}");
    let of_operators = format!("https://beheer.localhost:{}", caddy.https);
    let operators = client.get(format!("{of_operators}/operator")).send().await.expect("an answer");
    assert!(operators.status().is_server_error(), "no node is there: {operators:?}");
    let inside = client.get(format!("{of_operators}/metrics")).send().await.expect("an answer");
    assert_eq!(inside.status(), 404);
    for answer in [operator_endpoint, without_node, operators, inside] {
        for header in ["strict-transport-security", "content-security-policy", "x-content-type-options"] {
            assert!(answer.headers().contains_key(header), "{header}: {answer:?}");
        }
    }

    let plain = format!("http://localhost:{}", caddy.http);
    let api = client.post(format!("{plain}/api/users/login")).send().await.expect("an answer");
    assert_eq!(api.status(), 403);
    let page = client.get(format!("{plain}/reserveren")).send().await.expect("an answer");
    assert_eq!(
        (page.status().as_u16(), &page.headers()["location"]),
        (301, &"https://localhost/reserveren".parse().expect("a header"))
    );

    let log = loop {
        let log = caddy.log();
        if log.contains(r#""uri":"/api/vouchers/""#) {
            break log;
        }
        assert!(started.elapsed() < TIMEOUT, "the request is not in the log: {log}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    assert!(log.contains(r#""remote_ip":"127.0.0.1""#), "{log}");
    assert!(!log.contains("TOKEN"), "{log}");
}
