//! The performance targets, mostly ratios within one run, and whether they were reached.

use crate::benches::{NOBODY_WAITS, ONE_BACKEND, SOMEBODY_WAITS};
use crate::chart::power;
use crate::report::{Report, show};

/// Why the rate of a bare INSERT is the bound of every append.
const ONE_BACKEND_IS_THE_BOUND: &str = "Every append moves the one row of the head, so one backend at a time \
    appends. The bare INSERT is the least that this backend must do: the same rows, table, indexes and commit, as \
    many bookings a statement as the writer sends, without head, rules or receipts, and each statement is ready \
    when the one before it ends. So no writer that appends through one backend is faster.";

/// A target for one figure.
#[derive(Debug)]
pub(crate) struct Target {
    pub(crate) name: String,
    /// The limit as text, with its unit.
    pub(crate) wanted: String,
    /// None when the benches of this figure did not run.
    pub(crate) found: Option<f64>,
    pub(crate) reached: bool,
    /// Where the limit is a share of a measured bound: why nothing can exceed that bound. Else empty.
    pub(crate) proof: &'static str,
}

impl Target {
    fn at_least(name: &str, limit: f64, unit: &str, found: Option<f64>) -> Self {
        let wanted = format!("at least {} {unit}", show(limit));
        let reached = found.is_some_and(|found| found >= limit);
        Self { name: name.to_owned(), wanted, found, reached, proof: "" }
    }

    fn at_most(name: &str, limit: f64, unit: &str, found: Option<f64>) -> Self {
        let wanted = format!("at most {} {unit}", show(limit));
        let reached = found.is_some_and(|found| found <= limit);
        Self { name: name.to_owned(), wanted, found, reached, proof: "" }
    }

    fn because(self, proof: &'static str) -> Self {
        Self { proof, ..self }
    }

    pub(crate) fn verdict(&self) -> &'static str {
        match (self.found, self.reached) {
            (None, _) => "not measured",
            (Some(_), true) => "yes",
            (Some(_), false) => "no",
        }
    }
}

