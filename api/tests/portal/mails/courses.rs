//! Mails and members' screens about how a club's course is today (docs/domain.md §3.26).

use fairway_command::{Command, ReportCourseState};
use fairway_events::{ClubId, CourseStatus};
use serde_json::json;

use super::{MailTasks, to};
use crate::support::Portal;

impl Portal {
    async fn report_course(&self, status: CourseStatus) {
        let today = self.clock.today();
        let report = ReportCourseState {
            club: ClubId::from("de-es"),
            date: today,
            status,
            winter_greens: false,
            no_carts: false,
            note: String::new(),
            today,
        };
        self.operators_command(Command::ReportCourseState(report)).await;
    }
}

#[tokio::test]
async fn who_plays_there_today_or_tomorrow_is_told_once_and_nobody_of_a_plain_course() {
    let portal = Portal::start().await;
    let post = MailTasks::new(&portal);
    let jan = portal.login("jan").await;
    let today = jan.book("2026-11-20", &["jan", "eva"]).await;
    jan.book("2026-11-21", &["jan", "w1"]).await;
    portal.login("w2").await.book("2026-11-22", &["w2"]).await;
    post.deliver().await;
    portal.clock.advance(chrono::TimeDelta::minutes(11));

    portal.report_course(CourseStatus::Open).await;
    assert_eq!(post.deliver().await, [], "the course is as always");
    let closed = "De baan is gesloten";
    portal.report_course(CourseStatus::Closed).await;
    let (mails, texts) = post.deliver_with_texts().await;
    assert_eq!(mails, [to("eva", closed), to("jan", closed), to("w1", closed)].map(of_today));
    assert!(texts[0].contains("Je reservering is niet geannuleerd."), "{}", texts[0]);
    assert!(texts[2].contains("Je speelt hier morgen"), "{}", texts[2]);
    let round = jan.get(&format!("/api/reservations/{today}")).await.body["data"].clone();
    assert_eq!(round["course_state"]["status"], "closed");
    let club = jan.get("/api/golfclubs/de-es").await.body["data"].clone();
    assert_eq!(club["course_state"], round["course_state"]);

    portal.report_course(CourseStatus::Closed).await;
    assert_eq!(post.deliver().await, [], "it is known");
    let off = json!({"kind": "round_changed", "mail": false, "push": true});
    assert_eq!(jan.post("/api/users/me/notifications", &off).await.status, 200);
    portal.report_course(CourseStatus::Open).await;
    let open = "De baan is weer open";
    assert_eq!(post.deliver().await, [to("eva", open), to("w1", open)].map(of_today));
    let clubs = jan.get("/api/golfclubs/info").await;
    let shown = clubs.data().iter().filter(|club| !club["course_state"].is_null()).count();
    assert_eq!(shown, 0, "a plain course has nothing to say");
}

/// The subject has the day of the report, also for who plays tomorrow.
fn of_today((address, subject): (String, String)) -> (String, String) {
    let (start, _) = subject.rsplit_once(" op ").expect("a day");
    (address, format!("{start} op 20-11-2026"))
}
