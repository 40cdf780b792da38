//! Maps the portal's rows to the data of documents and mails.

use fairway_documents::{Club, PersonName, Round};
use fairway_events::{BookingId, ClubId, Holes};

use chrono::NaiveDate;

use crate::store::clubs::Clubs;
use crate::store::members::Member;

/// A member's name.
#[must_use]
pub fn person_name(member: &Member) -> PersonName {
    PersonName::new(&member.first_name, &member.prefix, &member.last_name)
}

/// A round for documents. A club that was removed from the data set has its slug as its name.
#[must_use]
pub fn round(clubs: &Clubs, booking: BookingId, club: &ClubId, play_date: NaiveDate, holes: Holes) -> Round {
    let card = clubs.get(club);
    Round {
        booking,
        club: Club {
            name: card.map_or_else(|| club.0.clone(), |card| card.name.clone()),
            city: card.map(|card| card.city.clone()).unwrap_or_default(),
            latitude: card.map_or(0.0, |card| card.lat),
            longitude: card.map_or(0.0, |card| card.lon),
            reservation_description: card
                .map(|card| card.reservation_description.clone())
                .unwrap_or_default(),
        },
        play_date,
        holes,
    }
}
