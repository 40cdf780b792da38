//! The record answers who touched somebody and what a ticket led to, and is taken out as a file with a reason.

use std::collections::BTreeSet;

use chrono::TimeDelta;
use fairway_store::operator_actions::listing::ACTS;
use fairway_store::operators::Role;
use serde_json::{Value, json};

use super::Operator;
use crate::support::{Answer, Portal, email};

impl Operator<'_> {
    async fn record(&self, filter: &[(&str, &str)]) -> Answer {
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        for (name, value) in filter {
            query.append_pair(name, value);
        }
        self.get(&format!("/operator/api/actions?{}", query.finish())).await
    }

    /// The acts and reasons that a filter finds, newest first.
    async fn acts(&self, filter: &[(&str, &str)]) -> Vec<(String, String)> {
        let answer = self.record(filter).await;
        assert_eq!(answer.status, 200, "{filter:?}: {}", answer.body);
        let actions = answer.body["actions"].as_array().expect("actions");
        let text = |action: &Value, field: &str| action[field].as_str().expect("a text").to_owned();
        actions.iter().map(|action| (text(action, "action"), text(action, "reason"))).collect()
    }
}

fn act(action: &str, reason: &str) -> (String, String) {
    (action.to_owned(), reason.to_owned())
}

/// Anke disables Jan and enables him again, for two tickets, after a search that showed him among others.
async fn with_acts(portal: &Portal) -> uuid::Uuid {
    let jan = portal.member_id("jan").await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    assert_eq!(anke.get("/operator/api/search?q=an").await.status, 200);
    for (number, act) in ["disable", "enable"].into_iter().enumerate() {
        portal.clock.advance(TimeDelta::seconds(1));
        let body = json!({ "reason": format!("471{number}: by telephone"), "cancel_upcoming": false });
        let done = anke.post(&format!("/operator/api/members/{jan}/{act}"), &body).await;
        assert_eq!(done.status, 200, "{}", done.body);
    }
    jan
}

#[tokio::test]
async fn who_touched_somebody_and_what_a_ticket_led_to_is_found() {
    let portal = Portal::start().await;
    let jan = with_acts(&portal).await.to_string();
    let ada = portal.operator("ada", &[Role::Auditor]).await;
    let (disabled, enabled) = (act("disable", "4710: by telephone"), act("enable", "4711: by telephone"));
    assert_eq!(ada.acts(&[("reason", "4710")]).await, std::slice::from_ref(&disabled));
    assert_eq!(ada.acts(&[("reason", "TELEPHONE")]).await, [enabled.clone(), disabled.clone()]);
    assert!(ada.acts(&[("reason", "47_0")]).await.is_empty(), "a sign is itself");
    for member in [jan.as_str(), &email("jan"), "Jan de Vries", "jan vries"] {
        let acts = ada.acts(&[("member", member), ("acts_only", "true")]).await;
        assert_eq!(acts, [enabled.clone(), disabled.clone()], "{member}");
    }
    let seen: BTreeSet<String> =
        ada.acts(&[("member", &jan)]).await.into_iter().map(|(action, _)| action).collect();
    assert_eq!(seen.iter().map(String::as_str).collect::<Vec<_>>(), ["disable", "enable", "search", "view"]);
    let shown = ada.record(&[("member", &jan), ("act", "search"), ("operator", "anke")]).await;
    let subject = shown.body["actions"][0]["subject"].as_str().expect("a subject");
    assert!(subject.starts_with("by name: ") && subject.contains(&jan), "a list in which he was: {subject}");

    assert_eq!(ada.acts(&[("act", "enable")]).await, std::slice::from_ref(&enabled));
    for operator in ["anke", "NKE", "anke@test.example", "ANKE@test.example"] {
        let acts = ada.acts(&[("operator", operator), ("acts_only", "true")]).await;
        assert_eq!(acts[..2], [enabled.clone(), disabled.clone()], "{operator}");
    }
    assert!(ada.acts(&[("operator", "nobody@test.example")]).await.is_empty());
    let today = [("from", "2026-11-20"), ("to", "2026-11-20"), ("reason", "47")];
    assert_eq!(ada.acts(&today).await.len(), 2);
    assert!(ada.acts(&[("to", "2026-11-19")]).await.is_empty());
    assert!(ada.acts(&[("from", "2026-11-21")]).await.is_empty());
    let views = ada.acts(&[("acts_only", "true")]).await;
    assert!(views.iter().all(|(action, _)| action != "view" && action != "search"), "{views:?}");
}

