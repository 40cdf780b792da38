//! The second factor of operators and of people at clubs: the six digits of an authenticator app (TOTP, RFC 6238), each accepted once. Secrets
//! are encrypted in the database, since they have to be read again.

use chrono::{DateTime, Utc};
use fairway_clock::random;
use fairway_documents::qr;
use fairway_documents::signing::{SecretCipher, Secrets};
use totp_rs::{Builder, Totp};

/// Makes secrets, and checks codes.
#[derive(Debug, Clone)]
pub struct SecondFactors {
    /// Of the present `FAIRWAY_SECRET`, and of former ones.
    ciphers: Vec<SecretCipher>,
}

/// The secret of an authenticator app, in three forms.
#[derive(Debug, Clone)]
pub struct Enrolment {
    /// The secret in base 32, in groups of four.
    pub secret: String,
    /// `otpauth://…`
    pub uri: String,
    /// The same as a QR code, an SVG document.
    pub qr_svg: String,
}

impl SecondFactors {
    /// Under the installation's secrets.
    #[must_use]
    pub fn new(secrets: &Secrets) -> Self {
        Self { ciphers: secrets.all().map(SecretCipher::for_second_factors).collect() }
    }

    /// A new secret, encrypted.
    ///
    /// # Panics
    /// Never: there is a present secret.
    #[must_use]
    pub fn propose(&self) -> Vec<u8> {
        self.ciphers[0].encrypt(random::new_nonce(), &random::new_second_factor())
    }

    /// The time step of the code, if it is right at `now`: its own step, the one before or the one after. The caller
    /// accepts each step once. None too when the secret cannot be decrypted.
    #[must_use]
    pub fn check(&self, stored: &[u8], code: &str, now: DateTime<Utc>) -> Option<i64> {
        let digits: String = code.chars().filter(|char| !char.is_whitespace()).collect();
        if digits.len() != 6 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let step = self.totp(stored)?.check(&digits, u64::try_from(now.timestamp()).ok()?)?;
        i64::try_from(step).ok()
    }

    /// The enrolment of the account with this address. None when the secret cannot be decrypted.
    #[must_use]
    pub fn enrolment(&self, stored: &[u8], email: &str) -> Option<Enrolment> {
        let secret = self.totp(stored)?.secret().to_base32();
        let mut uri = url::Url::parse("otpauth://totp/").ok()?;
        uri.set_path(&format!("Fairway:{email}"));
        uri.query_pairs_mut().append_pair("secret", &secret).append_pair("issuer", "Fairway");
        let qr_svg = qr::svg(uri.as_str()).ok()?;
        let groups: Vec<&str> =
            secret.as_bytes().chunks(4).filter_map(|group| std::str::from_utf8(group).ok()).collect();
        Some(Enrolment { secret: groups.join(" "), uri: uri.into(), qr_svg })
    }

    fn totp(&self, stored: &[u8]) -> Option<Totp> {
        let secret = self.ciphers.iter().find_map(|cipher| cipher.decrypt(stored))?;
        Builder::new().with_secret(secret).build().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(seconds, 0).expect("an instant")
    }

    #[test]
    fn codes_are_those_of_the_standard_and_belong_to_a_time_step() {
        let factors = SecondFactors::new(&Secrets::unchanged("a secret"));
        // The test vector of RFC 6238, appendix B, for SHA-1: its last six digits.
        let stored = factors.ciphers[0].encrypt([1; 24], b"12345678901234567890");
        assert_eq!(factors.check(&stored, "287082", at(59)), Some(1));
        assert_eq!(factors.check(&stored, "287 082", at(59 + 30)), Some(1), "the step before still counts");
        assert_eq!(factors.check(&stored, "287082", at(59 + 60)), None);
        for wrong in ["287083", "", "28708", "2870820", "28708a"] {
            assert_eq!(factors.check(&stored, wrong, at(59)), None, "{wrong}");
        }
    }

    #[test]
    fn a_secret_is_still_read_after_the_installations_secret_was_replaced() {
        let secrets = |present: &str, former: Vec<String>| Secrets { present: present.to_owned(), former };
        let stored = SecondFactors::new(&secrets("the first secret", Vec::new())).propose();
        let later = SecondFactors::new(&secrets("the second secret", vec!["the first secret".to_owned()]));
        let enrolment = later.enrolment(&stored, "anke@fairway.example").expect("what the app needs");
        assert!(
            enrolment.uri.starts_with("otpauth://totp/Fairway:anke@fairway.example?secret="),
            "{enrolment:?}"
        );
        assert_eq!(enrolment.secret.len(), 32 + 7, "160 bits in groups of four");
        assert!(
            SecondFactors::new(&secrets("the second secret", Vec::new())).enrolment(&stored, "a@b").is_none()
        );
    }
}
