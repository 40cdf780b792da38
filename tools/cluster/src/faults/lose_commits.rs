//! The faults that need a certain primary first: one whose disk is small, and one whose commits its standbys lack.

use std::time::Duration;

use anyhow::Result;
use rustix::process::Signal;
use serde_json::json;
use tokio::sync::watch;
use tokio::time::{Instant, sleep};

use super::inject::Fault;
use super::testbed::{SMALL_DISK_SERVER, Testbed};
use crate::layout::SERVERS;
use crate::member::Phase;
use crate::service::ProcessScope;
use crate::wait::until;

/// How long the primary commits without its standbys when commits are to be lost.
const STANDBY_FREEZE: Duration = Duration::from_secs(2);
/// The lag with which a standby may still take over when commits are to be lost, in bytes.
const MAX_FAILOVER_LAG: u64 = 1 << 30;
const TIMEOUT: Duration = Duration::from_secs(60);

/// Makes the server on the small disk the primary. As long as PostgreSQL can reuse WAL segments on a full disk it refuses
/// statements that need space and continues to run; without, it stops, and its standby takes over.
pub(super) async fn disk_to_fill(testbed: &mut Testbed) -> Result<()> {
    let primary = testbed.primary().await?;
    if primary == SMALL_DISK_SERVER {
        return Ok(());
    }
    // Only the synchronous standby may take over. Another one is stopped until Patroni makes this server synchronous.
    let synchronous = testbed.synchronous_standby().await?;
    if synchronous != SMALL_DISK_SERVER {
        testbed.machine(synchronous).disable_restart()?;
        testbed.machine(synchronous).signal(ProcessScope::All, Signal::KILL);
        let patroni = &testbed.cluster.patroni;
        let is_synchronous =
            async || (patroni.synchronous_standby().await == Some(SMALL_DISK_SERVER)).then_some(());
        until("the server on the small disk to be synchronous", TIMEOUT, is_synchronous).await?;
    }
    testbed.cluster.patroni.switch_over(primary, SMALL_DISK_SERVER).await?;
    if synchronous != SMALL_DISK_SERVER {
        testbed.machine(synchronous).enable_restart()?;
    }
    testbed.wait_until_healthy().await
}

/// Makes the primary acknowledge commits without its standbys, and kills it. Some members leave before that, so that
/// they do not book again what they lost.
pub(super) async fn lose_commits(testbed: &mut Testbed, phase: &watch::Sender<Phase>) -> Result<Fault> {
    let primary = testbed.primary().await?;
    testbed
        .cluster
        .patroni
        .configure(primary, json!({ "synchronous_mode": false, "maximum_lag_on_failover": MAX_FAILOVER_LAG }))
        .await?;
    let no_synchronous_standby = async || match testbed.cluster.patroni.synchronous_standby().await {
        None => Some(()),
        Some(_) => None,
    };
    until("synchronous replication to be off", TIMEOUT, no_synchronous_standby).await?;
    // Patroni changes PostgreSQL's setting in the same loop as etcd's; its loop_wait is one second.
    sleep(Duration::from_secs(3)).await;
    let standbys: Vec<usize> = (0..SERVERS).filter(|&number| number != primary).collect();
    for &standby in &standbys {
        testbed.cluster.postgres[standby].signal(ProcessScope::All, Signal::STOP);
    }
    phase.send_replace(Phase::SomeLeave);
    sleep(STANDBY_FREEZE).await;
    testbed.cluster.postgres[primary].disable_restart()?;
    let fault = Fault { started: Instant::now(), ready_after: None };
    testbed.cluster.postgres[primary].signal(ProcessScope::All, Signal::KILL);
    for &standby in &standbys {
        // Otherwise they would still receive the WAL that is in the kernel's buffers.
        testbed.cluster.postgres[standby].signal(ProcessScope::Postgres, Signal::KILL);
        testbed.cluster.postgres[standby].signal(ProcessScope::All, Signal::CONT);
    }
    let new_primary =
        until("another server to become primary", TIMEOUT, async || testbed.cluster.patroni.primary().await)
            .await?;
    testbed.cluster.postgres[primary].enable_restart()?;
    testbed
        .cluster
        .patroni
        .configure(new_primary, json!({ "synchronous_mode": true, "maximum_lag_on_failover": null }))
        .await?;
    Ok(fault)
}
