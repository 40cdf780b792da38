//! The operations of a history, and their probabilities.

use fairway_command::{DayChange, PaymentOutcome, RightsChoice};
use fairway_events::{Holes, RefundKind};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{Index, select};

mod arrivals;
mod settlement;
mod start_time;
mod waiting;

pub(crate) use arrivals::{Absence, Arrival, Reading};
pub(crate) use settlement::{Owed, settlements};
pub(crate) use start_time::StartTimeChange;
pub(crate) use waiting::Waiting;
use waiting::waiting;

/// The number of members; few, so that they compete for places.
pub(crate) const MEMBERS: u8 = 6;

/// An operation. Days are offsets from the current day. Without `by`, a member does it who may.
#[derive(Debug, Clone)]
pub(crate) enum Operation {
    Book {
        players: Vec<u8>,
        club: usize,
        day: i64,
        holes: Holes,
    },
    Add {
        booking: Index,
        by: Option<u8>,
        players: Vec<u8>,
    },
    Cancel {
        booking: Index,
        place: Index,
        by: Option<u8>,
    },
    CancelGroup {
        booking: Index,
        by: Option<u8>,
    },
    Remove {
        booking: Index,
        place: Index,
        by: Option<u8>,
    },
    Swap {
        booking: Index,
        place: Index,
        by: Swapper,
        /// Without one, a member who does not play on that day.
        player: Option<u8>,
    },
    Subscribe {
        member: u8,
        first: i64,
        days: i64,
        max: u32,
        per_month: Option<u32>,
        holes: Holes,
    },
    Grant {
        member: u8,
        holes: Holes,
        days: i64,
    },
    Buy(Purchase),
    /// An operator cancels a place for its player.
    CancelForPlayer {
        booking: Index,
        place: Index,
        rights: RightsChoice,
    },
    /// An operator gives a right back.
    ReturnRight {
        booking: Index,
        place: Index,
    },
    /// An operator changes the day of a booking.
    ChangeDay {
        booking: Index,
        change: DayChange,
    },
    StartTime(StartTimeChange),
    Arrival(Arrival),
    Owed(Owed),
    /// An operator takes a right back.
    Withdraw(Withdrawal),
    Waiting(Waiting),
    Wait {
        days: i64,
    },
}

/// A right that an operator takes back.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Withdrawal {
    Voucher { voucher: Index },
    Pass { pass: Index },
}

/// An operation on orders. Refunds are in eighths of the price.
#[derive(Debug, Clone)]
pub(crate) enum Purchase {
    Vouchers {
        member: u8,
        quantity: u32,
        holes: Holes,
    },
    Registration {
        member: u8,
        next_year: bool,
    },
    Settle {
        order: Index,
        outcome: PaymentOutcome,
    },
    Refund {
        order: Index,
        kind: RefundKind,
        eighths: u8,
    },
    /// An operator approves that all of it goes back.
    Approve {
        order: Index,
    },
}

/// The one who swaps a player.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Swapper {
    Player,
    Master,
    Anyone(u8),
}

/// A history: in some a member plays on bought vouchers; most members start with a pass, some have more; then random
/// operations.
pub(crate) fn history() -> impl Strategy<Value = Vec<Operation>> {
    let passes: Vec<_> =
        (0..MEMBERS).map(|number| option::weighted(0.8, subscription(Just(number)))).collect();
    let openings = (
        option::weighted(0.3, on_a_waiting_list()),
        option::of(on_vouchers()),
        option::weighted(0.1, on_a_full_day()),
    );
    (openings, passes, vec(rights(), 0..8), vec(operation(), 1..70)).prop_map(
        |((on_a_waiting_list, on_vouchers, on_a_full_day), passes, rights, operations)| {
            let openings = [on_a_waiting_list, on_vouchers, on_a_full_day].into_iter().flatten().flatten();
            let passes = passes.into_iter().flatten();
            openings.chain(passes).chain(rights).chain(operations).collect()
        },
    )
}

