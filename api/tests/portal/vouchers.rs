//! Links that work without a log-in: who gets them, what they allow, and when they become invalid.

use chrono::TimeDelta;
use fairway_api::config::Config;
use fairway_api::programs::verify_voucher::verify;
use fairway_documents::signing::VoucherCode;
use fairway_events::Holes;
use serde_json::Value;

use crate::support::{Member, Portal};

async fn only(member: &Member<'_>) -> Value {
    let list = member.upcoming().await;
    assert_eq!(list.len(), 1);
    list[0].clone()
}

fn uri(value: &Value) -> String {
    value.as_str().expect("a path").to_owned()
}

async fn pages(portal: &Portal, path: &str) -> usize {
    let response = portal.http.get(portal.url(path)).send().await.expect("an answer");
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["content-type"], "application/pdf");
    assert_eq!(response.headers()["cache-control"], "no-store");
    assert_eq!(response.headers()["referrer-policy"], "no-referrer");
    let bytes = response.bytes().await.expect("a file");
    lopdf::Document::load_mem(&bytes).expect("a PDF").get_pages().len()
}

#[tokio::test]
async fn every_player_sees_their_own_voucher_and_the_master_all_of_them() {
    let portal = Portal::start().await;
    let (jan, eva) = (portal.login("jan").await, portal.login("eva").await);
    jan.book("2026-11-28", &["jan", "eva"]).await;
    let (masters, evas) = (only(&jan).await, only(&eva).await);
    assert_eq!(masters["players"][0]["voucher_uri"], masters["voucher_uri"]);
    assert_eq!(masters["players"][1]["voucher_uri"], evas["voucher_uri"]);
    assert_eq!(masters["voucher_msg"], "");
    assert_eq!(evas["players"][0]["voucher_uri"], "", "a co-player's is the master's to hand out");
    assert_eq!(evas["group_voucher_uri"], "");
    assert_eq!(pages(&portal, &uri(&evas["voucher_uri"])).await, 1);
    assert_eq!(pages(&portal, &uri(&masters["group_voucher_uri"])).await, 2);
}

#[tokio::test]
async fn a_link_is_invalid_after_cancellation_the_play_date_or_a_change_of_master() {
    let portal = Portal::start().await;
    let (jan, eva) = (portal.login("jan").await, portal.login("eva").await);
    let id = jan.book("2026-11-28", &["jan", "eva"]).await;
    let (masters, evas) = (only(&jan).await, only(&eva).await);
    let gone = "Deze voucher bestaat niet meer: de ronde is geannuleerd of geweest.";
    assert_eq!(jan.post(&format!("/api/reservations/{id}/cancel"), &Value::Null).await.status, 200);
    portal.get(&uri(&masters["voucher_uri"])).await.fails(404, gone);
    portal.get(&uri(&masters["group_voucher_uri"])).await.fails(404, gone);
    assert_eq!(pages(&portal, &uri(&evas["voucher_uri"])).await, 1);
    assert_eq!(only(&eva).await["group_voucher_uri"], "", "who plays alone has one voucher");

    portal.clock.advance(TimeDelta::days(8));
    assert_eq!(pages(&portal, &uri(&evas["voucher_uri"])).await, 1, "on the play date it counts");
    portal.clock.advance(TimeDelta::days(1));
    portal.get(&uri(&evas["voucher_uri"])).await.fails(404, gone);
    for path in ["/api/vouchers/x.pdf", "/api/vouchers/x", "/api/vouchers/.pdf"] {
        portal.get(path).await.fails(404, gone);
    }
    let other =
        uri(&evas["calendar_uri"]).replace("/api/calendar/", "/api/vouchers/").replace(".ics", ".pdf");
    portal.get(&other).await.fails(404, gone);
}

