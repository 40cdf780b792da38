//! How many statements a request costs: the same for one player and one club as for many.

use fairway_api::config::Config;
use serde_json::json;

use crate::queries::Statements;
use crate::support::{Answer, Member, Node, Portal, email};

/// The statements of a request to a node.
async fn statements_of(
    statements: &Statements,
    (node, member): (&str, &Member<'_>),
    path: &str,
    body: Option<serde_json::Value>,
) -> Vec<String> {
    statements.take();
    let (http, url) = (&member.portal.http, format!("{node}{path}"));
    let request = match body {
        None => http.get(url),
        Some(body) => http.post(url).json(&body),
    };
    let answer = Answer::to(request.bearer_auth(&member.token)).await;
    assert_eq!(answer.status, 200, "{path}: {}", answer.body);
    let run = statements.take().into_iter().filter(|statement| statement.in_request);
    run.map(|statement| statement.text).collect()
}

#[tokio::test]
async fn the_number_of_statements_does_not_grow_with_players_clubs_or_rounds() {
    let statements = Statements::start();
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let group = |names: &[&str]| names.iter().map(|name| email(name)).collect::<Vec<_>>();
    let (alone, four) = (group(&["jan"]), group(&["jan", "eva", "w1", "w2"]));
    // A node without a projector caches nothing of the read models.
    let config = Config::from_lookup(|_| None).expect("the defaults");
    let node = Node::start(&portal.pool, &portal.clock, config, false).await;
    let at_node = (node.base.as_str(), &jan);
    // Strangers cost a statement when they are first looked up (lookups.rs).
    let strangers = json!({"holes": 18, "golfclub": null, "players": four});
    statements_of(&statements, at_node, "/api/reservations/availability", Some(strangers)).await;
    // The very first request fills the cache of clubs.
    statements_of(&statements, at_node, "/api/golfclubs/info", None).await;

    for (path, extra) in [
        ("/api/reservations/golfclubs", json!({"date": "2026-11-28"})),
        ("/api/reservations/golfclubs", json!({"date": null})),
        ("/api/reservations/availability", json!({"golfclub": "de-es"})),
        ("/api/reservations/availability", json!({"golfclub": null})),
        ("/api/reservations/alternatives", json!({"golfclub": "de-es", "date": "2026-11-28"})),
        ("/api/reservations/alternatives", json!({"golfclub": null, "date": "2026-11-28"})),
        ("/api/reservations/alternatives", json!({"golfclub": "de-es", "date": null})),
    ] {
        let mut body = extra.clone();
        body["holes"] = json!(18);
        body["players"] = json!(alone);
        let one = statements_of(&statements, at_node, path, Some(body.clone())).await;
        body["players"] = json!(four);
        let many = statements_of(&statements, at_node, path, Some(body)).await;
        assert_eq!(one.len(), many.len(), "{path} {extra}: {one:#?} {many:#?}");
        assert_eq!(
            many.len(),
            2,
            "the session, and the rights with the clubs' days: {path} {extra}: {many:#?}"
        );
    }

    let feed = jan.post("/api/users/me/calendar_feed/renew", &json!(null)).await;
    let feed = feed.body["data"]["url"].as_str().expect("an address").to_owned();
    let feed = &feed[feed.find("/api/").expect("a path")..];
    jan.book("2026-11-28", &["jan"]).await;
    portal.caught_up().await;
    let one_in_feed = statements_of(&statements, at_node, feed, None).await;
    let one = statements_of(&statements, at_node, "/api/reservations", None).await;
    for day in ["2026-11-29", "2026-11-30"] {
        let body = json!({"holes": 18, "golfclub": "vol", "players": group(&["jan", "eva"]), "date": day});
        assert_eq!(jan.post("/api/reservations", &body).await.status, 200);
    }
    let many = statements_of(&statements, at_node, "/api/reservations", None).await;
    assert_eq!((one.len(), many.len()), (4, 4), "token, rounds, names, the clubs' days: {many:#?}");
    portal.caught_up().await;
    let many_in_feed = statements_of(&statements, at_node, feed, None).await;
    assert_eq!(
        (one_in_feed.len(), many_in_feed.len()),
        (5, 5),
        "address, rounds, streams, names, the clubs' version: {many_in_feed:#?}"
    );
    let again = statements_of(&statements, at_node, "/api/reservations", None).await;
    assert_eq!(again.len(), 3, "token, rounds and days, for the names are held in memory: {again:#?}");
    let booking = json!({"holes": 18, "golfclub": "vol", "players": four[..2], "date": "2026-12-01"});
    let booked = statements_of(&statements, at_node, "/api/reservations", Some(booking)).await;
    assert!(
        booked.len() <= 4,
        "the edge asks for token and players and counts, the writer works on its own: {booked:#?}"
    );
}
