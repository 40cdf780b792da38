//! Links that work without a log-in, and the codes on vouchers. A signature proves only that the portal issued the
//! link; the caller must still check that the place is active and the play date has not passed.

use fairway_documents::Portal;
use fairway_documents::signing::{LinkSigner, VoucherCode, VoucherCodeSigner};
use fairway_events::{BookingId, MemberId, PlaceId};
use fairway_query::Booking;

/// Creates and reads the portal's signed links.
#[derive(Debug, Clone)]
pub struct Links {
    /// The portal's addresses.
    pub portal: Portal,
    /// The same of the clubs' screens.
    pub clubs: Portal,
    /// Reads the tokens of links.
    pub signer: LinkSigner,
    /// Signs and reads the codes on vouchers.
    pub codes: VoucherCodeSigner,
}

impl Links {
    /// Signed with this key.
    #[must_use]
    pub fn new(portal: Portal, clubs: Portal, secret: &str) -> Self {
        let secret = secret.as_bytes();
        Self { portal, clubs, signer: LinkSigner::new(secret), codes: VoucherCodeSigner::new(secret) }
    }

    /// Path of one player's voucher.
    #[must_use]
    pub fn voucher(&self, place: PlaceId) -> String {
        format!("/api/vouchers/{}.pdf", self.signer.voucher(place))
    }

    /// Path of the vouchers of a whole group, for its master.
    #[must_use]
    pub fn group_vouchers(&self, booking: BookingId, master: MemberId) -> String {
        format!("/api/vouchers/{}.pdf", self.signer.group(booking, master))
    }

    /// The code on one player's voucher, on paper and on a screen.
    #[must_use]
    pub fn voucher_code(&self, booking: &Booking, place: PlaceId) -> String {
        self.codes.sign(&VoucherCode { place, play_date: booking.play_date, holes: booking.holes })
    }

    /// Path of one player's calendar entry.
    #[must_use]
    pub fn calendar(&self, place: PlaceId) -> String {
        format!("/api/calendar/{}.ics", self.signer.calendar(place))
    }

    /// Path of the screen that shows others the club and the day of a round that a player shares.
    #[must_use]
    pub fn shared_round(&self, place: PlaceId) -> String {
        format!("/shared/{}", self.signer.shared_round(place))
    }

    /// Path of a member's calendar feed under the address with this version.
    #[must_use]
    pub fn calendar_feed(&self, member: MemberId, version: i32) -> String {
        format!("/api/calendar/feed/{}.ics", self.signer.calendar_feed(member, version))
    }
}
