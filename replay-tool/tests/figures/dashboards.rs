//! Every query of the dashboards runs on the database of this version, with Grafana's role.

use std::path::Path;

use fairway_events::testing::TestDatabase;
use serde_json::Value;
use sqlx::{Column, Row};

use crate::as_role;
use crate::season;

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
fn grafana_query(sql: &str) -> String {
    let mut sql = sql.replace("${club:sqlstring}", "'de-wilgenhoek','essenlaan-haren'");
    while let Some(at) = sql.find("$__timeFilter(") {
        let end = at + sql[at..].find(')').unwrap();
        let column = sql[at + "$__timeFilter(".len()..end].to_owned();
        sql.replace_range(
            at..=end,
            &format!("{column} BETWEEN '2025-11-30T23:00:00Z' AND '2026-12-01T00:00:00Z'"),
        );
    }
    assert!(!sql.contains('$'), "a macro that this test does not know: {sql}");
    sql
}

#[tokio::test]
async fn every_query_of_the_dashboards_runs_as_the_analyst() {
    let database = TestDatabase::new().await;
    season::play(&database, 40, 300).await;
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
            let rows = sqlx::query(&grafana_query(&sql)).fetch_all(&pool).await;
            let rows = rows.unwrap_or_else(|error| panic!("{name}, {title}: {error}"));
            let first = rows.first().unwrap_or_else(|| panic!("{name}, {title}: a season shows nothing"));
            if format.as_deref() == Some("time_series") {
                let time = first.columns().iter().find(|column| column.name() == "time").unwrap();
                assert_eq!(time.type_info().to_string(), "TIMESTAMPTZ", "{name}, {title}");
            }
            query_count += 1;
        }
    }
    assert!(query_count >= 15, "{query_count} questions");
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
