//! Passkeys (`WebAuthn`), of members, of operators and of people at clubs: a browser answers a challenge with a key that its device keeps. The
//! portal's address decides for which site the keys are; an address without a domain name, such as `http://127.0.0.1`,
//! can have none.
//!
//! A challenge waits in the browser, encrypted and with its end, and is accepted once
//! ([`store::passkeys::use_challenge`](fairway_store::passkeys::use_challenge)): asking for one writes nothing, and any
//! node can check the answer. Every passkey is discoverable and every use verifies the user, by a finger, a face or the
//! device's code: it stands for possession and knowledge, and no address has to be typed.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use fairway_clock::random;
use fairway_documents::signing::{SecretCipher, Secrets};
use fairway_store::PgPool;
use fairway_store::passkeys::table::{CLUBS, KnownKey, MEMBERS, OPERATORS, PasskeyTable};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use url::Url;
use uuid::Uuid;
use webauthn_rs::prelude::{
    CredentialID, DiscoverableAuthentication, DiscoverableKey, Passkey, PasskeyRegistration,
    PublicKeyCredential, RegisterPublicKeyCredential, WebauthnError,
};
use webauthn_rs::{Webauthn, WebauthnBuilder};

/// How long a challenge may be answered.
const CHALLENGE_VALIDITY: TimeDelta = TimeDelta::minutes(5);
/// Characters of a passkey's name, at most.
const LONGEST_NAME: usize = 60;

/// Why a challenge or its answer is of no use.
#[derive(Debug, thiserror::Error)]
pub enum PasskeyError {
    /// The address has no domain name.
    #[error("passkeys need a portal with a domain name")]
    Unavailable,
    /// The challenge expired, is another account's, or was not made here.
    #[error("the challenge is not valid")]
    Challenge,
    /// No account has the key, or no more.
    #[error("no account has this passkey")]
    Unknown,
    /// The answer is malformed, or the key did not sign the challenge.
    #[error("the answer is not valid")]
    Answer(#[source] Box<dyn std::error::Error + Send + Sync>),
}

impl From<WebauthnError> for PasskeyError {
    fn from(error: WebauthnError) -> Self {
        Self::Answer(Box::new(error))
    }
}

impl From<serde_json::Error> for PasskeyError {
    fn from(error: serde_json::Error) -> Self {
        Self::Answer(Box::new(error))
    }
}

/// A challenge for a browser.
#[derive(Debug, Clone)]
pub struct Challenge {
    /// Comes back with the answer, unchanged.
    pub sealed: String,
    /// The options of `navigator.credentials.create` or `get`, as JSON: binary values are base64url.
    pub options: Value,
}

/// A challenge that came back.
#[derive(Debug)]
pub struct Returned<State> {
    /// Identifies it: it is accepted once.
    pub hash: Vec<u8>,
    /// The end of its validity.
    pub expires_at: DateTime<Utc>,
    state: State,
}

/// The content of a challenge, which is encrypted.
#[derive(Serialize, Deserialize)]
struct Sealed<State> {
    /// The account that gets a passkey; none at a log-in. The name is that of the releases in which members alone had them.
    #[serde(rename = "member")]
    owner: Option<Uuid>,
    expires_at: DateTime<Utc>,
    state: State,
}

/// Makes challenges for members, for operators or for people at clubs, and checks their answers.
#[derive(Debug)]
pub struct Passkeys {
    /// The keys that are known.
    table: PasskeyTable,
    webauthn: Option<Webauthn>,
    /// The domain name to which passkeys belong.
    rp_id: Option<String>,
    /// The origin at which a browser has them.
    address: Option<String>,
    /// Of the present `FAIRWAY_SECRET`, and of former ones.
    ciphers: Vec<SecretCipher>,
}

impl Passkeys {
    /// For members, at the portal's public address.
    #[must_use]
    pub fn new(public_url: &str, secrets: &Secrets) -> Self {
        let ciphers = secrets.all().map(SecretCipher::for_passkey_challenges).collect();
        Self::of(MEMBERS, public_url, ciphers)
    }

    /// For operators, at the address of their screens.
    #[must_use]
    pub fn for_operators(url: &str, secrets: &Secrets) -> Self {
        let ciphers = secrets.all().map(SecretCipher::for_operator_passkey_challenges).collect();
        Self::of(OPERATORS, url, ciphers)
    }

