//! One attempt at a member's password, for every endpoint that takes one: it waits in the login queue, and counts as a
//! failure by account and by client address before it is checked; a right password removes that failure
//! (docs/security.md, 2 and 46). Every endpoint that checks a password must use this type, or the limits could be
//! bypassed. Its functions fail when the database does not answer.

use axum::extract::FromRequestParts;
use chrono::{DateTime, TimeDelta, Utc};
use fairway_clock::random;
use fairway_endpoint::client_address::Origin;
use fairway_endpoint::disconnect::Disconnect;
use fairway_endpoint::failure::Failure;
use fairway_store::throttle::{self, FailureLimit, LoginFailures};
use uuid::Uuid;

use crate::login_queue::{QueueFull, Turn};
use crate::state::Members;

/// How long failures count.
const WINDOW: TimeDelta = TimeDelta::minutes(15);
/// Failures per account in the window: separately for strangers and for known browsers.
const PER_ACCOUNT: i64 = 10;
/// Failures per client address in the window.
const PER_ADDRESS: i64 = 100;
/// A wrong password whose client disconnected before the response counts this often: a client that does not wait learns
/// nothing and only loads the server.
const ABANDONED: i32 = 5;

/// Where an attempt comes from, and whether its client still waits for the answer.
#[derive(Debug, FromRequestParts)]
pub struct Client {
    origin: Origin,
    disconnect: Disconnect,
}

impl Client {
    /// The unit by which its requests are counted.
    pub(crate) const fn origin(&self) -> Origin {
        self.origin
    }
}

/// An attempt; counts as a failure until `clear_failures`. It holds its turn of the queue until it is dropped.
#[derive(Debug)]
pub struct Attempt<'a> {
    members: &'a Members,
    client: &'a Client,
    account: Vec<u8>,
    address: Vec<u8>,
    id: Uuid,
    at: DateTime<Utc>,
    _turn: Turn,
}

/// Why an attempt does not begin.
#[derive(Debug)]
pub enum NotTried {
    /// 429: too many failed before it.
    Exhausted(Failure),
    /// Too many log in at once, the client hung up, or the database does not answer: it says nothing of the account.
    Busy(Failure),
}

impl From<NotTried> for Failure {
    fn from((NotTried::Exhausted(failure) | NotTried::Busy(failure)): NotTried) -> Self {
        failure
    }
}

impl From<fairway_store::Error> for NotTried {
    fn from(error: fairway_store::Error) -> Self {
        Self::Busy(error.into())
    }
}

impl<'a> Attempt<'a> {
    /// Waits for a turn and counts the attempt. `account` is the key under which the account's failures count.
    ///
    /// # Errors
    /// 429 for a client without attempts left, and when too many log in at once.
    pub async fn begin(members: &'a Members, client: &'a Client, account: Vec<u8>) -> Result<Self, NotTried> {
        let address = client.origin.digest(&members.pseudonyms);
        let per_account = FailureLimit { key: &account, most: PER_ACCOUNT };
        let per_address = FailureLimit { key: &address, most: PER_ADDRESS };
        // A client without attempts left is refused without waiting.
        let now = members.common.clock.now();
        refuse_when_exhausted(
            throttle::login_failures(&members.common.pool, per_account, per_address, now - WINDOW).await?,
            now,
        )?;
        let _turn = tokio::select! {
            // A client that has disconnected takes no turn; nobody reads its response.
            biased;
            () = client.disconnect.happened() => return Err(too_many_log_ins()),
            turn = members.login_queue.turn(client.origin, &account, now) => turn.map_err(|QueueFull| too_many_log_ins())?,
        };
        let (at, id) = (members.common.clock.now(), random::new_id(members.common.clock.now()));
        let before = throttle::count_login_attempt(
            &members.common.pool,
            id,
            per_account,
            per_address,
            at - WINDOW,
            at,
        )
        .await?;
        refuse_when_exhausted(before, at)?;
        Ok(Self { members, client, account, address, id, at, _turn })
    }

    /// When it got its turn.
    pub const fn at(&self) -> DateTime<Utc> {
        self.at
    }

    /// The id of this attempt.
    pub(crate) const fn id(&self) -> Uuid {
        self.id
    }

    /// The password was wrong: the failure remains counted.
    pub async fn failed(self) -> Result<(), Failure> {
        self.members.login_queue.failed(self.client.origin, self.at);
        if self.client.disconnect.has_happened() {
            throttle::count_abandoned_login(&self.members.common.pool, &self.address, ABANDONED - 1, self.at)
                .await?;
        }
        Ok(())
    }

    /// The password was right: removes this failure and the earlier ones of the account.
    pub async fn clear_failures(&self) -> Result<(), Failure> {
        Ok(throttle::clear_login_failures(&self.members.common.pool, self.id, &self.account, &self.address)
            .await?)
    }
}

fn too_many_log_ins() -> NotTried {
    NotTried::Busy(Failure::throttled(
        "Er willen nu te veel mensen tegelijk inloggen. Probeer het zo opnieuw.",
        5,
    ))
}

/// Refuses when the account or the address has no attempts left.
fn refuse_when_exhausted(failures: LoginFailures, now: DateTime<Utc>) -> Result<(), NotTried> {
    let exhausted = [(failures.account, PER_ACCOUNT), (failures.address, PER_ADDRESS)]
        .into_iter()
        .find(|(of, limit)| of.count >= *limit);
    let Some((failures, _)) = exhausted else { return Ok(()) };
    let room_in = failures.room_from.map_or(WINDOW, |oldest| oldest + WINDOW - now);
    // Rounded up: a client that waits exactly that long must not be refused again.
    let seconds = room_in.num_seconds().saturating_add(1);
    tracing::warn!("log-ins are throttled");
    Err(NotTried::Exhausted(Failure::throttled(
        "Te vaak geprobeerd in te loggen. Probeer het over een kwartier opnieuw.",
        u64::try_from(seconds).unwrap_or(1),
    )))
}
