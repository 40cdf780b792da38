//! Taking the places that are offered to a group: the round is booked as any other, or the players are added to the one
//! that they want to join, against the places that are held (docs/domain.md §3.19).

use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{BookingId, Holes, MemberId, PlaceId, StreamId, WaitingGroupId};

use super::claim::Claim;
use super::decide::{About, CountsAs, Decide, waiting_list};
use crate::waiting_list::WaitingListCommand;
use crate::{
    AddPlayers, BookRound, Club, ClubReason, Decision, MAX_PLAYERS, NewPlace, Reason, Rejection, Reservation,
    Undecided, WaitingList, World,
};

/// Take the places that are offered to a group: a round is booked for all its players, or they join the one that they wait
/// for. Any of them may, and who put the group on the list, who is the master of a new round. A success without an event
/// when it became this booking before.
#[derive(Debug, Clone)]
pub struct TakeOffer {
    /// The group.
    pub group: WaitingGroupId,
    /// The list's club.
    pub club: Arc<Club>,
    /// The list's day.
    pub date: NaiveDate,
    /// The new booking's id, or that of the booking that they join.
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
        let claim = self.claim(&players, group.holes);
        let rights = || claim.rights(world).map_err(outrun);
        let reservation = world.get::<Reservation>(self.booking)?;
        let (booking, club, play_date) = (self.booking, self.club.clone(), self.date);
        let (players, today, at) = (players.clone(), self.today, self.at);
        let booked = match group.joins {
            None => {
                let (holes, master) = (group.holes, group.by);
                let round = BookRound { booking, club, play_date, holes, master, players, today, at };
                reservation.book(&round, rights)?
            }
            Some(_) => {
                // Cancelled, filled, or left by who asked: what they were offered is no more.
                if reservation.check_joining(group.by, players.len(), today).is_err() {
                    return Err(Rejection::OfferLapsed.into());
                }
                let add = AddPlayers { booking, club, play_date, by: group.by, players, today, at };
                reservation.add(&add, |_booking| rights())?
            }
        };
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
