//! Every panel gives the number of the published report, or of the view where the report has no such number: of all
//! clubs, of one, and of the clubs that are too small to be named.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, NaiveDate};
use chrono_tz::Europe::Amsterdam;
use fairway_audit::figures::{Figures, Request, figures};
use serde_json::{Value, json};
use sqlx::PgPool;

use super::{Range, dashboards, panel, published_season, rows, targets};
use crate::as_role;
use crate::season::last_day;

/// The panels of one choice of clubs, as Grafana reads them.
struct Panels<'a> {
    analyst: &'a PgPool,
    range: Range,
    is_narrowed: bool,
    compared: BTreeSet<String>,
}

impl Panels<'_> {
    /// The columns of a panel; its time as month or day in Amsterdam.
    async fn columns(&mut self, title: &str, columns: &[&str]) -> Vec<Value> {
        self.compared.insert(title.to_owned());
        let cell = |row: &Value, column: &str| match column {
            "month" => json!(day(row).format("%Y-%m").to_string()),
            "day" => json!(day(row)),
            column => row[column].clone(),
        };
        let of = |row: &Value| columns.iter().map(|column| cell(row, column)).collect();
        let shown = panel(self.analyst, title, &self.range).await;
        assert!(!shown.is_empty() || self.is_narrowed, "{title} has nothing to compare");
        shown.iter().map(of).collect()
    }

    /// The rows of a view in the range that are of the chosen clubs, where they are of clubs.
    async fn view(&self, view: &str, key: &str) -> Vec<Value> {
        let mut found = rows(self.analyst, &format!("SELECT * FROM analytics.{view}")).await;
        found.retain(|row| {
            let club = row.get("club_id").is_none_or(|club| self.range.clubs.contains(&quoted(club)));
            club && row[key].as_str().is_some_and(|day| ("2025-12-01".."2026-11-01").contains(&day))
        });
        found
    }
}

fn quoted(club: &Value) -> String {
    format!("'{}'", club.as_str().unwrap())
}

/// The day of a panel's time in Amsterdam.
fn day(row: &Value) -> NaiveDate {
    let time = DateTime::parse_from_rfc3339(row["time"].as_str().unwrap()).unwrap();
    time.with_timezone(&Amsterdam).date_naive()
}

fn sorted(mut rows: Vec<Value>) -> Vec<Value> {
    rows.sort_by_key(Value::to_string);
    rows
}

/// Columns of a table of the report.
fn part(report: &Value, name: &str, columns: &[usize]) -> Vec<Value> {
    let part = report["parts"].as_array().unwrap().iter().find(|part| part["name"] == name);
    let rows = part.unwrap()["rows"].as_array().unwrap().iter();
    // PostgreSQL writes 0.0 as 0.
    let cell = |cell: &Value| if *cell == json!(0.0) { json!(0) } else { cell.clone() };
    rows.map(|row| columns.iter().map(|column| cell(&row[*column])).collect()).collect()
}

#[tokio::test]
async fn every_panel_gives_the_number_of_the_report() {
    let (database, Range { clubs: all, from, to }) = published_season().await;
    let reader = as_role(&database, "fairway_reader").await;
    let analyst = as_role(&database, "analyst").await;
    let month = |text: &str| format!("{text}-01").parse().ok();
    let request = Request {
        from: month("2025-12"),
        to: month("2026-10"),
        today: Some(last_day()),
        published: true,
        ..Request::default()
    };
    // The second has no limit, the third no cancellations of its own.
    for club in [None, Some("de-wilgenhoek"), Some("essenlaan-haren"), Some("other")] {
        let clubs = club.map_or(all.clone(), |club| format!("'{club}'"));
        let mut panels = Panels {
            analyst: &analyst,
            range: Range { clubs, from, to },
            is_narrowed: club.is_some(),
            compared: BTreeSet::new(),
        };
        let request = Request { club: club.map(str::to_owned), ..request.clone() };
        let figures = figures(&reader, &request).await.unwrap();
        assert!(figures.rounds.iter().any(|month| month.rounds > 0), "{club:?} has nothing to compare");
        key_figures(&mut panels, &figures).await;
        tables(&mut panels, &figures).await;
        rights(&mut panels, &reader, &request).await;
        views(&mut panels).await;
        let (_, dashboard) = dashboards().into_iter().find(|(name, _)| name == "analytics").unwrap();
        let titles: BTreeSet<String> = targets(&dashboard).into_iter().map(|(title, _)| title).collect();
        assert_eq!(panels.compared, titles);
    }
}

