//! Operators' actions for a member outside the journal: they are recorded, and a closed account is closed everywhere.

use chrono::TimeDelta;
use fairway_api::config::Config;
use fairway_api::programs::disable;
use fairway_api::services::writer;
use fairway_audit::permanent_text::PermanentText;
use fairway_members::erasure::{EraseRequest, Eraser};
use fairway_store::operator_actions::OperatorAct;
use serde_json::{Value, json};

use crate::process::fairway;
use crate::support::{PASSWORD, Portal, email, round};

fn by(reason: &str) -> OperatorAct {
    OperatorAct {
        operator: "Anke de Boer".to_owned(),
        operator_id: None,
        reason: PermanentText::stored(reason.to_owned()),
    }
}

async fn disable(portal: &Portal, name: &str, reason: &str, cancel_upcoming: bool) -> anyhow::Result<usize> {
    let (writer, _task) = writer::start(&portal.pool, &portal.clock);
    let by = by(reason);
    let rounds =
        disable::disable(&portal.pool, &portal.clock, &writer, &email(name), &by, cancel_upcoming).await?;
    Ok(rounds.len())
}

/// Operator, reason, action and subject of the records about a member.
async fn record(portal: &Portal, name: &str) -> Vec<(String, String, String, String)> {
    sqlx::query_as(
        "SELECT operator, reason, action, subject FROM operator_actions
         WHERE member_id = (SELECT id FROM members WHERE email = $1) ORDER BY at, id",
    )
    .bind(email(name))
    .fetch_all(&portal.pool)
    .await
    .expect("the record")
}

fn line(reason: &str, action: &str, subject: &str) -> (String, String, String, String) {
    ("Anke de Boer".to_owned(), reason.to_owned(), action.to_owned(), subject.to_owned())
}

#[tokio::test]
async fn an_operators_profile_changes_are_recorded_by_field_without_values() {
    let portal = Portal::start().await;
    let (jan, operator) = (portal.login("jan").await, portal.impersonate("jan").await);
    let save = "/api/users/me/profile";
    assert_eq!(jan.post(save, &json!({"city": "Zutphen"})).await.status, 200);
    assert_eq!(record(&portal, "jan").await, [], "the member's own changes are theirs");

    let change = json!({"city": "Deventer", "street": "Brinkgreverweg", "initials": null});
    assert_eq!(operator.post(save, &change).await.status, 200);
    let expected = line("melding 4711", "change profile", "initials, street, city");
    assert_eq!(record(&portal, "jan").await, std::slice::from_ref(&expected));
    assert_eq!(operator.post(save, &change).await.status, 200);
    assert_eq!(operator.post(save, &json!({"postcode": "nergens"})).await.status, 422);
    assert_eq!(record(&portal, "jan").await, [expected], "nothing changed, nothing recorded");

    let values: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM operator_actions AS act WHERE to_jsonb(act)::text ~* 'Deventer|Brinkgreverweg'",
    )
    .fetch_one(&portal.pool)
    .await
    .expect("a count");
    assert_eq!(values, 0);
    let erased = sqlx::query("DELETE FROM operator_actions").execute(&portal.pool).await;
    assert!(erased.is_err(), "the record is append-only");
}

