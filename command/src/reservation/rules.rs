//! The rules of a booking. No I/O, no clock: today comes with the command.
//!
//! Every rule checks in the same order: may the caller know of the booking, was the same done already, may the
//! caller do it, is it in time, does it fit. So an outsider learns nothing, and a repeated request succeeds even
//! where a new one would come too late.

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{BookedPlace, CancelMode, ClubId, Holes, MemberId, PlaceId, ReservationEvent};

use super::{Booking, MAX_PLAYERS, Place, Reservation, ReservationCommand, ReservationRejection};
use crate::NewPlace;

/// Whether a request is new or was carried out before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Request {
    New,
    Repeated,
}

/// What tells one round from another.
#[derive(Debug)]
pub(crate) struct Round<'a> {
    pub(crate) club: &'a ClubId,
    pub(crate) play_date: NaiveDate,
    pub(crate) holes: Holes,
    pub(crate) master: MemberId,
    pub(crate) players: &'a [NewPlace],
}

impl Reservation {
    /// Decides what a command changes.
    ///
    /// # Errors
    /// The state that forbids it.
    pub fn decide(
        &self,
        command: &ReservationCommand,
    ) -> Result<Vec<ReservationEvent>, ReservationRejection> {
        match command {
            ReservationCommand::BookRound { booking, club, play_date, holes, master, places, at } => {
                let players = new_places(places);
                let round =
                    Round { club, play_date: *play_date, holes: *holes, master: *master, players: &players };
                Ok(match self.check_booking(&round)? {
                    Request::Repeated => vec![],
                    Request::New => vec![ReservationEvent::RoundBooked {
                        booking: *booking,
                        club: club.clone(),
                        play_date: *play_date,
                        holes: *holes,
                        master: *master,
                        places: places.clone(),
                        booked_at: *at,
                    }],
                })
            }
            ReservationCommand::AddPlayers { by, places, today, at } => self.add(*by, places, *today, *at),
            ReservationCommand::CancelPlace { place, by, today, at } => {
                self.cancel_own(*place, *by, *today, *at)
            }
            ReservationCommand::CancelGroup { by, today, at } => self.cancel_group(*by, *today, *at),
            ReservationCommand::RemovePlayer { place, by, today, at } => {
                self.remove(*place, *by, *today, *at)
            }
        }
    }

    /// Whether this round can be booked here, as far as the group itself goes.
    pub(crate) fn check_booking(&self, round: &Round<'_>) -> Result<Request, ReservationRejection> {
        check_group(round.players)?;
        if round.players.len() > MAX_PLAYERS {
            return Err(ReservationRejection::TooManyPlayers);
        }
        if !round.players.iter().any(|player| player.member == round.master) {
            return Err(ReservationRejection::CallerNotAmongPlayers);
        }
        match &self.booking {
            None => Ok(Request::New),
            Some(booking) if booking.began_as(round) => Ok(Request::Repeated),
            Some(_) => Err(ReservationRejection::IdTaken),
        }
    }

    /// Whether these players can join, as far as the booking itself goes. That a player is in it already is left to
    /// `add`: among the reasons of a refusal it comes after those of the date and the club.
    pub(crate) fn check_addition(
        &self,
        by: MemberId,
        players: &[NewPlace],
        today: NaiveDate,
    ) -> Result<Request, ReservationRejection> {
        let booking = self.booking_of(by)?;
        check_group(players)?;
        match booking.find_repeated(players)? {
            Request::Repeated => return Ok(Request::Repeated),
            Request::New => {}
        }
        if booking.play_date < today {
            return Err(ReservationRejection::TooLateToAdd);
        }
        if booking.active().next().is_none() {
            return Err(ReservationRejection::Cancelled);
        }
        if !booking.active().any(|place| place.member == by) {
            return Err(ReservationRejection::CallerCancelled);
        }
        let free = booking.free_slots();
        if players.len() > free {
            return Err(ReservationRejection::NoFreeSlots { free });
        }
        Ok(Request::New)
    }

    fn add(
        &self,
        by: MemberId,
        places: &[BookedPlace],
        today: NaiveDate,
        at: DateTime<Utc>,
    ) -> Result<Vec<ReservationEvent>, ReservationRejection> {
        let booking = self.booking_of(by)?;
        match self.check_addition(by, &new_places(places), today)? {
            Request::Repeated => return Ok(vec![]),
            Request::New => {}
        }
        let plays = |place: &BookedPlace| booking.active().any(|active| active.member == place.member);
        match places.iter().find(|place| plays(place)) {
            Some(place) => Err(ReservationRejection::AlreadyPlays { member: place.member }),
            None => Ok(places
                .iter()
                .map(|place| ReservationEvent::PlayerAdded {
                    booking: booking.id,
                    club: booking.club.clone(),
                    play_date: booking.play_date,
                    holes: booking.holes,
                    place: place.clone(),
                    added_by: by,
                    added_at: at,
                })
                .collect()),
        }
    }

    fn cancel_own(
        &self,
        place: PlaceId,
        by: MemberId,
        today: NaiveDate,
        at: DateTime<Utc>,
    ) -> Result<Vec<ReservationEvent>, ReservationRejection> {
        let booking = self.booking_of(by)?;
        let place = booking.place(place).ok_or(ReservationRejection::NotFound)?;
        if place.member != by {
            return Err(ReservationRejection::NotYourPlace);
        }
        booking.cancel(&[place], by, CancelMode::Own, today, at)
    }

