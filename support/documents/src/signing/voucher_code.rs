//! The code on a voucher, which the club's reception scans or types to check that the portal issued it.
//!
//! Crockford's base 32 in capitals: a QR code stores it in its dense alphanumeric mode, and a person can read it
//! out, since O and 0, I, L and 1 mean the same.

use std::sync::LazyLock;

use chrono::NaiveDate;
use data_encoding::{Encoding, Specification};
use fairway_events::{Holes, PlaceId};
use uuid::Uuid;

use super::PurposeKey;

/// The content of a voucher's code: place, day and holes. No name: a code may be photographed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VoucherCode {
    /// The player's place.
    pub place: PlaceId,
    /// The only day on which the voucher is valid.
    pub play_date: NaiveDate,
    /// The length of the round.
    pub holes: Holes,
}

/// Why a code is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum VoucherCodeError {
    /// Not a voucher code at all: wrong length or characters.
    #[error("Dit is geen vouchercode: controleer of alle tekens zijn overgenomen.")]
    Malformed,
    /// The signature is not ours: forged, mistyped, or signed under another secret.
    #[error("Deze vouchercode is niet door dit portaal uitgegeven.")]
    Forged,
}

/// Signs and verifies the codes on vouchers.
#[derive(Debug, Clone)]
pub struct VoucherCodeSigner(PurposeKey);

/// The layout of the payload, in the upper bits of its first byte, so that a later layout can be distinguished.
const LAYOUT: u8 = 1;
const PAYLOAD_BYTES: usize = 19;

static CROCKFORD: LazyLock<Encoding> = LazyLock::new(|| {
    let mut specification = Specification::new();
    specification.symbols.push_str("0123456789ABCDEFGHJKMNPQRSTVWXYZ");
    specification.translate.from.push_str("abcdefghjkmnpqrstvwxyzOoIiLl");
    specification.translate.to.push_str("ABCDEFGHJKMNPQRSTVWXYZ001111");
    specification.ignore.push_str(" -\t\r\n");
    specification.encoding().expect("the alphabet is well formed, as every test shows")
});

/// The one form of a code that was scanned or typed, as [`VoucherCodeSigner::sign`] writes it: capitals without blanks
/// and hyphens, where O is 0, and I and L are 1. Devices of clubs know a code by the SHA-256 of this form.
#[must_use]
pub fn canonical(code: &str) -> String {
    let kept = code.chars().filter(|char| !matches!(char, ' ' | '-' | '\t' | '\r' | '\n'));
    kept.map(|char| match char.to_ascii_uppercase() {
        'O' => '0',
        'I' | 'L' => '1',
        other => other,
    })
    .collect()
}

impl VoucherCodeSigner {
    /// A signer under the installation's secret.
    #[must_use]
    pub fn new(secret: &[u8]) -> Self {
        Self(PurposeKey::derive(secret, "voucher-code/1"))
    }

    /// The code, 56 capitals and digits, without separators.
    ///
    /// # Panics
    /// For a play date before 1970 or after 2149, which no booking window reaches.
    #[must_use]
    pub fn sign(&self, code: &VoucherCode) -> String {
        let day = u16::try_from((code.play_date - NaiveDate::default()).num_days())
            .expect("a play date lies between 1970 and 2149");
        let mut payload = Vec::with_capacity(PAYLOAD_BYTES);
        payload.push((LAYOUT << 5) | code.holes.count());
        payload.extend_from_slice(&day.to_be_bytes());
        payload.extend_from_slice(code.place.0.as_bytes());
        CROCKFORD.encode(&self.0.sign(&payload))
    }

