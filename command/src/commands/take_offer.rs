//! Taking the places that are offered to a group: the round is booked as any other, against the places that are held
//! (docs/domain.md §3.19).

use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{BookingId, Holes, MemberId, PlaceId, StreamId, WaitingGroupId};

use super::claim::Claim;
use super::decide::{About, CountsAs, Decide, waiting_list};
use crate::waiting_list::WaitingListCommand;
use crate::{
    BookRound, Club, ClubReason, Decision, MAX_PLAYERS, NewPlace, Reason, Rejection, Reservation, Undecided,
    WaitingList, World,
};

/// Take the places that are offered to a group: a round is booked for all its players. Any of them may; who put the group
/// on the list is the master. A success without an event when it became this booking before.
#[derive(Debug, Clone)]
pub struct TakeOffer {
    /// The group.
    pub group: WaitingGroupId,
    /// The list's club.
    pub club: Arc<Club>,
    /// The list's day.
    pub date: NaiveDate,
    /// The new booking's id.
    pub booking: BookingId,
    /// The ids of its places, the master's first; those that the group does not need stay unused.
    pub places: [PlaceId; MAX_PLAYERS],
    /// The member who asks.
    pub by: MemberId,
    /// The clock's day.
    pub today: NaiveDate,
    /// The clock's instant.
    pub at: DateTime<Utc>,
}

impl Decide for TakeOffer {
    const COUNTS_AS: CountsAs = CountsAs::Booking;

    fn streams(&self) -> Vec<StreamId> {
        let booking = StreamId::Reservation(self.booking);
        waiting_list(&self.club.id, self.date).into_iter().chain([booking]).collect()
    }

    fn starts(&self) -> Option<StreamId> {
        Some(StreamId::Reservation(self.booking))
    }

    fn about(&self) -> About {
        About { club: Some(Arc::clone(&self.club)), play_date: Some(self.date), ..About::default() }
    }

    fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        let list = world.get::<WaitingList>((&self.club.id, self.date))?;
        let taken = list.decide(&WaitingListCommand::Take(self.clone()))?;
        // The same request, repeated.
        let Some(group) = list.open_offer(self)? else { return Ok(Decision::default()) };
        let places = group.master_first().zip(self.places);
        let players: Vec<NewPlace> = places.map(|(member, place)| NewPlace { member, place }).collect();
        let round = BookRound {
            booking: self.booking,
            club: self.club.clone(),
            play_date: self.date,
            holes: group.holes,
            master: group.by,
            players,
            today: self.today,
            at: self.at,
        };
        let claim = self.claim(&round.players, group.holes);
        let rights = || claim.rights(world).map_err(outrun);
        let booked = world.get::<Reservation>(self.booking)?.book(&round, rights)?;
        let mut decision = claim.decide(world, booked)?;
        decision.add(StreamId::WaitingList(self.club.id.clone(), self.date), taken);
        Ok(decision)
    }
}

impl TakeOffer {
    fn claim<'a>(&'a self, players: &'a [NewPlace], holes: Holes) -> Claim<'a> {
        Claim {
            booking: self.booking,
            club: &self.club,
            play_date: self.date,
            holes,
            players,
            offer: Some(self.group),
            today: self.today,
            at: self.at,
        }
    }
}

/// Held places can be gone only because an operator left the day fewer places than were promised.
fn outrun(undecided: Undecided) -> Undecided {
    match &undecided {
        Undecided::Rejected(rejection) => match &**rejection {
            Rejection::Unbookable(Reason::Club(ClubReason::Full | ClubReason::FewPlaces { .. })) => {
                Rejection::PlacesTakenMeanwhile.into()
            }
            _ => undecided,
        },
        Undecided::Missing(_) => undecided,
    }
}
