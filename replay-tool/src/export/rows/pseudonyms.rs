//! Pseudonyms for ids: the same id gets the same one under one key. An export makes a key of its own and does not store
//! it, so that nobody, operators included, can find an id in a file by trying ids. A series of files keeps one.

use fairway_events::Actor;
use sha2::{Digest, Sha256};
use uuid::Uuid;

/// The key of the pseudonyms of one export, or of a series.
#[derive(Clone)]
pub struct Key([u8; 32]);

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key")
    }
}

impl Key {
    /// A key that nobody knows.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "a secret of this process, not a fact of the domain")]
    pub fn random() -> Self {
        let mut key = [0; 32];
        key[..16].copy_from_slice(Uuid::new_v4().as_bytes());
        key[16..].copy_from_slice(Uuid::new_v4().as_bytes());
        Self(key)
    }

    /// A key that was kept.
    #[must_use]
    pub const fn kept(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Its bytes, to keep them.
    #[must_use]
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The text of which the rows' order is made. It tells nothing about the key to a server that logs it.
    pub(super) fn of_order(&self) -> String {
        self.digest(b"the order of the rows").to_string()
    }

    /// An id, an actor, or a stream's name.
    pub(super) fn text(&self, text: &str) -> String {
        if let Ok(id) = Uuid::parse_str(text) {
            return self.id(id).to_string();
        }
        match text.parse::<Actor>() {
            Ok(Actor::Member(member)) => format!("member:{}", self.id(member.0)),
            // An operator is a person too.
            Ok(Actor::Impersonator { operator, member }) => {
                format!("operator:{}:{}", self.digest(operator.as_bytes()), self.id(member.0))
            }
            Ok(Actor::Operator(operator)) => format!("operator:{}", self.digest(operator.as_bytes())),
            Ok(Actor::Club(user)) => format!("club:{}", self.id(user.0)),
            Ok(Actor::System(component)) => format!("system:{component}"),
            Err(_) => text.to_owned(),
        }
    }

    pub(super) fn id(&self, id: Uuid) -> Uuid {
        self.digest(id.as_bytes())
    }

    /// A keyed hash, as a UUID of version 8 (application-defined).
    pub(super) fn digest(&self, bytes: &[u8]) -> Uuid {
        let hash = Sha256::new().chain_update(self.0).chain_update(bytes).finalize();
        let mut half = [0; 16];
        half.copy_from_slice(&hash[..16]);
        uuid::Builder::from_custom_bytes(half).into_uuid()
    }
}
