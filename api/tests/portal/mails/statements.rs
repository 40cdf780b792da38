//! Mails to a club about what it is owed (docs/domain.md §3.30, §3.31).

use chrono::{NaiveDate, TimeDelta};
use fairway_command::{CloseMonth, Command, DisputeLine, EndDispute, SetTariff};
use fairway_events::{
    ClubId, DisputeId, DisputeOutcome, LineSum, Month, MonthAmounts, TariffPrices, VatRegime, VatSum,
};
use uuid::Uuid;

use super::MailTasks;
use crate::support::Portal;

impl Portal {
    /// Of De Es a manager and a treasurer, the desk, one who is disabled and one who chose no password yet; and a manager
    /// of another club.
    async fn add_people_of_clubs(&self) {
        sqlx::query(
            "INSERT INTO club_accounts (id, club_id, email, name, role, password_hash, created_at, disabled_at)
             SELECT gen_random_uuid(), club, name || '@club.example', name, role, hash, $1,
                 CASE WHEN is_disabled THEN $1 END
             FROM (VALUES
                 ('de-es', 'mia', 'manager', 'x', false), ('de-es', 'teun', 'treasurer', 'x', false),
                 ('de-es', 'bo', 'desk', 'x', false), ('de-es', 'oud', 'manager', 'x', true),
                 ('de-es', 'nieuw', 'treasurer', NULL, false), ('klein', 'ver', 'manager', 'x', false)
             ) AS people (club, name, role, hash, is_disabled)",
        )
        .bind(self.clock.now())
        .execute(&self.pool)
        .await
        .expect("accounts");
    }

    /// A dispute of a day at De Es that ends in this way.
    async fn dispute(&self, id: u128, date: NaiveDate, outcome: DisputeOutcome, adjustment: i64) {
        let (club, dispute) = (ClubId::from("de-es"), DisputeId(Uuid::from_u128(id)));
        let line = DisputeLine {
            club: club.clone(),
            dispute,
            month: Month::of(date),
            date,
            place: None,
            reason: "Er ontbreekt een ronde".to_owned(),
            today: self.clock.today(),
        };
        self.operators_command(Command::DisputeLine(line)).await;
        let reason = "De ronde is gevonden".to_owned();
        let end = EndDispute { club, dispute, outcome, adjustment, reason };
        self.operators_command(Command::EndDispute(end)).await;
    }

    async fn look_at_all_events_again(&self) {
        sqlx::query("UPDATE projections SET position = 0 WHERE name = 'mail'")
            .execute(&self.pool)
            .await
            .expect("the checkpoint");
    }
}

fn to_both(subject: &str) -> [(String, String); 2] {
    ["mia", "teun"].map(|name| (format!("{name}@club.example"), subject.to_owned()))
}

#[tokio::test]
async fn managers_and_treasurers_are_told_once_of_a_closed_month_and_a_decided_dispute() {
    let portal = Portal::start().await;
    let post = MailTasks::new(&portal);
    portal.add_people_of_clubs().await;
    let (club, regime) = (ClubId::from("de-es"), VatRegime::High);
    let date = NaiveDate::from_ymd_opt(2026, 10, 10).expect("a day");
    let (month, today) = (Month::of(date), portal.clock.today());
    let prices =
        TariffPrices { weekday_9: 2_000, weekday_18: 3_500, weekend_9: 2_500, weekend_18: 4_500, absence: 0 };
    let tariff = SetTariff { club: club.clone(), from: month.first_day(), prices, vat: regime };
    portal.operators_command(Command::SetTariff(tariff)).await;
    assert_eq!(post.deliver().await, []);

    let amounts = MonthAmounts {
        arrivals: LineSum { count: 2, net: 5_000 },
        vat: vec![VatSum { regime, net: 5_000, vat: 1_050 }],
        ..MonthAmounts::default()
    };
    let (as_of, lines_hash, invoice) = (portal.events().await, "a".to_owned(), None);
    let close = CloseMonth { club, month, today, as_of, seen: 1, amounts, lines_hash, invoice };
    portal.operators_command(Command::CloseMonth(close)).await;
    let (mails, texts) = post.deliver_with_texts().await;
    assert_eq!(mails, to_both("Afrekening oktober 2026"));
    for words in ["€\u{a0}60,50 inclusief btw", "dinsdag 19 januari 2027", "/club/statements/2026-10"] {
        assert!(texts.iter().all(|text| text.contains(words)), "{words}: {texts:?}");
    }

    portal.dispute(1, date, DisputeOutcome::Accepted, 2_000).await;
    let (mails, texts) = post.deliver_with_texts().await;
    assert_eq!(mails, to_both("Bezwaar toegekend: De Es op 10-10-2026"));
    for words in ["€\u{a0}20,00 exclusief btw bij", "De ronde is gevonden", "/club/statements/2026-10"] {
        assert!(texts.iter().all(|text| text.contains(words)), "{words}: {texts:?}");
    }
    portal.dispute(2, date, DisputeOutcome::Refused, 0).await;
    assert_eq!(post.deliver().await, to_both("Bezwaar afgewezen: De Es op 10-10-2026"));
    portal.dispute(3, date, DisputeOutcome::Withdrawn, 0).await;
    assert_eq!(post.deliver().await, [], "it is the club's own act");

    portal.look_at_all_events_again().await;
    assert_eq!(post.deliver().await, [], "it is told");
    // Also when the outbox knows it no longer.
    sqlx::query("DELETE FROM mail_outbox").execute(&portal.pool).await.expect("no mails");
    portal.clock.advance(TimeDelta::days(31));
    portal.look_at_all_events_again().await;
    assert_eq!(post.deliver().await, [], "it is old");
}
