//! Passkeys: added, used, renamed and removed, with a device in software; and the link that logs in on a new device.

pub(crate) mod authenticator;
mod links;

use chrono::TimeDelta;
use fairway_api::config::Config;
use serde_json::{Value, json};

use authenticator::Device;

use crate::support::{Answer, Member, PASSWORD, Portal, email};

const PATH: &str = "/api/users/me/passkeys";
const ORIGIN: &str = "https://golf.example";
const WRONG: &str = "Deze passkey werkt hier niet meer. Log in met je wachtwoord.";
const TOO_LATE: &str = "Dit duurde te lang. Probeer het opnieuw.";

impl Portal {
    /// At an address that can have passkeys.
    pub(crate) async fn with_passkeys() -> Self {
        let config = Config::from_lookup(|key| (key == "FAIRWAY_PUBLIC_URL").then(|| ORIGIN.to_owned()));
        Self::start_with(config.expect("a configuration")).await
    }

    async fn open(&self, path: &str, body: &Value) -> Answer {
        Answer::to(self.http.post(self.url(path)).json(body)).await
    }

    async fn login_challenge(&self) -> Value {
        let begun = self.open("/api/users/login/passkey/begin", &json!({})).await;
        assert_eq!(begun.status, 200, "{}", begun.body);
        begun.body
    }

    async fn answer_login(&self, device: &Device, challenge: &Value) -> Answer {
        let credential = device.get(&challenge["options"]);
        let body = json!({"challenge": challenge["challenge"], "credential": credential});
        self.open("/api/users/login/passkey", &body).await
    }

    pub(crate) async fn login_with_passkey(&self, device: &Device) -> Answer {
        let challenge = self.login_challenge().await;
        self.answer_login(device, &challenge).await
    }

    /// In alphabetical order: the clock of a test stands still.
    async fn subjects(&self, cause: &str) -> Vec<String> {
        sqlx::query_scalar("SELECT subject FROM mail_outbox WHERE dedup_key LIKE $1 || ':%' ORDER BY subject")
            .bind(cause)
            .fetch_all(&self.pool)
            .await
            .expect("mails")
    }
}

impl Member<'_> {
    pub(crate) async fn begin_passkey(&self) -> Answer {
        self.post(&format!("{PATH}/begin"), &json!({})).await
    }

    pub(crate) async fn answer_passkey(&self, device: &mut Device, begun: &Value, name: &str) -> Answer {
        let credential = device.create(&begun["options"]);
        self.post(PATH, &json!({"challenge": begun["challenge"], "name": name, "credential": credential}))
            .await
    }

    pub(crate) async fn add_passkey(&self, name: &str) -> Device {
        let mut device = Device::new(ORIGIN);
        let begun = self.begin_passkey().await;
        assert_eq!(begun.status, 200, "{}", begun.body);
        let added = self.answer_passkey(&mut device, &begun.body, name).await;
        assert_eq!(added.status, 200, "{}", added.body);
        device
    }

    async fn passkeys(&self) -> Vec<Value> {
        self.get(PATH).await.data().clone()
    }

    async fn remove_passkey(&self, passkey: &Value) -> Answer {
        self.post(&format!("{PATH}/{}/remove", passkey["id"].as_str().expect("an id")), &json!({})).await
    }
}

fn token_of(answer: &Answer) -> String {
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.body["access_token"].as_str().expect("a token").to_owned()
}

#[tokio::test]
async fn a_passkey_logs_in_until_it_is_removed_and_its_sessions_end_with_it() {
    let portal = Portal::with_passkeys().await;
    let jan = portal.login("jan").await;
    let device = jan.add_passkey(" Telefoon ").await;
    let listed = jan.get(PATH).await.body;
    assert_eq!((&listed["available"], &listed["has_password"]), (&json!(true), &json!(true)));
    assert_eq!(
        (&listed["data"][0]["name"], &listed["data"][0]["last_used_at"]),
        (&json!("Telefoon"), &Value::Null)
    );

    // For the browser, which then offers no other.
    let accepted = &listed["accepted"];
    assert_eq!(accepted["rpId"], "golf.example");
    assert_eq!(accepted["userId"], device.user);
    assert_eq!(
        accepted["allAcceptedCredentialIds"],
        json!([device.get(&json!({"challenge": "eA", "rpId": "x"}))["id"]])
    );

    let answer = portal.login_with_passkey(&device).await;
    assert_eq!(
        (&answer.body["token_type"], &answer.body["expires_in"]),
        (&json!("Bearer"), &json!(2_592_000))
    );
    assert!(answer.headers["set-cookie"].to_str().expect("text").starts_with("__Host-fairway-device="));
    let phone = Member { portal: &portal, token: token_of(&answer) };
    assert_eq!(phone.get("/api/users/me").await.body["email"], email("jan"));
    let passkey = jan.passkeys().await.remove(0);
    assert_eq!(passkey["last_used_at"], "2026-11-20T10:00:00Z");

    portal.login("eva").await.remove_passkey(&passkey).await.fails(404, "Deze passkey is al verwijderd.");
    assert_eq!(jan.remove_passkey(&passkey).await.status, 200);
    assert_eq!(jan.get(PATH).await.body["accepted"]["allAcceptedCredentialIds"], json!([]));
    assert_eq!(phone.get("/api/users/me").await.status, 401, "its session ended");
    assert_eq!(jan.get("/api/users/me").await.status, 200);
    portal.login_with_passkey(&device).await.fails(401, WRONG);
    jan.remove_passkey(&passkey).await.fails(404, "Deze passkey is al verwijderd.");
    assert_eq!(
        portal.subjects("passkey-changed").await,
        ["Er is een passkey toegevoegd", "Er is een passkey verwijderd"]
    );
}

