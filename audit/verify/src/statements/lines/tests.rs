//! A statement that was computed by hand.

use fairway_events::TariffPrices;

use super::*;

fn day(text: &str) -> NaiveDate {
    text.parse().expect("a day")
}

fn place(number: u128, date: &str, now: Came, before: Came) -> Place {
    Place { date: day(date), place: PlaceId(Uuid::from_u128(number)), now, before }
}

fn november(absence: i64) -> Statement {
    let prices =
        TariffPrices { weekday_9: 2_500, weekday_18: 4_000, weekend_9: 3_000, weekend_18: 4_500, absence };
    let first = Tariff { from: day("2026-10-01"), prices, vat: VatRegime::Low };
    let free = TariffPrices { weekday_9: 0, weekday_18: 0, weekend_9: 0, weekend_18: 0, absence: 0 };
    let later = Tariff { from: day("2026-11-30"), prices: free, vat: VatRegime::Exempt };
    Statement::new(Month::of(day("2026-11-01")), &[first, later])
}

const EIGHTEEN: Came = Came::Arrived(Holes::Eighteen);

#[test]
fn own_lines_corrections_and_adjustments_have_their_sums_and_their_hash() {
    let mut statement = november(1_000);
    // A Saturday.
    statement.add_place(&place(1, "2026-11-28", EIGHTEEN, Came::No));
    statement.add_place(&place(2, "2026-11-28", Came::WalkedIn(Holes::Nine), Came::Absent));
    statement.add_place(&place(3, "2026-11-27", Came::Absent, Came::No));
    statement.add_place(&place(4, "2026-11-26", Came::No, EIGHTEEN));
    // A Saturday, of which the club corrected the holes since; a day that is as it was; a day before the first tariff.
    statement.add_place(&place(5, "2026-10-31", Came::Arrived(Holes::Nine), EIGHTEEN));
    statement.add_place(&place(6, "2026-10-30", EIGHTEEN, EIGHTEEN));
    statement.add_place(&place(8, "2026-09-30", EIGHTEEN, Came::No));
    statement.add_adjustment(Adjustment {
        dispute: DisputeId(Uuid::from_u128(7)),
        date: day("2026-10-05"),
        cents: -250,
        vat: VatRegime::Low,
    });
    let expected = MonthAmounts {
        arrivals: LineSum { count: 1, net: 4_500 },
        walk_ins: LineSum { count: 1, net: 3_000 },
        absences: LineSum { count: 1, net: 1_000 },
        corrections: LineSum { count: 2, net: -1_500 },
        adjustments: LineSum { count: 1, net: -250 },
        vat: vec![VatSum { regime: VatRegime::Low, net: 6_750, vat: 608 }],
    };
    assert_eq!(statement.amounts(), expected);
    // Of the lines as text, by another program.
    assert_eq!(statement.hash(), "0ba6cd54cfb0d2eabd152a8203155b434273205c3128ca276a7854f0870f3bd1");
}

#[test]
fn a_round_that_costs_nothing_has_a_line_and_an_absence_has_none() {
    let mut statement = november(0);
    assert_eq!(statement.amounts(), MonthAmounts::default());
    assert_eq!(statement.hash(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    statement.add_place(&place(1, "2026-11-27", Came::Absent, Came::No));
    statement.add_place(&place(2, "2026-11-30", EIGHTEEN, Came::No));
    let MonthAmounts { arrivals, absences, vat, .. } = statement.amounts();
    assert_eq!((arrivals.count, absences.count), (1, 0));
    assert_eq!(vat, [VatSum { regime: VatRegime::Exempt, net: 0, vat: 0 }]);
}

#[test]
fn a_place_that_came_of_another_kind_is_corrected_even_at_the_same_price() {
    let mut statement = november(4_500);
    statement.add_place(&place(1, "2026-10-31", Came::Absent, EIGHTEEN));
    assert_eq!(statement.amounts().corrections, LineSum { count: 2, net: 0 });
}

#[test]
fn lines_that_differ_in_their_holes_alone_are_in_the_order_of_the_text() {
    let mut statement = november(0);
    let free = Tariff {
        from: day("2026-10-01"),
        prices: TariffPrices { weekday_9: 0, weekday_18: 0, weekend_9: 0, weekend_18: 0, absence: 0 },
        vat: VatRegime::Exempt,
    };
    statement.tariffs = vec![free];
    statement.add_place(&place(5, "2026-10-31", EIGHTEEN, Came::Arrived(Holes::Nine)));
    assert_eq!(statement.hash(), "07808ea1c72e68dc57e08a4339236c9e28964b8b500337b12fd929917747e11e");
}
