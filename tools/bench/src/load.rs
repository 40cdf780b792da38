//! Runs the operations of one round by a number of concurrent callers. Each caller starts its next operation when its
//! previous one has completed.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use serde::{Deserialize, Serialize};
use tokio::task::JoinSet;

use crate::cpu;

/// The measurements of one round.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Round {
    /// Number of operations. All of them succeeded.
    pub(crate) operations: u64,
    /// From the start of the first operation to the end of the last one.
    pub(crate) seconds: f64,
    /// The median latency, ms.
    pub(crate) p50_ms: f64,
    /// The 99th percentile of the latency, ms.
    pub(crate) p99_ms: f64,
    /// Processor time of all processes that took part, µs. [`drive`] counts its own process; its caller adds the
    /// others.
    pub(crate) cpu_us: f64,
}

impl Round {
    /// Operations per second.
    pub(crate) fn rate(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "a rate")]
        let operations = self.operations as f64;
        operations / self.seconds
    }
}

/// Runs operations `0..total` by `callers` concurrent callers; `operation(caller, n)` must succeed. A caller runs one
/// operation at a time, so it may own a connection.
pub(crate) async fn drive<F, O>(callers: u64, total: u64, operation: F) -> Result<Round>
where
    F: Fn(u64, u64) -> O + Send + Sync + 'static,
    O: Future<Output = Result<()>> + Send,
{
    let operation = Arc::new(operation);
    let next = Arc::new(AtomicU64::new(0));
    let mut running = JoinSet::new();
    let (start, cpu_before) = (Instant::now(), cpu::own());
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
    let (seconds, cpu) = (start.elapsed().as_secs_f64(), cpu::own().saturating_sub(cpu_before));
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
pub(crate) fn quantile(sorted: &[Duration], fraction: f64) -> f64 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "an index"
    )]
    let index = (fraction * sorted.len().saturating_sub(1) as f64).round() as usize;
    sorted.get(index).copied().unwrap_or_default().as_secs_f64() * 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quantile_is_one_of_the_measured_latencies() {
        let latencies: Vec<Duration> = (1..=101).map(Duration::from_millis).collect();
        assert_eq!((quantile(&latencies, 0.5), quantile(&latencies, 0.99)), (51.0, 100.0));
        assert_eq!(quantile(&[], 0.5), 0.0);
    }

    #[tokio::test]
    async fn every_operation_runs_once_and_a_failure_ends_the_round() {
        let sum = Arc::new(AtomicU64::new(0));
        let counter = Arc::clone(&sum);
        let round = drive(3, 10, move |_, number| {
            counter.fetch_add(number, Ordering::Relaxed);
            async { Ok(()) }
        });
        assert_eq!((round.await.unwrap().operations, sum.load(Ordering::Relaxed)), (10, 45));
        let failing = drive(3, 10, |_, number| async move {
            anyhow::ensure!(number < 5);
            Ok(())
        });
        assert!(failing.await.is_err());
    }
}
