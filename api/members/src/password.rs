//! Passwords: argon2id with the parameters of docs/security.md, on blocking threads and limited in number, so that a
//! flood of log-ins cannot use all cores or all memory.

pub mod guessable;

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use argon2::password_hash::{Output, PasswordHash, Salt, SaltString};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use fairway_clock::random;
use fairway_endpoint::failure::Failure;
use fairway_text::error_chain::Chain;
use tokio::sync::Semaphore;

/// KiB of memory per hash: 19 MiB.
const MEMORY: u32 = 19 * 1024;
const ITERATIONS: u32 = 2;
const LANES: u32 = 1;
/// Hashes at once, on any number of cores: with 19 MiB each they use 152 MiB.
const MOST_AT_ONCE: usize = 8;

/// Why a password could not be hashed or checked. Never caused by the password itself.
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

/// The result of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// A wrong password, or no such account.
    Wrong,
    /// The right password.
    Right,
    /// The right password, hashed with weaker parameters than today's: it should be hashed again.
    RightButWeak,
}

/// Hashes and checks passwords.
#[derive(Debug, Clone)]
pub struct Passwords {
    slots: Arc<Semaphore>,
    at_once: usize,
    started_hashes: Arc<AtomicU64>,
    memory: Memory,
    /// The hash for unknown accounts, so that checking takes the same time.
    decoy: Arc<str>,
}

impl Passwords {
    /// One hash at a time per core, and no more than [`MOST_AT_ONCE`].
    ///
    /// # Errors
    /// When argon2 refuses its parameters, which would be a mistake in this file.
    pub fn new() -> Result<Self, PasswordError> {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let at_once = cores.min(MOST_AT_ONCE);
        let memory = Memory::default();
        let decoy = memory.lend(|blocks| hash_blocking(&random::new_token(), blocks))?;
        Ok(Self {
            slots: Arc::new(Semaphore::new(at_once)),
            at_once,
            started_hashes: Arc::default(),
            memory,
            decoy: decoy.into(),
        })
    }

    /// How many passwords are hashed at the same time, at most.
    #[must_use]
    pub fn at_once(&self) -> usize {
        self.at_once
    }

    /// How many hashes were started, to check passwords or to store them: the cost of log-ins.
    #[must_use]
    pub fn started_hashes(&self) -> u64 {
        self.started_hashes.load(Relaxed)
    }

    /// A new hash, in PHC form.
    ///
    /// # Errors
    /// [`PasswordError`].
    pub async fn hash(&self, password: String) -> Result<String, PasswordError> {
        self.run(move |blocks| hash_blocking(&password, blocks)).await
    }

    /// Checks a password; `stored` is none for an unknown account, for which the check takes the same time.
    ///
    /// # Errors
    /// [`PasswordError`].
    pub async fn verify(&self, password: String, stored: Option<String>) -> Result<Verdict, PasswordError> {
        let decoy = Arc::clone(&self.decoy);
        self.run(move |blocks| {
            let hash = PasswordHash::new(stored.as_deref().unwrap_or(&decoy))?;
            let params = Params::try_from(&hash)?;
            let is_weak = is_weak(&params);
            let is_right = matches(&password, &hash, params, blocks)? && stored.is_some();
            Ok(match (is_right, is_weak) {
                (false, _) => Verdict::Wrong,
                (true, true) => Verdict::RightButWeak,
                (true, false) => Verdict::Right,
            })
        })
        .await
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Vec<Block>) -> Result<T, PasswordError> + Send + 'static,
    ) -> Result<T, PasswordError> {
        let slot = Arc::clone(&self.slots).acquire_owned().await.map_err(|_| PasswordError::Interrupted)?;
        let memory = self.memory.clone();
        self.started_hashes.fetch_add(1, Relaxed);
        tokio::task::spawn_blocking(move || {
            let _slot = slot;
            memory.lend(work)
        })
        .await
        .map_err(|_| PasswordError::Interrupted)?
    }
}

/// The memory for hashing: as many blocks of 19 MiB as were ever needed at once, reused. If each hash allocated its
/// own, the allocator would retain more blocks than there are hashes.
#[derive(Debug, Clone, Default)]
struct Memory(Arc<Mutex<Vec<Vec<Block>>>>);

