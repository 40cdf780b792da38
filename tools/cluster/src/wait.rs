//! Waiting for a condition, with a bound and a sentence for when it does not come.

use std::time::Duration;

use anyhow::{Result, bail};
use tokio::time::{Instant, sleep};

/// How often a condition is looked at.
const LOOK: Duration = Duration::from_millis(100);

/// Asks until the answer is something, for `patience` at most. `what` ends the sentence "… did not happen".
///
/// # Errors
/// When it is not in time; the sentence tells for what it was waited.
pub(crate) async fn until<T>(
    what: &str,
    patience: Duration,
    mut ask: impl AsyncFnMut() -> Option<T>,
) -> Result<T> {
    let deadline = Instant::now() + patience;
    loop {
        if let Some(answer) = ask().await {
            return Ok(answer);
        }
        if Instant::now() > deadline {
            bail!("waited {} s in vain: {what}", patience.as_secs());
        }
        sleep(LOOK).await;
    }
}
