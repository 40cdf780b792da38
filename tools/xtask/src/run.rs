//! `cargo xtask run`: from a fresh clone to a portal that one can use, and every time after that.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::portal::{Portal, refuse_if_taken};
use crate::root::{cargo, root, target};
use crate::{job, node, postgres};

/// Stands in the data folder while the demo data are not completely in.
const UNFINISHED: &str = "demo-data.unfinished";

const LOG_INS: &str = "\
  jan.devries@fairway.example / fairway-demo   with a subscription
  tom.mulder@fairway.example  / fairway-demo   with vouchers only";

/// Builds, migrates, loads the demo data on first use, and serves until interrupted.
pub(crate) fn run() -> Result<()> {
    let listen = setting("FAIRWAY_LISTEN").unwrap_or_else(|| "127.0.0.1:8080".to_owned());
    let listen: SocketAddr =
        listen.parse().with_context(|| format!("FAIRWAY_LISTEN `{listen}` is no address"))?;
    refuse_if_taken(listen)?;
    node::packages()?;
    let own_database = setting("DATABASE_URL").is_none();
    if own_database {
        postgres::ensure()?;
    }
    // Before the program: it carries the built web app inside.
    node::build()?;
    job::run(cargo().args(["build", "--release", "--package", "fairway", "--package", "replay-tool"]))?;

    let data_dir = setting("FAIRWAY_DATA_DIR").map_or_else(|| root().join("data"), PathBuf::from);
    let data_dir = std::path::absolute(&data_dir)?;
    let environment = setting("FAIRWAY_ENV").unwrap_or_else(|| "development".to_owned());
    let program = target().join("release/fairway");
    let portal = Portal {
        program: &program,
        listen,
        keeps_settings: true,
        environment: vec![
            ("FAIRWAY_DATA_DIR", data_dir.to_string_lossy().into_owned()),
            ("FAIRWAY_ENV", environment.clone()),
        ],
    };
    if own_database && environment != "production" {
        with_demo_data(&portal, &data_dir)?;
    }
    let mut serving = portal.serve(|_| Ok(()))?;
    println!("\nFairway runs on http://{listen}\n{LOG_INS}\nCtrl-C stops it; the data stay.\n");
    let status = serving.wait()?;
    if !status.success() && !job::interrupted() {
        bail!("`fairway serve` ended by itself ({status})");
    }
    Ok(())
}

/// Imports into a data folder that is new, or where an earlier import did not finish; never into one with data of
/// its own.
fn with_demo_data(portal: &Portal<'_>, data_dir: &Path) -> Result<()> {
    let mark = data_dir.join(UNFINISHED);
    if !wants_demo_data(data_dir) {
        return Ok(());
    }
    std::fs::create_dir_all(data_dir).with_context(|| format!("cannot create {}", data_dir.display()))?;
    std::fs::write(
        &mark,
        "The demo data are not completely in; the next `cargo xtask run` imports them again.\n",
    )
    .with_context(|| format!("cannot write {}", mark.display()))?;
    println!("first use: importing the demo data");
    portal.import_demo_data()?;
    std::fs::remove_file(&mark).with_context(|| format!("cannot remove {}", mark.display()))
}

fn wants_demo_data(data_dir: &Path) -> bool {
    let is_new = std::fs::read_dir(data_dir).map_or(true, |mut entries| entries.next().is_none());
    is_new || data_dir.join(UNFINISHED).exists()
}

/// A variable that is set and not empty.
fn setting(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn demo_data_go_into_a_new_folder_or_one_where_they_are_not_completely_in() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        assert!(wants_demo_data(&data), "absent");
        std::fs::create_dir(&data).unwrap();
        assert!(wants_demo_data(&data), "empty");
        std::fs::write(data.join("serve.lock"), "").unwrap();
        assert!(!wants_demo_data(&data), "somebody's own data");
        std::fs::write(data.join(UNFINISHED), "").unwrap();
        assert!(wants_demo_data(&data), "interrupted");
    }
}
