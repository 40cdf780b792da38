//! The rules of a booking. No I/O, no clock: today comes with the command.
//!
//! Every decision checks in the same order: may the caller know of the booking, was the same done already, may the
//! caller do it, is it in time, does it fit. So an outsider learns nothing, and a repeated request succeeds even
//! when a new one would come too late.

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{BookedPlace, CancelMode, ClubId, MemberId, PlayRight, ReservationEvent};

use super::{Booking, MAX_PLAYERS, Place, Reservation, ReservationCommand};
use crate::{
    AddPlayers, BookRound, CancelGroup, CancelPlace, NewPlace, PlayerReason, Rejection, RemovePlayer,
};

impl Reservation {
    /// Decides what a command changes.
    ///
    /// # Errors
    /// The state that forbids it.
    pub fn decide(&self, command: &ReservationCommand) -> Result<Vec<ReservationEvent>, Rejection> {
        match command {
            ReservationCommand::BookRound(round, rights) => self.book(round, || Ok(rights.clone())),
            ReservationCommand::AddPlayers(add, rights) => self.add(add, |_booking| Ok(rights.clone())),
            ReservationCommand::SwapPlayer(swap, right) => self.swap(swap, |_booking| Ok(right.clone())),
            ReservationCommand::CancelPlace(cancel) => self.cancel_own(cancel),
            ReservationCommand::CancelGroup(cancel) => self.cancel_group(cancel),
            ReservationCommand::RemovePlayer(remove) => self.remove(remove),
            ReservationCommand::CancelForPlayers(cancel) => self.cancel_for_players(cancel),
            ReservationCommand::CancelByClub { notice, at } => self.cancel_by_club(notice, *at),
            ReservationCommand::ReturnPlayRight { place } => self.return_play_right(*place),
            ReservationCommand::AgreeStartTime(agree) => self.agree_start_time(agree),
        }
    }

    /// Books a round, as far as the group itself goes. `rights` is asked only for a new booking: a repeated request
    /// would find its own places and be refused for them.
    ///
    /// # Errors
    /// The state that forbids it, or what `rights` answers.
    pub(crate) fn book<E: From<Rejection>>(
        &self,
        round: &BookRound,
        rights: impl FnOnce() -> Result<Vec<PlayRight>, E>,
    ) -> Result<Vec<ReservationEvent>, E> {
        check_group(&round.players)?;
        if round.players.len() > MAX_PLAYERS {
            return Err(Rejection::TooManyPlayers.into());
        }
        if !round.players.iter().any(|player| player.member == round.master) {
            return Err(Rejection::CallerNotAmongPlayers.into());
        }
        match &self.booking {
            None => Ok(vec![ReservationEvent::RoundBooked {
                booking: round.booking,
                club: round.club.id.clone(),
                play_date: round.play_date,
                holes: round.holes,
                master: round.master,
                places: booked(&round.players, rights()?).collect(),
                booked_at: round.at,
            }]),
            Some(booking) if booking.began_as(round) => Ok(vec![]),
            Some(_) => Err(Rejection::IdTaken.into()),
        }
    }

    /// Adds players, as far as the booking itself goes. `rights` is asked only for a new request that fits the booking,
    /// and before the check that a player is in it already: among the reasons of a refusal that one comes after those
    /// of the date and the club.
    ///
    /// # Errors
    /// The state that forbids it, or what `rights` answers.
    pub(crate) fn add<E: From<Rejection>>(
        &self,
        add: &AddPlayers,
        rights: impl FnOnce(&Booking) -> Result<Vec<PlayRight>, E>,
    ) -> Result<Vec<ReservationEvent>, E> {
        let booking = self.booking_of(add.by)?;
        check_group(&add.players)?;
        if booking.has_all(&add.players)? {
            return Ok(vec![]);
        }
        booking.check_addition(add)?;
        let rights = rights(booking)?;
        let plays = |player: &&NewPlace| booking.active().any(|active| active.member == player.member);
        if let Some(player) = add.players.iter().find(plays) {
            return Err(Rejection::from(PlayerReason::AlreadyPlays.for_member(player.member)).into());
        }
        Ok(booked(&add.players, rights)
            .map(|place| ReservationEvent::PlayerAdded {
                booking: booking.id,
                club: booking.club.clone(),
                play_date: booking.play_date,
                holes: booking.holes,
                place,
                added_by: add.by,
                added_at: add.at,
            })
            .collect())
    }

