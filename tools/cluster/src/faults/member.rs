//! A member who books, looks, and cancels, again and again, and insists on an answer: the load under which a fault is
//! tried, and the witness of what was promised.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use reqwest::{Client, RequestBuilder, StatusCode};
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout};

use super::promises::{Promise, Promises};

/// A browser waits longer, a member does not.
const ONE_ANSWER: Duration = Duration::from_secs(20);
/// However long an outage lasts, whoever has waited this long was not answered.
const INSISTENCE: Duration = Duration::from_secs(150);
/// Between two tries, as the web app waits.
const PAUSE: Duration = Duration::from_millis(200);
/// Between two rounds of one member: so many members do not saturate two cores, and an outage is seen to 0.1 s.
const REST: Duration = Duration::from_millis(300);
/// No limit on rounds or places, never closed (demo-data/README.md).
const CLUB: &str = "vechtkolk-ommen";

/// Every pass is good for so many.
const HOLES: u8 = 9;

/// One in so many leaves when some are to.
const WHO_LEAVES: usize = 3;

/// What the members are to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    Play,
    /// One in [`WHO_LEAVES`] books once more and goes away with that; the others play on.
    SomeLeave,
    /// Finish what was begun, then wait.
    Pause,
    End,
}

/// A logged-in member.
pub(super) struct Member {
    pub(super) email: String,
    base: String,
    http: Client,
    token: String,
    /// The day that this member books, `YYYY-MM-DD`.
    date: String,
    /// Whether this is one of those who leave when some are to.
    leaves: bool,
    promises: Arc<Promises>,
}

impl Member {
    /// Logs in; [`Self::choose_day`] makes it a member who can play.
    pub(super) async fn log_in(base: String, email: &str, promises: Arc<Promises>) -> Result<Self> {
        let http = Client::builder().timeout(ONE_ANSWER).no_proxy().build()?;
        let body = json!({
            "grant_type": "password",
            "client_id": "fairway-webapp",
            "client_secret": "fairway-webapp-public",
            "username": email,
            "password": "fairway-demo",
        });
        let answer = http.post(format!("{base}/api/users/login")).json(&body).send().await?;
        let status = answer.status();
        let body: Value = answer.json().await?;
        let token = body["access_token"].as_str();
        let token = token.with_context(|| format!("{email} cannot log in: {status} {body}"))?.to_owned();
        Ok(Self { email: email.to_owned(), base, http, token, date: String::new(), leaves: false, promises })
    }

    /// Takes a day of the booking window on which the member can play, another for each `number`; none: the member's
    /// rights are used up. Neither the first days nor the last: a node whose clock is ahead must find it bookable too.
    pub(super) async fn choose_day(mut self, number: usize) -> Result<Option<Self>> {
        let url = self.url("/api/reservations/availability");
        let body = json!({ "holes": HOLES, "players": [self.email], "golfclub": CLUB });
        let (status, answer) = self.insist(|| self.http.post(&url).json(&body)).await?;
        let days = answer["data"].as_object();
        let days = days.with_context(|| format!("no calendar for {}: {status} {answer}", self.email))?;
        let offers = |day: &Value| day["reservable"] == true && day["bonus_needed"] == false;
        let free: Vec<&String> = days.iter().filter(|(_, day)| offers(day)).map(|(date, _)| date).collect();
        let chosen = free.get(2..free.len().saturating_sub(2)).unwrap_or_default();
        Ok(chosen.get(number % chosen.len().max(1)).map(|&day| {
            self.date.clone_from(day);
            self.leaves = number.is_multiple_of(WHO_LEAVES);
            self
        }))
    }

    /// Plays until the phase says that it ends.
    pub(super) async fn play(&self, mut phase: watch::Receiver<Phase>) -> Result<()> {
        for number in 0_u64.. {
            if *phase.borrow_and_update() == Phase::Pause {
                self.promises.rests();
                phase.wait_for(|word| *word != Phase::Pause).await?;
                self.promises.plays();
            }
            if *phase.borrow() == Phase::End {
                return Ok(());
            }
            self.round(number, &phase).await?;
            if self.has_left(&phase) {
                phase.wait_for(|word| *word != Phase::SomeLeave).await?;
            }
            sleep(REST).await;
        }
        Ok(())
    }

