//! What a club is owed: tariffs, the closing of months in their order, and disputes (docs/domain.md §3.29 to §3.31).

use fairway_events::{
    BillingDetails, ClubId, DisputeId, DisputeOutcome, Invoice, LineSum, Month, MonthAmounts,
    SettlementEvent, StreamId, TariffPrices, VatRegime, VatSum,
};
use uuid::Uuid;

use super::*;
use crate::fixtures::{Streams, club_id, given};
use crate::{CloseMonth, CountsAs, DisputeLine, EndDispute, SetTariff, Settlement, World};

use DisputeOutcome::{Accepted, Refused, Withdrawn};

const SEPTEMBER: &str = "2026-09";
const OCTOBER: &str = "2026-10";
const NOVEMBER: &str = "2026-11";
/// Saturday.
const DATE: &str = "2026-10-17";

fn month(text: &str) -> Month {
    text.parse().unwrap()
}

fn dispute_id(number: u128) -> DisputeId {
    DisputeId(Uuid::from_u128(9000 + number))
}

fn prices(round: i64) -> TariffPrices {
    TariffPrices {
        weekday_9: round,
        weekday_18: 2 * round,
        weekend_9: round + 500,
        weekend_18: 2 * round + 500,
        absence: 0,
    }
}

fn tariff(from: &str, round: i64, vat: VatRegime) -> Command {
    Command::SetTariff(SetTariff { club: club_id(), from: day(from), prices: prices(round), vat })
}

fn closing(of: &str, seen: u64, hash: &str) -> CloseMonth {
    let details = BillingDetails {
        name: "Golfclub De Wilgenhoek".to_owned(),
        street: "Wilgenlaan 1".to_owned(),
        postal_code: "1234 AB".to_owned(),
        city: "Wilgenhoek".to_owned(),
        registration: "12345678".to_owned(),
        vat_number: "NL123456789B01".to_owned(),
        iban: "NL91ABNA0417164300".to_owned(),
    };
    CloseMonth {
        club: club_id(),
        month: month(of),
        today: today(),
        as_of: 120,
        seen,
        amounts: MonthAmounts {
            arrivals: LineSum { count: 2, net: 5000 },
            vat: vec![VatSum { regime: VatRegime::Low, net: 5000, vat: 450 }],
            ..MonthAmounts::default()
        },
        lines_hash: hash.to_owned(),
        invoice: Some(Box::new(Invoice {
            number: format!("{}-{of}", club_id()),
            issued_on: today(),
            supplier: details.clone(),
            customer: details,
        })),
    }
}

fn close(of: &str, seen: u64, hash: &str) -> Command {
    Command::CloseMonth(closing(of, seen, hash))
}

fn on(today: &str, of: &str, seen: u64) -> Command {
    Command::CloseMonth(CloseMonth { today: day(today), ..closing(of, seen, "a") })
}

fn line(number: u128, of: &str, date: &str, of_place: Option<u128>, today: &str) -> Command {
    Command::DisputeLine(DisputeLine {
        club: club_id(),
        dispute: dispute_id(number),
        month: month(of),
        date: day(date),
        place: of_place.map(place),
        reason: "Er is langer gespeeld".to_owned(),
        today: day(today),
    })
}

fn dispute(number: u128, of_place: Option<u128>) -> Command {
    line(number, OCTOBER, DATE, of_place, "2026-11-20")
}

fn end(number: u128, outcome: DisputeOutcome, adjustment: i64) -> Command {
    let (club, dispute, reason) = (club_id(), dispute_id(number), "Nagekeken".to_owned());
    Command::EndDispute(EndDispute { club, dispute, outcome, adjustment, reason })
}

/// A tariff since 12 September.
fn with_tariff() -> Streams {
    given([tariff("2026-09-12", 2000, VatRegime::Low)])
}