/// Every target, compared with the report.
pub(crate) fn targets(report: &Report) -> Vec<Target> {
    let value = |bench: &str, name: &str| Some(report.row(bench, name)?.median());
    let percent =
        |bench: &str, one: &str, other: &str| Some(100.0 * value(bench, one)? / value(bench, other)?);
    let p99_to_p50 = |bench: &str, name: &str| {
        let row = report.row(bench, name)?;
        Some(row.p99_ms? / row.p50_ms?)
    };
    let more_ms = |bench: &str, one: &str, other: &str| {
        Some(report.row(bench, one)?.p50_ms? - report.row(bench, other)?.p50_ms?)
    };
    let booking = "booking for four, 64 callers";
    let two_hot = "two nodes, one hot club day, 32 callers each";
    let mut all = vec![
        Target::at_most(
            "a cancellation on a day for which 10,000 groups wait, beyond one for which nobody does",
            2.0,
            "ms",
            more_ms("cancel", SOMEBODY_WAITS, NOBODY_WAITS),
        ),
        Target::at_least(
            "booking for four at 64 callers, against a bare INSERT by one backend",
            75.0,
            "%",
            percent("booking", booking, ONE_BACKEND),
        )
        .because(ONE_BACKEND_IS_THE_BOUND),
        Target::at_least(
            "hot club day at 64 callers, against spread",
            90.0,
            "%",
            percent("hot", "one hot club day, 64 callers", "spread over clubs and days, 64 callers"),
        ),
        Target::at_most(
            "p99 against p50 of a booking at 64 callers",
            3.0,
            "×",
            p99_to_p50("booking", booking),
        ),
        Target::at_least(
            "two nodes, spread, against one node with as many callers",
            85.0,
            "%",
            percent("nodes", "two nodes, spread, 32 callers each", "one node, spread, 64 callers"),
        ),
        Target::at_least(
            "two nodes on one hot club day, against spread",
            85.0,
            "%",
            percent("nodes", two_hot, "two nodes, spread, 32 callers each"),
        ),
        Target::at_most(
            "p99 against p50 of two nodes on one hot club day",
            5.0,
            "×",
            p99_to_p50("nodes", two_hot),
        ),
        Target::at_least(
            "full rebuild, against the bare parsed stream",
            45.0,
            "%",
            percent("rebuild", "full rebuild", "bare parsed stream"),
        ),
        Target::at_least(
            "booking over HTTP at 32 callers, against the constant POST",
            25.0,
            "%",
            percent("http", "booking for four", "constant answer, POST"),
        ),
        Target::at_least(
            "availability of four over HTTP, against the constant GET",
            45.0,
            "%",
            percent("http", "availability, four players", "constant answer, GET"),
        ),
        Target::at_least(
            "club list of four over HTTP, against the constant GET",
            45.0,
            "%",
            percent("http", "club list, four players", "constant answer, GET"),
        ),
        Target::at_least(
            "player check over HTTP, against the constant GET",
            45.0,
            "%",
            percent("http", "players/check", "constant answer, GET"),
        ),
        Target::at_least(
            "upcoming list over HTTP, against the constant GET",
            75.0,
            "%",
            percent("http", "upcoming list", "constant answer, GET"),
        ),
        Target::at_most(
            "p99.9 of a booking while 1,000 members a second look and 100 book",
            250.0,
            "ms",
            value("rush", "booking for four, p99.9"),
        ),
        Target::at_most("failed requests of that rush", 0.0, "", value("rush", "failed requests")),
        Target::at_most(
            "start to ready on an existing database",
            1_000.0,
            "ms",
            value("footprint", "start to ready, existing database"),
        ),
        Target::at_most("memory at rest", 60.0, "MiB", value("footprint", "memory at rest")),
        Target::at_most(
            "memory under 256 callers",
            200.0,
            "MiB",
            value("footprint", "memory under 256 callers, highest"),
        ),
        Target::at_most(
            "timeline in a journal of 10⁶ events",
            50.0,
            "ms",
            value("growth", &format!("timeline, {} events", power(1_000_000))),
        ),
        Target::at_most(
            "operators: from a search for a name to the member's page, p95",
            200.0,
            "ms",
            value("operators", "search for a name, the member's screen and its timeline, p95"),
        ),
        Target::at_most(
            "operators: a page of a member's timeline, p95",
            50.0,
            "ms",
            value("operators", "timeline of a member, p95"),
        ),
        Target::at_most(
            "operators: a page in the middle of a timeline of 20,000 events, p95",
            50.0,
            "ms",
            value("operators", "long member's timeline, in the middle, p95"),
        ),
        Target::at_most(
            "operators: a search for a telephone number and a day of birth, p95",
            200.0,
            "ms",
            value("operators", "search for a telephone number and a day of birth, p95"),
        ),
        Target::at_most(
            "operators: the screen of a member with 20,000 events, p95",
            50.0,
            "ms",
            value("operators", "long member's screen, p95"),
        ),
        Target::at_most(
            "operators: that member as a fold of all events, p95",
            200.0,
            "ms",
            value("operators", "long member's page, p95"),
        ),
        Target::at_most(
            "operators: the statement of a month of 10,000 rounds, p95",
            50.0,
            "ms",
            value("statements", "operator's statement, p95"),
        ),
        Target::at_most(
            "clubs: the statement of a month of 10,000 rounds, p95",
            50.0,
            "ms",
            value("statements", "club's statement, p95"),
        ),
        Target::at_most(
            "operators: closing that month, until its statement says so",
            1_000.0,
            "ms",
            value("statements", "closing, until the statement says so"),
        ),
        Target::at_most("export of 10⁶ events as Parquet", 60.0, "s", value("export", "events as Parquet")),
        Target::at_most(
            "memory of that export",
            200.0,
            "MiB",
            value("export", "memory of the export, highest"),
        ),
        Target::at_most(
            "a view read whole by an analyst, or the report's figures, at worst",
            1_000.0,
            "ms",
            value("analysts", "slowest of these, at its worst"),
        ),
        Target::at_least(
            "bookings beside a verification that an operator started, against alone",
            90.0,
            "%",
            percent("operators", "bookings beside a verification", "bookings alone"),
        ),
        Target::at_least(
            "bookings beside a rebuild that an operator started, against alone",
            90.0,
            "%",
            percent("operators", "bookings beside a rebuild", "bookings alone"),
        ),
        Target::at_most(
            "JavaScript of the first route, brotli",
            100.0,
            "KiB",
            value("web", "JavaScript of /auth/login, brotli"),
        ),
        Target::at_most(
            "JavaScript of /reservations, brotli",
            122.5,
            "KiB",
            value("web", "JavaScript of /reservations, brotli"),
        ),
        Target::at_most(
            "answer to a scan without a network on a slow phone, p95",
            150.0,
            "ms",
            value("web", "scan without a network, any of these, p95"),
        ),
    ];
    all.extend(growth(report));
    all
}

