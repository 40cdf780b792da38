//! Maps the portal's rows to the data of documents and mails.

use fairway_documents::{Club, PersonName, Round};
use fairway_events::ClubId;
use fairway_query::Booking;
use fairway_store::clubs::Clubs;
use fairway_store::members::Member;

/// A member's name.
#[must_use]
pub fn person_name(member: &Member) -> PersonName {
    PersonName::new(&member.first_name, &member.prefix, &member.last_name)
}

/// A round for documents.
#[must_use]
pub fn round(clubs: &Clubs, booking: &Booking) -> Round {
    Round {
        booking: booking.booking,
        club: club(clubs, &booking.club),
        play_date: booking.play_date,
        holes: booking.holes,
        start_time: booking.start_time,
    }
}

/// A club for documents. One that was removed from the data set has its slug as its name.
#[must_use]
pub fn club(clubs: &Clubs, id: &ClubId) -> Club {
    let card = clubs.get(id);
    Club {
        name: card.map_or_else(|| id.0.clone(), |card| card.name.clone()),
        city: card.map(|card| card.city.clone()).unwrap_or_default(),
        street: card.map(|card| card.details.street.clone()).unwrap_or_default(),
        postcode: card.map(|card| card.details.postcode.clone()).unwrap_or_default(),
        latitude: card.map_or(0.0, |card| card.lat),
        longitude: card.map_or(0.0, |card| card.lon),
        reservation_description: card.map(|card| card.reservation_description.clone()).unwrap_or_default(),
    }
}