    /// Whether so many players can join at a member's request.
    ///
    /// # Errors
    /// The state that forbids it.
    pub(crate) fn check_joining(
        &self,
        by: MemberId,
        players: usize,
        today: NaiveDate,
    ) -> Result<(), Rejection> {
        self.booking_of(by)?.check_joining(by, players, today)
    }

    fn cancel_own(&self, cancel: &CancelPlace) -> Result<Vec<ReservationEvent>, Rejection> {
        let booking = self.booking_of(cancel.by)?;
        let place = booking.place(cancel.place).ok_or(Rejection::ReservationNotFound)?;
        if place.member != cancel.by {
            return Err(Rejection::NotYourPlace);
        }
        booking.cancel_by(&[place], cancel.by, CancelMode::Own, (cancel.today, cancel.at))
    }

    fn cancel_group(&self, cancel: &CancelGroup) -> Result<Vec<ReservationEvent>, Rejection> {
        let booking = self.booking_of(cancel.by)?;
        if booking.master != cancel.by {
            return Err(Rejection::OnlyMasterCancelsGroup);
        }
        let places: Vec<&Place> = booking.places.iter().collect();
        booking.cancel_by(&places, cancel.by, CancelMode::Group, (cancel.today, cancel.at))
    }

    fn remove(&self, remove: &RemovePlayer) -> Result<Vec<ReservationEvent>, Rejection> {
        let booking = self.booking_of(remove.by)?;
        let place = booking.place(remove.place).ok_or(Rejection::ReservationNotFound)?;
        if place.member == remove.by {
            return Err(Rejection::OwnPlace);
        }
        if booking.master != remove.by {
            return Err(Rejection::OnlyMasterRemovesPlayers);
        }
        booking.cancel_by(&[place], remove.by, CancelMode::Removal, (remove.today, remove.at))
    }

    /// The booking, for those who are or were in it.
    pub(super) fn booking_of(&self, member: MemberId) -> Result<&Booking, Rejection> {
        self.booking
            .as_ref()
            .filter(|booking| booking.has_participant(member))
            .ok_or(Rejection::ReservationNotFound)
    }
}

impl Booking {
    fn check_joining(&self, by: MemberId, players: usize, today: NaiveDate) -> Result<(), Rejection> {
        if self.play_date < today {
            return Err(Rejection::TooLateToAdd);
        }
        if self.active().next().is_none() {
            return Err(Rejection::BookingCancelled);
        }
        if !self.active().any(|place| place.member == by) {
            return Err(Rejection::CallerCancelled);
        }
        let free = self.free_slots();
        if players > free { Err(Rejection::NoFreeSlots { free }) } else { Ok(()) }
    }

    /// Whether these players can join now.
    fn check_addition(&self, add: &AddPlayers) -> Result<(), Rejection> {
        self.check_joining(add.by, add.players.len(), add.today)?;
        self.check_day(&add.club.id, add.play_date)
    }

    /// Whether the booking is at that club on that day. It never moves, so a difference means that another was meant.
    pub(crate) fn check_day(&self, club: &ClubId, play_date: NaiveDate) -> Result<(), Rejection> {
        let is_meant = self.club == *club && self.play_date == play_date;
        if is_meant { Ok(()) } else { Err(Rejection::ReservationNotFound) }
    }

    /// Cancels places at a member's request, by the rule of what is forfeited.
    fn cancel_by(
        &self,
        places: &[&Place],
        by: MemberId,
        mode: CancelMode,
        (today, at): (NaiveDate, DateTime<Utc>),
    ) -> Result<Vec<ReservationEvent>, Rejection> {
        let cancelled = |place: &Place| ReservationEvent::PlaceCancelled {
            booking: self.id,
            place: place.id,
            member: place.member,
            by,
            mode,
            cancelled_at: at,
        };
        self.cancel(places, today, cancelled, |place| self.forfeits(place, by, today))
    }

