//! The screens of days: the operators', which reads the journal, and the clubs', which reads the read models. Each screen
//! is a session of its own at one node: nobody promises that the screens of two nodes show one after the other.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use fairway_events::{ClubId, MemberId};
use fairway_histories::Call;
use reqwest::header::{COOKIE, ORIGIN, SET_COOKIE};
use reqwest::{Client, StatusCode};
use serde_json::json;
use tokio::sync::watch;
use tokio::time::sleep;
use uuid::Uuid;

use super::random::Random;
use super::recorder::Asking;
use super::session::Shared;
use crate::member::PASSWORD;

/// Who may see a club's players in the operators' screens.
const OPERATOR: &str = "support@fairway.example";
const PAUSE: Duration = Duration::from_millis(400);

/// Who is logged in to a screen.
#[derive(Debug, Clone)]
pub(super) struct Login {
    /// The club whose screen it is; none: the operators'.
    club: Option<ClubId>,
    cookie: String,
}

impl Login {
    pub(super) async fn of_operator(http: &Client, base: &str) -> Result<Self> {
        let cookie = log_in(http, &format!("{base}/operator/api/login"), base, OPERATOR).await?;
        Ok(Self { club: None, cookie })
    }

    /// The desk of a club of the demo data.
    pub(super) async fn of_club(http: &Client, base: &str, club: &ClubId) -> Result<Self> {
        let cookie =
            log_in(http, &format!("{base}/club/api/login"), base, &format!("desk@{club}.example")).await?;
        Ok(Self { club: Some(club.clone()), cookie })
    }
}

/// The cookie of a session.
async fn log_in(http: &Client, url: &str, origin: &str, email: &str) -> Result<String> {
    let body = json!({ "email": email, "password": PASSWORD });
    let answer = http.post(url).header(ORIGIN, origin).json(&body).send().await?;
    let status = answer.status();
    let cookies = answer.headers().get_all(SET_COOKIE).iter().filter_map(|cookie| cookie.to_str().ok());
    let pairs: Vec<String> =
        cookies.filter_map(|cookie| cookie.split(';').next().map(str::to_owned)).collect();
    (status == StatusCode::OK && !pairs.is_empty())
        .then(|| pairs.join("; "))
        .with_context(|| format!("{email} cannot log in: {status}"))
}

/// A screen at one node.
pub(super) struct Screen {
    pub(super) shared: Arc<Shared>,
    pub(super) session: u32,
    pub(super) login: Login,
    pub(super) http: Client,
    pub(super) node: usize,
    pub(super) random: Random,
}

impl Screen {
    /// Reads one day after the other until it is told to stop.
    pub(super) async fn watch(mut self, stop: watch::Receiver<bool>) {
        while !*stop.borrow() {
            self.read().await;
            sleep(PAUSE).await;
        }
    }

    async fn read(&mut self) {
        let shared = Arc::clone(&self.shared);
        let Some((node, base)) = shared.nodes.get(self.node) else { return };
        let club = self.login.club.as_ref().or_else(|| self.random.one_of(&shared.days.clubs));
        let Some((club, date)) = club.zip(self.random.one_of(&shared.days.dates)) else { return };
        let call = Call::ReadDay { club: club.clone(), date: *date, from_journal: self.login.club.is_none() };
        let request = shared.players.request(&self.http, base, &call).header(COOKIE, &self.login.cookie);
        // Nobody of the members.
        let by = MemberId(Uuid::nil());
        let asking = Asking { session: self.session, node: node.clone(), by, key: None };
        shared.recorder.ask(asking, call, request).await;
    }
}
