//! A browser's subscription: an address at its push service and two keys. The server posts to that address, so only
//! those of known push services are taken; otherwise a member could have it post into our own network.

use base64::Engine;
use base64::engine::general_purpose::{URL_SAFE, URL_SAFE_NO_PAD};
use p256::PublicKey;
use serde::{Deserialize, Serialize};
use url::Url;

use super::cipher::PushCipher;

/// Characters of an address, at most.
const LONGEST_ENDPOINT: usize = 1000;
/// The push services of Chrome and its relatives, Firefox, Windows and Apple. A dot at the beginning: any host under it.
const KNOWN: [&str; 8] = [
    "fcm.googleapis.com",
    // Of Chromiums that are not Google's, and of older ones.
    "jmt17.google.com",
    "android.googleapis.com",
    "updates.push.services.mozilla.com",
    ".push.services.mozilla.com",
    ".notify.windows.com",
    "web.push.apple.com",
    ".push.apple.com",
];

/// The push services that the server posts to.
#[derive(Debug, Clone)]
pub struct PushServices {
    further: Vec<String>,
}

impl PushServices {
    /// The known ones, and those of `FAIRWAY_PUSH_SERVICES`.
    #[must_use]
    pub const fn new(further: Vec<String>) -> Self {
        Self { further }
    }

    /// Whether the server may post to this address.
    #[must_use]
    pub fn include(&self, endpoint: &Url) -> bool {
        let has_password = !endpoint.username().is_empty() || endpoint.password().is_some();
        if has_password || endpoint.fragment().is_some() {
            return false;
        }
        let is_known = endpoint.scheme() == "https"
            && endpoint.port().is_none()
            && endpoint.domain().is_some_and(|host| {
                KNOWN
                    .iter()
                    .any(|known| if known.starts_with('.') { host.ends_with(known) } else { host == *known })
            });
        is_known || self.further.contains(&endpoint.origin().ascii_serialization())
    }
}

/// A subscription that was checked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subscription {
    /// The address at the push service.
    endpoint: String,
    /// The device's public key: an uncompressed point of P-256.
    p256dh: Vec<u8>,
    /// 16 random bytes of the device.
    auth: Vec<u8>,
}

/// The part of a subscription that is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidSubscription {
    /// No address, or not one of a push service that the server posts to.
    #[error("the address is not one of a known push service")]
    Endpoint,
    /// No point of the curve.
    #[error("the device's public key is invalid")]
    Key,
    /// Not 16 bytes.
    #[error("the device's secret is invalid")]
    Auth,
}

impl Subscription {
    /// Checks what a browser sent; the keys are base64url.
    ///
    /// # Errors
    /// [`InvalidSubscription`].
    pub fn check(
        services: &PushServices,
        endpoint: &str,
        p256dh: &str,
        auth: &str,
    ) -> Result<Self, InvalidSubscription> {
        let url = Url::parse(endpoint).ok().filter(|url| services.include(url));
        let url =
            url.filter(|url| url.as_str().len() <= LONGEST_ENDPOINT).ok_or(InvalidSubscription::Endpoint)?;
        let p256dh = decode(p256dh).filter(|key| key.len() == 65).ok_or(InvalidSubscription::Key)?;
        PublicKey::from_sec1_bytes(&p256dh).map_err(|_| InvalidSubscription::Key)?;
        let auth = decode(auth).filter(|auth| auth.len() == 16).ok_or(InvalidSubscription::Auth)?;
        Ok(Self { endpoint: url.into(), p256dh, auth })
    }

    /// As it is stored.
    #[must_use]
    pub fn sealed(&self, cipher: &PushCipher) -> Vec<u8> {
        #[expect(clippy::expect_used, reason = "texts and numbers always become JSON")]
        let text = serde_json::to_vec(self).expect("JSON");
        cipher.encrypt(&text)
    }

    /// As it was stored; none: another secret encrypted it.
    pub(super) fn open(cipher: &PushCipher, sealed: &[u8]) -> Option<Self> {
        serde_json::from_slice(&cipher.decrypt(sealed)?).ok()
    }

    /// The address at the push service.
    pub(super) fn endpoint(&self) -> Option<Url> {
        Url::parse(&self.endpoint).ok()
    }

    /// The text, so that only the device reads it (RFC 8291); none if the keys are not those that were checked.
    #[must_use]
    pub(super) fn encrypt(&self, text: Vec<u8>) -> Option<Vec<u8>> {
        let key = web_push_native::p256::PublicKey::from_sec1_bytes(&self.p256dh).ok()?;
        let auth: [u8; 16] = self.auth.as_slice().try_into().ok()?;
        web_push_native::encrypt(text, &key, &auth.into()).ok()
    }
}

/// Base64url of at most 100 characters, with or without its padding.
fn decode(text: &str) -> Option<Vec<u8>> {
    let text = Some(text).filter(|text| text.len() <= 100)?;
    URL_SAFE_NO_PAD.decode(text).or_else(|_| URL_SAFE.decode(text)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_known_push_services_are_posted_to() {
        let further = vec!["http://127.0.0.1:4000".to_owned()];
        let services = PushServices { further };
        for (endpoint, wanted) in [
            ("https://fcm.googleapis.com/fcm/send/abc", true),
            ("https://jmt17.google.com/fcm/send/abc", true),
            ("https://android.googleapis.com/gcm/send/abc", true),
            ("https://www.google.com/abc", false),
            ("https://storage.googleapis.com/abc", false),
            ("https://updates.push.services.mozilla.com/wpush/v2/abc", true),
            ("https://eu.push.services.mozilla.com/wpush/v2/abc", true),
            ("https://wns2-am3p.notify.windows.com/w/?token=abc", true),
            ("https://web.push.apple.com/abc", true),
            ("https://api.push.apple.com/abc", true),
            ("http://127.0.0.1:4000/abc", true),
            ("http://127.0.0.1:4001/abc", false),
            ("http://fcm.googleapis.com/abc", false),
            ("https://fcm.googleapis.com:8443/abc", false),
            ("https://me@fcm.googleapis.com/abc", false),
            ("https://fcm.googleapis.com/abc#part", false),
            ("https://fcm.googleapis.com.evil.example/abc", false),
            ("https://evilpush.apple.com.example/abc", false),
            ("https://notify.windows.com/abc", false),
            ("https://127.0.0.1/abc", false),
            ("https://[::1]/abc", false),
            ("https://localhost/abc", false),
            ("https://169.254.169.254/latest/meta-data", false),
            ("file:///etc/passwd", false),
        ] {
            assert_eq!(services.include(&Url::parse(endpoint).expect("an address")), wanted, "{endpoint}");
        }
    }
}
