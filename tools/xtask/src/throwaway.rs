//! Temporary PostgreSQL clusters for tests and measurements.

use std::thread;
use std::time::Duration;

use anyhow::Result;
use fairway_postgres::throwaway::{Durability, Throwaway};

use crate::root::scratch;
use crate::{job, postgres};

/// The environment variable with the URL of the tests' server.
pub(crate) const TEST_URL: &str = "FAIRWAY_TEST_DATABASE_URL";

/// Starts a cluster. It ends when the returned value is dropped, and also whenever this program ends.
pub(crate) fn start(durability: Durability) -> Result<Throwaway> {
    postgres::ensure()?;
    Ok(Throwaway::start(&scratch(), postgres::configured().as_deref(), durability)?)
}

/// Runs a cluster for tests that a developer starts by hand.
pub(crate) fn until_interrupted() -> Result<()> {
    let cluster = start(Durability::None)?;
    println!("export {TEST_URL}='{}'", cluster.url());
    println!("Ctrl-C stops and removes it.");
    while !job::interrupted() {
        thread::sleep(Duration::from_millis(100));
    }
    Ok(())
}
