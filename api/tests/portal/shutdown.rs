//! The end of the program: within its time limit, whatever its connections do.

use std::process::Command;
use std::str::FromStr;
use std::time::Duration;

use fairway_events::testing::Proxy;
use sqlx::postgres::PgConnectOptions;

use crate::process::Server;
use crate::support::{Answer, Portal, round};

/// The documented limit of 30 s (docs/operations/run.md), doubled for a machine that is busy with other tests.
const BOUND: Duration = Duration::from_secs(60);

#[tokio::test]
async fn a_silent_database_does_not_keep_the_program_from_ending_when_it_is_asked() {
    let portal = Portal::start().await;
    let options = PgConnectOptions::from_str(&portal.database_url()).expect("an address");
    let proxy = Proxy::before(&options).await;
    let through = proxy.options(&options);
    let url = format!(
        "postgres://{}@127.0.0.1:{}/{}",
        through.get_username(),
        through.get_port(),
        through.get_database().expect("a database")
    );
    let data = tempfile::tempdir().expect("a folder");
    let mut server = Server::start_with(data.path(), &[("DATABASE_URL", url.as_str())]).await;
    let http = reqwest::Client::new();
    let token = server.login(&http).await;

    // It stops answering in the middle of requests and tasks.
    proxy.silence();
    let request = http.post(format!("{}/api/reservations", server.base)).bearer_auth(&token);
    let asking = tokio::spawn(request.json(&round("2026-11-28", &["jan"])).send());
    // By now a database check was given up, and its connection waits for an answer that never comes.
    let unready = Answer::to(http.get(format!("{}/readyz", server.base))).await;
    assert_eq!(unready.status, 503, "{}", unready.body);
    let process = server.process.id().to_string();
    assert!(Command::new("kill").arg(process).status().expect("kill").success());
    let ended = async {
        loop {
            if let Some(status) = server.process.try_wait().expect("its state") {
                return status;
            }
            tokio::task::yield_now().await;
        }
    };
    let status = tokio::time::timeout(BOUND, ended).await.expect("the end, in the stated time");
    assert!(status.success(), "{status}: asked for, and no failure");
    drop(asking.await);
}
