//! One try at a member's password, wherever it is asked for: counted as a failure before it is checked, by account
//! and by client address, in its turn of the queue; a right one takes that back (docs/security.md, 2 and 46). Whoever
//! asks for a password tries it through here, or it could be guessed beside the limits.

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use crate::app::App;
use crate::http::client_address::Origin;
use crate::http::failure::Failure;
use crate::http::hang_up::HangUp;
use crate::http::login_queue::{QueueFull, Turn};
use crate::random;
use crate::store::throttle::{self, Failures};

/// Failures count for so long.
const WINDOW: TimeDelta = TimeDelta::minutes(15);
/// Failures per account in the window: of strangers together, and of the browsers it was logged in from before.
const PER_ACCOUNT: i64 = 10;
/// Failures per client address in the window.
const PER_ADDRESS: i64 = 100;
/// A wrong password whose client did not wait for the answer counts for so many: who waits learns, who does not only
/// keeps the server busy.
const ABANDONED: i32 = 5;

/// A try that counts as a failure until it is forgiven. It has its turn to hash for as long as it lives.
#[derive(Debug)]
pub(super) struct Attempt<'a> {
    app: &'a App,
    hang_up: &'a HangUp,
    origin: Origin,
    account: Vec<u8>,
    address: Vec<u8>,
    id: Uuid,
    at: DateTime<Utc>,
    _turn: Turn,
}

impl<'a> Attempt<'a> {
    /// Waits for a turn and counts the try. `account` is the key under which the account's failures count.
    ///
    /// # Errors
    /// 429 for who has no more tries, and when too many try at once.
    pub(super) async fn begin(
        app: &'a App,
        origin: Origin,
        hang_up: &'a HangUp,
        account: Vec<u8>,
    ) -> Result<Self, Failure> {
        let address = origin.digest();
        let limits = ((account.as_slice(), PER_ACCOUNT), (address.as_slice(), PER_ADDRESS));
        // A client without tries left is refused without waiting.
        let now = app.clock.now();
        refuse_when_exhausted(
            throttle::login_failures(&app.pool, limits.0, limits.1, now - WINDOW).await?,
            now,
        )?;
        let _turn = tokio::select! {
            // Whoever has gone by now takes no turn; nobody reads what is answered.
            biased;
            () = hang_up.comes() => return Err(crowded()),
            turn = app.login_queue.turn(origin, &account, now) => turn.map_err(|QueueFull| crowded())?,
        };
        let (at, id) = (app.clock.now(), random::new_id(app.clock.now()));
        let before =
            throttle::count_login_attempt(&app.pool, id, limits.0, limits.1, at - WINDOW, at).await?;
        refuse_when_exhausted(before, at)?;
        Ok(Self { app, hang_up, origin, account, address, id, at, _turn })
    }

    /// When it had its turn.
    pub(super) const fn at(&self) -> DateTime<Utc> {
        self.at
    }

    /// Its own id, of no other try.
    pub(super) const fn id(&self) -> Uuid {
        self.id
    }

    /// The password was wrong: the failure stands.
    ///
    /// # Errors
    /// When the database does not answer.
    pub(super) async fn failed(self) -> Result<(), Failure> {
        self.app.login_queue.failed(self.origin, self.at);
        if self.hang_up.has_come() {
            throttle::count_abandoned_login(&self.app.pool, &self.address, ABANDONED - 1, self.at).await?;
        }
        Ok(())
    }

    /// The password was right: the failure is taken back, and those of the account with it.
    ///
    /// # Errors
    /// When the database does not answer.
    pub(super) async fn clear_failures(&self) -> Result<(), Failure> {
        Ok(throttle::clear_login_failures(&self.app.pool, self.id, &self.account, &self.address).await?)
    }
}

fn crowded() -> Failure {
    Failure::throttled("Er willen nu te veel mensen tegelijk inloggen. Probeer het zo opnieuw.", 5)
}

/// Refuses when the account or the address has no more tries.
fn refuse_when_exhausted(
    (account, address): (Failures, Failures),
    now: DateTime<Utc>,
) -> Result<(), Failure> {
    let exhausted =
        [(account, PER_ACCOUNT), (address, PER_ADDRESS)].into_iter().find(|(of, limit)| of.count >= *limit);
    let Some((failures, _)) = exhausted else { return Ok(()) };
    let room_in = failures.room_from.map_or(WINDOW, |oldest| oldest + WINDOW - now);
    // Rounded up: a client that waits exactly that long must not be refused again.
    let seconds = room_in.num_seconds().saturating_add(1);
    tracing::warn!("log-ins are throttled");
    Err(Failure::throttled(
        "Te vaak geprobeerd in te loggen. Probeer het over een kwartier opnieuw.",
        u64::try_from(seconds).unwrap_or(1),
    ))
}
