//! Imports that still name an erased member, and readmission.

use fairway_api::config::Config;
use fairway_import as import;
use fairway_import::{ImportError, Installation, Summary};
use fairway_store::erasures;
use serde_json::{Value, json};

use super::{ErasureTest, by, set};
use crate::support::{PASSWORD, email, installation};

impl ErasureTest {
    async fn import(
        &self,
        installation: &Installation,
        change: impl FnOnce(&mut Vec<Value>, &mut Vec<Value>),
    ) -> Result<Summary, ImportError> {
        let summary =
            import::import(&self.portal.pool, &self.portal.clock, installation, set(change).path()).await?;
        self.portal.caught_up().await;
        Ok(summary)
    }
}

fn under(secret: &str, former: &str) -> Installation {
    let config = Config::from_lookup(|key| match key {
        "FAIRWAY_SECRET" => Some(secret.to_owned()),
        "FAIRWAY_FORMER_SECRETS" => Some(former.to_owned()),
        _ => None,
    });
    config.expect("a configuration").installation().expect("addresses")
}

#[tokio::test]
async fn an_import_leaves_erased_members_out_and_reports_it() {
    let erasure_test = ErasureTest::open().await;
    let jan = erasure_test.portal.login("jan").await;
    erasure_test.erase().await;
    let history = jan.get("/api/reservations/history").await.body;

    let again = erasure_test.import(&installation(), |_, _| ()).await.expect("an import");
    assert_eq!((again.new_members, again.events, again.members), (0, 0, 10));
    assert_eq!((again.excluded.members, again.excluded.rounds), (1, 1));
    assert!(again.to_string().contains("1 member(s), and 1 round(s)"), "{again}");
    assert_eq!(erasure_test.portal.try_login(&email("zed"), PASSWORD).await.status, 401);
    assert_eq!(jan.get("/api/reservations/history").await.body, history, "the rounds together stand");

    // Under another address, the federation number identifies the person.
    let moved = |members: &mut Vec<Value>, history: &mut Vec<Value>| {
        for row in members.iter_mut().filter(|row| row["email"] == email("zed")) {
            row["email"] = json!(email("elders"));
        }
        history.retain(|row| !row["players"].to_string().contains("zed@"));
        history.push(json!({"club": "de-es", "date": "2026-09-26", "holes": 18,
            "players": [email("elders"), email("jan")]}));
    };
    let moved = erasure_test.import(&installation(), moved).await.expect("an import");
    assert_eq!((moved.new_members, moved.excluded.members), (0, 1));
    assert!(erasure_test.id_of("elders").await.is_none());
    // A new round is recorded, with the players who are not erased.
    assert_eq!(moved.rounds, 1);
    let latest = jan.get("/api/reservations/history?limit=3").await;
    let played = latest.data().iter().find(|row| row["play_date"] == "2026-09-26").expect("the round");
    assert_eq!(played["players"].as_array().map(Vec::len), Some(1));
    assert_eq!(played["is_group_master"], json!(true));
}

#[tokio::test]
async fn an_erased_member_is_recognised_by_number_and_former_address_and_leaves_neither() {
    let erasure_test = ErasureTest::open().await;
    let pool = &erasure_test.portal.pool;
    // Without a federation number, by which they would be recognised anyway.
    let as_zed = |address: &'static str, number: &'static str| {
        move |members: &mut Vec<Value>, history: &mut Vec<Value>| {
            for row in members.iter_mut().filter(|row| row["email"] == email("zed")) {
                (row["email"], row["member_number"], row["gsn"]) =
                    (json!(email(address)), json!(number), json!(""));
            }
            if address != "zed" {
                history.retain(|row| !row["players"].to_string().contains("zed@"));
            }
        }
    };
    sqlx::query("UPDATE members SET gsn = '' WHERE email = $1")
        .bind(email("zed"))
        .execute(pool)
        .await
        .expect("no number");
    let installation = installation();
    erasure_test.import(&installation, as_zed("zed", "Z-1")).await.expect("a number");
    let moved = erasure_test.import(&installation, as_zed("elders", "Z-1")).await.expect("another address");
    assert_eq!(moved.changed_addresses, 1);
    let session = erasure_test.portal.login("elders").await;
    assert_eq!(session.ask_for_email(&email("later"), PASSWORD).await.status, 200);
    sqlx::query("UPDATE members SET email = $2 WHERE email = $1")
        .bind(email("elders"))
        .bind(email("zed"))
        .execute(pool)
        .await
        .expect("the address by which the test erases");
    sqlx::query("UPDATE former_addresses SET email = $1")
        .bind(email("elders"))
        .execute(pool)
        .await
        .expect("former");
    erasure_test.erase().await;

    let traces: i64 = sqlx::query_scalar(
        "SELECT (SELECT count(*) FROM former_addresses) + (SELECT count(*) FROM address_changes)
             + (SELECT count(*) FROM mail_outbox WHERE address = ANY ($1))",
    )
    .bind(["zed", "elders", "later"].map(email))
    .fetch_one(pool)
    .await
    .expect("a count");
    assert_eq!(traces, 0);
    for (address, number, excluded) in [("elders", "", 1), ("nieuw", "Z-1", 1), ("later", "", 0)] {
        let summary = erasure_test.import(&installation, as_zed(address, number)).await.expect("an import");
        assert_eq!((summary.excluded.members, summary.new_members), (excluded, 1 - excluded), "{address}");
    }
}

