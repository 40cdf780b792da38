//! Codes on vouchers, and tokens in links: arbitrary ones, and changed copies of ones that the portal signed.

use fairway_documents::signing::{LinkSigner, VoucherCode, VoucherCodeSigner};
use fairway_events::{BookingId, Holes, MemberId, PlaceId};
use uuid::Uuid;

use crate::TODAY;
use crate::lines::text;

const SECRET: &[u8] = b"a secret of the fuzz targets";
const PLACE: PlaceId = PlaceId(Uuid::from_u128(0x0193_5c2e_7d4a_7c11_9b1f_0123_4567_89ab));
const BOOKING: BookingId = BookingId(Uuid::from_u128(7));
const MASTER: MemberId = MemberId(Uuid::from_u128(8));

/// Only signed codes and tokens are accepted. A code may be typed in any case and with blanks; a token is exact.
pub fn signed_codes(data: &[u8]) {
    let (links, codes) = (LinkSigner::new(SECRET), VoucherCodeSigner::new(SECRET));
    let code = VoucherCode { place: PLACE, play_date: TODAY, holes: Holes::Nine };
    let signed = codes.sign(&code);
    let tokens = [
        links.voucher(PLACE),
        links.calendar(PLACE),
        links.group(BOOKING, MASTER),
        links.calendar_feed(MASTER, 1),
    ];
    if let Some(sent) = text(data) {
        check_code(&codes, &signed, sent);
        check_token(&links, &tokens, sent);
    }
    check_code(&codes, &signed, &changed(&signed, data));
    for token in &tokens {
        check_token(&links, &tokens, &changed(token, data));
    }
}

/// A signed text with some characters replaced: each pair of bytes is a position and the new character.
fn changed(signed: &str, data: &[u8]) -> String {
    let mut text = signed.as_bytes().to_vec();
    for pair in data.chunks_exact(2).take(8) {
        let at = usize::from(pair[0]) % text.len();
        text[at] = pair[1] & 0x7f;
    }
    String::from_utf8_lossy(&text).into_owned()
}

fn check_code(codes: &VoucherCodeSigner, signed: &str, sent: &str) {
    if let Ok(read) = codes.verify(sent) {
        assert_eq!(codes.sign(&read), signed, "{sent:?} was never signed");
        assert_eq!(normalised(sent), signed, "{sent:?} was never signed");
    } else {
        assert_ne!(normalised(sent), signed);
    }
}

/// The printed form of a typed code.
fn normalised(code: &str) -> String {
    let significant = code.chars().filter(|char| !matches!(char, ' ' | '-' | '\t' | '\r' | '\n'));
    significant
        .map(|char| match char.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            other => other,
        })
        .collect()
}

fn check_token(links: &LinkSigner, tokens: &[String; 4], sent: &str) {
    let [voucher, calendar, group, feed] = tokens;
    assert_eq!(links.verify_voucher(sent), (sent == voucher).then_some(PLACE), "{sent:?}");
    assert_eq!(links.verify_calendar(sent), (sent == calendar).then_some(PLACE), "{sent:?}");
    assert_eq!(links.verify_group(sent), (sent == group).then_some((BOOKING, MASTER)), "{sent:?}");
    assert_eq!(links.verify_calendar_feed(sent), (sent == feed).then_some((MASTER, 1)), "{sent:?}");
}