/// Two members fill a day that an operator limited, three groups wait for it, a place comes free and is offered. Random
/// operations alone would rarely produce this.
fn on_a_waiting_list() -> impl Strategy<Value = Vec<Operation>> {
    let members = Just((0..MEMBERS).collect::<Vec<_>>()).prop_shuffle();
    let sizes = Just(vec![1, 1, 2]).prop_shuffle();
    // Where an operator leaves fewer places than are held, the offer is outrun.
    let fewer = (any::<Index>(), any::<Index>()).prop_map(|(booking, group)| {
        let change = DayChange::Limit { capacity: 1 };
        let take = Operation::Waiting(Waiting::Take { group, by: None });
        vec![Operation::ChangeDay { booking, change }, take]
    });
    let then = prop_oneof![2 => vec(waiting().prop_map(Operation::Waiting), 1..8), 1 => fewer];
    let busy = option::weighted(0.3, Just(()));
    (members, sizes, 0..3_i64, any::<Index>(), busy, then).prop_map(
        |(members, sizes, day, place, busy, then)| {
            let only = place;
            let pass = |member: &u8| Operation::Subscribe {
                member: *member,
                first: -1,
                days: 60,
                max: 5,
                per_month: None,
                holes: Holes::Nine,
            };
            let book = Operation::Book { players: members[..2].to_vec(), club: 0, day, holes: Holes::Nine };
            let limit = Operation::ChangeDay { booking: only, change: DayChange::Limit { capacity: 2 } };
            let mut others = members[2..].iter().copied();
            let join = sizes.into_iter().map(|size| {
                let players = Some(others.by_ref().take(size).collect());
                let (booking, holes) = (only, Holes::Nine);
                Operation::Waiting(Waiting::Join { booking, players, size, holes, to_join: false })
            });
            let join: Vec<_> = join.collect();
            let free = Operation::Cancel { booking: only, place, by: None };
            let offer = Operation::Waiting(Waiting::Offer { group: only });
            // The member who asked first plays elsewhere when it is their turn.
            let players = vec![members[2]];
            let elsewhere = busy.map(|()| Operation::Book { players, club: 1, day, holes: Holes::Nine });
            let passes = members.iter().map(pass);
            passes
                .chain([book, limit])
                .chain(join)
                .chain(elsewhere)
                .chain([free, offer])
                .chain(then)
                .collect()
        },
    )
}

/// Five members fill a day, and one of them is swapped for the sixth. Random operations alone would rarely produce this.
fn on_a_full_day() -> impl Strategy<Value = Vec<Operation>> {
    let members = Just((0..MEMBERS).collect::<Vec<_>>()).prop_shuffle();
    (members, 0..3_i64, any::<Index>(), any::<Index>()).prop_map(|(members, day, booking, place)| {
        let pass = |member: &u8| Operation::Subscribe {
            member: *member,
            first: -1,
            days: 60,
            max: 5,
            per_month: None,
            holes: Holes::Nine,
        };
        let book =
            |players: &[u8]| Operation::Book { players: players.to_vec(), club: 0, day, holes: Holes::Nine };
        let swap = Operation::Swap { booking, place, by: Swapper::Player, player: Some(members[5]) };
        let rounds = [book(&members[..4]), book(&members[4..5])];
        members.iter().map(pass).chain(rounds).chain([swap]).collect()
    })
}

/// A member whose pass has no rounds books on vouchers, and gets a refund. Random operations alone would rarely produce
/// this.
fn on_vouchers() -> impl Strategy<Value = Vec<Operation>> {
    let rounds = vec(prop_oneof![Just(1_i64), Just(3), Just(5)], 1..=2);
    let refund = (any::<Index>(), 3..=8_u8);
    (member(), 1..=3_u32, rounds, refund).prop_map(|(member, quantity, rounds, (order, eighths))| {
        let pass =
            Operation::Subscribe { member, first: -1, days: 60, max: 0, per_month: None, holes: Holes::Nine };
        let book = |day| Operation::Book { players: vec![member], club: 0, day, holes: Holes::Nine };
        let settle = Purchase::Settle { order, outcome: PaymentOutcome::Paid };
        let refund = Purchase::Refund { order, kind: RefundKind::Refund, eighths };
        [
            pass,
            Operation::Buy(Purchase::Vouchers { member, quantity, holes: Holes::Nine }),
            Operation::Buy(settle),
        ]
        .into_iter()
        .chain(rounds.into_iter().map(book))
        .chain([Operation::Buy(refund)])
        .collect()
    })
}

fn operation() -> impl Strategy<Value = Operation> {
    prop_oneof![
        10 => booking(),
        5 => addition(),
        5 => cancellation(),
        3 => swap(),
        1 => rights(),
        9 => purchase().prop_map(Operation::Buy),
        3 => operators_act(),
        4 => start_time::start_time().prop_map(Operation::StartTime),
        2 => withdrawal().prop_map(Operation::Withdraw),
        4 => waiting().prop_map(Operation::Waiting),
        6 => arrivals::arrival().prop_map(Operation::Arrival),
        1 => (1..=4_i64).prop_map(|days| Operation::Wait { days }),
    ]
}

fn booking() -> impl Strategy<Value = Operation> {
    // Mostly groups that make sense; some with a player twice, or five of them.
    let sensible = select((0..MEMBERS).collect::<Vec<_>>());
    let group = prop_oneof![
        9 => Just((0..MEMBERS).collect::<Vec<_>>()).prop_shuffle().prop_flat_map(|all| {
            (1..=4_usize).prop_map(move |size| all.iter().copied().take(size).collect())
        }),
        1 => vec(sensible, 1..=5),
    ];
    let day = prop_oneof![10 => 0..3_i64, 5 => 0..21_i64, 1 => -2..26_i64];
    let club = prop_oneof![3 => Just(0_usize), 1 => Just(1)];
    (group, club, day, holes()).prop_map(|(players, club, day, holes)| Operation::Book {
        players,
        club,
        day,
        holes,
    })
}

