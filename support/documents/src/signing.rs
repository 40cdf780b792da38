//! Signatures under keys that are derived from the one secret of the installation (`FAIRWAY_SECRET`): links that need
//! no log-in, the code on a voucher, the token of a device at which a member logged in before, and that of an
//! operator's form. Values that must be read again are encrypted.
//!
//! Every purpose has a key of its own (HKDF with a label), so that a calendar link is never accepted as a voucher. A
//! signature only proves that the portal issued it. The caller must check whether the place is still booked and whether
//! the play date has passed: a signature cannot be revoked.

mod device;
mod encryption;
mod form_token;
mod link;
mod pseudonym;
mod secrets;
mod voucher_code;

pub use device::DeviceSigner;
pub use encryption::SecretCipher;
pub use form_token::FormTokenSigner;
pub use link::LinkSigner;
pub use pseudonym::Pseudonymizer;
pub use secrets::Secrets;
pub use voucher_code::{
    VoucherCode, VoucherCodeError, VoucherCodeSigner, canonical as canonical_voucher_code,
};

use hkdf::Hkdf;
use hmac::{Hmac, Mac};
use sha2::Sha256;

/// Bytes of a signature: 128 bits of HMAC-SHA256, too long to guess and short enough to print.
const SIGNATURE_BYTES: usize = 16;

/// The key of one purpose. It never leaves this module, and `Debug` does not print it.
#[derive(Clone)]
struct PurposeKey(Hmac<Sha256>);

impl PurposeKey {
    fn derive(secret: &[u8], purpose: &'static str) -> Self {
        let mut key = [0_u8; 32];
        Hkdf::<Sha256>::new(Some(b"fairway"), secret)
            .expand(purpose.as_bytes(), &mut key)
            .expect("32 bytes are within what HKDF-SHA256 can expand");
        Self(Hmac::new_from_slice(&key).expect("HMAC takes a key of any length"))
    }

    /// The payload followed by its signature.
    fn sign(&self, payload: &[u8]) -> Vec<u8> {
        let signature = self.0.clone().chain_update(payload).finalize().into_bytes();
        [payload, &signature[..SIGNATURE_BYTES]].concat()
    }

    /// The payload of `signed`, if this key signed it. The comparison takes the same time wherever it differs.
    fn verify<'a>(&self, signed: &'a [u8]) -> Option<&'a [u8]> {
        let (payload, signature) = signed.split_at_checked(signed.len().checked_sub(SIGNATURE_BYTES)?)?;
        self.0.clone().chain_update(payload).verify_truncated_left(signature).ok()?;
        Some(payload)
    }
}

impl std::fmt::Debug for PurposeKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PurposeKey(…)")
    }
}
