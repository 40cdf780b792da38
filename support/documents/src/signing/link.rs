//! Tokens of the links that work without a log-in: one voucher, all vouchers of a group, the calendar entry.

use data_encoding::BASE64URL_NOPAD;
use fairway_events::{BookingId, MemberId, PlaceId};
use uuid::Uuid;

use super::PurposeKey;

/// Signs and verifies link tokens. A token is URL-safe and contains the ids that it is about, so nothing is stored;
/// a signature of 128 bits cannot be guessed.
#[derive(Debug, Clone)]
pub struct LinkSigner {
    voucher: PurposeKey,
    group: PurposeKey,
    calendar: PurposeKey,
}

impl LinkSigner {
    /// A signer under the installation's secret.
    #[must_use]
    pub fn new(secret: &[u8]) -> Self {
        Self {
            voucher: PurposeKey::derive(secret, "link/voucher/1"),
            group: PurposeKey::derive(secret, "link/group-vouchers/1"),
            calendar: PurposeKey::derive(secret, "link/calendar/1"),
        }
    }

    /// The token of one player's voucher.
    #[must_use]
    pub fn voucher(&self, place: PlaceId) -> String {
        token(&self.voucher, &[place.0])
    }

    /// The token of all vouchers of a booking. It names the master, so that the caller can refuse it once
    /// mastership has passed on.
    #[must_use]
    pub fn group(&self, booking: BookingId, master: MemberId) -> String {
        token(&self.group, &[booking.0, master.0])
    }

    /// The token of one player's calendar entry.
    #[must_use]
    pub fn calendar(&self, place: PlaceId) -> String {
        token(&self.calendar, &[place.0])
    }

    /// The place whose voucher the token opens; `None` for anything that [`Self::voucher`] did not make.
    #[must_use]
    pub fn verify_voucher(&self, token: &str) -> Option<PlaceId> {
        let [place] = ids(&self.voucher, token)?;
        Some(PlaceId(place))
    }

    /// The booking whose vouchers the token opens, and the member for whom it was made. The caller checks whether that
    /// member is still the master.
    #[must_use]
    pub fn verify_group(&self, token: &str) -> Option<(BookingId, MemberId)> {
        let [booking, master] = ids(&self.group, token)?;
        Some((BookingId(booking), MemberId(master)))
    }

    /// The place whose calendar entry the token opens.
    #[must_use]
    pub fn verify_calendar(&self, token: &str) -> Option<PlaceId> {
        let [place] = ids(&self.calendar, token)?;
        Some(PlaceId(place))
    }
}

fn token(key: &PurposeKey, ids: &[Uuid]) -> String {
    let payload: Vec<u8> = ids.iter().flat_map(|id| *id.as_bytes()).collect();
    BASE64URL_NOPAD.encode(&key.sign(&payload))
}

fn ids<const COUNT: usize>(key: &PurposeKey, token: &str) -> Option<[Uuid; COUNT]> {
    let signed = BASE64URL_NOPAD.decode(token.as_bytes()).ok()?;
    let ids: Vec<Uuid> =
        key.verify(&signed)?.chunks(16).map(Uuid::from_slice).collect::<Result<_, _>>().ok()?;
    ids.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACE: PlaceId = PlaceId(Uuid::from_u128(0x0193_5c2e_7d4a_7c11_9b1f_0123_4567_89ab));
    const BOOKING: BookingId = BookingId(Uuid::from_u128(7));
    const MASTER: MemberId = MemberId(Uuid::from_u128(8));

    fn signer() -> LinkSigner {
        LinkSigner::new(b"a secret of the tests")
    }

    #[test]
    fn a_token_contains_the_signed_ids() {
        let signer = signer();
        assert_eq!(signer.verify_voucher(&signer.voucher(PLACE)), Some(PLACE));
        assert_eq!(signer.verify_calendar(&signer.calendar(PLACE)), Some(PLACE));
        assert_eq!(signer.verify_group(&signer.group(BOOKING, MASTER)), Some((BOOKING, MASTER)));
    }

    #[test]
    fn a_token_needs_no_escaping_in_a_url() {
        for token in [signer().voucher(PLACE), signer().group(BOOKING, MASTER)] {
            assert!(token.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_'), "{token}");
        }
    }

    #[test]
    fn a_token_of_one_purpose_is_invalid_for_another() {
        let signer = signer();
        assert_eq!(signer.verify_calendar(&signer.voucher(PLACE)), None);
        assert_eq!(signer.verify_voucher(&signer.calendar(PLACE)), None);
        assert_eq!(signer.verify_voucher(&signer.group(BOOKING, MASTER)), None);
        assert_eq!(signer.verify_group(&signer.voucher(PLACE)), None);
    }

    #[test]
    fn a_token_under_another_secret_is_invalid() {
        assert_eq!(LinkSigner::new(b"another").verify_voucher(&signer().voucher(PLACE)), None);
    }

    #[test]
    fn every_changed_character_makes_a_token_invalid() {
        let signer = signer();
        let token = signer.voucher(PLACE);
        for at in 0..token.len() {
            let mut forged = token.clone().into_bytes();
            forged[at] = if forged[at] == b'A' { b'B' } else { b'A' };
            let forged = String::from_utf8(forged).expect("ASCII stays ASCII");
            assert_eq!(signer.verify_voucher(&forged), None, "changed at {at}");
        }
    }

    #[test]
    fn prefixes_and_malformed_tokens_are_refused() {
        let signer = signer();
        let token = signer.voucher(PLACE);
        for end in 0..token.len() {
            assert_eq!(signer.verify_voucher(&token[..end]), None);
        }
        for malformed in ["", "=", "é", "not a token", &format!("{token}A"), &format!("{token}=")] {
            assert_eq!(signer.verify_voucher(malformed), None, "{malformed}");
        }
    }

    #[test]
    fn the_secret_is_not_printed() {
        assert!(!format!("{:?}", signer()).contains("secret"));
    }

    /// Links that members have must be valid after an update of the program.
    #[test]
    fn the_format_never_changes() {
        assert_eq!(signer().voucher(PLACE), "AZNcLn1KfBGbHwEjRWeJq87Tsv5aj--7_pzP14J79R0");
    }
}
