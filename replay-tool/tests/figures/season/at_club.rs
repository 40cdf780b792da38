//! What a club says on the last day of a season: who came, how its course is, and what it is owed.

use chrono::NaiveDate;
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
        self.settle(place);
    }

    /// The club has a tariff since October, which was closed without a line, and disputed the line of a place.
    fn settle(&mut self, place: PlaceId) {
        let (club, date, vat) = (ClubId::from(CLUBS[0].0), last_day(), VatRegime::Low);
        let from = NaiveDate::from_ymd_opt(2026, 10, 1).unwrap();
        let (month, dispute) = (Month::of(date), DisputeId(id(12, 1)));
        let prices = TariffPrices {
            weekday_9: 2_500,
            weekday_18: 4_000,
            weekend_9: 3_000,
            weekend_18: 4_500,
            absence: 1_000,
        };
        for event in [
            SettlementEvent::TariffSet { club: club.clone(), from, prices, vat },
            SettlementEvent::MonthClosed {
                club: club.clone(),
                month: Month::of(from),
                as_of: 1,
                amounts: MonthAmounts::default(),
                // Of no text.
                lines_hash: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855".to_owned(),
                invoice: None,
            },
            SettlementEvent::LineDisputed {
                club: club.clone(),
                dispute,
                month,
                date,
                place: Some(place),
                reason: "Er zijn 18 holes gespeeld".to_owned(),
            },
            SettlementEvent::DisputeEnded {
                club: club.clone(),
                dispute,
                month,
                date,
                outcome: DisputeOutcome::Accepted,
                adjustment: 1_500,
                vat,
                reason: "Dat klopt".to_owned(),
            },
        ] {
            self.record(StreamId::Settlement(club.clone()), event);
        }
    }
}
