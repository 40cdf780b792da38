//! The network between the machines, where packets can be dropped: in a network namespace of the campaign's own, by
//! nftables. Nothing is told to either end, and nothing is acknowledged, as when a cable is pulled.
//!
//! On one machine every address is loopback, so that addresses do not tell machines apart. Each PostgreSQL machine (Patroni
//! and its server) runs under a group of its own instead, and a connection that crosses the border of machine n is marked
//! with bit n when it begins.

use std::fmt::Write as _;
use std::process::Stdio;

use anyhow::{Context, Result, ensure};
use tokio::io::AsyncWriteExt;
use tokio::process::Command;

use crate::layout::{Layout, MEMBERS};

/// The chain whose rules drop; empty, everything passes.
const DROPPING: &str = "inet fairway dropping";

/// A network in which packets can be dropped.
#[derive(Debug)]
pub(super) struct Network(());

impl Network {
    /// Brings loopback up in the new namespace and begins to mark connections; before anything is started.
    ///
    /// # Errors
    /// When the namespace is not our own, or nftables does not work in it.
    pub(super) async fn prepare(layout: &Layout, own_namespaces: bool) -> Result<Self> {
        ensure!(
            layout.user.steps_down && own_namespaces,
            "`cargo xtask faults` makes a network namespace for it, as root only"
        );
        run("ip", &["link", "set", "lo", "up"], "").await?;
        nft(&rules(layout)).await?;
        Ok(Self(()))
    }

    /// Drops every packet that enters or leaves a PostgreSQL machine, until [`Self::mend`].
    pub(super) async fn cut_machine(&self, number: usize) -> Result<()> {
        nft(&format!("add rule {DROPPING} ct mark & {:#x} != 0 drop\n", bit(number))).await
    }

    /// Drops every packet to and from what listens on a port.
    pub(super) async fn cut_port(&self, port: u16) -> Result<()> {
        nft(&format!(
            "add rule {DROPPING} tcp dport {port} drop\nadd rule {DROPPING} tcp sport {port} drop\n"
        ))
        .await
    }

    /// Everything passes again.
    pub(super) async fn mend(&self) -> Result<()> {
        nft(&format!("flush chain {DROPPING}\n")).await
    }
}

fn bit(number: usize) -> u32 {
    1 << number
}

/// Marks connections when they begin; the chain that drops is still empty.
fn rules(layout: &Layout) -> String {
    let mut rules = String::from(
        "add table inet fairway
add chain inet fairway marking { type filter hook output priority -10; }
add chain inet fairway dropping { type filter hook output priority 0; }
",
    );
    for number in 0..MEMBERS {
        let group = layout.machine(number).gid;
        let (server, patroni) = (layout.ports.postgres[number], layout.ports.patroni[number]);
        for crosses in ["== GROUP tcp dport != PORTS", "!= GROUP tcp dport PORTS"] {
            let crosses = crosses
                .replace("GROUP", &group.to_string())
                .replace("PORTS", &format!("{{ {server}, {patroni} }}"));
            let _never_fails = writeln!(
                rules,
                "add rule inet fairway marking ct state new meta skgid {crosses} ct mark set ct mark | {:#x}",
                bit(number)
            );
        }
    }
    rules
}

async fn nft(rules: &str) -> Result<()> {
    run("nft", &["--file", "-"], rules).await
}

async fn run(program: &str, arguments: &[&str], input: &str) -> Result<()> {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .with_context(|| format!("there is no `{program}`"))?;
    let mut stdin = child.stdin.take().context("no standard input")?;
    stdin.write_all(input.as_bytes()).await?;
    drop(stdin);
    let done = child.wait_with_output().await?;
    let said = String::from_utf8_lossy(&done.stderr);
    ensure!(done.status.success(), "`{program}` refused ({}): {}", done.status, said.trim());
    Ok(())
}
