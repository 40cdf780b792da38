//! Each rule of a statement's lines, on events of one or two places.

use chrono::DateTime;
use fairway_events::{LineSum, TariffPrices};

use super::*;

const PRICES: TariffPrices =
    TariffPrices { weekday_9: 900, weekday_18: 1_800, weekend_9: 1_100, weekend_18: 2_100, absence: 500 };

fn date(text: &str) -> NaiveDate {
    text.parse().expect("a date")
}

/// A Saturday.
fn saturday() -> NaiveDate {
    date("2026-11-28")
}

fn month(text: &str) -> Month {
    text.parse().expect("a month")
}

fn tariff(from: &str, prices: TariffPrices) -> Tariff {
    Tariff { from: date(from), prices, vat: VatRegime::Low }
}

fn tariffs() -> Vec<Tariff> {
    vec![tariff("2026-10-01", PRICES)]
}

/// An event about a place, with the scan of this number.
fn fact(position: Position, kind: FactKind, scan: Option<u128>) -> PlaceFact {
    let ids = |number| Uuid::from_u128(number);
    PlaceFact {
        date: saturday(),
        place: PlaceId(ids(1)),
        booking: BookingId(ids(2)),
        member: MemberId(ids(3)),
        scan: scan.map(|number| ScanId(ids(number))),
        walk_in: false,
        absence: None,
        fact: Fact { position, at: DateTime::UNIX_EPOCH, kind, holes: None, counts: None, note: None },
    }
}

fn arrived(position: Position, holes: Holes, scan: u128) -> PlaceFact {
    with_holes(fact(position, FactKind::Arrived, Some(scan)), holes)
}

fn decided(position: Position, counts: bool, scan: u128) -> PlaceFact {
    let mut decided = with_holes(fact(position, FactKind::Decided, Some(scan)), Holes::Nine);
    decided.fact.counts = Some(counts);
    decided
}

fn holes_corrected(position: Position, holes: Holes) -> PlaceFact {
    with_holes(fact(position, FactKind::Holes, None), holes)
}

fn absent(position: Position, reason: AbsenceReason) -> PlaceFact {
    PlaceFact { absence: Some(reason), ..fact(position, FactKind::Absent, None) }
}

fn with_holes(mut place: PlaceFact, holes: Holes) -> PlaceFact {
    place.fact.holes = Some(holes);
    place
}

fn on(date: NaiveDate, place: PlaceFact) -> PlaceFact {
    PlaceFact { date, ..place }
}

/// Kind, holes and cents of a line.
type Shown = (LineKind, Option<Holes>, i64);

/// The lines of November.
fn owed(facts: &[PlaceFact]) -> Vec<Shown> {
    let (lines, _) = of_places(month("2026-11"), None, &tariffs(), facts.to_vec());
    lines.iter().map(|line| (line.kind, line.holes, line.cents)).collect()
}

const NOTHING: [Shown; 0] = [];
const NINE: Shown = (LineKind::Arrival, Some(Holes::Nine), 1_100);
const EIGHTEEN: Shown = (LineKind::Arrival, Some(Holes::Eighteen), 2_100);
const ABSENT: Shown = (LineKind::Absence, None, 500);

#[test]
fn a_player_has_arrived_while_a_counted_scan_is_left() {
    let seen_again = fact(2, FactKind::SeenAgain, Some(11));
    let annulled = fact(3, FactKind::Annulled, None);
    let first = arrived(1, Holes::Eighteen, 10);
    assert_eq!(owed(std::slice::from_ref(&first)), [EIGHTEEN]);
    assert_eq!(owed(&[first.clone(), seen_again.clone(), annulled.clone()]), NOTHING);
    assert_eq!(owed(&[first.clone(), annulled.clone(), arrived(4, Holes::Nine, 12)]), [NINE], "begins anew");
    assert_eq!(owed(&[seen_again]), NOTHING, "of nobody who arrived");
    assert_eq!(owed(&[decided(1, true, 10)]), [NINE], "with the holes of the round");
    assert_eq!(owed(&[decided(1, true, 10), decided(2, false, 10)]), NOTHING);
    assert_eq!(
        owed(&[first.clone(), decided(2, true, 11), decided(3, false, 11)]),
        [EIGHTEEN],
        "one is left"
    );
    assert_eq!(owed(&[first, annulled, decided(4, true, 11)]), [EIGHTEEN], "with the holes that are known");
}

