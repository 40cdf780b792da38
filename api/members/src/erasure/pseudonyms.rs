//! Keyed hashes of addresses and numbers, by which an erased member is recognised. The key is derived from the
//! installation's secret; a changed secret must be listed as a former one, or members erased before are not recognised.

use fairway_documents::signing::{Pseudonymizer, Secrets};
use fairway_store::password_resets::ASKED_ACCOUNT;
use fairway_text::email;

/// A keyed hash.
pub type Hash = [u8; 32];

/// Makes and recognises keyed hashes.
#[derive(Debug, Clone)]
pub struct Pseudonyms {
    current: Pseudonymizer,
    former: Vec<Pseudonymizer>,
}

impl Pseudonyms {
    /// With the installation's secrets.
    #[must_use]
    pub fn new(secrets: &Secrets) -> Self {
        let former = secrets.former.iter().map(|secret| Pseudonymizer::new(secret.as_bytes()));
        Self { former: former.collect(), ..Self::under(secrets.present.as_bytes()) }
    }

    /// With one secret that never changed.
    #[must_use]
    pub fn under(secret: &[u8]) -> Self {
        Self { current: Pseudonymizer::new(secret), former: Vec::new() }
    }

    /// The hash of an address with the current secret.
    #[must_use]
    pub fn email(&self, email: &str) -> Hash {
        self.current.pseudonym("email", &email::canonical(email))
    }

    /// The hash of a federation number with the current secret; none of an empty one.
    #[must_use]
    pub fn gsn(&self, gsn: &str) -> Option<Hash> {
        of_filled(&self.current, "gsn", gsn)
    }

    /// The hash of a number in a data set with the current secret; none of an empty one.
    #[must_use]
    pub fn number(&self, number: &str) -> Option<Hash> {
        of_filled(&self.current, "member number", number)
    }

    /// The id of the current secret.
    #[must_use]
    pub fn key_id(&self) -> [u8; 8] {
        self.current.key_id()
    }

    /// Whether hashes with this key id can be recognised.
    #[must_use]
    pub fn know(&self, key_id: &[u8]) -> bool {
        self.all().any(|key| key.key_id() == key_id)
    }

    /// The hashes of an address under every secret, in each form in which it was ever stored.
    pub fn emails(&self, email: &str) -> impl Iterator<Item = Hash> {
        let canonical = email::canonical(email);
        let forms = [email::ascii(&canonical), email.trim().to_lowercase(), canonical];
        forms.into_iter().flat_map(move |form| self.all().map(move |key| key.pseudonym("email", &form)))
    }

    /// The hashes of a federation number under every secret.
    pub fn gsns(&self, gsn: &str) -> impl Iterator<Item = Hash> {
        self.all().filter_map(move |key| of_filled(key, "gsn", gsn))
    }

    /// The hashes of a number in a data set under every secret.
    pub fn numbers(&self, number: &str) -> impl Iterator<Item = Hash> {
        self.all().filter_map(move |key| of_filled(key, "member number", number))
    }

    /// The hashes of an address under which requests for links to it are counted, under every secret.
    pub fn asked_accounts(&self, email: &str) -> impl Iterator<Item = Hash> {
        self.all().map(move |key| key.pseudonym(ASKED_ACCOUNT, email))
    }

    fn all(&self) -> impl Iterator<Item = &Pseudonymizer> {
        std::iter::once(&self.current).chain(&self.former)
    }
}

fn of_filled(key: &Pseudonymizer, what: &str, text: &str) -> Option<Hash> {
    (!text.is_empty()).then(|| key.pseudonym(what, text))
}
