//! The start page: what waits for a person, for each role what it can do something about, and nothing about anybody.

use chrono::{DateTime, TimeDelta, Utc};
use fairway_store::operators::Role;
use serde_json::{Value, json};

use super::Operator;
use super::content::{ADD, news};
use crate::support::{Portal, email};

/// The parts of an operator's start page.
struct Page(Value);

impl Page {
    async fn of(operator: &Operator<'_>) -> Self {
        let answer = operator.get("/operator/api/start").await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        Self(answer.body)
    }

    fn parts(&self) -> &Vec<Value> {
        self.0["parts"].as_array().expect("parts")
    }

    fn codes(&self) -> Vec<&str> {
        self.parts().iter().map(|part| part["code"].as_str().expect("a code")).collect()
    }

    fn part(&self, code: &str) -> &Value {
        let found = self.parts().iter().find(|part| part["code"] == code);
        found.unwrap_or_else(|| panic!("no {code} in {}", self.0))
    }

    fn count(&self, code: &str) -> i64 {
        self.part(code)["count"].as_i64().expect("a number")
    }
}

async fn run(portal: &Portal, sql: &str, at: DateTime<Utc>) {
    sqlx::query(sql).bind(at).execute(&portal.pool).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
}

#[tokio::test]
async fn each_role_starts_with_what_it_can_do_something_about() {
    const SUPPORT: [&str; 8] = [
        "mails_failed",
        "mails_bounced",
        "mails_waiting",
        "days_closed",
        "days_full",
        "days_waiting",
        "orders_open",
        "refunds_due",
    ];
    const CONTENT: [&str; 3] = ["content_refused", "content_drafts", "content_planned"];
    const OVERSIGHT: [&str; 7] = [
        "rebuild_ready",
        "tasks_running",
        "verification",
        "verification_findings",
        "seal_not_mailed",
        "nodes_silent",
        "operators_without_factor",
    ];
    let portal = Portal::start().await;
    let admins: Vec<&str> =
        SUPPORT.into_iter().filter(|code| !code.starts_with("days")).chain(OVERSIGHT).collect();
    let all: Vec<&str> = SUPPORT.into_iter().chain(CONTENT).chain(OVERSIGHT).collect();
    for (name, roles, codes) in [
        ("anke", vec![Role::Support], SUPPORT.to_vec()),
        ("nina", vec![Role::Content], CONTENT.to_vec()),
        ("ada", vec![Role::Auditor], OVERSIGHT.to_vec()),
        ("bas", vec![Role::Admin], admins),
        ("tom", Role::ALL.to_vec(), all),
    ] {
        let operator = portal.operator(name, &roles).await;
        let page = Page::of(&operator).await;
        assert_eq!((page.codes(), &page.0["missing"]), (codes, &json!([])), "{name}");
    }
    let views: i64 = sqlx::query_scalar("SELECT count(*) FROM operator_actions WHERE action = 'view'")
        .fetch_one(&portal.pool)
        .await
        .expect("a count");
    assert_eq!(views, 0, "numbers are about nobody");
}

#[tokio::test]
async fn mails_days_and_peaks_of_refusals_are_counted() {
    let portal = Portal::start().await;
    let now = portal.clock.now();
    let jan = portal.login("jan").await;
    let full = json!({ "holes": 18, "golfclub": "vol", "players": [email("jan"), email("eva")], "date": "2026-11-23" });
    assert_eq!(jan.post("/api/reservations", &full).await.status, 200);
    portal.caught_up().await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let close = json!({ "reason": "frost", "notice": "Vorst op de baan.", "meets": [] });
    for (club, date) in [("de-es", "2026-11-26"), ("de-es", "2026-11-27"), ("klein", "2026-11-20")] {
        let closed = anke.post(&format!("/operator/api/clubs/{club}/days/{date}/close"), &close).await;
        assert_eq!(closed.status, 200, "{}", closed.body);
    }
    for (state, bounced) in [("failed", "NULL"), ("failed", "'old@test.example'"), ("sent", "NULL")] {
        let sql = format!(
            "INSERT INTO mail_outbox (id, dedup_key, address, state, queued_at, due_at, settled_at, bounced_address)
             VALUES (gen_random_uuid(), gen_random_uuid()::text, 'old@test.example', '{state}', $1, $1, $1, {bounced})"
        );
        run(&portal, &sql, now).await;
    }
    let refusals =
        "INSERT INTO refusals (id, at, member_id, command, rule, sentence, club_id, request_id, by_operator)
         SELECT gen_random_uuid(), $1 - make_interval(mins => age), (SELECT min(id::text)::uuid FROM members),
             'BookRound', code, 'Vol', slug, gen_random_uuid(), false";
    // Five in an hour, after one a day; five as usual; four; and five that named no club.
    for rows in [
        "(SELECT 'club_day_full' AS code, 'vol' AS slug, generate_series(1, 5) AS age UNION ALL
          SELECT 'club_day_full', 'vol', generate_series(1500, 9000, 1440))",
        "(SELECT 'date_after_window' AS code, 'de-es' AS slug, generate_series(1, 5) AS age UNION ALL
          SELECT 'date_after_window', 'de-es', generate_series(70, 9000, 20))",
        "(SELECT 'player_already_plays' AS code, 'de-es' AS slug, generate_series(1, 4) AS age)",
        "(SELECT 'player_unknown' AS code, NULL::text AS slug, generate_series(11, 15) AS age)",
    ] {
        run(&portal, &format!("{refusals} FROM {rows} AS planned"), now).await;
    }

    let page = Page::of(&anke).await;
    assert_eq!((page.count("mails_failed"), page.count("mails_bounced")), (2, 1));
    assert_eq!(page.part("mails_failed")["since"], "2026-11-20T11:00:00+01:00");
    assert_eq!(page.count("days_closed"), 2, "the eighth day is another week's: {}", page.0);
    let day = |id: &str, name: &str, date: &str| json!({ "club": { "id": id, "name": name }, "date": date });
    assert_eq!(
        page.part("days_closed")["days"],
        json!([day("klein", "De Kleine", "2026-11-20"), day("de-es", "De Es", "2026-11-26")])
    );
    assert_eq!(page.part("days_full")["days"], json!([day("vol", "De Volle", "2026-11-23")]));
    let peaks: Vec<&Value> = page.parts().iter().filter(|part| part["code"] == "refusals_peak").collect();
    assert_eq!(peaks.len(), 2, "{peaks:?}");
    assert_eq!((&peaks[0]["rule"], &peaks[0]["count"]), (&json!("club_day_full"), &json!(5)));
    assert_eq!(peaks[0]["club"], json!({ "id": "vol", "name": "De Volle" }));
    assert_eq!(peaks[0]["since"], "2026-11-20T10:55:00+01:00");
    assert_eq!((&peaks[1]["rule"], &peaks[1]["club"]), (&json!("player_unknown"), &Value::Null));
    let of_club = anke.get("/operator/api/refusals?rule=club_day_full&club=vol&from=2026-11-20").await;
    assert_eq!(of_club.body["refusals"].as_array().map(Vec::len), Some(5), "{}", of_club.body);

    portal.clock.advance(TimeDelta::hours(2));
    let anke = portal.operator_of(&portal.operator_login("anke", None).await);
    assert!(!Page::of(&anke).await.codes().contains(&"refusals_peak"), "it is over");
}

