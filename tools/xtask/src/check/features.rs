//! Both levels of the tests build the crates that they share with the same features. Otherwise the second level would
//! build half of what the first one built a second time, which takes minutes. `tools/xtask/Cargo.toml` adds what the
//! members of the second level add.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, bail};

use crate::job;
use crate::root::cargo;

/// Fails on every crate that the second level would build again.
pub(crate) fn check() -> Result<()> {
    let (first, all) = (crates(&[])?, crates(&["--workspace"])?);
    let again = built_again(&first, &all);
    if !again.is_empty() {
        bail!(
            "with --workspace these crates get features that they do not have without; \
             add them to the dev-dependencies of tools/xtask/Cargo.toml:\n  {}",
            again.join("\n  ")
        );
    }
    Ok(())
}

/// The sets of features of each crate: more than one when build scripts use the crate as well.
type Crates = BTreeMap<String, BTreeSet<String>>;

/// The crates that cargo builds of the default members, or of all with `--workspace`.
fn crates(selection: &[&str]) -> Result<Crates> {
    let mut tree = cargo();
    tree.args(["tree", "--locked", "--edges", "normal,build,dev", "--prefix", "none", "--format", "{p}|{f}"]);
    Ok(parse(&job::output(tree.args(selection))?))
}

fn parse(tree: &str) -> Crates {
    let mut crates = Crates::new();
    for line in tree.lines() {
        // An asterisk says that the crate's own dependencies stand further up.
        if let Some((name, features)) = line.trim_end_matches(" (*)").split_once('|') {
            crates.entry(name.to_owned()).or_default().insert(features.to_owned());
        }
    }
    crates
}

fn built_again(first: &Crates, all: &Crates) -> Vec<String> {
    let differs = |(name, features): &(&String, &BTreeSet<String>)| all.get(*name) != Some(features);
    first.iter().filter(differs).map(|(name, _)| name.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crate_with_more_features_in_the_second_level_is_found() {
        let first =
            parse("xtask v0.1.0|\nserde_json v1.0.0|default,std\nserde_json v1.0.0|default,std (*)\n");
        let more = parse("bench v0.1.0|\nxtask v0.1.0|\nserde_json v1.0.0|default,float_roundtrip,std\n");
        assert_eq!(built_again(&first, &more), ["serde_json v1.0.0"]);
        assert_eq!(built_again(&first, &first), Vec::<String>::new());
    }
}
