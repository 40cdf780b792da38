//! The figures at the screens: those of the report, of a period, a club or a kind of pass, and as a file.

use fairway_audit::figures::{Request, figures};
use fairway_query::{Projection, Projector, ProjectorOptions};
use fairway_store::operators::Role;
use serde_json::{Value, json};

use super::Operator;
use crate::support::Portal;

async fn read(operator: &Operator<'_>, query: &str) -> Value {
    let answer = operator.get(&format!("/operator/api/figures?{query}")).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.body
}

fn part(figures: &Value, name: &str) -> Value {
    let parts = figures["parts"].as_array().expect("parts");
    parts.iter().find(|part| part["name"] == name).unwrap_or_else(|| panic!("no part {name}")).clone()
}

/// The sum of a column of a part's table.
fn sum(part: &Value, column: usize) -> i64 {
    part["rows"].as_array().expect("rows").iter().map(|row| row[column].as_i64().expect("a number")).sum()
}

/// A test's portal has no task for the projections of analysts.
async fn project_for_analysts(portal: &Portal) {
    let options =
        ProjectorOptions { projections: Projection::background().collect(), ..ProjectorOptions::default() };
    let mut projector = Projector::new(portal.pool.clone(), options);
    while projector.run_once(1_000).await.expect("a step").more {}
}

#[tokio::test]
async fn the_figures_are_those_of_the_report_and_can_be_narrowed_and_downloaded() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    jan.book("2026-11-28", &["jan", "eva"]).await;
    jan.book("2026-12-05", &["jan"]).await;
    let ada = portal.operator("ada", &[Role::Auditor]).await;
    project_for_analysts(&portal).await;

    let whole = read(&ada, "from=2026-01&to=2026-12").await;
    let today = portal.clock.today();
    let month = |text: &str| Some(format!("{text}-01").parse().expect("a month"));
    let request =
        Request { from: month("2026-01"), to: month("2026-12"), today: Some(today), ..Request::default() };
    let report = figures(&portal.pool, &request).await.expect("the report's figures");
    let of_report = serde_json::to_value(report.report()).expect("JSON");
    assert_eq!((&whole["key_figures"], &whole["parts"]), (&of_report["key_figures"], &of_report["parts"]));
    let rounds = part(&whole, "rounds");
    assert_eq!(sum(&rounds, 1), report.rounds.iter().map(|row| row.rounds).sum::<i64>());
    assert_eq!(sum(&rounds, 2), report.clubs.iter().map(|row| row.players).sum::<i64>());
    assert_eq!(rounds["rows"].as_array().map(Vec::len), Some(12), "each month has a row, also an empty one");
    let november = &rounds["rows"][10];
    assert_eq!((&november[0], &november[1], &november[2]), (&json!("2026-11"), &json!(1), &json!(2)));
    assert_eq!(whole["key_figures"]["rounds"], sum(&rounds, 1));
    assert_eq!(part(&whole, "passes")["rows"].as_array().map(Vec::len), Some(report.passes.len()));
    assert!(whole["parts"].as_array().is_some_and(|parts| parts.iter().all(|part| {
        let columns = part["columns"].as_array().map(Vec::len);
        part["rows"]
            .as_array()
            .is_some_and(|rows| rows.iter().all(|row| row.as_array().map(Vec::len) == columns))
    })));

    let here = read(&ada, "from=2026-01&to=2026-12&club=de-es").await;
    let elsewhere = read(&ada, "from=2026-01&to=2026-12&club=nowhere").await;
    let (here, elsewhere) = (part(&here, "rounds"), part(&elsewhere, "rounds"));
    assert!(sum(&here, 1) >= 2 && sum(&here, 1) <= sum(&rounds, 1));
    assert_eq!(sum(&elsewhere, 1), 0);
    let november = read(&ada, "from=2026-11&to=2026-11").await;
    assert_eq!(sum(&part(&november, "rounds"), 1), 1);
    let pass = whole["passes"][0].as_str().expect("a kind of pass").to_owned();
    let query = url::form_urlencoded::Serializer::new(String::new()).append_pair("pass", &pass).finish();
    let of_pass = part(&read(&ada, &query).await, "passes");
    assert!(
        of_pass["rows"]
            .as_array()
            .is_some_and(|rows| !rows.is_empty() && rows.iter().all(|row| row[0] == *pass))
    );

    let file = ada.get("/operator/api/figures/csv?part=rounds&from=2026-11&to=2026-12").await;
    assert_eq!(file.status, 200, "{}", file.body);
    assert_eq!(file.headers["content-type"], "text/csv; charset=utf-8");
    let disposition = file.headers["content-disposition"].to_str().expect("text");
    assert_eq!(disposition, "attachment; filename=\"fairway-rounds-2026-11-2026-12.csv\"");
    let text = file.body.as_str().expect("text").trim_start_matches('\u{feff}');
    let lines: Vec<&str> = text.split("\r\n").collect();
    assert!(lines[0].starts_with("Month;Rounds;Places"), "{lines:?}");
    assert!(lines[1].starts_with("2026-11;1;2"), "{lines:?}");

    for (odd, status) in [
        ("from=2026-13", 422),
        ("from=november", 422),
        ("from=2026-05&to=2026-01", 422),
        ("from=2010-01&to=2026-01", 422),
        ("from=2016-02&to=2026-01", 200),
        ("club=%00", 422),
    ] {
        let answer = ada.get(&format!("/operator/api/figures?{odd}")).await;
        assert_eq!(answer.status, status, "{odd}: {}", answer.body);
    }
    assert_eq!(ada.get("/operator/api/figures/csv?part=members").await.status, 404);
}

#[tokio::test]
async fn of_one_clubs_month_the_few_are_hidden_and_the_command_has_them() {
    let portal = Portal::start().await;
    portal.login("jan").await.book("2026-11-28", &["jan", "eva"]).await;
    let ada = portal.operator("ada", &[Role::Auditor]).await;
    project_for_analysts(&portal).await;
    let month = "from=2026-11&to=2026-11";
    let here = read(&ada, &format!("{month}&club=de-es")).await;
    let rounds = part(&here, "rounds");
    assert_eq!((&rounds["rows"][0][1], &rounds["rows"][0][2]), (&json!("<5"), &json!("<5")), "{rounds}");
    let key = &here["key_figures"];
    assert_eq!(
        (&key["rounds"], &key["places"], &key["players_a_round"]),
        (&Value::Null, &Value::Null, &Value::Null)
    );
    assert_eq!(here["few_hidden"], true);
    let file = ada.get(&format!("/operator/api/figures/csv?part=rounds&{month}&club=de-es")).await;
    let text = file.body.as_str().expect("text");
    assert!(text.contains("2026-11;<5;<5"), "{text}");

    for wider in [month.to_owned(), "from=2026-10&to=2026-11&club=de-es".to_owned()] {
        let figures = read(&ada, &wider).await;
        assert_eq!(figures["few_hidden"], false);
        assert!(figures["key_figures"]["rounds"].is_u64(), "{figures}");
    }
    let request = Request {
        from: Some("2026-11-01".parse().expect("a month")),
        to: Some("2026-11-01".parse().expect("a month")),
        today: Some(portal.clock.today()),
        club: Some("de-es".to_owned()),
        ..Request::default()
    };
    let exact = figures(&portal.pool, &request).await.expect("the report's figures").report();
    assert!(serde_json::to_value(exact).expect("JSON")["key_figures"]["rounds"].is_u64());
}
