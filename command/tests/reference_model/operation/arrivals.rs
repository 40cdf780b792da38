//! The operations on arrivals, and their probabilities.

use fairway_events::{AbsenceReason, Holes};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::{holes, member};

/// An operation of a club. Days are offsets from the play date.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Arrival {
    Scan {
        booking: Index,
        place: Index,
        reading: Reading,
        device: u8,
    },
    /// A scan is sent again, with another code.
    SendAgain {
        scan: Index,
    },
    Annul {
        scan: Index,
        day: i64,
    },
    CorrectHoles {
        scan: Index,
        holes: Holes,
        day: i64,
    },
    Decide {
        scan: Index,
        counts: bool,
        day: i64,
    },
    /// A member who did not book plays today.
    WalkIn {
        member: u8,
        club: usize,
        holes: Holes,
    },
    Absence(Absence),
}

/// An operation on absences; one that is recorded, by its number.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Absence {
    Record { booking: Index, place: Index, reason: AbsenceReason, day: i64 },
    Object { absence: Index, by: Option<u8>, day: i64 },
    Withdraw { absence: Index },
}

/// How a code is read.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Reading {
    OnTheDay,
    OnAnotherDay,
    ByAnotherClub,
    Unreadable,
}

pub(super) fn arrival() -> impl Strategy<Value = Arrival> {
    let reading = select(vec![
        Reading::OnTheDay,
        Reading::OnTheDay,
        Reading::OnTheDay,
        Reading::OnAnotherDay,
        Reading::ByAnotherClub,
        Reading::Unreadable,
    ]);
    let day = || select(vec![-1_i64, 0, 0, 7, 8]);
    let scan = (any::<Index>(), any::<Index>(), reading, 0..2_u8)
        .prop_map(|(booking, place, reading, device)| Arrival::Scan { booking, place, reading, device });
    prop_oneof![
        5 => scan,
        1 => any::<Index>().prop_map(|scan| Arrival::SendAgain { scan }),
        1 => (any::<Index>(), day()).prop_map(|(scan, day)| Arrival::Annul { scan, day }),
        1 => (any::<Index>(), holes(), day())
            .prop_map(|(scan, holes, day)| Arrival::CorrectHoles { scan, holes, day }),
        2 => (any::<Index>(), any::<bool>(), day())
            .prop_map(|(scan, counts, day)| Arrival::Decide { scan, counts, day }),
        1 => (member(), 0..2_usize, holes())
            .prop_map(|(member, club, holes)| Arrival::WalkIn { member, club, holes }),
        6 => absence().prop_map(Arrival::Absence),
    ]
}

fn absence() -> impl Strategy<Value = Absence> {
    let recorded = select(vec![0_i64, 1, 1, 1, 7, 8]);
    let reason = select(AbsenceReason::ALL.to_vec());
    prop_oneof![
        4 => (any::<Index>(), any::<Index>(), reason, recorded)
            .prop_map(|(booking, place, reason, day)| Absence::Record { booking, place, reason, day }),
        4 => (any::<Index>(), proptest::option::weighted(0.3, member()), select(vec![1_i64, 14, 15, 15]))
            .prop_map(|(absence, by, day)| Absence::Object { absence, by, day }),
        1 => any::<Index>().prop_map(|absence| Absence::Withdraw { absence }),
    ]
}