async fn key_figures(panels: &mut Panels<'_>, figures: &Figures) {
    let report = serde_json::to_value(figures.report()).unwrap();
    for (title, column, key) in [
        ("Rounds", "rounds", "rounds"),
        ("Places", "places", "places"),
        ("Occupancy", "occupancy", "occupancy"),
        ("Monthly rights used", "used", "rights_used"),
        ("Median days ahead", "days", "median_days_ahead"),
        ("Cancelled", "cancelled", "cancelled"),
        ("Forfeited", "forfeited", "forfeited"),
    ] {
        let shown = panels.columns(title, &[column]).await;
        // Where the days of half of the places are too rare to be published, neither has a median.
        let is_known = !report["key_figures"][key].is_null();
        assert!(is_known || panels.is_narrowed || key == "median_days_ahead", "{key}: {report}");
        assert_eq!(shown, [json!([report["key_figures"][key]])], "{title}");
    }
    let shown = panels.columns("Data as of", &["published", "events_behind"]).await;
    assert_eq!(shown, [json!([report["today"], report["freshness"]["behind"]])]);
}

/// Panels that show what a table of the report has.
async fn tables(panels: &mut Panels<'_>, figures: &Figures) {
    let report = serde_json::to_value(figures.report()).unwrap();
    for (title, columns, name, cells) in [
        ("Places by club", vec!["club", "places"], "clubs", vec![0, 2]),
        ("Occupancy per month", vec!["month", "occupancy"], "occupancy", vec![0, 6]),
        ("Players a round", vec!["rounds"], "groups", vec![1]),
        (
            "Days between booking and play",
            vec!["days_ahead", "kept", "cancelled"],
            "lead-times",
            vec![0, 1, 2],
        ),
        ("Cancelled and forfeited", vec!["month", "in time", "forfeited"], "cancellations", vec![0, 4, 5]),
        ("Members by number of co-players", vec!["co_players", "members"], "co-players", vec![0, 1]),
    ] {
        let shown = panels.columns(title, &columns).await;
        let mut expected = part(&report, name, &cells);
        // The report has the days without places too.
        expected.retain(|row| row.as_array().unwrap()[1..] != [json!(0), json!(0)]);
        assert_eq!(shown, expected, "{title}");
    }

    let shown = panels.columns("Rounds per month by club", &["month", "metric", "rounds"]).await;
    let months = figures.rounds.iter();
    let months = months.map(|row| json!([row.month.format("%Y-%m").to_string(), row.club, row.rounds]));
    assert_eq!(sorted(shown), sorted(months.collect()));

    let shown = panels.columns("Ways to cancel", &["way", "places"]).await;
    let ways = figures.modes.iter();
    let ways = ways.map(|row| json!([row.mode.as_deref().unwrap_or("other"), row.places]));
    assert_eq!(sorted(shown), sorted(ways.collect()));

    let mut shown = BTreeMap::new();
    for row in
        panels.columns("Vouchers", &["vouchers", "used", "unused", "expired", "forfeited", "withdrawn"]).await
    {
        let kind = row[0].as_str().unwrap().split_once(' ').unwrap().1;
        let sums: &mut [i64; 5] = shown.entry(kind.to_owned()).or_default();
        for (sum, fate) in sums.iter_mut().zip(&row.as_array().unwrap()[1..]) {
            *sum += fate.as_i64().unwrap();
        }
    }
    let kinds = figures.funnels.iter();
    let kinds = kinds.map(|kind| {
        (kind.kind.clone(), [kind.used, kind.unused, kind.expired, kind.forfeited, kind.withdrawn])
    });
    assert_eq!(shown, kinds.collect());

    let shown = panels.columns("Clubs with players in common", &["club", "other_club", "members"]).await;
    let links = figures.links.iter().map(|link| json!([link.one, link.other, link.members]));
    let links: Vec<Value> = links.collect();
    assert_eq!(links.len(), 10, "the report has the strongest");
    assert_eq!(shown[..10], links);
}

