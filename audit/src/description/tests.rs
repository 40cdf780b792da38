//! The sentences on what an operator takes back or has paid back.

use chrono::DateTime;
use fairway_events::{MemberId, OrderId, SubscriptionId, VoucherId};
use uuid::Uuid;

use super::*;

fn sentence(event: impl Into<Event>) -> String {
    let description = describe(&event.into(), &Names::default());
    assert_eq!(description.effect, Effect::Loss);
    description.in_one_line()
}

#[test]
fn a_start_time_is_told_with_who_agreed_it_or_took_it_away() {
    let (booking, by) = (fairway_events::BookingId(Uuid::from_u128(10)), MemberId(Uuid::from_u128(1)));
    let told = |start_time: Option<&str>| {
        let start_time = start_time.map(|time| time.parse().expect("a time"));
        let event =
            ReservationEvent::StartTimeAgreed { booking, start_time, by, agreed_at: DateTime::UNIX_EPOCH };
        describe(&event.into(), &Names::default()).in_one_line()
    };
    assert_eq!(told(Some("10:40")), "erased member …0001 wrote down that the group starts at 10:40");
    assert_eq!(told(None), "erased member …0001 took the start time of the group away");
}

#[test]
fn what_an_operator_takes_back_or_has_paid_back_is_told_as_their_act() {
    let id = Uuid::from_u128(7);
    let member = MemberId(Uuid::from_u128(1));
    assert_eq!(
        sentence(VoucherEvent::GrantedVoucherWithdrawn { voucher: VoucherId(id), member }),
        format!("voucher {id} is withdrawn: an operator took it back")
    );
    assert_eq!(
        sentence(MembershipEvent::SubscriptionWithdrawn { member, subscription: SubscriptionId(id) }),
        format!("erased member …0001 does not have pass {id} any more: an operator withdrew it (pass {id})")
    );
    let approved = OrderEvent::RefundApproved {
        order: OrderId(id),
        member,
        payment: "tr_1".to_owned(),
        amount_cents: 2_500,
        approved_at: DateTime::UNIX_EPOCH,
    };
    assert_eq!(
        sentence(approved),
        format!("€ 25.00 of order {id} is to be paid back from payment tr_1: an operator approved it")
    );
}
