//! The operations on what a club is owed, and their probabilities. Nothing of it depends on another stream, so that they
//! are in histories of their own.

use fairway_events::{DisputeOutcome, VatRegime};
use proptest::bool::weighted;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::Operation;

/// An operation about the one club that is owed something.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Owed {
    /// From so many days ago.
    SetTariff { days: i64, price: i64, vat: VatRegime },
    /// The month that is next, or one so many months later.
    Close {
        months: i32,
        /// Whether the statement took the last event in.
        is_current: bool,
        /// The hash of its lines.
        lines: u8,
    },
    /// A dispute of a day so many days ago, in the statement of its month or so many months later.
    Dispute {
        days: i64,
        months: i32,
        place: Option<u8>,
        /// Days from now until the club says so.
        after: i64,
    },
    /// A dispute that was made before, with another place perhaps.
    DisputeAgain { dispute: Index, place: Option<u8> },
    /// None: one that is not known.
    End { dispute: Option<Index>, outcome: DisputeOutcome, adjustment: i64 },
}

/// A history: mostly with a tariff first; in some there are as many disputes as a club may have.
pub(crate) fn settlements() -> impl Strategy<Value = Vec<Operation>> {
    let first = option::weighted(0.8, tariff());
    let many = option::weighted(0.05, Just(many_disputes()));
    (first, many, vec(owed(), 1..40)).prop_map(|(first, many, then)| {
        let first = first.into_iter().chain(many.into_iter().flatten());
        first.chain(then).map(Operation::Owed).collect()
    })
}

fn many_disputes() -> Vec<Owed> {
    let tariff = Owed::SetTariff { days: 100, price: 2000, vat: VatRegime::Low };
    let days_and_places = (0..13_i64).flat_map(|days| (0..4_u8).map(move |place| (days, Some(place))));
    let disputes = days_and_places.map(|(days, place)| Owed::Dispute { days, months: 0, place, after: 0 });
    std::iter::once(tariff).chain(disputes).collect()
}

fn owed() -> impl Strategy<Value = Owed> {
    let close = (select(vec![0_i32, 0, 0, -1, 1]), weighted(0.8), 0..2_u8)
        .prop_map(|(months, is_current, lines)| Owed::Close { months, is_current, lines });
    let (days, months) = (select(vec![-1_i64, 0, 1, 16, 30, 40, 90]), select(vec![0_i32, 0, 0, 0, 1, -1]));
    let dispute = (days, months, place(), select(vec![0_i64, 0, 0, 74, 75]))
        .prop_map(|(days, months, place, after)| Owed::Dispute { days, months, place, after });
    let again = (any::<Index>(), place()).prop_map(|(dispute, place)| Owed::DisputeAgain { dispute, place });
    let adjustment = select(vec![0_i64, 0, 500, -500, 1_000_000, -1_000_001]);
    let outcome = select(DisputeOutcome::ALL.to_vec());
    let end = (option::weighted(0.9, any::<Index>()), outcome, adjustment)
        .prop_map(|(dispute, outcome, adjustment)| Owed::End { dispute, outcome, adjustment });
    prop_oneof![2 => tariff(), 4 => close, 5 => dispute, 1 => again, 3 => end]
}

fn tariff() -> impl Strategy<Value = Owed> {
    let (days, prices) = (select(vec![0_i64, 16, 40, 100, 101]), select(vec![2000_i64, 2500]));
    (days, prices, select(VatRegime::ALL.to_vec())).prop_map(|(days, price, vat)| Owed::SetTariff {
        days,
        price,
        vat,
    })
}

fn place() -> impl Strategy<Value = Option<u8>> {
    option::weighted(0.6, 0..3_u8)
}
