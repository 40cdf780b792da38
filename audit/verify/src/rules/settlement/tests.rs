//! What is a violation, and what is not.

use fairway_events::{BillingDetails, DisputeId, Event, LineSum, PlaceId, StreamId, VatRegime, VatSum};
use uuid::Uuid;

use super::*;
use crate::rules::checking::found;

fn club() -> ClubId {
    ClubId::from("de-es")
}

fn day(text: &str) -> NaiveDate {
    text.parse().expect("a day")
}

fn tariff(from: &str, cents: i64) -> Event {
    let prices =
        TariffPrices { weekday_9: cents, weekday_18: cents, weekend_9: cents, weekend_18: cents, absence: 0 };
    SettlementEvent::TariffSet { club: club(), from: day(from), prices, vat: VatRegime::Low }.into()
}

fn closed(month: &str, as_of: Position, net: i64, invoice: Option<&str>) -> Event {
    let vat = VatRegime::Low.of(net);
    let details = BillingDetails {
        name: "De Es".to_owned(),
        street: "Esweg 1".to_owned(),
        postal_code: "1234 AB".to_owned(),
        city: "Baarn".to_owned(),
        registration: "12345678".to_owned(),
        vat_number: "NL123456782B01".to_owned(),
        iban: "NL91ABNA0417164300".to_owned(),
    };
    SettlementEvent::MonthClosed {
        club: club(),
        month: month.parse().expect("a month"),
        as_of,
        amounts: MonthAmounts {
            arrivals: LineSum { count: 1, net },
            vat: vec![VatSum { regime: VatRegime::Low, net, vat }],
            ..MonthAmounts::default()
        },
        lines_hash: String::new(),
        closed_on: day("2026-12-02"),
        invoice: invoice.map(|number| {
            Box::new(Invoice {
                number: number.to_owned(),
                issued_on: day("2026-12-02"),
                supplier: details.clone(),
                customer: details,
            })
        }),
    }
    .into()
}

fn disputed(dispute: u128, date: &str, place: Option<u128>) -> Event {
    disputed_in(Month::of(day(date)), dispute, date, place)
}

fn disputed_in(month: Month, dispute: u128, date: &str, place: Option<u128>) -> Event {
    SettlementEvent::LineDisputed {
        club: club(),
        dispute: DisputeId(Uuid::from_u128(dispute)),
        month,
        date: day(date),
        place: place.map(|place| PlaceId(Uuid::from_u128(place))),
        reason: "Te weinig".to_owned(),
    }
    .into()
}

fn ended(dispute: u128, date: &str, outcome: DisputeOutcome, adjustment: i64, vat: VatRegime) -> Event {
    SettlementEvent::DisputeEnded {
        club: club(),
        dispute: DisputeId(Uuid::from_u128(dispute)),
        month: Month::of(day(date)),
        date: day(date),
        outcome,
        adjustment,
        vat,
        reason: "Klopt".to_owned(),
    }
    .into()
}

/// A tariff, an accepted dispute, and the month closed with it.
fn one_month() -> Vec<(&'static str, Event)> {
    vec![
        ("2026-10-20", tariff("2026-11-01", 3_000)),
        ("2026-11-27", disputed(1, "2026-11-26", Some(11))),
        ("2026-12-01", ended(1, "2026-11-26", DisputeOutcome::Accepted, 500, VatRegime::Low)),
        ("2026-12-02", closed("2026-11", 3, 3_500, Some("de-es-2026-11"))),
    ]
}

fn found_after(events: Vec<(&'static str, Event)>, next: (&'static str, Event)) -> Vec<String> {
    let all: Vec<_> = events.into_iter().chain([next]).collect();
    found(&StreamId::Settlement(club()), &all)
}

#[test]
fn what_the_rules_allow_is_no_finding() {
    let mut events = one_month();
    events.extend([
        ("2026-12-03", tariff("2026-12-01", 3_100)),
        ("2026-12-03", tariff("2026-12-01", 3_200)),
        ("2026-12-28", disputed(2, "2026-11-26", Some(11))),
        ("2026-12-28", disputed(3, "2026-11-26", None)),
        ("2026-12-28", disputed(4, "2026-11-25", None)),
        ("2026-12-29", ended(2, "2026-11-26", DisputeOutcome::Withdrawn, 0, VatRegime::Low)),
        ("2026-12-30", disputed(5, "2026-11-26", Some(11))),
    ]);
    let last = ("2027-01-01", closed("2026-12", 11, 0, None));
    assert_eq!(found_after(events, last), [] as [String; 0]);
}

