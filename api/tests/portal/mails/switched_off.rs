//! Kinds of mails that a member switched off are not queued; what must be told is sent all the same.

use fairway_command::{ChangeDay, Command, DayChange};
use fairway_events::ClubId;
use serde_json::{Value, json};

use super::waiting::offer;
use super::{MailTasks, to};
use crate::purchases::{payment_of, registration};
use crate::support::{Portal, email};

const KINDS: [&str; 5] = ["round_booked", "round_changed", "round_cancelled", "reminder", "waiting_list"];

#[tokio::test]
async fn a_kind_that_is_switched_off_is_not_mailed_while_others_are() {
    let portal = Portal::start().await;
    let post = MailTasks::new(&portal);
    let (jan, eva) = (portal.login("jan").await, portal.login("eva").await);
    let later = || portal.clock.advance(chrono::TimeDelta::minutes(11));
    jan.switch_mail("round_booked", false).await;
    let id = jan.book("2026-11-28", &["jan", "eva", "w1"]).await;
    assert_eq!(post.deliver().await, [to("eva", "Je speelt mee"), to("w1", "Je speelt mee")]);

    later();
    let place = jan.place_of(&id, "w1").await;
    portal.login("w1").await.post(&format!("/api/reservations/{place}/cancel"), &Value::Null).await;
    let left = to("jan", "Een medespeler heeft geannuleerd");
    assert_eq!(post.deliver().await, [left, to("w1", "Geannuleerd")], "another kind");

    later();
    eva.switch_mail("round_cancelled", false).await;
    jan.switch_mail("round_changed", false).await;
    let place = jan.place_of(&id, "eva").await;
    eva.post(&format!("/api/reservations/{place}/cancel"), &Value::Null).await;
    assert_eq!(post.deliver().await, []);
    let rows: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM mail_outbox JOIN members ON members.id = member_id WHERE email = $1",
    )
    .bind(email("jan"))
    .fetch_one(&portal.pool)
    .await
    .expect("a count");
    assert_eq!(rows, 1, "what is not wanted is not queued");

    // From then on only.
    later();
    jan.switch_mail("round_booked", true).await;
    assert_eq!(post.deliver().await, []);
    jan.book("2026-11-29", &["jan"]).await;
    assert_eq!(post.deliver().await.len(), 1);
}

#[tokio::test]
async fn what_the_club_cancelled_and_receipts_are_mailed_whatever_is_switched_off() {
    let portal = Portal::start().await;
    let post = MailTasks::new(&portal);
    let (jan, piet) = (portal.login("jan").await, portal.login("piet").await);
    for kind in KINDS {
        jan.switch_mail(kind, false).await;
        piet.switch_mail(kind, false).await;
    }
    let place = jan.book("2026-11-28", &["jan"]).await;
    portal.caught_up().await;
    let change = Command::ChangeDay(ChangeDay {
        club: ClubId::from("de-es"),
        date: "2026-11-28".parse().expect("a day"),
        change: DayChange::Close,
        notice: "Vorst op de baan".to_owned(),
        meets: vec![portal.booking_of(&place).await],
        today: portal.clock.today(),
        at: portal.clock.now(),
    });
    portal.operators_command(change).await;
    let registered = payment_of(&piet.post("/api/federationregistration/pay", &registration()).await);
    portal.press(&registered, "paid").await;
    portal.send_webhook(&registered).await;
    let receipt = (email("piet"), "Betaling ontvangen: NGF-registratie 2026 (Pas)".to_owned());
    assert_eq!(post.deliver().await, [to("jan", "De club heeft je ronde geannuleerd"), receipt]);
}

#[tokio::test]
async fn of_a_waiting_group_only_who_wants_to_know_is_mailed() {
    let portal = Portal::start().await;
    let post = MailTasks::new(&portal);
    let (eva, jan) = (portal.login("eva").await, portal.login("jan").await);
    let place = eva.fill(&["eva", "w1"]).await;
    let off = json!({"kind": "waiting_list", "mail": false, "push": true});
    assert_eq!(portal.login("w2").await.post("/api/users/me/notifications", &off).await.status, 200);
    post.deliver().await;
    jan.wait_for_day(&["jan", "w2"]).await;
    let recipients = |mails: Vec<(String, String)>| mails.into_iter().map(|(to, _)| to).collect::<Vec<_>>();
    assert_eq!(recipients(post.deliver().await), [email("jan")]);
    portal.clock.advance(chrono::TimeDelta::minutes(11));
    eva.cancel_group(&place).await;
    post.deliver().await;
    offer(&portal).await;
    assert_eq!(recipients(post.deliver().await), [email("jan")]);
}
