//! `fairway disable EMAIL` and `fairway enable EMAIL`: closes a member's account, on record, and opens it again.
//!
//! A disabled member cannot log in; the answer is that of a wrong password. Others cannot find or add the member, as if
//! the member did not exist. Booked rounds remain, because co-players rely on them, unless the operator cancels them.

use anyhow::{Context, bail, ensure};
use fairway_clock::clock::Clock;
use fairway_command::WriterHandle;
use fairway_console::say;
use fairway_events::Journal;
use fairway_members::erasure::member_rounds::Upcoming;
use fairway_members::erasure::{member_groups, member_rounds, naming};
use fairway_store::PgPool;
use fairway_store::database::with_pool;
use fairway_store::erasures::Person;
use fairway_store::operator_actions::{Act, OperatorAct, WrittenAct};
use fairway_store::{accounts, erasures, operator_actions};

use crate::config::Config;
use crate::services::writer::with_writer;

/// One for a transaction, one for its look-ups, and the writer's.
const CONNECTIONS: u32 = 4;

/// The command `fairway disable`.
///
/// # Errors
/// As [`disable`].
pub async fn run(config: Config, email: &str, by: &WrittenAct, cancel_upcoming: bool) -> anyhow::Result<()> {
    let clock = Clock::starting_at(config.clock);
    with_pool(&config.database(), CONNECTIONS, async |pool| {
        let by = by.checked(pool).await?;
        let rounds = with_writer(pool, &clock, async |writer| {
            disable(pool, &clock, &writer, email, &by, cancel_upcoming).await
        })
        .await?;
        say!("{email} cannot log in any more; all sessions have ended.")?;
        for round in rounds {
            say!(
                "  {} the round of {} at {}",
                if cancel_upcoming { "gave up" } else { "stays in" },
                round.play_date,
                round.club.0
            )?;
        }
        Ok(())
    })
    .await
}

/// The command `fairway enable`.
///
/// # Errors
/// As [`enable`].
pub async fn run_enabling(config: Config, email: &str, by: &WrittenAct) -> anyhow::Result<()> {
    let clock = Clock::starting_at(config.clock);
    with_pool(&config.database(), CONNECTIONS, async |pool| {
        let by = by.checked(pool).await?;
        enable(pool, &clock, email, &by).await?;
        say!("{email} can log in again.")?;
        Ok(())
    })
    .await
}

/// Closes an account. Returns the member's upcoming rounds: those that remain or, with `cancel_upcoming`, those that
/// were cancelled by the command that the member would send. For a member who is disabled already, remaining rounds are
/// cancelled.
///
/// # Errors
/// When there is no such member, they are disabled already and no round is to be cancelled, the record would name them,
/// or a dependency does not answer.
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
    // After the account is closed, so that the member cannot book meanwhile. Nobody waits for who cannot be booked.
    member_groups::stop_waiting(pool, writer, clock, person.id, by)
        .await
        .context("the account is disabled, but the member still waits for a round: repeat the command")?;
    let upcoming = member_rounds::upcoming(&Journal::new(pool.clone()), person.id, clock.today()).await?;
    ensure!(was_open || (cancel_upcoming && !upcoming.is_empty()), "{} is disabled already", person.email);
    if cancel_upcoming {
        member_rounds::cancel(writer, clock, person.id, by, &upcoming)
            .await
            .context("the account is disabled, but not every round was cancelled: repeat the command")?;
    }
    Ok(upcoming)
}

/// Opens an account again.
///
/// # Errors
/// When there is no such member, they are not disabled, the record would name them, or a dependency does not answer.
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
