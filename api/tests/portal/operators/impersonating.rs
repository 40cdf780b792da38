//! Everything that an operator holds ends with the operator, or with the session in which it was begun.

use fairway_store::operators::Role;
use serde_json::{Value, json};

use super::{Operator, PASSWORD, code};
use crate::impersonation::{Link, halves};
use crate::support::{Member, Portal, email};

const EXPIRED: &str = "Deze link is verlopen of al gebruikt.";

/// Tables with an operator's column, and what of their rows opens something for the operator.
const HELD: [(&str, &str); 3] = [
    ("impersonations", "used_at IS NULL AND expires_at > now()"),
    ("operator_links", "true"),
    ("operator_sessions", "true"),
];

/// The other tables with an operator's column, and why no row of theirs does.
const RECORDS: [(&str, &str); 8] = [
    ("content_changes", "who changed what"),
    ("erased_members", "who erased them"),
    ("member_notes", "who wrote it: it stays for colleagues"),
    ("operator_actions", "who did what"),
    ("operator_passkeys", "who logs in with it: a reset deletes it"),
    ("operator_recovery_codes", "who logs in with it, beside the password: a reset deletes it"),
    ("operator_tasks", "who asked for it: it goes on, and ends by itself"),
    ("refusals", "who was refused something"),
];

/// An operator's look at a member's portal, and a link that was not used yet.
struct Looking<'a> {
    member: Member<'a>,
    unused: Link,
}

impl Operator<'_> {
    async fn link_to_jan(&self) -> Link {
        let path = format!("/operator/api/members/{}/impersonate", self.portal.member_id("jan").await);
        let made = self.post(&path, &json!({"reason": "melding 7"})).await;
        assert_eq!(made.status, 200, "{}", made.body);
        halves(made.body["link"].as_str().expect("a link"))
    }

    async fn look_on(&self) -> Looking<'_> {
        let answer = self.portal.token_login(&self.link_to_jan().await).await;
        let token = answer.body["access_token"].as_str().expect("a token").to_owned();
        Looking { member: Member { portal: self.portal, token }, unused: self.link_to_jan().await }
    }
}

impl Looking<'_> {
    async fn is_over(&self) -> bool {
        let is_closed = self.member.get("/api/users/me").await.status == 401;
        let answer = self.member.portal.token_login(&self.unused).await;
        if is_closed {
            answer.fails(401, EXPIRED);
        }
        is_closed
    }
}

impl Portal {
    async fn operator_id(&self, name: &str) -> uuid::Uuid {
        sqlx::query_scalar("SELECT id FROM operators WHERE name = $1")
            .bind(name)
            .fetch_one(&self.pool)
            .await
            .expect("the operator")
    }
}

#[tokio::test]
async fn what_an_operator_holds_ends_when_they_are_disabled_reset_or_set_up_again() {
    let portal = Portal::start().await;
    let bas = portal.operator("bas", &[Role::Admin, Role::Support]).await;
    let others = bas.look_on().await;
    for act in ["disable", "reset", "setup"] {
        let operator = portal.operator(act, &[Role::Support]).await;
        let id = portal.operator_id(act).await;
        let looking = operator.look_on().await;
        // By a command on a machine, which knows the name only, as somebody wrote it.
        let written = format!("  {} ", act.to_uppercase());
        let by_command = portal.grant(&email("eva"), &written, "melding 8").await;
        let by_command = halves(&by_command.expect("a link"));
        let request = json!({"id": id, "reason": "melding 7"});
        let path = format!("/operator/api/operators/{}", if act == "disable" { "disable" } else { "reset" });
        let done = bas.post(&path, &request).await;
        assert_eq!(done.status, 200, "{}", done.body);
        assert!(looking.is_over().await, "{act}");
        let again = portal.grant(&email("eva"), &written, "melding 8").await;
        assert_eq!(again.is_err(), act == "disable", "under the name of a disabled operator");
        portal.token_login(&by_command).await.fails(401, EXPIRED);
        for (table, condition) in HELD {
            let sql = format!("SELECT count(*) FROM {table} WHERE operator_id = $1 AND ({condition})");
            let count: i64 =
                sqlx::query_scalar(&sql).bind(id).fetch_one(&portal.pool).await.expect("a count");
            let link_of_reset = i64::from(act != "disable" && table == "operator_links");
            assert_eq!(count, link_of_reset, "{act}: {table}");
        }
        if act == "setup" {
            set_up(&portal, &done.body).await;
            assert_eq!(portal.operator_login(act, None).await.status, 401, "with the code only");
        }
    }
    assert!(!others.is_over().await, "another operator's goes on");
}

