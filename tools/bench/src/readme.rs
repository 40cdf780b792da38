//! Writes the latest figures to `tools/bench/README.md`, between its two marks.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::options::BENCHES;
use crate::report::{Report, Table, show};
use crate::{chart, targets};

const BEGIN: &str = "<!-- measured: begin -->";
const END: &str = "<!-- measured: end -->";

/// The project's README, and the text between its marks.
const PROJECT_README: &str = "README.md";
const CHART: &str =
    "![Time per operation on ever longer journals, relative to the shortest](docs/images/growth.svg)\n";

/// Replaces the text between the marks. Where there is a growth table, also writes the chart and its link in the
/// project's README.
pub(crate) fn write(report: &Report) -> Result<()> {
    if chart::write(report)? {
        let project = std::fs::read_to_string(PROJECT_README)
            .with_context(|| format!("cannot read {PROJECT_README}"))?;
        std::fs::write(PROJECT_README, replace_between_marks(&project, CHART)?)
            .with_context(|| format!("cannot write {PROJECT_README}"))?;
    }
    let path = std::env::var_os("FAIRWAY_BENCH_README")
        .map_or_else(|| "tools/bench/README.md".into(), PathBuf::from);
    let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let text = replace_between_marks(&text, &figures(report)?)?;
    std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
}

fn replace_between_marks(text: &str, figures: &str) -> Result<String> {
    let (before, rest) = text.split_once(BEGIN).context("the README has no start mark")?;
    let (_, after) = rest.split_once(END).context("the README has no end mark")?;
    Ok(format!("{before}{BEGIN}\n\n{figures}\n{END}{after}"))
}

fn figures(report: &Report) -> Result<String> {
    let mut text = String::new();
    for machine in machines(report) {
        writeln!(text, "Measured on {machine}.\n")?;
    }
    text.push_str(
        "### What must be reached\n\n| figure | wanted | found | reached |\n| --- | --- | --- | --- |\n",
    );
    let targets = targets::targets(report);
    for target in &targets {
        let found = target.found.map_or_else(|| "–".to_owned(), show);
        writeln!(text, "| {} | {} | {found} | {} |", target.name, target.wanted, target.verdict())?;
    }
    for target in targets.iter().filter(|target| !target.proof.is_empty()) {
        writeln!(text, "\n*{}*: {}", target.name, target.proof)?;
    }
    for bench in BENCHES {
        for table in report.tables.iter().filter(|table| table.bench == bench) {
            write_table(&mut text, table)?;
        }
    }
    Ok(text)
}

/// The machines that the figures were measured on: usually one, since figures of two machines are not comparable.
fn machines(report: &Report) -> Vec<&str> {
    let mut machines: Vec<&str> = report.tables.iter().map(|table| table.machine.as_str()).collect();
    machines.sort_unstable();
    machines.dedup();
    machines
}

fn write_table(text: &mut String, table: &Table) -> Result<()> {
    writeln!(text, "\n### `{}`: {}\n", table.bench, table.title)?;
    text.push_str("| case | median | min | max | | p50 ms | p99 ms | CPU µs | bounded by |\n");
    text.push_str("| --- | ---: | ---: | ---: | --- | ---: | ---: | ---: | --- |\n");
    for row in &table.rows {
        let [median, low, high, p50, p99, cpu] = row.cells();
        writeln!(
            text,
            "| {} | {median} | {low} | {high} | {} | {p50} | {p99} | {cpu} | {} |",
            row.name, row.unit, row.bound
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_text_between_the_marks_is_replaced() {
        let text = format!("before\n{BEGIN}\nold\n{END}\nafter\n");
        let new = replace_between_marks(&text, "new\n").unwrap();
        assert_eq!(new, format!("before\n{BEGIN}\n\nnew\n\n{END}\nafter\n"));
        assert_eq!(replace_between_marks(&new, "new\n").unwrap(), new);
        assert!(replace_between_marks("no marks", "new").is_err());
    }
}
