//! An operator takes a voucher or a season pass back: while nothing of it is used, once, and for good.

use chrono::Days;
use fairway_events::{StreamId, SubscriptionId};
use proptest::prelude::*;

use super::buying::{order_vouchers, settle, start as start_payment};
use super::*;
use crate::fixtures::{
    Streams, club, club_id, given, grant_voucher, members, start_subscription, subscription, voucher,
};
use crate::{
    CancelForPlayers, ClaimedRound, Membership, NewPlace, PaymentOutcome, RejectionClass,
    ReturnForfeitedRight, RightsChoice, StartSubscription, WithdrawSubscription, WithdrawVoucher, World,
};

const DATE: &str = "2026-11-25";

fn start(number: u128) -> Command {
    Command::StartSubscription(start_subscription(number))
}

fn grant() -> Command {
    Command::GrantVoucher(grant_voucher(1, 1, Holes::Eighteen))
}

/// Voucher `number` is taken back from a member.
fn withdraw_voucher(number: u128, from: u128) -> Command {
    Command::WithdrawVoucher(WithdrawVoucher { member: member(from), voucher: voucher(number) })
}

/// Pass `number` is taken back from a member.
fn withdraw_pass(number: u128, from: u128, today: &str) -> Command {
    let (subscription, today) = (subscription(number), day(today));
    Command::WithdrawSubscription(WithdrawSubscription { member: member(from), subscription, today })
}

fn return_right() -> Command {
    Command::ReturnForfeitedRight(ReturnForfeitedRight { booking: booking(1), place: place(1) })
}

fn cancel_by_operator(rights: RightsChoice, today: &str) -> Command {
    Command::CancelForPlayers(CancelForPlayers {
        booking: booking(1),
        places: vec![place(1)],
        rights,
        today: day(today),
        at: now(),
    })
}

fn refused(decision: Result<Decision, Rejection>) -> (&'static str, RejectionClass) {
    let rejection = decision.expect_err("refused");
    (rejection.code(), rejection.class())
}

/// The ids of member 1's passes.
fn passes(streams: &Streams) -> Vec<SubscriptionId> {
    let loaded = streams.loaded(&[StreamId::Membership(member(1))]);
    let membership = World::get::<Membership>(&loaded, member(1)).expect("at hand");
    membership.rights().passes.iter().map(|pass| pass.id).collect()
}

#[test]
fn an_unused_voucher_is_taken_from_stream_and_member_in_one_decision_and_once() {
    let streams = given([grant()]);
    let withdrawn = outline(streams.when(&withdraw_voucher(1, 1)));
    assert_eq!(withdrawn, ["Voucher: GrantedVoucherWithdrawn", "Membership: VoucherTakenBack"]);
    let streams = streams.and(withdraw_voucher(1, 1));
    assert_eq!(streams.when(&withdraw_voucher(1, 1)), Ok(Decision::default()), "the same request, repeated");
    assert_eq!(refused(streams.when(&book(club(), DATE, 1))).0, "player_no_subscription");
}

#[test]
fn a_data_set_that_is_read_again_returns_nothing_that_was_taken_back() {
    let streams =
        given([grant(), start(1)]).and(withdraw_voucher(1, 1)).and(withdraw_pass(1, 1, "2026-11-20"));
    for again in [grant(), start(1)] {
        assert_eq!(streams.when(&again), Ok(Decision::default()), "{again:?}");
    }
    let another = Command::GrantVoucher(grant_voucher(2, 1, Holes::Eighteen));
    let granted = outline(streams.when(&another));
    assert_eq!(granted, ["Voucher: VoucherGranted", "Membership: VoucherReceived"]);
}

#[test]
fn a_used_or_forfeited_voucher_is_not_taken_back_and_one_that_came_back_is() {
    let used = given([grant()]).and(book(club(), DATE, 1));
    assert_eq!(
        refused(used.when(&withdraw_voucher(1, 1))),
        ("voucher_already_used", RejectionClass::Conflict)
    );
    let returned = given([grant()]).and(book(club(), DATE, 1)).and(cancel(1, 1, "2026-11-24"));
    assert!(returned.when(&withdraw_voucher(1, 1)).is_ok());
    let forfeited = used.and(cancel(1, 1, DATE));
    assert_eq!(refused(forfeited.when(&withdraw_voucher(1, 1))).0, "voucher_already_used");
    assert!(forfeited.and(return_right()).when(&withdraw_voucher(1, 1)).is_ok(), "an operator gave it back");
}

