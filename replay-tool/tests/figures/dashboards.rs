//! Every query of the dashboards runs on the database of this version, with Grafana's role.

mod numbers;

use std::path::Path;

use fairway_events::testing::TestDatabase;
use serde_json::Value;
use sqlx::{Column, PgPool, Row};

use crate::as_role;
use crate::season;

/// The values that Grafana puts into a query: every club of the variable, and the range above the dashboard.
pub(crate) struct Range {
    /// As SQL texts.
    pub(crate) clubs: String,
    pub(crate) from: &'static str,
    pub(crate) to: &'static str,
}

fn dashboards() -> Vec<(String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy/grafana/dashboards");
    let mut found: Vec<(String, Value)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            let text = std::fs::read_to_string(&path).unwrap();
            (path.file_stem().unwrap().to_str().unwrap().to_owned(), serde_json::from_str(&text).unwrap())
        })
        .collect();
    found.sort_by(|one, other| one.0.cmp(&other.0));
    found
}

/// Panels with their targets; panels in rows included.
fn targets(dashboard: &Value) -> Vec<(String, Value)> {
    let panels = dashboard["panels"].as_array().unwrap();
    let inner = panels.iter().filter_map(|panel| panel["panels"].as_array()).flatten();
    let of = |panel: &Value| -> Vec<(String, Value)> {
        let title = panel["title"].as_str().unwrap().to_owned();
        panel["targets"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|target| (title.clone(), target.clone()))
            .collect()
    };
    panels.iter().chain(inner).flat_map(of).collect()
}

/// A query as Grafana sends it.
fn grafana_query(sql: &str, range: &Range) -> String {
    let sql = sql
        .replace("${club:sqlstring}", &range.clubs)
        .replace("$__timeFrom()", &format!("'{}'", range.from))
        .replace("$__timeTo()", &format!("'{}'", range.to));
    assert!(!sql.contains('$'), "a macro that this test does not know: {sql}");
    sql
}

/// The rows of a query as JSON objects.
pub(crate) async fn rows(pool: &PgPool, sql: &str) -> Vec<Value> {
    let sql = format!("SELECT to_jsonb(found)::text FROM ({sql}) AS found");
    let rows: Vec<String> =
        sqlx::query_scalar(&sql).fetch_all(pool).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    rows.iter().map(|row| serde_json::from_str(row).unwrap()).collect()
}

/// The rows of a panel of the dashboard for analysts.
pub(crate) async fn panel(pool: &PgPool, title: &str, range: &Range) -> Vec<Value> {
    let (_, dashboard) = dashboards().into_iter().find(|(name, _)| name == "analytics").unwrap();
    let found = targets(&dashboard).into_iter().find(|(of, _)| of == title);
    let (_, target) = found.unwrap_or_else(|| panic!("no panel {title}"));
    rows(pool, &grafana_query(target["rawSql"].as_str().unwrap(), range)).await
}

/// A season that is published on its last day, and the months that are over by then.
async fn published_season() -> (TestDatabase, Range) {
    let database = TestDatabase::new().await;
    season::play(&database, 120, 1_500).await;
    let owner = database.pool();
    // Clubs of the season scan nothing.
    let arrivals = "INSERT INTO published_figures
        SELECT 'arrivals', month, jsonb_build_object('month', month, 'club_id', club, 'places', 40, 'arrived', 31)
        FROM unnest(ARRAY[date '2026-05-01', '2026-06-01']) AS month, unnest(ARRAY['de-wilgenhoek', 'other']) AS club";
    sqlx::query(arrivals).execute(&owner).await.unwrap();
    let statements = "INSERT INTO published_figures
        SELECT 'statements', month, jsonb_build_object('month', month, 'club_id', 'all', 'net_cents', 1100000, 'total_cents', 1200000)
        FROM unnest(ARRAY[date '2026-05-01', '2026-06-01']) AS month";
    sqlx::query(statements).execute(&owner).await.unwrap();
    let choices = rows(&owner, "SELECT quote_literal(club_id) AS id FROM analytics.clubs").await;
    let clubs: Vec<&str> = choices.iter().filter_map(|choice| choice["id"].as_str()).collect();
    let clubs = format!("{}, 'other'", clubs.join(", "));
    (database, Range { clubs, from: "2025-11-30T23:00:00Z", to: "2026-10-31T22:59:59.999Z" })
}

