//! The process that offers places: each once, whatever is killed, and however many nodes run.

use chrono::TimeDelta;
use fairway_api::config::Config;
use fairway_rounds::offering as waiting_lists;
use serde_json::{Value, json};
use tokio::task::JoinHandle;

use super::{DAY, at_small_club, waiting};
use crate::own_postgres;
use crate::support::{Answer, Member, Node, Portal};

/// The task of a node; killed when it is dropped.
pub(super) struct Offering(JoinHandle<()>);

impl Offering {
    pub(super) fn on(node: &Node) -> Self {
        Self(tokio::spawn(waiting_lists::run(node.app.common.clone(), std::future::pending())))
    }
}

impl Drop for Offering {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Waits until the member's only group has this state.
pub(super) async fn until(member: &Member<'_>, state: &str) -> Value {
    let has_state = |answer: &Answer| answer.data().first().is_some_and(|group| group["state"] == state);
    let ask = async || member.get("/api/waiting-list").await;
    own_postgres::until(state, ask, has_state).await.data()[0].clone()
}

/// How often an event was recorded.
async fn recorded(portal: &Portal, event: &str) -> i64 {
    sqlx::query_scalar("SELECT count(*) FROM events WHERE event_type = $1")
        .bind(event)
        .fetch_one(&portal.pool)
        .await
        .expect("a count")
}

#[tokio::test]
async fn free_places_are_offered_to_the_first_group_that_fits_and_taken_with_one_press() {
    let portal = Portal::start().await;
    let _offering = Offering::on(&portal.node);
    let (eva, jan, w3) = (portal.login("eva").await, portal.login("jan").await, portal.login("w3").await);
    let place = eva.fill(&["eva", "w1"]).await;
    let group = jan.wait_for_day(&["jan", "w2"]).await;
    w3.wait_for_day(&["w3"]).await;
    eva.cancel_group(&place).await;

    let offered = until(&jan, "offered").await;
    assert_eq!(offered["offered_until"], "2026-11-20T12:00:00Z", "two hours");
    assert_eq!(w3.waits().await, waiting(1));
    let w4 = portal.login("w4").await;
    let outsider = w4.post("/api/reservations", &at_small_club(&["w4"])).await;
    outsider.fails(409, "De baan is op deze datum volgeboekt");

    let take = format!("/api/waiting-list/{group}/take");
    let taken = jan.post_with_key(&take, "take-1", &Value::Null).await;
    assert_eq!(taken.status, 200, "{}", taken.body);
    let again = jan.post_with_key(&take, "take-1", &Value::Null).await;
    assert_eq!((again.status, &again.body), (taken.status, &taken.body));
    let upcoming = jan.upcoming().await;
    assert_eq!(upcoming[0]["reservation_id"], taken.body["reservation_id"]);
    assert_eq!((&upcoming[0]["play_date"], &upcoming[0]["is_group_master"]), (&json!(DAY), &json!(true)));
    assert_eq!(jan.waits().await, []);

    let w2 = portal.login("w2").await;
    assert_eq!(w2.upcoming().await.len(), 1);
    w2.answer(&group, "take").await.fails(409, "Jullie hebben deze plaatsen al.");
    let seen = w2.get(&format!("/api/waiting-list/{group}")).await;
    assert_eq!(seen.body["data"]["state"], "taken");
    assert_eq!(seen.body["data"]["reservation_id"], w2.upcoming().await[0]["reservation_id"]);
    assert_eq!(w3.waits().await, waiting(0));
}

#[tokio::test]
async fn a_lapsed_offer_goes_to_the_next_group_and_the_first_keeps_its_place() {
    let portal = Portal::start().await;
    let _offering = Offering::on(&portal.node);
    let (eva, jan, w3) = (portal.login("eva").await, portal.login("jan").await, portal.login("w3").await);
    let place = eva.fill(&["eva", "w1"]).await;
    let group = jan.wait_for_day(&["jan", "w2"]).await;
    w3.wait_for_day(&["w3"]).await;
    eva.cancel_group(&place).await;
    until(&jan, "offered").await;

    portal.clock.advance(TimeDelta::hours(2));
    // At that instant, also before anybody has recorded it.
    jan.answer(&group, "take")
        .await
        .fails(409, "Dit aanbod geldt niet meer; jullie staan nog op de wachtlijst.");
    until(&w3, "offered").await;
    assert_eq!(jan.waits().await, waiting(0));
    assert_eq!(recorded(&portal, "OfferLapsed").await, 1);
}

#[tokio::test]
async fn a_declined_offer_goes_to_the_next_group() {
    let portal = Portal::start().await;
    let _offering = Offering::on(&portal.node);
    let (eva, jan, w3) = (portal.login("eva").await, portal.login("jan").await, portal.login("w3").await);
    let place = eva.fill(&["eva", "w1"]).await;
    let group = jan.wait_for_day(&["jan", "w2"]).await;
    w3.wait_for_day(&["w3"]).await;
    eva.cancel_group(&place).await;
    until(&jan, "offered").await;
    assert_eq!(portal.login("w2").await.answer(&group, "decline").await.status, 200, "any player may");
    until(&w3, "offered").await;
    let before = recorded(&portal, "OfferDeclined").await;
    assert_eq!(jan.answer(&group, "decline").await.status, 200);
    assert_eq!((before, recorded(&portal, "OfferDeclined").await), (1, 1), "a repeat changes nothing");
}

#[tokio::test]
async fn an_offer_that_lapsed_while_nothing_ran_goes_to_the_next_group() {
    let portal = Portal::start().await;
    let offering = Offering::on(&portal.node);
    let (eva, jan, w3) = (portal.login("eva").await, portal.login("jan").await, portal.login("w3").await);
    let place = eva.fill(&["eva", "w1"]).await;
    jan.wait_for_day(&["jan", "w2"]).await;
    drop(offering);
    // Places come free while nothing runs, too.
    eva.cancel_group(&place).await;
    let killed = Offering::on(&portal.node);
    until(&jan, "offered").await;
    drop(killed);
    w3.wait_for_day(&["w3"]).await;
    portal.clock.advance(TimeDelta::hours(3));
    assert_eq!(recorded(&portal, "OfferLapsed").await, 0);
    let _offering = Offering::on(&portal.node);
    until(&w3, "offered").await;
}

#[tokio::test]
async fn two_nodes_offer_each_place_once() {
    let portal = Portal::start().await;
    let config = Config::from_lookup(|_| None).expect("the defaults");
    let second = Node::start(&portal.pool, &portal.clock, config, false).await;
    let _offering = [Offering::on(&portal.node), Offering::on(&second)];
    let eva = portal.login("eva").await;
    let waiting = [portal.login("jan").await, portal.login("w2").await, portal.login("w3").await];
    let place = eva.fill(&["eva", "w1"]).await;
    for (member, name) in waiting.iter().zip(["jan", "w2", "w3"]) {
        member.wait_for_day(&[name]).await;
    }
    eva.cancel_group(&place).await;
    until(&waiting[0], "offered").await;
    until(&waiting[1], "offered").await;
    assert_eq!(waiting[2].waits().await, super::waiting(2));
    // The next offers show that both nodes have seen the first ones.
    portal.clock.advance(TimeDelta::hours(2));
    until(&waiting[2], "offered").await;
    assert_eq!(recorded(&portal, "OfferLapsed").await, 2);
    assert_eq!(recorded(&portal, "PlacesOffered").await, 3);
}

#[tokio::test]
async fn a_club_with_more_places_offers_them_without_an_event() {
    let portal = Portal::start().await;
    let _offering = Offering::on(&portal.node);
    let (eva, jan) = (portal.login("eva").await, portal.login("jan").await);
    eva.fill(&["eva", "w1"]).await;
    jan.wait_for_day(&["jan", "w2"]).await;
    let mut change = portal.pool.begin().await.expect("a transaction");
    for sql in [
        "UPDATE clubs SET daily_capacity = 4 WHERE id = 'vol'",
        "UPDATE reference_version SET version = version + 1",
    ] {
        sqlx::query(sql).execute(&mut *change).await.expect("a change");
    }
    change.commit().await.expect("a commit");
    until(&jan, "offered").await;
}

#[tokio::test]
async fn the_offers_are_those_of_the_system_and_the_metrics_count_them() {
    let portal = Portal::start().await;
    let _offering = Offering::on(&portal.node);
    let (eva, jan) = (portal.login("eva").await, portal.login("jan").await);
    let place = eva.fill(&["eva", "w1"]).await;
    jan.wait_for_day(&["jan", "w2"]).await;
    let page = async || portal.get("/metrics").await.body.as_str().expect("a page").to_owned();
    assert!(page().await.contains("\nfairway_waiting_days 1\n"));
    eva.cancel_group(&place).await;
    until(&jan, "offered").await;
    let actors: Vec<String> =
        sqlx::query_scalar("SELECT DISTINCT actor FROM events WHERE event_type = 'PlacesOffered'")
            .fetch_all(&portal.pool)
            .await
            .expect("the actors");
    assert_eq!(actors, ["system:waiting-list"]);
    let shown = page().await;
    assert!(shown.contains("\nfairway_waiting_offers 1\n"), "{shown}");
    assert!(shown.contains("\nfairway_waiting_offer_overdue_seconds 0"), "{shown}");
}