    /// For people at clubs, at the portal's public address.
    #[must_use]
    pub fn for_clubs(public_url: &str, secrets: &Secrets) -> Self {
        let ciphers = secrets.all().map(SecretCipher::for_club_passkey_challenges).collect();
        Self::of(CLUBS, public_url, ciphers)
    }

    fn of(table: PasskeyTable, url: &str, ciphers: Vec<SecretCipher>) -> Self {
        let Some((rp_id, address, webauthn)) = relying_party(url) else {
            return Self { table, webauthn: None, rp_id: None, address: None, ciphers };
        };
        Self { table, webauthn: Some(webauthn), rp_id: Some(rp_id), address: Some(address), ciphers }
    }

    /// The address at which a browser has the portal's passkeys; none where no address has.
    #[must_use]
    pub fn address(&self) -> Option<&str> {
        self.address.as_deref()
    }

    /// Whether this address can have passkeys.
    #[must_use]
    pub const fn are_available(&self) -> bool {
        self.webauthn.is_some()
    }

    /// The passkeys that an account can log in with, as `PublicKeyCredential.signalAllAcceptedCredentials` takes them (W3C
    /// `WebAuthn`): a device then stops to offer others. None where there are no passkeys.
    #[must_use]
    pub fn accepted(&self, owner: Uuid, present: &[Passkey]) -> Option<Value> {
        let ids = present.iter().map(|passkey| URL_SAFE_NO_PAD.encode(passkey.cred_id()));
        Some(json!({
            "rpId": self.rp_id.as_ref()?,
            "userId": URL_SAFE_NO_PAD.encode(owner.as_bytes()),
            "allAcceptedCredentialIds": ids.collect::<Vec<_>>(),
        }))
    }

    /// A challenge for a new passkey of an account that has these already.
    ///
    /// # Errors
    /// [`PasskeyError::Unavailable`].
    pub fn begin_registration(
        &self,
        owner: Uuid,
        email: &str,
        name: &str,
        present: &[Passkey],
        now: DateTime<Utc>,
    ) -> Result<Challenge, PasskeyError> {
        let webauthn = self.webauthn.as_ref().ok_or(PasskeyError::Unavailable)?;
        let excluded: Vec<CredentialID> = present.iter().map(|passkey| passkey.cred_id().clone()).collect();
        let (options, state) = webauthn.start_passkey_registration(owner, email, name, Some(excluded))?;
        let mut options = serde_json::to_value(options.public_key)?;
        // The library leaves this to the device; a key that is not discoverable could not be used at the log-in.
        options["authenticatorSelection"]["residentKey"] = "required".into();
        options["authenticatorSelection"]["requireResidentKey"] = true.into();
        self.seal(Some(owner), state, options, now)
    }

    /// Opens the challenge of [`Self::begin_registration`].
    ///
    /// # Errors
    /// [`PasskeyError::Challenge`].
    pub fn open_registration(
        &self,
        sealed: &str,
        owner: Uuid,
        now: DateTime<Utc>,
    ) -> Result<Returned<PasskeyRegistration>, PasskeyError> {
        self.open(sealed, Some(owner), now)
    }

    /// The new passkey.
    ///
    /// # Errors
    /// [`PasskeyError::Answer`].
    pub fn finish_registration(
        &self,
        challenge: &Returned<PasskeyRegistration>,
        answer: Value,
    ) -> Result<Passkey, PasskeyError> {
        let webauthn = self.webauthn.as_ref().ok_or(PasskeyError::Unavailable)?;
        let answer: RegisterPublicKeyCredential = serde_json::from_value(answer)?;
        Ok(webauthn.finish_passkey_registration(&answer, &challenge.state)?)
    }

    /// A challenge for a log-in.
    ///
    /// # Errors
    /// [`PasskeyError::Unavailable`].
    pub fn begin_login(&self, now: DateTime<Utc>) -> Result<Challenge, PasskeyError> {
        let webauthn = self.webauthn.as_ref().ok_or(PasskeyError::Unavailable)?;
        let (options, state) = webauthn.start_discoverable_authentication()?;
        self.seal(None, state, serde_json::to_value(options.public_key)?, now)
    }

