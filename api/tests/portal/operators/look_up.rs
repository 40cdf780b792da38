//! Questions to the journal at the screens: the same answers as `replay-tool` gives, and each view recorded.

use fairway_store::operators::Role;
use serde_json::{Value, json};

use super::names_no_command;
use crate::support::{Portal, email};

#[tokio::test]
async fn a_member_and_a_booking_are_found_by_what_a_caller_says() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let place = jan.book("2026-11-28", &["jan", "eva"]).await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let search = async |text: &str| {
        let query = url::form_urlencoded::Serializer::new(String::new()).append_pair("q", text).finish();
        anke.get(&format!("/operator/api/search?{query}")).await
    };
    let kinds = |answer: &crate::support::Answer| -> Vec<String> {
        let results = answer.body["results"].as_array().expect("results").clone();
        results.iter().map(|hit| hit["kind"].as_str().expect("a kind").to_owned()).collect()
    };
    assert_eq!(kinds(&search(&email("jan")).await), ["member"]);
    assert_eq!(kinds(&search(&place).await), ["booking"]);
    assert_eq!(kinds(&search("de-es/2026-11-28").await), ["club_day"]);
    assert_eq!(search("#1").await.body["position"], 1);
    assert_eq!(search("1").await.body["position"], 1);
    let name: String = sqlx::query_scalar("SELECT last_name FROM members WHERE email = $1")
        .bind(email("jan"))
        .fetch_one(&portal.pool)
        .await
        .expect("a name");
    assert!(kinds(&search(&name.to_uppercase()).await).contains(&"member".to_owned()));
    let nothing = search("00000000").await;
    assert!(nothing.body["message"].as_str().is_some_and(|text| text.starts_with("nothing is known under")));
    assert!(search("#99999").await.body["message"].is_string());
    for odd in ["%", "_", "\\", "🏌️", "' OR 1=1 --"] {
        assert_eq!(search(odd).await.status, 200, "{odd}");
    }
    assert_eq!(search("").await.status, 422);
    let long = search(&"x".repeat(201)).await;
    assert_eq!(
        (long.status, &long.body["errors"]["q"]),
        (422, &json!("Search for at most 200 characters: these are 201.")),
        "{}",
        long.body
    );
}

#[tokio::test]
async fn whom_a_search_shows_is_recorded_by_id_and_never_what_was_written() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let place = jan.book("2026-11-28", &["jan", "eva"]).await;
    portal.caught_up().await;
    let (jan, eva) = (portal.member_id("jan").await, portal.member_id("eva").await);
    let anke = portal.operator("anke", &[Role::Support]).await;
    let search = async |text: &str| {
        let query = url::form_urlencoded::Serializer::new(String::new()).append_pair("q", text).finish();
        let answer = anke.get(&format!("/operator/api/search?{query}")).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body["results"].as_array().expect("results").clone()
    };
    let recorded = async || -> Vec<(String, Option<uuid::Uuid>)> {
        let sql = "SELECT subject, member_id FROM operator_actions WHERE action = 'search' AND reason = '' ORDER BY at, id";
        sqlx::query_as(sql).fetch_all(&portal.pool).await.expect("searches")
    };
    search(&email("jan")).await;
    search(&email("jan")).await;
    assert_eq!(recorded().await, [(format!("by address: member {jan}"), Some(jan))], "once a minute");
    let found = search(&place).await;
    let booking = found[0]["id"].as_str().expect("an id");
    for nobody in ["#1", "de-es/2026-11-28", "00000000", "nobody@test.example", "xyz"] {
        search(nobody).await;
    }
    let of_booking = (format!("by id: booking {booking}"), None);
    let rows = recorded().await;
    assert!(rows.len() == 2 && rows.contains(&of_booking), "only who was shown: {rows:?}");

    // Somebody whom the operator saw already: the screen asks for the title of what was opened last.
    assert_eq!(anke.get(&format!("/operator/api/subject?kind=member&id={eva}")).await.status, 200);
    portal.clock.advance(chrono::TimeDelta::minutes(20));
    search(&eva.to_string()).await;
    assert_eq!(recorded().await.len(), 2);
    search(&email("eva")).await;
    let by_address = (format!("by address: member {eva}"), Some(eva));
    assert_eq!(recorded().await.last(), Some(&by_address), "by what the operator knew already");
    let others = portal.operator("bas", &[Role::Auditor]).await;
    portal.clock.advance(chrono::TimeDelta::minutes(1));
    assert_eq!(others.get(&format!("/operator/api/search?q={eva}")).await.status, 200);
    let of_eva = (format!("by id: member {eva}"), Some(eva));
    assert_eq!(recorded().await.last(), Some(&of_eva), "another operator");

    // Several at once are one row, with the id of each.
    let found = others.get("/operator/api/search?q=a").await.body;
    let ids: Vec<&str> =
        found["results"].as_array().expect("results").iter().filter_map(|hit| hit["id"].as_str()).collect();
    assert!(ids.len() > 1, "{found}");
    let listed = others.get(&format!("/operator/api/actions?subject={eva}")).await.body;
    let row = listed["actions"]
        .as_array()
        .expect("actions")
        .iter()
        .find(|row| row["action"] == "search" && row["member"].is_null());
    let row = row.unwrap_or_else(|| panic!("an auditor finds by a member's id who saw them: {listed}"));
    let subject = row["subject"].as_str().expect("text");
    assert!(
        subject.starts_with("by name: member ") && ids.iter().all(|id| subject.contains(id)),
        "{subject}"
    );
    let stored: Vec<String> = sqlx::query_scalar("SELECT operator_actions::text FROM operator_actions")
        .fetch_all(&portal.pool)
        .await
        .expect("the rows");
    assert!(stored.iter().all(|row| !row.contains("test.example")), "{stored:?}");
    let timeline = others.get(&format!("/operator/api/timeline?kind=member&id={jan}")).await.body;
    assert!(!timeline.to_string().contains("by address"), "nothing happened to the member: {timeline}");
}

