//! Throw-away PostgreSQL clusters for tests and measurements.

use std::thread;
use std::time::Duration;

use anyhow::Result;
use fairway_postgres::throwaway::{Durability, Throwaway};

use crate::root::scratch;
use crate::{job, postgres};

/// The variable by which tests find their server.
pub(crate) const TEST_URL: &str = "FAIRWAY_TEST_DATABASE_URL";

/// Starts a cluster that ends with the returned value, and with this program however it ends.
pub(crate) fn start(durability: Durability) -> Result<Throwaway> {
    postgres::ensure()?;
    Ok(Throwaway::start(&scratch(), postgres::configured().as_deref(), durability)?)
}

/// A cluster to run tests against by hand.
pub(crate) fn until_interrupted() -> Result<()> {
    let cluster = start(Durability::None)?;
    println!("export {TEST_URL}='{}'", cluster.url());
    println!("Ctrl-C ends it and removes it.");
    while !job::interrupted() {
        thread::sleep(Duration::from_millis(100));
    }
    Ok(())
}
