//! The one page of a member: what its first screen has, the ledger in the member's own words, a booking with its players,
//! and the timeline by category and text.

use fairway_store::operators::Role;
use serde_json::{Value, json};
use uuid::Uuid;

use super::Operator;
use crate::support::{Answer, Portal};

async fn seen(operator: &Operator<'_>, path: &str) -> Value {
    let answer = operator.get(&format!("/operator/api/{path}")).await;
    assert_eq!(answer.status, 200, "{path}: {}", answer.body);
    answer.body
}

fn list<'a>(of: &'a Value, name: &str) -> &'a Vec<Value> {
    of[name].as_array().unwrap_or_else(|| panic!("no {name} in {of}"))
}

impl Portal {
    /// Jan cancels a round on its play date. Returns booking and place.
    async fn jan_forfeits(&self) -> (Uuid, String) {
        let jan = self.login("jan").await;
        let place = jan.book("2026-11-20", &["jan"]).await;
        let cancelled = jan.post(&format!("/api/reservations/{place}/cancel"), &Value::Null).await;
        assert_eq!(cancelled.status, 200, "{}", cancelled.body);
        (self.booking_of(&place).await.0, place)
    }
}

async fn give_back(anke: &Operator<'_>, member: Uuid, booking: Uuid, place: &str) -> Answer {
    let body = json!({"reason": "4711: the club was flooded", "booking_id": booking, "place_id": place});
    anke.post(&format!("/operator/api/members/{member}/forfeitures/return"), &body).await
}

#[tokio::test]
async fn the_first_screen_has_the_person_the_rights_the_rounds_and_the_sessions() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let place = jan.book("2026-11-28", &["jan", "eva"]).await;
    let booking = portal.booking_of(&place).await.0;
    let id = portal.member_id("jan").await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let page = seen(&anke, &format!("members/{id}")).await;

    let address = json!({
        "street": "Laan", "housenumber": "1", "postcode": "1234 AB", "country": "NL", "city": "Ede",
    });
    assert_eq!((&page["member"]["address"], &page["member"]["birthdate"]), (&address, &json!("1970-01-02")));
    let months = &page["ledger_months"][0];
    assert_eq!(months["pass"], page["passes"][0]["id"], "{page}");
    assert_eq!(
        (&months["this"], &months["next"]),
        (
            &json!({"month": "2026-11", "used": 1, "limit": null}),
            &json!({"month": "2026-12", "used": 0, "limit": null})
        )
    );
    let number = page["rounds"][0]["number"].as_str().expect("a number");
    let found = seen(&anke, &format!("search?q={number}")).await;
    assert_eq!(found["results"][0]["id"], json!(booking), "the number leads to the booking: {found}");
    let past: Vec<(&Value, &Value, &Value)> = list(&page, "past_rounds")
        .iter()
        .map(|round| (&round["play_date"], &round["outcome"], &round["players"]))
        .collect();
    let both = json!(["Jan de Vries", "Eva Smit"]);
    assert_eq!(
        past,
        [(&json!("2026-10-10"), &json!("played"), &both), (&json!("2026-10-03"), &json!("played"), &both)]
    );
    let session = &page["sessions"][0];
    assert!(session["browser"].is_string() && session["last_seen_at"].is_string(), "{session}");
    assert_eq!(
        (&page["orders"], &page["returned"], &page["vouchers_total"]),
        (&json!([]), &json!([]), &json!(0))
    );
}

#[tokio::test]
async fn a_right_that_was_given_back_says_by_whom_when_and_why() {
    let portal = Portal::start().await;
    let (booking, place) = portal.jan_forfeits().await;
    let id = portal.member_id("jan").await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let before = seen(&anke, &format!("members/{id}")).await;
    let lost = &before["forfeited"][0];
    assert_eq!(lost["forfeited"]["by"], "Jan de Vries", "{lost}");
    assert!(lost["forfeited"]["reason"].is_null());
    assert_eq!(lost["position"], lost["forfeited"]["position"]);
    let event = seen(&anke, &format!("event?position={}", lost["position"])).await;
    assert_eq!(event["event"], "PlayRightForfeited");
    assert_eq!(list(&before, "past_rounds")[0]["outcome"], "forfeited");
    assert_eq!(give_back(&anke, id, booking, &place).await.status, 200);

    let after = seen(&anke, &format!("members/{id}")).await;
    assert_eq!(after["forfeited"], json!([]));
    let [returned] = list(&after, "returned").as_slice() else { panic!("{after}") };
    assert_eq!((&returned["place_id"], &returned["right"]), (&json!(place), &json!("pass")));
    assert_eq!(returned["title"], "Compleet");
    assert_eq!(returned["forfeited"], lost["forfeited"], "it is still known");
    assert_eq!(returned["returned"]["by"], "operator anke, as Jan de Vries");
    assert_eq!(returned["returned"]["reason"], "4711: the club was flooded");
    assert_eq!(list(&after, "past_rounds")[0]["outcome"], "cancelled");
}

