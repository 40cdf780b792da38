//! A file's description of itself, so that it can be understood without the system that wrote it.

use anyhow::Result;
use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::{Map, Value};
use sqlx::PgConnection;

use super::source::Source;
use super::sql;

/// Names, each beginning with `fairway.`, and their values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct About(Vec<(&'static str, String)>);

impl About {
    /// As of the connection's snapshot.
    pub(super) async fn read(source: &Source, snapshot: &mut PgConnection) -> Result<Self> {
        let at: DateTime<Utc> =
            sqlx::query_scalar("SELECT transaction_timestamp()").fetch_one(&mut *snapshot).await?;
        let mut about = vec![
            ("fairway.what", source.name().to_owned()),
            ("fairway.treatment", source.treatment().to_owned()),
            ("fairway.at", at.to_rfc3339_opts(SecondsFormat::Secs, true)),
            ("fairway.version", env!("CARGO_PKG_VERSION").to_owned()),
        ];
        if let Some((from, _)) = source.range() {
            about.push(("fairway.from", from.to_string()));
        }
        // Published figures are older than the journal's head, which would say how much has happened since.
        if source.is_published() {
            let day: Option<String> = sqlx::query_scalar(sql::PUBLISHED_ON).fetch_one(&mut *snapshot).await?;
            about.extend(day.map(|day| ("fairway.published", day)));
        } else if let Some(head) = source.head(&mut *snapshot).await? {
            about.push(("fairway.head", head.to_string()));
        }
        if sqlx::query_scalar(sql::HAS_CONTRACT).fetch_one(&mut *snapshot).await? {
            about.push((
                "fairway.contract",
                sqlx::query_scalar(sql::CONTRACT).fetch_one(&mut *snapshot).await?,
            ));
        }
        let definitions: Map<String, Value> = source
            .columns()
            .iter()
            .filter_map(|column| Some((column.name.clone(), column.definition.clone()?.into())))
            .collect();
        about.push(("fairway.definitions", Value::Object(definitions).to_string()));
        Ok(Self(about))
    }

    /// Its names and values.
    pub fn entries(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.0.iter().map(|(name, value)| (*name, value.as_str()))
    }
}
