//! The record of what clubs did and looked at, as operators read it.

use std::collections::BTreeSet;

use chrono::TimeDelta;
use fairway_store::club_accounts::ClubRole;
use fairway_store::club_actions::listing::ACTS;
use fairway_store::operators::Role;
use serde_json::{Value, json};

use super::Operator;
use crate::support::{Portal, email};

const RECORD: &str = "/operator/api/club-actions";

impl Operator<'_> {
    async fn club_actions(&self, query: &str) -> Value {
        let answer = self.get(&format!("{RECORD}?{query}")).await;
        assert_eq!(answer.status, 200, "{query}: {}", answer.body);
        answer.body
    }

    /// Who did what, newest first.
    async fn at_clubs(&self, query: &str) -> Vec<String> {
        let page = self.club_actions(query).await;
        let actions = page["actions"].as_array().expect("actions");
        let text = |action: &Value, field: &str| action[field].as_str().expect("a text").to_owned();
        actions.iter().map(|action| format!("{}: {}", text(action, "user"), text(action, "action"))).collect()
    }
}

/// At De Es a device looked Jan up and Ruud invited somebody; Mia of Klein did so too on the next day.
async fn with_acts(portal: &Portal) -> uuid::Uuid {
    let ruud = portal.at_club("de-es", "ruud", ClubRole::Manager).await;
    let mia = portal.at_club("klein", "mia", ClubRole::Manager).await;
    let desk = portal.club_device("de-es", "Balie").await;
    let check = json!({ "email": email("jan"), "holes": 9 });
    assert_eq!(desk.post("/club/api/walk-ins/check", &check).await.status, 200);
    for (manager, name) in [(&ruud, "Marijke"), (&mia, "Kees")] {
        portal.clock.advance(TimeDelta::hours(18));
        let wish = json!({ "name": name, "email": format!("{name}@desk.example"), "role": "desk" });
        let invited = manager.post("/club/api/accounts/invite", &wish).await;
        assert_eq!(invited.status, 200, "{}", invited.body);
    }
    portal.member_id("jan").await
}

#[tokio::test]
async fn what_a_club_did_and_looked_at_is_found_by_club_member_act_and_period() {
    let portal = Portal::start().await;
    let jan = with_acts(&portal).await;
    let ada = portal.operator("ada", &[Role::Auditor]).await;
    assert_eq!(ada.at_clubs("").await, ["mia: invite", "ruud: invite", "Balie: view"]);
    assert_eq!(ada.at_clubs("acts_only=true").await, ["mia: invite", "ruud: invite"]);
    assert_eq!(ada.at_clubs("club=klein").await, ["mia: invite"]);
    assert_eq!(ada.at_clubs("club=de-es&act=invite").await, ["ruud: invite"]);
    assert!(ada.at_clubs("club=nergens").await.is_empty());
    // 18 and 36 hours after eleven o'clock on the 20th.
    assert_eq!(ada.at_clubs("to=2026-11-20").await, ["Balie: view"]);
    assert_eq!(ada.at_clubs("from=2026-11-21&to=2026-11-21").await, ["mia: invite", "ruud: invite"]);
    for member in [jan.to_string(), email("jan"), "vries".to_owned()] {
        assert_eq!(ada.at_clubs(&format!("member={member}")).await, ["Balie: view"], "{member}");
    }
    let page = ada.club_actions(&format!("member={jan}")).await;
    let look = &page["actions"][0];
    assert_eq!(
        (&look["club"], &look["club_name"], &look["member"], &look["subject"]),
        (
            &json!("de-es"),
            &json!("De Es"),
            &json!({ "id": jan, "name": "Jan de Vries" }),
            &json!(format!("member {jan}"))
        ),
        "{page}"
    );
    assert_eq!((&page["acts"], &page["next"]), (&json!(ACTS.as_slice()), &Value::Null));
    assert!(
        page["clubs"]
            .as_array()
            .is_some_and(|clubs| clubs.contains(&json!({"id": "klein", "name": "De Kleine"})))
    );
    let seen: i64 = sqlx::query_scalar("SELECT count(*) FROM operator_actions WHERE subject = $1")
        .bind(format!("club actions: member {jan}"))
        .fetch_one(&portal.pool)
        .await
        .expect("a count");
    assert_eq!(seen, 1, "whom it names is recorded, once in a session");
    assert!(ACTS.is_sorted(), "{ACTS:?}");
}

#[tokio::test]
async fn the_record_has_pages_and_says_what_it_cannot_read() {
    let portal = Portal::start().await;
    sqlx::query(
        "INSERT INTO club_actions (id, at, club_id, user_id, user_name, action, subject, reason)
         SELECT md5(number::text)::uuid, timestamptz '2026-11-20 10:00:00+01' + number / 2 * interval '1 second', 'gone',
             md5('')::uuid, number::text, 'log in', 'account', 'password'
         FROM generate_series(1, 150) AS number",
    )
    .execute(&portal.pool)
    .await
    .expect("acts");
    let ada = portal.operator("ada", &[Role::Admin]).await;
    let first = ada.club_actions("").await;
    let next = first["next"].as_str().expect("a page more");
    let second = ada.club_actions(&format!("before={next}")).await;
    let pages = [&first, &second].map(|page| page["actions"].as_array().expect("actions").len());
    assert_eq!((pages, &second["next"]), ([100, 50], &Value::Null));
    let all = [&first, &second].into_iter().flat_map(|page| page["actions"].as_array().expect("actions"));
    let all: BTreeSet<&str> = all.map(|action| action["user"].as_str().expect("a name")).collect();
    assert_eq!(all.len(), 150, "each once");
    assert_eq!(first["actions"][0]["club_name"], "gone", "a club that was removed");

    for (field, value) in [
        ("member", "nobody@test.example"),
        ("from", "20-11-2026"),
        ("to", "2026-02-30"),
        ("before", "yesterday"),
    ] {
        let refused = ada.get(&format!("{RECORD}?{field}={value}")).await;
        assert_eq!(refused.status, 422, "{field}={value}: {}", refused.body);
        assert!(refused.body["errors"][field].is_string(), "{field}={value}: {}", refused.body);
    }
}