#[tokio::test]
async fn the_ledger_is_the_one_that_the_member_reads() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    for _ in 0..13 {
        let place = jan.book("2026-11-28", &["jan"]).await;
        assert_eq!(jan.post(&format!("/api/reservations/{place}/cancel"), &Value::Null).await.status, 200);
    }
    let (booking, place) = portal.jan_forfeits().await;
    let id = portal.member_id("jan").await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    assert_eq!(give_back(&anke, id, booking, &place).await.status, 200);
    let page = seen(&anke, &format!("members/{id}")).await;
    let pass = page["passes"][0]["id"].as_str().expect("a pass").to_owned();

    let (mut before, mut pages) = (String::new(), Vec::new());
    loop {
        let own = jan.get(&format!("/api/users/me/subscriptions/{pass}/ledger?{before}")).await.body;
        let shown = seen(&anke, &format!("members/{id}/ledger?pass={pass}&{before}")).await;
        let of_member: Vec<Value> = list(&own, "data")
            .iter()
            .map(|line| {
                json!([
                    line["date"],
                    line["kind"],
                    line["golfclub"],
                    line["holes"],
                    line["play_date"],
                    line["reservation_id"],
                    line["explanation"]
                ])
            })
            .collect();
        let of_operator: Vec<Value> = list(&shown, "lines")
            .iter()
            .map(|line| {
                json!([
                    line["date"],
                    line["kind"],
                    line["club"]["name"],
                    line["holes"],
                    line["play_date"],
                    line["place_id"],
                    line["explanation"]
                ])
            })
            .collect();
        assert_eq!((of_operator, &shown["next"]), (of_member, &own["next"]));
        pages.push(shown.clone());
        let Some(next) = shown["next"].as_str() else { break };
        before = format!("before={next}");
    }
    assert_eq!(pages.len(), 2, "more than a page");
    let restored = &pages[0]["lines"][0];
    assert_eq!(restored["kind"], "teruggegeven");
    assert_eq!(restored["act"]["by"], "operator anke, as Jan de Vries", "{restored}");
    assert_eq!(restored["act"]["reason"], "4711: the club was flooded");
    assert_eq!(pages[0]["lines"][1]["act"]["by"], "Jan de Vries");

    let refused = async |path: &str| anke.get(&format!("/operator/api/members/{path}")).await;
    let eva = portal.member_id("eva").await;
    refused(&format!("{eva}/ledger?pass={pass}"))
        .await
        .fails(404, &format!("This member has no pass {pass}."));
    assert_eq!(refused(&format!("{}/ledger?pass={pass}", Uuid::nil())).await.status, 404);
    let no_pass = refused(&format!("{id}/ledger?pass=x")).await;
    assert!(no_pass.body["errors"]["pass"].is_string(), "{}", no_pass.body);
    let no_page = refused(&format!("{id}/ledger?pass={pass}&before=x")).await;
    assert!(no_page.body["errors"]["before"].is_string(), "{}", no_page.body);
    let admin = portal.operator("bas", &[Role::Admin]).await;
    let path = format!("/operator/api/members/{id}/ledger?pass={pass}");
    assert_eq!(admin.get(&path).await.status, 403, "an admin has the first screen alone");
}

