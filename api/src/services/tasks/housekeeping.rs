//! Removes expired rows: receipts, sessions, counted failures, look-ups, settled mails and messages for devices,
//! refusals, links to a new password and a new address, members' downloads of their data, operators' tasks that ended
//! long ago. Nothing depends on the exact time.

use std::time::Duration;

use chrono::TimeDelta;
use fairway_clock::clock::Clock;
use fairway_events::Journal;
use fairway_store::PgPool;
use fairway_store::{
    address_changes, club_sessions, login_links, lookups, member_commands, member_data, operator_sessions,
    operator_tasks, outbox, passkeys, password_resets, push_messages, refusals, sessions, throttle,
};
use fairway_tasks::repeat::repeat;

/// The pause between runs.
const PAUSE: Duration = Duration::from_secs(15 * 60);
/// Receipts are used for at least 24 hours.
const RECEIPTS: TimeDelta = TimeDelta::hours(25);
/// Failed log-ins count for 15 minutes.
const FAILURES: TimeDelta = TimeDelta::hours(1);
/// Links work for an hour; requests for links count for less.
const RESETS: TimeDelta = TimeDelta::hours(24);
/// An expired token is recognised as expired for a while before its row is deleted.
const SESSIONS: TimeDelta = TimeDelta::days(7);
/// Longer than a mail's cause could be processed twice, and than operators ask whether a mail was sent.
const MAILS: TimeDelta = TimeDelta::days(90);
/// As long as members ask about what was refused to them.
const REFUSALS: TimeDelta = TimeDelta::days(90);

/// As long as refusals.
const DOWNLOADS: TimeDelta = TimeDelta::days(90);

/// As long as operators may want to read what a verification found.
const TASKS: TimeDelta = TimeDelta::days(90);

/// Removes expired rows until `shutdown` completes.
pub(super) async fn run(pool: PgPool, clock: Clock, shutdown: impl Future<Output = ()>) {
    let journal = Journal::new(pool.clone());
    repeat("housekeeping", PAUSE, shutdown, || once(&pool, &journal, &clock)).await;
}

async fn once(pool: &PgPool, journal: &Journal, clock: &Clock) -> anyhow::Result<()> {
    let now = clock.now();
    let receipts = journal.delete_receipts(now - RECEIPTS).await?;
    let failures = throttle::delete_login_failures(pool, now - FAILURES).await?;
    let sessions = sessions::delete_expired(pool, now - SESSIONS).await?;
    let operator_sessions = operator_sessions::delete_expired(pool, now - SESSIONS).await?;
    let club_sessions = club_sessions::delete_expired(pool, now - SESSIONS).await?;
    let mails = outbox::delete_expired(pool, now - MAILS).await?;
    let pushes = push_messages::delete_settled(pool, now - MAILS).await?;
    let lookups = lookups::delete_expired(pool, clock.today()).await?;
    let operator_tasks = operator_tasks::delete_expired(pool, now - TASKS).await?;
    let commands = member_commands::delete_expired(pool, now).await?;
    let resets = password_resets::delete_expired(pool, now - RESETS).await?;
    let downloads = member_data::delete_expired(pool, now - DOWNLOADS).await?;
    let login_links = login_links::delete_expired(pool, now - RESETS).await?;
    let address_changes = address_changes::delete_expired(pool, now - RESETS).await?;
    let challenges = passkeys::delete_expired_challenges(pool, now).await?;
    let refusals = refusals::delete_expired(pool, now - REFUSALS).await?;
    tracing::debug!(
        receipts,
        failures,
        sessions,
        operator_sessions,
        club_sessions,
        operator_tasks,
        mails,
        pushes,
        lookups,
        commands,
        resets,
        downloads,
        login_links,
        address_changes,
        challenges,
        refusals,
        "housekeeping finished"
    );
    Ok(())
}
