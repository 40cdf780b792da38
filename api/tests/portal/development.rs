//! Development answers to its own machine only: neither to a page that gives its name this machine's address, nor
//! through a proxy or tunnel.

use fairway_api::config::{Config, Environment};
use reqwest::Method;

use crate::support::{Answer, Portal};

/// One path of each kind of route.
const PATHS: [(Method, &str); 12] = [
    (Method::GET, "/"),
    (Method::GET, "/reservations"),
    (Method::GET, "/assets/nothing.js"),
    (Method::GET, "/dev/mail"),
    (Method::GET, "/dev/mail/one/html"),
    (Method::GET, "/api/docs"),
    (Method::GET, "/api/openapi.json"),
    (Method::POST, "/api/users/login"),
    (Method::GET, "/api/users/me"),
    (Method::GET, "/api/nothing"),
    (Method::GET, "/operator"),
    (Method::GET, "/operator/api/session"),
];
/// Headers of requests that do not come from this machine's own browser.
const FOREIGN: [(&str, &str); 6] = [
    ("host", "evil.example"),
    ("host", "192.168.1.5:8080"),
    ("x-forwarded-for", "192.0.2.1"),
    ("x-forwarded-host", "localhost"),
    ("forwarded", "for=192.0.2.1"),
    ("via", "1.1 tunnel"),
];

fn configured(environment: Environment) -> Config {
    Config { environment, ..Config::from_lookup(|_| None).expect("the defaults") }
}

async fn ask(portal: &Portal, method: &Method, path: &str, header: (&str, &str)) -> Answer {
    let request = portal.http.request(method.clone(), portal.url(path)).header(header.0, header.1);
    Answer::to(request).await
}

#[tokio::test]
async fn development_answers_to_loopback_names_only_and_to_nothing_forwarded() {
    let portal = Portal::empty_with(configured(Environment::Development)).await;
    for (method, path) in PATHS {
        for header in FOREIGN {
            let answer = ask(&portal, &method, path, header).await;
            assert_eq!(answer.status, 421, "{path} {header:?}");
            assert!(answer.error().contains("FAIRWAY_ENV=production"), "{path}: {}", answer.body);
            assert!(answer.headers.contains_key("content-security-policy"), "{path}");
        }
        for host in ["localhost:8080", "golf.localhost", "127.0.0.1", "[::1]:8080"] {
            assert_ne!(ask(&portal, &method, path, ("host", host)).await.status, 421, "{path} {host}");
        }
    }
    // Load balancers and Prometheus ask for these by a container's address.
    for path in ["/healthz", "/readyz"] {
        assert_eq!(ask(&portal, &Method::GET, path, ("host", "172.18.0.4:8080")).await.status, 200, "{path}");
    }
    let metrics = ask(&portal, &Method::GET, "/metrics", ("host", "evil.example")).await;
    metrics.fails(404, "Dit adres bestaat niet.");
}

#[tokio::test]
async fn production_answers_to_its_proxy_under_any_name() {
    let portal = Portal::empty_with(configured(Environment::Production)).await;
    for header in FOREIGN {
        assert_eq!(ask(&portal, &Method::GET, "/api/users/me", header).await.status, 401, "{header:?}");
    }
}
