//! The names of the commands.

use fairway_events::{Holes, OrderItem, RefundKind};

use crate::commands::*;
use crate::fixtures::{
    booking, club, grant_voucher, member, now, order, place, player, shared, start_subscription, today,
    waiting_group,
};

fn one_of_each() -> [Command; Command::KINDS.len()] {
    let (today, at, by) = (today(), now(), member(1));
    [
        Command::BookRound(BookRound {
            booking: booking(1),
            club: shared(club()),
            play_date: today,
            holes: Holes::Nine,
            master: by,
            players: vec![player(1)],
            today,
            at,
        }),
        Command::AddPlayers(AddPlayers {
            booking: booking(1),
            club: shared(club()),
            play_date: today,
            by,
            players: vec![player(2)],
            today,
            at,
        }),
        Command::CancelPlace(CancelPlace { booking: booking(1), place: place(1), by, today, at }),
        Command::CancelGroup(CancelGroup { booking: booking(1), by, today, at }),
        Command::RemovePlayer(RemovePlayer { booking: booking(1), place: place(2), by, today, at }),
        Command::StartSubscription(start_subscription(1)),
        Command::GrantVoucher(grant_voucher(1, 1, Holes::Nine)),
        Command::PlaceOrder(PlaceOrder {
            order: order(1),
            member: by,
            item: OrderItem::FreeVouchers {
                vouchers: Vec::new(),
                title: "Vrije ronde".to_owned(),
                holes: Holes::Nine,
                validity_days: 365,
                year: 2026,
            },
            amount_cents: 1_250,
            method: "ideal".to_owned(),
            voucher_maximum: 4,
            today,
            at,
        }),
        Command::StartPayment(StartPayment { order: order(1), payment: "tr_1".to_owned(), at }),
        Command::SettleOrder(SettleOrder {
            order: order(1),
            payment: None,
            outcome: PaymentOutcome::Paid,
            day: today,
            at,
        }),
        Command::RecordRefund(RecordRefund {
            order: order(1),
            payment: "tr_1".to_owned(),
            kind: RefundKind::Refund,
            total_cents: 1_250,
            at,
        }),
        Command::CancelForPlayers(CancelForPlayers {
            booking: booking(1),
            places: vec![place(1)],
            rights: RightsChoice::ByRule,
            today,
            at,
        }),
        Command::ReturnForfeitedRight(ReturnForfeitedRight { booking: booking(1), place: place(1) }),
        Command::ChangeDay(ChangeDay {
            club: club().id,
            date: today,
            change: DayChange::Close,
            notice: "Vorst".to_owned(),
            meets: Vec::new(),
            today,
            at,
        }),
        Command::SwapPlayer(SwapPlayer {
            booking: booking(1),
            club: shared(club()),
            play_date: today,
            place: place(1),
            player: player(2),
            by,
            today,
            at,
        }),
        Command::JoinWaitingList(JoinWaitingList {
            group: waiting_group(1),
            club: shared(club()),
            date: today,
            holes: Holes::Nine,
            by,
            players: vec![by],
            today,
            at,
        }),
        Command::LeaveWaitingList(LeaveWaitingList {
            group: waiting_group(1),
            club: club().id,
            date: today,
            by,
            at,
        }),
        Command::DeclineOffer(DeclineOffer { group: waiting_group(1), club: club().id, date: today, by, at }),
        Command::TakeOffer(TakeOffer {
            group: waiting_group(1),
            club: shared(club()),
            date: today,
            booking: booking(1),
            places: [1, 2, 3, 4].map(place),
            by,
            today,
            at,
        }),
        Command::OfferFreePlaces(OfferFreePlaces { club: shared(club()), date: today, today, at }),
    ]
}

#[test]
fn metrics_and_traces_call_each_command_by_its_own_name() {
    for (command, kind) in one_of_each().iter().zip(Command::KINDS) {
        assert_eq!(command.name(), kind);
        assert!(format!("{command:?}").starts_with(&format!("{kind}(")), "{kind}: {command:?}");
    }
}
