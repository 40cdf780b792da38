//! `fairway impersonate EMAIL --operator NAME --reason TEXT`: a link by which an operator sees the portal as a member.
//! The operator and the reason are recorded before the link exists.

use anyhow::{Context, ensure};
use fairway_clock::clock::Clock;
use fairway_clock::random;
use fairway_console::{say, warn};
use fairway_documents::Portal;
use fairway_store::PgPool;
use fairway_store::database::with_pool;
use fairway_store::impersonations::{Granted, Maker};
use fairway_store::operator_actions::WrittenAct;
use fairway_store::{erasures, impersonations, operators};

use crate::config::Config;

/// The command: prints the link.
///
/// # Errors
/// When something is missing, or there is no such member.
pub async fn run(config: Config, email: &str, operator: &str, reason: &str) -> anyhow::Result<()> {
    let portal = config.portal()?;
    let clock = Clock::starting_at(config.clock);
    with_pool(&config.database(), 1, async |pool| {
        let link = grant(pool, &clock, &portal, email, operator, reason).await?;
        say!("{link}")?;
        warn!("The link works once, for 5 minutes. Everything done with it is recorded under your name.");
        Ok(())
    })
    .await
}

/// Records the request and makes the link.
///
/// # Errors
/// When something is missing, or there is no such member.
pub async fn grant(
    pool: &PgPool,
    clock: &Clock,
    portal: &Portal,
    email: &str,
    operator: &str,
    reason: &str,
) -> anyhow::Result<String> {
    let written = WrittenAct { operator: operator.to_owned(), reason: reason.to_owned() };
    let by = written.checked(pool).await?;
    let is_disabled = operators::is_disabled(pool, &by.operator).await?;
    ensure!(!is_disabled, "--operator: the account of {} is disabled", by.operator);
    let email = fairway_text::email::canonical(email);
    if let Some(person) = erasures::by_email(pool, &email).await? {
        by.reason.refuse_naming(person.names()).context("--reason")?;
    }
    let (id, token) = (random::new_id(clock.now()), random::new_token());
    let token_hash = random::digest(token.as_bytes());
    let maker = Maker { by, session: None };
    let granted = impersonations::grant(pool, id, &token_hash, &email, &maker).await?;
    ensure!(granted == Granted::Made, "there is no member who can log in with the address {email}");
    tracing::info!(impersonation = %id, operator = maker.by.operator, "a log-in link was created");
    Ok(portal.at(&format!("/auth/impersonate?id={id}&login={token}")))
}
