//! `operators.json` of a data set: operators of the demonstration, with a password and without a second factor. In
//! development only: in production nobody works without one, and `fairway operator add` makes the accounts.

use std::path::Path;

use fairway_clock::clock::Clock;
use fairway_clock::random;
use fairway_members::password::Passwords;
use fairway_store::operators::{self, Role};
use serde::Deserialize;
use sqlx::PgPool;

use crate::demonstration;

/// The name of the file.
pub(super) const FILE: &str = "operators.json";

/// An operator of the demonstration.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DemoOperator {
    email: String,
    name: String,
    roles: Vec<Role>,
    password: String,
}

/// The operators of a data set.
#[derive(Debug, Default)]
pub struct DemoOperators(Vec<DemoOperator>);

impl DemoOperators {
    /// Reads the file, if the data set has it.
    ///
    /// # Errors
    /// When it cannot be read, or this is production.
    pub async fn read(is_production: bool, dir: &Path) -> anyhow::Result<Self> {
        let accounts =
            demonstration::read(is_production, dir, FILE, "add operators with `fairway operator add`")
                .await?;
        Ok(Self(accounts.unwrap_or_default()))
    }

    /// Adds those whose address has no account yet; returns how many.
    /// Fails when the database does not answer.
    pub async fn add(self, pool: &PgPool, clock: &Clock) -> anyhow::Result<usize> {
        let passwords = Passwords::new()?;
        let mut added = 0;
        for DemoOperator { email, name, roles, password } in self.0 {
            let (id, now) = (random::new_id(clock.now()), clock.now());
            let email = fairway_text::email::canonical(&email);
            if operators::by_email(pool, &email).await?.is_some() {
                continue;
            }
            let hash = passwords.hash(password).await?;
            let mut transaction = pool.begin().await?;
            if operators::add(&mut *transaction, id, &email, &name, &roles, now).await? {
                operators::set_first_password(&mut *transaction, id, &hash).await?;
                added += 1;
            }
            transaction.commit().await?;
        }
        Ok(added)
    }
}
