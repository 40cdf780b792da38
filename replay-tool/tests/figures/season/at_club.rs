//! What a club says on the last day of a season: who came, and how its course is. And what it is owed.

use chrono::Months;
use fairway_events::{
    AbsenceReason, ArrivalListEvent, BookingId, ClubId, ClubUserId, CourseDayEvent, CourseStatus, DisputeId,
    DisputeOutcome, Holes, Month, MonthAmounts, PlaceId, Scan, ScanId, ScanMethod, SettlementEvent, StreamId,
    TariffPrices, VatRegime,
};

use super::{CLUBS, Season, id, last_day, member};

impl Season {
    /// The first club receives a member on the last day, and says how its course is.
    pub(super) fn receive(&mut self) {
        let (club, date, at) = (ClubId::from(CLUBS[0].0), last_day(), self.now);
        let (booking, place) = (BookingId(self.next(2)), PlaceId(self.next(3)));
        let (by, method) = (ClubUserId(id(11, 1)), ScanMethod::Camera);
        let scan = Scan { id: ScanId(id(10, 1)), by, at, device_time: at, method };
        let arrived = ArrivalListEvent::PlayerArrived {
            club: club.clone(),
            date,
            booking,
            place,
            member: member(0),
            holes: Holes::Nine,
            walk_in: false,
            scan,
        };
        self.record(StreamId::ArrivalList(club.clone(), date), arrived);
        let absent = ArrivalListEvent::AbsenceRecorded {
            club: club.clone(),
            date,
            booking,
            place: PlaceId(self.next(3)),
            member: member(1),
            reason: AbsenceReason::NoShow,
        };
        self.record(StreamId::ArrivalList(club.clone(), date), absent);
        let (status, winter_greens, no_carts, note) = (CourseStatus::Partly, true, false, String::new());
        let reported = CourseDayEvent::CourseStateReported {
            club: club.clone(),
            date,
            status,
            winter_greens,
            no_carts,
            note,
        };
        self.record(StreamId::CourseDay(club, date), reported);
    }

    /// The first club has a tariff since last month, of which nothing was owed, and disputes the last day.
    pub(super) fn settle(&mut self) {
        let (club, date) = (ClubId::from(CLUBS[0].0), last_day());
        let from = date - Months::new(1);
        let (dispute, month, vat) = (DisputeId(id(12, 1)), Month::of(date), VatRegime::Low);
        let prices = TariffPrices {
            weekday_9: 900,
            weekday_18: 1_800,
            weekend_9: 1_100,
            weekend_18: 2_100,
            absence: 500,
        };
        let (place, reason) = (None, "Ontbreekt".to_owned());
        let tariff = SettlementEvent::TariffSet { club: club.clone(), from, prices, vat };
        self.record(StreamId::Settlement(club.clone()), tariff);
        let as_of = self.versions.values().sum::<i64>() + i64::try_from(self.pending.len()).unwrap();
        let events = [
            SettlementEvent::MonthClosed {
                club: club.clone(),
                month: Month::of(from),
                as_of,
                amounts: MonthAmounts::default(),
                // Of no lines.
                lines_hash: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855".to_owned(),
                closed_on: date,
                invoice: None,
            },
            SettlementEvent::LineDisputed {
                club: club.clone(),
                dispute,
                month,
                date,
                place,
                reason: reason.clone(),
            },
            SettlementEvent::DisputeEnded {
                club: club.clone(),
                dispute,
                month,
                date,
                outcome: DisputeOutcome::Accepted,
                adjustment: 900,
                vat,
                reason,
            },
        ];
        for event in events {
            self.record(StreamId::Settlement(club.clone()), event);
        }
    }
}
