//! Encrypts the stored data about push: a copy of the database alone can neither send to a device nor find it.

use fairway_clock::random;
use fairway_documents::signing::{SecretCipher, Secrets};

/// Encrypts and decrypts this data, with the keys of the present `FAIRWAY_SECRET` and of former ones.
#[derive(Debug, Clone)]
pub struct PushCipher {
    present: SecretCipher,
    former: Vec<SecretCipher>,
}

impl PushCipher {
    /// With the installation's secrets.
    #[must_use]
    pub fn new(secrets: &Secrets) -> Self {
        let cipher = |secret: &String| SecretCipher::for_push(secret.as_bytes());
        Self { present: cipher(&secrets.present), former: secrets.former.iter().map(cipher).collect() }
    }

    /// Encrypted with the present key.
    #[must_use]
    pub fn encrypt(&self, text: &[u8]) -> Vec<u8> {
        self.present.encrypt(random::new_nonce(), text)
    }

    /// The text; none: no key of these encrypted it.
    #[must_use]
    pub fn decrypt(&self, sealed: &[u8]) -> Option<Vec<u8>> {
        std::iter::once(&self.present).chain(&self.former).find_map(|cipher| cipher.decrypt(sealed))
    }
}
