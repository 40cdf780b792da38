//! Lost commands that were acknowledged to a group, and the outcome for each of its players.

use std::path::PathBuf;

use chrono::TimeDelta;
use fairway_api::config::Config;
use fairway_api::programs::book_again::{BookAgain, LostItem, Outcome, Report, read};
use fairway_api::services::{acknowledged, writer};
use fairway_audit::permanent_text::PermanentText;
use fairway_events::MemberId;
use fairway_members::erasure::member_rounds;
use fairway_store::operator_actions::OperatorAct;
use serde_json::json;

use super::{json as lines, mails, salvage};
use crate::support::{Portal, email, round};

/// A portal whose node logs what it acknowledges, and whose database is then set back.
struct Loss {
    portal: Portal,
    record: PathBuf,
    _data: tempfile::TempDir,
    last_position: i64,
}

impl Loss {
    /// Everything from here on will be lost.
    async fn begin(portal: Portal, data: tempfile::TempDir) -> Self {
        let last_position = portal.events().await;
        Self { portal, record: acknowledged::folder(data.path()), _data: data, last_position }
    }

    /// Sets the database back, and lists what is missing.
    async fn happen(&mut self) -> Vec<LostItem> {
        let recording = self.portal.node.recording.take().expect("a record");
        let last_position = self.last_position;
        let pool = self.portal.pool.clone();
        // A disk that hangs is not part of this test.
        tokio::task::spawn_blocking(move || recording.finish(std::time::Duration::from_secs(60)))
            .await
            .expect("written");
        for statement in [
            "ALTER TABLE events DISABLE TRIGGER USER".to_owned(),
            format!("DELETE FROM events WHERE position > {last_position}"),
            "ALTER TABLE events ENABLE TRIGGER USER".to_owned(),
            format!(
                "UPDATE journal_head SET position = {last_position},
                 stamp = coalesce((SELECT append_stamp FROM events WHERE position = {last_position}), stamp)"
            ),
        ] {
            sqlx::query(&statement).execute(&pool).await.expect("set back");
        }
        self.lost().await
    }

    async fn lost(&self) -> Vec<LostItem> {
        read(&lines(&salvage(&self.portal.pool, None, Some(&self.record)).await)).expect("readable")
    }

    async fn book_again(&self, lost: &[LostItem], rehearse: bool) -> Report {
        let (pool, clock) = (self.portal.pool.clone(), self.portal.clock.clone());
        let (writer, _task) = writer::start(&pool, &clock);
        let config = Config::from_lookup(|_| None).expect("the defaults");
        let by = OperatorAct {
            operator: "Eva Bos".to_owned(),
            operator_id: None,
            reason: PermanentText::stored("storing".to_owned()),
        };
        let again = BookAgain::new(&config, pool, clock, writer).expect("a run");
        again.restore_lost_bookings(lost, &by, rehearse).await.expect("done")
    }

    /// A member cancels their upcoming rounds. Not over HTTP: the read models still show the lost events.
    async fn cancels_upcoming(&self, name: &str) {
        let id: uuid::Uuid = sqlx::query_scalar("SELECT id FROM members WHERE email = $1")
            .bind(email(name))
            .fetch_one(&self.portal.pool)
            .await
            .expect("the member");
        let (app, member) = (&self.portal.node.app, MemberId(id));
        let to_come = member_rounds::upcoming(&app.common.journal, member, self.portal.clock.today())
            .await
            .expect("rounds");
        let by = OperatorAct {
            operator: "Eva Bos".to_owned(),
            operator_id: None,
            reason: PermanentText::stored("belde".to_owned()),
        };
        member_rounds::cancel(&app.common.writer, &self.portal.clock, member, &by, &to_come)
            .await
            .expect("cancelled");
    }

    /// The number of rounds that a member plays according to the journal: claims without a release.
    async fn plays(&self, name: &str) -> i64 {
        sqlx::query_scalar(
            "SELECT count(*) FILTER (WHERE event_type = 'PlayRightClaimed')
                 - count(*) FILTER (WHERE event_type IN ('PlayRightReleased', 'PlayRightForfeited'))
             FROM events JOIN members ON aggregate_id = members.id::text
             WHERE aggregate_type = 'Membership' AND email = $1 AND position > $2",
        )
        .bind(email(name))
        .bind(self.last_position)
        .fetch_one(&self.portal.pool)
        .await
        .expect("a count")
    }
}

fn outcomes(report: &Report) -> Vec<(&str, String)> {
    report.lines.iter().map(|line| (line.name.as_str(), line.outcome.to_string())).collect()
}

