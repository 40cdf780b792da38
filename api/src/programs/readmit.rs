//! `fairway readmit EMAIL`: lets an erased person come back as a new member, with the next import that names them.

use fairway_console::say;
use fairway_store::operator_actions::WrittenAct;

use super::erase::with_eraser;
use crate::config::Config;

/// The command `fairway readmit EMAIL`.
///
/// # Errors
/// As [`Eraser::readmit`].
pub async fn run(config: Config, email: &str, by: &WrittenAct) -> anyhow::Result<()> {
    with_eraser(config, async |eraser, pool| eraser.readmit(email, &by.checked(pool).await?).await).await?;
    say!(
        "The next import that names this address makes a new member of it. Nothing of the former one comes back."
    )?;
    Ok(())
}