#[tokio::test]
async fn a_booking_has_its_number_its_players_and_the_places_that_are_cancelled() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let place = jan.book("2026-11-28", &["jan", "eva"]).await;
    let hers = jan.place_of(&place, "eva").await;
    let booking = portal.booking_of(&place).await.0;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let whole = seen(&anke, &format!("bookings/{booking}")).await;
    let players: Vec<(&Value, &Value)> =
        list(&whole, "players").iter().map(|player| (&player["name"], &player["is_master"])).collect();
    assert_eq!(players, [(&json!("Jan de Vries"), &json!(true)), (&json!("Eva Smit"), &json!(false))]);
    assert_eq!((&whole["may_cancel"], &whole["cancelled"]), (&json!(true), &json!([])), "{whole}");
    let number = whole["number"].as_str().expect("a number");
    for id in [number, &place] {
        assert_eq!(seen(&anke, &format!("bookings/{id}")).await["booking_id"], json!(booking), "{id}");
    }

    let cancel = |places: &[&str]| json!({"reason": "called us", "places": places, "rights": "return"});
    let path = format!("/operator/api/bookings/{booking}/cancel");
    assert_eq!(anke.post(&path, &cancel(&[&hers])).await.status, 200);
    let part = seen(&anke, &format!("bookings/{booking}")).await;
    let [gone] = list(&part, "cancelled").as_slice() else { panic!("{part}") };
    assert_eq!((&gone["name"], &gone["is_forfeited"]), (&json!("Eva Smit"), &json!(false)));
    assert!(gone["cancelled_at"].is_string() && list(&part, "players").len() == 1, "{part}");
    assert_eq!(anke.post(&path, &cancel(&[&place])).await.status, 200);
    assert_eq!(seen(&anke, &format!("bookings/{booking}")).await["may_cancel"], false);

    assert_eq!(anke.get(&format!("/operator/api/bookings/{}", Uuid::nil())).await.status, 404);
    let views: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM operator_actions WHERE action = 'view' AND subject = 'booking ' || $1::uuid",
    )
    .bind(booking)
    .fetch_one(&portal.pool)
    .await
    .expect("views");
    assert_eq!(views, 1, "once in a session");
}

#[tokio::test]
async fn a_timeline_is_told_in_words_and_filtered_by_category_and_text() {
    let portal = Portal::start().await;
    let (booking, _) = portal.jan_forfeits().await;
    let id = portal.member_id("jan").await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let path = format!("timeline?kind=member&id={id}");
    let whole = seen(&anke, &path).await;
    let sentences: Vec<&str> =
        list(&whole, "entries").iter().filter_map(|entry| entry["sentence"].as_str()).collect();
    assert!(sentences.len() > 5 && sentences.iter().all(|sentence| sentence.parse::<Uuid>().is_err()));
    let ids = [id.to_string(), booking.to_string()];
    assert!(sentences.iter().all(|sentence| ids.iter().all(|id| !sentence.contains(id))), "{sentences:?}");
    let rights = seen(&anke, &format!("{path}&category=rights")).await;
    let categories: Vec<&Value> = list(&rights, "entries").iter().map(|entry| &entry["category"]).collect();
    assert!(!categories.is_empty() && categories.iter().all(|category| **category == "rights"), "{rights}");
    let forfeited = seen(&anke, &format!("{path}&text=forfeited&limit=200")).await;
    let [one] = list(&forfeited, "entries").as_slice() else { panic!("{forfeited}") };
    assert_eq!((&one["event"], &one["category"]), (&json!("PlayRightForfeited"), &json!("rights")));
    let number = one["number"].as_str().expect("a number");
    let act = seen(&anke, &format!("event?position={}", one["position"])).await;
    let events: Vec<&Value> = list(&act, "act").iter().map(|event| &event["event"]).collect();
    assert!(events.contains(&&json!("PlaceCancelled")) && act["act_has_more"] == false, "{act}");
    let about = seen(&anke, &format!("{path}&text={number}")).await;
    assert!(list(&about, "entries").iter().all(|entry| entry["number"] == number), "{about}");
    assert!(whole["searched"] == 0 && about["searched"].as_u64().is_some_and(|read| read > 5));

    let wrong = anke.get(&format!("/operator/api/{path}&category=round")).await;
    assert_eq!(wrong.body["errors"]["category"], "Write bookings, rights, payments, account or operator.");
    let long = anke.get(&format!("/operator/api/{path}&text={}", "x".repeat(101))).await;
    assert_eq!(long.body["errors"]["text"], "Write at most 100 characters.", "{}", long.body);
    let nobody = seen(&anke, &format!("{path}&text=nobody+says+this")).await;
    assert_eq!((&nobody["entries"], &nobody["next"]), (&json!([]), &Value::Null));
}
