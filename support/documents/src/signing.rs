//! Signatures under keys that are derived from the one secret of the installation (`FAIRWAY_SECRET`): links that
//! need no log-in, the code on a voucher, and what tells a device at which a member logged in before.
//!
//! Every purpose has a key of its own (HKDF with a label), so that a calendar link is never accepted where a
//! voucher is meant. A signature says only that the portal issued it. Whether the place still stands, and
//! whether the play date has passed, is for the caller to look up: a signature cannot be taken back.

mod device;
mod link;
mod pseudonym;
mod voucher_code;

pub use device::DeviceSigner;
pub use link::LinkSigner;
pub use pseudonym::Pseudonymizer;
pub use voucher_code::{VoucherCode, VoucherCodeError, VoucherCodeSigner};

use hkdf::Hkdf;
use hmac::{Hmac, Mac};
use sha2::Sha256;

/// Bytes of a signature: 128 bits of HMAC-SHA256, out of reach of guessing and still short enough to print.
const SIGNATURE_BYTES: usize = 16;

/// The key of one purpose. It never leaves this module and prints nothing of itself.
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

    /// The payload with its signature behind it.
    fn seal(&self, payload: &[u8]) -> Vec<u8> {
        let signature = self.0.clone().chain_update(payload).finalize().into_bytes();
        [payload, &signature[..SIGNATURE_BYTES]].concat()
    }

    /// The payload of `sealed`, if this key signed it. The comparison takes the same time wherever it differs.
    fn open<'sealed>(&self, sealed: &'sealed [u8]) -> Option<&'sealed [u8]> {
        let (payload, signature) = sealed.split_at_checked(sealed.len().checked_sub(SIGNATURE_BYTES)?)?;
        self.0.clone().chain_update(payload).verify_truncated_left(signature).ok()?;
        Some(payload)
    }
}

impl std::fmt::Debug for PurposeKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PurposeKey(…)")
    }
}
