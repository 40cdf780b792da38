//! By what an erased member is recognised: keyed hashes of address and federation number. The key follows from the
//! installation's secret; one that was changed is named as a former one, or nobody erased before would be recognised.

use fairway_documents::signing::Pseudonymizer;

use crate::config::Config;

/// A keyed hash.
pub type Hash = [u8; 32];

/// Makes and recognises keyed hashes.
#[derive(Debug, Clone)]
pub struct Pseudonyms {
    current: Pseudonymizer,
    former: Vec<Pseudonymizer>,
}

impl Pseudonyms {
    /// Under the configured secrets.
    #[must_use]
    pub fn new(config: &Config) -> Self {
        let former = config.former_secrets.iter().map(|secret| Pseudonymizer::new(secret.as_bytes()));
        Self { former: former.collect(), ..Self::under(config.secret.as_bytes()) }
    }

    /// Under one secret that never was another.
    #[must_use]
    pub fn under(secret: &[u8]) -> Self {
        Self { current: Pseudonymizer::new(secret), former: Vec::new() }
    }

    /// Of an address, as it is written down now.
    #[must_use]
    pub fn email(&self, email: &str) -> Hash {
        of_email(&self.current, email)
    }

    /// Of a federation number, as it is written down now; none of an empty one.
    #[must_use]
    pub fn gsn(&self, gsn: &str) -> Option<Hash> {
        of_gsn(&self.current, gsn)
    }

    /// Names the secret that is used now.
    #[must_use]
    pub fn key_id(&self) -> [u8; 8] {
        self.current.key_id()
    }

    /// Whether hashes under that secret can be recognised.
    #[must_use]
    pub fn know(&self, key_id: &[u8]) -> bool {
        self.all().any(|key| key.key_id() == key_id)
    }

    /// Every hash that may have been written down of an address.
    pub fn emails(&self, email: &str) -> impl Iterator<Item = Hash> {
        self.all().map(move |key| of_email(key, email))
    }

    /// Every hash that may have been written down of a federation number.
    pub fn gsns(&self, gsn: &str) -> impl Iterator<Item = Hash> {
        self.all().filter_map(move |key| of_gsn(key, gsn))
    }

    fn all(&self) -> impl Iterator<Item = &Pseudonymizer> {
        std::iter::once(&self.current).chain(&self.former)
    }
}

fn of_email(key: &Pseudonymizer, email: &str) -> Hash {
    key.of("email", &email.trim().to_lowercase())
}

fn of_gsn(key: &Pseudonymizer, gsn: &str) -> Option<Hash> {
    (!gsn.is_empty()).then(|| key.of("gsn", gsn))
}
