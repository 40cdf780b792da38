//! The start time of a round, over HTTP: who sees it, where it is shown, and what two players at once get.

use serde_json::{Value, json};

use crate::support::{Answer, Member, Portal, email, round};

/// Writes a start time down, or takes it away; `seen` is what the screen showed.
async fn agree(member: &Member<'_>, place: &str, start_time: Option<&str>, seen: Option<&str>) -> Answer {
    let body = json!({ "start_time": start_time, "seen": seen });
    member.post(&format!("/api/reservations/{place}/start_time"), &body).await
}

/// The start time that a member sees, and who wrote it down.
async fn shown(member: &Member<'_>, place: &str) -> (Value, Value) {
    let seen = &member.get(&format!("/api/reservations/{place}")).await.body["data"];
    (seen["start_time"].clone(), seen["start_time_by"].clone())
}

#[tokio::test]
async fn the_whole_group_sees_what_one_of_them_agreed() {
    let portal = Portal::start().await;
    let (jan, eva) = (portal.login("jan").await, portal.login("eva").await);
    let id = jan.book("2026-11-28", &["jan", "eva"]).await;
    assert_eq!(shown(&eva, &id).await, (Value::Null, Value::Null));
    // A place of the booking, not only the caller's own.
    let answer = agree(&eva, &id, Some("10:40"), None).await;
    assert_eq!((answer.status, &answer.body), (200, &json!({"success": true})));
    for member in [&jan, &eva] {
        let first = &member.upcoming().await[0];
        assert_eq!((&first["start_time"], &first["start_time_by"]), (&json!("10:40"), &json!("Eva")));
        assert_eq!(shown(member, &id).await, (json!("10:40"), json!("Eva")));
    }
    let events = portal.events().await;
    assert_eq!(agree(&jan, &id, Some("10:40"), Some("10:40")).await.status, 200);
    assert_eq!(portal.events().await, events, "the same time again records nothing");
    assert_eq!(agree(&jan, &id, None, Some("10:40")).await.status, 200);
    assert_eq!(shown(&eva, &id).await, (Value::Null, Value::Null));
}

#[tokio::test]
async fn of_two_players_at_once_the_later_one_sees_the_first() {
    let portal = Portal::start().await;
    let (jan, eva) = (portal.login("jan").await, portal.login("eva").await);
    let id = jan.book("2026-11-28", &["jan", "eva"]).await;
    let (one, other) =
        tokio::join!(agree(&jan, &id, Some("10:30"), None), agree(&eva, &id, Some("11:00"), None));
    let (first, time, later) = match (one.status, other.status) {
        (200, 409) => ("Jan", "10:30", other),
        (409, 200) => ("Eva", "11:00", one),
        both => panic!("one of both is carried out: {both:?}"),
    };
    later.fails(409, &format!("{first} heeft de starttijd intussen op {time} gezet."));
    assert_eq!(shown(&jan, &id).await, (json!(time), json!(first)));
    // Who has seen it chooses.
    assert_eq!(agree(&eva, &id, None, Some(time)).await.status, 200);
    agree(&jan, &id, Some("12:00"), Some(time))
        .await
        .fails(409, "Eva heeft de starttijd intussen weggehaald.");
    assert_eq!(agree(&jan, &id, Some("12:00"), None).await.status, 200);
    agree(&jan, &id, Some("13:00"), None).await.fails(409, "Je hebt de starttijd intussen op 12:00 gezet.");
}

