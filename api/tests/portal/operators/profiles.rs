//! Support corrects a member's profile: by the checks of the member's own form, recorded and mailed by field.

use fairway_store::operators::Role;
use serde_json::{Value, json};

use crate::support::{Portal, email};

const REASON: &str = "4711: spelled wrongly";

/// The acts on members other than views: the act, to what, and why.
async fn acts(portal: &Portal) -> Vec<(String, String, String)> {
    let sql = "SELECT action, subject, reason FROM operator_actions
         WHERE member_id IS NOT NULL AND action <> 'view' ORDER BY at, id";
    sqlx::query_as(sql).fetch_all(&portal.pool).await.expect("acts")
}

fn act(action: &str, subject: &str) -> (String, String, String) {
    (action.to_owned(), subject.to_owned(), REASON.to_owned())
}

/// A correction of what was read.
fn correction(seen: &Value, fields: &[(&str, &str)]) -> Value {
    let mut body = json!({ "reason": REASON, "seen": seen });
    for (field, value) in fields {
        body[*field] = json!(value);
    }
    body
}

#[tokio::test]
async fn a_corrected_profile_is_recorded_and_mailed_by_the_names_of_its_fields() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let page = format!("/operator/api/members/{}", portal.member_id("jan").await);
    let path = format!("{page}/profile");
    let seen = anke.get(&page).await.body["profile"].clone();
    assert_eq!((&seen["first_name"], &seen["last_name"]), (&json!("Jan"), &json!("Vries")), "{seen}");

    let nothing = anke.post(&path, &correction(&seen, &[("first_name", " Jan ")])).await;
    assert_eq!((nothing.status, &nothing.body["changed"]), (200, &json!([])), "{}", nothing.body);
    assert!(acts(&portal).await.is_empty());

    let fields = [("last_name", "Vriesema"), ("telephone", "06-87654321"), ("birthdate", "18-05-1969")];
    let done = anke.post(&path, &correction(&seen, &fields)).await;
    assert_eq!(done.status, 200, "{}", done.body);
    assert_eq!(done.body["changed"], json!(["last_name", "telephone", "birthdate"]));
    let now = anke.get(&page).await.body;
    assert_eq!(now["member"]["name"], "Jan de Vriesema");
    assert_eq!(
        (&now["profile"]["telephone"], &now["profile"]["birthdate"], &now["profile"]["city"]),
        (&json!("+31687654321"), &json!("1969-05-18"), &seen["city"])
    );
    assert_eq!(jan.get("/api/users/me/profile").await.body["data"]["lastName"], "Vriesema");
    assert_eq!(acts(&portal).await, [act("correct profile", "last_name, telephone, birthdate")]);
    let found = anke.get("/operator/api/search?q=vriesema").await.body;
    assert_eq!(found["results"].as_array().map(Vec::len), Some(1), "{found}");

    let mails: Vec<String> = sqlx::query_scalar(
        "SELECT text_body FROM mail_outbox JOIN members ON members.id = member_id
         WHERE members.email = $1 AND dedup_key LIKE 'profile-corrected:%'",
    )
    .bind(email("jan"))
    .fetch_all(&portal.pool)
    .await
    .expect("mails");
    let [mail] = mails.as_slice() else { panic!("{mails:?}") };
    let mail = mail.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(mail.contains("gecorrigeerd: achternaam, telefoonnummer en geboortedatum."), "{mail}");
    for value in ["Vriesema", "+31687654321", "1969", REASON] {
        assert!(!mail.contains(value), "{value} in {mail}");
    }
}

#[tokio::test]
async fn every_mistake_is_told_at_its_field_and_nothing_is_stored() {
    let portal = Portal::start().await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let page = format!("/operator/api/members/{}", portal.member_id("jan").await);
    let path = format!("{page}/profile");
    let seen = anke.get(&page).await.body["profile"].clone();
    let long = "x".repeat(101);
    let wrong = [
        ("first_name", ""),
        ("prefix", long.as_str()),
        ("last_name", " "),
        ("street", "a\nb"),
        ("postcode", "12"),
        ("country", "Nederland"),
        ("telephone", "12"),
        ("gsn", "NL1"),
        ("birthdate", "2999-01-01"),
    ];
    let refused = anke.post(&path, &correction(&seen, &wrong)).await;
    assert_eq!(refused.status, 422, "{}", refused.body);
    let mut told: Vec<&String> = refused.body["errors"].as_object().expect("errors").keys().collect();
    told.sort();
    let mut expected: Vec<&str> = wrong.iter().map(|(field, _)| *field).collect();
    expected.sort_unstable();
    assert_eq!(told, expected, "{}", refused.body);
    assert_eq!(refused.body["errors"]["gsn"], "A GSN is NL and 8 digits.");

    let mut named = correction(&seen, &[("last_name", "Koster")]);
    for reason in ["her new name is koster, 4711", "jan asks", ""] {
        named["reason"] = json!(reason);
        let refused = anke.post(&path, &named).await;
        assert!(refused.status == 422 && refused.body["errors"]["reason"].is_string(), "{}", refused.body);
    }
    assert_eq!(anke.get(&page).await.body["profile"], seen);
    assert!(acts(&portal).await.is_empty());
}

#[tokio::test]
async fn a_form_that_was_opened_before_a_change_is_refused_with_what_changed() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let page = format!("/operator/api/members/{}", portal.member_id("jan").await);
    let path = format!("{page}/profile");
    let seen = anke.get(&page).await.body["profile"].clone();
    assert_eq!(jan.post("/api/users/me/profile", &json!({ "street": "Eikenlaan" })).await.status, 200);

    let body = correction(&seen, &[("housenumber", "12a")]);
    let stale = anke.post(&path, &body).await;
    assert_eq!(stale.status, 409, "{}", stale.body);
    assert_eq!(
        stale.body["errors"],
        json!({ "street": "It was changed after you opened this form: it is “Eikenlaan” now." })
    );
    assert_eq!(acts(&portal).await, [act("refused", "correct profile, account: changed meanwhile")]);

    let current = &stale.body["current"];
    let done = anke.post(&path, &correction(current, &[("housenumber", "12a")])).await;
    assert_eq!(done.status, 200, "{}", done.body);
    let now = anke.get(&page).await.body["profile"].clone();
    assert_eq!((&now["street"], &now["housenumber"]), (&json!("Eikenlaan"), &json!("12a")));
}