    fn cancel_group(
        &self,
        by: MemberId,
        today: NaiveDate,
        at: DateTime<Utc>,
    ) -> Result<Vec<ReservationEvent>, ReservationRejection> {
        let booking = self.booking_of(by)?;
        if booking.master != by {
            return Err(ReservationRejection::OnlyMasterCancelsGroup);
        }
        let places: Vec<&Place> = booking.places.iter().collect();
        booking.cancel(&places, by, CancelMode::Group, today, at)
    }

    fn remove(
        &self,
        place: PlaceId,
        by: MemberId,
        today: NaiveDate,
        at: DateTime<Utc>,
    ) -> Result<Vec<ReservationEvent>, ReservationRejection> {
        let booking = self.booking_of(by)?;
        let place = booking.place(place).ok_or(ReservationRejection::NotFound)?;
        if place.member == by {
            return Err(ReservationRejection::OwnPlace);
        }
        if booking.master != by {
            return Err(ReservationRejection::OnlyMasterRemovesPlayers);
        }
        booking.cancel(&[place], by, CancelMode::Removal, today, at)
    }

    /// The booking, for those who are or were in it.
    fn booking_of(&self, member: MemberId) -> Result<&Booking, ReservationRejection> {
        self.booking
            .as_ref()
            .filter(|booking| booking.has_participant(member))
            .ok_or(ReservationRejection::NotFound)
    }
}

impl Booking {
    /// Cancels those of the places that are active. None active: the same request, repeated.
    fn cancel(
        &self,
        places: &[&Place],
        by: MemberId,
        mode: CancelMode,
        today: NaiveDate,
        at: DateTime<Utc>,
    ) -> Result<Vec<ReservationEvent>, ReservationRejection> {
        let going: Vec<&Place> = places.iter().copied().filter(|place| place.active).collect();
        if going.is_empty() {
            return Ok(vec![]);
        }
        if self.play_date < today {
            return Err(ReservationRejection::TooLateToCancel);
        }
        let mut events = Vec::with_capacity(going.len() + 2);
        for place in &going {
            events.push(ReservationEvent::PlaceCancelled {
                booking: self.id,
                place: place.id,
                member: place.member,
                by,
                mode,
                cancelled_at: at,
            });
            if self.forfeits(place, by, today) {
                events.push(ReservationEvent::PlayRightExpired {
                    booking: self.id,
                    place: place.id,
                    member: place.member,
                });
            }
        }
        // The places stand in the order of joining: the first who stays has been there longest.
        let heir = self.active().find(|place| going.iter().all(|gone| gone.id != place.id));
        let master_goes = going.iter().any(|place| place.member == self.master);
        match heir {
            None => events.push(ReservationEvent::BookingCancelled { booking: self.id }),
            Some(heir) if master_goes => events.push(ReservationEvent::MasterPassedOn {
                booking: self.id,
                from: self.master,
                to: heir.member,
            }),
            Some(_) => {}
        }
        Ok(events)
    }

    /// Whether giving the place up costs its right: on the play date it does, but for a place that somebody else took
    /// on that day and gives up again (docs/domain.md §3.4).
    fn forfeits(&self, place: &Place, by: MemberId, today: NaiveDate) -> bool {
        let undoes_their_own = place.member != by && place.taken_by == by && place.taken_on == self.play_date;
        self.play_date == today && !undoes_their_own
    }

    /// Whether this is the round that was booked at first, whatever happened to it since.
    fn began_as(&self, round: &Round<'_>) -> bool {
        let first = self.places.iter().take(self.booked_with);
        self.club == *round.club
            && self.play_date == round.play_date
            && self.holes == round.holes
            && self.booked_by == round.master
            && first
                .map(|place| NewPlace { member: place.member, place: place.id })
                .eq(round.players.iter().copied())
    }

    /// Whether the places exist already: all of them for the same members means the same request, repeated.
    fn find_repeated(&self, players: &[NewPlace]) -> Result<Request, ReservationRejection> {
        let known =
            |player: &NewPlace| self.place(player.place).is_some_and(|place| place.member == player.member);
        if players.iter().all(known) {
            Ok(Request::Repeated)
        } else if players.iter().any(|player| self.place(player.place).is_some()) {
            Err(ReservationRejection::IdTaken)
        } else {
            Ok(Request::New)
        }
    }
}

/// The rules of any group of players, whether they book or join.
fn check_group(players: &[NewPlace]) -> Result<(), ReservationRejection> {
    if players.is_empty() {
        return Err(ReservationRejection::NoPlayers);
    }
    for (index, player) in players.iter().enumerate() {
        let before = players.iter().take(index);
        if before.clone().any(|other| other.member == player.member) {
            return Err(ReservationRejection::PlayerTwice);
        }
        if before.clone().any(|other| other.place == player.place) {
            return Err(ReservationRejection::IdTaken);
        }
    }
    Ok(())
}

fn new_places(places: &[BookedPlace]) -> Vec<NewPlace> {
    places.iter().map(|place| NewPlace { member: place.member, place: place.place }).collect()
}