#[tokio::test]
async fn a_disabled_member_is_unknown_everywhere() {
    let portal = Portal::start().await;
    let (jan, eva) = (portal.login("jan").await, portal.login("eva").await);
    jan.book("2026-11-28", &["jan", "eva"]).await;
    let historic = jan.get("/api/reservations/players/historic").await;
    assert_eq!(historic.data().len(), 1, "Eva, who is held in memory now");
    assert_eq!(disable(&portal, "eva", "melding 12", false).await.expect("disabled"), 1);

    assert_eq!(eva.get("/api/users/me").await.status, 401, "open sessions are over");
    let (hers, nobodys) =
        (portal.try_login(&email("eva"), PASSWORD).await, portal.try_login(&email("nobody"), PASSWORD).await);
    let wrong = portal.try_login(&email("jan"), "wrong").await;
    assert_eq!((hers.status, &hers.body, &hers.body), (401, &nobodys.body, &wrong.body));

    let check = jan.post("/api/reservations/players/check", &json!({"email": email("eva")})).await;
    assert_eq!(check.body["found"], false);
    let sentence = "eva@test.example niet gevonden";
    jan.post("/api/reservations", &round("2026-11-29", &["jan", "eva"])).await.fails(422, sentence);
    let own = jan.book("2026-11-29", &["jan"]).await;
    let add = format!("/api/reservations/{own}/player/add");
    jan.post(&add, &json!({"players": [email("eva")]})).await.fails(422, sentence);
    assert_eq!(jan.get("/api/reservations/players/historic").await.data().len(), 0);
    assert!(jan.upcoming().await[0]["players"].as_array().is_some_and(|players| players.len() == 2));
    assert_eq!(jan.upcoming().await[0]["players"][1]["status"], "actief", "her round stands");

    let again = disable(&portal, "eva", "melding 12", false).await.expect_err("a second time").to_string();
    assert!(again.contains("is disabled already"), "{again}");
    portal.clock.advance(TimeDelta::minutes(1));
    disable::enable(&portal.pool, &portal.clock, &email("eva"), &by("opgelost")).await.expect("enabled");
    assert_eq!(eva.get("/api/users/me").await.status, 401, "what ended stays so");
    assert_eq!(portal.login("eva").await.get("/api/users/me").await.status, 200);
    assert_eq!(jan.get("/api/reservations/players/historic").await.data().len(), 1);
    assert_eq!(
        record(&portal, "eva").await,
        [line("melding 12", "disable", "account"), line("opgelost", "enable", "account")]
    );
    let twice = disable::enable(&portal.pool, &portal.clock, &email("eva"), &by("opgelost")).await;
    assert!(twice.expect_err("open").to_string().contains("is not disabled"));
}

#[tokio::test]
async fn an_operator_can_cancel_the_rounds_of_a_disabled_member() {
    let portal = Portal::start().await;
    let (jan, eva) = (portal.login("jan").await, portal.login("eva").await);
    eva.book("2026-11-28", &["eva", "jan"]).await;
    for (who, reason, words) in
        [("nobody", "verzoek", "there is no member"), ("eva", "Smit belde", "must not name the member")]
    {
        let refused = disable(&portal, who, reason, true).await.expect_err("refused").to_string();
        assert!(refused.contains(words), "{refused}");
    }
    assert_eq!(record(&portal, "eva").await, []);
    assert_eq!(disable(&portal, "eva", "verzoek van smitshoek", true).await.expect("disabled"), 1);
    portal.caught_up().await;
    let round = jan.upcoming().await.remove(0);
    let players: Vec<&Value> = round["players"].as_array().expect("players").iter().collect();
    let status = |name: &str| {
        players.iter().find(|player| player["email"] == email(name)).map(|player| &player["status"])
    };
    assert_eq!((status("eva"), status("jan")), (Some(&json!("geannuleerd")), Some(&json!("actief"))));
    assert_eq!(round["is_group_master"], true);
}

#[tokio::test]
async fn remaining_rounds_are_cancelled_when_the_command_is_repeated() {
    let portal = Portal::start().await;
    let (jan, eva) = (portal.login("jan").await, portal.login("eva").await);
    jan.book("2026-11-28", &["jan", "eva"]).await;
    eva.book("2026-11-29", &["eva"]).await;
    assert_eq!(disable(&portal, "eva", "melding 12", false).await.expect("disabled"), 2);
    assert_eq!(disable(&portal, "eva", "toch wel", true).await.expect("the rounds"), 2);
    let again = disable(&portal, "eva", "nog eens", true).await.expect_err("nothing is left").to_string();
    assert!(again.contains("is disabled already"), "{again}");
    portal.caught_up().await;
    assert_eq!(jan.upcoming().await[0]["players"].as_array().map(Vec::len), Some(2), "one of them cancelled");
    assert_eq!(
        record(&portal, "eva").await,
        [line("melding 12", "disable", "account")],
        "the rest are events"
    );
}