#[tokio::test]
async fn only_who_plays_agrees_on_a_time_that_exists_until_the_round_is_over() {
    let portal = Portal::start().await;
    let (jan, eva, w1) = (portal.login("jan").await, portal.login("eva").await, portal.login("w1").await);
    let id = jan.book("2026-11-21", &["jan", "eva"]).await;
    agree(&w1, &id, Some("10:40"), None).await.fails(404, "Deze reservering bestaat niet.");
    for text in ["24:00", "10.40", "9:30", "", "half elf"] {
        let answer = agree(&jan, &id, Some(text), None).await;
        let sentence = "Vul een tijd in van 00:00 tot en met 23:59, zoals 10:40.";
        assert_eq!((answer.status, &answer.body["errors"]["start_time"]), (422, &json!(sentence)), "{text}");
    }
    let hers = jan.place_of(&id, "eva").await;
    assert_eq!(eva.post(&format!("/api/reservations/{hers}/cancel"), &Value::Null).await.status, 200);
    agree(&eva, &hers, Some("10:40"), None).await.fails(409, "Je speelt niet meer mee in deze ronde.");
    portal.clock.advance(chrono::TimeDelta::days(2));
    agree(&jan, &id, Some("10:40"), None)
        .await
        .fails(409, "De speeldatum is voorbij: de starttijd kan niet meer veranderen.");
}

#[tokio::test]
async fn who_left_sees_the_time_of_then_and_who_comes_sees_the_time_of_now() {
    let portal = Portal::start().await;
    let (jan, eva, w1) = (portal.login("jan").await, portal.login("eva").await, portal.login("w1").await);
    let id = jan.book("2026-11-28", &["jan", "eva"]).await;
    assert_eq!(agree(&jan, &id, Some("10:40"), None).await.status, 200);
    let hers = jan.place_of(&id, "eva").await;
    let swap = json!({ "email": email("w1") });
    assert_eq!(eva.post(&format!("/api/reservations/{hers}/player/swap"), &swap).await.status, 200);
    assert_eq!(shown(&w1, &id).await, (json!("10:40"), json!("Jan")), "a swap keeps the time");
    assert_eq!(agree(&w1, &id, Some("11:20"), Some("10:40")).await.status, 200);
    portal.caught_up().await;
    assert_eq!(shown(&eva, &hers).await, (json!("10:40"), json!("Jan")));
    assert_eq!(shown(&jan, &id).await.0, json!("11:20"));
}

#[tokio::test]
async fn a_time_with_a_key_is_written_once_and_reaches_the_calendar() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let id = jan.book("2026-11-28", &["jan"]).await;
    let file = jan.upcoming().await[0]["calendar_uri"].as_str().expect("a link").to_owned();
    let line = |file: &Value, name: &str| {
        let text = file.as_str().expect("text");
        text.lines().find(|line| line.starts_with(name)).map(str::to_owned).expect("a line")
    };
    let sequence = |file: &Value| line(file, "SEQUENCE:")[9..].trim().parse::<u32>().expect("a number");
    let before = portal.get(&file).await.body;
    let path = format!("/api/reservations/{id}/start_time");
    let body = json!({ "start_time": "10:40", "seen": null });
    let first = jan.post_with_key(&path, "k", &body).await;
    let events = portal.events().await;
    let again = jan.post_with_key(&path, "k", &body).await;
    assert_eq!((first.status, again.status, again.body), (200, 200, first.body));
    assert_eq!(portal.events().await, events);
    portal.caught_up().await;
    let after = portal.get(&file).await.body;
    assert_eq!(line(&after, "DTSTART;"), "DTSTART;TZID=Europe/Amsterdam:20261128T104000");
    assert!(sequence(&after) > sequence(&before));
}

#[tokio::test]
async fn a_round_has_one_number_wherever_a_member_sees_it() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let booked = jan.post("/api/reservations", &round("2026-11-28", &["jan"])).await;
    let number = booked.body["booking_number"].as_str().expect("a number").to_owned();
    assert!(number.parse::<fairway_events::BookingNumber>().is_ok(), "{number}");
    let id = booked.body["reservation_id"].as_str().expect("an id").to_owned();
    assert_eq!(jan.upcoming().await[0]["booking_number"], json!(number));
    assert_eq!(
        jan.get(&format!("/api/reservations/{id}")).await.body["data"]["booking_number"],
        json!(number)
    );
    assert_eq!(jan.post(&format!("/api/reservations/{id}/cancel"), &Value::Null).await.status, 200);
    assert_eq!(jan.get("/api/reservations/history").await.data()[0]["booking_number"], json!(number));
}
