//! People and devices of clubs, at the clubs' screens.

use fairway_clock::random;
use fairway_events::ClubId;
use fairway_members::password::Passwords;
use fairway_store::club_accounts::{self, ClubRole, NewAccount};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::{Answer, Portal};

/// The password of people at clubs.
pub(crate) const PASSWORD: &str = "groene-fairway-47";

/// Somebody at a club who is logged in, or a device.
pub(crate) struct AtClub<'a> {
    portal: &'a Portal,
    pub(crate) cookie: String,
    pub(crate) form_token: String,
}

impl AtClub<'_> {
    pub(crate) async fn get(&self, path: &str) -> Answer {
        Answer::to(self.portal.http.get(self.portal.url(path)).header("cookie", &self.cookie)).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        Answer::to(self.request(path).json(body)).await
    }

    pub(crate) fn request(&self, path: &str) -> reqwest::RequestBuilder {
        self.portal
            .http
            .post(self.portal.url(path))
            .header("cookie", &self.cookie)
            .header("origin", &self.portal.base)
            .header("x-csrf-token", &self.form_token)
    }
}

impl Portal {
    /// Somebody at a club with a session, which no log-in began.
    pub(crate) async fn at_club(&self, club: &str, name: &str, role: ClubRole) -> AtClub<'_> {
        let account = self.add_to_club(club, name, role).await;
        let token = random::new_token();
        sqlx::query(
            "INSERT INTO club_sessions (id, token_hash, account_id, browser, created_at, last_used_at, expires_at)
             VALUES ($1, $2, $3, '', $4, $4, $4 + interval '30 days')",
        )
        .bind(random::id())
        .bind(random::digest(token.as_bytes()))
        .bind(account)
        .bind(self.clock.now())
        .execute(&self.pool)
        .await
        .expect("a session");
        self.at_club_with(&token).await
    }

    /// A paired device.
    pub(crate) async fn club_device(&self, club: &str, name: &str) -> AtClub<'_> {
        let token = random::new_token();
        sqlx::query(
            "INSERT INTO club_devices (id, club_id, name, token_hash, paired_at, paired_by, last_seen_at)
             VALUES ($1, $2, $3, $4, $5, 'Mia', $5)",
        )
        .bind(random::id())
        .bind(club)
        .bind(name)
        .bind(random::digest(token.as_bytes()))
        .bind(self.clock.now())
        .execute(&self.pool)
        .await
        .expect("a device");
        self.at_club_with(&token).await
    }

    async fn at_club_with(&self, token: &str) -> AtClub<'_> {
        let cookie = format!("__Host-fairway_club={token}");
        let mut at_club = AtClub { portal: self, cookie, form_token: String::new() };
        let session = at_club.get("/club/api/session").await;
        at_club.form_token = session.body["csrf_token"].as_str().expect("a form token").to_owned();
        at_club
    }

    /// Whoever an answer logs in.
    pub(crate) fn at_club_of(&self, answer: &Answer) -> AtClub<'_> {
        assert_eq!(answer.status, 200, "{}", answer.body);
        let set = answer.headers["set-cookie"].to_str().expect("text");
        let cookie = set.split(';').next().expect("a cookie").to_owned();
        let form_token = answer.body["csrf_token"].as_str().expect("a token").to_owned();
        AtClub { portal: self, cookie, form_token }
    }

    /// With a password and without a second factor, as the demonstration has them.
    pub(crate) async fn add_to_club(&self, club: &str, name: &str, role: ClubRole) -> Uuid {
        let (id, at, club) = (random::new_id(self.clock.now()), self.clock.now(), ClubId::from(club));
        let hash = Passwords::new().expect("argon2").hash(PASSWORD.to_owned()).await.expect("a hash");
        let email = format!("{name}@club.example");
        let new = NewAccount { id, club: &club, email: &email, name, role, at };
        assert!(club_accounts::add(&self.pool, &new).await.expect("an account"));
        club_accounts::set_first_password(&self.pool, id, &hash).await.expect("a password");
        id
    }

    pub(crate) async fn club_login(&self, name: &str, code: Option<&str>) -> Answer {
        let body = json!({"email": format!("{name}@club.example"), "password": PASSWORD, "code": code});
        self.club_post("/club/api/login", &body).await
    }

    /// Without a session, from the own origin.
    pub(crate) async fn club_post(&self, path: &str, body: &Value) -> Answer {
        Answer::to(self.http.post(self.url(path)).header("origin", &self.base).json(body)).await
    }
}