#[tokio::test]
async fn a_challenge_is_accepted_once_for_five_minutes_and_from_the_right_site_only() {
    let portal = Portal::with_passkeys().await;
    let jan = portal.login("jan").await;
    let mut device = jan.add_passkey("Telefoon").await;

    // Of eight that answer with the same challenge one is logged in.
    let challenge = portal.login_challenge().await;
    let answers = futures::future::join_all((0..8).map(|_| portal.answer_login(&device, &challenge))).await;
    let won = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(won, 1, "{:?}", answers.iter().map(|answer| answer.status).collect::<Vec<_>>());

    let late = portal.login_challenge().await;
    portal.clock.advance(TimeDelta::minutes(5));
    portal.answer_login(&device, &late).await.fails(401, WRONG);
    device.origin = "https://golf.example.evil.example".to_owned();
    portal.login_with_passkey(&device).await.fails(401, WRONG);
    device.origin = ORIGIN.to_owned();
    device.flags = 0x01;
    portal.login_with_passkey(&device).await.fails(401, WRONG);
    device.flags = 0x05;
    let stranger = Device::new(ORIGIN);
    portal.login_with_passkey(&stranger).await.fails(401, WRONG);
    for broken in [json!({}), json!(null), json!({"challenge": "x", "credential": {}})] {
        assert!([401, 422].contains(&portal.open("/api/users/login/passkey", &broken).await.status));
    }
    // All of these counted as failures, those that lost the race too.
    portal.clock.advance(TimeDelta::minutes(15));
    assert_eq!(portal.login_with_passkey(&device).await.status, 200);
}

#[tokio::test]
async fn a_key_that_is_synced_after_it_was_made_logs_in_and_stays_one_that_is() {
    const ELIGIBLE: u8 = 0x0d;
    const SYNCED: u8 = 0x1d;
    let portal = Portal::with_passkeys().await;
    let jan = portal.login("jan").await;
    for (name, later) in [("Telefoon", &[ELIGIBLE, SYNCED, ELIGIBLE][..]), ("Laptop", &[SYNCED, SYNCED])] {
        let mut device = jan.add_passkey(name).await;
        let own = device.flags;
        for flags in later {
            device.flags = *flags;
            assert_eq!(portal.login_with_passkey(&device).await.status, 200, "{name} {flags}");
        }
        device.flags = own;
        portal.login_with_passkey(&device).await.fails(401, WRONG);
    }
    // The flag alone opens nothing.
    let mut stranger = Device::new(ORIGIN);
    stranger.flags = SYNCED;
    portal.login_with_passkey(&stranger).await.fails(401, WRONG);
}

#[tokio::test]
async fn failures_of_a_passkey_count_as_those_of_a_password() {
    let portal = Portal::with_passkeys().await;
    let mut device = portal.login("jan").await.add_passkey("Telefoon").await;
    device.flags = 0x01;
    for _ in 0..10 {
        portal.login_with_passkey(&device).await.fails(401, WRONG);
    }
    device.flags = 0x05;
    let refused = portal.login_with_passkey(&device).await;
    refused.fails(429, "Te vaak geprobeerd in te loggen. Probeer het over een kwartier opnieuw.");
    portal.clock.advance(TimeDelta::minutes(15));
    assert_eq!(portal.login_with_passkey(&device).await.status, 200);
}

#[tokio::test]
async fn an_older_session_adds_a_passkey_with_the_password_only() {
    let portal = Portal::with_passkeys().await;
    let jan = portal.login("jan").await;
    portal.clock.advance(TimeDelta::minutes(10));
    let begin =
        async |password: Value| jan.post(&format!("{PATH}/begin"), &json!({"password": password})).await;
    assert_eq!(jan.get(PATH).await.body["password_needed"], true);
    for (password, sentence) in
        [(Value::Null, "Vul je wachtwoord in."), (json!("geen idee"), "Dit is niet je wachtwoord.")]
    {
        let refused = begin(password).await;
        assert_eq!((refused.status, &refused.body["errors"]["password"]), (422, &json!(sentence)));
    }
    assert_eq!(begin(json!(PASSWORD)).await.status, 200);
    let operator = portal.impersonate("jan").await;
    operator.get(PATH).await.fails(403, "Alleen het lid zelf kan passkeys beheren.");
    operator.begin_passkey().await.fails(403, "Alleen het lid zelf kan passkeys beheren.");
}

