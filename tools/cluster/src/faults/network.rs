//! Drops packets between the machines, with nftables in a network namespace of the campaign's own. Neither end gets an
//! error or an acknowledgement, as when a cable is pulled.
//!
//! On one machine every address is loopback, so addresses do not distinguish machines. Instead each PostgreSQL machine
//! (Patroni and its server) runs under a group of its own, and a connection between machine n and another machine is
//! marked with bit n when it begins.

use std::fmt::Write as _;
use std::process::Stdio;

use anyhow::{Context, Result, ensure};
use tokio::io::AsyncWriteExt;
use tokio::process::Command;

use crate::layout::{Layout, SERVERS};

/// The chain with the rules that drop packets; when it is empty, every packet passes.
const DROP_CHAIN: &str = "inet fairway dropping";

/// The network of the namespace; its value proves that it was prepared.
#[derive(Debug)]
pub(super) struct Network(());

impl Network {
    /// Enables loopback in the new namespace and adds the rules that mark connections. Called before any program is
    /// started, since only new connections are marked.
    ///
    /// # Errors
    /// When this process does not have its own namespace, or nftables does not work in it.
    pub(super) async fn prepare(layout: &Layout, own_namespaces: bool) -> Result<Self> {
        ensure!(
            layout.user.steps_down && own_namespaces,
            "`cargo xtask faults` makes a network namespace for it, as root only"
        );
        run("ip", &["link", "set", "lo", "up"], "").await?;
        nft(&rules(layout)).await?;
        Ok(Self(()))
    }

    /// Drops every packet that enters or leaves a PostgreSQL machine, until [`Self::restore`].
    pub(super) async fn isolate_machine(&self, number: usize) -> Result<()> {
        nft(&format!("add rule {DROP_CHAIN} ct mark & {:#x} != 0 drop\n", bit(number))).await
    }

    /// Drops every packet to and from what listens on a port.
    pub(super) async fn isolate_port(&self, port: u16) -> Result<()> {
        nft(&format!(
            "add rule {DROP_CHAIN} tcp dport {port} drop\nadd rule {DROP_CHAIN} tcp sport {port} drop\n"
        ))
        .await
    }

    /// Lets every packet pass again.
    pub(super) async fn restore(&self) -> Result<()> {
        nft(&format!("flush chain {DROP_CHAIN}\n")).await
    }
}

fn bit(number: usize) -> u32 {
    1 << number
}

/// The rules that mark new connections, and the chain that drops packets, still empty.
fn rules(layout: &Layout) -> String {
    let mut rules = String::from(
        "add table inet fairway
add chain inet fairway marking { type filter hook output priority -10; }
add chain inet fairway dropping { type filter hook output priority 0; }
",
    );
    for number in 0..SERVERS {
        let group = layout.machine_user(number).gid;
        let (server, patroni) = (layout.ports.postgres[number], layout.ports.patroni[number]);
        for condition in ["== GROUP tcp dport != PORTS", "!= GROUP tcp dport PORTS"] {
            let condition = condition
                .replace("GROUP", &group.to_string())
                .replace("PORTS", &format!("{{ {server}, {patroni} }}"));
            let _never_fails = writeln!(
                rules,
                "add rule inet fairway marking ct state new meta skgid {condition} ct mark set ct mark | {:#x}",
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
    let output = child.wait_with_output().await?;
    let stderr = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "`{program}` refused ({}): {}", output.status, stderr.trim());
    Ok(())
}