#[tokio::test]
async fn a_booking_is_shown_as_it_is_and_was_and_with_the_difference() {
    let portal = Portal::start().await;
    let (jan, eva) = (portal.login("jan").await, portal.login("eva").await);
    let place = jan.book("2026-11-28", &["jan", "eva"]).await;
    let hers = jan.place_of(&place, "eva").await;
    assert_eq!(eva.post(&format!("/api/reservations/{hers}/cancel"), &json!(null)).await.status, 200);
    portal.caught_up().await;
    let anke = portal.operator("anke", &[Role::Auditor]).await;
    let path = format!("/operator/api/subject?kind=booking&id={place}");
    let now = anke.get(&path).await;
    assert_eq!(now.status, 200, "{}", now.body);
    assert_eq!((&now.body["at"]["sequence"], &now.body["at"]["of"]), (&json!(2), &json!(2)), "{}", now.body);
    let first = anke.get(&format!("{path}&sequence=1&compare_sequence=2")).await;
    assert_eq!(first.body["at"]["sequence"], 1);
    let position = first.body["at"]["position"].as_i64().expect("a position");
    let by_position = anke.get(&format!("{path}&at={position}")).await;
    assert_eq!(first.body["facts"], by_position.body["facts"], "a sequence and its position are one moment");
    let status = |facts: &Value| {
        let facts = facts.as_array().expect("facts").clone();
        facts.iter().find(|fact| fact["label"] == "status").expect("a status")["value"].clone()
    };
    assert!(
        status(&first.body["facts"]).as_str().is_some_and(|text| text.contains("2 players")),
        "{}",
        first.body
    );
    assert!(
        status(&now.body["facts"]).as_str().is_some_and(|text| text.contains("1 player,")),
        "{}",
        now.body
    );
    let changes = first.body["changes"].as_array().expect("changes");
    assert!(changes.iter().any(|change| change["before"] != change["after"]), "{changes:?}");
    let related: Vec<_> =
        now.body["related"].as_array().expect("related").iter().map(|hit| &hit["kind"]).collect();
    assert!(related.contains(&&json!("member")) && related.contains(&&json!("club_day")), "{related:?}");

    let moments = [
        ("&at=2026-11-20", 200),
        ("&at=2026-11-19", 404),
        ("&at=yesterday", 422),
        ("&at=999999", 404),
        ("&sequence=9", 404),
    ];
    for (moment, status) in moments {
        assert_eq!(anke.get(&format!("{path}{moment}")).await.status, status, "{moment}");
    }
    let beyond = anke.get(&format!("{path}&sequence=9")).await;
    assert!(beyond.error().ends_with("has no event number 9: it has 2, numbered 1 to 2"), "{}", beyond.body);
    let no_day = anke.get(&format!("{path}&at=2026-02-30")).await;
    assert_eq!(
        (no_day.status, &no_day.body["errors"]["at"]),
        (422, &json!("There is no day 2026-02-30 in the calendar.")),
        "{}",
        no_day.body
    );
    assert_eq!(anke.get("/operator/api/subject?kind=member&id=00000000").await.status, 404);
    let other_kind = anke.get(&format!("/operator/api/subject?kind=member&id={place}")).await;
    assert_eq!(other_kind.status, 404, "{}", other_kind.body);

    let views = async || -> Vec<(String, String)> {
        let sql = "SELECT operator, reason FROM operator_actions WHERE action = 'view' AND subject LIKE 'booking %'";
        sqlx::query_as(sql).fetch_all(&portal.pool).await.expect("views")
    };
    let view = ("anke".to_owned(), String::new());
    assert_eq!(views().await, std::slice::from_ref(&view), "one view, however many questions the page asks");
    portal.clock.advance(chrono::TimeDelta::minutes(20));
    let path = path.replace("subject?", "timeline?");
    assert_eq!(anke.get(&path).await.status, 200);
    assert_eq!(anke.get(&format!("{path}&after=1")).await.status, 200);
    assert_eq!(views().await, std::slice::from_ref(&view), "and in the whole session");
    let later = portal.operator_of(&portal.operator_login("anke", None).await);
    assert_eq!(later.get(&format!("{path}&after=1")).await.status, 200);
    assert_eq!(views().await, [view.clone(), view], "looking for what is new is a view as well");
}

