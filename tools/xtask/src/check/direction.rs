//! The dependencies that the architecture allows between crates. The compiler cannot check these rules.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::job;
use crate::root::cargo;

/// The rules for one crate of the workspace.
struct DependencyRules {
    /// Crates of the workspace that it may use.
    may_use: &'static [&'static str],
    /// Crates from crates.io that it must not use.
    must_not_use: &'static [&'static str],
}

/// HTTP, mail and command lines belong to the programs, not to the domain crates.
const EDGE: &[&str] = &["axum", "hyper", "tower-http", "reqwest", "lettre", "clap", "utoipa"];

/// [`EDGE`], and the aggregates' framework: its queries need the aggregates' types, which are in `command`.
const EDGE_AND_AGGREGATES: &[&str] =
    &["axum", "hyper", "tower-http", "reqwest", "lettre", "clap", "utoipa", "cqrs-es", "postgres-es"];

/// [`EDGE_AND_AGGREGATES`], and all crates that do I/O: documents for members are made from values alone.
const EDGE_AND_IO: &[&str] = &[
    "axum",
    "hyper",
    "tower-http",
    "reqwest",
    "lettre",
    "clap",
    "utoipa",
    "cqrs-es",
    "postgres-es",
    "sqlx",
    "tokio",
];

/// All crates that the bench may use.
const ALL: &[&str] = &[
    "fairway-events",
    "fairway-command",
    "fairway-query",
    "fairway-audit",
    "fairway-postgres",
    "fairway",
    "replay-tool",
];

/// Additional dependencies that only the tests of a crate may use. `fairway-audit` implements the rules a second time,
/// and its tests compare both implementations; the tests of replay-tool query events that the command side decided.
const TESTS_MAY_USE: &[(&str, &str)] =
    &[("fairway-audit", "fairway-command"), ("replay-tool", "fairway-command")];

/// The rules of the architecture. A crate without rules is an error.
fn rules_of(package: &str) -> Option<DependencyRules> {
    let (may_use, must_not_use): (&[&str], &[&str]) = match package {
        "fairway-events" => (&[], EDGE),
        "fairway-command" => (&["fairway-events"], EDGE),
        "fairway-query" => (&["fairway-events"], EDGE_AND_AGGREGATES),
        "fairway-audit" => (
            &["fairway-events", "fairway-query", "fairway-postgres", "fairway-text"],
            // Its answers are data, which other programs print. The API describes them, with utoipa.
            &[
                "axum",
                "hyper",
                "tower-http",
                "reqwest",
                "lettre",
                "clap",
                "indicatif",
                "cqrs-es",
                "postgres-es",
            ],
        ),
        "fairway-postgres" => (&[], EDGE_AND_AGGREGATES),
        "fairway-documents" => (&["fairway-events"], EDGE_AND_IO),
        "fairway-text" => (&[], EDGE_AND_IO),
        "fairway-clock" | "fairway-tasks" => (&[], EDGE),
        // The tables and nothing else; an enum of it is read from the command line.
        "fairway-store" => (
            &[
                "fairway-events",
                "fairway-command",
                "fairway-query",
                "fairway-audit",
                "fairway-postgres",
                "fairway-documents",
                "fairway-text",
                "fairway-clock",
            ],
            &["axum", "hyper", "tower-http", "reqwest", "lettre"],
        ),
        "fairway-round-data" => (
            &["fairway-events", "fairway-command", "fairway-query", "fairway-documents", "fairway-store"],
            EDGE_AND_IO,
        ),
        // Endpoints hold no SQL: the crates that have them take the types of sqlx from the store.
        "fairway-endpoint" => (
            &[
                "fairway-events",
                "fairway-command",
                "fairway-query",
                "fairway-documents",
                "fairway-store",
                "fairway-clock",
                "fairway-text",
            ],
            &["sqlx", "reqwest", "lettre", "clap"],
        ),
        "fairway" => (
            &[
                "fairway-endpoint",
                "fairway-round-data",
                "fairway-store",
                "fairway-clock",
                "fairway-tasks",
                "fairway-events",
                "fairway-command",
                "fairway-query",
                "fairway-audit",
                "fairway-postgres",
                "fairway-documents",
                "fairway-text",
            ],
            &[],
        ),
        "replay-tool" => {
            (&["fairway-audit", "fairway-events", "fairway-query", "fairway-postgres"], &["axum"])
        }
        "fairway-bench" => (ALL, &[]),
        // It runs the product's programs and uses none of their code.
        "fairway-cluster" => (&["fairway-postgres"], &["sqlx", "axum"]),
        // The crates whose code reads untrusted input.
        "fairway-fuzz-targets" => {
            (&["fairway-events", "fairway-command", "fairway-documents", "fairway"], &["sqlx", "tokio"])
        }
        // It is built before everything else, so it uses only the crate that finds and starts PostgreSQL.
        "xtask" => (&["fairway-postgres"], &["sqlx", "tokio", "axum"]),
        _ => return None,
    };
    Some(DependencyRules { may_use, must_not_use })
}

