//! `fairway verify-voucher CODE`: for a reception that doubts a voucher: did this portal issue it, and is it still
//! valid?

use anyhow::bail;
use fairway_clock::clock::Clock;
use fairway_console::say;
use fairway_documents::signing::{VoucherCodeError, VoucherCodeSigner};
use fairway_query::Reads;
use fairway_round_data::documents;
use fairway_store::database::{Database, Purpose};
use fairway_store::{clubs, members};

use crate::config::Config;

/// Prints what the code is valid for.
///
/// # Errors
/// When it is not valid, and why; or when the database does not answer.
pub async fn run(config: Config, code: &str) -> anyhow::Result<()> {
    let database = Database::open(&config.database(), Purpose::Command).await?;
    let outcome = async {
        let pool = database.pool(1).await?;
        let verified = verify(&config, &pool, &Clock::starting_at(config.clock), code).await;
        pool.close().await;
        verified
    }
    .await;
    database.close().await?;
    say!("{}", outcome?)?;
    Ok(())
}

/// The round for which the code is valid, in a sentence.
///
/// # Errors
/// As [`run`].
pub async fn verify(
    config: &Config,
    pool: &fairway_store::PgPool,
    clock: &Clock,
    code: &str,
) -> anyhow::Result<String> {
    let code = match VoucherCodeSigner::new(config.secret.as_bytes()).verify(code) {
        Ok(code) => code,
        Err(VoucherCodeError::Malformed) => {
            bail!("not a voucher code: check that every character was copied")
        }
        Err(VoucherCodeError::Forged) => bail!("NOT GENUINE: this portal did not issue that code"),
    };
    let Some(found) = Reads::new(pool.clone()).booking_of_place(code.place).await? else {
        bail!("genuine, but its reservation is not in this database");
    };
    let booking = found.booking;
    let Some(place) = booking.place(code.place) else {
        bail!("genuine, but its reservation is not in this database");
    };
    if let Some(at) = place.cancelled_at {
        bail!("genuine, but NOT VALID: cancelled on {}", fairway_clock::clock::day_of(at));
    }
    let today = clock.today();
    if booking.play_date < today {
        bail!("genuine, but NOT VALID any more: it was for {}", booking.play_date);
    }
    let names = members::by_ids(pool, &[place.member]).await?;
    let player = names.get(&place.member).map(|member| documents::person_name(member).to_string());
    let clubs = clubs::load(pool).await?;
    let round = documents::round(&clubs, &booking);
    let day = if booking.play_date == today { "today" } else { "NOT TODAY" };
    Ok(format!(
        "genuine and valid: {}, {} holes at {}, {} ({day}), booking {}",
        player.unwrap_or_default(),
        round.holes,
        round.club.name,
        round.play_date,
        round.number()
    ))
}