#[tokio::test]
async fn what_operators_did_since_the_page_was_opened_is_asked_for_like_new_events() {
    let portal = Portal::start().await;
    let jan = portal.member_id("jan").await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let ask = async |more: &str| {
        let answer = anke.get(&format!("/operator/api/timeline?kind=member&id={jan}{more}")).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body
    };
    let acts = |page: &Value| -> Vec<String> {
        let entries = page["entries"].as_array().expect("entries").clone();
        entries.iter().filter_map(|entry| entry["act"].as_str().map(str::to_owned)).collect()
    };
    let opened = ask("").await;
    assert_eq!((&opened["newest_act"], acts(&opened).len()), (&json!(0), 0), "{opened}");
    let act = async |what: &str, body: Value| {
        let answer = anke.post(&format!("/operator/api/members/{jan}/{what}"), &body).await;
        assert!(answer.status < 300, "{}", answer.body);
    };
    act("disable", json!({ "reason": "ticket 7", "cancel_upcoming": false })).await;
    let after = format!("&after={}", opened["newest"]);
    assert!(acts(&ask(&after).await).is_empty(), "who does not ask for acts gets none");
    let news = ask(&format!("{after}&acts_after=0")).await;
    assert_eq!(acts(&news), ["disable"], "{news}");
    portal.clock.advance(chrono::TimeDelta::minutes(1));
    act("enable", json!({ "reason": "ticket 7" })).await;
    let since = format!("{after}&acts_after={}", news["newest_act"]);
    assert_eq!(acts(&ask(&since).await), ["enable", "disable"], "one of shortly before is repeated");
    let newest = ask("").await["newest_act"].as_i64().expect("an instant");
    assert_eq!(acts(&ask(&format!("{after}&acts_after={newest}")).await), ["enable"]);
    assert!(acts(&ask(&format!("{since}&events=RoundBooked")).await).is_empty(), "filters apply");
    assert!(acts(&ask(&format!("{since}&actor=member")).await).is_empty());
    let others = portal.member_id("eva").await;
    let hers =
        anke.get(&format!("/operator/api/timeline?kind=member&id={others}&after=0&acts_after=0")).await;
    assert!(acts(&hers.body).is_empty(), "{}", hers.body);
}

