//! The common part of booking a round, adding players and swapping one: players claim places at a club on a day, each
//! at the cost of one right.

use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{
    BookedPlace, BookingId, Holes, MemberId, PlaceId, PlayRight, ReservationEvent, StreamId, WaitingGroupId,
};

use super::decide::require;
use crate::course_day::CourseDayCommand;
use crate::membership::{ClaimRight, MembershipCommand};
use crate::voucher::VoucherCommand;
use crate::{Club, CourseDay, Decision, Membership, Rejection, Rights, Undecided, Voucher, World, assess};

/// A player and the id that their place will have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewPlace {
    /// The player.
    pub member: MemberId,
    /// The new place's id, the player's `reservation_id`.
    pub place: PlaceId,
}

/// Players who claim places.
pub(super) struct Claim<'a> {
    pub(super) booking: BookingId,
    pub(super) club: &'a Arc<Club>,
    pub(super) play_date: NaiveDate,
    pub(super) holes: Holes,
    pub(super) players: &'a [NewPlace],
    /// The waiting group for which places are held.
    pub(super) offer: Option<WaitingGroupId>,
    pub(super) today: NaiveDate,
    pub(super) at: DateTime<Utc>,
}

impl Claim<'_> {
    /// Assesses the round and chooses each player's right.
    pub(super) fn rights(&self, world: &impl World) -> Result<Vec<PlayRight>, Undecided> {
        let mut players: Vec<(MemberId, &Rights)> = Vec::with_capacity(self.players.len());
        for player in self.players {
            players.push((player.member, world.get::<Membership>(player.member)?.rights()));
        }
        let day = world.get::<CourseDay>((&self.club.id, self.play_date))?.status_for(self.offer, self.at);
        let rights = assess(Some(self.club), &day, &players, self.play_date, self.holes, self.today)
            .map_err(Rejection::from)?;
        Ok(rights.into_iter().map(|(_, right)| right).collect())
    }

    /// Completes what the booking decided: the memberships, the vouchers and the club's day decide on its new places.
    pub(super) fn decide(
        &self,
        world: &impl World,
        events: Vec<ReservationEvent>,
    ) -> Result<Decision, Undecided> {
        let mut decision = Decision::default();
        let places: Vec<BookedPlace> = events.iter().flat_map(new_places).cloned().collect();
        // The same request, repeated.
        if places.is_empty() {
            return Ok(decision);
        }
        decision.add(StreamId::Reservation(self.booking), events);
        self.consume(world, &places, &mut decision)?;
        let claim = CourseDayCommand::ClaimPlaces {
            club: Arc::clone(self.club),
            date: self.play_date,
            booking: self.booking,
            places: places.iter().map(|place| place.place).collect::<Vec<PlaceId>>(),
            offer: self.offer,
            at: self.at,
        };
        let claimed = world.get::<CourseDay>((&self.club.id, self.play_date))?.decide(&claim)?;
        decision.add(StreamId::CourseDay(self.club.id.clone(), self.play_date), claimed);
        Ok(decision)
    }

    /// Adds what the memberships and the vouchers decide about new places.
    pub(super) fn consume(
        &self,
        world: &impl World,
        places: &[BookedPlace],
        decision: &mut Decision,
    ) -> Result<(), Undecided> {
        require(world, places.iter().filter_map(|place| voucher_stream(&place.right)))?;
        for BookedPlace { place, member, right } in places {
            let claim = MembershipCommand::ClaimRight(ClaimRight {
                member: *member,
                place: *place,
                booking: self.booking,
                club: self.club.id.clone(),
                club_maximum: self.club.max_plays_per_year,
                play_date: self.play_date,
                holes: self.holes,
                right: right.clone(),
            });
            decision.add(StreamId::Membership(*member), world.get::<Membership>(*member)?.decide(&claim)?);
            if let PlayRight::Voucher { voucher, .. } = right {
                let usage = VoucherCommand::Use {
                    member: *member,
                    place: *place,
                    play_date: self.play_date,
                    holes: self.holes,
                };
                decision.add(StreamId::Voucher(*voucher), world.get::<Voucher>(*voucher)?.decide(&usage)?);
            }
        }
        Ok(())
    }
}

/// The stream that guards a right's single use; a pass's use is guarded by the membership.
pub(super) fn voucher_stream(right: &PlayRight) -> Option<StreamId> {
    match right {
        PlayRight::Subscription { .. } => None,
        PlayRight::Voucher { voucher, .. } => Some(StreamId::Voucher(*voucher)),
    }
}

fn new_places(event: &ReservationEvent) -> &[BookedPlace] {
    match event {
        ReservationEvent::RoundBooked { places, .. } => places,
        ReservationEvent::PlayerAdded { place, .. } => std::slice::from_ref(place),
        _ => &[],
    }
}
