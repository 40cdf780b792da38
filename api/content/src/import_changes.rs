//! Records an import's changes of content like an operator's, so that an operator who has a form open is told.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use fairway_store::PgConnection;
use fairway_store::content::changes::{Action, Author, NewChange};
use fairway_store::content::kind::Kind;
use fairway_store::content::state::ItemState;
use fairway_store::content::stored::StoredItem;
use fairway_store::content::{changes, schedule, stored};
use serde_json::Value;

/// Records each difference from the former items. Drafts and times remain; the end of an item that the import removed
/// does not.
/// Fails when the database does not answer.
pub async fn record(
    connection: &mut PgConnection,
    before: Vec<StoredItem>,
    at: DateTime<Utc>,
) -> Result<(), fairway_store::Error> {
    let author = Author { name: "import".to_owned(), id: None, reason: "fairway import".to_owned() };
    let mut differences: BTreeMap<(Kind, String), (Option<Value>, Option<Value>)> = BTreeMap::new();
    for item in before {
        differences.entry((item.kind, item.key)).or_default().0 = Some(item.row);
    }
    for item in stored::items(&mut *connection, None, None).await? {
        differences.entry((item.kind, item.key)).or_default().1 = Some(item.row);
    }
    for ((kind, key), (old, new)) in differences {
        if old == new {
            continue;
        }
        let waiting = schedule::waiting(&mut *connection, kind, Some(&key)).await?;
        let waiting = waiting.into_iter().next().map(|(_, state)| state).unwrap_or_default();
        let before = ItemState { published: old, ..waiting.clone() };
        let mut after = ItemState { published: new, ..waiting };
        if !after.exists() {
            after = ItemState::default();
        }
        if after.vanishes_at != before.vanishes_at {
            schedule::set(connection, kind, &key, &after).await?;
        }
        let (key, action, author) = (key.as_str(), Action::Import, &author);
        let change = NewChange { kind, key, action, author, before: &before, after: &after };
        changes::record(&mut *connection, change, at).await?;
    }
    Ok(())
}
