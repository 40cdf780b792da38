//! A swap in the model: one place ends and gives its right back, another begins.

use fairway_events::{MemberId, PlaceId};

use super::{Model, Place, Refusal, Right, Room, Status, join, refuse};

impl Model {
    pub(crate) fn swap(
        &mut self,
        index: usize,
        place: usize,
        by: MemberId,
        player: (MemberId, PlaceId),
    ) -> Result<bool, Refusal> {
        let booking = &self.bookings[index];
        let leaving = &booking.places[place];
        if !booking.has(by) {
            return refuse("reservation_not_found");
        }
        if leaving.member != by && booking.master != by {
            return refuse("only_master_swaps_players");
        }
        if booking.date < self.today {
            return refuse("too_late_to_swap");
        }
        if booking.playing().next().is_none() {
            return refuse("booking_cancelled");
        }
        if leaving.status != Status::Active {
            return refuse("player_left");
        }
        let rights = self.assess(booking.club, booking.date, booking.holes, &[player.0], Room::Unasked)?;
        self.check_nobody_arrived(index, &[leaving.id])?;
        let (club, date, today) = (booking.club, booking.date, self.today);
        let is_full = self.check_room(club, date, Room::For(1)).is_err();
        self.swapped_when_full += usize::from(is_full);
        self.swapped_on_the_day += usize::from(date == today);

        let booking = &mut self.bookings[index];
        booking.places[place].status = Status::GivenBack;
        let free = booking.places[place].right;
        let coming = join(&[player], rights, (by, today));
        booking.places.extend(coming.into_iter().map(|place| Place { by_swap: true, ..place }));
        let playing: Vec<MemberId> = booking.playing().map(|place| place.member).collect();
        if !playing.contains(&booking.master) {
            booking.master = playing[0];
        }
        if let Right::Voucher(voucher) = free {
            self.released(voucher);
        }
        Ok(true)
    }
}