#[tokio::test]
async fn every_query_of_the_dashboards_runs_as_the_analyst() {
    let (database, range) = published_season().await;
    let pool = as_role(&database, "analyst").await;
    let mut query_count = 0;
    for (name, dashboard) in dashboards() {
        let variables = dashboard["templating"]["list"].as_array().unwrap();
        let variables = variables.iter().map(|variable| {
            (variable["name"].to_string(), variable["query"].as_str().unwrap().to_owned(), None)
        });
        let panels = targets(&dashboard).into_iter().filter_map(|(title, target)| {
            let sql = target["rawSql"].as_str()?.to_owned();
            Some((title, sql, Some(target["format"].as_str().unwrap().to_owned())))
        });
        for (title, sql, format) in variables.chain(panels) {
            let rows = sqlx::query(&grafana_query(&sql, &range)).fetch_all(&pool).await;
            let rows = rows.unwrap_or_else(|error| panic!("{name}, {title}: {error}"));
            let first = rows.first().unwrap_or_else(|| panic!("{name}, {title}: a season shows nothing"));
            if format.as_deref() == Some("time_series") {
                let time = first.columns().iter().find(|column| column.name() == "time").unwrap();
                assert_eq!(time.type_info().to_string(), "TIMESTAMPTZ", "{name}, {title}");
            }
            query_count += 1;
        }
    }
    assert!(query_count >= 20, "{query_count} questions");
}

#[test]
fn panels_have_unique_numbers_and_do_not_overlap() {
    for (name, dashboard) in dashboards() {
        let panels = dashboard["panels"].as_array().unwrap();
        let number = |value: &Value| value.as_i64().unwrap();
        let place = |panel: &Value| {
            let at = &panel["gridPos"];
            (number(&at["x"]), number(&at["y"]), number(&at["w"]), number(&at["h"]))
        };
        for (index, panel) in panels.iter().enumerate() {
            let (x, y, w, h) = place(panel);
            assert!(x + w <= 24, "{name}: {}", panel["title"]);
            for other in &panels[..index] {
                assert_ne!(panel["id"], other["id"], "{name}: {}", panel["title"]);
                let (ox, oy, ow, oh) = place(other);
                let apart = x + w <= ox || ox + ow <= x || y + h <= oy || oy + oh <= y;
                assert!(apart, "{name}: {} lies over {}", panel["title"], other["title"]);
            }
        }
    }
}

#[test]
fn every_metric_of_the_dashboards_is_exported_by_the_server() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../api/src/services");
    let mut exported = String::new();
    let modules = std::fs::read_dir(sources.join("metrics")).unwrap().map(|entry| entry.unwrap().path());
    for file in modules.chain([sources.join("metrics.rs")]) {
        exported.push_str(&std::fs::read_to_string(file).unwrap());
    }
    let mut shown = 0;
    for (name, dashboard) in dashboards() {
        for (title, target) in targets(&dashboard) {
            let Some(expression) = target["expr"].as_str() else { continue };
            let names = expression.split(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '_'));
            for name_with_suffix in names.filter(|name| name.starts_with("fairway_")) {
                let metric = ["_total", "_bucket", "_sum", "_count"]
                    .iter()
                    .find_map(|ending| name_with_suffix.strip_suffix(ending))
                    .unwrap_or(name_with_suffix);
                assert!(
                    exported.contains(&format!("\"{metric}\"")),
                    "{name}, {title}: {name_with_suffix} is not exported"
                );
                shown += 1;
            }
        }
    }
    assert!(shown >= 20, "{shown} metrics");
}
