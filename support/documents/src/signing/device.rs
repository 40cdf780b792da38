//! Tokens that prove at the next log-in that the same account was logged in to from this browser before.

use chrono::{DateTime, TimeDelta, Utc};
use data_encoding::BASE64URL_NOPAD;

use super::PurposeKey;

/// Bytes of the time at which a token was made: seconds since 1970, big-endian.
const MOMENT_BYTES: usize = 8;

/// Makes and reads the tokens of known devices. A token contains the time at which it was made and a signature over
/// that and the account's e-mail address: it is invalid for another account, nothing is stored, and it names no person.
#[derive(Debug, Clone)]
pub struct DeviceSigner(PurposeKey);

impl DeviceSigner {
    /// How long a token is valid after the log-in that made it.
    pub const VALIDITY: TimeDelta = TimeDelta::days(180);

    /// A signer under the installation's secret.
    #[must_use]
    pub fn new(secret: &[u8]) -> Self {
        Self(PurposeKey::derive(secret, "device/1"))
    }

    /// The token of a device at which the account of this e-mail address was logged in to at `now`.
    #[must_use]
    pub fn token(&self, email: &str, now: DateTime<Utc>) -> String {
        let moment = now.timestamp().to_be_bytes();
        let signed = self.0.sign(&payload(moment, email));
        let signature = &signed[MOMENT_BYTES + email.len()..];
        BASE64URL_NOPAD.encode(&[&moment[..], signature].concat())
    }

    /// Whether [`Self::token`] made this for the account of this address, at most [`Self::VALIDITY`] ago.
    #[must_use]
    pub fn is_known(&self, token: &str, email: &str, now: DateTime<Utc>) -> bool {
        let Ok(bytes) = BASE64URL_NOPAD.decode(token.as_bytes()) else { return false };
        let Some((moment, signature)) = bytes.split_first_chunk::<MOMENT_BYTES>() else { return false };
        let signed = [&payload(*moment, email)[..], signature].concat();
        if signature.len() != super::SIGNATURE_BYTES || self.0.verify(&signed).is_none() {
            return false;
        }
        let made_at = DateTime::from_timestamp(i64::from_be_bytes(*moment), 0);
        made_at.is_some_and(|made_at| now - made_at < Self::VALIDITY)
    }
}

fn payload(moment: [u8; MOMENT_BYTES], email: &str) -> Vec<u8> {
    [&moment[..], email.as_bytes()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    const JAN: &str = "jan@fairway.example";

    fn now() -> DateTime<Utc> {
        DateTime::from_timestamp(1_795_000_000, 0).expect("a moment")
    }

    #[test]
    fn a_token_is_valid_for_its_account_and_for_a_limited_time() {
        let signer = DeviceSigner::new(b"a secret");
        let token = signer.token(JAN, now());
        assert!(signer.is_known(&token, JAN, now()));
        let last = now() + DeviceSigner::VALIDITY - TimeDelta::seconds(1);
        assert!(signer.is_known(&token, JAN, last));
        assert!(!signer.is_known(&token, JAN, last + TimeDelta::seconds(1)));
        assert!(!signer.is_known(&token, "eva@fairway.example", now()));
        assert!(!DeviceSigner::new(b"another").is_known(&token, JAN, now()));
    }

    #[test]
    fn a_changed_token_is_invalid() {
        let signer = DeviceSigner::new(b"a secret");
        let token = signer.token(JAN, now());
        for at in 0..token.len() {
            let other = if &token[at..=at] == "A" { "B" } else { "A" };
            let changed = [&token[..at], other, &token[at + 1..]].concat();
            assert!(!signer.is_known(&changed, JAN, now()), "{changed}");
            assert!(!signer.is_known(&token[..at], JAN, now()), "the first {at} characters");
        }
        for strange in ["é", &token.repeat(2), &format!("{token}A")] {
            assert!(!signer.is_known(strange, JAN, now()), "{strange}");
        }
        // Characters cannot move between the address and the signature.
        let shorter = signer.token(&JAN[..JAN.len() - 1], now());
        assert!(!signer.is_known(&shorter, JAN, now()));
    }
}
