//! The parts of the tests: which level each belongs to, and for the second level the sources whose change concerns it.

use clap::ValueEnum;

/// A part that can be run alone, with `--only`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    /// Format, lints, types, length and headers of the sources, names in the documents
    Check,
    /// Unit, decision, projection and portal tests in Rust
    Rust,
    /// Unit and component tests of the web app, size of the first screens
    Web,
    /// Every browser journey once
    E2e,
    /// Longer searches: simulated histories, generated cases
    Searches,
    /// Races of many rounds, floods of requests
    Races,
    /// Processes and databases that are killed, frozen, cut off or out of disk space
    Outages,
    /// The program's own PostgreSQL, its backup and the operators' tool on a copy
    Postgres,
    /// Deployment files, bench, cluster and fuzz targets
    Tools,
    /// The previous release and this one serve together
    Releases,
    /// The APIs against their descriptions
    Contract,
    /// The dbt project and the notebook for analysts
    Analysts,
    /// Journeys about days, from Los Angeles
    LosAngeles,
    /// Licences, bans, sources and known vulnerabilities of dependencies
    Supply,
    /// Faults on a cluster of several machines, recorded histories
    Faults,
    /// The compose files of every deployment, started with Docker
    Containers,
}

/// A change of these runs every part: they decide which parts run, or build and start all of them.
const CONCERNS_EVERYTHING: &[&str] =
    &["tools/xtask/", ".ci/", ".cargo/config.toml", ".config/", "Cargo.toml", "Cargo.lock"];

const JOURNAL: &[&str] = &["events/", "migrations/"];
/// Everything that a running portal consists of, with the data that its tests import.
const PORTAL: &[&str] = &[
    "events/",
    "migrations/",
    "command/",
    "query/",
    "audit/",
    "api/",
    "support/",
    "replay-tool/",
    "demo-data/",
];
/// Tests read these files or start what they describe.
const DEPLOYMENT: &[&str] = &["deploy/", "docker-compose.yml", "docker-compose.override.yml"];

impl Part {
    pub(crate) const ALL: [Self; 16] = [
        Self::Check,
        Self::Rust,
        Self::Web,
        Self::E2e,
        Self::Searches,
        Self::Races,
        Self::Outages,
        Self::Postgres,
        Self::Tools,
        Self::Releases,
        Self::Contract,
        Self::Analysts,
        Self::LosAngeles,
        Self::Supply,
        Self::Faults,
        Self::Containers,
    ];

    /// Whether only `--all`, `--changed` and `--only` run it.
    pub(crate) fn is_second_level(self) -> bool {
        !matches!(self, Self::Check | Self::Rust | Self::Web | Self::E2e)
    }

    /// The files and folders (these end in `/`) whose change concerns a part of the second level.
    pub(crate) fn sources(self) -> Vec<&'static str> {
        let sources: &[&[&str]] = match self {
            Self::Check | Self::Rust | Self::Web | Self::E2e => &[],
            Self::Searches => &[JOURNAL, &["command/", "query/", "audit/"]],
            Self::Races | Self::Releases => &[PORTAL],
            Self::Outages | Self::Postgres => &[PORTAL, DEPLOYMENT],
            Self::Tools => &[PORTAL, DEPLOYMENT, &["tools/"]],
            Self::Contract => &[PORTAL, &["docs/openapi.json", "docs/club-openapi.json"]],
            Self::Analysts => &[JOURNAL, &["query/", "audit/", "replay-tool/", "deploy/analytics/"]],
            Self::LosAngeles => &[&["webapp/"]],
            Self::Supply => &[&[".cargo/deny.toml", "webapp/package-lock.json", "tools/fuzz/"]],
            Self::Containers => &[DEPLOYMENT, &["tools/cluster/src/containers"]],
            Self::Faults => &[
                JOURNAL,
                DEPLOYMENT,
                &[
                    "command/src/writer",
                    "query/src/projector",
                    "api/src/programs/",
                    "api/src/services/acknowledged",
                    "api/store/",
                    "support/postgres/",
                    "demo-data/",
                    "audit/",
                    "tools/cluster/",
                    "tools/histories/",
                ],
            ],
        };
        sources.iter().chain([&CONCERNS_EVERYTHING]).flat_map(|group| group.iter().copied()).collect()
    }

    /// The name on the command line.
    pub(crate) fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// Its line in the help.
    pub(crate) fn description(self) -> String {
        let value = self.to_possible_value();
        value.and_then(|value| value.get_help().map(ToString::to_string)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::root::root;

    #[test]
    fn every_source_of_a_part_exists() {
        for part in Part::ALL {
            for source in part.sources() {
                let found = root().join(source);
                let parent = found.parent().expect("a folder");
                assert!(found.exists() || parent.join(format!("{source}.rs")).exists(), "{part:?}: {source}");
            }
        }
    }

    #[test]
    fn every_part_is_listed_once() {
        assert_eq!(Part::ALL.as_slice(), Part::value_variants());
    }
}
