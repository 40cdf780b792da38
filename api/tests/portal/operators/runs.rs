//! The screen of what runs: each node stores its status, any node shows all of them, and a silent one is shown as such.

use fairway_api::config::Config;
use fairway_api::services::nodes::{Node as Announced, Role as NodeRole};
use fairway_api::services::tasks;
use fairway_store::operators::Role;
use fairway_tasks::supervisor::Supervisor;
use serde_json::{Value, json};
use tokio::sync::watch;

use super::Operator;
use crate::support::{Node, Portal, round};

async fn runs(operator: &Operator<'_>, is_there: impl Fn(&Value) -> bool) -> Value {
    loop {
        let answer = operator.get("/operator/api/runs").await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        if is_there(&answer.body) {
            return answer.body;
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn any_node_shows_all_of_them_and_which_is_silent() {
    let portal = Portal::start().await;
    let second =
        Node::start(&portal.pool, &portal.clock, Config::from_lookup(|_| None).expect("the defaults"), false)
            .await;
    portal.login("jan").await.book("2026-11-28", &["jan"]).await;
    let refused = portal.login("jan").await.post("/api/reservations", &round("2026-11-28", &["jan"])).await;
    assert_eq!(refused.status, 409);
    let anke = portal.operator("anke", &[Role::Support]).await;
    assert_eq!(runs(&anke, |_| true).await["nodes"], json!([]), "nobody has announced itself");

    let (stopping, stop) = watch::channel(false);
    let mut announcing = Supervisor::new(stop, Default::default());
    for app in [&portal.node.app, &second.app] {
        let node = Announced::join(&portal.pool, NodeRole::Serve).await.expect("a node");
        tasks::announce_node(&node, tasks::status_of(app), &mut announcing);
    }
    let shown = runs(&anke, |body| {
        body["nodes"]
            .as_array()
            .is_some_and(|nodes| nodes.len() == 2 && nodes.iter().all(|node| node["status"].is_object()))
    })
    .await;
    let mut accepted: Vec<(u64, u64, u64)> = shown["nodes"]
        .as_array()
        .expect("nodes")
        .iter()
        .map(|node| {
            assert_eq!((&node["role"], &node["is_silent"]), (&json!("serve"), &json!(false)));
            assert_eq!(node["version"], env!("CARGO_PKG_VERSION"));
            assert_eq!(node["status"]["provider"]["state"], "closed");
            let writer = &node["status"]["writer"];
            assert_eq!(writer["is_running"], true);
            let number = |field: &str| writer[field].as_u64().expect("a number");
            (number("accepted"), number("rejected"), number("batches"))
        })
        .collect();
    accepted.sort_unstable();
    assert_eq!(accepted[0], (0, 0, 0), "the writer of the second node has nothing to do");
    assert_eq!((accepted[1].0, accepted[1].1), (1, 1), "each node counts what its own writer did");
    assert!(accepted[1].2 >= 1);
    assert_eq!((&shown["missing"], &shown["mails"]["failed"]), (&json!([]), &json!(0)));
    assert_eq!((&shown["payments"]["open"], &shown["payments"]["refunds_due"]), (&json!(0), &json!(0)));
    assert!(
        shown["projections"].as_array().is_some_and(|all| all.iter().all(|one| one["state"] == "running"))
    );

    // Killed without leaving.
    stopping.send_replace(true);
    announcing.finish(std::time::Duration::from_secs(5)).await;
    sqlx::query("UPDATE nodes SET seen_at = seen_at - interval '1 minute'")
        .execute(&portal.pool)
        .await
        .expect("a minute of silence");
    let silent = runs(&anke, |_| true).await;
    let nodes = silent["nodes"].as_array().expect("nodes").clone();
    assert!(nodes.len() == 2 && nodes.iter().all(|node| node["is_silent"] == true), "{silent}");
    // A status of another release, of which this one reads what it knows.
    sqlx::query(r#"UPDATE nodes SET status = '{"weather": "rain", "writer": {"queue_depth": 7}}'"#)
        .execute(&portal.pool)
        .await
        .expect("another release");
    let other = runs(&anke, |_| true).await;
    assert_eq!(other["nodes"][0]["status"]["writer"]["queue_depth"], 7);
}

#[tokio::test]
async fn what_cannot_be_read_is_named_and_the_rest_is_shown() {
    let portal = Portal::start().await;
    let ada = portal.operator("ada", &[Role::Auditor]).await;
    sqlx::query("ALTER TABLE orders RENAME TO orders_away").execute(&portal.pool).await.expect("no orders");
    let shown = runs(&ada, |_| true).await;
    assert_eq!(shown["payments"], Value::Null);
    assert_eq!(shown["missing"], json!(["The open payments cannot be shown: the database did not answer."]));
    assert!(shown["mails"].is_object() && shown["nodes"].is_array());
}
