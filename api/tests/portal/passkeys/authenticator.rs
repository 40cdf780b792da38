//! A device that keeps passkeys, as far as the portal can see: it makes a key, and signs challenges with it.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use fairway_clock::random::digest;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::{Value, json};

/// The device verified its user, who was present.
const USER_VERIFIED: u8 = 0x05;
/// The same, and the data hold a new key.
const WITH_KEY: u8 = 0x45;

/// A device with one key.
pub(crate) struct Device {
    key: EcdsaKeyPair,
    credential_id: Vec<u8>,
    pub(super) user: String,
    /// The site that it believes to be at.
    pub(super) origin: String,
    /// Its flags about its user.
    pub(crate) flags: u8,
}

impl Device {
    pub(crate) fn new(origin: &str) -> Self {
        let random = SystemRandom::new();
        let document = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &random).expect("a key");
        let key = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, document.as_ref(), &random)
            .expect("a key");
        let credential_id = digest(key.public_key().as_ref());
        Self { key, credential_id, user: String::new(), origin: origin.to_owned(), flags: USER_VERIFIED }
    }

    fn client_data(&self, kind: &str, options: &Value) -> Vec<u8> {
        json!({"type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": false})
            .to_string()
            .into_bytes()
    }

    fn authenticator_data(&self, site: &str, flags: u8) -> Vec<u8> {
        [&digest(site.as_bytes())[..], &[flags], &[0; 4]].concat()
    }

    /// The answer that `navigator.credentials.create` would give.
    pub(crate) fn create(&mut self, options: &Value) -> Value {
        self.user = options["user"]["id"].as_str().expect("the user").to_owned();
        let point = self.key.public_key().as_ref();
        let (x, y) = point[1..].split_at(32);
        // A COSE key: EC2, ES256, P-256.
        let cose = [&[0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32], x, &[0x22, 0x58, 32], y].concat();
        let length = u16::try_from(self.credential_id.len()).expect("a short id").to_be_bytes();
        let site = options["rp"]["id"].as_str().expect("the site");
        let data = [
            &self.authenticator_data(site, self.flags | (WITH_KEY & !USER_VERIFIED))[..],
            &[0; 16],
            &length,
            &self.credential_id,
            &cose,
        ]
        .concat();
        let attestation = [
            &b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58"[..],
            &[u8::try_from(data.len()).expect("short data")],
            &data,
        ]
        .concat();
        json!({
            "id": BASE64.encode(&self.credential_id), "rawId": BASE64.encode(&self.credential_id),
            "type": "public-key", "clientExtensionResults": {},
            "response": {
                "attestationObject": BASE64.encode(attestation),
                "clientDataJSON": BASE64.encode(self.client_data("webauthn.create", options)),
            },
        })
    }

    /// The answer that `navigator.credentials.get` would give.
    pub(crate) fn get(&self, options: &Value) -> Value {
        let client_data = self.client_data("webauthn.get", options);
        let data = self.authenticator_data(options["rpId"].as_str().expect("the site"), self.flags);
        let signed = [&data[..], &digest(&client_data)].concat();
        let signature = self.key.sign(&SystemRandom::new(), &signed).expect("a signature");
        json!({
            "id": BASE64.encode(&self.credential_id), "rawId": BASE64.encode(&self.credential_id),
            "type": "public-key", "clientExtensionResults": {},
            "response": {
                "authenticatorData": BASE64.encode(data), "clientDataJSON": BASE64.encode(client_data),
                "signature": BASE64.encode(signature.as_ref()), "userHandle": self.user,
            },
        })
    }
}
