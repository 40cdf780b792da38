//! Operators' commands in the model: places cancelled with a chosen outcome, rights given back and taken back, days of
//! clubs changed.

use fairway_command::{DayChange, RightsChoice};
use fairway_events::BookingId;

use super::{Booking, Model, Refusal, Right, Status, refuse};

impl Model {
    pub(crate) fn cancel_for_player(
        &mut self,
        index: usize,
        place: usize,
        rights: RightsChoice,
    ) -> Result<bool, Refusal> {
        let in_time = self.bookings[index].date > self.today;
        self.end_places(index, &[place], |_| match rights {
            RightsChoice::ByRule => in_time,
            RightsChoice::Return => true,
            RightsChoice::Forfeit => false,
        })
    }

    pub(crate) fn return_right(&mut self, index: usize, place: usize) -> Result<bool, Refusal> {
        let place = &mut self.bookings[index].places[place];
        if place.returned {
            return Ok(false);
        }
        if place.status != Status::Forfeited {
            return refuse("right_not_forfeited");
        }
        (place.status, place.returned) = (Status::GivenBack, true);
        if let Right::Voucher(voucher) = place.right {
            self.released(voucher);
        }
        Ok(true)
    }

    pub(crate) fn withdraw_voucher(&mut self, index: usize) -> Result<bool, Refusal> {
        let (id, withdrawn) = (self.vouchers[index].id, self.vouchers[index].withdrawn);
        if self.order_of(id).is_some() {
            return refuse("voucher_bought");
        }
        if self.uses(Right::Voucher(id), |_| true) > 0 {
            return refuse("voucher_already_used");
        }
        self.vouchers[index].withdrawn = true;
        Ok(!withdrawn)
    }

    pub(crate) fn withdraw_pass(&mut self, index: usize) -> Result<bool, Refusal> {
        let right = Right::Pass(self.passes[index].id);
        let uses: Vec<bool> = self
            .places()
            .filter(|(_, place)| place.right == right && place.status != Status::GivenBack)
            .map(|(booking, place)| place.status == Status::Active && booking.date >= self.today)
            .collect();
        if uses.contains(&false) {
            return refuse("subscription_used");
        }
        if !uses.is_empty() {
            return refuse("subscription_claimed");
        }
        self.passes.remove(index);
        Ok(true)
    }

    /// The bookings that a change of this booking's day cancels, in the order of their ids.
    pub(crate) fn met(&self, index: usize, change: &DayChange) -> Vec<BookingId> {
        let (club, date) = (self.bookings[index].club, self.bookings[index].date);
        let mut there: Vec<&Booking> = self
            .bookings
            .iter()
            .filter(|booking| {
                booking.club == club && booking.date == date && booking.playing().next().is_some()
            })
            .collect();
        there.sort_by_key(|booking| booking.id);
        let mut left: usize = there.iter().map(|booking| booking.playing().count()).sum();
        let most = match change {
            DayChange::Close => 0,
            DayChange::Limit { capacity } => *capacity as usize,
            DayChange::Reopen => usize::MAX,
        };
        let mut met = Vec::new();
        while left > most {
            let Some(last) = there.pop() else { break };
            left -= last.playing().count();
            met.insert(0, last.id);
        }
        met
    }

    pub(crate) fn change_day(&mut self, index: usize, change: &DayChange) -> Result<bool, Refusal> {
        let (club, date) = (self.bookings[index].club, self.bookings[index].date);
        if date < self.today {
            return refuse("day_over");
        }
        let met = self.met(index, change);
        let day = self.days.entry((club, date)).or_default();
        let before = *day;
        match change {
            DayChange::Close => day.0 = true,
            DayChange::Limit { capacity } => day.1 = Some(*capacity),
            DayChange::Reopen => *day = (false, None),
        }
        let changed = *day != before || !met.is_empty();
        if changed {
            self.came_free(club, date);
        }
        let mut free = Vec::new();
        for booking in self.bookings.iter_mut().filter(|booking| met.contains(&booking.id)) {
            for place in booking.places.iter_mut().filter(|place| place.status == Status::Active) {
                place.status = Status::GivenBack;
                if let Right::Voucher(voucher) = place.right {
                    free.push(voucher);
                }
            }
        }
        free.into_iter().for_each(|voucher| self.released(voucher));
        Ok(changed)
    }
}