    /// The passkey that signed the challenge of a log-in, if it is known and its account is not disabled. The caller uses
    /// the challenge up, and stores the key.
    ///
    /// # Errors
    /// When the database does not answer; within, why the answer is of no use.
    pub async fn signed(
        &self,
        pool: &PgPool,
        sealed: &str,
        answer: &LoginAnswerOfDevice,
        now: DateTime<Utc>,
    ) -> Result<Result<Signed, PasskeyError>, fairway_store::Error> {
        let Ok(challenge) = self.open_login(sealed, now) else {
            return Ok(Err(PasskeyError::Challenge));
        };
        let Some(mut known) = self.table.of_credential(pool, answer.credential_id()).await? else {
            return Ok(Err(PasskeyError::Unknown));
        };
        let (challenge_hash, expires_at) = (challenge.hash.clone(), challenge.expires_at);
        Ok(self.finish_login(challenge, known.key.clone(), known.owner, answer).map(|key| {
            known.key = key;
            Signed { known, challenge_hash, expires_at }
        }))
    }

    /// Opens the challenge of [`Self::begin_login`].
    ///
    /// # Errors
    /// [`PasskeyError::Challenge`].
    fn open_login(
        &self,
        sealed: &str,
        now: DateTime<Utc>,
    ) -> Result<Returned<DiscoverableAuthentication>, PasskeyError> {
        self.open(sealed, None, now)
    }

    /// The passkey with a new counter, if it signed the challenge for its account.
    ///
    /// # Errors
    /// [`PasskeyError::Answer`].
    fn finish_login(
        &self,
        challenge: Returned<DiscoverableAuthentication>,
        mut passkey: Passkey,
        owner: Uuid,
        answer: &LoginAnswerOfDevice,
    ) -> Result<Passkey, PasskeyError> {
        let webauthn = self.webauthn.as_ref().ok_or(PasskeyError::Unavailable)?;
        let (named, _) = webauthn.identify_discoverable_authentication(&answer.0)?;
        if named != owner {
            return Err(PasskeyError::Challenge);
        }
        let finish = |passkey: &Passkey| {
            let (state, key) = (challenge.state.clone(), DiscoverableKey::from(passkey));
            webauthn.finish_discoverable_authentication_v2(&answer.0, state, key)
        };
        let result = match finish(&passkey) {
            // The library then wants the flag of the key's first day, and would refuse its owner for ever.
            Err(WebauthnError::CredentialBackupEligibilityInconsistent) => {
                passkey = synced(&passkey)?;
                finish(&passkey)?
            }
            result => result?,
        };
        passkey.update_credential(&result);
        Ok(passkey)
    }

    fn seal<State: Serialize>(
        &self,
        owner: Option<Uuid>,
        state: State,
        options: Value,
        now: DateTime<Utc>,
    ) -> Result<Challenge, PasskeyError> {
        let cipher = self.ciphers.first().ok_or(PasskeyError::Unavailable)?;
        let text = serde_json::to_vec(&Sealed { owner, expires_at: now + CHALLENGE_VALIDITY, state })?;
        let sealed = URL_SAFE_NO_PAD.encode(cipher.encrypt(random::new_nonce(), &text));
        Ok(Challenge { sealed, options })
    }

