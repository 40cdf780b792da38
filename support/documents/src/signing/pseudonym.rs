//! Pseudonyms: what has to be recognised again and must not be read, such as the address of somebody who was erased.

use hmac::Mac;

use super::PurposeKey;

/// Gives texts a pseudonym: HMAC-SHA256 under a key of its own. Without the secret nobody can try addresses against
/// it, as they could against a plain hash.
#[derive(Debug, Clone)]
pub struct Pseudonymizer(PurposeKey);

impl Pseudonymizer {
    /// Under the installation's secret.
    #[must_use]
    pub fn new(secret: &[u8]) -> Self {
        Self(PurposeKey::derive(secret, "pseudonym/1"))
    }

    /// The pseudonym of a text. `kind` keeps texts of different kinds apart: it holds no NUL.
    #[must_use]
    pub fn of(&self, kind: &str, text: &str) -> [u8; 32] {
        let mac = self.0.0.clone().chain_update(kind).chain_update([0]).chain_update(text);
        mac.finalize().into_bytes().into()
    }

    /// Tells by which secret a pseudonym was made, and nothing about that secret.
    #[must_use]
    pub fn key_id(&self) -> [u8; 8] {
        let id = self.of("key", "");
        std::array::from_fn(|at| id[at])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pseudonym_follows_from_secret_kind_and_text() {
        let (one, other) = (Pseudonymizer::new(b"a secret"), Pseudonymizer::new(b"another"));
        let pseudonym = one.of("email", "jan@fairway.example");
        assert_eq!(pseudonym, Pseudonymizer::new(b"a secret").of("email", "jan@fairway.example"));
        for different in [
            one.of("email", "eva@fairway.example"),
            one.of("gsn", "jan@fairway.example"),
            one.of("emailjan@", "fairway.example"),
            other.of("email", "jan@fairway.example"),
        ] {
            assert_ne!(pseudonym, different);
        }
        assert_ne!(one.key_id(), other.key_id());
    }

    /// Who was erased must be recognised by every later version of the program.
    #[test]
    fn the_format_stays() {
        let hex: String = Pseudonymizer::new(b"a secret")
            .of("email", "jan@fairway.example")
            .map(|byte| format!("{byte:02x}"))
            .concat();
        assert_eq!(hex, "46931d1021cd5e86f8a4c88158f9cfdd18e45d05e6b1b7b1dfd77c340fdb67db");
    }
}