#[tokio::test]
async fn a_timeline_is_paged_without_a_gap_or_a_repetition_and_filtered() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    for date in ["2026-11-26", "2026-11-27", "2026-11-28"] {
        let place = jan.book(date, &["jan"]).await;
        assert_eq!(jan.post(&format!("/api/reservations/{place}/cancel"), &json!(null)).await.status, 200);
    }
    portal.caught_up().await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let id: uuid::Uuid = sqlx::query_scalar("SELECT id FROM members WHERE email = $1")
        .bind(email("jan"))
        .fetch_one(&portal.pool)
        .await
        .expect("jan");
    let path = format!("/operator/api/timeline?kind=member&id={id}");
    let positions = |answer: &crate::support::Answer| -> Vec<i64> {
        let entries = answer.body["entries"].as_array().expect("entries").clone();
        entries.iter().filter_map(|entry| entry["position"].as_i64()).collect()
    };
    let whole = anke.get(&path).await;
    let all = positions(&whole);
    assert!(all.len() > 12 && all.is_sorted_by(|one, next| one > next), "{all:?}");
    let (mut paged, mut before) = (Vec::new(), String::new());
    loop {
        let page = anke.get(&format!("{path}&limit=3{before}")).await;
        paged.extend(positions(&page));
        let Some(next) = page.body["next"].as_i64() else { break };
        before = format!("&before={next}");
    }
    assert_eq!(paged, all);
    let booked = positions(&anke.get(&format!("{path}&events=RoundBooked&limit=2")).await);
    assert_eq!(booked.len(), 3.min(booked.len()), "{booked:?}");
    assert!(booked.len() >= 2 && booked.iter().all(|position| all.contains(position)));
    let by_members = anke.get(&format!("{path}&actor=member")).await;
    assert!(by_members.body["entries"].as_array().is_some_and(|entries| {
        !entries.is_empty() && entries.iter().all(|entry| entry["actor"]["kind"] == "member")
    }));
    let newest = whole.body["newest"].as_i64().expect("a position");
    let nothing_new = anke.get(&format!("{path}&after={newest}")).await;
    assert_eq!((nothing_new.status, positions(&nothing_new)), (200, Vec::new()), "{}", nothing_new.body);
    jan.book("2026-11-29", &["jan"]).await;
    portal.caught_up().await;
    let new = positions(&anke.get(&format!("{path}&after={newest}")).await);
    assert!(!new.is_empty() && new.iter().all(|position| *position > newest), "{new:?}");

    let event = anke.get(&format!("/operator/api/event?position={}", new[0])).await;
    assert_eq!((event.status, &event.body["position"]), (200, &json!(new[0])));
    assert!(event.body["subjects"].as_array().is_some_and(|subjects| !subjects.is_empty()));
    assert_eq!(anke.get("/operator/api/event?position=0").await.status, 404);
    assert_eq!(anke.get("/operator/api/event?position=999999").await.status, 404);
}

#[tokio::test]
async fn what_if_answers_each_alternative_as_explain_does() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    jan.book("2026-11-28", &["jan", "eva"]).await;
    portal.caught_up().await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let question = json!({
        "member": email("jan"), "date": "2026-11-28", "club": "de-es", "holes": 18, "with": [email("eva")], "at": null,
    });
    let why = anke.post("/operator/api/explain", &question).await;
    assert_eq!((why.status, &why.body["bookable"]), (200, &json!(false)), "{}", why.body);
    let what_if = anke.post("/operator/api/what-if", &question).await;
    let alternatives = what_if.body["alternatives"].as_array().expect("alternatives").clone();
    for kind in ["player", "day"] {
        assert!(alternatives.iter().any(|one| one["kind"] == kind), "{kind}: {alternatives:?}");
    }
    assert!(alternatives.iter().any(|one| one["bookable"] == true), "another day is possible");
    for alternative in &alternatives {
        let answer = anke.post("/operator/api/explain", &alternative["request"]).await;
        assert_eq!(
            (&answer.body["bookable"], &answer.body["sentence"]),
            (&alternative["bookable"], &alternative["sentence"]),
            "{alternative}"
        );
    }
    let hint = why.body["hints"][0].as_str().expect("the round of that day is the reason");
    assert!(hint.starts_with("Position ") && hint.ends_with(" asks as it was before that round was booked."));
    names_no_command(&why.body);
    names_no_command(&what_if.body);
    let nobody = json!({"member": "nobody@test.example", "date": "2026-11-28", "club": "de-es"});
    assert_eq!(anke.post("/operator/api/explain", &nobody).await.status, 422);
    let odd_holes = json!({"member": email("jan"), "date": "2026-11-28", "club": "de-es", "holes": 12});
    assert_eq!(anke.post("/operator/api/what-if", &odd_holes).await.status, 422);
}

