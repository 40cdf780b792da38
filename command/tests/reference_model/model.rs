//! The reference model: only bookings with places, and orders. Every right, date and limit is counted from the places
//! each time, without stored counters.

use std::collections::BTreeMap;

use chrono::{Datelike, Days, NaiveDate, Weekday};
use fairway_command::Club;
use fairway_events::{BookingId, Holes, MemberId, PlaceId, StartTime, SubscriptionId, VoucherId};

pub(crate) mod arrivals;
pub(crate) mod operators;
pub(crate) mod orders;
pub(crate) mod settlement;
mod start_time;
mod swap;
pub(crate) mod waiting;

use arrivals::Arrivals;
use orders::Order;
use waiting::WaitingGroup;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Right {
    Pass(SubscriptionId),
    Voucher(VoucherId),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    Active,
    GivenBack,
    Forfeited,
}

pub(crate) struct Pass {
    pub(crate) id: SubscriptionId,
    pub(crate) member: MemberId,
    pub(crate) first: NaiveDate,
    pub(crate) last: NaiveDate,
    pub(crate) max: u32,
    pub(crate) per_month: Option<u32>,
    pub(crate) holes: Holes,
}

pub(crate) struct Voucher {
    pub(crate) id: VoucherId,
    pub(crate) member: MemberId,
    pub(crate) holes: Holes,
    pub(crate) expires: NaiveDate,
    /// Its price was refunded.
    pub(crate) withdrawn: bool,
}

pub(crate) struct Place {
    pub(crate) id: PlaceId,
    pub(crate) member: MemberId,
    pub(crate) right: Right,
    /// The member who added the player, and the day.
    pub(crate) taken: (MemberId, NaiveDate),
    /// The player came in another's stead.
    pub(crate) by_swap: bool,
    pub(crate) status: Status,
    /// The right was forfeited, and an operator gave it back.
    pub(crate) returned: bool,
}

pub(crate) struct Booking {
    pub(crate) id: BookingId,
    pub(crate) club: usize,
    pub(crate) date: NaiveDate,
    pub(crate) holes: Holes,
    pub(crate) master: MemberId,
    pub(crate) places: Vec<Place>,
    pub(crate) start_time: Option<StartTime>,
}

/// The room that a round needs.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Room {
    For(usize),
    /// Places that are held for the group that was offered them as the `number`th.
    Offered {
        wanted: usize,
        number: usize,
    },
    /// It is not asked about.
    Unasked,
}

