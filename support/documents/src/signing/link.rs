//! Tokens of the links that work without a log-in: one voucher, all vouchers of a group, the calendar entry, and the
//! calendar feed of a member; and of the link to a shared round, which any member may open.

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
    calendar_feed: PurposeKey,
    shared_round: PurposeKey,
}

impl LinkSigner {
    /// A signer under the installation's secret.
    #[must_use]
    pub fn new(secret: &[u8]) -> Self {
        Self {
            voucher: PurposeKey::derive(secret, "link/voucher/1"),
            group: PurposeKey::derive(secret, "link/group-vouchers/1"),
            calendar: PurposeKey::derive(secret, "link/calendar/1"),
            calendar_feed: PurposeKey::derive(secret, "link/calendar-feed/1"),
            shared_round: PurposeKey::derive(secret, "link/shared-round/1"),
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

    /// The token of a member's calendar feed. The version tells a renewed address from the earlier ones.
    #[must_use]
    pub fn calendar_feed(&self, member: MemberId, version: i32) -> String {
        let payload = [member.0.as_bytes().as_slice(), &version.to_be_bytes()].concat();
        BASE64URL_NOPAD.encode(&self.calendar_feed.sign(&payload))
    }

    /// The token of the link by which a player shares the round.
    #[must_use]
    pub fn shared_round(&self, place: PlaceId) -> String {
        token(&self.shared_round, &[place.0])
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

    /// The place of the player who shared the round.
    #[must_use]
    pub fn verify_shared_round(&self, token: &str) -> Option<PlaceId> {
        let [place] = ids(&self.shared_round, token)?;
        Some(PlaceId(place))
    }

    /// The member whose feed the token opens, and the version of the address. The caller checks whether it is the
    /// valid one.
    #[must_use]
    pub fn verify_calendar_feed(&self, token: &str) -> Option<(MemberId, i32)> {
        let signed = BASE64URL_NOPAD.decode(token.as_bytes()).ok()?;
        let (member, version) = self.calendar_feed.verify(&signed)?.split_first_chunk::<16>()?;
        Some((MemberId(Uuid::from_bytes(*member)), i32::from_be_bytes(version.try_into().ok()?)))
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
        assert_eq!(signer.verify_shared_round(&signer.shared_round(PLACE)), Some(PLACE));
        assert_eq!(signer.verify_group(&signer.group(BOOKING, MASTER)), Some((BOOKING, MASTER)));
        assert_eq!(signer.verify_calendar_feed(&signer.calendar_feed(MASTER, 258)), Some((MASTER, 258)));
    }

    #[test]
    fn a_token_needs_no_escaping_in_a_url() {
        for token in [
            signer().voucher(PLACE),
            signer().group(BOOKING, MASTER),
            signer().calendar_feed(MASTER, i32::MAX),
        ] {
            assert!(token.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_'), "{token}");
        }
    }

    #[test]
    fn a_token_of_one_purpose_is_invalid_for_another() {
        let signer = signer();
        assert_eq!(signer.verify_calendar(&signer.voucher(PLACE)), None);
        assert_eq!(signer.verify_voucher(&signer.calendar(PLACE)), None);
        assert_eq!(signer.verify_voucher(&signer.shared_round(PLACE)), None);
        assert_eq!(signer.verify_shared_round(&signer.voucher(PLACE)), None);
        assert_eq!(signer.verify_voucher(&signer.group(BOOKING, MASTER)), None);
        assert_eq!(signer.verify_group(&signer.voucher(PLACE)), None);
        assert_eq!(signer.verify_calendar_feed(&signer.calendar(PLACE)), None);
        assert_eq!(signer.verify_calendar(&signer.calendar_feed(MASTER, 1)), None);
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
    fn a_feed_token_of_another_version_or_cut_short_is_invalid() {
        let signer = signer();
        let (first, second) = (signer.calendar_feed(MASTER, 1), signer.calendar_feed(MASTER, 2));
        let (first, second) = (
            BASE64URL_NOPAD.decode(first.as_bytes()).expect("a token"),
            BASE64URL_NOPAD.decode(second.as_bytes()).expect("a token"),
        );
        let forged = BASE64URL_NOPAD.encode(&[&second[..20], &first[20..]].concat());
        assert_eq!(signer.verify_calendar_feed(&forged), None);
        for end in 0..first.len() {
            assert_eq!(signer.verify_calendar_feed(&BASE64URL_NOPAD.encode(&first[..end])), None);
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
        assert_eq!(signer().calendar_feed(MASTER, 1), "AAAAAAAAAAAAAAAAAAAACAAAAAE6XvhlPFR2N2apCJUQvPNC");
    }
}
