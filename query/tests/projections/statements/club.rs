//! The events of a club, as the write side would decide them.

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{
    AbsenceReason, ArrivalListEvent, BookingId, ClubUserId, DisputeId, DisputeOutcome, Holes, Invoice,
    Irregularity, MemberId, Month, PlaceId, Scan, ScanId, ScanMethod, ScannedRound, SettlementEvent,
    StreamId, TariffPrices, VatRegime,
};
use fairway_query::Statement;

use crate::support::scenario::{Scenario, company};
use crate::support::{booking, club, day, id, member};

pub(super) const PRICES: TariffPrices =
    TariffPrices { weekday_9: 900, weekday_18: 1_800, weekend_9: 1_100, weekend_18: 2_100, absence: 500 };

/// The round of a place: its booking and its player have the same number.
pub(super) fn round(place: u32) -> (BookingId, PlaceId, MemberId) {
    (booking(place), PlaceId(id(3, place)), member(place))
}

pub(super) fn dispute_id(number: u32) -> DisputeId {
    DisputeId(id(12, number))
}

/// By one device.
pub(super) fn scan(number: u32) -> Scan {
    let (id, by, at) = (ScanId(id(10, number)), ClubUserId(id(11, 1)), DateTime::<Utc>::UNIX_EPOCH);
    Scan { id, by, at, device_time: at, method: ScanMethod::Camera }
}

fn scanned(place: u32) -> ScannedRound {
    let (booking, place, member) = round(place);
    ScannedRound { booking, place, member, holes: Holes::Nine }
}

/// Records events of club 1.
pub(super) struct Club<'a>(pub(super) &'a mut Scenario);

impl Club<'_> {
    fn on_list(&mut self, date: &str, event: impl FnOnce(NaiveDate) -> ArrivalListEvent) {
        let date = day(date);
        self.0.record(StreamId::ArrivalList(club(1), date), event(date));
    }

    /// With the scan of the place's number.
    pub(super) fn arrive(&mut self, place: u32, date: &str, holes: Holes, walk_in: bool) {
        let ((booking, place, member), scan) = (round(place), scan(place));
        self.on_list(date, |date| ArrivalListEvent::PlayerArrived {
            club: club(1),
            date,
            booking,
            place,
            member,
            holes,
            walk_in,
            scan,
        });
    }

    pub(super) fn see_again(&mut self, place: u32, date: &str, number: u32) {
        let ((booking, place, member), scan) = (round(place), scan(number));
        self.on_list(date, |date| ArrivalListEvent::PlayerSeenAgain {
            club: club(1),
            date,
            booking,
            place,
            member,
            scan,
        });
    }

    pub(super) fn scan_irregularly(&mut self, number: u32, date: &str, place: Option<u32>) {
        let (round, scan) = (place.map(scanned), scan(number));
        let why = if round.is_some() { Irregularity::OtherDay } else { Irregularity::Unknown };
        self.on_list(date, |date| ArrivalListEvent::IrregularScanRecorded {
            club: club(1),
            date,
            why,
            round,
            scan,
        });
    }

    pub(super) fn decide(&mut self, number: u32, date: &str, counts: bool, place: Option<u32>) {
        let (round, scan, reason) = (place.map(scanned), scan(number).id, "Gezien".to_owned());
        self.on_list(date, |date| ArrivalListEvent::IrregularScanDecided {
            club: club(1),
            date,
            scan,
            counts,
            round,
            reason,
        });
    }

    pub(super) fn annul(&mut self, place: u32, date: &str) {
        let ((booking, place, member), reason) = (round(place), "Verkeerde speler".to_owned());
        self.on_list(date, |date| ArrivalListEvent::ArrivalAnnulled {
            club: club(1),
            date,
            booking,
            place,
            member,
            reason,
        });
    }

    pub(super) fn correct(&mut self, place: u32, date: &str, holes: Holes) {
        let ((booking, place, member), reason) = (round(place), "Regen".to_owned());
        self.on_list(date, |date| ArrivalListEvent::PlayedHolesCorrected {
            club: club(1),
            date,
            booking,
            place,
            member,
            holes,
            reason,
        });
    }

    pub(super) fn miss(&mut self, place: u32, date: &str, reason: AbsenceReason) {
        let (booking, place, member) = round(place);
        self.on_list(date, |date| ArrivalListEvent::AbsenceRecorded {
            club: club(1),
            date,
            booking,
            place,
            member,
            reason,
        });
    }

    pub(super) fn withdraw(&mut self, place: u32, date: &str) {
        let ((booking, place, member), reason) = (round(place), "Speelde wel".to_owned());
        self.on_list(date, |date| ArrivalListEvent::AbsenceWithdrawn {
            club: club(1),
            date,
            booking,
            place,
            member,
            reason,
        });
    }

    fn settle(&mut self, event: SettlementEvent) {
        self.0.record(StreamId::Settlement(club(1)), event);
    }

    pub(super) fn price(&mut self, from: &str, prices: TariffPrices) {
        let (from, vat) = (day(from), VatRegime::Low);
        self.settle(SettlementEvent::TariffSet { club: club(1), from, prices, vat });
    }

    pub(super) fn dispute(&mut self, number: u32, date: &str) {
        let (date, reason) = (day(date), "Ontbreekt".to_owned());
        let (dispute, month) = (dispute_id(number), Month::of(date));
        let place = None;
        self.settle(SettlementEvent::LineDisputed { club: club(1), dispute, month, date, place, reason });
    }

    pub(super) fn end(&mut self, number: u32, date: &str, outcome: DisputeOutcome, adjustment: i64) {
        let date = day(date);
        self.settle(SettlementEvent::DisputeEnded {
            club: club(1),
            dispute: dispute_id(number),
            month: Month::of(date),
            date,
            outcome,
            adjustment,
            vat: VatRegime::High,
            reason: "Klopt".to_owned(),
        });
    }

    pub(super) fn close(&mut self, statement: &Statement) {
        let (month, issued_on) = (statement.month, statement.month.next().first_day());
        self.settle(SettlementEvent::MonthClosed {
            club: club(1),
            month,
            as_of: statement.as_of,
            amounts: statement.amounts.clone(),
            lines_hash: statement.lines_hash.clone(),
            closed_on: issued_on,
            invoice: Some(Box::new(Invoice {
                number: format!("club-1-{month}"),
                issued_on,
                supplier: company(),
                customer: company(),
            })),
        });
    }
}
