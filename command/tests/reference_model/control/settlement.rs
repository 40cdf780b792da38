//! Controls of the invariants of what clubs are owed.

use fairway_command::{CloseMonth, DisputeLine, EndDispute, SetTariff};
use fairway_events::{DisputeId, DisputeOutcome, Month, MonthAmounts, TariffPrices, VatRegime};

use super::*;

fn tariff(day: u32, vat: VatRegime) -> Command {
    let price = 2000;
    Command::SetTariff(SetTariff {
        club: clubs_by_index()[0].id.clone(),
        from: date(day),
        prices: TariffPrices {
            weekday_9: price,
            weekday_18: price,
            weekend_9: price,
            weekend_18: price,
            absence: 0,
        },
        vat,
    })
}

/// Closes December, of which one event was seen.
fn close(hash: &str) -> Command {
    Command::CloseMonth(CloseMonth {
        club: clubs_by_index()[0].id.clone(),
        month: Month::of(date(1)),
        today: date(31).succ_opt().unwrap(),
        as_of: 1,
        seen: 1,
        amounts: MonthAmounts::default(),
        lines_hash: hash.to_owned(),
        invoice: None,
    })
}

fn dispute(id: u128, place: Option<u128>) -> Command {
    Command::DisputeLine(DisputeLine {
        club: clubs_by_index()[0].id.clone(),
        dispute: DisputeId(Uuid::from_u128(id)),
        month: Month::of(date(1)),
        date: date(18),
        place: place.map(|place| PlaceId(Uuid::from_u128(place))),
        reason: "Er is langer gespeeld".to_owned(),
        today: date(20),
    })
}

fn end(outcome: DisputeOutcome) -> Command {
    Command::EndDispute(EndDispute {
        club: clubs_by_index()[0].id.clone(),
        dispute: DisputeId(Uuid::from_u128(1)),
        outcome,
        adjustment: 0,
        reason: "Nagekeken".to_owned(),
    })
}

fn with_tariff() -> Vec<Command> {
    vec![tariff(1, VatRegime::Low)]
}

#[test]
fn a_month_that_is_closed_twice_or_changed_afterwards_is_noticed() {
    assert!(breaks(&with_tariff(), [close("a"), close("b")]));
    assert!(breaks(&with_tariff(), [close("a"), tariff(10, VatRegime::High)]));
    assert!(!breaks(&with_tariff(), [close("a"), dispute(1, None)]), "a closed month may be disputed");
}

#[test]
fn a_tariff_that_is_set_twice_is_noticed() {
    assert!(breaks(&with_tariff(), [tariff(10, VatRegime::High), tariff(10, VatRegime::High)]));
    assert!(!breaks(&with_tariff(), [tariff(10, VatRegime::High), tariff(10, VatRegime::Low)]));
}

#[test]
fn two_disputes_of_one_line_or_too_many_are_noticed() {
    assert!(breaks(&with_tariff(), [dispute(1, Some(7)), dispute(2, Some(7))]));
    assert!(breaks(&with_tariff(), [dispute(1, None), dispute(2, None)]));
    assert!(breaks(&with_tariff(), [dispute(1, Some(7)), dispute(1, Some(8))]));
    assert!(!breaks(&with_tariff(), [dispute(1, Some(7)), dispute(2, None)]));

    let mut many = with_tariff();
    many.extend((1..50).map(|number| dispute(number, Some(number))));
    assert!(breaks(&many, [dispute(50, Some(50)), dispute(51, Some(51))]));
}

#[test]
fn a_dispute_that_ends_twice_or_with_another_vat_is_noticed() {
    let mut disputed = with_tariff();
    disputed.push(dispute(1, Some(7)));
    assert!(breaks(&disputed, [end(DisputeOutcome::Refused), end(DisputeOutcome::Withdrawn)]));
    assert!(breaks(&disputed, [tariff(18, VatRegime::High), end(DisputeOutcome::Refused)]));
    assert!(!breaks(&disputed, [tariff(19, VatRegime::High), end(DisputeOutcome::Refused)]));
}
