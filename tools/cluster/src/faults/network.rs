//! Drops packets between the machines, with nftables in a network namespace of the campaign's own. Neither end gets an
//! error or an acknowledgement, as when a cable is pulled.
//!
//! On one machine every address is loopback, so addresses do not distinguish machines. Instead each PostgreSQL machine
//! (Patroni and its server) runs under a group of its own, and a connection between machine n and another machine is
//! marked with bit n when it begins.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::Stdio;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result, ensure};
use tokio::io::AsyncWriteExt;
use tokio::process::Command;

use crate::layout::{Layout, SERVERS};

/// The chain with the rules that drop packets; when it is empty, every packet passes.
const DROP_CHAIN: &str = "inet fairway dropping";

/// Packets on the loopback are this late, and so many are sent twice.
const LATE: [&str; 7] = ["netem", "delay", "15ms", "10ms", "duplicate", "5%", "limit"];
/// Packets that wait, at most.
const LATE_LIMIT: &str = "20000";

/// The network of the namespace.
#[derive(Debug)]
pub(super) struct Network {
    /// The rules of each cut, by its number: several may be in force at once.
    cuts: Mutex<BTreeMap<Cut, String>>,
    /// Why packets cannot be delayed; none: they can.
    pub(super) delay_obstacle: Option<String>,
}

/// A cut that is in force.
pub(super) type Cut = usize;

/// The packets of a machine that are dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Both,
    /// What it sends.
    Out,
    /// What is sent to it.
    In,
}

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
        let delayed = async {
            delay_packets().await?;
            send_packets_in_time().await
        };
        let delay_obstacle = delayed.await.err().map(|error| format!("{error:#}"));
        Ok(Self { cuts: Mutex::default(), delay_obstacle })
    }

    /// Drops packets that enter or leave a PostgreSQL machine, until [`Self::restore`].
    pub(super) async fn isolate_machine(
        &self,
        layout: &Layout,
        number: usize,
        direction: Direction,
    ) -> Result<Cut> {
        self.cut(machine_rules(layout, number, direction)).await
    }

    /// Drops packets to and from what listens on a port; to its clients alone if `Out`.
    pub(super) async fn isolate_port(&self, port: u16, direction: Direction) -> Result<Cut> {
        let to = format!("add rule {DROP_CHAIN} tcp dport {port} drop\n");
        let from = format!("add rule {DROP_CHAIN} tcp sport {port} drop\n");
        self.cut(match direction {
            Direction::Both => to + &from,
            Direction::Out => from,
            Direction::In => to,
        })
        .await
    }

    async fn cut(&self, rules: String) -> Result<Cut> {
        nft(&rules).await?;
        let mut cuts = self.cuts.lock().unwrap_or_else(PoisonError::into_inner);
        let number = cuts.last_key_value().map_or(0, |(last, _)| last + 1);
        cuts.insert(number, rules);
        Ok(number)
    }

    /// Lets every packet pass again that no other cut drops.
    pub(super) async fn restore(&self, cut: Cut) -> Result<()> {
        let remaining: String = {
            let mut cuts = self.cuts.lock().unwrap_or_else(PoisonError::into_inner);
            cuts.remove(&cut);
            cuts.values().map(String::as_str).collect()
        };
        nft(&format!("flush chain {DROP_CHAIN}\n{remaining}")).await
    }
}

/// Makes packets late, and sends some of them twice, until [`send_packets_in_time`].
pub(super) async fn delay_packets() -> Result<()> {
    let arguments = [&["qdisc", "add", "dev", "lo", "root"], &LATE[..], &[LATE_LIMIT]].concat();
    run("tc", &arguments, "").await
}

pub(super) async fn send_packets_in_time() -> Result<()> {
    run("tc", &["qdisc", "del", "dev", "lo", "root"], "").await
}

/// The rules that drop packets of a machine. A connection between it and another machine has its mark; the end that
/// listens tells the direction.
fn machine_rules(layout: &Layout, number: usize, direction: Direction) -> String {
    let marked = format!("add rule {DROP_CHAIN} ct mark & {:#x} != 0", bit(number));
    let ports = format!("{{ {}, {} }}", layout.ports.postgres[number], layout.ports.patroni[number]);
    let (to_it, from_it) = match direction {
        Direction::Both => return format!("{marked} drop\n"),
        Direction::Out => ("reply", "original"),
        Direction::In => ("original", "reply"),
    };
    format!(
        "{marked} ct direction {to_it} tcp {} {ports} drop\n{marked} ct direction {from_it} tcp {} != {ports} drop\n",
        if direction == Direction::Out { "sport" } else { "dport" },
        if direction == Direction::Out { "dport" } else { "sport" },
    )
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