/// The targets for growth: the longest measured journal compared with the shortest.
fn growth(report: &Report) -> Vec<Target> {
    let mut sizes = [10_000_000, 1_000_000, 100_000].into_iter();
    let operations = [
        ("booking for four, 64 callers", true),
        ("upcoming list, HTTP", true),
        ("availability of four, HTTP", true),
        ("timeline", false),
        ("rebuilding", true),
    ];
    let value = |operation: &str, events| {
        Some(report.row("growth", &format!("{operation}, {} events", power(events)))?.median())
    };
    let Some(longest) = sizes.find(|events| value("timeline", *events).is_some()) else {
        return Vec::new();
    };
    operations
        .into_iter()
        .map(|(operation, is_rate)| {
            let ratio = value(operation, 10_000)
                .zip(value(operation, longest))
                .map(|(short, long)| if is_rate { short / long } else { long / short });
            let name = format!("growth from 10⁴ to {} events: {operation}", power(longest));
            Target::at_most(&name, 1.3, "×", ratio)
        })
        .collect()
}

pub(crate) fn print(report: &Report) {
    println!("\n{:<74} {:<20} {:>8}  reached", "target", "required", "measured");
    let all = targets(report);
    for target in &all {
        let found = target.found.map_or_else(String::new, show);
        println!("{:<74} {:<20} {found:>8}  {}", target.name, target.wanted, target.verdict());
    }
    for target in all.iter().filter(|target| !target.proof.is_empty()) {
        println!("\n{}: {}", target.name, target.proof);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Row, Table};

    fn report(rows: &[(&str, f64)]) -> Report {
        let rows = rows.iter().map(|(name, value)| Row::of_values(*name, "", vec![*value], "")).collect();
        let table = Table { bench: "growth".to_owned(), title: String::new(), machine: String::new(), rows };
        Report { tables: vec![table] }
    }

    #[test]
    fn growth_is_a_ratio_of_times_for_rates_and_for_milliseconds() {
        let report = report(&[
            ("timeline, 10⁴ events", 10.0),
            ("timeline, 10⁶ events", 20.0),
            ("rebuilding, 10⁴ events", 100.0),
            ("rebuilding, 10⁶ events", 100.0),
        ]);
        let found: Vec<_> =
            growth(&report).into_iter().map(|target| (target.found, target.reached)).collect();
        assert_eq!(
            found,
            [(None, false), (None, false), (None, false), (Some(2.0), false), (Some(1.0), true)]
        );
    }

    #[test]
    fn a_target_without_figures_is_not_measured() {
        assert!(targets(&Report::default()).iter().all(|target| target.verdict() == "not measured"));
    }
}