#[tokio::test]
async fn a_disabled_member_is_refused_first_and_an_erased_one_gets_no_answer() {
    let portal = Portal::start().await;
    let jan = portal.member_id("jan").await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let disable = json!({"reason": "ticket 7", "cancel_upcoming": false});
    let disabled = anke.post(&format!("/operator/api/members/{jan}/disable"), &disable).await;
    assert!(disabled.status < 300, "{}", disabled.body);
    let question = json!({"member": jan, "date": "2026-11-28", "club": "de-es", "holes": 18});
    let why = anke.post("/operator/api/explain", &question).await.body;
    assert_eq!(
        (&why["bookable"], &why["code"], &why["answerable"]),
        (&json!(false), &json!("account_disabled"), &json!(true)),
        "{why}"
    );
    assert_eq!(
        (&why["findings"][0]["rule"], &why["findings"][0]["mark"]),
        (&json!("account"), &json!("refuses"))
    );
    let what_if = anke.post("/operator/api/what-if", &question).await.body;
    let alternatives = what_if["alternatives"].as_array().expect("alternatives");
    assert!(alternatives.iter().all(|one| one["bookable"] == false), "{what_if}");

    // The events remain, as after an erasure.
    sqlx::query("DELETE FROM members WHERE id = $1")
        .bind(jan)
        .execute(&portal.pool)
        .await
        .expect("no member");
    let erased = anke.post("/operator/api/explain", &question).await;
    assert_eq!((erased.status, &erased.body["answerable"]), (200, &json!(false)), "{}", erased.body);
    assert_eq!(
        (&erased.body["bookable"], &erased.body["findings"], &erased.body["rights"]),
        (&json!(false), &json!([]), &json!([])),
        "{}",
        erased.body
    );
    assert!(erased.body["caveats"][0].as_str().is_some_and(|text| text.starts_with("The member was erased")));
    let what_if = anke.post("/operator/api/what-if", &question).await.body;
    assert_eq!(what_if["alternatives"], json!([]));
    let page = anke.get(&format!("/operator/api/subject?kind=member&id={jan}")).await.body;
    assert_eq!((&page["is_erased"], &page["name"]), (&json!(true), &json!("Erased member")), "{page}");
}

#[tokio::test]
async fn projections_show_the_event_at_which_one_stands_still() {
    let portal = Portal::start().await;
    let ada = portal.operator("ada", &[Role::Auditor]).await;
    let running = ada.get("/operator/api/projections").await;
    let projections = running.body["projections"].as_array().expect("projections").clone();
    assert!(
        !projections.is_empty() && projections.iter().all(|one| one["event"].is_null()),
        "{projections:?}"
    );
    portal.append_unknown("Reservation").await;
    loop {
        let stopped = ada.get("/operator/api/projections").await;
        let projections = stopped.body["projections"].as_array().expect("projections").clone();
        if let Some(one) = projections.iter().find(|one| one["state"] == "stopped") {
            assert_eq!(one["event"]["event"], "WeatherTurned", "{one}");
            assert_eq!(one["event"]["payload"], json!({"WeatherTurned": {}}));
            assert!(one["last_error"].is_string());
            break;
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn names_are_found_without_their_accents_and_with_any_apostrophe() {
    let portal = Portal::start().await;
    let named = "UPDATE members SET first_name = $2, prefix = $3, last_name = $4 WHERE email = $1";
    for (who, first, prefix, last) in
        [("jan", "Zoë", "van ’t", "Çelik"), ("eva", "Rene\u{301}", "", "Jansen\u{2010}Smit")]
    {
        let done = sqlx::query(named)
            .bind(email(who))
            .bind(first)
            .bind(prefix)
            .bind(last)
            .execute(&portal.pool)
            .await;
        assert_eq!(done.expect("a name").rows_affected(), 1);
    }
    let anke = portal.operator("anke", &[Role::Support]).await;
    let (jan, eva) = (portal.member_id("jan").await.to_string(), portal.member_id("eva").await.to_string());
    for (text, found) in [
        ("zoe", &jan),
        ("ZOË", &jan),
        ("celik", &jan),
        ("van 't celik", &jan),
        ("van ‘t", &jan),
        ("rené", &eva),
        ("RENE jansen-smit", &eva),
    ] {
        let query = url::form_urlencoded::Serializer::new(String::new()).append_pair("q", text).finish();
        let answer = anke.get(&format!("/operator/api/search?{query}")).await.body;
        assert_eq!(answer["results"][0]["id"], **found, "{text}: {answer}");
    }
}

#[tokio::test]
async fn the_database_folds_as_in_the_shared_table() {
    let portal = Portal::start().await;
    let table = include_str!("../../../../support/text/cases/fold.json");
    let cases: Vec<[String; 2]> = serde_json::from_str(table).expect("the table");
    for [written, folded] in cases {
        let found: String = sqlx::query_scalar("SELECT folded($1)")
            .bind(&written)
            .fetch_one(&portal.pool)
            .await
            .expect("a text");
        assert_eq!(found, folded, "{written:?}");
    }
}