#[tokio::test]
async fn content_that_waits_is_counted_by_what_it_waits_for() {
    let portal = Portal::start().await;
    let nina = portal.operator("nina", &[Role::Content]).await;
    for (title, publish, appears) in
        [("Kerst", "draft", Value::Null), ("Open dag", "at", json!("2026-11-21T09:00"))]
    {
        let body = json!({
            "kind": "news", "row": news(title), "publish": publish, "appears_at": appears, "reason": "for december",
        });
        let added = nina.post(ADD, &body).await;
        assert_eq!(added.status, 200, "{}", added.body);
    }
    let page = Page::of(&nina).await;
    assert_eq!((page.count("content_drafts"), page.count("content_planned")), (1, 1), "{}", page.0);
    assert_eq!(page.part("content_planned")["since"], "2026-11-21T09:00:00+01:00");
    assert_eq!(page.count("content_refused"), 0);
    let refused = "INSERT INTO content_changes (at, kind, key, action, before, after, operator, reason)
        SELECT $1, kind, key, 'refuse', '{}', '{}', 'schedule', 'could not be published'
        FROM content_schedule WHERE appears_at IS NULL";
    run(&portal, refused, portal.clock.now()).await;
    let page = Page::of(&nina).await;
    assert_eq!((page.count("content_refused"), page.count("content_drafts")), (1, 1), "{}", page.0);
}

#[tokio::test]
async fn the_portals_own_state_is_told_to_those_who_watch_it() {
    let portal = Portal::start().await;
    let now = portal.clock.now();
    let ada = portal.operator("ada", &[Role::Auditor]).await;
    portal.invite("new", &[Role::Support]).await;
    let page = Page::of(&ada).await;
    assert_eq!(page.part("verification")["since"], Value::Null, "none is known");
    assert_eq!(page.count("operators_without_factor"), 1, "who was invited cannot log in yet");
    assert_eq!((page.count("seal_not_mailed"), page.count("nodes_silent")), (1, 0));

    for (kind, state, finished) in [
        ("verify", "done", "$1 - interval '3 days'"),
        ("verify", "failed", "$1"),
        ("rebuild", "ready", "NULL"),
    ] {
        let sql = format!(
            r#"INSERT INTO operator_tasks (id, kind, state, arguments, operator_id, operator, reason, asked_at, result, finished_at)
               VALUES (gen_random_uuid(), '{kind}', '{state}', '{{}}', gen_random_uuid(), 'ada', 'weekly',
                   $1 - interval '4 days', '{{"counted": 2}}', {finished})"#
        );
        run(&portal, &sql, now).await;
    }
    run(
        &portal,
        "INSERT INTO nodes (id, role, version, reads, writes, seen_since, seen_at)
         VALUES (gen_random_uuid(), 'project', '1', '{}', '{}', $1, clock_timestamp() - interval '1 minute')",
        now,
    )
    .await;
    let page = Page::of(&ada).await;
    assert_eq!((page.count("rebuild_ready"), page.count("tasks_running")), (1, 0), "{}", page.0);
    assert_eq!((page.count("verification"), page.count("verification_findings")), (3, 2));
    assert_eq!(page.part("verification")["since"], "2026-11-17T11:00:00+01:00");
    assert_eq!(page.count("nodes_silent"), 1);
}

#[tokio::test]
async fn a_part_that_cannot_be_read_is_named_and_the_rest_is_shown() {
    let portal = Portal::start().await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    sqlx::query("ALTER TABLE orders RENAME TO orders_away").execute(&portal.pool).await.expect("no orders");
    let page = Page::of(&anke).await;
    assert_eq!(page.0["missing"], json!(["The payments cannot be shown: the database did not answer."]));
    assert!(page.codes().contains(&"mails_failed") && !page.codes().contains(&"orders_open"));
}
