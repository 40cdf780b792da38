//! Support asks for a new address of a member whose mailbox is gone.

use fairway_store::operators::Role;
use serde_json::json;

use crate::support::{PASSWORD, Portal, email};

const NEW: &str = "jan@elders.example";

#[tokio::test]
async fn support_asks_for_a_new_address_and_the_member_confirms_it() {
    let portal = Portal::start().await;
    let id = portal.member_id("jan").await;
    sqlx::query("UPDATE members SET member_number = 'A-17' WHERE id = $1")
        .bind(id)
        .execute(&portal.pool)
        .await
        .expect("a number");
    let anke = portal.operator("anke", &[Role::Support]).await;
    let page = format!("/operator/api/members/{id}");
    let path = format!("{page}/email");
    let ask = async |address: &str, reason: &str| {
        anke.post(&path, &json!({"email": address, "reason": reason})).await
    };
    for (address, reason, field) in [
        (NEW, "", "reason"),
        (NEW, "nu jan@elders.example, melding 12", "reason"),
        ("jan", "melding 12", "email"),
        ("JAN@test.example", "melding 12", "email"),
    ] {
        let refused = ask(address, reason).await;
        assert!(refused.status == 422 && refused.body["errors"][field].is_string(), "{}", refused.body);
    }
    ask(&email("eva"), "melding 12").await.fails(409, "Another member has this address.");
    let mails = "SELECT count(*) FROM mail_outbox";
    let none: i64 = sqlx::query_scalar(mails).fetch_one(&portal.pool).await.expect("a count");
    assert_eq!(none, 0);

    assert_eq!(ask(NEW, "melding 12").await.status, 200);
    let seen = anke.get(&page).await.body;
    assert_eq!(seen["member"]["member_number"], "A-17");
    assert_eq!(
        (&seen["addresses"]["former"], &seen["addresses"]["waiting"]["email"]),
        (&json!([]), &json!(NEW))
    );
    let acts: Vec<(String, String)> = sqlx::query_as(
        "SELECT action, subject FROM operator_actions WHERE action NOT IN ('view', 'log in')
         AND reason = 'melding 12' ORDER BY action",
    )
    .fetch_all(&portal.pool)
    .await
    .expect("acts");
    let refused = "change address, account: another member has the address";
    assert_eq!(
        acts.iter().map(|(action, subject)| (action.as_str(), subject.as_str())).collect::<Vec<_>>(),
        [("change address", "account"), ("refused", refused)]
    );
    // The refusal tells whose the address is.
    let looks: i64 =
        sqlx::query_scalar("SELECT count(*) FROM operator_actions WHERE action = 'view' AND member_id = $1")
            .bind(portal.member_id("eva").await)
            .fetch_one(&portal.pool)
            .await
            .expect("a count");
    assert_eq!(looks, 1);

    // The member may have forgotten the password with the mailbox.
    let token = portal.email_token().await;
    let confirmed = portal.open_post("/api/users/email", &json!({"token": token})).await;
    assert_eq!(confirmed.status, 200, "{}", confirmed.body);
    assert_eq!(portal.try_login(NEW, PASSWORD).await.status, 200);
    let seen = anke.get(&page).await.body;
    assert_eq!(seen["addresses"]["former"][0]["email"], email("jan"));
    assert!(seen["addresses"]["waiting"].is_null() && seen["member"]["email"] == NEW, "{seen}");
    let told: Vec<String> =
        sqlx::query_scalar("SELECT text_body FROM mail_outbox WHERE text_body LIKE '%klantenservice%'")
            .fetch_all(&portal.pool)
            .await
            .expect("mails");
    assert!(told.len() >= 2, "{told:?}");

    for text in [email("jan"), "A-17".to_owned()] {
        let found = anke.get(&format!("/operator/api/search?q={text}")).await.body;
        assert_eq!(found["results"][0]["id"], id.to_string(), "{text}: {found}");
    }
}
