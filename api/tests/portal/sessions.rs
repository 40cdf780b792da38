//! A member's own sessions: seen with their browser and last use, and ended one by one or all at once.

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::support::{Answer, Member, PASSWORD, Portal, email};

const PATH: &str = "/api/users/me/sessions";
const PHONE: &str =
    "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36";
const ENDED: &str = "Dit apparaat is al uitgelogd.";

impl Portal {
    async fn login_in(&self, name: &str, browser: &str) -> Member<'_> {
        let body = json!({
            "grant_type": "password", "client_id": "fairway-webapp", "client_secret": "fairway-webapp-public",
            "username": email(name), "password": PASSWORD,
        });
        let request = self.http.post(self.url("/api/users/login")).header("user-agent", browser).json(&body);
        let token = Answer::to(request).await.body["access_token"].as_str().expect("a token").to_owned();
        Member { portal: self, token }
    }
}

impl Member<'_> {
    async fn sessions(&self) -> Vec<Value> {
        self.get(PATH).await.data().clone()
    }

    async fn end_session(&self, session: &Value) -> Answer {
        let id = session["id"].as_str().expect("an id");
        self.post(&format!("{PATH}/{id}/logout"), &json!({})).await
    }

    pub(crate) async fn is_logged_in(&self) -> bool {
        self.get("/api/users/me").await.status == 200
    }
}

#[tokio::test]
async fn a_member_sees_each_session_with_its_browser_and_its_last_use() {
    let portal = Portal::start().await;
    let phone = portal.login_in("jan", PHONE).await;
    portal.clock.advance(TimeDelta::minutes(10));
    let desk = portal.login_in("jan", &"x".repeat(300)).await;
    portal.login("eva").await;
    let operator = portal.impersonate("jan").await;

    let listed = desk.sessions().await;
    let of = |field: &str| listed.iter().map(|session| session[field].clone()).collect::<Vec<_>>();
    assert_eq!(listed.len(), 3, "Eva's is not among them");
    assert_eq!(
        listed[0]["browser"],
        "x".repeat(200),
        "the first is the one that asks, and no longer than is kept"
    );
    assert_eq!(of("is_current"), [json!(true), json!(false), json!(false)]);
    assert_eq!(of("is_support").iter().filter(|support| **support == json!(true)).count(), 1);
    let phones = listed.iter().find(|session| session["browser"] == PHONE).expect("the phone");
    assert_eq!(
        (&phones["created_at"], &phones["last_seen_at"]),
        (&json!("2026-11-20T10:00:00Z"), &json!("2026-11-20T10:00:00Z"))
    );
    let text = json!(listed).to_string();
    assert!(
        !text.contains(&desk.token)
            && !text.contains(&hex::encode(fairway_clock::random::digest(desk.token.as_bytes())))
    );

    // To the hour: what comes within one writes nothing.
    let mut seen = Vec::new();
    for minutes in [49, 1, 59, 1] {
        portal.clock.advance(TimeDelta::minutes(minutes));
        assert!(phone.is_logged_in().await);
        let mine = phone.sessions().await;
        seen.push(mine[0]["last_seen_at"].as_str().expect("an instant")[11..16].to_owned());
    }
    assert_eq!(seen, ["10:00", "11:00", "11:00", "12:00"]);
    portal.clock.advance(TimeDelta::minutes(1));
    assert!(!operator.is_logged_in().await, "an hour is over");
    assert_eq!(phone.sessions().await.len(), 2, "and so it is not listed");
}

#[tokio::test]
async fn a_session_that_is_ended_is_over_and_no_other_members() {
    let portal = Portal::start().await;
    let (here, there, eva) =
        (portal.login("jan").await, portal.login_in("jan", PHONE).await, portal.login("eva").await);
    let listed = here.sessions().await;
    let phone = listed.iter().find(|session| session["browser"] == PHONE).expect("the phone");

    eva.end_session(phone).await.fails(404, ENDED);
    assert!(there.is_logged_in().await);
    assert_eq!(here.end_session(phone).await.status, 200);
    assert!(!there.is_logged_in().await && here.is_logged_in().await && eva.is_logged_in().await);
    here.end_session(phone).await.fails(404, ENDED);
    here.post(&format!("{PATH}/x/logout"), &json!({})).await.fails(404, ENDED);
    assert_eq!(here.sessions().await.len(), 1);
}

#[tokio::test]
async fn every_other_session_ends_at_once_and_this_one_only_when_asked() {
    let portal = Portal::start().await;
    let (here, there, eva) =
        (portal.login("jan").await, portal.login("jan").await, portal.login("eva").await);
    let operator = portal.impersonate("jan").await;
    let path = format!("{PATH}/logout_everywhere");

    let others = here.post(&path, &json!({"including_this": false})).await;
    assert_eq!((others.status, &others.body["ended"]), (200, &json!(2)), "{}", others.body);
    assert!(here.is_logged_in().await && eva.is_logged_in().await);
    assert!(!there.is_logged_in().await && !operator.is_logged_in().await, "the operator's too");

    let all = here.post(&path, &json!({"including_this": true})).await;
    assert_eq!((all.status, &all.body["ended"]), (200, &json!(1)), "{}", all.body);
    assert!(!here.is_logged_in().await && eva.is_logged_in().await);
}

#[tokio::test]
async fn an_operator_under_the_members_account_sees_and_ends_no_sessions() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let operator = portal.impersonate("jan").await;
    let refusal = "Alleen het lid zelf ziet de ingelogde apparaten.";
    operator.get(PATH).await.fails(403, refusal);
    for session in jan.sessions().await {
        operator.end_session(&session).await.fails(403, refusal);
    }
    let everywhere = json!({"including_this": true});
    operator.post(&format!("{PATH}/logout_everywhere"), &everywhere).await.fails(403, refusal);
    assert!(jan.is_logged_in().await && operator.is_logged_in().await);
}
