//! A simulated member who repeatedly books, reads and cancels, and repeats each request until it is answered. Members
//! are the load during a fault, and record what was acknowledged to them.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use reqwest::{Client, ClientBuilder, RequestBuilder, StatusCode};
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout};

use crate::load_record::{AcknowledgedState, LoadRecord};

/// Shorter than a browser's timeout, since a member would reload the page earlier.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);
/// A request without an answer after this time, with all its repetitions, makes the campaign fail.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(150);
/// Between two attempts, as in the web app.
const RETRY_DELAY: Duration = Duration::from_millis(200);
/// Between two rounds of one member. With this delay the members do not saturate two cores, and the duration of an
/// outage is measured to 0.1 s.
const ROUND_DELAY: Duration = Duration::from_millis(300);
/// A club without a limit on rounds or places, and never closed (demo-data/README.md).
const CLUB: &str = "vechtkolk-ommen";

/// The password of every account of the demo data.
pub(crate) const PASSWORD: &str = "fairway-demo";

/// The number of holes that every pass includes.
const HOLES: u8 = 9;

/// One in this many members leaves in [`Phase::SomeLeave`].
const LEAVING_INTERVAL: usize = 3;

/// The task of all members.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Phase {
    Play,
    /// One in [`LEAVING_INTERVAL`] books once more and then sends no requests; the others continue.
    SomeLeave,
    /// Complete the running round, then wait.
    Pause,
    End,
}

/// A logged-in member.
pub(crate) struct Member {
    pub(crate) email: String,
    base: String,
    http: Client,
    token: String,
    /// The day that this member books on, `YYYY-MM-DD`.
    date: String,
    /// Whether this member leaves in [`Phase::SomeLeave`].
    leaves: bool,
    record: Arc<LoadRecord>,
}

/// Logs a member of the demo data in.
pub(crate) async fn token_of(http: &Client, base: &str, email: &str) -> Result<String> {
    let body = json!({
        "grant_type": "password",
        "client_id": "fairway-webapp",
        "client_secret": "fairway-webapp-public",
        "username": email,
        "password": PASSWORD,
    });
    let answer = http.post(format!("{base}/api/users/login")).json(&body).send().await?;
    let status = answer.status();
    let body: Value = answer.json().await?;
    let token = body["access_token"].as_str();
    Ok(token.with_context(|| format!("{email} cannot log in: {status} {body}"))?.to_owned())
}

impl Member {
    /// Logs in. [`Self::choose_day`] must be called before [`Self::play`].
    pub(crate) async fn log_in(
        http: ClientBuilder,
        base: String,
        email: &str,
        record: Arc<LoadRecord>,
    ) -> Result<Self> {
        let http = http.timeout(REQUEST_TIMEOUT).no_proxy().build()?;
        let token = token_of(&http, &base, email).await?;
        Ok(Self { email: email.to_owned(), base, http, token, date: String::new(), leaves: false, record })
    }

    /// Chooses a day of the booking window on which the member can book, a different one for each `number`; none: the
    /// play rights are used up. The first and the last days are left out, since the day must also be bookable at a node
    /// whose clock is ahead.
    pub(crate) async fn choose_day(mut self, number: usize) -> Result<Option<Self>> {
        let url = self.url("/api/reservations/availability");
        let body = json!({ "holes": HOLES, "players": [self.email], "golfclub": CLUB });
        let (status, answer) = self.send_until_answered(|| self.http.post(&url).json(&body)).await?;
        let days = answer["data"].as_object();
        let days = days.with_context(|| format!("no calendar for {}: {status} {answer}", self.email))?;
        let is_bookable = |day: &Value| day["reservable"] == true && day["bonus_needed"] == false;
        let bookable_days: Vec<&String> =
            days.iter().filter(|(_, day)| is_bookable(day)).map(|(date, _)| date).collect();
        let candidates = bookable_days.get(2..bookable_days.len().saturating_sub(2)).unwrap_or_default();
        Ok(candidates.get(number % candidates.len().max(1)).map(|&day| {
            self.date.clone_from(day);
            self.leaves = number.is_multiple_of(LEAVING_INTERVAL);
            self
        }))
    }

    /// Runs rounds until [`Phase::End`].
    pub(crate) async fn play(&self, mut phase: watch::Receiver<Phase>) -> Result<()> {
        for number in 0_u64.. {
            if *phase.borrow_and_update() == Phase::Pause {
                self.record.record_paused();
                phase.wait_for(|current| *current != Phase::Pause).await?;
                self.record.record_resumed();
            }
            if *phase.borrow() == Phase::End {
                return Ok(());
            }
            self.round(number, &phase).await?;
            if self.has_left(&phase) {
                phase.wait_for(|current| *current != Phase::SomeLeave).await?;
            }
            sleep(ROUND_DELAY).await;
        }
        Ok(())
    }

