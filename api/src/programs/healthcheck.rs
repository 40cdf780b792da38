//! `fairway healthcheck`: asks the process in this container for its health. The image holds no shell and no other
//! program that could do so.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use anyhow::{Context, bail};

use crate::config::Config;

/// Shorter than the time-out of container tools.
const TIMEOUT: Duration = Duration::from_secs(4);

/// The process to ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum HealthcheckTarget {
    /// `fairway serve`, at `FAIRWAY_LISTEN`.
    Serve,
    /// `fairway project`, at `FAIRWAY_PROJECT_LISTEN`.
    Project,
}

/// Asks `/healthz`, or `/readyz` where `ready` is wanted.
///
/// # Errors
/// When the process does not answer, or answers that it is not healthy.
pub async fn run(config: &Config, target: HealthcheckTarget, ready: bool) -> anyhow::Result<()> {
    let listen = match target {
        HealthcheckTarget::Serve => config.listen,
        HealthcheckTarget::Project => {
            config.project_listen.context("FAIRWAY_PROJECT_LISTEN is not set: nothing to ask")?
        }
    };
    let url = format!("http://{}/{}", reachable(listen), if ready { "readyz" } else { "healthz" });
    let asking = reqwest::Client::builder().no_proxy().timeout(TIMEOUT).build()?;
    let answer = asking.get(&url).send().await.with_context(|| format!("{url} does not answer"))?;
    if !answer.status().is_success() {
        bail!("{url} answers {}", answer.status());
    }
    Ok(())
}

/// The address for a process that listens on all interfaces: the loopback of the same family.
fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_on_all_interfaces_is_asked_on_the_loopback() {
        let at = |text: &str| reachable(text.parse().expect("an address")).to_string();
        assert_eq!(at("0.0.0.0:8080"), "127.0.0.1:8080");
        assert_eq!(at("[::]:8080"), "[::1]:8080");
        assert_eq!(at("10.0.0.7:9000"), "10.0.0.7:9000");
    }
}
