//! Tariffs, closings and disputes of one club, sent to the portal and to the model.

use chrono::{Datelike, Months, NaiveDate};
use fairway_command::{AnyAggregate, CloseMonth, Command, DisputeLine, EndDispute, SetTariff};
use fairway_events::{ClubId, DisputeId, Month, MonthAmounts, PlaceId, StreamId, TariffPrices};
use uuid::Uuid;

use super::{Portal, shift};
use crate::model::settlement::Dispute;
use crate::operation::Owed;

const REASON: &str = "Nagekeken";

impl Portal {
    pub(super) fn settle(&mut self, owed: Owed) {
        let today = self.model.today;
        match owed {
            Owed::SetTariff { days, price, vat } => {
                let from = shift(today, -days);
                let prices = TariffPrices {
                    weekday_9: price,
                    weekday_18: price,
                    weekend_9: price,
                    weekend_18: price,
                    absence: 0,
                };
                let set = SetTariff { club: self.owed_club(), from, prices, vat };
                let expected = self.model.settlement.set_tariff(from, (prices, vat));
                self.agree(&Command::SetTariff(set), expected);
            }
            Owed::Close { months, is_current, lines } => {
                let next = self.model.settlement.next().unwrap_or(Month::of(today));
                let month = later(next.first_day(), months);
                let seen = self.model.settlement.events.saturating_sub(u64::from(!is_current));
                let lines_hash = lines.to_string();
                let expected = self.model.settlement.close(month, today, seen, &lines_hash);
                let close = CloseMonth {
                    club: self.owed_club(),
                    month,
                    today,
                    as_of: self.journal.log().len() as i64,
                    seen,
                    amounts: MonthAmounts::default(),
                    lines_hash,
                    invoice: None,
                };
                self.agree(&Command::CloseMonth(close), expected);
            }
            Owed::Dispute { days, months, place, after } => {
                let date = shift(today, -days);
                let (id, month) = (DisputeId(self.new_id()), later(date, months));
                let wanted = Dispute { id, month, date, place: place_of(date, place), end: None };
                self.dispute(wanted, shift(today, after));
            }
            Owed::DisputeAgain { dispute, place } => {
                let count = self.model.settlement.disputes.len();
                if count > 0 {
                    let known = self.model.settlement.disputes[dispute.index(count)];
                    self.dispute(Dispute { place: place_of(known.date, place), end: None, ..known }, today);
                }
            }
            Owed::End { dispute, outcome, adjustment } => {
                let disputes = &self.model.settlement.disputes;
                let known = dispute.filter(|_| !disputes.is_empty());
                let known = known.map(|dispute| disputes[dispute.index(disputes.len())].id);
                let dispute = known.unwrap_or(DisputeId(Uuid::nil()));
                let reason = REASON.to_owned();
                let end = EndDispute { club: self.owed_club(), dispute, outcome, adjustment, reason };
                let expected = self.model.settlement.end(dispute, outcome, adjustment);
                self.agree(&Command::EndDispute(end), expected);
            }
        }
    }

    fn dispute(&mut self, wanted: Dispute, today: NaiveDate) {
        let line = DisputeLine {
            club: self.owed_club(),
            dispute: wanted.id,
            month: wanted.month,
            date: wanted.date,
            place: wanted.place,
            reason: REASON.to_owned(),
            today,
        };
        let expected = self.model.settlement.dispute(wanted, today);
        self.agree(&Command::DisputeLine(line), expected);
    }

    fn owed_club(&self) -> ClubId {
        self.clubs[0].id.clone()
    }

    /// The next month and the open disputes must be those of the model.
    pub(super) fn compare_settlement(&self) {
        let stream = StreamId::Settlement(self.owed_club());
        let AnyAggregate::Settlement(known) = self.journal.stream(&stream).state else {
            unreachable!("a settlement's stream holds a settlement")
        };
        let model = &self.model.settlement;
        assert_eq!(known.next_to_close(), model.next());
        // The ids are given in their order.
        assert!(known.open_disputes().eq(model.open().map(|dispute| dispute.id)));
    }
}

/// The month so many months after that of a date.
fn later(date: NaiveDate, months: i32) -> Month {
    let by = Months::new(months.unsigned_abs());
    Month::of(if months < 0 { date - by } else { date + by })
}

/// A place of that date.
fn place_of(date: NaiveDate, number: Option<u8>) -> Option<PlaceId> {
    let day = date.num_days_from_ce().unsigned_abs();
    number.map(|number| PlaceId(Uuid::from_u128(u128::from(day) * 8 + u128::from(number))))
}
