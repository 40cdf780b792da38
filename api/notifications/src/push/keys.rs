//! The portal's own key pair for push services (VAPID, RFC 8292). It is made when the first member's browser asks for it
//! and stored once for all nodes. Browsers subscribe for its public half: with another pair every device is lost, so one
//! that cannot be opened is never replaced by itself (docs/operations/incidents.md).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use fairway_clock::random;
use fairway_store::PgPool;
use fairway_store::push_devices::{self, StoredKey};
use p256::SecretKey;
use p256::ecdsa::SigningKey;
use p256::elliptic_curve::sec1::ToEncodedPoint;

use super::cipher::PushCipher;

/// The key pair.
pub struct ServerKey {
    pub(super) signing: SigningKey,
    public: Vec<u8>,
}

impl std::fmt::Debug for ServerKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ServerKey").field("public", &self.public()).finish_non_exhaustive()
    }
}

impl ServerKey {
    /// The public half, as browsers take it: an uncompressed point in base64url.
    #[must_use]
    pub fn public(&self) -> String {
        URL_SAFE_NO_PAD.encode(&self.public)
    }
}

/// Why there is no key pair.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// The database did not answer.
    #[error("the key for push services cannot be read")]
    Database(#[from] fairway_store::Error),
    /// It was encrypted with a secret that this process does not have.
    #[error(
        "the key for push services was encrypted under another FAIRWAY_SECRET: name it in FAIRWAY_FORMER_SECRETS, or \
         delete the row of push_keys, which forgets every device"
    )]
    Sealed,
}

/// The key pair; none: nobody needed one yet.
///
/// # Errors
/// [`KeyError`].
pub async fn load(pool: &PgPool, cipher: &PushCipher) -> Result<Option<ServerKey>, KeyError> {
    let Some(stored) = push_devices::key(pool).await? else { return Ok(None) };
    let opened = cipher.decrypt(&stored.private_key).ok_or(KeyError::Sealed)?;
    let signing = SigningKey::from_slice(&opened).map_err(|_| KeyError::Sealed)?;
    Ok(Some(ServerKey { signing, public: stored.public_key }))
}

/// The key pair, made now if there is none. Of several nodes that make one, the first one's is used by all.
///
/// # Errors
/// [`KeyError`].
pub async fn load_or_make(
    pool: &PgPool,
    cipher: &PushCipher,
    now: DateTime<Utc>,
) -> Result<ServerKey, KeyError> {
    loop {
        if let Some(key) = load(pool, cipher).await? {
            return Ok(key);
        }
        let secret = new_secret();
        let public_key = secret.public_key().to_encoded_point(false).as_bytes().to_vec();
        let private_key = cipher.encrypt(&secret.to_bytes());
        push_devices::insert_key(pool, &StoredKey { public_key, private_key }, now).await?;
    }
}

fn new_secret() -> SecretKey {
    loop {
        // Fewer than one of 2^32 texts is no number of the curve.
        if let Ok(secret) = SecretKey::from_slice(&random::new_key()) {
            return secret;
        }
    }
}