#[tokio::test]
async fn a_calendar_entry_keeps_its_id_and_is_cancelled_with_its_place() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let id = jan.book("2026-11-28", &["jan", "eva"]).await;
    let path = uri(&only(&jan).await["calendar_uri"]);
    let text = |answer: &Value| answer.as_str().expect("text").to_owned();
    let line = |text: &str, name: &str| {
        text.lines().find(|line| line.starts_with(name)).map(str::to_owned).expect("a line")
    };
    let first = portal.get(&path).await;
    assert_eq!(first.headers["content-type"], "text/calendar; charset=utf-8");
    let first = text(&first.body);
    assert!(first.contains("METHOD:PUBLISH") && first.contains(&format!("UID:{id}@fairway")), "{first}");
    jan.post(&format!("/api/reservations/{id}/cancel"), &Value::Null).await;
    let second = text(&portal.get(&path).await.body);
    assert!(second.contains("METHOD:CANCEL"), "{second}");
    assert_eq!(line(&first, "UID"), line(&second, "UID"));
    let sequence = |text: &str| line(text, "SEQUENCE:")[9..].trim().parse::<u32>().expect("a number");
    assert!(sequence(&second) > sequence(&first));
    portal.clock.advance(TimeDelta::days(9));
    portal.get(&path).await.fails(404, "Deze ronde bestaat niet of is geweest.");
}

#[tokio::test]
async fn a_voucher_code_is_reported_as_genuine_valid_or_neither() {
    let portal = Portal::start().await;
    let config = Config::from_lookup(|_| None).expect("the defaults");
    let jan = portal.login("jan").await;
    let id = jan.book("2026-11-28", &["jan"]).await;
    let code = VoucherCode {
        place: id.parse().expect("an id"),
        play_date: "2026-11-28".parse().expect("a day"),
        holes: Holes::Eighteen,
    };
    let signed = config.links().expect("links").codes.sign(&code);
    let ask = async |code: &str| match verify(&config, &portal.pool, &portal.clock, code).await {
        Ok(verdict) => verdict,
        Err(error) => error.to_string(),
    };
    let verdict = ask(&signed).await;
    assert!(verdict.starts_with("genuine and valid: Jan de Vries, 18 holes at De Es"), "{verdict}");
    assert!(ask("x").await.starts_with("not a voucher code"));
    let forged = signed.replace(|c: char| c.is_ascii_digit(), "7");
    assert!(ask(&forged).await.starts_with("NOT GENUINE"));
    jan.post(&format!("/api/reservations/{id}/cancel"), &Value::Null).await;
    assert_eq!(ask(&signed).await, "genuine, but NOT VALID: cancelled on 2026-11-20");
}

#[tokio::test]
async fn the_codes_in_the_list_are_those_of_the_vouchers_and_given_to_whom_the_vouchers_are() {
    let portal = Portal::start().await;
    let config = Config::from_lookup(|_| None).expect("the defaults");
    let (jan, eva) = (portal.login("jan").await, portal.login("eva").await);
    let id = jan.book("2026-11-28", &["jan", "eva"]).await;
    let (masters, evas) = (only(&jan).await, only(&eva).await);
    assert_eq!(evas["players"][0]["voucher_code"], "", "a co-player's is the master's to hand out");
    assert_eq!(evas["players"][1]["voucher_code"], masters["players"][1]["voucher_code"]);
    let ask = async |player: &Value| {
        let code = player["voucher_code"].as_str().expect("a code");
        verify(&config, &portal.pool, &portal.clock, code).await
    };
    for (player, name) in [(&masters["players"][0], "Jan de Vries"), (&masters["players"][1], "Eva")] {
        let verdict = ask(player).await.expect("a valid code");
        assert!(verdict.starts_with(&format!("genuine and valid: {name}")), "{verdict}");
    }
    assert_eq!(masters["golfclub"]["starttime_description"], evas["golfclub"]["starttime_description"]);

    jan.post(&format!("/api/reservations/{id}/cancel"), &Value::Null).await;
    let verdict = ask(&masters["players"][0]).await.expect_err("cancelled").to_string();
    assert!(verdict.starts_with("genuine, but NOT VALID"), "{verdict}");
    assert_eq!(only(&eva).await["players"][0]["voucher_code"], "", "nobody gets a cancelled player's");
    let cancelled = jan.get(&format!("/api/reservations/{id}")).await;
    assert_eq!(cancelled.body["data"]["status"], "geannuleerd");
    assert_eq!(cancelled.body["data"]["players"][0]["voucher_code"], "");
    portal.clock.advance(TimeDelta::days(9));
    let played = eva.get("/api/reservations/history").await;
    assert_eq!(played.body["data"][0]["players"][1]["voucher_code"], "", "a day that is over has no voucher");
}
