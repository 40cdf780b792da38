//! Passwords: argon2id with the parameters of docs/security.md, away from the async threads and bounded in number,
//! so that a flood of log-ins costs neither all cores nor all memory.

pub mod guessable;

use std::sync::Arc;

use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;

use crate::random;

/// KiB of memory per hash: 19 MiB.
const MEMORY: u32 = 19 * 1024;
const ITERATIONS: u32 = 2;
const LANES: u32 = 1;

/// Why a password could not be hashed or checked. Never a matter of the password itself.
#[derive(Debug, thiserror::Error)]
pub enum PasswordError {
    /// The parameters or the stored hash are not usable.
    #[error("argon2: {0}")]
    Hash(argon2::password_hash::Error),
    /// The blocking thread ended early: the program stops.
    #[error("hashing was interrupted")]
    Interrupted,
}

impl From<argon2::password_hash::Error> for PasswordError {
    fn from(error: argon2::password_hash::Error) -> Self {
        Self::Hash(error)
    }
}

/// What a check found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Another password, or no such account.
    Wrong,
    /// The right one.
    Right,
    /// The right one, hashed with weaker parameters than today's: hash it again.
    RightButWeak,
}

/// Hashes and checks passwords.
#[derive(Debug, Clone)]
pub struct Passwords {
    slots: Arc<Semaphore>,
    /// What an unknown account's password is checked against, so that it takes the same time.
    decoy: Arc<str>,
}

impl Passwords {
    /// With one hash at a time per core.
    ///
    /// # Errors
    /// When argon2 refuses its parameters, which would be a mistake in this file.
    pub fn new() -> Result<Self, PasswordError> {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let decoy = hash_blocking(&random::new_token())?;
        Ok(Self { slots: Arc::new(Semaphore::new(cores)), decoy: decoy.into() })
    }

    /// A new hash, in PHC form.
    ///
    /// # Errors
    /// [`PasswordError`].
    pub async fn hash(&self, password: String) -> Result<String, PasswordError> {
        self.run(move || hash_blocking(&password)).await
    }

    /// Checks a password; `stored` is none for an unknown account, which takes just as long.
    ///
    /// # Errors
    /// [`PasswordError`].
    pub async fn verify(&self, password: String, stored: Option<String>) -> Result<Verdict, PasswordError> {
        let decoy = Arc::clone(&self.decoy);
        self.run(move || {
            let hash = PasswordHash::new(stored.as_deref().unwrap_or(&decoy))?;
            let params = Params::try_from(&hash)?;
            match argon2()?.verify_password(password.as_bytes(), &hash) {
                Ok(()) if stored.is_none() => Ok(Verdict::Wrong),
                Ok(()) if is_weak(&params) => Ok(Verdict::RightButWeak),
                Ok(()) => Ok(Verdict::Right),
                Err(argon2::password_hash::Error::Password) => Ok(Verdict::Wrong),
                Err(error) => Err(error.into()),
            }
        })
        .await
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, PasswordError> + Send + 'static,
    ) -> Result<T, PasswordError> {
        let slot = Arc::clone(&self.slots).acquire_owned().await.map_err(|_| PasswordError::Interrupted)?;
        tokio::task::spawn_blocking(move || {
            let _slot = slot;
            work()
        })
        .await
        .map_err(|_| PasswordError::Interrupted)?
    }
}

fn is_weak(params: &Params) -> bool {
    params.m_cost() < MEMORY || params.t_cost() < ITERATIONS
}

fn argon2() -> Result<Argon2<'static>, PasswordError> {
    let params = Params::new(MEMORY, ITERATIONS, LANES, None).map_err(argon2::password_hash::Error::from)?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

fn hash_blocking(password: &str) -> Result<String, PasswordError> {
    let salt = SaltString::encode_b64(&random::new_salt())?;
    Ok(argon2()?.hash_password(password.as_bytes(), &salt)?.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_right_password_of_a_known_account_is_right() {
        let passwords = Passwords::new().expect("the parameters");
        let stored = passwords.hash("fairway-demo".into()).await.expect("a hash");
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
        let check = async |password: &str, stored: Option<&str>| {
            passwords.verify(password.into(), stored.map(Into::into)).await.expect("a verdict")
        };
        assert_eq!(check("fairway-demo", Some(&stored)).await, Verdict::Right);
        assert_eq!(check("fairway-demo ", Some(&stored)).await, Verdict::Wrong);
        assert_eq!(check("fairway-demo", None).await, Verdict::Wrong);
    }

    #[tokio::test]
    async fn a_hash_of_weaker_parameters_is_told_apart() {
        let weak =
            Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(64, 1, 1, None).expect("params"));
        let salt = SaltString::encode_b64(&[7; 16]).expect("a salt");
        let stored = weak.hash_password(b"fairway-demo", &salt).expect("a hash").to_string();
        let passwords = Passwords::new().expect("the parameters");
        let verdict = passwords.verify("fairway-demo".into(), Some(stored)).await.expect("a verdict");
        assert_eq!(verdict, Verdict::RightButWeak);
    }
}
