//! Logging in, sessions, logging out, and wrong passwords.

mod flood;
mod known_device;

use chrono::TimeDelta;
use fairway_store::throttle;
use serde_json::{Value, json};

use crate::support::{Answer, PASSWORD, Portal, email};

#[tokio::test]
async fn the_right_password_gives_a_token_for_thirty_days() {
    let portal = Portal::start().await;
    let answer = portal.try_login(" Jan@TEST.example ", PASSWORD).await;
    assert_eq!(answer.status, 200);
    assert_eq!(
        (&answer.body["token_type"], &answer.body["expires_in"]),
        (&"Bearer".into(), &2_592_000.into())
    );
    assert_eq!(answer.body["access_token"].as_str().map(str::len), Some(43), "256 bits in base64url");
    let token = answer.body["access_token"].as_str().expect("a token").as_bytes().to_vec();
    let stored: Vec<Vec<u8>> = sqlx::query_scalar("SELECT token_hash FROM access_tokens")
        .fetch_all(&portal.pool)
        .await
        .expect("tokens");
    assert!(stored.iter().all(|hash| *hash != token), "only the hash is kept");

    let jan = portal.login("jan").await;
    portal.clock.advance(TimeDelta::days(30) - TimeDelta::seconds(1));
    assert_eq!(jan.get("/api/users/me").await.status, 200);
    portal.clock.advance(TimeDelta::seconds(1));
    jan.get("/api/users/me").await.fails(401, "Je bent niet ingelogd of je sessie is verlopen.");
}

#[tokio::test]
async fn a_wrong_password_and_an_unknown_account_are_answered_alike() {
    let portal = Portal::start().await;
    let wrong = portal.try_login(&email("jan"), "wrong").await;
    wrong.fails(401, "Verkeerd e-mailadres of wachtwoord");
    for name in ["nobody@test.example", "", "jan\0@test.example"] {
        let before = portal.node.app.members.passwords.started_hashes();
        let unknown = portal.try_login(name, PASSWORD).await;
        assert_eq!((unknown.status, &unknown.body), (401, &wrong.body), "{name}");
        assert_eq!(
            portal.node.app.members.passwords.started_hashes() - before,
            1,
            "{name}: it takes a hash's time as well"
        );
    }
}

#[tokio::test]
async fn a_wrong_client_or_grant_is_no_log_in() {
    let portal = Portal::start().await;
    let good = json!({"grant_type": "password", "client_id": "fairway-webapp",
        "client_secret": "fairway-webapp-public", "username": email("jan"), "password": PASSWORD});
    let send = async |field: &str, value: Value| {
        let mut body = good.clone();
        body[field] = value;
        Answer::to(portal.http.post(portal.url("/api/users/login")).json(&body)).await
    };
    send("client_id", json!("x")).await.fails(400, "Deze toepassing mag niet inloggen.");
    send("client_secret", json!("x")).await.fails(400, "Deze toepassing mag niet inloggen.");
    send("grant_type", json!("code")).await.fails(400, "Deze manier van inloggen wordt niet ondersteund.");
    send("password", json!(7)).await.fails(422, "Het veld password heeft een ongeldige waarde.");
}

#[tokio::test]
async fn log_out_and_disabling_end_sessions() {
    let portal = Portal::start().await;
    let (here, there, eva) =
        (portal.login("jan").await, portal.login("jan").await, portal.login("eva").await);
    assert_eq!(here.post("/api/users/logout", &json!(null)).await.body, json!({"success": true}));
    assert_eq!(here.get("/api/users/me").await.status, 401);
    assert_eq!(there.get("/api/users/me").await.status, 200, "another session lives on");
    sqlx::query("UPDATE members SET disabled_at = now()").execute(&portal.pool).await.expect("disabled");
    assert_eq!(there.get("/api/users/me").await.status, 401);
    assert_eq!(eva.get("/api/users/me").await.status, 401);
    assert_eq!(portal.try_login(&email("jan"), PASSWORD).await.status, 401);
}

#[tokio::test]
async fn ten_failures_close_an_account_for_a_while_however_they_come() {
    let portal = Portal::start().await;
    let address = email("jan");
    let guesses = futures::future::join_all((0..16).map(|_| portal.try_login(&address, "wrong"))).await;
    let refused = guesses.iter().filter(|answer| answer.status == 429).count();
    assert_eq!((guesses.len() - refused, refused), (10, 6));
    let closed = portal.try_login(&address, PASSWORD).await;
    closed.fails(429, "Te vaak geprobeerd in te loggen. Probeer het over een kwartier opnieuw.");
    let wait: i64 = closed.headers["retry-after"].to_str().expect("text").parse().expect("seconds");
    assert!((1..=901).contains(&wait), "{wait}");
    assert_eq!(portal.try_login(&email("eva"), PASSWORD).await.status, 200, "another account is open");
    portal.clock.advance(TimeDelta::seconds(wait));
    assert_eq!(portal.try_login(&address, PASSWORD).await.status, 200);
}

#[tokio::test]
async fn a_hundred_failures_close_an_address() {
    let portal = Portal::start().await;
    // Inserted instead of attempted: a hundred hashes would only take time.
    let address = portal.own_address();
    sqlx::query("INSERT INTO login_failures (scope, key, failed_at) SELECT 'address', $1, $2 FROM generate_series(1, 99)")
        .bind(address)
        .bind(portal.clock.now())
        .execute(&portal.pool)
        .await
        .expect("failures");
    assert_eq!(portal.try_login("nobody@test.example", "wrong").await.status, 401);
    assert_eq!(portal.try_login(&email("jan"), PASSWORD).await.status, 429);
    portal.clock.advance(TimeDelta::minutes(15));
    assert_eq!(portal.try_login(&email("jan"), PASSWORD).await.status, 200);
    let removed = throttle::delete_login_failures(&portal.pool, portal.clock.now()).await;
    assert!(removed.expect("housekeeping") >= 99, "they are kept no longer than they count");
}

#[tokio::test]
async fn a_weak_hash_is_made_stronger_at_the_next_log_in() {
    let portal = Portal::start().await;
    use argon2::password_hash::{PasswordHasher, SaltString};
    let params = argon2::Params::new(64, 1, 1, None).expect("params");
    let weak = argon2::Argon2::new(argon2::Algorithm::Argon2id, argon2::Version::V0x13, params);
    let salt = SaltString::encode_b64(&[7; 16]).expect("a salt");
    let hash = weak.hash_password(PASSWORD.as_bytes(), &salt).expect("a hash").to_string();
    sqlx::query("UPDATE members SET password_hash = $1")
        .bind(hash)
        .execute(&portal.pool)
        .await
        .expect("weakened");
    portal.login("jan").await;
    let stored: String = sqlx::query_scalar("SELECT password_hash FROM members WHERE email = $1")
        .bind(email("jan"))
        .fetch_one(&portal.pool)
        .await
        .expect("a hash");
    assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
    portal.login("jan").await;
}
