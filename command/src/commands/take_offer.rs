//! Taking the places that are offered to a group: the round is booked as any other, against the places that are held
//! (docs/domain.md §3.19).

use fairway_events::{Holes, StreamId};

use super::claim::Claim;
use crate::waiting_list::WaitingListCommand;
use crate::{
    BookRound, ClubReason, Decision, NewPlace, Reason, Rejection, Reservation, TakeOffer, Undecided,
    WaitingList, World,
};

impl TakeOffer {
    pub(super) fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
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
                Rejection::OfferOutrun.into()
            }
            _ => undecided,
        },
        Undecided::Missing(_) => undecided,
    }
}