/// Uses the link of a reset.
async fn set_up(portal: &Portal, reset: &Value) {
    let link = reset["link"].as_str().expect("a link");
    let token = link.split_once('#').expect("a token").1;
    let shown = portal.operator_post("/operator/api/setup/begin", &json!({"token": token})).await;
    let secret = shown.body["secret"].as_str().expect("a secret");
    let body = json!({
        "token": token, "password": PASSWORD, "code": code(secret, portal.clock.now()),
        "enrolment": shown.body["enrolment"],
    });
    assert_eq!(portal.operator_post("/operator/api/setup", &body).await.status, 204);
}

#[tokio::test]
async fn a_look_ends_with_the_session_in_which_it_was_begun_and_not_with_another() {
    let portal = Portal::start().await;
    let desk = portal.operator("anke", &[Role::Support]).await;
    let phone = portal.operator_of(&portal.operator_login("anke", None).await);
    let (at_desk, on_phone) = (desk.look_on().await, phone.look_on().await);
    assert_eq!(desk.post("/operator/api/logout", &Value::Null).await.status, 204);
    assert!(at_desk.is_over().await, "by the log-out");
    assert!(!on_phone.is_over().await, "the other session goes on");

    let tablet = portal.operator_of(&portal.operator_login("anke", None).await);
    let listed = tablet.get("/operator/api/sessions").await.body["sessions"].clone();
    let ended = listed.as_array().expect("sessions").iter().find(|one| one["is_current"] != json!(true));
    let id = &ended.expect("the phone")["id"];
    assert_eq!(tablet.post("/operator/api/sessions/end", &json!({"id": id})).await.status, 204);
    assert!(on_phone.is_over().await, "ended from another session");
}

#[tokio::test]
async fn a_look_ends_with_the_role_that_allowed_it() {
    let portal = Portal::start().await;
    let bas = portal.operator("bas", &[Role::Admin]).await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let (id, looking) = (portal.operator_id("anke").await, anke.look_on().await);
    let to = async |roles: Value| {
        let body = json!({"id": id, "roles": roles, "reason": "melding 9"});
        bas.post("/operator/api/operators/roles", &body).await.status
    };
    assert_eq!(to(json!(["support", "auditor"])).await, 200);
    let goes_on = looking.member.get("/api/users/me").await;
    assert_eq!(goes_on.status, 200, "{}", goes_on.body);
    assert_eq!(to(json!(["auditor"])).await, 200);
    assert!(looking.is_over().await);
    assert_eq!(anke.get("/operator/api/session").await.status, 200, "the operator's own session goes on");
}

#[tokio::test]
async fn a_link_is_not_made_in_a_session_that_ends_meanwhile() {
    let portal = Portal::start().await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let path = format!("/operator/api/members/{}/impersonate", portal.member_id("jan").await);
    let (body, nothing) = (json!({"reason": "melding 7"}), Value::Null);
    let links = futures::future::join_all((0..4).map(|_| anke.post(&path, &body)));
    let (made, out) = tokio::join!(links, anke.post("/operator/api/logout", &nothing));
    assert_eq!(out.status, 204);
    assert!(made.iter().all(|answer| matches!(answer.status, 200 | 401 | 409)), "{made:?}");
    let open: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM impersonations WHERE used_at IS NULL AND expires_at > now()",
    )
    .fetch_one(&portal.pool)
    .await
    .expect("a count");
    assert_eq!(open, 0);
}

