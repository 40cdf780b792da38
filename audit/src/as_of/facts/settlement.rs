//! What a club is owed as facts: the tariffs, the closed months with the latest first, and the disputes.

use super::{Fact, fact};
use crate::dates;
use crate::description;
use crate::state::Settlement;

pub(super) fn of_settlement(settlement: &Settlement) -> Vec<Fact> {
    let open = settlement.open_disputes().count();
    let next = settlement.next_to_close();
    let next = next.map_or_else(|| "none yet".to_owned(), |month| dates::month(month.first_day()));
    let mut facts = vec![
        fact("settlement", "next month to close", next),
        fact("settlement", "open disputes", open.to_string()),
    ];
    facts.extend(settlement.tariffs.iter().map(|known| {
        let value = format!("{}, {}", description::tariff(&known.prices), description::vat_rate(known.vat));
        fact("tariffs", &format!("from {} on", dates::day(known.from)), value)
    }));
    facts.extend(settlement.months.iter().rev().map(|closed| {
        let invoice = closed.invoice.as_deref().unwrap_or("none");
        let sums = description::sums(&closed.amounts);
        let value = format!("{sums}, invoice {invoice}, as of position {}", closed.as_of);
        fact("closed months", &dates::month(closed.month.first_day()), value)
    }));
    facts.extend(settlement.disputes.iter().map(|known| {
        let of = known
            .place
            .map_or_else(|| "a line is missing".to_owned(), |place| format!("reservation {place}"));
        let end = known.end.as_ref().map_or_else(
            || "open".to_owned(),
            |end| {
                let how = description::dispute_end(end.outcome, end.adjustment, end.vat);
                format!("{how} (“{}”)", end.reason)
            },
        );
        let value = format!("{of}: “{}”: {end}", known.reason);
        Fact::new("disputes", known.dispute.to_string(), dates::day(known.date), value)
    }));
    facts
}
