//! A swap, sent to the portal and to the model.

use std::sync::Arc;

use fairway_command::{Command, SwapPlayer};
use proptest::sample::Index;

use super::{Portal, member};
use crate::operation::{MEMBERS, Swapper};

impl Portal {
    pub(super) fn swap(&mut self, booking: Index, place: Index, by: Swapper, player: Option<u8>) {
        if self.model.bookings.is_empty() {
            return;
        }
        let index = booking.index(self.model.bookings.len());
        let date = self.model.bookings[index].date;
        let plays = |number: &u8| self.model.plays(member(*number), |booking| booking.date == date) > 0;
        let player = player.or_else(|| (0..MEMBERS).find(|number| !plays(number))).unwrap_or_default();
        let player = self.new_places(&[player])[0];
        let known = &self.model.bookings[index];
        let chosen = place.index(known.places.len());
        let by = match by {
            Swapper::Player => known.places[chosen].member,
            Swapper::Master => known.master,
            Swapper::Anyone(number) => member(number),
        };
        let command = Command::SwapPlayer(SwapPlayer {
            booking: known.id,
            club: Arc::clone(&self.clubs[known.club]),
            play_date: known.date,
            place: known.places[chosen].id,
            player,
            by,
            today: self.model.today,
            at: self.model.at(),
        });
        let expected = self.model.swap(index, chosen, by, (player.member, player.place));
        self.agree(&command, expected);
    }
}
