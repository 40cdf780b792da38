//! The search as a telephone call needs it: by what the caller says, by whom, and what a screen may open at once.

use fairway_store::operators::Role;
use serde_json::{Value, json};

use super::Operator;
use crate::support::{Answer, Portal, email};

async fn search(operator: &Operator<'_>, text: &str, more: &str) -> Answer {
    let query = url::form_urlencoded::Serializer::new(String::new()).append_pair("q", text).finish();
    operator.get(&format!("/operator/api/search?{query}{more}")).await
}

fn ids(answer: &Answer) -> Vec<String> {
    let results = answer.body["results"].as_array().expect("results");
    results.iter().map(|hit| hit["id"].as_str().expect("an id").to_owned()).collect()
}

/// Jan has a telephone and a day of birth, Eva the same telephone.
async fn with_facts() -> Portal {
    let portal = Portal::start().await;
    for (who, birthdate) in [("jan", "1980-03-12"), ("eva", "1981-03-12")] {
        let sql = "UPDATE members SET telephone = '+31600000047', birthdate = $2::date WHERE email = $1";
        sqlx::query(sql).bind(email(who)).bind(birthdate).execute(&portal.pool).await.expect("the facts");
    }
    portal
}

#[tokio::test]
async fn a_booking_is_found_by_the_number_of_its_mails() {
    let portal = Portal::start().await;
    portal.login("jan").await.book("2026-11-28", &["jan", "eva"]).await;
    portal.caught_up().await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let booking: uuid::Uuid = sqlx::query_scalar("SELECT booking_id FROM reservations_bookings")
        .fetch_one(&portal.pool)
        .await
        .expect("the booking");
    let number = fairway_events::BookingId(booking).number().to_string();
    for text in [number.clone(), number.to_lowercase(), number.replace('-', "")] {
        let found = search(&anke, &text, "").await;
        assert_eq!((ids(&found), &found.body["exact"]), (vec![booking.to_string()], &json!(true)), "{text}");
        assert_eq!(found.body["results"][0]["number"], number.as_str(), "{}", found.body);
    }
    let page = anke.get(&format!("/operator/api/subject?kind=booking&id={number}")).await;
    assert_eq!((page.status, &page.body["id"]), (200, &json!(booking)), "{}", page.body);
}

#[tokio::test]
async fn an_order_is_found_by_the_number_of_its_receipt() {
    let portal = Portal::start().await;
    portal.login("jan").await.order(1).await;
    portal.caught_up().await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let order: uuid::Uuid =
        sqlx::query_scalar("SELECT order_id FROM orders").fetch_one(&portal.pool).await.expect("the order");
    let found = search(&anke, &fairway_events::OrderId(order).number().to_string(), "").await;
    assert_eq!((ids(&found), &found.body["exact"]), (vec![order.to_string()], &json!(true)));
}

#[tokio::test]
async fn facts_find_a_member_and_the_record_has_the_id_alone() {
    let portal = with_facts().await;
    let (jan, eva) = (portal.member_id("jan").await.to_string(), portal.member_id("eva").await.to_string());
    let anke = portal.operator("anke", &[Role::Support]).await;
    let two = search(&anke, "06 00000047 12-03-1980", "").await;
    assert_eq!((ids(&two), &two.body["exact"]), (vec![jan.clone()], &json!(true)), "{}", two.body);
    let one = search(&anke, "12-03-1980", "").await;
    assert_eq!((ids(&one), &one.body["exact"]), (vec![jan.clone()], &json!(false)), "a list of one");
    let telephone = search(&anke, "0600000047", "").await;
    assert!(ids(&telephone).contains(&eva) && ids(&telephone).len() == 2, "{}", telephone.body);
    let recorded: Vec<String> =
        sqlx::query_scalar("SELECT subject FROM operator_actions WHERE action = 'search' ORDER BY at, id")
            .fetch_all(&portal.pool)
            .await
            .expect("searches");
    assert!(recorded.contains(&format!("by facts: member {jan}")), "{recorded:?}");
    assert!(recorded.iter().all(|subject| !subject.contains("0600000047")), "{recorded:?}");
}

#[tokio::test]
async fn suggestions_are_few_and_only_those_that_are_shown_are_recorded() {
    let portal = Portal::start().await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let all = search(&anke, "a", "").await;
    let few = search(&anke, "a", "&limit=1").await;
    assert!(ids(&all).len() > 1, "{}", all.body);
    assert_eq!((ids(&few), &few.body["exact"]), (ids(&all)[..1].to_vec(), &json!(false)));
    assert!(few.body["message"].is_string(), "{}", few.body);
    let shown: Vec<String> =
        sqlx::query_scalar("SELECT subject FROM operator_actions WHERE action = 'search'")
            .fetch_all(&portal.pool)
            .await
            .expect("searches");
    assert!(shown.contains(&format!("by name: member {}", ids(&few)[0])), "{shown:?}");
    for limit in ["0", "51"] {
        let refused = search(&anke, "a", &format!("&limit={limit}")).await;
        assert_eq!(
            (refused.status, &refused.body["errors"]["limit"]),
            (422, &json!("Ask for 1 to 50 hits."))
        );
    }
}

#[tokio::test]
async fn an_admin_finds_the_member_whom_they_may_erase_and_nothing_else() {
    let portal = Portal::start().await;
    let place = portal.login("jan").await.book("2026-11-28", &["jan", "eva"]).await;
    portal.caught_up().await;
    let jan = portal.member_id("jan").await.to_string();
    let admin = portal.operator("ada", &[Role::Admin]).await;
    for text in [email("jan"), jan.clone()] {
        let found = search(&admin, &text, "").await;
        assert_eq!((found.status, ids(&found)), (200, vec![jan.clone()]), "{text}: {}", found.body);
    }
    for text in [place.as_str(), "#1", "de-es/2026-11-28"] {
        let found = search(&admin, text, "").await;
        assert_eq!(
            (found.status, ids(&found), &found.body["position"]),
            (200, Vec::new(), &Value::Null),
            "{text}"
        );
        assert!(
            found.body["message"].as_str().is_some_and(|text| text.starts_with("No member")),
            "{}",
            found.body
        );
    }
    let recorded: Vec<String> =
        sqlx::query_scalar("SELECT subject FROM operator_actions WHERE action = 'search'")
            .fetch_all(&portal.pool)
            .await
            .expect("searches");
    assert!(recorded.iter().all(|subject| !subject.contains("booking")), "{recorded:?}");
    let both = portal.operator("bea", &[Role::Admin, Role::Auditor]).await;
    assert_eq!(ids(&search(&both, &place, "").await).len(), 1);
    let content = portal.operator("cor", &[Role::Content]).await;
    assert_eq!(search(&content, &jan, "").await.status, 403);
}
