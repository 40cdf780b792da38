//! A round as documents show it: club, day, holes, players. Filled by the caller from its read models.

use std::fmt;

use chrono::{Days, NaiveDate};
use fairway_events::{BookingId, BookingNumber, Holes, StartTime};

use crate::dutch;

/// A member's name in its parts, as the profile stores it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonName {
    /// `Jan`
    pub first: String,
    /// `de`; empty when there is none.
    pub prefix: String,
    /// `Vries`
    pub last: String,
}

impl PersonName {
    /// A name from its parts.
    pub fn new(first: impl Into<String>, prefix: impl Into<String>, last: impl Into<String>) -> Self {
        Self { first: first.into(), prefix: prefix.into(), last: last.into() }
    }
}

/// The whole name on one line: `Jan de Vries`.
impl fmt::Display for PersonName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&dutch::one_line(&format!("{} {} {}", self.first, self.prefix, self.last)))
    }
}

/// The club where a round is played.
#[derive(Debug, Clone, PartialEq)]
pub struct Club {
    /// `Golfclub De Essenlaan`
    pub name: String,
    /// `Haren`
    pub city: String,
    /// With the house number; empty when it is not known.
    pub street: String,
    /// `9751 AB`; empty when it is not known.
    pub postcode: String,
    /// Degrees north.
    pub latitude: f64,
    /// Degrees east.
    pub longitude: f64,
    /// Instructions for the arrival, as HTML; only its text, lists and links are used.
    pub reservation_description: String,
}

impl Club {
    /// `Golfclub De Essenlaan, Haren`; the name alone of a club whose town is not known.
    #[must_use]
    pub fn name_and_city(&self) -> String {
        let (name, city) = (dutch::one_line(&self.name), dutch::one_line(&self.city));
        if city.is_empty() { name } else { format!("{name}, {city}") }
    }

    /// `Essenlaan 4, 9751 AB Haren`, as far as it is known; none without a street.
    #[must_use]
    pub fn address(&self) -> Option<String> {
        let town = dutch::one_line(&format!("{} {}", self.postcode, self.city));
        let street = dutch::one_line(&self.street);
        (!street.is_empty())
            .then(|| if town.is_empty() { street.clone() } else { format!("{street}, {town}") })
    }

    /// Where a map shows the way to it: the map application of the device, where it has one.
    #[must_use]
    pub fn route(&self) -> String {
        let mut url = "https://www.google.com/maps/dir/?api=1&destination=".to_owned();
        for byte in self.name_and_city().bytes() {
            match byte {
                b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                    url.push(char::from(byte))
                }
                _ => url.push_str(&format!("%{byte:02X}")),
            }
        }
        url
    }
}

/// One group's round.
#[derive(Debug, Clone, PartialEq)]
pub struct Round {
    /// The booking.
    pub booking: BookingId,
    /// The club.
    pub club: Club,
    /// The day of the round, Europe/Amsterdam.
    pub play_date: NaiveDate,
    /// The length of the round.
    pub holes: Holes,
    /// When the group starts, as its players agreed with the club; none: they did not yet.
    pub start_time: Option<StartTime>,
}

impl Round {
    /// The number that people use to refer to the booking.
    #[must_use]
    pub fn number(&self) -> BookingNumber {
        self.booking.number()
    }

    /// The last day on which cancelling returns the play right: the day before the round.
    #[must_use]
    pub fn free_cancellation_until(&self) -> NaiveDate {
        self.play_date.checked_sub_days(Days::new(1)).unwrap_or(self.play_date)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_one_space_between_its_parts() {
        assert_eq!(PersonName::new("Jan", "de", "Vries").to_string(), "Jan de Vries");
        assert_eq!(PersonName::new("Elif", "", "Yılmaz").to_string(), "Elif Yılmaz");
        assert_eq!(PersonName::new("Eva\r\nBcc: x", " op 't ", "Hof").to_string(), "Eva Bcc: x op 't Hof");
    }

    #[test]
    fn a_club_whose_town_is_not_known_has_its_name_alone() {
        let mut club = fixtures::round().club;
        assert_eq!(club.name_and_city(), "Golfclub De Essenlaan, Haren");
        club.city = String::new();
        assert_eq!(club.name_and_city(), "Golfclub De Essenlaan");
    }
}

/// The round that the tests of every document are about.
#[cfg(test)]
pub(crate) mod fixtures {
    use fairway_events::PlaceId;
    use uuid::Uuid;

    use super::*;
    use crate::Portal;

    pub(crate) fn portal() -> Portal {
        Portal::new("https://fairway.example", "klantenservice@fairway.example").expect("valid addresses")
    }

    pub(crate) fn place() -> PlaceId {
        PlaceId(Uuid::from_u128(0x0193_5c2e_7d4a_7c11_9b1f_0123_4567_89ab))
    }

    pub(crate) fn round() -> Round {
        Round {
            booking: BookingId(Uuid::from_u128(0x0193_5c2e_7d4a_7c11_9b1f_fedc_ba98_7654)),
            club: Club {
                name: "Golfclub De Essenlaan".to_owned(),
                city: "Haren".to_owned(),
                street: "Essenlaan 4".to_owned(),
                postcode: "9751 AB".to_owned(),
                latitude: 53.1592,
                longitude: 6.6215,
                reservation_description:
                    "<p>Bel Golfclub De Essenlaan op <a href=\"tel:+31500001000\">050 000 \
                    10 00</a> voor je starttijd. Neem je <strong>voucher</strong> mee naar de receptie.</p>"
                        .to_owned(),
            },
            play_date: NaiveDate::from_ymd_opt(2026, 11, 28).expect("a day"),
            holes: Holes::Eighteen,
            start_time: None,
        }
    }

    /// The same, once its start time is agreed.
    pub(crate) fn agreed_round() -> Round {
        Round { start_time: Some("10:40".parse().expect("a time")), ..round() }
    }

    pub(crate) fn players() -> Vec<PersonName> {
        vec![
            PersonName::new("Jan", "de", "Vries"),
            PersonName::new("Elif", "", "Yılmaz"),
            PersonName::new("Eva", "op 't", "Hof"),
        ]
    }
}