    /// Reads a code as scanned or typed: case, spaces and hyphens do not matter.
    ///
    /// # Errors
    /// [`VoucherCodeError::Malformed`] when it cannot be a code, [`VoucherCodeError::Forged`] when it could be
    /// one but carries another signature.
    pub fn verify(&self, code: &str) -> Result<VoucherCode, VoucherCodeError> {
        let signed = CROCKFORD.decode(code.as_bytes()).map_err(|_| VoucherCodeError::Malformed)?;
        if signed.len() != PAYLOAD_BYTES + super::SIGNATURE_BYTES {
            return Err(VoucherCodeError::Malformed);
        }
        let payload = self.0.verify(&signed).ok_or(VoucherCodeError::Forged)?;
        read(payload).ok_or(VoucherCodeError::Malformed)
    }
}

fn read(payload: &[u8]) -> Option<VoucherCode> {
    let (head, place) = payload.split_at_checked(3)?;
    let holes = Holes::try_from(head[0] & 0b1_1111).ok().filter(|_| head[0] >> 5 == LAYOUT)?;
    let day = u64::from(u16::from_be_bytes([head[1], head[2]]));
    Some(VoucherCode {
        place: PlaceId(Uuid::from_slice(place).ok()?),
        play_date: NaiveDate::default().checked_add_days(chrono::Days::new(day))?,
        holes,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signer() -> VoucherCodeSigner {
        VoucherCodeSigner::new(b"a secret of the tests")
    }

    fn code(holes: Holes) -> VoucherCode {
        VoucherCode {
            place: PlaceId(Uuid::from_u128(0x0193_5c2e_7d4a_7c11_9b1f_0123_4567_89ab)),
            play_date: NaiveDate::from_ymd_opt(2026, 11, 28).expect("a day"),
            holes,
        }
    }

    #[test]
    fn a_code_contains_the_signed_values() {
        for holes in Holes::ALL {
            assert_eq!(signer().verify(&signer().sign(&code(holes))), Ok(code(holes)));
        }
    }

    #[test]
    fn a_code_fits_the_dense_mode_of_a_qr_code() {
        let text = signer().sign(&code(Holes::Eighteen));
        assert_eq!(text.len(), 56);
        assert!(text.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase()));
    }

    #[test]
    fn a_typed_code_may_have_other_case_and_separators() {
        let typed = signer().sign(&code(Holes::Nine)).to_lowercase().replace('0', "o").replace('1', "l");
        let (start, end) = typed.split_at(20);
        let typed = format!(" {start}- {end}\n");
        assert_eq!(signer().verify(&typed), Ok(code(Holes::Nine)));
        assert_eq!(canonical(&typed), signer().sign(&code(Holes::Nine)));
    }

    #[test]
    fn every_changed_character_makes_a_token_invalid() {
        let text = signer().sign(&code(Holes::Eighteen));
        for at in 0..text.len() {
            let mut forged = text.clone().into_bytes();
            forged[at] = if forged[at] == b'7' { b'8' } else { b'7' };
            let forged = String::from_utf8(forged).expect("ASCII stays ASCII");
            assert_eq!(signer().verify(&forged), Err(VoucherCodeError::Forged), "changed at {at}");
        }
    }

    #[test]
    fn another_secret_and_a_link_token_are_refused() {
        let foreign = VoucherCodeSigner::new(b"another").sign(&code(Holes::Nine));
        assert_eq!(signer().verify(&foreign), Err(VoucherCodeError::Forged));
        let link = super::super::LinkSigner::new(b"a secret of the tests").voucher(code(Holes::Nine).place);
        assert!(signer().verify(&link).is_err());
    }

    #[test]
    fn a_malformed_code_is_distinguished_from_a_forged_one() {
        let text = signer().sign(&code(Holes::Nine));
        for malformed in ["", "U", "é", "12", &text[1..], &format!("{text}0"), &text.repeat(2)] {
            assert_eq!(signer().verify(malformed), Err(VoucherCodeError::Malformed), "{malformed}");
        }
    }

    /// Printed vouchers must be valid after an update of the program.
    #[test]
    fn the_format_never_changes() {
        assert_eq!(
            signer().sign(&code(Holes::Eighteen)),
            "698K20CKBGQ7TJKW26DHY0938NKRKAR0NVF0FPYAT5PVFGANJ9VM5RYN"
        );
    }
}