impl Memory {
    fn lend<T>(&self, work: impl FnOnce(&mut Vec<Block>) -> T) -> T {
        let mut blocks = self.free().pop().unwrap_or_default();
        let outcome = work(&mut blocks);
        self.free().push(blocks);
        outcome
    }

    fn free(&self) -> MutexGuard<'_, Vec<Vec<Block>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn is_weak(params: &Params) -> bool {
    params.m_cost() < MEMORY || params.t_cost() < ITERATIONS
}

fn params() -> Result<Params, PasswordError> {
    Ok(Params::new(MEMORY, ITERATIONS, LANES, None).map_err(argon2::password_hash::Error::from)?)
}

fn hash_blocking(password: &str, blocks: &mut Vec<Block>) -> Result<String, PasswordError> {
    let salt = random::new_salt();
    let params = params()?;
    let mut output = [0; Params::DEFAULT_OUTPUT_LEN];
    fill(
        &Argon2::new(Algorithm::Argon2id, Version::V0x13, params.clone()),
        password,
        &salt,
        &mut output,
        blocks,
    )?;
    let salt = SaltString::encode_b64(&salt)?;
    let hash = PasswordHash {
        algorithm: Algorithm::Argon2id.ident(),
        version: Some(Version::V0x13.into()),
        params: (&params).try_into()?,
        salt: Some(salt.as_salt()),
        hash: Some(Output::new(&output)?),
    };
    Ok(hash.to_string())
}

/// Whether the password matches the hash, with the hash's own parameters.
fn matches(
    password: &str,
    hash: &PasswordHash<'_>,
    params: Params,
    blocks: &mut Vec<Block>,
) -> Result<bool, PasswordError> {
    use argon2::password_hash::Error;
    let (Some(salt), Some(expected)) = (hash.salt, hash.hash) else {
        return Err(Error::PhcStringField.into());
    };
    let algorithm = Algorithm::try_from(hash.algorithm)?;
    let version = hash.version.map_or(Ok(Version::default()), Version::try_from).map_err(Error::from)?;
    let mut salt_bytes = [0; Salt::MAX_LENGTH];
    let salt = salt.decode_b64(&mut salt_bytes)?;
    let mut output = vec![0; expected.len()];
    fill(&Argon2::new(algorithm, version, params), password, salt, &mut output, blocks)?;
    // Compared in constant time.
    Ok(Output::new(&output)? == expected)
}

fn fill(
    argon2: &Argon2<'_>,
    password: &str,
    salt: &[u8],
    output: &mut [u8],
    blocks: &mut Vec<Block>,
) -> Result<(), PasswordError> {
    let needed = argon2.params().block_count();
    if blocks.len() < needed {
        blocks.resize(needed, Block::default());
    }
    argon2
        .hash_password_into_with_memory(password.as_bytes(), salt, output, blocks)
        .map_err(|error| PasswordError::Hash(error.into()))
}

impl From<PasswordError> for Failure {
    fn from(error: PasswordError) -> Self {
        tracing::error!(error = %Chain(&error), "a password cannot be checked");
        Self::internal()
    }
}

#[cfg(test)]
mod tests {
    use argon2::password_hash::PasswordHasher;

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
    async fn a_hash_with_weaker_parameters_is_recognised() {
        let weak =
            Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(64, 1, 1, None).expect("params"));
        let salt = SaltString::encode_b64(&[7; 16]).expect("a salt");
        let stored = weak.hash_password(b"fairway-demo", &salt).expect("a hash").to_string();
        let passwords = Passwords::new().expect("the parameters");
        let verdict = passwords.verify("fairway-demo".into(), Some(stored)).await.expect("a verdict");
        assert_eq!(verdict, Verdict::RightButWeak);
    }

    #[tokio::test]
    async fn hashes_follow_the_standard_and_their_memory_is_reused() {
        use argon2::password_hash::PasswordVerifier;
        let passwords = Passwords::new().expect("the parameters");
        let hashes = (0..4 * passwords.at_once()).map(|_| passwords.hash("fairway-demo".into()));
        for stored in futures::future::join_all(hashes).await {
            let stored = stored.expect("a hash");
            let hash = PasswordHash::new(&stored).expect("in PHC form");
            assert_eq!(Argon2::default().verify_password(b"fairway-demo", &hash), Ok(()));
        }
        let free_blocks = passwords.memory.free().len();
        assert!((1..=passwords.at_once()).contains(&free_blocks), "{free_blocks}");
    }
}