/// A table that is added later must be considered here.
#[tokio::test]
async fn every_table_with_an_operators_column_is_held_or_a_record() {
    let portal = Portal::empty().await;
    let tables: Vec<String> = sqlx::query_scalar(
        "SELECT DISTINCT relation.relname::text FROM pg_class AS relation
         JOIN pg_attribute AS attribute ON attribute.attrelid = relation.oid AND attnum > 0 AND NOT attisdropped
         WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
             AND (attname ~ '(^|_)operator(_id)?$'
                  OR EXISTS (SELECT FROM pg_constraint WHERE conrelid = relation.oid AND contype = 'f'
                             AND confrelid = 'operators'::regclass))
         ORDER BY 1",
    )
    .fetch_all(&portal.pool)
    .await
    .expect("tables");
    let mut considered: Vec<&str> = HELD.iter().chain(&RECORDS).map(|(table, _)| *table).collect();
    considered.sort_unstable();
    assert_eq!(tables, considered);
}

#[tokio::test]
async fn a_link_that_is_wanted_in_a_session_that_ends_meanwhile_is_refused_as_such() {
    let portal = Portal::start().await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let path = format!("/operator/api/members/{}/impersonate", portal.member_id("jan").await);
    let mut ending = portal.pool.begin().await.expect("a transaction");
    sqlx::query("DELETE FROM operator_sessions").execute(&mut *ending).await.expect("a session that ends");
    let end = async {
        portal.until_locked_out(1).await;
        ending.commit().await.expect("ended");
    };
    let reason = json!({"reason": "melding 7"});
    let (refused, ()) = tokio::join!(anke.post(&path, &reason), end);
    assert_eq!(refused.status, 401, "{}", refused.body);
}

#[tokio::test]
async fn whom_an_operator_looks_up_as_a_member_is_recorded_once() {
    let portal = Portal::start().await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let (id, looking) = (portal.operator_id("anke").await, anke.look_on().await);
    for _ in 0..2 {
        let asked = json!({"email": email("eva")});
        assert_eq!(looking.member.post("/api/reservations/players/check", &asked).await.status, 200);
    }
    looking.member.book("2026-11-28", &["jan", "w1"]).await;
    let recorded: Vec<(uuid::Uuid, uuid::Uuid)> = sqlx::query_as(
        "SELECT member_id, operator_id FROM operator_actions WHERE action = 'view' AND subject = 'member ' || member_id
         AND reason = '' ORDER BY at, id",
    )
    .fetch_all(&portal.pool)
    .await
    .expect("views");
    let seen: Vec<uuid::Uuid> = recorded.iter().map(|(member, _)| *member).collect();
    let jan = portal.member_id("jan").await;
    for member in [portal.member_id("eva").await, portal.member_id("w1").await] {
        assert_eq!(seen.iter().filter(|one| **one == member).count(), 1, "{recorded:?}");
    }
    assert!(recorded.iter().all(|(member, operator)| *operator == id || *member == jan), "{recorded:?}");
}

#[tokio::test]
async fn what_an_operator_does_as_a_member_has_the_id_of_the_operators_account() {
    let portal = Portal::start().await;
    let anke = portal.operator("anke", &Role::ALL).await;
    let id = portal.operator_id("anke").await.to_string();
    let looking = anke.look_on().await;
    looking.member.book("2026-11-28", &["jan"]).await;
    let sql = "SELECT DISTINCT metadata ->> 'operator_id' FROM events WHERE actor LIKE 'operator:anke:%'";
    let ids: Vec<Option<String>> = sqlx::query_scalar(sql).fetch_all(&portal.pool).await.expect("ids");
    assert_eq!(ids, [Some(id.clone())]);
    let actions = anke.get("/operator/api/actions?subject=impersonate").await.body["actions"].clone();
    let ids = actions.as_array().expect("actions").iter().map(|action| action["operator_id"].clone());
    assert_eq!(ids.collect::<Vec<_>>(), [json!(id), json!(id)], "{actions}");
}