#[tokio::test]
async fn news_that_an_operator_dismisses_for_a_member_is_recorded() {
    let portal = Portal::start().await;
    let (jan, operator) = (portal.login("jan").await, portal.impersonate("jan").await);
    sqlx::query("UPDATE news SET important = true").execute(&portal.pool).await.expect("more to hide");
    let items = jan.get("/api/news/important").await.data().to_vec();
    let (his, theirs) = (&items[0]["id"], &items[1]["id"]);
    for (member, item) in [(&jan, his), (&operator, his), (&operator, theirs), (&operator, theirs)] {
        let hidden = member.post("/api/news/important/dismiss", &json!({"id": item})).await;
        assert_eq!(hidden.status, 200, "{}", hidden.body);
    }
    let expected = line("melding 4711", "dismiss news", theirs.as_str().expect("an id"));
    assert_eq!(record(&portal, "jan").await, [expected], "what was hidden already is no act");
}

#[tokio::test]
async fn the_commands_print_the_state_of_the_account_and_of_its_rounds() {
    let portal = Portal::start().await;
    let eva = portal.login("eva").await;
    eva.book("2026-11-28", &["eva"]).await;
    // The program grants this when it migrates; here the tests' template was migrated.
    sqlx::raw_sql("GRANT SELECT ON _sqlx_migrations TO fairway_app")
        .execute(&portal.pool)
        .await
        .expect("granted");
    let (data, url, address) = (tempfile::tempdir().expect("a folder"), portal.database_url(), email("eva"));
    let run = |arguments: &[&str]| {
        let mut command = fairway(data.path(), &[&[arguments[0], &address], &arguments[1..]].concat());
        let output = command.env("DATABASE_URL", &url).output().expect("the program runs");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
        (output.status.success(), text(output.stdout), text(output.stderr))
    };
    let by = ["--operator", "Anke de Boer", "--reason", "melding 12"];
    for incomplete in [&["disable"][..], &["disable", "--operator", "Anke"], &["enable", "--reason", "weg"]] {
        assert!(!run(incomplete).0, "{incomplete:?}");
    }
    let (refused, _, words) = run(&[&["enable"], by.as_slice()].concat());
    assert!(!refused && words.contains("is not disabled"), "{words}");
    for (extra, expected) in [
        (&[][..], "stays in the round of 2026-11-28 at de-es"),
        (&["--cancel-upcoming"], "gave up the round of 2026-11-28 at de-es"),
    ] {
        let (done, words, errors) = run(&[&["disable"], by.as_slice(), extra].concat());
        assert!(
            done && words.contains("cannot log in any more") && words.contains(expected),
            "{words}{errors}"
        );
        assert_eq!(eva.get("/api/users/me").await.status, 401);
    }
    let (done, words, errors) = run(&[&["enable"], by.as_slice()].concat());
    assert!(done && words.contains("can log in again"), "{words}{errors}");
    portal.caught_up().await;
    assert!(portal.login("eva").await.upcoming().await.is_empty());
}

#[tokio::test]
async fn groups_of_a_disabled_or_erased_member_stop_waiting() {
    let portal = Portal::start().await;
    let (eva, jan) = (portal.login("eva").await, portal.login("jan").await);
    eva.fill(&["eva", "w1"]).await;
    jan.wait_for_day(&["jan", "w2"]).await;
    portal.login("w3").await.wait_for_day(&["w3", "w4"]).await;
    disable(&portal, "w2", "melding 13", false).await.expect("disabled");
    portal.caught_up().await;
    assert_eq!(jan.waits().await, []);
    let w3 = portal.login("w3").await;
    assert_eq!(w3.waits().await.len(), 1);

    let (writer, _task) = writer::start(&portal.pool, &portal.clock);
    let by = by("verzoek 14");
    let data = tempfile::tempdir().expect("a folder");
    let config = Config::from_lookup(|key| {
        (key == "FAIRWAY_DATA_DIR").then(|| data.path().to_string_lossy().into_owned())
    });
    let config = config.expect("a configuration");
    let eraser = Eraser::new(&config.erasing(), portal.pool.clone(), portal.clock.clone(), writer);
    let request =
        |rehearse| EraseRequest { email: email("w4"), by: by.clone(), cancel_upcoming: false, rehearse };
    let rehearsed = eraser.erase(&request(true)).await.expect("a rehearsal");
    assert_eq!(rehearsed.waited, 1);
    assert!(rehearsed.to_string().contains("1 group(s) with them would be taken off a waiting list"));
    assert_eq!(w3.waits().await.len(), 1);
    let report = eraser.erase(&request(false)).await.expect("erased");
    assert_eq!(report.waited, 1);
    portal.caught_up().await;
    assert_eq!(w3.waits().await, []);
}
