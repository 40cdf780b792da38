//! The token that a form of the operators' screens sends along, so that a page of another site cannot send it.

use data_encoding::BASE64URL_NOPAD;

use super::PurposeKey;

/// Makes and verifies form tokens. A token belongs to one session; nothing is stored.
#[derive(Debug, Clone)]
pub struct FormTokenSigner(PurposeKey);

impl FormTokenSigner {
    /// A signer under the installation's secret.
    #[must_use]
    pub fn new(secret: &[u8]) -> Self {
        Self(PurposeKey::derive(secret, "operator/form/1"))
    }

    /// The token of the session whose cookie has this hash.
    #[must_use]
    pub fn token(&self, session_hash: &[u8]) -> String {
        BASE64URL_NOPAD.encode(&self.0.sign(session_hash)[session_hash.len()..])
    }

    /// Whether [`Self::token`] made this for that session.
    #[must_use]
    pub fn is_of(&self, token: &str, session_hash: &[u8]) -> bool {
        let Ok(signature) = BASE64URL_NOPAD.decode(token.as_bytes()) else { return false };
        signature.len() == super::SIGNATURE_BYTES
            && self.0.verify(&[session_hash, &signature].concat()).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_token_is_valid_for_its_session_only() {
        let signer = FormTokenSigner::new(b"a secret");
        let token = signer.token(b"one session");
        assert!(signer.is_of(&token, b"one session"));
        assert!(!signer.is_of(&token, b"another session"));
        assert!(!FormTokenSigner::new(b"another").is_of(&token, b"one session"));
        for strange in ["", "é", &token[1..], &format!("{token}AA")] {
            assert!(!signer.is_of(strange, b"one session"), "{strange}");
        }
    }
}
