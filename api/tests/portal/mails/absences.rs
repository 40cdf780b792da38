//! Mails to a player who did not come, as the club says (docs/domain.md §3.27).

use chrono::{NaiveDate, TimeDelta};
use fairway_command::{Command, RecordAbsence, RecordScan, Scanned, WithdrawAbsence};
use fairway_events::{AbsenceReason, BookingId, ClubId, ClubUserId, PlaceId, Scan, ScanId, ScanMethod};
use uuid::Uuid;

use super::{MailTasks, to};
use crate::support::Portal;

#[tokio::test]
async fn the_player_is_told_of_an_absence_and_of_its_end_and_chooses_whether_by_mail() {
    let portal = Portal::start().await;
    let post = MailTasks::new(&portal);
    let (jan, eva) = (portal.login("jan").await, portal.login("eva").await);
    let id = jan.book("2026-11-28", &["jan", "eva"]).await;
    let hers: Uuid = jan.place_of(&id, "eva").await.parse().expect("an id");
    post.deliver().await;
    portal.clock.advance(TimeDelta::days(9));

    let (club, date) = (ClubId::from("de-es"), NaiveDate::from_ymd_opt(2026, 11, 28).expect("a day"));
    let (at, nobody) = (portal.clock.now(), Uuid::from_u128(1));
    let (scan, by, method) = (ScanId(nobody), ClubUserId(nobody), ScanMethod::Camera);
    let scan = Scan { id: scan, by, at, device_time: at, method };
    let scanned = RecordScan { club: club.clone(), date, scanned: Scanned::Unknown, scan };
    portal.operators_command(Command::RecordScan(scanned)).await;
    let booking: Uuid = sqlx::query_scalar("SELECT booking_id FROM reservations_places WHERE place_id = $1")
        .bind(hers)
        .fetch_one(&portal.pool)
        .await
        .expect("a booking");
    let (place, today) = (PlaceId(hers), portal.clock.today());
    let record = |reason| {
        let (club, booking) = (club.clone(), BookingId(booking));
        Command::RecordAbsence(RecordAbsence { club, date, booking, place, reason, today })
    };
    portal.operators_command(record(AbsenceReason::NoShow)).await;
    let (mails, texts) = post.deliver_with_texts().await;
    assert_eq!(mails, [to("eva", "De club meldt dat je niet kwam")]);
    assert!(texts[0].contains("zaterdag 12 december 2026"), "{}", texts[0]);
    assert!(texts[0].contains("niet verschenen"), "{}", texts[0]);

    portal.operators_command(record(AbsenceReason::NoShow)).await;
    assert_eq!(post.deliver().await, [], "it is known");
    let reason = "Speelde wel".to_owned();
    let withdraw = WithdrawAbsence { club: club.clone(), date, place, reason };
    portal.operators_command(Command::WithdrawAbsence(withdraw)).await;
    assert_eq!(post.deliver().await, [to("eva", "De club trok een melding over je ronde in")]);

    eva.switch_mail("round_changed", false).await;
    portal.operators_command(record(AbsenceReason::Illness)).await;
    assert_eq!(post.deliver().await, []);
}
