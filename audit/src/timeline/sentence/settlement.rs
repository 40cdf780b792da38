//! The sentences on what a club is owed.

use fairway_events::SettlementEvent;

use super::Words;
use crate::dates;
use crate::description::{dispute_end, sums, tariff, vat_rate};

impl Words<'_> {
    pub(super) fn settlement(&self, event: &SettlementEvent) -> (u8, String) {
        match event {
            SettlementEvent::TariffSet { club, from, prices, vat } => {
                let (club, day) = (self.names.club(club), dates::day(*from));
                (80, format!("{club} has a tariff from {day} on: {}, {}", tariff(prices), vat_rate(*vat)))
            }
            SettlementEvent::MonthClosed { club, month, amounts, invoice, .. } => {
                let (club, month) = (self.names.club(club), dates::month(month.first_day()));
                let invoice = invoice
                    .as_ref()
                    .map_or_else(String::new, |invoice| format!(", with invoice {}", invoice.number));
                (90, format!("{month} of {club} is closed: {}{invoice}", sums(amounts)))
            }
            SettlementEvent::LineDisputed { club, month, date, place, reason, .. } => {
                let (club, day) = (self.names.club(club), dates::day(*date));
                let month = dates::month(month.first_day());
                let what = if place.is_some() { "disputes a line of" } else { "misses a line of" };
                (85, format!("{club} {what} {day} in the statement of {month}: “{reason}”"))
            }
            SettlementEvent::DisputeEnded { club, date, outcome, adjustment, vat, reason, .. } => {
                let (club, day) = (self.names.club(club), dates::day(*date));
                let end = dispute_end(*outcome, *adjustment, *vat);
                (85, format!("the dispute of {club} about {day} was {end}: “{reason}”"))
            }
        }
    }
}
