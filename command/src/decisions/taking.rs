//! What booking a round and adding players have in common: players take places at a club on a day, each at the cost
//! of one right.

use chrono::NaiveDate;
use fairway_events::{BookedPlace, BookingId, Holes, MemberId, PlaceId, PlayRight, StreamId};

use super::demand;
use crate::course_day::CourseDayCommand;
use crate::membership::{ClaimRight, MembershipCommand};
use crate::voucher::VoucherCommand;
use crate::{Club, Decision, NewPlace, Rejection, Rights, Undecided, World, assess};

use std::sync::Arc;

/// Players who are to take places.
pub(super) struct Taking<'a> {
    pub(super) booking: BookingId,
    pub(super) club: &'a Arc<Club>,
    pub(super) play_date: NaiveDate,
    pub(super) holes: Holes,
    pub(super) players: &'a [NewPlace],
    pub(super) today: NaiveDate,
}

impl Taking<'_> {
    /// The streams that every taking looks at, besides the booking and the vouchers chosen.
    pub(super) fn streams(&self) -> impl Iterator<Item = StreamId> {
        let members = self.players.iter().map(|player| StreamId::Membership(player.member));
        members.chain([StreamId::CourseDay(self.club.id.clone(), self.play_date)])
    }

    /// Assesses the round and chooses each player's right.
    pub(super) fn places(&self, world: &impl World) -> Result<Vec<BookedPlace>, Undecided> {
        let mut players: Vec<(MemberId, &Rights)> = Vec::with_capacity(self.players.len());
        for player in self.players {
            players.push((player.member, world.membership(player.member)?.rights()));
        }
        let claimed = world.course_day(&self.club.id, self.play_date)?.claimed();
        let rights = assess(Some(self.club), claimed, &players, self.play_date, self.holes, self.today)
            .map_err(Rejection::from)?;
        Ok(self
            .players
            .iter()
            .zip(rights)
            .map(|(player, (member, right))| BookedPlace { place: player.place, member, right })
            .collect())
    }

    /// Lets the memberships, the vouchers and the club's day decide on the places.
    pub(super) fn decide(
        &self,
        world: &impl World,
        places: &[BookedPlace],
        decision: &mut Decision,
    ) -> Result<(), Undecided> {
        demand(world, places.iter().filter_map(|place| voucher_stream(&place.right)))?;
        for BookedPlace { place, member, right } in places {
            let claim = MembershipCommand::ClaimRight(ClaimRight {
                member: *member,
                place: *place,
                booking: self.booking,
                club: self.club.id.clone(),
                club_maximum: self.club.max_plays_per_year,
                play_date: self.play_date,
                holes: self.holes,
                right: right.clone(),
            });
            let events = world.membership(*member)?.decide(&claim).map_err(Rejection::from)?;
            decision.add(StreamId::Membership(*member), events);
            if let PlayRight::Voucher { voucher, .. } = right {
                let usage = VoucherCommand::Use {
                    member: *member,
                    place: *place,
                    play_date: self.play_date,
                    holes: self.holes,
                };
                let events = world.voucher(*voucher)?.decide(&usage).map_err(Rejection::from)?;
                decision.add(StreamId::Voucher(*voucher), events);
            }
        }
        let claim = CourseDayCommand::ClaimPlaces {
            club: Arc::clone(self.club),
            date: self.play_date,
            booking: self.booking,
            places: places.iter().map(|place| place.place).collect::<Vec<PlaceId>>(),
        };
        let day = world.course_day(&self.club.id, self.play_date)?;
        let events = day.decide(&claim).map_err(Rejection::from)?;
        decision.add(StreamId::CourseDay(self.club.id.clone(), self.play_date), events);
        Ok(())
    }
}

/// The stream that guards a right's single use; a pass's use is guarded by the membership.
pub(super) fn voucher_stream(right: &PlayRight) -> Option<StreamId> {
    match right {
        PlayRight::Subscription { .. } => None,
        PlayRight::Voucher { voucher, .. } => Some(StreamId::Voucher(*voucher)),
    }
}