fn addition() -> impl Strategy<Value = Operation> {
    (any::<Index>(), by(), vec(member(), 1..=2)).prop_map(|(booking, by, players)| Operation::Add {
        booking,
        by,
        players,
    })
}

fn cancellation() -> impl Strategy<Value = Operation> {
    prop_oneof![
        3 => (any::<Index>(), any::<Index>(), by())
            .prop_map(|(booking, place, by)| Operation::Cancel { booking, place, by }),
        1 => (any::<Index>(), by()).prop_map(|(booking, by)| Operation::CancelGroup { booking, by }),
        2 => (any::<Index>(), any::<Index>(), by())
            .prop_map(|(booking, place, by)| Operation::Remove { booking, place, by }),
    ]
}

fn swap() -> impl Strategy<Value = Operation> {
    let by = prop_oneof![
        2 => Just(Swapper::Player),
        2 => Just(Swapper::Master),
        1 => member().prop_map(Swapper::Anyone),
    ];
    (any::<Index>(), any::<Index>(), by, option::weighted(0.4, member()))
        .prop_map(|(booking, place, by, player)| Operation::Swap { booking, place, by, player })
}

fn operators_act() -> impl Strategy<Value = Operation> {
    let rights = select(vec![
        RightsChoice::ByRule,
        RightsChoice::Return,
        RightsChoice::Forfeit,
        RightsChoice::Forfeit,
    ]);
    let change = prop_oneof![
        1 => Just(DayChange::Close),
        2 => (0..5_u32).prop_map(|capacity| DayChange::Limit { capacity }),
        2 => Just(DayChange::Reopen),
    ];
    prop_oneof![
        3 => (any::<Index>(), any::<Index>(), rights)
            .prop_map(|(booking, place, rights)| Operation::CancelForPlayer { booking, place, rights }),
        3 => (any::<Index>(), any::<Index>())
            .prop_map(|(booking, place)| Operation::ReturnRight { booking, place }),
        1 => (any::<Index>(), change).prop_map(|(booking, change)| Operation::ChangeDay { booking, change }),
    ]
}

fn withdrawal() -> impl Strategy<Value = Withdrawal> {
    prop_oneof![
        2 => any::<Index>().prop_map(|voucher| Withdrawal::Voucher { voucher }),
        1 => any::<Index>().prop_map(|pass| Withdrawal::Pass { pass }),
    ]
}

fn rights() -> impl Strategy<Value = Operation> {
    let grant = (member(), holes(), -3..40_i64).prop_map(|(member, holes, days)| Operation::Grant {
        member,
        holes,
        days,
    });
    prop_oneof![3 => subscription(member()), 2 => grant]
}

/// Mostly a pass that helps; some that are over, far off, or empty.
fn subscription(member: impl Strategy<Value = u8>) -> impl Strategy<Value = Operation> {
    let first = prop_oneof![3 => -30..1_i64, 1 => -30..40_i64];
    let days = prop_oneof![3 => 30..90_i64, 1 => 0..30_i64];
    let max = prop_oneof![1 => 0..3_u32, 2 => 3..9_u32];
    (member, first, days, max, option::weighted(0.4, 0..5_u32), holes()).prop_map(
        |(member, first, days, max, per_month, holes)| Operation::Subscribe {
            member,
            first,
            days,
            max,
            per_month,
            holes,
        },
    )
}

/// Mostly orders that are paid; some are not paid, or get several outcomes.
fn purchase() -> impl Strategy<Value = Purchase> {
    let outcome = prop_oneof![
        6 => Just(PaymentOutcome::Paid),
        1 => Just(PaymentOutcome::Failed),
        1 => Just(PaymentOutcome::Cancelled),
        1 => Just(PaymentOutcome::Expired),
    ];
    let kind = prop_oneof![3 => Just(RefundKind::Refund), 1 => Just(RefundKind::Chargeback)];
    let vouchers = (member(), 1..=3_u32, holes()).prop_map(|(member, quantity, holes)| Purchase::Vouchers {
        member,
        quantity,
        holes,
    });
    let registration =
        (0..2_u8, any::<bool>()).prop_map(|(member, next_year)| Purchase::Registration { member, next_year });
    prop_oneof![
        3 => vouchers,
        2 => registration,
        5 => (any::<Index>(), outcome).prop_map(|(order, outcome)| Purchase::Settle { order, outcome }),
        3 => (any::<Index>(), kind, 1..=8_u8)
            .prop_map(|(order, kind, eighths)| Purchase::Refund { order, kind, eighths }),
        1 => any::<Index>().prop_map(|order| Purchase::Approve { order }),
    ]
}

fn by() -> impl Strategy<Value = Option<u8>> {
    option::weighted(0.3, member())
}

fn member() -> impl Strategy<Value = u8> {
    0..MEMBERS
}

fn holes() -> impl Strategy<Value = Holes> {
    select(Holes::ALL.to_vec())
}