/// The report has the rights of one kind of pass, when it is asked for that.
async fn rights(panels: &mut Panels<'_>, reader: &PgPool, request: &Request) {
    let shown = panels.columns("Monthly rights used by kind of pass", &["metric", "month", "used"]).await;
    let kinds = panels.view("utilisation_by_month", "month").await;
    let kinds: BTreeSet<&str> = kinds.iter().filter_map(|row| row["pass"].as_str()).collect();
    let mut expected = Vec::new();
    for pass in kinds {
        let request = Request { pass: Some(pass.to_owned()), ..request.clone() };
        let report = serde_json::to_value(figures(reader, &request).await.unwrap().report()).unwrap();
        let known = part(&report, "rights", &[0, 5]).into_iter().filter(|row| !row[1].is_null());
        expected.extend(known.map(|row| json!([pass, row[0], row[1]])));
    }
    assert_eq!(sorted(shown), sorted(expected));
}

/// Panels without a table in the report show what a view has.
async fn views(panels: &mut Panels<'_>) {
    let shown = panels.columns("Places per day", &["day", "places"]).await;
    let mut days: BTreeMap<String, i64> = BTreeMap::new();
    for row in panels.view("rounds_by_day", "play_date").await {
        *days.entry(row["play_date"].as_str().unwrap().to_owned()).or_default() +=
            row["players"].as_i64().unwrap();
    }
    assert_eq!(shown, days.into_iter().map(|day| json!(day)).collect::<Vec<_>>());

    let shown = panels.columns("Waiting lists", &["groups", "got_places"]).await;
    let waited = panels.view("waiting_lists", "month").await;
    let sum =
        |column: &str| waited.iter().filter_map(|row| row[column].as_i64()).reduce(|one, other| one + other);
    assert_eq!(shown, [json!([sum("groups"), sum("taken")])]);

    let shown = panels.columns("Arrivals", &["places", "arrived"]).await;
    let came = panels.view("arrivals", "month").await;
    let sum =
        |column: &str| came.iter().filter_map(|row| row[column].as_i64()).reduce(|one, other| one + other);
    assert_eq!(shown, [json!([sum("places"), sum("arrived")])]);

    let shown = panels.columns("Owed to clubs", &["months", "euros"]).await;
    // Of all clubs, whatever is chosen.
    let owed = rows(panels.analyst, "SELECT * FROM analytics.statements ORDER BY month").await;
    let owed = owed
        .iter()
        .map(|row| json!([row["month"].as_str().unwrap()[..7], row["total_cents"].as_i64().unwrap() / 100]));
    assert_eq!(shown, owed.collect::<Vec<_>>());

    let shown = panels.columns("Orders per month by state", &["month", "metric", "orders"]).await;
    let orders = panels.view("orders_by_month", "month").await;
    let orders = orders.iter().map(|row| {
        let state = match (row["product"].as_str(), row["status"].as_str()) {
            (Some(product), Some(status)) => format!("{product}, {status}"),
            _ => "other".to_owned(),
        };
        json!([row["month"].as_str().unwrap()[..7], state, row["orders"]])
    });
    assert_eq!(sorted(shown), sorted(orders.collect()));

    let shown = panels.columns("Vouchers sold per month", &["month", "metric", "vouchers"]).await;
    let sales = panels.view("voucher_sales", "month").await;
    let sales = sales.iter().map(|row| {
        let holes =
            row["holes"].as_i64().map_or_else(|| "other".to_owned(), |holes| format!("{holes} holes"));
        json!([row["month"].as_str().unwrap()[..7], holes, row["vouchers"]])
    });
    assert_eq!(sorted(shown), sorted(sales.collect()));
}
