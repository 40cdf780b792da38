//! The events of what a club is owed as text.

use fairway_events::{DisputeOutcome, MonthAmounts, SettlementEvent, TariffPrices, VatRegime};

use super::effect::{Effect, counted};
use super::euros;
use crate::dates;
use crate::names::Names;

/// Effect and sentence of an event.
pub(super) fn describe(event: &SettlementEvent, names: &Names) -> (Effect, String) {
    let sentence = match event {
        SettlementEvent::TariffSet { club, from, prices, vat } => {
            let (club, day) = (names.club(club), dates::day(*from));
            format!("the tariff of {club} from {day} on: {}, {}", tariff(prices), vat_rate(*vat))
        }
        SettlementEvent::MonthClosed { club, month, as_of, amounts, lines_hash, closed_on: _, invoice } => {
            let (club, month) = (names.club(club), dates::month(month.first_day()));
            let invoice = invoice
                .as_ref()
                .map_or_else(|| "no invoice".to_owned(), |invoice| format!("invoice {}", invoice.number));
            format!(
                "the statement of {club} of {month} is closed as of position {as_of}: {}, {invoice} (hash {lines_hash})",
                sums(amounts)
            )
        }
        SettlementEvent::LineDisputed { club, dispute, month, date, place, reason } => {
            let (club, month) = (names.club(club), dates::month(month.first_day()));
            let day = dates::day(*date);
            let line = place.map_or_else(
                || format!("misses a line of {day}"),
                |place| format!("disputes the line of reservation {place} of {day}"),
            );
            format!("{club} {line} in the statement of {month}: {reason} (dispute {dispute})")
        }
        SettlementEvent::DisputeEnded { dispute, date, outcome, adjustment, vat, reason, .. } => {
            let (how, day) = (end(*outcome, *adjustment, *vat), dates::day(*date));
            format!("dispute {dispute} about {day} was {how}: {reason}")
        }
    };
    (Effect::Neutral, sentence)
}

/// The prices, without VAT.
pub(crate) fn tariff(prices: &TariffPrices) -> String {
    let TariffPrices { weekday_9, weekday_18, weekend_9, weekend_18, absence } = *prices;
    let absence = if absence == 0 { "nothing".to_owned() } else { euros(absence) };
    format!(
        "9 holes {}, 18 holes {}, at weekends {} and {}, an absence {absence}",
        euros(weekday_9),
        euros(weekday_18),
        euros(weekend_9),
        euros(weekend_18)
    )
}

/// `9 % VAT`
pub(crate) fn vat_rate(vat: VatRegime) -> String {
    match vat {
        VatRegime::Exempt => "exempt from VAT".to_owned(),
        VatRegime::Low | VatRegime::High => format!("{} % VAT", vat.percent()),
    }
}

/// `12 lines, € 345.00 and € 31.05 VAT`
pub(crate) fn sums(amounts: &MonthAmounts) -> String {
    let MonthAmounts { arrivals, walk_ins, absences, corrections, adjustments, vat: _ } = amounts;
    let lines: u32 =
        [arrivals, walk_ins, absences, corrections, adjustments].iter().map(|sum| sum.count).sum();
    let (lines, net, vat) = (counted(lines, "line", "lines"), amounts.net(), amounts.vat_amount());
    format!("{lines}, {} and {} VAT", euros(net), euros(vat))
}

/// How a dispute ended, after a verb: `accepted, with an adjustment of € 5.00 (9 % VAT)`
pub(crate) fn end(outcome: DisputeOutcome, adjustment: i64, vat: VatRegime) -> String {
    match outcome {
        DisputeOutcome::Accepted if adjustment == 0 => "accepted, without an adjustment".to_owned(),
        DisputeOutcome::Accepted => {
            format!("accepted, with an adjustment of {} ({})", euros(adjustment), vat_rate(vat))
        }
        DisputeOutcome::Refused => "refused".to_owned(),
        DisputeOutcome::Withdrawn => "withdrawn by the club".to_owned(),
    }
}
