//! Mails about what operators and clubs do: everybody concerned learns why, what came back and what can be played instead.

use std::collections::BTreeMap;

use fairway_clock::random;
use fairway_command::{
    ApproveRefund, ChangeDay, Command, DayChange, Outcome, ReturnForfeitedRight, Submission,
    WithdrawSubscription, WithdrawVoucher,
};
use fairway_events::{Actor, BookingId, ClubId, MemberId, OrderId, PlaceId, SubscriptionId, VoucherId};
use serde_json::Value;
use uuid::Uuid;

use super::{MailTasks, to};
use crate::support::{Portal, email};

impl Portal {
    pub(crate) async fn operators_command(&self, command: Command) {
        let submission = Submission {
            command,
            correlation_id: random::new_id(self.clock.now()),
            actor: Actor::Operator("anke".to_owned()),
            metadata: BTreeMap::new(),
            receipt: None,
        };
        let outcome = self.node.app.common.writer.submit(submission).await;
        assert!(matches!(outcome, Ok(Outcome::Accepted { .. })), "{outcome:?}");
        self.caught_up().await;
    }

    pub(crate) async fn booking_of(&self, place: &str) -> BookingId {
        self.caught_up().await;
        let sql = "SELECT booking_id FROM reservations_places WHERE place_id = $1";
        let place: Uuid = place.parse().expect("an id");
        BookingId(sqlx::query_scalar(sql).bind(place).fetch_one(&self.pool).await.expect("a booking"))
    }
}

#[tokio::test]
async fn players_of_a_round_that_the_club_cancels_read_why_and_what_they_can_play_instead() {
    let portal = Portal::start().await;
    let post = MailTasks::new(&portal);
    let jan = portal.login("jan").await;
    let place = jan.book("2026-11-28", &["jan", "eva"]).await;
    portal.caught_up().await;
    post.deliver().await;
    portal.clock.advance(chrono::TimeDelta::minutes(11));
    let booking = portal.booking_of(&place).await;
    let change = Command::ChangeDay(ChangeDay {
        club: ClubId::from("de-es"),
        date: "2026-11-28".parse().expect("a day"),
        change: DayChange::Close,
        notice: "Vorst op de baan".to_owned(),
        meets: vec![booking],
        today: portal.clock.today(),
        at: portal.clock.now(),
    });
    portal.operators_command(change).await;
    let (mails, texts) = post.deliver_with_texts().await;
    let subject = "De club heeft je ronde geannuleerd";
    assert_eq!(mails, [to("eva", subject), to("jan", subject)]);
    for text in &texts {
        assert!(text.contains("De club heeft deze ronde geannuleerd: Vorst op de baan."), "{text}");
        assert!(text.contains("Het kost je niets"), "{text}");
        assert!(text.contains("Nu nog plaats: ") && text.contains("zondag 29 november 2026"), "{text}");
    }
}

#[tokio::test]
async fn a_club_that_cancels_soon_after_the_booking_is_still_the_reason() {
    let portal = Portal::start().await;
    let post = MailTasks::new(&portal);
    let jan = portal.login("jan").await;
    let place = jan.book("2026-11-28", &["jan"]).await;
    portal.caught_up().await;
    post.deliver().await;
    let change = Command::ChangeDay(ChangeDay {
        club: ClubId::from("de-es"),
        date: "2026-11-28".parse().expect("a day"),
        change: DayChange::Close,
        notice: "Vorst".to_owned(),
        meets: vec![portal.booking_of(&place).await],
        today: portal.clock.today(),
        at: portal.clock.now(),
    });
    portal.operators_command(change).await;
    assert_eq!(post.deliver().await, [to("jan", "De club heeft je ronde geannuleerd")]);
}

