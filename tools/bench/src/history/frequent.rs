//! A member whose own stream is many times longer than that of others: one who books alone and cancels, many times a
//! day for a year. Operators' look-ups must not be quick for usual members alone.

use anyhow::{Result, ensure};
use chrono::{Days, NaiveDate, TimeDelta};
use fairway_command::{BookRound, CancelGroup, Command, NewPlace};
use fairway_events::{Actor, BookingId, Holes, MemberId, PlaceId, StreamId};

use super::{
    COMMUNITY_SIZE, DAYS, DAYS_AHEAD, Frequent, GeneratedEvent, Generator, MEMBERS_PER_VOUCHER_HOLDER, Size,
};
use crate::workload::{id, member};

impl Frequent {
    /// A member of the last community with a subscription of the whole year: benches that send members' requests begin
    /// with the first ones.
    pub(super) fn for_size(size: &Size, wanted: u64) -> Self {
        let last_community = size.members.saturating_sub(COMMUNITY_SIZE)..size.members;
        let has_pass = |number: &u64| number % MEMBERS_PER_VOUCHER_HOLDER != MEMBERS_PER_VOUCHER_HOLDER - 1;
        Self { number: last_community.into_iter().find(has_pass).unwrap_or(0), wanted, written: 0 }
    }

    pub(super) fn member(&self) -> MemberId {
        member(self.number)
    }
}

impl<W: FnMut(GeneratedEvent<'_>) -> Result<()>> Generator<W> {
    /// The rounds that the frequent member books and cancels on a day, of which `number` is counted from 0.
    pub(super) fn book_and_cancel(&mut self, day: NaiveDate, number: u64) -> Result<()> {
        let Some(frequent) = &self.frequent else { return Ok(()) };
        let (master, wanted) = (frequent.member(), frequent.wanted * (number + 1) / (DAYS + 1));
        let (mut written, mut attempts) = (frequent.written, 0);
        let early = day.and_hms_opt(4, 0, 0).unwrap_or_default().and_utc();
        while written < wanted {
            attempts += 1;
            ensure!(attempts < 1_000 + 10 * wanted, "the frequent member cannot book on {day} any more");
            let at = early + TimeDelta::seconds(i64::try_from(attempts % 10_000)?);
            // At least two days ahead: then the right comes back.
            let play_date = day + Days::new(2 + self.random.below(DAYS_AHEAD - 2));
            let club = self.clubs[usize::try_from(self.random.below(self.size.clubs))?].clone();
            let (booking, place) = (BookingId(id(12, self.bookings)), PlaceId(id(13, self.bookings * 4)));
            self.bookings += 1;
            self.ended_after
                .entry(play_date)
                .or_default()
                .push(StreamId::CourseDay(club.id.clone(), play_date));
            let book = Command::BookRound(BookRound {
                booking,
                club,
                play_date,
                holes: Holes::Eighteen,
                master,
                players: vec![NewPlace { member: master, place }],
                today: day,
                at,
            });
            let actor = Actor::Member(master);
            // On a day on which they play already it is refused.
            if self.carry_out(&book, &actor, at)? {
                let cancel = CancelGroup { booking, by: master, today: day, at };
                let is_cancelled = self.carry_out(&Command::CancelGroup(cancel), &actor, at)?;
                ensure!(is_cancelled, "the frequent member's round cannot be cancelled");
                written += 2;
            }
            self.loaded.remove(&StreamId::Reservation(booking));
        }
        if let Some(frequent) = &mut self.frequent {
            frequent.written = written;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_member_has_the_wanted_events_and_the_history_its_length() {
        let size = Size::for_events(20_000);
        let frequent = Frequent::for_size(&size, 1_000).member();
        let mut own = 0_u64;
        let history = Generator::new(size, 1_000, |generated: GeneratedEvent<'_>| {
            own += u64::from(*generated.stream == StreamId::Membership(frequent));
            Ok(())
        })
        .generate()
        .unwrap();
        assert_eq!(history.frequent, Some(frequent));
        assert!((1_000..1_100).contains(&own), "{own}");
        assert!((20_000..20_040).contains(&history.events), "{}", history.events);
    }
}
