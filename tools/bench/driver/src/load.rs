//! Drives a case: so many callers, each sending its next operation when the last is answered.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use serde::{Deserialize, Serialize};
use tokio::task::JoinSet;

use crate::cpu;

/// What one round measured.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Round {
    /// Operations, each of which succeeded.
    pub operations: u64,
    /// From the first to the last.
    pub seconds: f64,
    /// The median latency, ms.
    pub p50_ms: f64,
    /// The latency that one in a hundred exceeds, ms.
    pub p99_ms: f64,
    /// Processor time of everything that took part, µs. A driver counts its own process; who started it adds the rest.
    pub cpu_us: f64,
}

impl Round {
    /// Operations per second.
    #[must_use]
    pub fn rate(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "a rate")]
        let operations = self.operations as f64;
        operations / self.seconds
    }
}

/// Runs operations `0..total` by `callers` at once; `operation(caller, n)` must succeed. An operation's caller runs one
/// at a time, so that it may own a connection.
///
/// # Errors
/// The first failure of an operation.
pub async fn drive<F, O>(callers: u64, total: u64, operation: F) -> Result<Round>
where
    F: Fn(u64, u64) -> O + Send + Sync + 'static,
    O: Future<Output = Result<()>> + Send,
{
    let operation = Arc::new(operation);
    let next = Arc::new(AtomicU64::new(0));
    let mut running = JoinSet::new();
    let (start, used) = (Instant::now(), cpu::own());
    for caller in 0..callers {
        let (operation, next) = (Arc::clone(&operation), Arc::clone(&next));
        running.spawn(async move {
            let mut latencies = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= total {
                    return Ok::<_, anyhow::Error>(latencies);
                }
                let sent = Instant::now();
                operation(caller, number).await?;
                latencies.push(sent.elapsed());
            }
        });
    }
    let mut latencies = Vec::new();
    while let Some(caller) = running.join_next().await {
        latencies.extend(caller??);
    }
    let (seconds, cpu) = (start.elapsed().as_secs_f64(), cpu::own().saturating_sub(used));
    latencies.sort_unstable();
    Ok(Round {
        operations: total,
        seconds,
        p50_ms: quantile(&latencies, 0.5),
        p99_ms: quantile(&latencies, 0.99),
        cpu_us: cpu.as_secs_f64() * 1e6,
    })
}

/// A quantile of sorted latencies, ms.
fn quantile(sorted: &[Duration], share: f64) -> f64 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "an index"
    )]
    let index = (share * sorted.len().saturating_sub(1) as f64).round() as usize;
    sorted.get(index).copied().unwrap_or_default().as_secs_f64() * 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_taken_from_what_was_measured() {
        let latencies: Vec<Duration> = (1..=101).map(Duration::from_millis).collect();
        assert_eq!((quantile(&latencies, 0.5), quantile(&latencies, 0.99)), (51.0, 100.0));
        assert_eq!(quantile(&[], 0.5), 0.0);
    }

    #[tokio::test]
    async fn every_operation_runs_once_and_a_failure_ends_the_round() {
        let seen = Arc::new(AtomicU64::new(0));
        let counter = Arc::clone(&seen);
        let round = drive(3, 10, move |_, number| {
            counter.fetch_add(number, Ordering::Relaxed);
            async { Ok(()) }
        });
        assert_eq!((round.await.unwrap().operations, seen.load(Ordering::Relaxed)), (10, 45));
        let failing = drive(3, 10, |_, number| async move {
            anyhow::ensure!(number < 5);
            Ok(())
        });
        assert!(failing.await.is_err());
    }
}
