//! Support removes the passkeys of a member who lost their devices.

use fairway_store::operators::Role;
use serde_json::json;

use crate::support::{Portal, email};

#[tokio::test]
async fn support_removes_a_members_passkeys_with_a_reason_and_the_member_is_mailed() {
    let portal = Portal::start().await;
    let (by_passkey, by_password) = (portal.login("jan").await, portal.login("jan").await);
    let id = portal.member_id("jan").await;
    sqlx::query(
        "WITH key AS (INSERT INTO passkeys (id, member_id, credential_id, credential, name, created_at)
                      VALUES (gen_random_uuid(), $1, '\\x01', '{}', 'Telefoon', now()) RETURNING id)
         UPDATE access_tokens SET passkey_id = key.id FROM key WHERE token_hash = $2",
    )
    .bind(id)
    .bind(fairway_clock::random::digest(by_passkey.token.as_bytes()))
    .execute(&portal.pool)
    .await
    .expect("a passkey");
    let anke = portal.operator("anke", &[Role::Support]).await;
    let page = format!("/operator/api/members/{id}");
    assert_eq!(anke.get(&page).await.body["member"]["passkeys"], 1);

    let path = format!("{page}/passkeys/remove");
    assert_eq!(anke.post(&path, &json!({"reason": ""})).await.status, 422);
    let removed = anke.post(&path, &json!({"reason": "lost phone, melding 12"})).await;
    assert_eq!((removed.status, &removed.body["removed"]), (200, &json!(1)), "{}", removed.body);
    assert_eq!(by_passkey.get("/api/users/me").await.status, 401, "its session ended");
    assert_eq!(by_password.get("/api/users/me").await.status, 200);
    anke.post(&path, &json!({"reason": "again"})).await.fails(409, "This member has no passkeys.");
    let acts: Vec<(String, String)> =
        sqlx::query_as("SELECT action, reason FROM operator_actions WHERE action NOT IN ('view', 'log in')")
            .fetch_all(&portal.pool)
            .await
            .expect("acts");
    assert_eq!(acts, [("remove passkeys".to_owned(), "lost phone, melding 12".to_owned())]);
    let mails: Vec<String> = sqlx::query_scalar(
        "SELECT subject FROM mail_outbox JOIN members ON members.id = member_id
         WHERE email = $1 AND dedup_key LIKE 'passkey-changed:%'",
    )
    .bind(email("jan"))
    .fetch_all(&portal.pool)
    .await
    .expect("mails");
    assert_eq!(mails, ["Je passkeys zijn verwijderd"]);
}