#[tokio::test]
async fn an_act_on_a_clubs_day_is_found_by_whose_round_it_cancelled() {
    let portal = Portal::start().await;
    let (jan, w1) = (portal.login("jan").await, portal.login("w1").await);
    jan.book("2026-11-28", &["jan", "eva"]).await;
    portal.clock.advance(TimeDelta::minutes(1));
    w1.book("2026-11-28", &["w1"]).await;
    portal.caught_up().await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let day = "/operator/api/clubs/de-es/days/2026-11-28";
    for (act, capacity) in [("limit", Some(2)), ("close", None)] {
        portal.clock.advance(TimeDelta::minutes(1));
        let change = json!({"change": act, "capacity": capacity});
        let preview = anke.post(&format!("{day}/preview"), &change).await.body;
        let rounds = preview["rounds"].as_array().expect("rounds").iter();
        let meets: Vec<&Value> = rounds.map(|round| &round["booking_id"]).collect();
        let mut body = json!({"reason": format!("4712: {act}"), "notice": "Vorst", "meets": meets});
        if let Some(capacity) = capacity {
            body["capacity"] = json!(capacity);
        }
        let done = anke.post(&format!("{day}/{act}"), &body).await;
        assert_eq!((done.status, &done.body["cancelled"]), (200, &json!(1)), "{}", done.body);
    }
    let ada = portal.operator("ada", &[Role::Auditor]).await;
    for (name, wanted) in [("eva", "close"), ("w1", "limit")] {
        let member = portal.member_id(name).await.to_string();
        let filter = [("member", member.as_str()), ("acts_only", "true")];
        let wanted = act(&format!("{wanted} day"), &format!("4712: {wanted}"));
        assert_eq!(ada.acts(&filter).await, [wanted], "{name}");
        let named = &ada.record(&filter).await.body["actions"][0]["subject_name"];
        assert_eq!(named, "De Es, Sat 28 Nov 2026");
    }
}

#[tokio::test]
async fn a_filter_that_cannot_be_read_says_so_at_its_field() {
    let portal = Portal::start().await;
    let ada = portal.operator("ada", &[Role::Admin]).await;
    let long = "x".repeat(201);
    for (field, value) in [
        ("member", "nobody@test.example"),
        ("member", "de-es/2026-11-28"),
        ("from", "20-11-2026"),
        ("to", "2026-02-30"),
        ("reason", long.as_str()),
        ("operator", long.as_str()),
        ("before", "yesterday"),
    ] {
        let refused = ada.record(&[(field, value)]).await;
        assert_eq!(refused.status, 422, "{field}={value}: {}", refused.body);
        assert!(refused.body["errors"][field].is_string(), "{field}={value}: {}", refused.body);
    }
    let backwards = ada.record(&[("from", "2026-11-21"), ("to", "2026-11-20")]).await;
    assert_eq!(backwards.body["errors"]["to"], "The period ends before it begins.");
    assert_eq!(ada.record(&[("member", " "), ("act", ""), ("from", "")]).await.status, 200);
}

#[tokio::test]
async fn the_member_of_a_filter_is_found_as_a_search_finds_and_recorded() {
    let portal = Portal::start().await;
    let jan = portal.member_id("jan").await;
    let ada = portal.operator("ada", &[Role::Auditor]).await;
    ada.acts(&[("member", &email("jan"))]).await;
    let recorded: Vec<String> =
        sqlx::query_scalar("SELECT subject FROM operator_actions WHERE action = 'search'")
            .fetch_all(&portal.pool)
            .await
            .expect("searches");
    assert_eq!(recorded, [format!("by address: member {jan}")]);
}

#[tokio::test]
async fn every_act_is_in_the_list_to_choose_from_and_in_the_description_of_the_table() {
    let portal = Portal::start().await;
    with_acts(&portal).await;
    let described: String = sqlx::query_scalar(
        "SELECT col_description(attrelid, attnum) FROM pg_attribute
         WHERE attrelid = 'operator_actions'::regclass AND attname = 'action'",
    )
    .fetch_one(&portal.pool)
    .await
    .expect("a comment");
    for act in ACTS {
        assert!(described.contains(act), "{act} is not described");
    }
    let ada = portal.operator("ada", &[Role::Auditor]).await;
    let listed = ada.record(&[]).await.body["acts"].clone();
    assert_eq!(listed, json!(ACTS.as_slice()));
    for (action, _) in ada.acts(&[]).await {
        assert!(ACTS.contains(&action.as_str()), "{action} is not in the list");
    }
}

