//! What a club says on the first day: who came, and how its course is. And what clubs are owed.

use fairway_events::{
    ArrivalListEvent, BillingDetails, ClubUserId, CourseDayEvent, CourseStatus, DisputeId, DisputeOutcome,
    Holes, Invoice, LineSum, Month, MonthAmounts, PlaceId, Scan, ScanId, ScanMethod, SettlementEvent,
    StreamId, TariffPrices, VatRegime, VatSum,
};

use super::{Scenario, play_day};
use crate::support::{booking, club, id, member};

impl Scenario {
    /// The player of this number arrives at club 1 for the place of this number, with the scan of this number.
    pub(crate) fn arrive(&mut self, number: u32) {
        let (club, date, at) = (club(1), play_day(0), self.now());
        let by = ClubUserId(id(11, number));
        let scan = Scan { id: ScanId(id(10, number)), by, at, device_time: at, method: ScanMethod::Camera };
        let arrived = ArrivalListEvent::PlayerArrived {
            club: club.clone(),
            date,
            booking: booking(number),
            place: PlaceId(id(3, number)),
            member: member(number),
            holes: Holes::Nine,
            walk_in: false,
            scan,
        };
        self.record(StreamId::ArrivalList(club, date), arrived);
    }

    /// Club 1 says that its course is partly open, with this number as the note.
    pub(crate) fn report_course(&mut self, number: u32) {
        let (club, date) = (club(1), play_day(0));
        let reported = CourseDayEvent::CourseStateReported {
            club: club.clone(),
            date,
            status: CourseStatus::Partly,
            winter_greens: true,
            no_carts: false,
            note: number.to_string(),
        };
        self.record(StreamId::CourseDay(club, date), reported);
    }

    /// The club of this number gets a tariff, disputes a day of the first month, and has the month closed with that.
    pub(crate) fn settle(&mut self, number: u32) {
        let (club, date, dispute) = (club(number), play_day(0), DisputeId(id(12, number)));
        let (month, reason) = (Month::of(date), "Ontbreekt".to_owned());
        let prices = TariffPrices {
            weekday_9: 900,
            weekday_18: 1_800,
            weekend_9: 1_100,
            weekend_18: 2_100,
            absence: 500,
        };
        let (from, vat, net) = (month.first_day(), VatRegime::Low, 900);
        let sums = vec![VatSum { regime: vat, net, vat: vat.of(net) }];
        let adjustments = LineSum { count: 1, net };
        let number = format!("{club}-{month}");
        let events = [
            SettlementEvent::TariffSet { club: club.clone(), from, prices, vat },
            SettlementEvent::LineDisputed {
                club: club.clone(),
                dispute,
                month,
                date,
                place: None,
                reason: reason.clone(),
            },
            SettlementEvent::DisputeEnded {
                club: club.clone(),
                dispute,
                month,
                date,
                outcome: DisputeOutcome::Accepted,
                adjustment: net,
                vat,
                reason,
            },
            SettlementEvent::MonthClosed {
                club: club.clone(),
                month,
                as_of: 1,
                amounts: MonthAmounts { adjustments, vat: sums, ..MonthAmounts::default() },
                lines_hash: String::new(),
                closed_on: date,
                invoice: Some(Box::new(Invoice {
                    number,
                    issued_on: date,
                    supplier: company(),
                    customer: company(),
                })),
            },
        ];
        for event in events {
            self.record(StreamId::Settlement(club.clone()), event);
        }
    }
}

pub(crate) fn company() -> BillingDetails {
    BillingDetails {
        name: "Golfbaan BV".to_owned(),
        street: "Baanweg 1".to_owned(),
        postal_code: "1234 AB".to_owned(),
        city: "Haren".to_owned(),
        registration: "12345678".to_owned(),
        vat_number: "NL123456789B01".to_owned(),
        iban: "NL91ABNA0417164300".to_owned(),
    }
}
