//! What is not in every history: a player who comes in another's stead, a start time.

use fairway_events::{
    BookedPlace, CancelledPlace, CourseDayEvent, MembershipEvent, PlayRight, ReservationEvent, StreamId,
    VoucherEvent,
};

use super::{Scenario, Seat, booking_of, stream};
use crate::support::member;

impl Scenario {
    /// A player writes the start time down, or takes it away.
    pub(crate) fn agree_start_time(&mut self, index: usize, by: u32, start_time: Option<&str>) {
        let agreed = ReservationEvent::StartTimeAgreed {
            booking: booking_of(index),
            start_time: start_time.map(|time| time.parse().unwrap()),
            by: member(by),
            agreed_at: self.now(),
        };
        self.record(stream(index), agreed);
    }

    /// Member `leaving` swaps themselves for another, who pays with a voucher or a right of their pass.
    pub(crate) fn swap(&mut self, index: usize, leaving: u32, coming: (u32, Option<u32>)) {
        let (booked, booking, swapped_at) = (self.seat(coming), booking_of(index), self.now());
        let mut group = self.groups[index].clone();
        let seats = &mut group.places;
        let left = seats.iter_mut().find(|seat| seat.active && seat.member == member(leaving)).unwrap();
        left.active = false;
        let left = left.clone();
        let (club, play_date, holes) = (group.club.clone(), group.date, group.holes);
        self.record(
            stream(index),
            ReservationEvent::PlayerSwapped {
                booking,
                club: club.clone(),
                play_date,
                holes,
                left: CancelledPlace { place: left.place, member: left.member },
                place: booked.clone(),
                by: left.member,
                swapped_at,
            },
        );
        self.record_release(&left, index);
        let BookedPlace { place, member, right } = booked;
        let claimed = MembershipEvent::PlayRightClaimed {
            member,
            place,
            booking,
            club: club.clone(),
            play_date,
            holes,
            right: right.clone(),
        };
        self.record(StreamId::Membership(member), claimed);
        if let PlayRight::Voucher { voucher, .. } = right {
            let used = VoucherEvent::VoucherUsed { voucher, member, place, play_date };
            self.record(StreamId::Voucher(voucher), used);
        }
        let swapped = CourseDayEvent::PlaceSwapped {
            club: club.clone(),
            date: play_date,
            booking,
            from: left.place,
            to: place,
        };
        self.record(StreamId::CourseDay(club, play_date), swapped);
        let active = || group.places.iter().filter(|seat| seat.active).map(|seat| seat.member);
        group.met.extend(active().flat_map(|other| [(other, member), (member, other)]));
        let next_master = active().next().unwrap_or(member);
        group.places.push(Seat { place, member, right, active: true, forfeited: false });
        if group.master == left.member {
            group.master = next_master;
            let passed_on = ReservationEvent::MasterPassedOn { booking, from: left.member, to: next_master };
            self.record(stream(index), passed_on);
        }
        self.groups[index] = group;
    }

    fn record_release(&mut self, left: &Seat, index: usize) {
        let Seat { place, member, right, .. } = left.clone();
        if let PlayRight::Voucher { voucher, .. } = right {
            let released = VoucherEvent::VoucherReleased { voucher, member, place };
            self.record(StreamId::Voucher(voucher), released);
        }
        let group = &self.groups[index];
        let released = MembershipEvent::PlayRightReleased {
            member,
            place,
            booking: booking_of(index),
            club: group.club.clone(),
            play_date: group.date,
            right,
        };
        self.record(StreamId::Membership(member), released);
    }
}
