//! The number of a booking for people: mails, vouchers, calendars and screens show it, callers read it out, and operators
//! search by it.

use std::fmt;
use std::str::FromStr;

use crate::{BookingId, OrderId};

/// Crockford's base 32: without I, L, O and U, which people confuse with others.
const SYMBOLS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Symbols of a number.
const LENGTH: usize = 8;

/// The short form of a booking id: `7K3Q-9F2M`.
///
/// The last 40 bits of the id in Crockford's base 32: random in every version of UUID that the portal makes, where the
/// first bits of a version 7 are the time and would be shared by neighbours. Among a million bookings two may have the
/// same number: a look-up answers every booking with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BookingNumber(u64);

/// A text is no booking number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a booking number has 8 letters and digits, such as 7K3Q-9F2M")]
pub struct NoBookingNumber;

impl BookingNumber {
    /// The last 10 hexadecimal digits of the ids that have this number, in lower case.
    #[must_use]
    pub fn last_digits(self) -> String {
        format!("{:010x}", self.0)
    }
}

impl BookingId {
    /// The number that people use to refer to the booking.
    #[must_use]
    pub fn number(self) -> BookingNumber {
        BookingNumber(self.0.as_u64_pair().1 & 0xff_ffff_ffff)
    }
}

impl OrderId {
    /// The number of the order on its receipt, of the same form.
    #[must_use]
    pub fn number(self) -> BookingNumber {
        BookingId(self.0).number()
    }
}

impl From<BookingId> for BookingNumber {
    fn from(booking: BookingId) -> Self {
        booking.number()
    }
}

impl fmt::Display for BookingNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for place in (0..LENGTH).rev() {
            if place == 3 {
                f.write_str("-")?;
            }
            write!(f, "{}", SYMBOLS[(self.0 >> (5 * place)) as usize & 31] as char)?;
        }
        Ok(())
    }
}

/// As somebody reads it out or types it: in either case, with or without the dash, with O for 0, and I or L for 1.
impl FromStr for BookingNumber {
    type Err = NoBookingNumber;

    fn from_str(text: &str) -> Result<Self, NoBookingNumber> {
        let parts = text.split_once(['-', ' ']).or_else(|| text.split_at_checked(LENGTH / 2));
        let (first, second) = parts.ok_or(NoBookingNumber)?;
        if first.len() != LENGTH / 2 || second.len() != LENGTH / 2 {
            return Err(NoBookingNumber);
        }
        let mut number = 0_u64;
        for letter in first.bytes().chain(second.bytes()) {
            let symbol = match letter.to_ascii_uppercase() {
                b'O' => b'0',
                b'I' | b'L' => b'1',
                other => other,
            };
            let value = (0_u64..).zip(SYMBOLS).find(|(_, known)| **known == symbol).ok_or(NoBookingNumber)?.0;
            number = (number << 5) | value;
        }
        Ok(Self(number))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_booking_number_is_two_groups_of_four() {
        let booking = BookingId(Uuid::from_u128(0x0193_5c2e_7d4a_7c11_9b1f_0123_4567_89ab));
        assert_eq!(booking.number().to_string(), "4D2P-F2DB");
        assert_eq!(BookingId(Uuid::nil()).number().to_string(), "0000-0000");
        assert_eq!(BookingId(Uuid::max()).number().to_string(), "ZZZZ-ZZZZ");
    }

    #[test]
    fn a_number_is_read_as_people_write_it() {
        let number = BookingId(Uuid::from_u128(0x0193_5c2e_7d4a_7c11_9b1f_0123_4567_89ab)).number();
        for text in ["4D2P-F2DB", "4d2p-f2db", "4D2PF2DB", "4d2p f2db"] {
            assert_eq!(text.parse(), Ok(number), "{text}");
        }
        assert_eq!("oOiI-lL00".parse::<BookingNumber>(), "0011-1100".parse());
        for text in [
            "",
            "-",
            "4D2P",
            "4D2P-",
            "4D2P-F2D",
            "4D2P-F2DBX",
            "4D2PF-2DB",
            "4D2P--F2DB",
            "4D2P-F2DU",
            "4D2P/F2DB",
            "é2P-F2DB",
            "4D2éF2DB",
            "4D2P-F2é",
        ] {
            assert_eq!(text.parse::<BookingNumber>(), Err(NoBookingNumber), "{text}");
        }
    }

    proptest! {
        #[test]
        fn a_number_is_read_again_and_has_the_last_digits_of_its_id(id: u128) {
            let booking = BookingId(Uuid::from_u128(id));
            let number = booking.number();
            prop_assert_eq!(number.to_string().parse(), Ok(number));
            prop_assert_eq!(number.to_string().replace('-', "").to_lowercase().parse(), Ok(number));
            prop_assert!(booking.to_string().ends_with(&number.last_digits()));
        }

        #[test]
        fn no_text_is_misread(text in "\\PC{0,12}") {
            if let Ok(number) = text.parse::<BookingNumber>() {
                prop_assert!(text.is_ascii() && number.last_digits().len() == 10);
            }
        }
    }
}