#[tokio::test]
async fn a_group_is_booked_again_without_unavailable_co_players_but_never_without_its_master() {
    let (portal, data) = Portal::recording().await;
    let mut loss = Loss::begin(portal, data).await;
    let portal = &loss.portal;
    portal.login("jan").await.book("2026-11-28", &["jan", "eva", "w1"]).await;
    portal.login("w2").await.book("2026-11-28", &["w2", "w3"]).await;
    let lost = loss.happen().await;
    assert_eq!(lost.len(), 2);
    // Eva and w2 now play at another club that day.
    let portal = &loss.portal;
    for name in ["eva", "w2"] {
        let mut elsewhere = round("2026-11-28", &[name]);
        elsewhere["golfclub"] = json!("dicht");
        let booked = portal.login(name).await.post("/api/reservations", &elsewhere).await;
        assert_eq!(booked.status, 200, "{}", booked.body);
    }
    let rehearsed = loss.book_again(&lost, true).await;
    assert!(mails(&loss.portal.pool).await.is_empty() && loss.plays("jan").await == 0);
    let report = loss.book_again(&lost, false).await;
    assert_eq!(outcomes(&rehearsed), outcomes(&report), "the rehearsal tells what is done");
    assert_eq!(
        outcomes(&report),
        [
            ("Eva Smit", "not possible (Eva heeft op deze datum al een reservering); written to".to_owned()),
            ("Jan de Vries", "booked again".to_owned()),
            ("Wim1 Wacht", "booked again".to_owned()),
            (
                "Wim2 Wacht",
                "not possible (Wim2 heeft op deze datum al een reservering); written to".to_owned()
            ),
            (
                "Wim3 Wacht",
                "not possible (Een medespeler heeft op deze datum al een reservering); written to".to_owned()
            ),
        ]
        .map(|(name, outcome)| (name, outcome))
    );
    assert_eq!((loss.plays("jan").await, loss.plays("w1").await, loss.plays("w3").await), (1, 1, 0));
    let subject = "Je reservering is verloren gegaan: De Es op 28-11-2026";
    assert!(
        mails(&loss.portal.pool).await.contains(&(email("w3"), subject.to_owned())),
        "{:?}",
        mails(&loss.portal.pool).await
    );
    let position = loss.portal.events().await;
    let twice = loss.book_again(&lost, false).await;
    assert_eq!((loss.portal.events().await, mails(&loss.portal.pool).await.len()), (position, 3));
    assert_eq!(twice.count(|outcome| matches!(outcome, Outcome::Refused { mailed: true, .. })), 0, "{twice}");
}

#[tokio::test]
async fn members_who_rebooked_or_were_erased_are_skipped_and_orders_are_left_to_an_operator() {
    let (portal, data) = Portal::recording().await;
    let mut loss = Loss::begin(portal, data).await;
    let portal = &loss.portal;
    let (jan, eva) = (portal.login("jan").await, portal.login("eva").await);
    jan.book("2026-11-28", &["jan", "w1"]).await;
    eva.book("2026-11-28", &["eva"]).await;
    let gone = portal.login("w2").await.book("2026-11-28", &["w2"]).await;
    portal.login("w2").await.post(&format!("/api/reservations/{gone}/cancel"), &json!({})).await;
    portal.login("w3").await.book("2026-11-28", &["w3", "w4"]).await;
    jan.order(1).await;
    let lost = loss.happen().await;
    let portal = &loss.portal;
    // Jan books again, alone; Eva books and cancels; w3 is erased.
    portal.login("jan").await.book("2026-11-28", &["jan"]).await;
    portal.clock.advance(TimeDelta::minutes(1));
    portal.login("eva").await.book("2026-11-28", &["eva"]).await;
    portal.clock.advance(TimeDelta::minutes(1));
    loss.cancels_upcoming("eva").await;
    let portal = &loss.portal;
    sqlx::query("DELETE FROM members WHERE email = $1")
        .bind(email("w3"))
        .execute(&portal.pool)
        .await
        .expect("erased");
    let report = loss.book_again(&lost, false).await;
    let outcomes = outcomes(&report);
    let outcome = |name: &str| {
        let found = outcomes.iter().find(|(member, _)| *member == name);
        found.map(|(_, outcome)| outcome.as_str()).unwrap_or_default()
    };
    assert_eq!(outcome("Jan de Vries"), "nothing to do: has booked it again");
    assert_eq!(outcome("Eva Smit"), "nothing to do: booked it again and gave it up since");
    assert_eq!(outcome("verwijderd lid"), "left to you: was erased");
    assert!(
        outcome("Wim1 Wacht").contains("De groepsleider heeft intussen zelf opnieuw gereserveerd"),
        "{outcomes:?}"
    );
    assert!(outcome("Wim4 Wacht").contains("De groepsleider is geen lid meer"), "{outcomes:?}");
    assert_eq!(report.nothing.len(), 1, "w2 had cancelled: {report}");
    assert!(report.others.len() == 1 && report.others[0].contains("ordered 1 voucher"), "{report}");
    let mailed: Vec<String> = mails(&loss.portal.pool).await.into_iter().map(|(to, _)| to).collect();
    assert_eq!(mailed, [email("w1"), email("w4")]);
}