#[test]
fn a_bought_voucher_goes_with_its_money_and_anothers_does_not_exist() {
    let streams = given(members(1)).and(order_vouchers(1, 1)).and(start_payment(1)).and(settle(
        1,
        1_250,
        PaymentOutcome::Paid,
    ));
    assert_eq!(refused(streams.when(&withdraw_voucher(10, 1))), ("voucher_bought", RejectionClass::Conflict));
    let streams = given([grant()]);
    for unknown in [withdraw_voucher(1, 2), withdraw_voucher(2, 1)] {
        assert_eq!(refused(streams.when(&unknown)), ("voucher_not_found", RejectionClass::NotFound));
    }
}

#[test]
fn an_unused_pass_is_taken_back_once() {
    let streams = given([start(1)]);
    let withdraw = withdraw_pass(1, 1, "2026-11-20");
    assert_eq!(outline(streams.when(&withdraw)), ["Membership: SubscriptionWithdrawn"]);
    let streams = streams.and(withdraw.clone());
    assert_eq!(streams.when(&withdraw), Ok(Decision::default()), "the same request, repeated");
    assert_eq!(passes(&streams), []);
    assert_eq!(refused(streams.when(&book(club(), DATE, 1))).0, "player_no_subscription");
    let unknown = ("subscription_not_found", RejectionClass::NotFound);
    for command in [withdraw_pass(2, 1, "2026-11-20"), withdraw_pass(1, 2, "2026-11-20")] {
        assert_eq!(refused(streams.when(&command)), unknown);
    }
}

#[test]
fn of_two_passes_the_other_stays() {
    let other = StartSubscription { subscription: subscription(9), ..start_subscription(1) };
    let streams = given([start(1), Command::StartSubscription(other)]).and(withdraw_pass(1, 1, "2026-11-20"));
    assert_eq!(passes(&streams), [subscription(9)]);
    assert!(streams.when(&book(club(), DATE, 1)).is_ok());
}

#[test]
fn the_rounds_to_come_that_use_a_pass_are_named_by_their_day() {
    let also = |number: u128, date: &str| {
        Command::BookRound(BookRound {
            booking: booking(number),
            players: vec![NewPlace { member: member(1), place: place(number) }],
            ..round(club(), date, 1)
        })
    };
    let streams = given([start(1)]).and(also(1, "2026-11-28")).and(also(2, DATE));
    let named =
        |number, date| ClaimedRound { booking: booking(number), club: club_id(), play_date: day(date) };
    let refused = streams.when(&withdraw_pass(1, 1, DATE)).expect_err("two rounds");
    let rounds = vec![named(2, DATE), named(1, "2026-11-28")];
    assert_eq!(refused, Rejection::SubscriptionClaimed { rounds }, "today's round can still be cancelled");
    let streams = streams.and(cancel(1, 1, "2026-11-24"));
    let one = sentence(streams.when(&withdraw_pass(1, 1, "2026-11-24")));
    assert_eq!(one, "Met dit abonnement is gereserveerd op 25-11-2026: annuleer die ronde eerst.");
}

#[test]
fn a_pass_on_which_a_round_was_played_or_forfeited_stays() {
    let streams = given([start(1)]).and(book(club(), DATE, 1));
    let used = ("subscription_used", RejectionClass::Conflict);
    assert_eq!(refused(streams.when(&withdraw_pass(1, 1, "2026-11-26"))), used, "played");
    // A round to come does not hide the one that was played.
    let streams = streams.and(Command::BookRound(BookRound {
        booking: booking(2),
        players: vec![NewPlace { member: member(1), place: place(2) }],
        ..round(club(), "2026-11-28", 1)
    }));
    assert_eq!(refused(streams.when(&withdraw_pass(1, 1, "2026-11-26"))), used);

    let forfeited = given([start(1)]).and(book(club(), DATE, 1)).and(cancel(1, 1, DATE));
    assert_eq!(refused(forfeited.when(&withdraw_pass(1, 1, DATE))), used, "forfeited");
    let returned = forfeited.and(return_right());
    assert_eq!(
        outline(returned.when(&withdraw_pass(1, 1, "2026-12-01"))),
        ["Membership: SubscriptionWithdrawn"]
    );
    let by_operator =
        given([start(1)]).and(book(club(), DATE, 1)).and(cancel_by_operator(RightsChoice::Return, DATE));
    assert!(by_operator.when(&withdraw_pass(1, 1, DATE)).is_ok(), "an operator cancelled it on the day");
}

