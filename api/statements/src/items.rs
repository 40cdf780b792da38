//! The items of an invoice: lines of a month that are the same but for day and player are one item.

use std::collections::BTreeMap;

use fairway_documents::invoice::InvoiceItem;
use fairway_events::{Month, VatRegime};
use fairway_query::statements::{Line, LineKind};

use crate::names;

/// The order of the items: the month's own, corrections by their months, adjustments.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Own,
    Correction(Month),
    Adjustment(Month),
}

impl Part {
    fn of(line: &Line) -> Self {
        let month = Month::of(line.date);
        if line.is_correction {
            Self::Correction(month)
        } else if matches!(line.kind, LineKind::Adjustment) {
            Self::Adjustment(month)
        } else {
            Self::Own
        }
    }

    fn name(&self, line: &Line) -> String {
        let what = names::kind_and_holes(line.kind, line.holes);
        match self {
            Self::Own => what,
            Self::Correction(month) => format!("Correctie {}: {what}", names::month(*month)),
            Self::Adjustment(month) => format!("{what}, {}", names::month(*month)),
        }
    }
}

/// The items of an invoice of these lines. A line of nothing is on no invoice, and neither are lines that one correction
/// adds and another takes away.
pub(crate) fn items(lines: &[Line]) -> Vec<InvoiceItem> {
    // A price is not negative: what is taken away is less of it.
    let mut quantities: BTreeMap<(Part, String, VatRegime, i64), i64> = BTreeMap::new();
    for line in lines.iter().filter(|line| line.cents != 0) {
        let part = Part::of(line);
        let name = part.name(line);
        *quantities.entry((part, name, line.vat, line.cents.abs())).or_default() += line.cents.signum();
    }
    let items = quantities.into_iter().filter(|(_, quantity)| *quantity != 0);
    items.map(|((_, name, vat, price), quantity)| InvoiceItem { name, quantity, price, vat }).collect()
}

#[cfg(test)]
mod tests {
    use fairway_events::Holes;

    use super::*;
    use crate::testing::{adjustment, correction, round};

    fn named(lines: &[Line]) -> Vec<(String, i64, i64)> {
        items(lines).into_iter().map(|item| (item.name, item.quantity, item.price)).collect()
    }

    #[test]
    fn lines_of_one_kind_length_price_vat_and_month_are_one_item() {
        let lines = [
            round("2026-11-02", Holes::Eighteen, 4_000),
            round("2026-11-03", Holes::Eighteen, 4_000),
            round("2026-11-07", Holes::Eighteen, 5_000),
            round("2026-11-03", Holes::Nine, 4_000),
            Line { kind: LineKind::WalkIn, ..round("2026-11-03", Holes::Eighteen, 4_000) },
            Line { vat: VatRegime::Low, ..round("2026-11-04", Holes::Eighteen, 4_000) },
            Line { kind: LineKind::Absence, holes: None, ..round("2026-11-04", Holes::Nine, 1_000) },
        ];
        let expected = [
            ("Niet verschenen", 1, 1_000),
            ("Ronde zonder boeking, 18 holes", 1, 4_000),
            ("Ronde, 18 holes", 1, 4_000),
            ("Ronde, 18 holes", 2, 4_000),
            ("Ronde, 18 holes", 1, 5_000),
            ("Ronde, 9 holes", 1, 4_000),
        ];
        assert_eq!(named(&lines), expected.map(|(name, quantity, price)| (name.to_owned(), quantity, price)));
    }

    #[test]
    fn what_is_taken_away_is_a_negative_quantity_and_the_sum_stays() {
        let lines = [
            correction("2026-10-31", -4_000),
            correction("2026-10-30", -4_000),
            correction("2026-10-30", 5_000),
            correction("2026-09-30", -4_000),
            // One takes away what another adds: as many rounds as before.
            correction("2026-08-02", -4_000),
            correction("2026-08-03", 4_000),
            adjustment("2026-10-30", -700),
            adjustment("2026-11-30", 900),
            // The price was nothing.
            round("2026-11-01", Holes::Nine, 0),
        ];
        let expected = [
            ("Correctie september 2026: Ronde, 18 holes", -1, 4_000),
            ("Correctie oktober 2026: Ronde, 18 holes", -2, 4_000),
            ("Correctie oktober 2026: Ronde, 18 holes", 1, 5_000),
            ("Toegekend bezwaar, oktober 2026", -1, 700),
            ("Toegekend bezwaar, november 2026", 1, 900),
        ];
        assert_eq!(named(&lines), expected.map(|(name, quantity, price)| (name.to_owned(), quantity, price)));
        let sum: i64 = lines.iter().map(|line| line.cents).sum();
        assert_eq!(items(&lines).iter().map(|item| item.quantity * item.price).sum::<i64>(), sum);
    }
}