#[test]
fn corrected_holes_stay_until_the_arrival_is_taken_back() {
    let corrected = [arrived(1, Holes::Eighteen, 10), holes_corrected(2, Holes::Nine)];
    assert_eq!(owed(&corrected), [NINE]);
    let [first, second] = corrected;
    let annulled = fact(3, FactKind::Annulled, None);
    assert_eq!(owed(&[first, second, annulled, decided(4, true, 11)]), [EIGHTEEN]);
}

#[test]
fn an_absence_stands_until_it_is_withdrawn_or_a_scan_counts() {
    let absent = |position| absent(position, AbsenceReason::NoShow);
    assert_eq!(owed(&[absent(1)]), [ABSENT]);
    assert_eq!(owed(&[absent(1), fact(2, FactKind::AbsenceWithdrawn, None)]), NOTHING);
    assert_eq!(owed(&[absent(1), decided(2, true, 10)]), [NINE]);
    assert_eq!(owed(&[absent(1), decided(2, true, 10), decided(3, false, 10)]), NOTHING, "it has ended");
    assert_eq!(owed(&[arrived(1, Holes::Nine, 10), fact(2, FactKind::Annulled, None), absent(3)]), [ABSENT]);
}

#[test]
fn only_who_gave_no_reason_is_owed_for_and_only_where_that_has_a_price() {
    for reason in [AbsenceReason::Weather, AbsenceReason::Illness] {
        assert_eq!(owed(&[absent(1, reason)]), NOTHING);
    }
    let free = [tariff("2026-10-01", TariffPrices { absence: 0, ..PRICES })];
    let facts = vec![absent(1, AbsenceReason::NoShow)];
    assert_eq!(of_places(month("2026-11"), None, &free, facts), (vec![], 0));
}

#[test]
fn a_walk_in_has_a_line_of_its_own_and_a_free_round_one_too() {
    let walk_in = PlaceFact { walk_in: true, ..arrived(1, Holes::Nine, 10) };
    assert_eq!(owed(std::slice::from_ref(&walk_in)), [(LineKind::WalkIn, Some(Holes::Nine), 1_100)]);
    let free = [tariff("2026-10-01", TariffPrices { weekend_9: 0, ..PRICES })];
    let (lines, _) = of_places(month("2026-11"), None, &free, vec![walk_in]);
    assert_eq!((lines.len(), lines[0].cents), (1, 0));
}

#[test]
fn the_tariff_of_the_play_date_holds_and_of_two_of_one_day_the_later_event() {
    let dearer = |by: i64| TariffPrices { weekend_9: PRICES.weekend_9 + by, ..PRICES };
    let tariffs = [
        tariff("2026-11-28", dearer(1)),
        tariff("2026-11-28", dearer(2)),
        tariff("2026-11-29", dearer(3)),
        tariff("2026-10-01", PRICES),
    ];
    let cents = |day| {
        let facts = vec![on(date(day), arrived(1, Holes::Nine, 10))];
        let (lines, without) = of_places(month("2026-11"), None, &tariffs, facts);
        assert_eq!(without, 0);
        lines[0].cents
    };
    assert_eq!(["2026-11-22", "2026-11-28", "2026-11-29"].map(cents), [1_100, 1_102, 1_103]);
    assert_eq!(cents("2026-11-27"), 900, "a Friday");
    let starts: Vec<_> =
        current(tariffs).iter().map(|tariff| (tariff.from, tariff.prices.weekend_9)).collect();
    let wanted = [("2026-11-29", 1_103), ("2026-11-28", 1_102), ("2026-10-01", 1_100)];
    assert_eq!(starts, wanted.map(|(from, cents)| (date(from), cents)));
}

#[test]
fn without_a_tariff_in_force_nothing_is_owed_and_who_arrived_is_counted() {
    let later = [tariff("2026-11-29", PRICES)];
    let facts = vec![arrived(1, Holes::Nine, 10), on(date("2026-11-27"), absent(2, AbsenceReason::NoShow))];
    assert_eq!(of_places(month("2026-11"), None, &later, facts), (vec![], 1));
}

