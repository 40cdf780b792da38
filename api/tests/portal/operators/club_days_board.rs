//! The board of all clubs' days: the state of each, its places, and the groups that wait; no person.

use fairway_store::operators::Role;
use serde_json::{Value, json};

use crate::support::Portal;

const BOARD: &str = "/operator/api/club-days";

/// A day of a club.
fn day<'a>(board: &'a Value, club: &str, date: &str) -> &'a Value {
    let clubs = board["clubs"].as_array().expect("clubs");
    let club = clubs.iter().find(|one| one["id"] == club).expect("the club");
    let days = club["days"].as_array().expect("days");
    days.iter().find(|one| one["date"] == date).expect("the day")
}

#[tokio::test]
async fn the_board_says_which_days_are_closed_limited_and_full_and_who_waits() {
    let portal = Portal::start().await;
    let (eva, jan) = (portal.login("eva").await, portal.login("jan").await);
    eva.fill(&["eva", "w1"]).await;
    jan.wait_for_day(&["jan"]).await;
    portal.login("w2").await.book("2026-11-27", &["w2"]).await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let change = async |date: &str, change: &str, body: Value| {
        let path = format!("/operator/api/clubs/de-es/days/{date}/{change}");
        let changed = anke.post(&path, &body).await;
        assert_eq!(changed.status, 200, "{}", changed.body);
    };
    let close = json!({"reason": "frost", "notice": "Vorst", "meets": []});
    change("2026-11-28", "close", close).await;
    let limit = json!({"reason": "half the course", "notice": "Onderhoud", "capacity": 4, "meets": []});
    change("2026-11-27", "limit", limit).await;
    portal.caught_up().await;

    let auditor = portal.operator("ada", &[Role::Auditor]).await;
    let answer = auditor.get(&format!("{BOARD}?from=2026-11-27&days=2")).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let board = &answer.body;
    assert_eq!(board["dates"], json!(["2026-11-27", "2026-11-28"]));
    assert_eq!(
        *day(board, "de-es", "2026-11-27"),
        json!({
            "date": "2026-11-27", "state": "limited", "claimed": 1, "held": 0, "capacity": 4, "closed": null,
            "waiting": 0,
        })
    );
    let closed = day(board, "de-es", "2026-11-28");
    assert_eq!(
        (&closed["state"], &closed["closed"]),
        (&json!("closed"), &json!({"reason": "Vorst", "by": "day"}))
    );
    let full = day(board, "vol", "2026-11-28");
    assert_eq!(
        (&full["state"], &full["claimed"], &full["capacity"], &full["waiting"]),
        (&json!("full"), &json!(2), &json!(2), &json!(1))
    );
    let open = day(board, "klein", "2026-11-28");
    assert_eq!((&open["state"], &open["claimed"]), (&json!("open"), &json!(0)));
    // The club is closed on Mondays by its own terms.
    let monday = auditor.get(&format!("{BOARD}?from=2026-11-30&days=1")).await;
    assert_eq!(day(&monday.body, "dicht", "2026-11-30")["closed"]["by"], "weekday");
    let views = "SELECT count(*) FROM operator_actions WHERE action = 'view' AND operator = 'ada'";
    let views: i64 = sqlx::query_scalar(views).fetch_one(&portal.pool).await.expect("a count");
    assert_eq!(views, 0, "it shows nobody");

    portal.clock.advance(chrono::TimeDelta::days(9));
    let later = portal.operator_of(&portal.operator_login("ada", None).await);
    let over = later.get(&format!("{BOARD}?from=2026-11-28&days=1")).await;
    assert_eq!(day(&over.body, "vol", "2026-11-28")["waiting"], 0, "nobody waits for a day that is over");
}

#[tokio::test]
async fn the_board_is_seven_days_from_today_by_default_and_fourteen_at_most() {
    let portal = Portal::start().await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let board = anke.get(BOARD).await.body;
    let dates = board["dates"].as_array().expect("dates");
    assert_eq!((dates.len(), &dates[0]), (7, &json!("2026-11-20")));
    assert_eq!(anke.get(&format!("{BOARD}?days=14")).await.status, 200);
    for (field, query) in
        [("days", "days=15"), ("days", "days=0"), ("from", "from=2027-11-22"), ("from", "from=2025-11-18")]
    {
        let refused = anke.get(&format!("{BOARD}?{query}")).await;
        assert_eq!(refused.status, 422, "{query}: {}", refused.body);
        assert!(refused.body["errors"][field].is_string(), "{query}: {}", refused.body);
    }
    let nina = portal.operator("nina", &[Role::Content]).await;
    assert_eq!(nina.get(BOARD).await.status, 403);
}