#[tokio::test]
async fn an_address_that_was_confirmed_while_the_erasure_began_is_recognised() {
    let erasure_test = ErasureTest::open().await;
    let pool = &erasure_test.portal.pool;
    let session = erasure_test.portal.login("zed").await;
    assert_eq!(session.ask_for_email(&email("later"), PASSWORD).await.status, 200);
    let token = erasure_test.portal.email_token().await;

    // The erasure has read the member, and waits for this import.
    let mut import = pool.begin().await.expect("a transaction");
    erasures::exclude_imports(&mut import).await.expect("the imports' lock");
    let request = erasure_test.erase_request();
    let (erased, confirmed) = tokio::join!(erasure_test.eraser.erase(&request), async {
        erasure_test.portal.until_locked_out(1).await;
        let confirmed = erasure_test.portal.confirm_email(&token).await;
        import.rollback().await.expect("the import ends");
        confirmed
    });
    assert_eq!(confirmed.status, 200, "{}", confirmed.body);
    erased.expect("erased");

    let as_later = |members: &mut Vec<Value>, history: &mut Vec<Value>| {
        for row in members.iter_mut().filter(|row| row["email"] == email("zed")) {
            // Without a federation number, by which they would be recognised anyway.
            (row["email"], row["gsn"]) = (json!(email("later")), json!(""));
        }
        history.retain(|row| !row["players"].to_string().contains("zed@"));
    };
    let summary = erasure_test.import(&installation(), as_later).await.expect("an import");
    assert_eq!((summary.excluded.members, summary.new_members), (1, 0));
}

#[tokio::test]
async fn under_another_secret_nothing_is_imported_unless_the_former_one_is_configured() {
    let erasure_test = ErasureTest::open().await;
    erasure_test.erase().await;
    let development = fairway_api::config::DEVELOPMENT_SECRET;
    let refused = erasure_test.import(&under("another secret", ""), |_, _| ()).await.expect_err("refused");
    assert!(matches!(refused, ImportError::Unrecognisable(1)), "{refused}");
    assert!(refused.to_string().contains("FAIRWAY_FORMER_SECRETS"), "{refused}");
    let former = under("another secret", &format!("a third one, {development}"));
    let summary = erasure_test.import(&former, |_, _| ()).await.expect("an import");
    assert_eq!((summary.new_members, summary.excluded.members), (0, 1));
}

#[tokio::test]
async fn a_readmitted_person_comes_back_as_a_new_member() {
    let erasure_test = ErasureTest::open().await;
    let former = erasure_test.id_of("zed").await.expect("an id");
    erasure_test.erase().await;
    assert!(erasure_test.eraser.readmit(&email("jan"), &by()).await.is_err(), "Jan was not erased");
    assert_eq!(erasure_test.eraser.readmit("ZED@test.example ", &by()).await.expect("readmitted"), 1);
    assert!(erasure_test.eraser.readmit(&email("zed"), &by()).await.is_err(), "once is enough");
    let hashes: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM erased_members WHERE email_hash IS NOT NULL OR gsn_hash IS NOT NULL",
    )
    .fetch_one(&erasure_test.portal.pool)
    .await
    .expect("a count");
    assert_eq!(hashes, 0, "nothing is kept by which they could be recognised");

    let summary = erasure_test.import(&installation(), |_, _| ()).await.expect("an import");
    assert_eq!((summary.new_members, summary.excluded.members), (1, 0));
    assert_eq!(summary.rounds, 1, "the one alone; those with others stand under the former id");
    assert_ne!(erasure_test.id_of("zed").await, Some(former));
    assert_eq!(erasure_test.portal.try_login(&email("zed"), PASSWORD).await.status, 200);
    assert_eq!(erasure_test.eraser.reapply().await.expect("nothing to do"), []);
    assert!(erasure_test.id_of("zed").await.is_some());
}