#[test]
fn each_rule_has_its_finding() {
    let accepted = DisputeOutcome::Accepted;
    for (next, expected) in [
        (
            ("2026-12-03", tariff("2026-11-30", 1)),
            "a tariff from 2026-11-30 on was set after 2026-11 was closed",
        ),
        (("2026-12-03", tariff("2026-12-01", 100_001)), "has a price that is none"),
        (("2026-12-03", tariff("2026-12-01", -1)), "has a price that is none"),
        (("2027-01-02", closed("2026-11", 4, 0, None)), "2026-11 was closed, and 2026-12 was next"),
        (("2027-02-01", closed("2027-01", 4, 0, None)), "2027-01 was closed, and 2026-12 was next"),
        (
            ("2026-12-31", closed("2026-12", 4, 0, None)),
            "2026-12 was closed on 2026-12-31, before it was over",
        ),
        (("2027-01-02", closed("2026-12", 4, 1, None)), "2026-12 has no invoice"),
        (("2027-01-02", closed("2026-12", 4, 0, Some("de-es-2026-12"))), "owes nothing and has an invoice"),
        (
            ("2027-01-02", closed("2026-12", 4, 1, Some("1"))),
            "the invoice of 2026-12 is 1, not de-es-2026-12",
        ),
        (
            ("2027-01-02", closed("2026-12", 3, 0, None)),
            "is of the journal up to 3: it was closed at 5, after 4",
        ),
        (
            ("2027-01-02", closed("2026-12", 5, 0, None)),
            "is of the journal up to 5: it was closed at 5, after 4",
        ),
        (("2026-12-03", disputed(1, "2026-11-26", Some(12))), "was made before"),
        (
            ("2027-02-02", disputed(2, "2026-11-26", Some(12))),
            "2026-11-26 in 2026-11 was disputed on 2027-02-02",
        ),
        (("2026-12-03", disputed(2, "2026-12-04", None)), "2026-12-04 in 2026-12 was disputed on 2026-12-03"),
        (
            ("2026-12-03", disputed_in(Month::of(day("2026-11-01")), 2, "2026-12-01", None)),
            "2026-12-01 in 2026-11 was disputed on 2026-12-03",
        ),
        (("2026-12-03", disputed(2, "2026-10-31", None)), "no tariff was in force"),
        (("2026-12-03", ended(2, "2026-11-26", accepted, 1, VatRegime::Low)), "was never made"),
        (("2026-12-03", ended(1, "2026-11-26", accepted, 1, VatRegime::Low)), "had ended"),
    ] {
        let what = found_after(one_month(), next);
        assert!(what.len() == 1 && what[0].contains(expected), "{expected}: {what:?}");
    }
    let before = || one_month().into_iter().take(2).collect::<Vec<_>>();
    for (next, expected) in [
        (("2026-11-27", tariff("2026-11-01", 3_000)), "was the same before"),
        (("2026-11-27", disputed(2, "2026-11-26", Some(11))), "about the same was still open"),
        (
            ("2026-11-27", ended(1, "2026-11-25", accepted, 1, VatRegime::Low)),
            "is about 2026-11-26 in 2026-11",
        ),
        (("2026-11-27", ended(1, "2026-11-26", accepted, 1_000_001, VatRegime::Low)), "is not allowed"),
        (
            ("2026-11-27", ended(1, "2026-11-26", DisputeOutcome::Refused, 1, VatRegime::Low)),
            "is not allowed",
        ),
        (
            ("2026-11-27", ended(1, "2026-11-26", accepted, 1, VatRegime::High)),
            "VAT that 2026-11-26 does not have",
        ),
    ] {
        let what = found_after(before(), next);
        assert!(what.len() == 1 && what[0].contains(expected), "{expected}: {what:?}");
    }
    let without_tariff = found_after(Vec::new(), ("2026-12-02", closed("2026-11", 0, 0, None)));
    assert_eq!(without_tariff, ["2026-11 was closed, and no tariff was set"]);
}

#[test]
fn fifty_disputes_may_be_open() {
    let mut events = vec![("2026-10-20", tariff("2026-11-01", 3_000))];
    events.extend((1..=50).map(|number| ("2026-11-27", disputed(number, "2026-11-26", Some(number)))));
    let last = ("2026-11-27", disputed(51, "2026-11-26", Some(51)));
    let what = found_after(events, last);
    assert!(what.len() == 1 && what[0].ends_with("is one more than 50"), "{what:?}");
}
