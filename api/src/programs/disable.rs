//! `fairway disable EMAIL` and `fairway enable EMAIL`: shutting a member's account, on record, and opening it again.
//!
//! Who is disabled cannot log in, as with a wrong password, and is found and added by nobody, as if there were no such
//! member. Their rounds stand, for those who play with them rely on them, unless the operator takes them out.

use anyhow::{Context, bail, ensure};
use fairway_command::WriterHandle;
use fairway_events::Journal;
use sqlx::PgPool;

use crate::clock::Clock;
use crate::config::Config;
use crate::services::erasure::member_rounds::{self, Upcoming};
use crate::services::erasure::naming;
use crate::services::writer::with_writer;
use crate::store::accounts;
use crate::store::database::with_pool;
use crate::store::erasures::{self, Person};
use crate::store::operator_actions::OperatorAct;
use crate::store::operator_actions::{self, Act};

/// A transaction, what it looks up meanwhile, and the writer.
const CONNECTIONS: u32 = 4;

/// The command `fairway disable`.
///
/// # Errors
/// As [`disable`].
pub async fn run(config: Config, email: &str, by: &OperatorAct, cancel_upcoming: bool) -> anyhow::Result<()> {
    let by = by.checked()?;
    let clock = Clock::starting_at(config.clock);
    with_pool(&config, CONNECTIONS, async |pool| {
        let rounds = with_writer(pool, &clock, async |writer| {
            disable(pool, &clock, &writer, email, &by, cancel_upcoming).await
        })
        .await?;
        println!("{email} cannot log in any more; whoever was logged in is not.");
        for round in rounds {
            println!(
                "  {} the round of {} at {}",
                if cancel_upcoming { "gave up" } else { "stays in" },
                round.play_date,
                round.club.0
            );
        }
        Ok(())
    })
    .await
}

/// The command `fairway enable`.
///
/// # Errors
/// As [`enable`].
pub async fn run_enabling(config: Config, email: &str, by: &OperatorAct) -> anyhow::Result<()> {
    let by = by.checked()?;
    let clock = Clock::starting_at(config.clock);
    with_pool(&config, CONNECTIONS, async |pool| {
        enable(pool, &clock, email, &by).await?;
        println!("{email} can log in again.");
        Ok(())
    })
    .await
}

/// Shuts an account. Gives the member's rounds to come: those that stand or, with `cancel_upcoming`, that were given up
/// by the command that the member would send. Of who is disabled already the rounds that are left are given up.
///
/// # Errors
/// When there is no such member, they are disabled already and no round is to be given up, the record would name them, or something does not answer.
pub async fn disable(
    pool: &PgPool,
    clock: &Clock,
    writer: &WriterHandle,
    email: &str,
    by: &OperatorAct,
    cancel_upcoming: bool,
) -> anyhow::Result<Vec<Upcoming>> {
    let person = find(pool, email, by).await?;
    let mut transaction = pool.begin().await?;
    let was_open = accounts::disable(&mut transaction, person.id, clock.now()).await?;
    if was_open {
        operator_actions::record(&mut transaction, person.id, by, &Act::Disabled, clock.now()).await?;
        transaction.commit().await?;
        tracing::info!(member = %person.id, operator = by.operator, "a member was disabled");
    }
    // After the account is shut, so that the member books none meanwhile.
    let upcoming = member_rounds::upcoming(&Journal::new(pool.clone()), person.id, clock.today()).await?;
    ensure!(was_open || (cancel_upcoming && !upcoming.is_empty()), "{} is disabled already", person.email);
    if cancel_upcoming {
        member_rounds::cancel(writer, clock, person.id, by, &upcoming)
            .await
            .context("the account is shut, and not every round was given up: repeat the command")?;
    }
    Ok(upcoming)
}

/// Opens an account again.
///
/// # Errors
/// When there is no such member, they are not disabled, the record would name them, or something does not answer.
pub async fn enable(pool: &PgPool, clock: &Clock, email: &str, by: &OperatorAct) -> anyhow::Result<()> {
    let person = find(pool, email, by).await?;
    let mut transaction = pool.begin().await?;
    let was_shut = accounts::enable(&mut transaction, person.id, clock.now()).await?;
    ensure!(was_shut, "{} is not disabled", person.email);
    operator_actions::record(&mut transaction, person.id, by, &Act::Enabled, clock.now()).await?;
    transaction.commit().await?;
    tracing::info!(member = %person.id, operator = by.operator, "a member was enabled");
    Ok(())
}

async fn find(pool: &PgPool, email: &str, by: &OperatorAct) -> anyhow::Result<Person> {
    let email = email.trim().to_lowercase();
    let Some(person) = erasures::by_email(pool, &email).await? else {
        bail!("there is no member with the address {email}")
    };
    naming::refuse(by, &person)?;
    Ok(person)
}