/// Fails on every dependency that the architecture forbids.
pub(crate) fn check() -> Result<()> {
    let metadata = job::output(cargo().args(["metadata", "--format-version=1", "--no-deps", "--quiet"]))?;
    let found = violations(&serde_json::from_str(&metadata).context("`cargo metadata` gave no JSON")?)?;
    if !found.is_empty() {
        bail!("dependencies that the architecture forbids:\n  {}", found.join("\n  "));
    }
    Ok(())
}

/// One sentence per forbidden dependency. Development dependencies count too, except for [`TESTS_MAY_USE`].
fn violations(metadata: &Value) -> Result<Vec<String>> {
    let packages = metadata["packages"].as_array().context("`cargo metadata` lists no packages")?;
    let mut uses: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for package in packages {
        let name = package["name"].as_str().context("a package without a name")?;
        let dependencies = package["dependencies"].as_array().context("a package without dependencies")?;
        let counts = |dependency: &&Value| {
            let pair = (name, dependency["name"].as_str().unwrap_or_default());
            dependency["kind"] != "dev" || !TESTS_MAY_USE.contains(&pair)
        };
        let counting = dependencies.iter().filter(counts);
        uses.insert(name, counting.filter_map(|dependency| dependency["name"].as_str()).collect());
    }
    let mut found = Vec::new();
    for (package, dependencies) in &uses {
        let Some(rules) = rules_of(package) else {
            found.push(format!(
                "{package}: is not part of the architecture; add it in tools/xtask/src/check/direction.rs"
            ));
            continue;
        };
        for dependency in dependencies {
            // A crate may depend on itself, to enable its own testing feature for its tests.
            let is_in_workspace = uses.contains_key(dependency) && dependency != package;
            if (is_in_workspace && !rules.may_use.contains(dependency))
                || rules.must_not_use.contains(dependency)
            {
                found.push(format!("{package} → {dependency}"));
            }
        }
    }
    found.dedup();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write;
    use std::path::Path;

    /// The metadata of a workspace of empty crates with these names and dependencies.
    fn workspace(folder: &Path, packages: &[(&str, &[&str])]) -> Value {
        let names: Vec<String> = packages.iter().map(|(name, _)| format!("{name:?}")).collect();
        let manifest = format!("[workspace]\nresolver = \"3\"\nmembers = [{}]\n", names.join(", "));
        std::fs::write(folder.join("Cargo.toml"), manifest).unwrap();
        for (name, dependencies) in packages {
            std::fs::create_dir_all(folder.join(name).join("src")).unwrap();
            std::fs::write(folder.join(name).join("src/lib.rs"), "").unwrap();
            let mut manifest =
                format!("[package]\nname = {name:?}\nversion = \"0.1.0\"\nedition = \"2024\"\n");
            for dependency in *dependencies {
                let (section, dependency) =
                    dependency.split_once(' ').unwrap_or(("dependencies", dependency));
                write!(manifest, "[{section}]\n{dependency} = {{ path = \"../{dependency}\" }}\n").unwrap();
            }
            std::fs::write(folder.join(name).join("Cargo.toml"), manifest).unwrap();
        }
        let mut cargo = cargo();
        cargo.current_dir(folder).args(["metadata", "--format-version=1", "--no-deps", "--offline"]);
        serde_json::from_str(&job::output(&mut cargo).unwrap()).unwrap()
    }

    #[test]
    fn the_allowed_directions_pass() {
        let folder = tempfile::tempdir().unwrap();
        let metadata = workspace(
            folder.path(),
            &[
                ("fairway-events", &[]),
                ("fairway-command", &["fairway-events"]),
                ("fairway-query", &["fairway-events"]),
            ],
        );
        assert_eq!(violations(&metadata).unwrap(), Vec::<String>::new());
    }

    #[test]
    fn a_query_that_uses_the_command_side_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let metadata =
            workspace(folder.path(), &[("fairway-command", &[]), ("fairway-query", &["fairway-command"])]);
        assert_eq!(violations(&metadata).unwrap(), ["fairway-query → fairway-command"]);
    }

    #[test]
    fn a_development_dependency_against_the_direction_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let metadata = workspace(
            folder.path(),
            &[("fairway-events", &["dev-dependencies fairway-command"]), ("fairway-command", &[])],
        );
        assert_eq!(violations(&metadata).unwrap(), ["fairway-events → fairway-command"]);
    }

    #[test]
    fn only_the_tests_of_the_replay_tool_may_use_the_command_side() {
        for (dependency, forbidden) in [
            ("dev-dependencies fairway-command", &[][..]),
            ("fairway-command", &["replay-tool → fairway-command".to_owned()][..]),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let packages = [("replay-tool", &[dependency][..]), ("fairway-command", &[])];
            assert_eq!(violations(&workspace(folder.path(), &packages)).unwrap(), forbidden, "{dependency}");
        }
    }

    #[test]
    fn a_web_framework_in_the_domain_and_an_unknown_crate_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let metadata = workspace(folder.path(), &[("axum", &[]), ("fairway-command", &["axum"])]);
        let found = violations(&metadata).unwrap();
        assert!(found.contains(&"fairway-command → axum".to_owned()), "{found:?}");
        assert!(
            found.iter().any(|text| text.starts_with("axum: is not part of the architecture")),
            "{found:?}"
        );
    }

    #[test]
    fn no_crate_of_this_workspace_breaks_the_direction() {
        check().unwrap();
    }
}