/// The only event that the command records.
fn event(streams: &Streams, command: &Command) -> SettlementEvent {
    match streams.when(command).unwrap().events.as_slice() {
        [(StreamId::Settlement(club), events)] if *club == club_id() => match events.as_slice() {
            [Event::Settlement(event)] => event.clone(),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

fn accepted(streams: &Streams, command: &Command) {
    assert_eq!(outline(streams.when(command)).len(), 1, "{command:?}");
}

fn nothing(streams: &Streams, command: &Command) {
    assert_eq!(streams.when(command), Ok(Decision::default()), "{command:?}");
}

fn refusal(streams: &Streams, command: &Command) -> Rejection {
    streams.when(command).expect_err("the command is refused")
}

fn settlement(streams: &Streams) -> Settlement {
    let loaded = streams.loaded(&[StreamId::Settlement(club_id())]);
    World::get::<Settlement>(&loaded, &club_id()).unwrap().clone()
}

#[test]
fn a_tariff_is_set_once_and_replaced_by_another_of_the_same_day() {
    let low = tariff("2026-09-12", 2000, VatRegime::Low);
    let set = SettlementEvent::TariffSet {
        club: club_id(),
        from: day("2026-09-12"),
        prices: prices(2000),
        vat: VatRegime::Low,
    };
    assert_eq!(event(&given([]), &low), set);
    let streams = with_tariff();
    nothing(&streams, &low);
    for other in [
        tariff("2026-09-12", 2100, VatRegime::Low),
        tariff("2026-09-12", 2000, VatRegime::High),
        tariff("2026-10-01", 2000, VatRegime::Low),
    ] {
        accepted(&streams, &other);
    }
    let streams = streams.and(tariff("2026-09-12", 2000, VatRegime::High));
    accepted(&streams, &low);
}

#[test]
fn a_tariff_begins_after_the_last_closed_month() {
    let streams = with_tariff().and(close(SEPTEMBER, 1, "a"));
    for from in ["2026-08-01", "2026-09-30"] {
        assert_eq!(
            refusal(&streams, &tariff(from, 2100, VatRegime::Low)),
            Rejection::TariffInClosedMonth,
            "{from}"
        );
    }
    accepted(&streams, &tariff("2026-10-01", 2100, VatRegime::Low));
    nothing(&streams, &tariff("2026-09-12", 2000, VatRegime::Low));
}

#[test]
fn a_month_is_closed_as_it_was_seen() {
    let streams = with_tariff();
    let seen = closing(SEPTEMBER, 1, "a");
    let closed = SettlementEvent::MonthClosed {
        club: club_id(),
        month: month(SEPTEMBER),
        as_of: 120,
        amounts: seen.amounts.clone(),
        lines_hash: "a".to_owned(),
        closed_on: today(),
        invoice: seen.invoice.clone(),
    };
    assert_eq!(event(&streams, &Command::CloseMonth(seen)), closed);
    for outdated in [0, 2] {
        assert_eq!(refusal(&streams, &close(SEPTEMBER, outdated, "a")), Rejection::SettlementChanged);
    }
    let streams = streams.and(dispute(1, None));
    assert_eq!(refusal(&streams, &close(SEPTEMBER, 1, "a")), Rejection::SettlementChanged);

    let streams = streams.and(close(SEPTEMBER, 2, "a"));
    nothing(&streams, &close(SEPTEMBER, 2, "a"));
    nothing(&streams, &close(SEPTEMBER, 3, "a"));
    assert_eq!(refusal(&streams, &close(SEPTEMBER, 3, "b")), Rejection::MonthAlreadyClosed);
}

#[test]
fn months_are_closed_in_their_order_and_once_they_are_over() {
    assert_eq!(refusal(&given([]), &close(SEPTEMBER, 0, "a")), Rejection::NoTariff);
    let streams = with_tariff();
    assert_eq!(settlement(&streams).next_to_close(), Some(month(SEPTEMBER)));
    for other in ["2026-08", OCTOBER] {
        assert_eq!(refusal(&streams, &close(other, 1, "a")), Rejection::MonthNotNext, "{other}");
    }
    assert_eq!(refusal(&streams, &on("2026-09-30", SEPTEMBER, 1)), Rejection::MonthNotOver);
    accepted(&streams, &on("2026-10-01", SEPTEMBER, 1));

    let streams = streams.and(close(SEPTEMBER, 1, "a")).and(close(OCTOBER, 2, "b"));
    assert_eq!(settlement(&streams).next_to_close(), Some(month(NOVEMBER)));
    assert_eq!(refusal(&streams, &close(NOVEMBER, 3, "c")), Rejection::MonthNotOver);
    nothing(&streams, &close(SEPTEMBER, 1, "a"));
}

#[test]
fn the_first_month_is_that_of_the_earliest_tariff_whenever_it_was_set() {
    let streams = with_tariff().and(tariff("2026-08-31", 1900, VatRegime::Low));
    assert_eq!(settlement(&streams).next_to_close(), Some(month("2026-08")));
    assert_eq!(settlement(&given([])).next_to_close(), None);
}

#[test]
fn a_club_disputes_a_line_or_what_is_missing_of_a_day() {
    let streams = with_tariff();
    for (command, of_place) in [(dispute(1, Some(4)), Some(place(4))), (dispute(1, None), None)] {
        let disputed = SettlementEvent::LineDisputed {
            club: club_id(),
            dispute: dispute_id(1),
            month: month(OCTOBER),
            date: day(DATE),
            place: of_place,
            reason: "Er is langer gespeeld".to_owned(),
        };
        assert_eq!(event(&streams, &command), disputed);
    }
    let streams = streams.and(dispute(1, Some(4)));
    nothing(&streams, &dispute(1, Some(4)));
    assert_eq!(settlement(&streams).open_disputes().collect::<Vec<_>>(), [dispute_id(1)]);
    let Command::DisputeLine(same) = dispute(1, Some(4)) else { unreachable!("it is a dispute") };
    let other_reason = Command::DisputeLine(DisputeLine { reason: "Niet gespeeld".to_owned(), ..same });
    for other in
        [other_reason, dispute(1, None), dispute(1, Some(5)), line(1, NOVEMBER, DATE, Some(4), "2026-11-20")]
    {
        assert_eq!(refusal(&streams, &other), Rejection::IdTaken, "{other:?}");
    }
}

#[test]
fn what_is_disputed_is_not_disputed_again_until_that_is_over() {
    let streams = with_tariff().and(dispute(1, Some(4)));
    assert_eq!(refusal(&streams, &dispute(2, Some(4))), Rejection::AlreadyDisputed);
    let as_correction = line(2, NOVEMBER, DATE, Some(4), "2026-11-20");
    assert_eq!(refusal(&streams, &as_correction), Rejection::AlreadyDisputed);
    accepted(&streams, &dispute(2, Some(5)));
    accepted(&streams, &dispute(2, None));

    let streams = streams.and(dispute(2, None));
    assert_eq!(refusal(&streams, &dispute(3, None)), Rejection::AlreadyDisputed);
    accepted(&streams, &line(3, OCTOBER, "2026-10-18", None, "2026-11-20"));

    let streams = streams.and(end(1, Refused, 0)).and(end(2, Withdrawn, 0));
    accepted(&streams, &dispute(3, Some(4)));
    accepted(&streams, &dispute(3, None));
}

#[test]
fn a_statement_is_disputed_from_the_play_date_until_60_days_after_it_is_closed() {
    let streams = with_tariff();
    let at = |today| line(1, OCTOBER, DATE, Some(4), today);
    assert_eq!(refusal(&streams, &at("2026-10-16")), Rejection::DisputeTooEarly);
    for today in [DATE, "2027-06-01"] {
        accepted(&streams, &at(today));
    }
    // On the 20th of November.
    let closed = with_tariff().and(close(SEPTEMBER, 1, "a"));
    let at = |today| line(1, SEPTEMBER, "2026-09-30", None, today);
    accepted(&closed, &at("2027-01-19"));
    assert_eq!(refusal(&closed, &at("2027-01-20")), Rejection::DisputeTooLate);
    accepted(&streams, &line(1, NOVEMBER, DATE, Some(4), "2026-12-31"));
    accepted(&streams, &line(1, SEPTEMBER, "2026-09-30", None, DATE));
    assert_eq!(
        refusal(&streams, &line(1, SEPTEMBER, "2026-10-01", None, DATE)),
        Rejection::DisputeAfterMonth
    );
    assert_eq!(refusal(&streams, &line(1, SEPTEMBER, "2026-09-11", None, DATE)), Rejection::NoTariff);
    accepted(&streams, &line(1, SEPTEMBER, "2026-09-12", None, DATE));
}

#[test]
fn a_club_has_50_open_disputes_at_most() {
    let streams = (1..=50).fold(with_tariff(), |streams, number| streams.and(dispute(number, Some(number))));
    assert_eq!(refusal(&streams, &dispute(51, Some(51))), Rejection::TooManyDisputes);
    nothing(&streams, &dispute(50, Some(50)));
    accepted(&streams.and(end(7, Refused, 0)), &dispute(51, Some(51)));
}

#[test]
fn a_dispute_ends_once_with_the_vat_of_its_day() {
    let high = tariff("2026-10-17", 2000, VatRegime::High);
    let later = tariff("2026-10-18", 2000, VatRegime::Exempt);
    let streams = with_tariff().and(dispute(1, Some(4))).and(high).and(later);
    let ended = SettlementEvent::DisputeEnded {
        club: club_id(),
        dispute: dispute_id(1),
        month: month(OCTOBER),
        date: day(DATE),
        outcome: Accepted,
        adjustment: -700,
        vat: VatRegime::High,
        reason: "Nagekeken".to_owned(),
    };
    assert_eq!(event(&streams, &end(1, Accepted, -700)), ended);
    assert_eq!(refusal(&streams, &end(2, Accepted, -700)), Rejection::DisputeNotFound);

    let streams = streams.and(end(1, Accepted, -700));
    assert_eq!(settlement(&streams).open_disputes().next(), None);
    nothing(&streams, &end(1, Accepted, -700));
    for other in [end(1, Accepted, 700), end(1, Refused, 0), end(1, Withdrawn, -700)] {
        assert_eq!(refusal(&streams, &other), Rejection::DisputeAlreadyEnded, "{other:?}");
    }
}

#[test]
fn only_an_accepted_dispute_has_an_adjustment_and_no_larger_one_than_allowed() {
    let streams = with_tariff().and(dispute(1, Some(4)));
    for adjustment in [-1_000_000, 0, 1_000_000] {
        accepted(&streams, &end(1, Accepted, adjustment));
    }
    for outcome in [Refused, Withdrawn] {
        accepted(&streams, &end(1, outcome, 0));
        assert_eq!(refusal(&streams, &end(1, outcome, 1)), Rejection::AdjustmentNotAllowed);
    }
    for adjustment in [-1_000_001, 1_000_001, i64::MIN] {
        assert_eq!(refusal(&streams, &end(1, Accepted, adjustment)), Rejection::AdjustmentNotAllowed);
    }
}

#[test]
fn what_is_decided_about_a_club_reads_its_stream_alone_and_is_in_no_members_count() {
    for command in [
        tariff("2026-09-12", 2000, VatRegime::Low),
        close(SEPTEMBER, 1, "a"),
        dispute(1, None),
        end(1, Refused, 0),
    ] {
        assert_eq!(command.streams(), [StreamId::Settlement(club_id())]);
        assert_eq!((command.counts_as(), command.starts()), (CountsAs::Nothing, None));
    }
    let elsewhere = SetTariff {
        club: ClubId::from("de-es"),
        from: day("2026-09-12"),
        prices: prices(2000),
        vat: VatRegime::Low,
    };
    accepted(&with_tariff(), &Command::SetTariff(elsewhere));
}

#[test]
fn a_settlement_survives_json() {
    let streams = with_tariff().and(dispute(1, Some(4))).and(dispute(2, None)).and(end(2, Accepted, 100));
    let known = settlement(&streams.and(close(SEPTEMBER, 4, "a")));
    let text = serde_json::to_string(&known).unwrap();
    assert_eq!(serde_json::from_str::<Settlement>(&text).unwrap(), known);
}
