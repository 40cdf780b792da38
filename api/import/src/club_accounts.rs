//! `club-accounts.json` of a data set: people at clubs of the demonstration, with a password and without a second factor. In
//! development only: in production nobody works without one, and operators invite the first manager of a club.

use std::path::Path;

use fairway_clock::clock::Clock;
use fairway_clock::random;
use fairway_events::ClubId;
use fairway_members::password::Passwords;
use fairway_store::club_accounts::{self, ClubRole, NewAccount};
use serde::Deserialize;
use sqlx::PgPool;

use crate::demonstration;

/// The name of the file.
pub(super) const FILE: &str = "club-accounts.json";

/// Somebody at a club of the demonstration.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DemoAccount {
    club: String,
    email: String,
    name: String,
    role: ClubRole,
    password: String,
}

/// The people at clubs of a data set.
#[derive(Debug, Default)]
pub struct DemoClubAccounts(Vec<DemoAccount>);

impl DemoClubAccounts {
    /// Reads the file, if the data set has it.
    ///
    /// # Errors
    /// When it cannot be read, or this is production.
    pub async fn read(is_production: bool, dir: &Path) -> anyhow::Result<Self> {
        let accounts = demonstration::read(
            is_production,
            dir,
            FILE,
            "operators invite people at clubs at their screens",
        )
        .await?;
        Ok(Self(accounts.unwrap_or_default()))
    }

    /// Adds those whose address has no account yet; returns how many.
    /// Fails when the database does not answer.
    pub async fn add(self, pool: &PgPool, clock: &Clock) -> anyhow::Result<usize> {
        let passwords = Passwords::new()?;
        let mut added = 0;
        for DemoAccount { club, email, name, role, password } in self.0 {
            let (id, at, club) = (random::new_id(clock.now()), clock.now(), ClubId(club));
            let email = fairway_text::email::canonical(&email);
            if club_accounts::by_email(pool, &email).await?.is_some() {
                continue;
            }
            let hash = passwords.hash(password).await?;
            let new = NewAccount { id, club: &club, email: &email, name: &name, role, at };
            let mut transaction = pool.begin().await?;
            if club_accounts::add(&mut *transaction, &new).await? {
                club_accounts::set_first_password(&mut *transaction, id, &hash).await?;
                added += 1;
            }
            transaction.commit().await?;
        }
        Ok(added)
    }
}