    /// Cancels those of the places that are active. None active: the same request, repeated.
    pub(super) fn cancel(
        &self,
        places: &[&Place],
        today: NaiveDate,
        event: impl Fn(&Place) -> ReservationEvent,
        forfeits: impl Fn(&Place) -> bool,
    ) -> Result<Vec<ReservationEvent>, Rejection> {
        let cancelled: Vec<&Place> = places.iter().copied().filter(|place| place.active).collect();
        if cancelled.is_empty() {
            return Ok(vec![]);
        }
        if self.play_date < today {
            return Err(Rejection::TooLateToCancel);
        }
        let mut events = Vec::with_capacity(cancelled.len() + 2);
        for place in &cancelled {
            events.push(event(place));
            if forfeits(place) {
                events.push(ReservationEvent::PlayRightExpired {
                    booking: self.id,
                    place: place.id,
                    member: place.member,
                });
            }
        }
        // The places are in the order of joining: the first who stays has been there longest.
        let successor = self.active().find(|place| cancelled.iter().all(|other| other.id != place.id));
        let master_cancels = cancelled.iter().any(|place| place.member == self.master);
        match successor {
            None => events.push(ReservationEvent::BookingCancelled { booking: self.id }),
            Some(successor) if master_cancels => events.push(ReservationEvent::MasterPassedOn {
                booking: self.id,
                from: self.master,
                to: successor.member,
            }),
            Some(_) => {}
        }
        Ok(events)
    }

    /// Whether cancelling the place forfeits its right: on the play date it does, except for a place that somebody else
    /// took on that day and cancels again (docs/domain.md §3.4). A place that came by a swap is no such exception: the
    /// right of the player who left came back, and one of the two must pay for a late cancellation (§3.18).
    fn forfeits(&self, place: &Place, by: MemberId, today: NaiveDate) -> bool {
        let undoes_their_own =
            !place.by_swap && place.member != by && place.added_by == by && place.added_on == self.play_date;
        self.play_date == today && !undoes_their_own
    }

    /// Whether this is the round that was booked at first, whatever happened to it since.
    fn began_as(&self, round: &BookRound) -> bool {
        let first = self.places.iter().take(self.booked_with);
        self.club == round.club.id
            && self.play_date == round.play_date
            && self.holes == round.holes
            && self.booked_by == round.master
            && first
                .map(|place| NewPlace { member: place.member, place: place.id })
                .eq(round.players.iter().copied())
    }

    /// Whether the places exist already: all of them for the same members means the same request, repeated.
    fn has_all(&self, players: &[NewPlace]) -> Result<bool, Rejection> {
        let known =
            |player: &NewPlace| self.place(player.place).is_some_and(|place| place.member == player.member);
        let repeated = players.iter().all(known);
        if !repeated && players.iter().any(|player| self.place(player.place).is_some()) {
            return Err(Rejection::IdTaken);
        }
        Ok(repeated)
    }
}

/// The rules of any group of players, whether they book or join.
fn check_group(players: &[NewPlace]) -> Result<(), Rejection> {
    if players.is_empty() {
        return Err(Rejection::NoPlayers);
    }
    for (index, player) in players.iter().enumerate() {
        let before = players.iter().take(index);
        if before.clone().any(|other| other.member == player.member) {
            return Err(Rejection::PlayerTwice);
        }
        if before.clone().any(|other| other.place == player.place) {
            return Err(Rejection::IdTaken);
        }
    }
    Ok(())
}

fn booked(players: &[NewPlace], rights: Vec<PlayRight>) -> impl Iterator<Item = BookedPlace> {
    let places = players.iter().zip(rights);
    places.map(|(player, right)| BookedPlace { place: player.place, member: player.member, right })
}