/// What happens to member 1, who has a pass and a voucher.
#[derive(Debug, Clone)]
enum Happening {
    /// Booking `number`, so many days from today.
    Book {
        number: u128,
        days: u64,
    },
    /// It is cancelled.
    Cancel {
        number: u128,
    },
    WithdrawPass,
    WithdrawVoucher,
    Wait {
        days: u64,
    },
}

fn happening() -> impl Strategy<Value = Happening> {
    prop_oneof![
        3 => (1..6_u128, 0..14_u64).prop_map(|(number, days)| Happening::Book { number, days }),
        3 => (1..6_u128).prop_map(|number| Happening::Cancel { number }),
        2 => Just(Happening::WithdrawPass),
        2 => Just(Happening::WithdrawVoucher),
        1 => (1..4_u64).prop_map(|days| Happening::Wait { days }),
    ]
}

proptest! {
    /// Whatever happens in between: nothing that was taken back was in use, and it pays no round afterwards.
    #[test]
    fn what_is_taken_back_is_unused_and_stays_so(happenings in proptest::collection::vec(happening(), 1..40)) {
        let pass = StartSubscription { max: 2, ..start_subscription(1) };
        let mut streams = given([Command::StartSubscription(pass), grant()]);
        let mut today = today();
        for happening in happenings {
            let command = match happening {
                Happening::Book { number, days } => Command::BookRound(BookRound {
                    booking: booking(number),
                    players: vec![NewPlace { member: member(1), place: place(number) }],
                    today,
                    ..round(club(), &(today + Days::new(days)).to_string(), 1)
                }),
                Happening::Cancel { number } => Command::CancelPlace(CancelPlace {
                    booking: booking(number),
                    place: place(number),
                    by: member(1),
                    today,
                    at: now(),
                }),
                Happening::WithdrawPass => withdraw_pass(1, 1, &today.to_string()),
                Happening::WithdrawVoucher => withdraw_voucher(1, 1),
                Happening::Wait { days } => {
                    today = today + Days::new(days);
                    continue;
                }
            };
            let before = uses(&streams);
            let Ok(decision) = streams.when(&command) else { continue };
            let names: Vec<&str> =
                decision.events.iter().flat_map(|(_, events)| events).map(Event::name).collect();
            prop_assert!(!names.contains(&"SubscriptionWithdrawn") || before.pass == Some(0), "{:?}", before);
            let takes_voucher = names.contains(&"GrantedVoucherWithdrawn");
            prop_assert!(!takes_voucher || before.voucher == Some(false), "{:?}", before);
            prop_assert_eq!(takes_voucher, names.contains(&"VoucherTakenBack"));
            streams = streams.and(command);
            let after = uses(&streams);
            prop_assert!(before.pass.is_some() || after.pass.is_none(), "a pass came back");
            prop_assert!(before.voucher.is_some() || after.voucher.is_none(), "a voucher came back");
        }
    }
}

/// What is used of the pass and of the voucher; none once it was taken back.
#[derive(Debug)]
struct Uses {
    pass: Option<u32>,
    voucher: Option<bool>,
}

fn uses(streams: &Streams) -> Uses {
    let loaded = streams.loaded(&[StreamId::Membership(member(1))]);
    let rights = World::get::<Membership>(&loaded, member(1)).expect("at hand").rights();
    Uses {
        pass: rights.passes.first().map(|pass| pass.used),
        voucher: rights.vouchers.first().map(|voucher| voucher.used),
    }
}
