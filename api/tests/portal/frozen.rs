//! A node that is stopped in the middle of its work, like a machine that swaps or is moved: the others continue to
//! book, and when it continues it finds its transaction rolled back and decides again.

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

/// Books and cancels on a node while it responds; requests without an outcome are repeated with their key.
async fn book_and_cancel(base: String, member: (&'static str, String), done: Arc<AtomicUsize>) {
    let (name, token) = member;
    let http = reqwest::Client::new();
    let repeat_until_answered = async |path: &str, key: String, body: Value| loop {
        let request =
            http.post(format!("{base}{path}")).bearer_auth(&token).header("idempotency-key", key.clone());
        let answer = Answer::to(request.json(&body)).await;
        match answer.status {
            200 => return answer.body,
            503 => tokio::task::yield_now().await,
            status => panic!("{path}: {status} {}", answer.body),
        }
    };
    for number in 0.. {
        let booked =
            repeat_until_answered("/api/reservations", format!("{number}"), round("2026-11-28", &[name]))
                .await;
        done.fetch_add(1, Ordering::Relaxed);
        let id = booked["reservation_id"].as_str().expect("an id");
        repeat_until_answered(
            &format!("/api/reservations/{id}/cancel"),
            format!("{number}-off"),
            Value::Null,
        )
        .await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stopped_node_does_not_block_the_others() {
    let portal = Portal::start().await;
    let data = tempfile::tempdir().expect("a folder");
    let url = portal.database_url();
    let frozen = Server::start_with(data.path(), &[("DATABASE_URL", &url)]).await;
    let eva = portal.login("eva").await;
    let done = Arc::new(AtomicUsize::new(0));
    let mut load = tokio::task::JoinSet::new();
    for name in ["jan", "w1", "w2"] {
        let member = (name, portal.login(name).await.token);
        load.spawn(book_and_cancel(frozen.base.clone(), member, Arc::clone(&done)));
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