/// The code of a refusal, and the player whom it is about.
pub(crate) type Refusal = (&'static str, Option<MemberId>);

pub(crate) struct Model {
    pub(crate) today: NaiveDate,
    pub(crate) clubs: Vec<Club>,
    pub(crate) passes: Vec<Pass>,
    pub(crate) vouchers: Vec<Voucher>,
    pub(crate) bookings: Vec<Booking>,
    /// Places that were cancelled on their play date and still gave the right back.
    pub(crate) undone_on_the_day: usize,
    /// Swaps on the play date, and swaps on a day without a free place.
    pub(crate) swapped_on_the_day: usize,
    pub(crate) swapped_when_full: usize,
    pub(crate) orders: Vec<Order>,
    pub(crate) waiting: Vec<WaitingGroup>,
    pub(crate) arrivals: Arrivals,
    pub(crate) settlement: settlement::Settlement,
    /// How often places of a club's day came free.
    pub(crate) releases: BTreeMap<(usize, NaiveDate), usize>,
    /// Offers that were made, and groups that could not play when it was their turn.
    pub(crate) offers: usize,
    pub(crate) passed_over: usize,
    /// Minutes since noon (UTC).
    pub(crate) minutes: i64,
    /// Operators' changes for single days of clubs: whether it is closed, and a capacity of its own.
    pub(crate) days: BTreeMap<(usize, NaiveDate), (bool, Option<u32>)>,
}

const fn refuse<T>(code: &'static str) -> Result<T, Refusal> {
    Err((code, None))
}

impl Booking {
    pub(crate) fn playing(&self) -> impl Iterator<Item = &Place> {
        self.places.iter().filter(|place| place.status == Status::Active)
    }

    fn has(&self, member: MemberId) -> bool {
        self.places.iter().any(|place| place.member == member)
    }
}

impl Model {
    /// Every place with its booking.
    pub(crate) fn places(&self) -> impl Iterator<Item = (&Booking, &Place)> {
        self.bookings.iter().flat_map(|booking| booking.places.iter().map(move |place| (booking, place)))
    }

    /// How many places use that right and did not give it back.
    pub(crate) fn uses(&self, right: Right, counts: impl Fn(NaiveDate) -> bool) -> usize {
        let costs = |place: &Place| place.right == right && place.status != Status::GivenBack;
        self.places().filter(|(booking, place)| costs(place) && counts(booking.date)).count()
    }

    pub(crate) fn plays(&self, member: MemberId, counts: impl Fn(&Booking) -> bool) -> usize {
        let active = |place: &Place| place.member == member && place.status == Status::Active;
        self.places().filter(|(booking, place)| active(place) && counts(booking)).count()
    }

    fn claimed(&self, club: usize, date: NaiveDate) -> usize {
        let here = |booking: &&Booking| booking.club == club && booking.date == date;
        self.bookings.iter().filter(here).flat_map(Booking::playing).count()
    }

    fn has_round(&self, pass: &Pass, date: NaiveDate) -> bool {
        let month = |day: NaiveDate| (day.year(), day.month()) == (date.year(), date.month());
        let right = Right::Pass(pass.id);
        self.uses(right, |_| true) < pass.max as usize
            && pass.per_month.is_none_or(|limit| self.uses(right, month) < limit as usize)
    }

    fn unused(&self, voucher: &Voucher) -> bool {
        !voucher.withdrawn && self.uses(Right::Voucher(voucher.id), |_| true) == 0
    }

    pub(crate) fn right(
        &self,
        member: MemberId,
        date: NaiveDate,
        holes: Holes,
    ) -> Result<Right, &'static str> {
        let mut passes: Vec<&Pass> = self.passes.iter().filter(|pass| pass.member == member).collect();
        passes.sort_by_key(|pass| (pass.last, pass.id));
        let mut vouchers: Vec<&Voucher> =
            self.vouchers.iter().filter(|voucher| voucher.member == member && self.unused(voucher)).collect();
        vouchers.sort_by_key(|voucher| (voucher.holes, voucher.expires, voucher.id));

        let covers = |pass: &&&Pass| pass.first <= date && date <= pass.last;
        if let Some(pass) =
            passes.iter().filter(covers).find(|pass| pass.holes >= holes && self.has_round(pass, date))
        {
            return Ok(Right::Pass(pass.id));
        }
        let valid = |voucher: &&&Voucher| voucher.expires >= date;
        if let Some(voucher) = vouchers.iter().filter(valid).find(|voucher| voucher.holes >= holes) {
            return Ok(Right::Voucher(voucher.id));
        }
        if passes.iter().filter(covers).any(|pass| self.has_round(pass, date)) {
            return Err("player_level_too_low");
        }
        if vouchers.iter().any(|voucher| voucher.expires >= date) {
            return Err("player_only_shorter_voucher");
        }
        if passes.iter().any(|pass| covers(&pass)) {
            return Err("player_used_up");
        }
        // Day by day until the end of next month.
        let mut day = self.today;
        let next_month = |day: NaiveDate| {
            (day.year() * 12 + day.month0() as i32) <= self.today.year() * 12 + self.today.month0() as i32 + 1
        };
        while next_month(day) {
            if passes.iter().any(|pass| pass.first <= day && day <= pass.last)
                || vouchers.iter().any(|voucher| voucher.expires >= day)
            {
                return Err("player_not_covered");
            }
            day = day + Days::new(1);
        }
        Err("player_no_subscription")
    }

    fn check_open(&self, club: usize, date: NaiveDate) -> Result<(), &'static str> {
        let Club { closed_weekdays, closures, .. } = &self.clubs[club];
        let closed = self.days.get(&(club, date)).is_some_and(|(closed, _)| *closed);
        if closed || closures.iter().any(|(closed, _)| *closed == date) {
            return Err("club_closed");
        }
        if closed_weekdays.contains(&date.weekday()) { Err("club_closed_on_weekday") } else { Ok(()) }
    }

    /// The rights that the players would use, or the first reason against it.
    fn assess(
        &self,
        club: usize,
        date: NaiveDate,
        holes: Holes,
        players: &[MemberId],
        room: Room,
    ) -> Result<Vec<Right>, Refusal> {
        let this_sunday = self.today.iter_days().find(|day| day.weekday() == Weekday::Sun).unwrap();
        let Club { holes: offered, max_plays_per_year, .. } = &self.clubs[club];
        if date < self.today {
            return refuse("date_past");
        }
        if date > this_sunday + Days::new(14) {
            return refuse("date_after_window");
        }
        if !offered.contains(&holes) {
            return refuse("club_lacks_holes");
        }
        self.check_open(club, date)
            .and_then(|()| self.check_room(club, date, room))
            .map_err(|code| (code, None))?;
        let first = |is: &dyn Fn(MemberId) -> bool| players.iter().copied().find(|player| is(*player));
        if let Some(player) = first(&|player| self.plays(player, |booking| booking.date == date) > 0) {
            return Err(("player_already_plays", Some(player)));
        }
        let this_year = |booking: &Booking| booking.club == club && booking.date.year() == date.year();
        if let Some(player) = first(&|player| self.plays(player, this_year) >= *max_plays_per_year as usize) {
            return Err(("player_club_maximum", Some(player)));
        }
        let mut rights = Vec::new();
        for player in players {
            rights.push(self.right(*player, date, holes).map_err(|code| (code, Some(*player)))?);
        }
        Ok(rights)
    }

    pub(crate) fn book(
        &mut self,
        id: BookingId,
        club: usize,
        date: NaiveDate,
        holes: Holes,
        players: &[(MemberId, PlaceId)],
    ) -> Result<(), Refusal> {
        let members: Vec<MemberId> = players.iter().map(|(member, _)| *member).collect();
        if has_double(&members) {
            return refuse("player_twice");
        }
        if members.len() > 4 {
            return refuse("too_many_players");
        }
        let rights = self.assess(club, date, holes, &members, Room::For(members.len()))?;
        self.add_booking((id, club, date, holes), players, rights);
        Ok(())
    }

    fn add_booking(
        &mut self,
        (id, club, date, holes): (BookingId, usize, NaiveDate, Holes),
        players: &[(MemberId, PlaceId)],
        rights: Vec<Right>,
    ) {
        let master = players[0].0;
        let places = join(players, rights, (master, self.today));
        self.bookings.push(Booking { id, club, date, holes, master, places, start_time: None });
    }

    pub(crate) fn add(
        &mut self,
        index: usize,
        by: MemberId,
        players: &[(MemberId, PlaceId)],
    ) -> Result<(), Refusal> {
        let members: Vec<MemberId> = players.iter().map(|(member, _)| *member).collect();
        let booking = &self.bookings[index];
        if !booking.has(by) {
            return refuse("reservation_not_found");
        }
        if has_double(&members) {
            return refuse("player_twice");
        }
        self.check_joining(index, by, members.len())?;
        let room = Room::For(members.len());
        let rights = self.assess(booking.club, booking.date, booking.holes, &members, room)?;
        self.add_places(index, by, players, rights);
        Ok(())
    }

    fn add_places(
        &mut self,
        index: usize,
        by: MemberId,
        players: &[(MemberId, PlaceId)],
        rights: Vec<Right>,
    ) {
        self.bookings[index].places.extend(join(players, rights, (by, self.today)));
    }

    /// Whether so many can join a booking.
    fn check_joining(&self, index: usize, by: MemberId, players: usize) -> Result<(), Refusal> {
        let booking = &self.bookings[index];
        let playing: Vec<MemberId> = booking.playing().map(|place| place.member).collect();
        if !booking.has(by) {
            return refuse("reservation_not_found");
        }
        if booking.date < self.today {
            return refuse("too_late_to_add");
        }
        if playing.is_empty() {
            return refuse("booking_cancelled");
        }
        if !playing.contains(&by) {
            return refuse("caller_cancelled");
        }
        if playing.len() + players > 4 { refuse("no_free_slots") } else { Ok(()) }
    }

    pub(crate) fn cancel(&mut self, index: usize, place: usize, by: MemberId) -> Result<bool, Refusal> {
        let booking = &self.bookings[index];
        if !booking.has(by) {
            return refuse("reservation_not_found");
        }
        if booking.places[place].member != by {
            return refuse("not_your_place");
        }
        self.cancel_places(index, &[place], by)
    }

    pub(crate) fn cancel_group(&mut self, index: usize, by: MemberId) -> Result<bool, Refusal> {
        let booking = &self.bookings[index];
        if !booking.has(by) {
            return refuse("reservation_not_found");
        }
        if booking.master != by {
            return refuse("only_master_cancels_group");
        }
        let all: Vec<usize> = (0..booking.places.len()).collect();
        self.cancel_places(index, &all, by)
    }

    pub(crate) fn remove(&mut self, index: usize, place: usize, by: MemberId) -> Result<bool, Refusal> {
        let booking = &self.bookings[index];
        if !booking.has(by) {
            return refuse("reservation_not_found");
        }
        if booking.places[place].member == by {
            return refuse("own_place");
        }
        if booking.master != by {
            return refuse("only_master_removes_players");
        }
        self.cancel_places(index, &[place], by)
    }

    /// Whether anything changed.
    fn cancel_places(&mut self, index: usize, places: &[usize], by: MemberId) -> Result<bool, Refusal> {
        let today = self.today;
        let date = self.bookings[index].date;
        // Added today by another member, who removes them again.
        let undone = |place: &Place| {
            date == today && !place.by_swap && place.taken == (by, today) && place.member != by
        };
        let booking = &self.bookings[index];
        self.check_nobody_arrived(index, places)?;
        let undone_places =
            places.iter().map(|place| &booking.places[*place]).filter(|place| place.status == Status::Active);
        let undone_on_the_day = undone_places.filter(|place| undone(place)).count();
        let changed = self.end_places(index, places, |place| date > today || undone(place))?;
        self.undone_on_the_day += undone_on_the_day;
        Ok(changed)
    }

    /// The same, with another rule of what comes back.
    fn end_places(
        &mut self,
        index: usize,
        places: &[usize],
        gives_back: impl Fn(&Place) -> bool,
    ) -> Result<bool, Refusal> {
        let today = self.today;
        let booking = &mut self.bookings[index];
        let cancelled: Vec<usize> =
            places.iter().copied().filter(|place| booking.places[*place].status == Status::Active).collect();
        if cancelled.is_empty() {
            return Ok(false);
        }
        if booking.date < today {
            return refuse("too_late_to_cancel");
        }
        let (club, date) = (booking.club, booking.date);
        let mut free = Vec::new();
        for place in cancelled {
            let place = &mut booking.places[place];
            let gives_back = gives_back(place);
            place.status = if gives_back { Status::GivenBack } else { Status::Forfeited };
            if let (Right::Voucher(voucher), true) = (place.right, gives_back) {
                free.push(voucher);
            }
        }
        let playing: Vec<MemberId> = booking.playing().map(|place| place.member).collect();
        if let (Some(next_master), false) = (playing.first(), playing.contains(&booking.master)) {
            booking.master = *next_master;
        }
        self.came_free(club, date);
        free.into_iter().for_each(|voucher| self.released(voucher));
        Ok(true)
    }
}

fn has_double(members: &[MemberId]) -> bool {
    let mut sorted = members.to_vec();
    sorted.sort();
    sorted.windows(2).any(|pair| pair[0] == pair[1])
}

fn join(players: &[(MemberId, PlaceId)], rights: Vec<Right>, taken: (MemberId, NaiveDate)) -> Vec<Place> {
    let join = |((member, id), right): (&(MemberId, PlaceId), Right)| Place {
        id: *id,
        member: *member,
        right,
        taken,
        by_swap: false,
        status: Status::Active,
        returned: false,
    };
    players.iter().zip(rights).map(join).collect()
}