    fn open<State: DeserializeOwned>(
        &self,
        sealed: &str,
        owner: Option<Uuid>,
        now: DateTime<Utc>,
    ) -> Result<Returned<State>, PasskeyError> {
        let bytes = URL_SAFE_NO_PAD.decode(sealed).map_err(|_| PasskeyError::Challenge)?;
        let text = self.ciphers.iter().find_map(|cipher| cipher.decrypt(&bytes));
        let text = text.ok_or(PasskeyError::Challenge)?;
        // The state of another purpose does not have this form.
        let opened: Sealed<State> = serde_json::from_slice(&text).map_err(|_| PasskeyError::Challenge)?;
        if opened.owner != owner || opened.expires_at <= now {
            return Err(PasskeyError::Challenge);
        }
        Ok(Returned { hash: random::digest(&bytes), expires_at: opened.expires_at, state: opened.state })
    }
}

/// A passkey that signed a challenge.
#[derive(Debug)]
pub struct Signed {
    /// The passkey, with its new counter.
    pub known: KnownKey,
    /// Identifies the challenge: it is accepted once.
    pub challenge_hash: Vec<u8>,
    /// The end of its validity.
    pub expires_at: DateTime<Utc>,
}

/// A name that a passkey may have; none: it is empty, too long or not readable.
#[must_use]
pub fn name(text: &str) -> Option<String> {
    let name = text.trim();
    let is_text = !name.is_empty() && !name.chars().any(char::is_control);
    (is_text && name.chars().count() <= LONGEST_NAME).then(|| name.to_owned())
}

/// A device's answer at a log-in.
#[derive(Debug)]
pub struct LoginAnswerOfDevice(PublicKeyCredential);

impl LoginAnswerOfDevice {
    /// Reads what the browser sent.
    ///
    /// # Errors
    /// [`PasskeyError::Answer`].
    pub fn read(answer: Value) -> Result<Self, PasskeyError> {
        Ok(Self(serde_json::from_value(answer)?))
    }

    /// The id of its key, as the device states it.
    #[must_use]
    pub fn credential_id(&self) -> &[u8] {
        self.0.get_credential_id()
    }
}

/// The key as one that its device may copy elsewhere: many are synced only after they were made. One that could be copied
/// stays so, and an answer that denies it is refused.
fn synced(passkey: &Passkey) -> Result<Passkey, PasskeyError> {
    let mut json = serde_json::to_value(passkey)?;
    json["cred"]["backup_eligible"] = true.into();
    Ok(serde_json::from_value(json)?)
}

/// The domain name, the origin, and the checks of both; none where the address has no domain name.
fn relying_party(public_url: &str) -> Option<(String, String, Webauthn)> {
    let url = Url::parse(public_url).ok()?;
    let domain = url.domain()?.to_owned();
    let builder = WebauthnBuilder::new(&domain, &url).ok()?;
    let webauthn = builder.rp_name("Fairway").timeout(Duration::from_secs(300)).build().ok()?;
    Some((domain, url.origin().ascii_serialization(), webauthn))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passkeys(url: &str) -> Passkeys {
        Passkeys::new(url, &Secrets::unchanged("a secret"))
    }

    #[test]
    fn an_address_without_a_domain_name_has_no_passkeys() {
        assert_eq!(passkeys("https://golf.example:8443/").address(), Some("https://golf.example:8443"));
        assert_eq!(passkeys("http://localhost:8080").address(), Some("http://localhost:8080"));
        for url in ["http://127.0.0.1:8080", "http://[::1]:8080"] {
            assert!(!passkeys(url).are_available(), "{url}");
            assert_eq!(passkeys(url).address(), None, "{url}");
        }
    }

    #[test]
    fn a_challenge_is_valid_for_five_minutes_for_its_purpose_and_its_owner() {
        let (passkeys, now) = (passkeys("https://golf.example"), DateTime::<Utc>::UNIX_EPOCH);
        let (own, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let adding = passkeys.begin_registration(own, "a@b.example", "A", &[], now).expect("a challenge");
        assert_eq!(adding.options["authenticatorSelection"]["residentKey"], "required");
        assert_eq!(adding.options["authenticatorSelection"]["userVerification"], "required");
        assert!(passkeys.open_registration(&adding.sealed, own, now).is_ok());
        assert!(passkeys.open_registration(&adding.sealed, other, now).is_err());
        assert!(passkeys.open_registration(&adding.sealed, own, now + CHALLENGE_VALIDITY).is_err());
        assert!(passkeys.open_login(&adding.sealed, now).is_err());
        let login = passkeys.begin_login(now).expect("a challenge");
        assert!(passkeys.open_login(&login.sealed, now).is_ok());
        assert!(passkeys.open_registration(&login.sealed, own, now).is_err());
        assert!(passkeys.open_login("x", now).is_err());
        let operators = Passkeys::for_operators("https://golf.example", &Secrets::unchanged("a secret"));
        assert!(operators.open_login(&login.sealed, now).is_err(), "one of members");
        assert!(operators.open_registration(&adding.sealed, own, now).is_err(), "one of members");
    }
}
