//! Lines of statements, for tests.

use chrono::NaiveDate;
use fairway_events::{BillingDetails, BookingId, DisputeId, Holes, MemberId, Month, PlaceId, VatRegime};
use fairway_query::statements::{Line, LineKind, LineOf};
use uuid::Uuid;

pub(crate) fn date(text: &str) -> NaiveDate {
    text.parse().expect("a day")
}

pub(crate) fn month(text: &str) -> Month {
    text.parse().expect("a month")
}

/// The player of every line.
pub(crate) const PLAYER: MemberId = MemberId(Uuid::from_u128(3));

/// The booking of every line.
pub(crate) const BOOKING: BookingId = BookingId(Uuid::from_u128(2));

/// A round that was booked before the player came.
pub(crate) fn round(on: &str, holes: Holes, cents: i64) -> Line {
    Line {
        date: date(on),
        of: LineOf::Place {
            place: PlaceId(Uuid::from_u128(1)),
            booking: BOOKING,
            member: PLAYER,
            facts: Vec::new(),
        },
        kind: LineKind::Arrival,
        holes: Some(holes),
        cents,
        vat: VatRegime::High,
        is_correction: false,
    }
}

/// Of 18 holes of an earlier month.
pub(crate) fn correction(on: &str, cents: i64) -> Line {
    Line { is_correction: true, ..round(on, Holes::Eighteen, cents) }
}

/// Of an accepted dispute.
pub(crate) fn adjustment(on: &str, cents: i64) -> Line {
    Line {
        of: LineOf::Dispute(DisputeId(Uuid::from_u128(4))),
        kind: LineKind::Adjustment,
        holes: None,
        ..round(on, Holes::Nine, cents)
    }
}

/// An organisation on an invoice.
pub(crate) fn details(name: &str) -> BillingDetails {
    BillingDetails {
        name: name.to_owned(),
        street: "Dreef 1".to_owned(),
        postal_code: "1234 AB".to_owned(),
        city: "Zeist".to_owned(),
        registration: "12345678".to_owned(),
        vat_number: "NL123456789B01".to_owned(),
        iban: "NL91ABNA0417164300".to_owned(),
    }
}
