//! Erasing with the log-ins of production, and again after an older backup was restored.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use sqlx::{Connection, Executor, PgPool};
use tempfile::TempDir;

use super::operators::Admin;
use super::server::Roles;
use crate::process::{Server, fairway};
use crate::projecting::Projector;
use crate::support::{Answer, email, round};

fn as_role(roles: &Roles, role: &str, data: &Path, arguments: &[&str]) -> Command {
    let mut command = fairway(data, arguments);
    command.env("DATABASE_URL", roles.url(role)).env("FAIRWAY_MIGRATE_AT_START", "no");
    command
}

async fn serve(roles: &Roles, data: &Path) -> Server {
    Server::run(&mut as_role(roles, "fairway_web", data, &["serve", "--no-projectors"])).await
}

async fn project(roles: &Roles, data: &Path) -> Projector {
    Projector::run(as_role(roles, "fairway_projector", data, &["project"])).await
}

/// Production's log-ins, a data folder, and the server at which Jan has booked a round.
async fn booked() -> (Roles, TempDir, Server) {
    let mut roles = Roles::made().await;
    roles.migrate();
    roles.import();
    let folder = tempfile::tempdir().expect("a folder");
    let server = serve(&roles, folder.path()).await;
    book(&server).await;
    (roles, folder, server)
}

async fn book(server: &Server) {
    let http = reqwest::Client::new();
    let token = server.login(&http).await;
    let request = http.post(format!("{}/api/reservations", server.base)).bearer_auth(&token);
    let booked = Answer::to(request.json(&round("2026-11-28", &["jan", "eva"]))).await;
    assert_eq!(booked.status, 200, "{}", booked.body);
}

/// Members with Jan's address, Jan's cancelled places, and what operators did to accounts.
async fn state(roles: &Roles) -> (i64, i64, Vec<String>) {
    let pool = PgPool::connect(&roles.url("fairway")).await.expect("a pool");
    let members = sqlx::query_scalar("SELECT count(*) FROM members WHERE email = $1")
        .bind(email("jan"))
        .fetch_one(&pool)
        .await
        .expect("a count");
    let cancelled = "SELECT count(*) FROM events WHERE event_type = 'PlaceCancelled'";
    let cancelled = sqlx::query_scalar(cancelled).fetch_one(&pool).await.expect("a count");
    let acts = "SELECT concat_ws(': ', action, subject) FROM operator_actions WHERE action IN ('erase', 'refused') ORDER BY at, id";
    let acts = sqlx::query_scalar(acts).fetch_all(&pool).await.expect("acts");
    pool.close().await;
    (members, cancelled, acts)
}

async fn id_of_jan(roles: &Roles) -> uuid::Uuid {
    let mut connection = roles.connect("fairway").await;
    let sql = "SELECT id FROM members WHERE email = $1";
    let id = sqlx::query_scalar(sql).bind(email("jan")).fetch_one(&mut connection).await.expect("an id");
    connection.close().await.expect("closed");
    id
}

async fn admin<'a>(roles: &Roles, server: &'a Server) -> Admin<'a> {
    let accounts = PgPool::connect(&roles.url("fairway")).await.expect("a pool");
    let admin = Admin::log_in(server, &accounts).await;
    accounts.close().await;
    admin
}

fn wish() -> Value {
    json!({ "reason": "request 2026-17", "cancel_upcoming": true, "rehearse": false, "confirm": email("jan") })
}

/// Statements in a database beside the portal's, where it can be copied and replaced.
async fn beside(roles: &Roles, statements: &[&str]) {
    let mut postgres = roles.connect_to("postgres", "postgres").await;
    for statement in statements {
        postgres.execute(*statement).await.unwrap_or_else(|error| panic!("{statement}: {error}"));
    }
    postgres.close().await.expect("closed");
}

#[tokio::test]
async fn an_admin_erases_with_the_log_ins_of_production_and_a_restored_backup_is_erased_again() {
    let (mut roles, folder, server) = booked().await;
    let data = folder.path();
    assert!(server.terminate().success());
    beside(&roles, &["CREATE DATABASE backup TEMPLATE fairway"]).await;

    let (server, projector) = (serve(&roles, data).await, project(&roles, data).await);
    let erased = admin(&roles, &server)
        .await
        .post(&format!("members/{}/erase", id_of_jan(&roles).await), wish())
        .await;
    assert_eq!((&erased["rehearsed"], &erased["rounds"][0]["club"]), (&json!(false), &json!("de-es")));
    assert_eq!(state(&roles).await, (0, 1, vec!["erase: account".to_owned()]));
    assert!(server.terminate().success());
    drop(projector);

    beside(&roles, &["DROP DATABASE fairway WITH (FORCE)", "ALTER DATABASE backup RENAME TO fairway"]).await;
    roles.make();
    roles.migrate();
    assert_eq!(state(&roles).await, (1, 0, Vec::new()), "the member and the round are back");
    // A projector must not erase. It says who does, and is started again until that is done.
    let refused = as_role(&roles, "fairway_projector", data, &["project"]).output().expect("it runs");
    let words = String::from_utf8_lossy(&refused.stderr);
    assert!(!refused.status.success() && words.contains("start `fairway serve`"), "{words}");
    assert_eq!(state(&roles).await, (1, 0, Vec::new()), "nothing was changed");

    let server = serve(&roles, data).await;
    assert_eq!(state(&roles).await, (0, 1, Vec::new()), "erased again before anybody was served");
    drop(project(&roles, data).await);
    assert!(server.terminate().success());
    roles.stop();
}

#[tokio::test]
async fn an_erasure_without_a_right_that_it_needs_cancels_no_round_and_is_recorded_as_refused() {
    let (mut roles, folder, server) = booked().await;
    let data = folder.path();
    let id = id_of_jan(&roles).await;
    // The last table that an erasure writes to.
    let mut owner = roles.connect("fairway").await;
    owner.execute("REVOKE INSERT ON erased_members FROM fairway_web").await.expect("revoked");
    let admin = admin(&roles, &server).await;
    let answer = admin.try_post(&format!("members/{id}/erase"), &wish()).await;
    assert_eq!(answer.status, 409, "{}", answer.body);
    let sentence = answer.error();
    assert!(sentence.contains("nothing was changed: run `fairway erase`"), "{sentence}");
    let expected = vec!["erase: account".to_owned(), "refused: erase, account: failed".to_owned()];
    assert_eq!(state(&roles).await, (1, 0, expected.clone()));

    // The command of the message, as the owner, and a backup from before it.
    assert!(server.terminate().success());
    owner.close().await.expect("closed");
    beside(&roles, &["CREATE DATABASE backup TEMPLATE fairway"]).await;
    let jan = email("jan");
    let erase = ["erase", &jan, "--operator", "Anke", "--reason", "request 2026-17", "--cancel-upcoming"];
    let output = as_role(&roles, "fairway", data, &erase).output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    beside(&roles, &["DROP DATABASE fairway WITH (FORCE)", "ALTER DATABASE backup RENAME TO fairway"]).await;
    let refused = as_role(&roles, "fairway_web", data, &["serve", "--no-projectors"])
        .env("FAIRWAY_LISTEN", "127.0.0.1:0")
        .output()
        .expect("it runs");
    let words = String::from_utf8_lossy(&refused.stderr);
    assert!(!refused.status.success() && words.contains("erased_members"), "{words}");
    assert_eq!(state(&roles).await, (1, 0, expected), "no round was cancelled");
    roles.stop();
}