#[tokio::test]
async fn a_file_of_acts_has_a_reason_and_records_whom_it_names() {
    let portal = Portal::start().await;
    let jan = with_acts(&portal).await;
    let ada = portal.operator("ada", &[Role::Auditor]).await;
    let body = |filter: Value, reason: &str| json!({ "filter": filter, "reason": reason });
    let export = async |filter: Value, reason: &str| {
        ada.post("/operator/api/actions/export", &body(filter, reason)).await
    };
    let file = export(json!({ "reason": "47", "acts_only": true }), "4800: for the board").await;
    assert_eq!(file.status, 200, "{}", file.body);
    assert_eq!(file.headers["content-type"], "text/csv; charset=utf-8");
    let disposition = file.headers["content-disposition"].to_str().expect("text");
    assert_eq!(disposition, "attachment; filename=\"fairway-actions-2026-11-20.csv\"");
    let text = file.body.as_str().expect("text").trim_start_matches('\u{feff}');
    let lines: Vec<&str> = text.trim_end().split("\r\n").collect();
    assert_eq!(lines[0], "at;operator;action;subject;member;member name;reason");
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(lines[1].ends_with(&format!(";anke;enable;account;{jan};Jan de Vries;4711: by telephone")));
    let of_ada = ada.record(&[("operator", "ada"), ("act", "export")]).await;
    let of_ada = &of_ada.body["actions"][0];
    assert_eq!(
        (&of_ada["subject"], &of_ada["reason"]),
        (&json!("actions as csv, rows: 2"), &json!("4800: for the board"))
    );
    let shown = ada.record(&[("operator", "ada"), ("member", &jan.to_string()), ("act", "view")]).await;
    let subjects = shown.body["actions"].to_string();
    assert!(subjects.contains(&format!("export: member {jan}")), "{subjects}");

    let refused = export(json!({}), " ").await;
    assert_eq!((refused.status, refused.body["errors"]["reason"].is_string()), (422, true));
    let refused = export(json!({ "member": "nobody@test.example" }), "4800: for the board").await;
    assert_eq!((refused.status, refused.body["errors"]["member"].is_string()), (422, true));
    let anke = portal.operator_of(&portal.operator_login("anke", None).await);
    let refused = anke.post("/operator/api/actions/export", &body(json!({}), "4800: for the board")).await;
    assert_eq!(refused.status, 403, "{}", refused.body);
}

#[tokio::test]
async fn an_operator_sees_their_own_last_acts_and_nobody_elses() {
    let portal = Portal::start().await;
    let jan = with_acts(&portal).await;
    let own = async |operator: &Operator<'_>| {
        let answer = operator.get("/operator/api/session/acts").await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body["acts"].as_array().expect("acts").clone()
    };
    let anke = portal.operator_of(&portal.operator_login("anke", None).await);
    let acts = own(&anke).await;
    assert_eq!(acts.iter().map(|act| &act["action"]).collect::<Vec<_>>(), ["enable", "disable"]);
    assert_eq!(acts[0]["member"], json!({ "id": jan, "name": "Jan de Vries" }));
    assert_eq!(acts[0]["reason"], "4711: by telephone");
    let views = "SELECT count(*) FROM operator_actions WHERE action = 'view' AND subject = $1";
    let views: i64 = sqlx::query_scalar(views)
        .bind(format!("own acts: member {jan}"))
        .fetch_one(&portal.pool)
        .await
        .expect("a count");
    assert_eq!(views, 1, "it names him");
    let nina = portal.operator("nina", &[Role::Content]).await;
    assert_eq!(own(&nina).await, Vec::<Value>::new());

    sqlx::query("UPDATE operators SET roles = '{content}' WHERE name = 'anke'")
        .execute(&portal.pool)
        .await
        .expect("another role");
    let acts = own(&anke).await;
    assert_eq!((acts.len(), &acts[0]["member"]), (2, &Value::Null), "who may find nobody is told of nobody");
}

#[tokio::test]
async fn refusals_and_mails_are_taken_out_as_files() {
    let portal = Portal::start().await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    for (list, filter, heading) in [
        ("refusals", json!({ "club": "de-es", "from": "2026-11-01" }), "at;member;member name;command"),
        ("mails", json!({ "list": "failed" }), "queued at;kind;state;member"),
    ] {
        let body = json!({ "filter": filter, "reason": "4801: for the club" });
        let file = anke.post(&format!("/operator/api/{list}/export"), &body).await;
        assert_eq!(file.status, 200, "{}", file.body);
        let text = file.body.as_str().expect("text").trim_start_matches('\u{feff}');
        assert!(text.starts_with(heading), "{text}");
        let disposition = file.headers["content-disposition"].to_str().expect("text");
        assert!(disposition.contains(&format!("fairway-{list}")), "{disposition}");
    }
    let recorded: Vec<String> =
        sqlx::query_scalar("SELECT subject FROM operator_actions WHERE action = 'export' ORDER BY at, id")
            .fetch_all(&portal.pool)
            .await
            .expect("exports");
    let recorded: BTreeSet<String> = recorded.into_iter().collect();
    let wanted = ["mails-failed as csv, rows: 0", "refusals as csv, rows: 0"];
    assert_eq!(recorded, BTreeSet::from(wanted.map(str::to_owned)));
}
