//! The seal at the screens: its head and those of earlier days, a head that was kept, the daily mail; and the last hour of
//! the projections' lag.

use chrono::TimeDelta;
use fairway_audit::projections;
use fairway_audit::seal::Sealer;
use fairway_notifications::mail::seal_head::SealMails;
use fairway_store::operators::Role;
use fairway_store::outbox::queue::Outbox;
use fairway_store::projection_lags;

use super::config;
use crate::support::Portal;

impl Portal {
    async fn seal_all(&self) -> String {
        let sealed = Sealer::new(self.pool.clone()).run_once(10_000).await.expect("sealed");
        sealed.head.to_string()
    }
}

#[tokio::test]
async fn the_seal_has_a_head_a_history_and_recognises_a_head_that_was_kept() {
    let portal = Portal::start().await;
    let auditor = portal.operator("eva", &[Role::Auditor]).await;
    let unsealed = auditor.get("/operator/api/seal").await;
    assert_eq!((unsealed.status, &unsealed.body["head"]), (200, &serde_json::Value::Null));
    assert_eq!(unsealed.body["unsealed"], portal.events().await);
    let yesterday = portal.seal_all().await;
    portal.clock.advance(TimeDelta::days(1));
    let jan = portal.login("jan").await;
    let auditor = portal.operator("ewa", &[Role::Auditor]).await;
    jan.book("2026-11-28", &["jan"]).await;
    portal.caught_up().await;
    let today = portal.seal_all().await;
    assert_ne!(today, yesterday);

    let seal = auditor.get("/operator/api/seal").await.body;
    assert_eq!((&seal["head"], &seal["unsealed"]), (&today.as_str().into(), &0.into()), "{seal}");
    let history = seal["history"].as_array().expect("a history");
    let heads: Vec<(&str, &str)> = history
        .iter()
        .filter_map(|day| Some((day["day"].as_str()?, day["head"].as_str()?)))
        .take(2)
        .collect();
    assert_eq!(heads, [("2026-11-21", today.as_str()), ("2026-11-20", yesterday.as_str())], "{seal}");
    assert_eq!(history[0]["events"], portal.events().await - position(&yesterday));

    let outcome = async |head: &str| {
        let answer = auditor.get(&format!("/operator/api/seal/check?head={head}")).await;
        (answer.status, answer.body["outcome"].as_str().unwrap_or_default().to_owned())
    };
    assert_eq!(outcome(&yesterday).await, (200, "same".to_owned()));
    let other = format!("{}:{}", position(&yesterday), "ab".repeat(32));
    assert_eq!(outcome(&other).await, (200, "different".to_owned()));
    assert_eq!(outcome(&format!("999999:{}", "ab".repeat(32))).await, (200, "shorter".to_owned()));
    assert_eq!(outcome("nonsense").await.0, 422);
}

fn position(head: &str) -> i64 {
    head.split_once(':').expect("a head").0.parse().expect("a position")
}

#[tokio::test]
async fn two_nodes_mail_the_head_once_a_day_to_the_address_outside() {
    let portal = Portal::start().await;
    let config = config(&[("FAIRWAY_SEAL_TO", "seal@outside.example")]);
    let settings = config.notifications().expect("settings");
    let node = || {
        let outbox = Outbox::new(portal.clock.clone());
        SealMails::new(&settings, portal.pool.clone(), portal.clock.clone(), outbox).expect("an address")
    };
    let nodes = [node(), node()];
    let queue = async || {
        let today = portal.clock.today();
        let (one, other) = tokio::join!(nodes[0].queue(today), nodes[1].queue(today));
        (one.expect("an answer"), other.expect("an answer"))
    };
    assert_eq!(queue().await, (false, false), "nothing is sealed yet");
    let head = portal.seal_all().await;
    assert_eq!(queue().await, (true, true));
    let mails = async || -> Vec<(String, String, Option<uuid::Uuid>)> {
        let sql = "SELECT address, text_body, member_id FROM mail_outbox WHERE dedup_key LIKE 'seal/%' ORDER BY queued_at";
        sqlx::query_as(sql).fetch_all(&portal.pool).await.expect("the mails")
    };
    let queued = mails().await;
    assert_eq!(queued.len(), 1, "one, although both would: {queued:?}");
    let (address, text, member) = &queued[0];
    assert_eq!((address.as_str(), member), ("seal@outside.example", &None));
    assert!(text.lines().any(|line| line == head) && text.contains("replay-tool seal verify"), "{text}");
    portal.clock.advance(TimeDelta::days(1));
    queue().await;
    queue().await;
    assert_eq!(mails().await.len(), 2, "another day, another mail");
}

#[tokio::test]
async fn the_last_hour_of_the_lag_is_the_same_whichever_node_sampled_it() {
    let portal = Portal::start().await;
    let auditor = portal.operator("eva", &[Role::Auditor]).await;
    let lag = projections::lag(&portal.pool).await.expect("the lag");
    for _node in 0..2 {
        projection_lags::add(&portal.pool, &lag).await.expect("a sample");
    }
    sqlx::query(
        "INSERT INTO projection_lags SELECT at - interval '61 minutes', projection, 9, 9 FROM projection_lags",
    )
    .execute(&portal.pool)
    .await
    .expect("an old sample");
    projection_lags::add(&portal.pool, &lag).await.expect("a sample");
    let stored: i64 = sqlx::query_scalar("SELECT count(DISTINCT at) FROM projection_lags")
        .fetch_one(&portal.pool)
        .await
        .expect("a count");
    assert_eq!(stored, 1, "what is older than an hour is deleted");
    let hour = auditor.get("/operator/api/projections/lag").await.body;
    assert_eq!(hour["at"].as_array().map(Vec::len), Some(1), "{hour}");
    let series = hour["projections"].as_array().expect("series");
    assert_eq!(series.len(), lag.projections.len());
    let seal = series.iter().find(|one| one["name"] == "seal").expect("the seal");
    assert_eq!(seal["events"][0], portal.events().await, "nobody seals in this test");
}
