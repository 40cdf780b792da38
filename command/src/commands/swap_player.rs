//! Swapping a player: one leaves and another comes in one append (docs/domain.md §3.18). The right of the player who
//! leaves comes back, also on the play date, since their place stays used; the right of the player who comes is
//! claimed by every rule but the capacity.

use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{BookedPlace, BookingId, MemberId, PlaceId, ReservationEvent, StreamId};

use super::claim::Claim;
use super::decide::{About, CountsAs, Decide, require};
use super::release::Release;
use crate::course_day::CourseDayCommand;
use crate::{
    Club, CourseDay, Decision, Membership, NewPlace, Rejection, Reservation, Undecided, World, assess_swap,
};

/// Let another player come in the stead of one who leaves, in one step (docs/domain.md §3.18).
#[derive(Debug, Clone)]
pub struct SwapPlayer {
    /// The booking.
    pub booking: BookingId,
    /// Its club.
    pub club: Arc<Club>,
    /// Its play date, as the reader saw it: it names the streams to load before the booking is loaded.
    pub play_date: NaiveDate,
    /// The place of the player who leaves.
    pub place: PlaceId,
    /// The player who comes.
    pub player: NewPlace,
    /// The member who asks: the player who leaves, or the master.
    pub by: MemberId,
    /// The clock's day.
    pub today: NaiveDate,
    /// The clock's instant.
    pub at: DateTime<Utc>,
}

impl Decide for SwapPlayer {
    const COUNTS_AS: CountsAs = CountsAs::Change;

    fn streams(&self) -> Vec<StreamId> {
        vec![
            StreamId::Reservation(self.booking),
            StreamId::Membership(self.player.member),
            StreamId::CourseDay(self.club.id.clone(), self.play_date),
        ]
    }

    fn about(&self) -> About {
        About {
            booking: Some(self.booking),
            club: Some(Arc::clone(&self.club)),
            play_date: Some(self.play_date),
            players: vec![self.player.member],
            ..About::default()
        }
    }

    fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        let reservation = world.get::<Reservation>(self.booking)?;
        let swapped = reservation.swap(self, |booking| {
            let day = world.get::<CourseDay>((&self.club.id, self.play_date))?.status(self.at);
            let player = (self.player.member, world.get::<Membership>(self.player.member)?.rights());
            assess_swap(&self.club, &day, player, self.play_date, booking.holes, self.today)
                .map_err(|reason| Undecided::from(Rejection::from(reason)))
        })?;
        // Without a booking the decision above has refused.
        let Some(booking) = reservation.booking() else { return Ok(Decision::default()) };
        let Some(ReservationEvent::PlayerSwapped { place: coming, .. }) = swapped.first() else {
            // The same request, repeated.
            return Ok(Decision::default());
        };
        let coming: [BookedPlace; 1] = [coming.clone()];
        let release =
            Release { booking, places: booking.place(self.place).into_iter().collect(), today: self.today };
        require(world, release.streams().chain(release.list()))?;
        release.check_nobody_arrived(world)?;
        require(world, release.orders(world)?)?;

        let mut decision = Decision::default();
        decision.add(StreamId::Reservation(self.booking), swapped);
        release.rights(world, &mut decision, |_| false)?;
        let claim = Claim {
            booking: self.booking,
            club: &self.club,
            play_date: self.play_date,
            holes: booking.holes,
            players: std::slice::from_ref(&self.player),
            offer: None,
            today: self.today,
            at: self.at,
        };
        claim.consume(world, &coming, &mut decision)?;
        let swap = CourseDayCommand::SwapPlace {
            club: Arc::clone(&self.club),
            date: self.play_date,
            booking: self.booking,
            from: self.place,
            to: self.player.place,
            at: self.at,
        };
        let of_day = world.get::<CourseDay>((&self.club.id, self.play_date))?.decide(&swap)?;
        decision.add(StreamId::CourseDay(self.club.id.clone(), self.play_date), of_day);
        Ok(decision)
    }
}
