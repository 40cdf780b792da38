//! The measured figures. They are printed, and stored as JSON in `target/bench/latest.json`, so that a later run of one
//! bench keeps the figures of the other benches.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::load::{Round, quantile};

/// The figures of one case.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Row {
    pub(crate) name: String,
    /// The values' unit: `bookings/s`, `ms`, `MiB`.
    pub(crate) unit: String,
    /// One value per round.
    pub(crate) values: Vec<f64>,
    pub(crate) p50_ms: Option<f64>,
    pub(crate) p99_ms: Option<f64>,
    /// Processor time per operation, of the bench, the portal and PostgreSQL together.
    pub(crate) cpu_us: Option<f64>,
    /// The bottleneck of this case.
    pub(crate) bound: String,
}

impl Row {
    pub(crate) fn of_rounds(name: impl Into<String>, unit: &str, rounds: &[Round], bound: &str) -> Self {
        let if_measured = |value: f64| (value > 0.0).then_some(value);
        #[expect(clippy::cast_precision_loss, reason = "a mean")]
        let operations = rounds.iter().map(|round| round.operations).sum::<u64>() as f64;
        let cpu: f64 = rounds.iter().map(|round| round.cpu_us).sum();
        Self {
            name: name.into(),
            unit: unit.to_owned(),
            values: rounds.iter().map(Round::rate).collect(),
            p50_ms: if_measured(median(rounds.iter().map(|round| round.p50_ms))),
            p99_ms: if_measured(median(rounds.iter().map(|round| round.p99_ms))),
            cpu_us: if_measured(cpu / operations),
            bound: bound.to_owned(),
        }
    }

    pub(crate) fn of_values(name: impl Into<String>, unit: &str, values: Vec<f64>, bound: &str) -> Self {
        Self {
            name: name.into(),
            unit: unit.to_owned(),
            values,
            p50_ms: None,
            p99_ms: None,
            cpu_us: None,
            bound: bound.to_owned(),
        }
    }

    /// The 95th percentile of each round's sorted latencies; p50 and p99 are medians of the rounds.
    pub(crate) fn of_latencies(name: &str, rounds: &[Vec<Duration>], bound: &str) -> Self {
        let quantiles = |fraction: f64| rounds.iter().map(move |latencies| quantile(latencies, fraction));
        Self {
            p50_ms: Some(median(quantiles(0.5))),
            p99_ms: Some(median(quantiles(0.99))),
            ..Self::of_values(format!("{name}, p95"), "ms", quantiles(0.95).collect(), bound)
        }
    }

    pub(crate) fn median(&self) -> f64 {
        median(self.values.iter().copied())
    }

    /// The columns of a table: median, minimum, maximum, p50, p99 and processor time. The last three may be empty.
    pub(crate) fn cells(&self) -> [String; 6] {
        let (low, high) = self
            .values
            .iter()
            .fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(*value), high.max(*value)));
        let optional = |value: Option<f64>| value.map_or_else(String::new, show);
        [
            show(self.median()),
            show(low),
            show(high),
            optional(self.p50_ms),
            optional(self.p99_ms),
            optional(self.cpu_us),
        ]
    }
}

/// Cases that were measured together in interleaved rounds.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Table {
    pub(crate) bench: String,
    pub(crate) title: String,
    /// The machine, and PostgreSQL's version and settings.
    pub(crate) machine: String,
    pub(crate) rows: Vec<Row>,
}

impl Table {
    pub(crate) fn print(&self) {
        println!("\n{} ({})", self.title, self.machine);
        println!(
            "{:<46} {:>10} {:>10} {:>10} {:<11} {:>8} {:>8} {:>8}",
            "", "median", "min", "max", "", "p50 ms", "p99 ms", "CPU µs"
        );
        for row in &self.rows {
            let [median, low, high, p50, p99, cpu] = row.cells();
            println!(
                "{:<46} {median:>10} {low:>10} {high:>10} {:<11} {p50:>8} {p99:>8} {cpu:>8}",
                row.name, row.unit
            );
        }
    }
}

/// The figures of all benches.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Report {
    pub(crate) tables: Vec<Table>,
}

impl Report {
    fn path() -> PathBuf {
        let folder =
            std::env::var_os("FAIRWAY_BENCH_OUT").map_or_else(|| "target/bench".into(), PathBuf::from);
        folder.join("latest.json")
    }

    pub(crate) fn load() -> Result<Self> {
        let path = Self::path();
        let text =
            std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        serde_json::from_str(&text).with_context(|| format!("{} is not a report", path.display()))
    }

    pub(crate) fn save(&self) -> Result<()> {
        let path = Self::path();
        std::fs::create_dir_all(path.parent().context("no folder")?)?;
        std::fs::write(&path, serde_json::to_string_pretty(self)?)
            .with_context(|| format!("cannot write {}", path.display()))
    }

    /// Removes the tables of an earlier run of this bench.
    pub(crate) fn remove_tables_of(&mut self, bench: &str) {
        self.tables.retain(|table| table.bench != bench);
    }

    pub(crate) fn add(&mut self, table: Table) {
        table.print();
        self.tables.push(table);
    }

    pub(crate) fn row(&self, bench: &str, name: &str) -> Option<&Row> {
        let mut rows = self.tables.iter().filter(|table| table.bench == bench).flat_map(|table| &table.rows);
        rows.find(|row| row.name == name)
    }
}

pub(crate) fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

/// A figure with three significant digits and with groups of thousands.
pub(crate) fn show(value: f64) -> String {
    match value.abs() {
        large if large >= 100.0 => {
            let mut digits = format!("{value:.0}");
            let mut index = digits.len();
            while index > 3 {
                index -= 3;
                digits.insert(index, ' ');
            }
            digits.trim_start().to_owned()
        }
        middle if middle >= 10.0 => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_three_significant_digits() {
        assert_eq!(
            [0.456, 12.34, 123.4, 1_234.0, 1_234_567.0].map(show),
            ["0.46", "12.3", "123", "1 234", "1 234 567"]
        );
    }

    #[test]
    fn a_row_has_the_medians_and_totals_of_its_rounds() {
        let round =
            |seconds: f64| Round { operations: 100, seconds, p50_ms: 2.0, p99_ms: 0.0, cpu_us: 400.0 };
        let row = Row::of_rounds("case", "x/s", &[round(1.0), round(4.0), round(2.0)], "");
        assert_eq!((row.median(), row.p50_ms, row.p99_ms, row.cpu_us), (50.0, Some(2.0), None, Some(4.0)));
    }

    #[test]
    fn a_bench_that_runs_again_replaces_only_its_own_figures() {
        let table = |bench: &str| Table {
            bench: bench.to_owned(),
            title: String::new(),
            machine: String::new(),
            rows: vec![Row::of_values("row", "ms", vec![1.0], "")],
        };
        let mut report = Report { tables: vec![table("web"), table("http")] };
        report.remove_tables_of("http");
        assert!(report.row("http", "row").is_none() && report.row("web", "row").is_some());
    }
}
