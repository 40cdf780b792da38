//! Prints measured rounds as a table.

use std::time::Duration;

use crate::load::Round;

/// One row: a case and its rounds.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) rounds: Vec<Round>,
}

impl Row {
    /// The median rate over the rounds.
    pub(crate) fn rate(&self) -> f64 {
        let mut rates: Vec<f64> = self.rounds.iter().map(|round| round.rate).collect();
        rates.sort_by(f64::total_cmp);
        rates.get(rates.len() / 2).copied().unwrap_or_default()
    }

    fn quantile(&self, share: f64) -> Duration {
        let mut values: Vec<Duration> = self.rounds.iter().map(|round| round.quantile(share)).collect();
        values.sort_unstable();
        values.get(values.len() / 2).copied().unwrap_or_default()
    }

    pub(crate) fn print(&self) {
        let rates = self.rounds.iter().map(|round| round.rate);
        let (low, high) =
            rates.fold((f64::MAX, 0.0_f64), |(low, high), rate| (low.min(rate), high.max(rate)));
        println!(
            "{:<34} {:>9.0} {:>9.0} {:>9.0} {:>9.2} {:>9.2}",
            self.name,
            self.rate(),
            low,
            high,
            self.quantile(0.5).as_secs_f64() * 1e3,
            self.quantile(0.99).as_secs_f64() * 1e3,
        );
    }
}

pub(crate) fn print_header(title: &str) {
    println!(
        "\n{title}\n{:<34} {:>9} {:>9} {:>9} {:>9} {:>9}",
        "", "median/s", "min/s", "max/s", "p50 ms", "p99 ms"
    );
}
