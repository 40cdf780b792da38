//! The project's bench: how fast each path is, measured in one run on the machine at hand.
//!
//! Machines are noisy, so rounds of the cases that are compared are interleaved and the ratios between them are what
//! counts. Run it with `cargo xtask bench [name…]`; without a name, everything.

mod bare;
mod booking;
mod database;
mod lag;
mod load;
mod table;
mod workload;

use anyhow::{Result, bail};

const BENCHES: [&str; 2] = ["booking", "lag"];

#[tokio::main]
async fn main() -> Result<()> {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    if let Some(unknown) = wanted.iter().find(|name| !BENCHES.contains(&name.as_str())) {
        bail!("there is no bench `{unknown}`; there are: {}", BENCHES.join(", "));
    }
    let runs = |name: &str| wanted.is_empty() || wanted.iter().any(|wanted| wanted == name);
    let server = database::Server::from_environment()?;
    println!("{}", server.describe().await?);
    if runs("booking") {
        booking::run(&server).await?;
    }
    if runs("lag") {
        lag::run(&server).await?;
    }
    Ok(())
}
