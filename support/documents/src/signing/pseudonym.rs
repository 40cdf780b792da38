//! Pseudonyms: for texts that must be recognisable but not readable, such as the address of an erased member.

use hmac::Mac;

use super::PurposeKey;

/// Makes pseudonyms of texts: HMAC-SHA256 under a separate key. Unlike with a plain hash, without the secret nobody can
/// test which address a pseudonym belongs to.
#[derive(Debug, Clone)]
pub struct Pseudonymizer(PurposeKey);

impl Pseudonymizer {
    /// Under the installation's secret.
    #[must_use]
    pub fn new(secret: &[u8]) -> Self {
        Self(PurposeKey::derive(secret, "pseudonym/1"))
    }

    /// The pseudonym of a text. `kind` separates texts of different kinds; it must not contain NUL.
    #[must_use]
    pub fn pseudonym(&self, kind: &str, text: &str) -> [u8; 32] {
        let mac = self.0.0.clone().chain_update(kind).chain_update([0]).chain_update(text);
        mac.finalize().into_bytes().into()
    }

    /// Identifies the secret by which a pseudonym was made, without revealing it.
    #[must_use]
    pub fn key_id(&self) -> [u8; 8] {
        let id = self.pseudonym("key", "");
        std::array::from_fn(|at| id[at])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pseudonym_depends_on_secret_kind_and_text() {
        let (one, other) = (Pseudonymizer::new(b"a secret"), Pseudonymizer::new(b"another"));
        let pseudonym = one.pseudonym("email", "jan@fairway.example");
        assert_eq!(pseudonym, Pseudonymizer::new(b"a secret").pseudonym("email", "jan@fairway.example"));
        for different in [
            one.pseudonym("email", "eva@fairway.example"),
            one.pseudonym("gsn", "jan@fairway.example"),
            one.pseudonym("emailjan@", "fairway.example"),
            other.pseudonym("email", "jan@fairway.example"),
        ] {
            assert_ne!(pseudonym, different);
        }
        assert_ne!(one.key_id(), other.key_id());
    }

    /// Every later version of the program must recognise erased members.
    #[test]
    fn the_format_never_changes() {
        let hex: String = Pseudonymizer::new(b"a secret")
            .pseudonym("email", "jan@fairway.example")
            .map(|byte| format!("{byte:02x}"))
            .concat();
        assert_eq!(hex, "46931d1021cd5e86f8a4c88158f9cfdd18e45d05e6b1b7b1dfd77c340fdb67db");
    }
}
