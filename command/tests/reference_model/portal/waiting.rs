//! Operations on waiting lists, sent to the portal and to the model.

use std::sync::Arc;

use fairway_command::{
    Command, DeclineOffer, JoinWaitingList, LeaveWaitingList, MAX_PLAYERS, OfferFreePlaces, TakeOffer,
};
use fairway_events::{BookingId, Holes, PlaceId, WaitingGroupId};
use proptest::sample::Index;

use super::{Portal, member};
use crate::operation::{MEMBERS, Waiting};

/// Minutes after noon (UTC) beyond which the day would end in Amsterdam.
const LAST_MINUTE: i64 = 8 * 60;

impl Portal {
    pub(super) fn wait(&mut self, waiting: &Waiting) {
        match waiting {
            Waiting::Join { booking, players, size, holes, to_join } => {
                self.join_waiting_list(*booking, players.as_deref(), *size, (*holes, *to_join));
            }
            Waiting::Pass { minutes } => {
                self.model.minutes = (self.model.minutes + minutes).min(LAST_MINUTE);
            }
            Waiting::Leave { group, .. }
            | Waiting::Decline { group, .. }
            | Waiting::Take { group, .. }
            | Waiting::Offer { group } => {
                if !self.model.waiting.is_empty() {
                    let index = group.index(self.model.waiting.len());
                    self.change_waiting_group(index, waiting);
                }
            }
        }
    }

    fn join_waiting_list(
        &mut self,
        booking: Index,
        players: Option<&[u8]>,
        size: usize,
        (holes, to_join): (Holes, bool),
    ) {
        if self.model.bookings.is_empty() {
            return;
        }
        let index = booking.index(self.model.bookings.len());
        let booking = &self.model.bookings[index];
        let (club, date, id) = (booking.club, booking.date, booking.id);
        let asker =
            to_join.then(|| booking.playing().map(|place| place.member).next().unwrap_or(booking.master));
        let holes = if to_join { booking.holes } else { holes };
        let joins = to_join.then_some(index);
        let idle = |number: &u8| self.model.plays(member(*number), |booking| booking.date == date) == 0;
        let players = players.map_or_else(|| (0..MEMBERS).filter(idle).take(size).collect(), <[u8]>::to_vec);
        let players: Vec<_> = players.into_iter().map(member).collect();
        let Some(by) = asker.or_else(|| players.first().copied()) else { return };
        if players.is_empty() {
            return;
        }
        let group = WaitingGroupId(self.new_id());
        let command = Command::JoinWaitingList(JoinWaitingList {
            group,
            club: Arc::clone(&self.clubs[club]),
            date,
            holes,
            by,
            players: players.clone(),
            joins: to_join.then_some(id),
            today: self.model.today,
            at: self.model.at(),
        });
        let expected = self.model.join_waiting_list(group, (club, date, holes), (by, joins), &players);
        self.agree(&command, expected);
    }

    fn change_waiting_group(&mut self, index: usize, waiting: &Waiting) {
        let (today, at) = (self.model.today, self.model.at());
        let known = &self.model.waiting[index];
        let (group, number, date) = (known.id, known.club, known.date);
        let club = Arc::clone(&self.clubs[number]);
        let asks = |by: Option<u8>| by.map_or(known.by, member);
        let (command, expected) = match waiting {
            Waiting::Leave { by, .. } => {
                let by = asks(*by);
                let leave = LeaveWaitingList { group, club: club.id.clone(), date, by, at };
                (Command::LeaveWaitingList(leave), self.model.leave_waiting_list(index, by))
            }
            Waiting::Decline { by, .. } => {
                let by = asks(*by);
                let decline = DeclineOffer { group, club: club.id.clone(), date, by, at };
                (Command::DeclineOffer(decline), self.model.decline_offer(index, by))
            }
            Waiting::Take { by, .. } => {
                let by = asks(*by);
                let joins = known.joins.map(|index| self.model.bookings[index].id);
                let booking = joins.unwrap_or_else(|| BookingId(self.new_id()));
                let places: [PlaceId; MAX_PLAYERS] = std::array::from_fn(|_| PlaceId(self.new_id()));
                let take = TakeOffer { group, club, date, booking, places, by, today, at };
                (Command::TakeOffer(take), self.model.take_offer(index, by, booking, &places))
            }
            Waiting::Offer { .. } => {
                let offer = OfferFreePlaces { club, date, today, at };
                (Command::OfferFreePlaces(offer), Ok(self.model.offer_free_places(number, date)))
            }
            Waiting::Join { .. } | Waiting::Pass { .. } => return,
        };
        self.agree(&command, expected);
    }
}
