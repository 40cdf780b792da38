//! Items, each with the row that members see, its draft and times, and its version.
//! Its functions fail when the database does not answer.

use std::collections::HashMap;

use fairway_store::PgConnection;
use fairway_store::content::kind::Kind;
use fairway_store::content::state::{Item, ItemState, LastChange};
use fairway_store::content::{changes, schedule, stored};

/// Every item of a kind: those that members see in their order, then those that they do not.
pub async fn list(connection: &mut PgConnection, kind: Kind) -> Result<Vec<Item>, fairway_store::Error> {
    read(connection, kind, None).await
}

/// One item; with an empty state where there is none.
pub async fn one(connection: &mut PgConnection, kind: Kind, key: &str) -> Result<Item, fairway_store::Error> {
    let found = read(connection, kind, Some(key)).await?.into_iter().next();
    if let Some(item) = found {
        return Ok(item);
    }
    let last = changes::last(connection, kind, Some(key)).await?.into_iter().next().map(|(_, last)| last);
    Ok(Item { kind, key: key.to_owned(), state: ItemState::default(), last })
}

async fn read(
    connection: &mut PgConnection,
    kind: Kind,
    key: Option<&str>,
) -> Result<Vec<Item>, fairway_store::Error> {
    let stored = stored::items(&mut *connection, Some(kind), key).await?;
    let waiting = schedule::waiting(&mut *connection, kind, key).await?;
    let last = changes::last(&mut *connection, kind, key).await?;
    let mut last: HashMap<String, LastChange> = last.into_iter().collect();
    let mut planned: HashMap<&str, &ItemState> =
        waiting.iter().map(|(key, state)| (key.as_str(), state)).collect();
    let mut items = Vec::with_capacity(stored.len());
    for item in stored {
        let waiting = planned.remove(item.key.as_str()).cloned().unwrap_or_default();
        let state = ItemState { published: Some(item.row), ..waiting };
        let last = last.remove(&item.key);
        items.push(Item { kind, key: item.key, state, last });
    }
    for (key, state) in &waiting {
        if planned.contains_key(key.as_str()) && state.exists() {
            let last = last.remove(key);
            items.push(Item { kind, key: key.clone(), state: state.clone(), last });
        }
    }
    Ok(items)
}