    fn has_left(&self, phase: &watch::Receiver<Phase>) -> bool {
        self.leaves && *phase.borrow() == Phase::SomeLeave
    }

    /// Books, looks, cancels; who has left does not cancel.
    async fn round(&self, number: u64, phase: &watch::Receiver<Phase>) -> Result<()> {
        let body = json!({ "holes": HOLES, "golfclub": CLUB, "players": [self.email], "date": self.date });
        let key = format!("{}-{}-{number}", self.promises.campaign, self.email);
        let book = || {
            let request = self.http.post(self.url("/api/reservations"));
            request.header("idempotency-key", &key).json(&body)
        };
        let (status, booked) = self.insist(book).await?;
        let Some(id) = booked["reservation_id"].as_str().filter(|_| status == 200) else {
            self.promises.refused(format!("booking by {}: {status} {booked}", self.email));
            return Ok(());
        };
        self.promises.acknowledged(&self.email, id, Promise::Booked);
        self.insist(|| self.http.get(self.url("/api/reservations"))).await?;
        if self.has_left(phase) {
            return Ok(());
        }
        let cancel = || {
            let request = self.http.post(self.url(&format!("/api/reservations/{id}/cancel")));
            request.header("idempotency-key", format!("{key}-off"))
        };
        let (status, answer) = self.insist(cancel).await?;
        if status == 200 {
            self.promises.acknowledged(&self.email, id, Promise::Cancelled);
        } else {
            self.promises.refused(format!("cancelling {id} by {}: {status} {answer}", self.email));
        }
        Ok(())
    }

    /// Asks again and again until there is an answer that is not a failure of the portal's.
    async fn insist(&self, request: impl Fn() -> RequestBuilder) -> Result<(StatusCode, Value)> {
        let deadline = Instant::now() + INSISTENCE;
        loop {
            match self.ask(request()).await {
                // 409 with a time to come back: the first try still runs.
                Some((status, again, _)) if status.is_server_error() || status == 429 || again => {
                    if status.is_server_error() {
                        self.promises.failed(status);
                    }
                }
                Some((status, _, body)) => return Ok((status, body)),
                None => self.promises.unanswered(),
            }
            if Instant::now() > deadline {
                bail!("{} got no answer in {} s", self.email, INSISTENCE.as_secs());
            }
            sleep(PAUSE).await;
        }
    }

    async fn ask(&self, request: RequestBuilder) -> Option<(StatusCode, bool, Value)> {
        let answer = timeout(ONE_ANSWER, request.bearer_auth(&self.token).send()).await.ok()?.ok()?;
        let (status, again) = (answer.status(), answer.headers().contains_key("retry-after"));
        let bytes = answer.bytes().await.ok()?;
        let body = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
        Some((status, again, body))
    }

    /// Cancels what is active on the day and takes the rest as it is, after a loss that was meant to happen.
    pub(super) async fn begin_anew(&self) -> Result<()> {
        for (id, _) in self.reservations().await?.iter().filter(|(_, active)| *active) {
            let url = self.url(&format!("/api/reservations/{id}/cancel"));
            self.insist(|| self.http.post(&url)).await?;
        }
        self.promises.believe(&self.email, &self.reservations().await?);
        Ok(())
    }

    /// Every reservation of the member on the day that is booked here: id and whether it is active.
    pub(super) async fn reservations(&self) -> Result<Vec<(String, bool)>> {
        let mut found = Vec::new();
        for path in ["/api/reservations", "/api/reservations/history"] {
            let (status, list) = self.insist(|| self.http.get(self.url(path))).await?;
            let rows = list["data"].as_array().with_context(|| format!("{path} gave {status} {list}"))?;
            for row in rows.iter().filter(|row| row["play_date"] == self.date.as_str()) {
                let id = row["reservation_id"].as_str().context("a reservation without an id")?;
                found.push((id.to_owned(), row["status"] == "actief"));
            }
        }
        Ok(found)
    }

    fn url(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }
}
