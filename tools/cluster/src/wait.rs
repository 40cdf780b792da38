//! Waits for a condition, with a time limit and an error text for when the limit is reached.

use std::time::Duration;

use anyhow::{Result, bail};
use tokio::time::{Instant, sleep};

const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Calls `check` until it returns a value, for `timeout` at most. `what` names the awaited condition in the error.
///
/// # Errors
/// When `timeout` is over before `check` returned a value.
pub(crate) async fn until<T>(
    what: &str,
    timeout: Duration,
    mut check: impl AsyncFnMut() -> Option<T>,
) -> Result<T> {
    let deadline = Instant::now() + timeout;
    loop {
        if let Some(value) = check().await {
            return Ok(value);
        }
        if Instant::now() > deadline {
            bail!("waited {} s without success for {what}", timeout.as_secs());
        }
        sleep(POLL_INTERVAL).await;
    }
}