#[test]
fn a_changed_place_of_an_earlier_month_takes_its_line_away_and_adds_the_new_one() {
    let facts = || vec![arrived(1, Holes::Eighteen, 10), holes_corrected(5, Holes::Nine)];
    let corrections = |since| {
        let (lines, _) = of_places(month("2026-12"), since, &tariffs(), facts());
        assert!(lines.iter().all(|line| line.is_correction && line.date == saturday()));
        lines.iter().map(|line| (line.holes, line.cents)).collect::<Vec<_>>()
    };
    let (nine, eighteen) = (Some(Holes::Nine), Some(Holes::Eighteen));
    assert_eq!(corrections(Some(4)), [(eighteen, -2_100), (nine, 1_100)]);
    assert_eq!(corrections(Some(5)), vec![], "the closing before has it");
    assert_eq!(corrections(Some(0)), [(nine, 1_100)], "nothing was owed");
    assert_eq!(corrections(None), vec![], "an earlier month is open");
    let same = vec![arrived(1, Holes::Nine, 10), fact(5, FactKind::SeenAgain, Some(11))];
    assert_eq!(of_places(month("2026-12"), Some(4), &tariffs(), same), (vec![], 0));
    let taken = vec![arrived(1, Holes::Nine, 10), fact(5, FactKind::Annulled, None)];
    let (lines, _) = of_places(month("2026-12"), Some(4), &tariffs(), taken);
    let LineOf::Place { facts, .. } = &lines[0].of else { panic!("a place's line: {lines:?}") };
    assert_eq!((lines.len(), lines[0].cents, facts.len()), (1, -1_100, 2), "with all that happened");
}

#[test]
fn a_place_on_the_lists_of_two_days_is_two_places() {
    let other_day = on(date("2026-11-27"), arrived(2, Holes::Nine, 11));
    let friday = (LineKind::Arrival, Some(Holes::Nine), 900);
    assert_eq!(owed(&[arrived(1, Holes::Eighteen, 10), other_day]), [friday, EIGHTEEN]);
}

#[test]
fn the_first_month_that_is_not_closed_is_the_next() {
    let state = |text: &str, closed| open_state(month(text), Some(date("2026-10-15")), closed);
    assert_eq!(state("2026-09", false), StatementState::BeforeFirst);
    assert_eq!(state("2026-10", false), StatementState::NextToClose);
    assert_eq!(state("2026-11", false), StatementState::Later);
    assert_eq!(state("2026-11", true), StatementState::NextToClose);
    assert_eq!(open_state(month("2026-11"), None, false), StatementState::BeforeFirst);
}

/// One line of each kind and two corrections, not in order.
fn lines() -> Vec<Line> {
    let facts = vec![
        arrived(1, Holes::Eighteen, 10),
        holes_corrected(5, Holes::Nine),
        on(date("2026-12-01"), PlaceFact { walk_in: true, ..arrived(6, Holes::Nine, 11) }),
        PlaceFact {
            place: PlaceId(Uuid::from_u128(4)),
            ..on(date("2026-12-01"), absent(7, AbsenceReason::NoShow))
        },
        on(date("2026-12-05"), arrived(8, Holes::Eighteen, 12)),
    ];
    let (mut lines, _) = of_places(month("2026-12"), Some(4), &tariffs(), facts);
    lines.reverse();
    let dispute = DisputeId(Uuid::from_u128(9));
    lines.push(of_dispute(dispute, date("2026-11-27"), -350, VatRegime::Exempt));
    sort(&mut lines);
    lines
}

#[test]
fn the_hash_is_of_the_sorted_lines_as_text() {
    let text = "2026-11-27 00000000-0000-0000-0000-000000000009 adjustment 0 -350 exempt
2026-11-28 00000000-0000-0000-0000-000000000001 arrival 18 -2100 low
2026-11-28 00000000-0000-0000-0000-000000000001 arrival 9 1100 low
2026-12-01 00000000-0000-0000-0000-000000000001 walk_in 9 900 low
2026-12-01 00000000-0000-0000-0000-000000000004 absence 0 500 low
2026-12-05 00000000-0000-0000-0000-000000000001 arrival 18 2100 low
";
    assert_eq!(hash(&lines()), hex::encode(Sha256::digest(text)));
    // Of no lines it is the hash of nothing.
    assert_eq!(hash(&[]), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

#[test]
fn amounts_are_of_own_lines_by_kind_and_of_all_lines_by_regime() {
    let sum = |count, net| LineSum { count, net };
    let amounts = amounts(&lines());
    assert_eq!(
        [amounts.arrivals, amounts.walk_ins, amounts.absences],
        [sum(1, 2_100), sum(1, 900), sum(1, 500)]
    );
    assert_eq!([amounts.corrections, amounts.adjustments], [sum(2, -1_000), sum(1, -350)]);
    let vat = |regime, net, vat| VatSum { regime, net, vat };
    assert_eq!(amounts.vat, [vat(VatRegime::Exempt, -350, 0), vat(VatRegime::Low, 2_500, 225)]);
    assert_eq!((amounts.net(), amounts.total()), (2_150, 2_375));
}
