//! The steps of `cargo xtask test`, in order. The fast ones come first, so that simple mistakes are found within
//! seconds.

use std::fmt::Write;

use anyhow::Result;

use super::parts::Part::{
    self, Analysts, Check, Containers, Contract, E2e, Faults, LosAngeles, Outages, Postgres, Races, Releases,
    Rust, Searches, Supply, Tools, Web,
};
use super::{e2e, rust, web};
use crate::check::{self, documents, features, sources};
use crate::findings::Report;
use crate::{analysts, chromium, cluster, containers, contract, debian, node, postgres, programs, supply};

/// A step of the tests.
pub(crate) struct Step {
    pub(crate) name: &'static str,
    /// It is done for each of these.
    pub(crate) parts: &'static [Part],
    /// The time that it may take on two cores on a new clone, seconds.
    pub(crate) budget: u64,
    /// It mostly waits, so it is done beside the steps that follow.
    pub(crate) is_beside: bool,
    pub(crate) work: fn() -> Result<Report>,
}

impl Step {
    /// A step for tests of the runner.
    #[cfg(test)]
    pub(crate) const fn of_a_test(name: &'static str, work: fn() -> Result<Report>) -> Self {
        step(name, 10, &[Check], work)
    }

    /// Whether it is done for one of these parts.
    pub(crate) fn is_for(&self, parts: &[Part]) -> bool {
        self.parts.iter().any(|part| parts.contains(part))
    }
}

/// Those that run Rust tests of the default members, and those that start the program.
const RUST_TESTS: &[Part] = &[Check, Rust, Searches, Races, Outages, Postgres, Releases, Analysts];
const PROGRAM: &[Part] = &[E2e, Contract, LosAngeles];

pub(crate) const STEPS: &[Step] = &[
    step("the web app's packages", 30, &Part::ALL, || done(node::packages())),
    step("the same features in both levels", 5, &[Check], || done(features::check())),
    step("length and headers of the sources", 5, &[Check], || done(sources::check())),
    step("names in the documents", 5, &[Check], || done(documents::check())),
    step("formatting of the Rust code", 10, &[Check], || done(check::rust_format())),
    step("formatting and lints of the web app", 10, &[Check], || done(check::web_format_and_lints())),
    // Before the program, which embeds the web app.
    step("build the web app, with its types", 30, &Part::ALL, || done(node::build())),
    step("clippy, and build of programs and tests", 420, RUST_TESTS, || done(programs::build_with_tests())),
    step("build the program", 240, PROGRAM, || done(programs::build_program())),
    step("Rust tests", 240, &[Rust], rust::first_level),
    step("Vitest", 110, &[Web], web::vitest),
    step("size of the first screens", 10, &[Web], || done(web::size())),
    step("PostgreSQL", 5, PROGRAM, || done(postgres::ensure())),
    step("Chromium", 60, &[E2e, LosAngeles], || {
        chromium::headless_shell();
        done(chromium::ensure().map(drop))
    }),
    step("Playwright", 340, &[E2e], || e2e::playwright("amsterdam")),
    // From here on the second level.
    step("clippy, and build of everything else", 120, &[Tools, Faults, Containers], || {
        done(programs::build_everything())
    }),
    beside("faults on a cluster", 960, &[Faults], cluster::short_faults),
    step("Prometheus, Alertmanager and Caddy", 30, &[Tools], debian::monitoring),
    step("tools and deployment files", 30, &[Tools], rust::tools),
    step("searches", 120, &[Searches], rust::searches),
    step("the APIs against their descriptions", 170, &[Contract], contract::short_run),
    step("dbt and the notebook of analysts", 150, &[Analysts], analysts::run),
    step("Playwright from Los Angeles", 80, &[LosAngeles], || e2e::playwright("los-angeles")),
    step("licences, bans and sources of the crates", 100, &[Supply], || {
        done(supply::licences_bans_and_sources())
    }),
    step("known vulnerabilities in crates", 20, &[Supply], supply::advisories),
    step("known vulnerabilities in the web app's packages", 20, &[Supply], supply::npm_audit),
    step("lock file of the fuzz targets", 10, &[Supply], || done(supply::lock_of_fuzz_targets())),
    step("beside the previous release", 150, &[Releases], rust::beside_the_previous_release),
    step("races and floods", 120, &[Races], || rust::second_level("races")),
    step("outages", 240, &[Outages], || rust::second_level("outages")),
    step("the program's own PostgreSQL", 120, &[Postgres], || rust::second_level("postgres")),
    // Not beside the browser's tests: an engine that was there before makes networks, and a browser drops its connections
    // when the machine's addresses change.
    step("containers of every deployment", 480, &[Containers], containers::start),
];

const fn step(name: &'static str, budget: u64, parts: &'static [Part], work: fn() -> Result<Report>) -> Step {
    Step { name, parts, budget, is_beside: false, work }
}

const fn beside(
    name: &'static str,
    budget: u64,
    parts: &'static [Part],
    work: fn() -> Result<Report>,
) -> Step {
    Step { is_beside: true, ..step(name, budget, parts, work) }
}

fn done(result: Result<()>) -> Result<Report> {
    result.map(|()| Report::default())
}

/// The parts, and the steps with their budgets, for the help.
pub(crate) fn description() -> String {
    let mut text = String::new();
    let level = |second| Part::ALL.into_iter().filter(move |part| part.is_second_level() == second);
    for (title, second) in [("First level", false), ("Second level, with --all", true)] {
        let _to_a_string = writeln!(text, "{title}:");
        for part in level(second) {
            let _to_a_string = writeln!(text, "  {:12} {}", part.name(), part.description());
        }
        let parts: Vec<Part> = level(second).collect();
        let earlier: Vec<Part> = level(false).filter(|_| second).collect();
        let _to_a_string = writeln!(text, "\n  seconds  step");
        for step in STEPS.iter().filter(|step| step.is_for(&parts) && !step.is_for(&earlier)) {
            let _to_a_string = writeln!(text, "  {:>7}  {}", step.budget, step.name);
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_has_a_step_of_its_own_or_shares_one() {
        for part in Part::ALL {
            assert!(STEPS.iter().filter(|step| step.is_for(&[part])).count() > 2, "{part:?}");
        }
    }

    #[test]
    fn the_help_names_every_part_and_step() {
        let text = description();
        assert!(Part::ALL.iter().all(|part| text.contains(&part.name())), "{text}");
        assert!(STEPS.iter().all(|step| text.contains(step.name)), "{text}");
    }
}
