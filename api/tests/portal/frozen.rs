//! A node that is stopped in the middle of its work, as a machine that swaps or is moved is: the others book on, and
//! when it wakes it finds its transaction gone and decides anew.

use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

use crate::process::Server;
use crate::races::checker;
use crate::support::{Answer, Portal, round};

const FREEZES: usize = 6;

fn signal(server: &Server, name: &str) {
    let sent = Command::new("kill").args([name, &server.process.id().to_string()]).status().expect("kill");
    assert!(sent.success());
}

/// Books and cancels on a node for as long as there is an answer; what is not known is asked again with its key.
async fn play(base: String, member: (&'static str, String), done: Arc<AtomicUsize>) {
    let (name, token) = member;
    let http = reqwest::Client::new();
    let insist = async |path: &str, key: String, body: Value| loop {
        let request =
            http.post(format!("{base}{path}")).bearer_auth(&token).header("idempotency-key", key.clone());
        let answer = Answer::of(request.json(&body)).await;
        match answer.status {
            200 => return answer.body,
            503 => tokio::task::yield_now().await,
            status => panic!("{path}: {status} {}", answer.body),
        }
    };
    for number in 0.. {
        let booked = insist("/api/reservations", format!("{number}"), round("2026-11-28", &[name])).await;
        done.fetch_add(1, Ordering::Relaxed);
        let id = booked["reservation_id"].as_str().expect("an id");
        insist(&format!("/api/reservations/{id}/cancel"), format!("{number}-off"), Value::Null).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_is_stopped_keeps_no_other_from_booking() {
    let portal = Portal::start().await;
    let data = tempfile::tempdir().expect("a folder");
    let url = portal.database_url();
    let frozen = Server::start_with(data.path(), &[("DATABASE_URL", &url)]).await;
    let eva = portal.login("eva").await;
    let done = Arc::new(AtomicUsize::new(0));
    let mut load = tokio::task::JoinSet::new();
    for name in ["jan", "w1", "w2"] {
        let member = (name, portal.login(name).await.token);
        load.spawn(play(frozen.base.clone(), member, Arc::clone(&done)));
    }
    for _ in 0..FREEZES {
        let before = done.load(Ordering::Relaxed);
        while done.load(Ordering::Relaxed) < before + 3 {
            assert!(load.try_join_next().is_none(), "the load goes on");
            tokio::task::yield_now().await;
        }
        signal(&frozen, "-STOP");
        let id = eva.book("2026-11-28", &["eva"]).await;
        signal(&frozen, "-CONT");
        let cancelled = eva.post(&format!("/api/reservations/{id}/cancel"), &Value::Null).await;
        assert_eq!(cancelled.status, 200, "{}", cancelled.body);
    }
    let before = done.load(Ordering::Relaxed);
    while done.load(Ordering::Relaxed) < before + 3 {
        assert!(load.try_join_next().is_none(), "the load goes on");
        tokio::task::yield_now().await;
    }
    load.shutdown().await;
    assert_eq!(checker::broken_rules(&portal.pool).await, Vec::<&str>::new());
    assert!(frozen.terminate().success());
}