#[tokio::test]
async fn a_cancellation_is_repeated_before_the_day_and_asked_about_on_it() {
    let (portal, data) = Portal::recording().await;
    let (jan, w1) = (portal.login("jan").await, portal.login("w1").await);
    let group = jan.book("2026-11-28", &["jan", "eva"]).await;
    let tomorrow = w1.book("2026-11-21", &["w1"]).await;
    let mut loss = Loss::begin(portal, data).await;
    let portal = &loss.portal;
    let (jan, w1) = (portal.login("jan").await, portal.login("w1").await);
    for (member, path) in [
        (&jan, format!("/api/reservations/{group}/group/cancel")),
        (&w1, format!("/api/reservations/{tomorrow}/cancel")),
    ] {
        let done = member.post(&path, &json!({})).await;
        assert_eq!(done.status, 200, "{path}: {}", done.body);
    }
    let lost = loss.happen().await;
    // It is noticed on the next day only, on which w1 would play.
    loss.portal.clock.advance(TimeDelta::days(1));
    let report = loss.book_again(&lost, false).await;
    assert_eq!(
        outcomes(&report),
        [
            ("Eva Smit", "cancelled again".to_owned()),
            ("Jan de Vries", "cancelled again".to_owned()),
            (
                "Wim1 Wacht",
                "not possible (cancelling on the day itself would cost the right); written to".to_owned()
            ),
        ]
    );
    assert_eq!((loss.plays("jan").await, loss.plays("eva").await, loss.plays("w1").await), (-1, -1, 0));
    let mailed = mails(&loss.portal.pool).await;
    assert_eq!(mailed, [(email("w1"), "Je annulering is verloren gegaan: De Es op 21-11-2026".to_owned())]);
    // And on the day after that only an operator can help.
    loss.portal.clock.advance(TimeDelta::days(1));
    let late = loss.book_again(&lost, false).await;
    assert_eq!(late.count(|outcome| matches!(outcome, Outcome::Left(_))), 1, "{late}");
}

#[tokio::test]
async fn a_lost_swap_is_carried_out_again() {
    let (portal, data) = Portal::recording().await;
    let id = portal.login("jan").await.book("2026-11-28", &["jan", "eva"]).await;
    let mut loss = Loss::begin(portal, data).await;
    let eva = loss.portal.login("eva").await;
    let hers = eva.place_of(&id, "eva").await;
    let path = format!("/api/reservations/{hers}/player/swap");
    assert_eq!(eva.post(&path, &json!({ "email": email("w1") })).await.status, 200);
    let lost = loss.happen().await;
    let report = loss.book_again(&lost, false).await;
    assert_eq!(
        outcomes(&report),
        [("Eva Smit", "cancelled again".to_owned()), ("Wim1 Wacht", "booked again".to_owned())]
    );
    assert_eq!((loss.plays("eva").await, loss.plays("w1").await), (-1, 1));
    let again = loss.book_again(&lost, false).await;
    assert_eq!(again.nothing.len(), 1, "{again}");
}

#[test]
fn other_input_than_the_tools_output_is_refused_with_its_line() {
    let fails = |text: &str, words: &str| {
        let error = format!("{:#}", read(text).expect_err("refused"));
        assert!(error.contains(words), "{error}");
    };
    fails("\nno JSON\n", "line 2 is not output of `replay-tool salvage --json`");
    fails(r#"{"kind":"booking","id":"x","promises":[]}"#, "x is no id of a booking");
    let id = "01a211b8-9f82-703b-9185-0a6cb83f2043";
    fails(&format!(r#"{{"kind":"booking","id":"{id}","promises":[]}}"#), "is without its events");
    assert!(read("").expect("nothing is lost").is_empty());
}