    fn has_left(&self, phase: &watch::Receiver<Phase>) -> bool {
        self.leaves && *phase.borrow() == Phase::SomeLeave
    }

    /// Books, reads and cancels; a member who has left does not cancel.
    async fn round(&self, number: u64, phase: &watch::Receiver<Phase>) -> Result<()> {
        let key = format!("{}-{}-{number}", self.record.campaign, self.email);
        let Some(id) = self.book(&key).await? else { return Ok(()) };
        self.send_until_answered(|| self.http.get(self.url("/api/reservations"))).await?;
        if self.has_left(phase) {
            return Ok(());
        }
        let cancel = || {
            let request = self.http.post(self.url(&format!("/api/reservations/{id}/cancel")));
            request.header("idempotency-key", format!("{key}-off"))
        };
        let (status, answer) = self.send_until_answered(cancel).await?;
        if status == 200 {
            self.record.record_acknowledged(&self.email, &id, AcknowledgedState::Cancelled);
        } else {
            self.record.record_refusal(format!("cancelling {id} by {}: {status} {answer}", self.email));
        }
        Ok(())
    }

    /// Books the chosen day, and returns the reservation's id; none when it was refused.
    pub(crate) async fn book(&self, key: &str) -> Result<Option<String>> {
        let body = json!({ "holes": HOLES, "golfclub": CLUB, "players": [self.email], "date": self.date });
        let book = || {
            let request = self.http.post(self.url("/api/reservations"));
            request.header("idempotency-key", key).json(&body)
        };
        let (status, booked) = self.send_until_answered(book).await?;
        let Some(id) = booked["reservation_id"].as_str().filter(|_| status == 200) else {
            self.record.record_refusal(format!("booking by {}: {status} {booked}", self.email));
            return Ok(None);
        };
        self.record.record_acknowledged(&self.email, id, AcknowledgedState::Booked);
        Ok(Some(id.to_owned()))
    }

    /// Repeats a request until its answer is neither a failure of the portal nor a request to come back later.
    async fn send_until_answered(&self, request: impl Fn() -> RequestBuilder) -> Result<(StatusCode, Value)> {
        let deadline = Instant::now() + ANSWER_TIMEOUT;
        loop {
            match self.send(request()).await {
                // 409 with Retry-After: the first attempt is still running.
                Some((status, retry_later, _))
                    if status.is_server_error() || status == 429 || retry_later =>
                {
                    if status.is_server_error() {
                        self.record.record_failure(status);
                    }
                }
                Some((status, _, body)) => return Ok((status, body)),
                None => self.record.record_unanswered(),
            }
            if Instant::now() > deadline {
                bail!("{} got no answer in {} s", self.email, ANSWER_TIMEOUT.as_secs());
            }
            sleep(RETRY_DELAY).await;
        }
    }

    async fn send(&self, request: RequestBuilder) -> Option<(StatusCode, bool, Value)> {
        let answer = timeout(REQUEST_TIMEOUT, request.bearer_auth(&self.token).send()).await.ok()?.ok()?;
        let (status, retry_later) = (answer.status(), answer.headers().contains_key("retry-after"));
        let bytes = answer.bytes().await.ok()?;
        let body = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
        Some((status, retry_later, body))
    }

    /// After an intended loss or a failed round: cancels the active reservations of the day, and records the present
    /// states as acknowledged, so that the next round does not report this loss.
    pub(crate) async fn reset(&self) -> Result<()> {
        for (id, _) in self.reservations().await?.iter().filter(|(_, active)| *active) {
            let url = self.url(&format!("/api/reservations/{id}/cancel"));
            self.send_until_answered(|| self.http.post(&url)).await?;
        }
        self.record.replace_acknowledged(&self.email, &self.reservations().await?);
        Ok(())
    }

    /// Every reservation of the member on the chosen day: its id and whether it is active.
    pub(crate) async fn reservations(&self) -> Result<Vec<(String, bool)>> {
        let mut reservations = Vec::new();
        for path in ["/api/reservations", "/api/reservations/history"] {
            let (status, list) = self.send_until_answered(|| self.http.get(self.url(path))).await?;
            let rows = list["data"].as_array().with_context(|| format!("{path} gave {status} {list}"))?;
            for row in rows.iter().filter(|row| row["play_date"] == self.date.as_str()) {
                let id = row["reservation_id"].as_str().context("a reservation without an id")?;
                reservations.push((id.to_owned(), row["status"] == "actief"));
            }
        }
        Ok(reservations)
    }

    /// How many answers had a status of 500 or more, and how many requests had none.
    pub(crate) fn failures(&self) -> (u64, u64) {
        let counts = self.record.counts();
        (counts.status_5xx, counts.unanswered)
    }

    fn url(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }
}
