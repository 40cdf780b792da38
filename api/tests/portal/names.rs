//! Every node caches names, and still never shows a name that was changed or erased before.

use fairway_api::config::Config;
use sqlx::PgPool;

use crate::support::{Answer, Node, Portal, email, round};

async fn version(pool: &PgPool) -> i64 {
    sqlx::query_scalar("SELECT version FROM member_names").fetch_one(pool).await.expect("the version")
}

async fn change(pool: &PgPool, statement: &str, name: &str) {
    let done = sqlx::query(statement).bind(email(name)).execute(pool).await.expect(statement);
    assert!(done.rows_affected() > 0, "{statement}");
}

#[tokio::test]
async fn every_node_shows_a_changed_name_and_drops_an_erased_one_at_once() {
    let portal = Portal::start().await;
    let config = Config::from_lookup(|_| None).expect("the defaults");
    let second = Node::start(&portal.pool, &portal.clock, config, false).await;
    let jan = portal.login("jan").await;
    let booked = jan.post("/api/reservations", &round("2026-11-28", &["jan", "eva"])).await;
    assert_eq!(booked.status, 200, "{}", booked.body);
    let names = async || {
        let mut shown = Vec::new();
        for base in [&portal.base, &second.base] {
            let request = portal.http.get(format!("{base}/api/reservations")).bearer_auth(&jan.token);
            let list = Answer::to(request).await;
            let player = &list.data()[0]["players"][1];
            shown.push(format!("{} {}", player["first_name"], player["last_name"]).replace('"', ""));
        }
        shown
    };
    let before = names().await;
    assert_eq!(before[0], before[1]);
    change(&portal.pool, "UPDATE members SET first_name = 'Evelien' WHERE email = $1", "eva").await;
    let after = names().await;
    assert!(after.iter().all(|name| name.starts_with("Evelien ")), "{before:?} became {after:?}");
    change(&portal.pool, "DELETE FROM members WHERE email = $1", "eva").await;
    assert_eq!(names().await, ["verwijderd lid", "verwijderd lid"]);
}

#[tokio::test]
async fn a_transaction_raises_the_version_once_and_a_log_in_never() {
    let portal = Portal::start().await;
    let before = version(&portal.pool).await;
    let mut transaction = portal.pool.begin().await.expect("a transaction");
    for _ in 0..3 {
        sqlx::query("UPDATE members SET city = 'Ede'").execute(&mut *transaction).await.expect("an update");
    }
    transaction.commit().await.expect("the commit");
    assert_eq!(version(&portal.pool).await, before + 1);
    // A log-in may store a stronger hash of the same password.
    change(&portal.pool, "UPDATE members SET password_hash = password_hash || '' WHERE email = $1", "jan")
        .await;
    assert_eq!(version(&portal.pool).await, before + 1);
}
