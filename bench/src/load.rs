//! Drives a case: so many callers, each sending its next operation when the last is answered.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use tokio::task::JoinSet;

/// What one round measured.
#[derive(Debug, Clone)]
pub(crate) struct Round {
    /// Operations per second.
    pub(crate) rate: f64,
    /// Latencies of all operations, sorted.
    latencies: Vec<Duration>,
}

impl Round {
    /// A quantile of the latency, such as 0.99.
    pub(crate) fn quantile(&self, share: f64) -> Duration {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "an index"
        )]
        let index = (share * self.latencies.len().saturating_sub(1) as f64).round() as usize;
        self.latencies.get(index).copied().unwrap_or_default()
    }
}

/// Runs operations `0..total` by `callers` at once; `operation(n)` must succeed.
pub(crate) async fn drive<F, O>(callers: u64, total: u64, operation: F) -> Result<Round>
where
    F: Fn(u64) -> O + Send + Sync + 'static,
    O: Future<Output = Result<()>> + Send,
{
    let operation = Arc::new(operation);
    let next = Arc::new(AtomicU64::new(0));
    let mut running = JoinSet::new();
    let start = Instant::now();
    for _ in 0..callers {
        let (operation, next) = (Arc::clone(&operation), Arc::clone(&next));
        running.spawn(async move {
            let mut latencies = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= total {
                    return Ok::<_, anyhow::Error>(latencies);
                }
                let sent = Instant::now();
                operation(number).await?;
                latencies.push(sent.elapsed());
            }
        });
    }
    let mut latencies = Vec::new();
    while let Some(caller) = running.join_next().await {
        latencies.extend(caller??);
    }
    let elapsed = start.elapsed().as_secs_f64();
    latencies.sort_unstable();
    #[expect(clippy::cast_precision_loss, reason = "a rate")]
    Ok(Round { rate: total as f64 / elapsed, latencies })
}