#[tokio::test]
async fn a_member_has_ten_passkeys_at_most_and_a_key_is_known_once() {
    let portal = Portal::with_passkeys().await;
    let (jan, eva) = (portal.login("jan").await, portal.login("eva").await);
    let begun = jan.begin_passkey().await.body;
    let mut device = Device::new(ORIGIN);
    eva.answer_passkey(&mut device, &begun, "Van Jan").await.fails(422, TOO_LATE);
    assert_eq!(jan.answer_passkey(&mut device, &begun, "Telefoon").await.status, 200);
    jan.answer_passkey(&mut device, &begun, "Nog eens").await.fails(422, TOO_LATE);
    let evas = eva.begin_passkey().await.body;
    eva.answer_passkey(&mut device, &evas, "Van Jan").await.fails(409, "Deze passkey is al toegevoegd.");
    for name in ["", "  ", "a\nb", &"x".repeat(61)] {
        let refused = jan.answer_passkey(&mut Device::new(ORIGIN), &begun, name).await;
        assert_eq!(refused.status, 422, "{name}");
        assert!(refused.body["errors"]["name"].is_string());
    }

    // Twelve challenges at once do not make more than ten.
    let mut challenges = Vec::new();
    for _ in 0..12 {
        challenges.push(jan.begin_passkey().await.body);
    }
    let answers = futures::future::join_all(
        challenges
            .iter()
            .map(async |begun| jan.answer_passkey(&mut Device::new(ORIGIN), begun, "Sleutel").await.status),
    );
    let answers = answers.await;
    assert_eq!(answers.iter().filter(|status| **status == 200).count(), 9, "{answers:?}");
    assert_eq!(jan.passkeys().await.len(), 10);
    jan.begin_passkey().await.fails(409, "Je hebt al tien passkeys. Verwijder er eerst een.");

    let passkey = &jan.passkeys().await[0];
    let path = format!("{PATH}/{}/rename", passkey["id"].as_str().expect("an id"));
    assert_eq!(jan.post(&path, &json!({"name": "Oude telefoon"})).await.status, 200);
    assert_eq!(jan.passkeys().await[0]["name"], "Oude telefoon");
    eva.post(&path, &json!({"name": "Van Eva"})).await.fails(404, "Deze passkey is al verwijderd.");
}

#[tokio::test]
async fn the_last_way_in_cannot_be_removed() {
    let portal = Portal::with_passkeys().await;
    let jan = portal.login("jan").await;
    jan.add_passkey("Telefoon").await;
    jan.add_passkey("Laptop").await;
    // As of a member who was imported without a password.
    sqlx::query("UPDATE members SET has_password = false WHERE email = $1")
        .bind(email("jan"))
        .execute(&portal.pool)
        .await
        .expect("no password");
    let listed = jan.passkeys().await;
    let removals = futures::future::join_all(listed.iter().map(|passkey| jan.remove_passkey(passkey))).await;
    let refused: Vec<&Answer> = removals.iter().filter(|answer| answer.status != 200).collect();
    assert_eq!(refused.len(), 1, "of two removals at once one is refused");
    refused[0].fails(409, "Dit is je laatste manier om in te loggen. Stel eerst een wachtwoord in.");
    let changed =
        jan.post("/api/users/me/password", &json!({"current": PASSWORD, "new": "fairway op zondag"})).await;
    let token = token_of(&changed);
    let jan = Member { portal: &portal, token };
    assert_eq!(
        jan.remove_passkey(&jan.passkeys().await[0]).await.status,
        200,
        "a password is another way in"
    );
}

#[tokio::test]
async fn a_disabled_or_erased_member_cannot_log_in_with_a_passkey() {
    let portal = Portal::with_passkeys().await;
    let device = portal.login("jan").await.add_passkey("Telefoon").await;
    for (sql, status) in [
        ("UPDATE members SET disabled_at = now() WHERE email = $1", 401),
        ("UPDATE members SET disabled_at = NULL WHERE email = $1", 200),
    ] {
        sqlx::query(sql).bind(email("jan")).execute(&portal.pool).await.expect("changed");
        assert_eq!(portal.login_with_passkey(&device).await.status, status, "{sql}");
    }
    sqlx::query("DELETE FROM members WHERE email = $1")
        .bind(email("jan"))
        .execute(&portal.pool)
        .await
        .expect("erased");
    portal.login_with_passkey(&device).await.fails(401, WRONG);
}

#[tokio::test]
async fn an_address_without_a_domain_name_offers_no_passkeys() {
    let config =
        Config::from_lookup(|key| (key == "FAIRWAY_PUBLIC_URL").then(|| "http://127.0.0.1:8080".to_owned()));
    let portal = Portal::start_with(config.expect("a configuration")).await;
    let jan = portal.login("jan").await;
    let list = jan.get(PATH).await.body;
    assert_eq!((&list["available"], &list["address"]), (&json!(false), &json!(null)));
    let sentence = "Op dit adres van het portaal werken passkeys niet.";
    jan.begin_passkey().await.fails(409, sentence);
    portal.open("/api/users/login/passkey/begin", &json!({})).await.fails(409, sentence);
}
