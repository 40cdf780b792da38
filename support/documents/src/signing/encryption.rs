//! Encrypts what must be stored and read again, such as the secret of an authenticator app: a copy of the database alone
//! does not hold it.

use chacha20poly1305::aead::{Aead, KeyInit};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use hkdf::Hkdf;
use sha2::Sha256;

/// Bytes of the nonce, which comes before what is encrypted.
const NONCE_BYTES: usize = 24;

/// Encrypts and decrypts under a key that is derived from the installation's secret.
#[derive(Clone)]
pub struct SecretCipher(XChaCha20Poly1305);

impl SecretCipher {
    /// For the secrets of authenticator apps, of operators and of people at clubs.
    #[must_use]
    pub fn for_second_factors(secret: &[u8]) -> Self {
        Self::derive(secret, b"operator/second-factor/1")
    }

    /// For the challenges of passkeys, which wait in the browser until they are answered.
    #[must_use]
    pub fn for_passkey_challenges(secret: &[u8]) -> Self {
        Self::derive(secret, b"member/passkey-challenge/1")
    }

    /// The same for operators: a challenge of one is of no use to the other.
    #[must_use]
    pub fn for_operator_passkey_challenges(secret: &[u8]) -> Self {
        Self::derive(secret, b"operator/passkey-challenge/1")
    }

    /// The same for people at clubs.
    #[must_use]
    pub fn for_club_passkey_challenges(secret: &[u8]) -> Self {
        Self::derive(secret, b"club/passkey-challenge/1")
    }

    /// For what is kept about web push: the portal's own private key, and the addresses of members' devices.
    #[must_use]
    pub fn for_push(secret: &[u8]) -> Self {
        Self::derive(secret, b"push/1")
    }

    fn derive(secret: &[u8], purpose: &'static [u8]) -> Self {
        let mut key = [0_u8; 32];
        Hkdf::<Sha256>::new(Some(b"fairway"), secret)
            .expand(purpose, &mut key)
            .expect("32 bytes are within what HKDF-SHA256 can expand");
        Self(XChaCha20Poly1305::new(&key.into()))
    }

    /// The nonce and the encrypted text. `nonce` must be random.
    ///
    /// # Panics
    /// Never: the text is far shorter than what the cipher takes.
    #[must_use]
    pub fn encrypt(&self, nonce: [u8; NONCE_BYTES], text: &[u8]) -> Vec<u8> {
        let encrypted = self.0.encrypt(&XNonce::from(nonce), text).expect("a short text");
        [&nonce[..], &encrypted].concat()
    }

    /// The text; none for what this key did not encrypt, or what was changed since.
    #[must_use]
    pub fn decrypt(&self, stored: &[u8]) -> Option<Vec<u8>> {
        let (nonce, encrypted) = stored.split_first_chunk::<NONCE_BYTES>()?;
        self.0.decrypt(&XNonce::from(*nonce), encrypted).ok()
    }
}

impl std::fmt::Debug for SecretCipher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SecretCipher(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_key_reads_what_was_encrypted_unchanged() {
        let cipher = SecretCipher::for_second_factors(b"a secret");
        let mut stored = cipher.encrypt([7; NONCE_BYTES], b"twenty bytes of text");
        assert!(!stored.windows(5).any(|part| part == b"bytes"), "it is not readable");
        assert_eq!(cipher.decrypt(&stored).as_deref(), Some(&b"twenty bytes of text"[..]));
        assert_eq!(SecretCipher::for_second_factors(b"another").decrypt(&stored), None);
        stored[30] ^= 1;
        assert_eq!(cipher.decrypt(&stored), None);
        assert_eq!(cipher.decrypt(b"short"), None);
    }
}