#[tokio::test]
async fn who_gets_a_forfeited_right_back_reads_it_also_after_the_round() {
    let portal = Portal::start().await;
    let post = MailTasks::new(&portal);
    let jan = portal.login("jan").await;
    let place = jan.book("2026-11-20", &["jan"]).await;
    assert_eq!(jan.post(&format!("/api/reservations/{place}/cancel"), &Value::Null).await.status, 200);
    portal.caught_up().await;
    post.deliver().await;
    portal.clock.advance(chrono::TimeDelta::days(3));
    post.deliver().await;
    let command = Command::ReturnForfeitedRight(ReturnForfeitedRight {
        booking: portal.booking_of(&place).await,
        place: PlaceId(place.parse().expect("an id")),
    });
    portal.operators_command(command).await;
    let (mails, texts) = post.deliver_with_texts().await;
    assert_eq!(mails, [(email("jan"), "Je speelrecht is terug: De Es op 20-11-2026".to_owned())]);
    assert!(texts[0].contains("Je kunt het weer gebruiken"), "{}", texts[0]);
}

#[tokio::test]
async fn who_loses_a_voucher_or_a_pass_to_an_operator_reads_which() {
    let portal = Portal::start().await;
    let post = MailTasks::new(&portal);
    post.deliver().await;
    let (eva, kees) = (portal.member_id("eva").await, portal.member_id("kees").await);
    let only = async |sql: &str, member: Uuid| -> Uuid {
        sqlx::query_scalar(sql).bind(member).fetch_one(&portal.pool).await.expect("one")
    };
    let voucher = VoucherId(only("SELECT voucher_id FROM vouchers WHERE member_id = $1", eva).await);
    let withdraw = Command::WithdrawVoucher(WithdrawVoucher { member: MemberId(eva), voucher });
    portal.operators_command(withdraw.clone()).await;
    let (mails, texts) = post.deliver_with_texts().await;
    assert_eq!(mails, [(email("eva"), "Je voucher is ingetrokken: Zomeractie".to_owned())]);
    assert!(texts[0].contains("Geldig tot en met  31-12-2026"), "{}", texts[0]);

    let subscription = "SELECT subscription_id FROM play_rights_subscriptions WHERE member_id = $1";
    let withdraw_pass = Command::WithdrawSubscription(WithdrawSubscription {
        member: MemberId(kees),
        subscription: SubscriptionId(only(subscription, kees).await),
        today: portal.clock.today(),
    });
    portal.operators_command(withdraw_pass.clone()).await;
    let (mails, texts) = post.deliver_with_texts().await;
    assert_eq!(mails, [(email("kees"), "Je abonnement is ingetrokken: Negen".to_owned())]);
    assert!(texts[0].contains("Tot en met  31-12-2026"), "{}", texts[0]);

    // The same acts again record nothing, and members see neither any more.
    for again in [withdraw, withdraw_pass] {
        portal.operators_command(again).await;
    }
    assert_eq!(post.deliver().await, []);
    assert_eq!(portal.login("eva").await.subscriptions().await["bonus"], serde_json::json!([]));
    assert_eq!(portal.login("kees").await.subscriptions().await["current"], Value::Null);
}

#[tokio::test]
async fn who_gets_their_money_back_from_an_operator_reads_how_much_and_that_the_vouchers_are_gone() {
    let portal = Portal::start().await;
    let post = MailTasks::new(&portal);
    let jan = portal.login("jan").await;
    let payment = jan.order(2).await;
    portal.press(&payment, "paid").await;
    portal.send_webhook(&payment).await;
    portal.caught_up().await;
    post.deliver().await;
    let sql = "SELECT order_id FROM orders WHERE payment_id = $1";
    let order: Uuid = sqlx::query_scalar(sql).bind(&payment).fetch_one(&portal.pool).await.expect("an order");
    let approve = ApproveRefund { order: OrderId(order), at: portal.clock.now() };
    portal.operators_command(Command::ApproveRefund(approve)).await;
    let (mails, texts) = post.deliver_with_texts().await;
    let subject = "Je betaling komt terug: 2 vrije vouchers voor 9 holes";
    assert_eq!(mails, [(email("jan"), subject.to_owned())]);
    let text = texts[0].split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "De vouchers die je kocht, zijn ingetrokken",
        "Betaald op 20-11-2026",
        &format!("Bestelnummer {}", OrderId(order).number()),
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}
