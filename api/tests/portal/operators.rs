//! Operators at their screens: logging in, who may do what, what is recorded, and the questions to the journal.

mod accounts;
mod actions;
mod club_actions;
mod club_day_players;
mod club_day_range;
mod club_days;
mod club_days_board;
mod content;
mod content_files;
mod content_photos;
mod emails;
mod figures;
mod impersonating;
mod log_ins;
mod look_up;
mod mails;
mod member_page;
mod members;
mod notes;
mod own_account;
mod own_passkeys;
mod passkeys;
mod permanent_texts;
mod profiles;
mod refusals;
mod roles;
mod runs;
mod seal;
mod searching;
mod start;
mod tasks;
mod views;
mod withdrawals;

use chrono::{DateTime, Utc};
use fairway_api::config::Config;
use fairway_api::http::router::operator_router;
use fairway_clock::random;
use fairway_members::password::Passwords;
use fairway_operator_accounts::accounts::{ChangedBy, NewOperator, add};
use fairway_store::operators::{self, Role};
use serde_json::{Value, json};
use totp_rs::{Builder, Secret};

use crate::support::{Answer, Portal, email};

/// The password of the operators.
const PASSWORD: &str = "groene-fairway-47";

/// Fails where an answer to a screen names a command of `replay-tool`, or an argument.
fn names_no_command(answer: &Value) {
    let text = answer.to_string();
    for word in ["replay-tool", " --", "\"--", "`--"] {
        assert!(!text.contains(word), "{word} in {answer}");
    }
}

/// An operator who is logged in.
pub(crate) struct Operator<'a> {
    portal: &'a Portal,
    cookie: String,
    form_token: String,
}

impl Operator<'_> {
    pub(crate) async fn get(&self, path: &str) -> Answer {
        Answer::to(self.portal.http.get(self.portal.url(path)).header("cookie", &self.cookie)).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        Answer::to(self.request(path, body)).await
    }

    async fn post_file(&self, path: &str, file: Vec<u8>) -> Answer {
        let request = self.bare(path).header("content-type", "application/octet-stream").body(file);
        Answer::to(request).await
    }

    fn request(&self, path: &str, body: &Value) -> reqwest::RequestBuilder {
        self.bare(path).json(body)
    }

    fn bare(&self, path: &str) -> reqwest::RequestBuilder {
        self.portal
            .http
            .post(self.portal.url(path))
            .header("cookie", &self.cookie)
            .header("origin", &self.portal.base)
            .header("x-csrf-token", &self.form_token)
    }
}

impl Portal {
    /// An operator with a password and without a second factor, as the demonstration has them.
    async fn add_operator(&self, name: &str, roles: &[Role]) {
        let id = random::new_id(self.clock.now());
        let email = format!("{name}@test.example");
        let hash = Passwords::new().expect("argon2").hash(PASSWORD.to_owned()).await.expect("a hash");
        assert!(
            operators::add(&self.pool, id, &email, name, roles, self.clock.now()).await.expect("an account")
        );
        operators::set_first_password(&self.pool, id, &hash).await.expect("a password");
    }

    async fn operator_login(&self, name: &str, code: Option<&str>) -> Answer {
        let body = json!({"email": format!("{name}@test.example"), "password": PASSWORD, "code": code});
        self.operator_post("/operator/api/login", &body).await
    }

    /// Without a session, from the own origin.
    async fn operator_post(&self, path: &str, body: &Value) -> Answer {
        Answer::to(self.http.post(self.url(path)).header("origin", &self.base).json(body)).await
    }

    fn operator_of(&self, answer: &Answer) -> Operator<'_> {
        assert_eq!(answer.status, 200, "{}", answer.body);
        let set = answer.headers["set-cookie"].to_str().expect("text");
        let cookie = set.split(';').next().expect("a cookie").to_owned();
        let form_token = answer.body["csrf_token"].as_str().expect("a token").to_owned();
        Operator { portal: self, cookie, form_token }
    }

    pub(crate) async fn operator(&self, name: &str, roles: &[Role]) -> Operator<'_> {
        self.add_operator(name, roles).await;
        self.operator_of(&self.operator_login(name, None).await)
    }

    /// The id of a member of the data set.
    pub(crate) async fn member_id(&self, name: &str) -> uuid::Uuid {
        sqlx::query_scalar("SELECT id FROM members WHERE email = $1")
            .bind(email(name))
            .fetch_one(&self.pool)
            .await
            .expect("the member")
    }

    /// The set-up link's token of a new operator.
    async fn invite(&self, name: &str, roles: &[Role]) -> String {
        let new = NewOperator {
            email: format!("{name}@test.example"),
            name: name.to_owned(),
            roles: roles.to_vec(),
        };
        add(&self.pool, ChangedBy::CommandLine, new, self.clock.now()).await.expect("an account")
    }
}

/// The code that the authenticator app with this secret shows at an instant.
pub(crate) fn code(secret: &str, at: DateTime<Utc>) -> String {
    let secret = Secret::try_from_base32(secret.replace(' ', "")).expect("base 32");
    let totp = Builder::new().with_secret(secret).build().expect("a secret of 160 bits");
    totp.generate(u64::try_from(at.timestamp()).expect("after 1970")).to_string()
}

/// A configuration with these keys.
fn config(keys: &[(&str, &str)]) -> Config {
    Config::from_lookup(|key| {
        keys.iter().find(|(name, _)| *name == key).map(|(_, value)| (*value).to_owned())
    })
    .expect("a configuration")
}

#[tokio::test]
async fn with_an_address_of_their_own_the_screens_are_nowhere_else() {
    let portal = Portal::start_with(config(&[("FAIRWAY_OPERATOR_LISTEN", "127.0.0.1:0")])).await;
    for path in
        ["/operator", "/operator/", "/operator/members", "/operator/api/session", "/operator/index.html"]
    {
        assert_eq!(portal.get(path).await.status, 404, "{path}");
    }
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let apart = format!("http://{}", listener.local_addr().expect("an address"));
    let (app, router) = (portal.node.app.clone(), operator_router(&portal.node.app));
    tokio::spawn(fairway_api::http::server::serve(
        listener,
        router,
        app.connections.clone(),
        std::future::pending(),
        std::time::Duration::ZERO,
    ));
    let ask = async |path: &str| Answer::to(portal.http.get(format!("{apart}{path}"))).await.status;
    assert_eq!(ask("/operator/api/session").await, 401);
    assert_eq!(ask("/operator").await, 200);
    for path in ["/api/users/me", "/api/openapi.json", "/reservations", "/metrics"] {
        assert_eq!(ask(path).await, 404, "{path}: members are not served there");
    }
    let foreign = portal.http.get(format!("{apart}/operator")).header("host", "evil.example");
    assert_eq!(Answer::to(foreign).await.status, 421, "development answers to loopback names only");
}
