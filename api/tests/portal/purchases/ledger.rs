//! The ledger of play rights.

use serde_json::json;

use crate::support::Portal;

#[tokio::test]
async fn every_right_is_accounted_for_and_only_to_its_owner() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let place = jan.book("2026-11-28", &["jan"]).await;
    jan.post(&format!("/api/reservations/{place}/cancel"), &json!({})).await;
    let pass = jan.subscriptions().await["current"]["id"].as_str().expect("an id").to_owned();
    let path = format!("/api/users/me/subscriptions/{pass}/ledger");
    let ledger = jan.get(&path).await;
    assert_eq!((ledger.status, &ledger.body["next"]), (200, &json!(null)), "{}", ledger.body);
    let entries: Vec<_> = ledger
        .data()
        .iter()
        .map(|line| (line["kind"].as_str().expect("a word"), line["date"].as_str().expect("a day")))
        .collect();
    assert_eq!(
        entries,
        [
            ("teruggegeven", "2026-11-20"),
            ("gebruikt", "2026-11-20"),
            ("gebruikt", "2026-10-10"),
            ("gebruikt", "2026-10-03")
        ]
    );
    let latest = &ledger.data()[0];
    assert_eq!((&latest["reservation_id"], &latest["play_date"]), (&json!(place), &json!("2026-11-28")));
    assert_eq!((&latest["holes"], latest["golfclub"].is_string()), (&json!(18), true));

    let eva = portal.login("eva").await;
    for (path, member) in
        [(path.clone(), &eva), ("/api/users/me/subscriptions/nonsense/ledger".to_owned(), &jan)]
    {
        member.get(&path).await.fails(404, "Dit abonnement bestaat niet.");
    }
    for (before, status) in
        [("gisteren", 422), ("", 422), ("2026-10-10", 422), ("2026-10-10.x", 422), ("2026-02-30.1", 404)]
    {
        let answer = jan.get(&format!("{path}?before={before}")).await;
        answer.fails(status, "Deze bladzijde van het overzicht bestaat niet.");
    }
    let rest = jan.get(&format!("{path}?before=2026-10-10.9223372036854775807")).await;
    assert_eq!(rest.data().len(), 2);
    let upcoming = jan.subscriptions().await["upcoming"]["id"].as_str().expect("an id").to_owned();
    let unused = jan.get(&format!("/api/users/me/subscriptions/{upcoming}/ledger")).await;
    assert_eq!((unused.status, unused.data().len()), (200, 0));
}
