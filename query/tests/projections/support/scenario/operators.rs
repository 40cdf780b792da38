//! Operators' acts: a round that the club cancels because the day is closed, a forfeited right that is given back, and an
//! unused voucher or pass that is taken back.

use fairway_events::{
    CancelledPlace, CourseDayEvent, CourseStatus, MembershipEvent, PlayRight, ReservationEvent, StreamId,
    VoucherEvent,
};

use super::{Scenario, booking_of, stream};
use crate::support::{member, subscription, voucher};

impl Scenario {
    /// The club closes the day of a booking, limits it and opens it again; the booking's active places are cancelled.
    pub(crate) fn cancel_by_club(&mut self, index: usize) {
        let (id, cancelled_at) = (booking_of(index), self.now());
        let mut group = self.groups[index].clone();
        let (club, date) = (group.club.clone(), group.date);
        let cancelled: Vec<CancelledPlace> = group
            .places
            .iter()
            .filter(|seat| seat.active)
            .map(|seat| CancelledPlace { place: seat.place, member: seat.member })
            .collect();
        self.record(
            stream(index),
            ReservationEvent::RoundCancelledByClub {
                booking: id,
                club: club.clone(),
                play_date: date,
                places: cancelled.clone(),
                notice: "Vorst".to_owned(),
                cancelled_at,
            },
        );
        for seat in group.places.iter_mut().filter(|seat| seat.active) {
            seat.active = false;
            let (member, place, right) = (seat.member, seat.place, seat.right.clone());
            if let PlayRight::Voucher { voucher, .. } = right {
                self.record(
                    StreamId::Voucher(voucher),
                    VoucherEvent::VoucherReleased { voucher, member, place },
                );
            }
            let (club, play_date, booking) = (club.clone(), date, id);
            self.record(
                StreamId::Membership(member),
                MembershipEvent::PlayRightReleased { member, place, booking, club, play_date, right },
            );
        }
        let day = StreamId::CourseDay(club.clone(), date);
        let places = cancelled.iter().map(|cancelled| cancelled.place).collect();
        let limited = CourseDayEvent::DayLimited { club: club.clone(), date, capacity: 2 };
        let closed = CourseDayEvent::DayClosed { club: club.clone(), date, notice: "Vorst".to_owned() };
        let released = CourseDayEvent::PlacesReleased { club: club.clone(), date, booking: id, places };
        let reported = CourseDayEvent::CourseStateReported {
            club: club.clone(),
            date,
            status: CourseStatus::Closed,
            winter_greens: false,
            no_carts: true,
            note: "Vorst".to_owned(),
        };
        for event in [limited, closed, released, reported] {
            self.record(day.clone(), event);
        }
        // Otherwise nobody could book there in the rest of the scenario.
        if index.is_multiple_of(2) {
            self.record(day, CourseDayEvent::DayReopened { club, date });
        }
        self.groups[index] = group;
    }

    /// Gives the forfeited right of a place back.
    pub(crate) fn return_right(&mut self, index: usize, number: usize) {
        let group = self.groups[index].clone();
        let seat = &mut self.groups[index].places[number];
        seat.forfeited = false;
        let (booking, place, member, right) =
            (booking_of(index), seat.place, seat.member, seat.right.clone());
        self.record(stream(index), ReservationEvent::PlayRightReturned { booking, place, member });
        if let PlayRight::Voucher { voucher, .. } = right {
            self.record(
                StreamId::Voucher(voucher),
                VoucherEvent::ForfeitedVoucherReturned { voucher, member, place },
            );
        }
        let (club, play_date) = (group.club, group.date);
        self.record(
            StreamId::Membership(member),
            MembershipEvent::ForfeitedRightReturned { member, place, booking, club, play_date, right },
        );
    }

    /// Takes an unused voucher back that was given to a member.
    pub(crate) fn withdraw_voucher(&mut self, number: u32, from: u32) {
        let (voucher, member) = (voucher(number), member(from));
        self.record(StreamId::Voucher(voucher), VoucherEvent::GrantedVoucherWithdrawn { voucher, member });
        self.record(StreamId::Membership(member), MembershipEvent::VoucherTakenBack { member, voucher });
    }

    /// Takes an unused pass back; the member's number is the pass's too.
    pub(crate) fn withdraw_pass(&mut self, number: u32) {
        let (member, subscription) = (member(number), subscription(number));
        self.record(
            StreamId::Membership(member),
            MembershipEvent::SubscriptionWithdrawn { member, subscription },
        );
    }
}
