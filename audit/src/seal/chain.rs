//! The chain of hashes: what is hashed, and where the chain ends.

use std::fmt;
use std::str::FromStr;

use fairway_events::Position;
use fairway_events::journal::RawEvent;
use serde::{Serialize, Serializer};
use sha2::{Digest, Sha256};
use sqlx::PgPool;

/// Bytes of a hash.
pub(super) const HASH: usize = 32;
/// Events per row of the table.
pub(super) const BLOCK: i64 = 256;
/// The first event's hash includes this text instead of a hash before it. It names the format of the hashed bytes, so
/// that another format begins another chain.
const START: &[u8] = b"fairway seal 1";

/// A hash of the chain.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hash(pub(super) [u8; HASH]);

impl Hash {
    /// The hash before the first event.
    #[must_use]
    pub fn beginning() -> Self {
        Self(Sha256::digest(START).into())
    }

    /// The hash of an event at `position`, after `self`.
    #[must_use]
    pub fn then(&self, position: Position, event: &RawEvent) -> Self {
        let mut hasher = Sha256::new();
        hasher.update(self.0);
        hasher.update(position.to_be_bytes());
        hasher.update(event.sequence.to_be_bytes());
        hasher.update(event.recorded_at.timestamp_micros().to_be_bytes());
        hasher.update(event.correlation_id.as_bytes());
        let texts = [&event.aggregate_type, &event.aggregate_id, &event.event_type, &event.event_version];
        for text in texts.into_iter().chain([&event.actor]) {
            add(&mut hasher, text.as_bytes());
        }
        for json in [&event.payload, &event.metadata] {
            add(&mut hasher, &without_spaces(json));
        }
        Self(hasher.finalize().into())
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }
}

/// Hashes the length before the bytes, so that two different sequences of texts never give the same bytes.
fn add(hasher: &mut Sha256, bytes: &[u8]) {
    hasher.update(u64::try_from(bytes.len()).unwrap_or(u64::MAX).to_be_bytes());
    hasher.update(bytes);
}

/// JSON without the spaces between its tokens. The order of keys is part of how `jsonb` is stored; the spaces are how a
/// version of the server prints it, and could change.
fn without_spaces(json: &str) -> Vec<u8> {
    let (mut in_text, mut escaped) = (false, false);
    json.bytes()
        .filter(|byte| {
            if in_text {
                in_text = escaped || *byte != b'"';
                escaped = !escaped && *byte == b'\\';
                true
            } else {
                in_text = *byte == b'"';
                !byte.is_ascii_whitespace()
            }
        })
        .collect()
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The chain's last position and hash: about 72 characters that identify all events before them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Head {
    /// The last sealed event.
    pub position: Position,
    /// Its hash.
    pub hash: Hash,
}

impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.position, self.hash)
    }
}

impl Serialize for Head {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Text that is not a head.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a head is a position, a colon and 64 hexadecimal digits")]
pub struct InvalidHead;

impl FromStr for Head {
    type Err = InvalidHead;

    fn from_str(text: &str) -> Result<Self, InvalidHead> {
        let (position, hash) = text.trim().split_once(':').ok_or(InvalidHead)?;
        let position = position.parse().ok().filter(|position| *position > 0).ok_or(InvalidHead)?;
        let hash = hex::decode(hash).ok().and_then(|bytes| Hash::from_bytes(&bytes)).ok_or(InvalidHead)?;
        Ok(Self { position, hash })
    }
}

/// The chain's head; none before the first event is sealed.
/// Fails when the database does not answer.
pub async fn head(pool: &PgPool) -> Result<Option<Head>, sqlx::Error> {
    let last: Option<(i64, Vec<u8>)> =
        sqlx::query_as("SELECT block, hashes FROM seal ORDER BY block DESC LIMIT 1")
            .fetch_optional(pool)
            .await?;
    Ok(last.and_then(|(block, hashes)| {
        let hash = Hash::from_bytes(hashes.get(hashes.len().checked_sub(HASH)?..)?)?;
        let events = i64::try_from(hashes.len() / HASH).ok()?;
        Some(Head { position: block * BLOCK + events, hash })
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_inside_texts_are_preserved() {
        let json = r#"{"a b": "x \" y", "c": [1, 2], "d": "\\", "e": " "}"#;
        let bare = r#"{"a b":"x \" y","c":[1,2],"d":"\\","e":" "}"#;
        assert_eq!(String::from_utf8(without_spaces(json)).unwrap(), bare);
    }

    #[test]
    fn a_head_reads_back_from_its_text() {
        let head = Head { position: 4_811, hash: Hash::beginning() };
        assert_eq!(head.to_string().parse(), Ok(head));
        for text in ["", "1", "x:00", "0:00", "1:zz", &format!("{head}00"), &format!("-{head}")] {
            assert_eq!(text.parse::<Head>(), Err(InvalidHead), "{text}");
        }
    }
}
