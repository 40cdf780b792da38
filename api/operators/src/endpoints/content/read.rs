//! `GET /operator/api/content`, `…/content/item` and `…/content/changes`: the items of a kind, one item, and changes.

use axum::Json;
use axum::extract::State;
use fairway_audit::dates;
use fairway_content::items;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::FailureBody;
use fairway_operator_accounts::access::{Permitted, SeeContent};
use fairway_operator_accounts::body::OperatorQuery;
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_store::content::changes;
use fairway_store::content::kind::Kind;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use super::ContentItem;

/// Changes of a page.
const PAGE: i64 = 50;

/// The kind to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ContentQuery {
    /// The kind.
    pub kind: Kind,
}

/// The items of a kind.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ContentList {
    /// Those that members see in their order, then the others.
    pub items: Vec<ContentItem>,
}

/// The items of a kind
#[utoipa::path(
    get,
    path = "/operator/api/content",
    operation_id = "content",
    tag = "content",
    security(("operator" = ["content", "auditor", "admin"])),
    params(ContentQuery),
    responses((status = 200, description = "The items", body = ContentList)),
)]
pub(crate) async fn list(
    State(common): State<Common>,
    _: Permitted<SeeContent>,
    OperatorQuery(query): OperatorQuery<ContentQuery>,
) -> Result<Json<ContentList>, OperatorFailure> {
    let mut connection = common.pool.acquire().await?;
    let items = items::list(&mut connection, query.kind).await?;
    Ok(Json(ContentList { items: items.into_iter().map(ContentItem::from).collect() }))
}

/// The item to show.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ContentItemQuery {
    /// The kind.
    pub kind: Kind,
    /// The key.
    pub key: String,
}

/// An item
#[utoipa::path(
    get,
    path = "/operator/api/content/item",
    operation_id = "content_item",
    tag = "content",
    security(("operator" = ["content", "auditor", "admin"])),
    params(ContentItemQuery),
    responses(
        (status = 200, description = "The item", body = ContentItem),
        (status = 404, description = "There is no such item", body = FailureBody),
    ),
)]
pub(crate) async fn item(
    State(common): State<Common>,
    _: Permitted<SeeContent>,
    OperatorQuery(query): OperatorQuery<ContentItemQuery>,
) -> Result<Json<ContentItem>, OperatorFailure> {
    let mut connection = common.pool.acquire().await?;
    let is_text = !query.key.contains('\0');
    let item = if is_text { Some(items::one(&mut connection, query.kind, &query.key).await?) } else { None };
    match item.filter(|item| item.state.exists()) {
        Some(item) => Ok(Json(item.into())),
        None => Err(OperatorFailure::not_found(
            "There is no such item. It may have been removed: see its changes.",
        )),
    }
}

/// The filters, and where the page begins.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ContentChangesQuery {
    /// Only those of a kind.
    pub kind: Option<Kind>,
    /// Only those of the item with this key; needs `kind`.
    pub key: Option<String>,
    /// `next` of the page before.
    pub before: Option<i64>,
}

/// A change of an item.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ContentChange {
    /// Its number; the item's version after it.
    pub id: i64,
    /// When; RFC 3339 with the offset of Europe/Amsterdam.
    pub at: String,
    /// The kind of the item.
    pub kind: String,
    /// The item's key.
    pub key: String,
    /// The item's title in lists.
    pub title: String,
    /// The act: add, save, draft, schedule, discard, remove, undo, import, appear, vanish or refuse.
    pub action: String,
    /// The author: an operator's name, `import` or `schedule`.
    pub operator: String,
    /// Why.
    pub reason: String,
    /// The item's state before: `published`, `draft`, `appears_at`, `vanishes_at`, `has_vanished`.
    #[schema(value_type = Object)]
    pub before: Value,
    /// The state after.
    #[schema(value_type = Object)]
    pub after: Value,
    /// The item's version now; to be sent when a change is undone.
    pub version: i64,
}

/// A page of changes, latest first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ContentChangesPage {
    /// The changes.
    pub changes: Vec<ContentChange>,
    /// Where the next page begins; null: there is none.
    pub next: Option<i64>,
}

/// Changes of the content
#[utoipa::path(
    get,
    path = "/operator/api/content/changes",
    operation_id = "content_changes",
    tag = "content",
    security(("operator" = ["content", "auditor", "admin"])),
    params(ContentChangesQuery),
    responses((status = 200, description = "A page, latest first", body = ContentChangesPage)),
)]
pub(crate) async fn changes(
    State(common): State<Common>,
    _: Permitted<SeeContent>,
    OperatorQuery(query): OperatorQuery<ContentChangesQuery>,
) -> Result<Json<ContentChangesPage>, OperatorFailure> {
    let key = query.key.as_deref().filter(|key| !key.contains('\0'));
    let mut found = changes::list(&common.pool, query.kind, key, query.before, PAGE + 1).await?;
    let page = usize::try_from(PAGE).unwrap_or(usize::MAX);
    let has_more = found.len() > page;
    found.truncate(page);
    let next = found.last().filter(|_| has_more).map(|last| last.id);
    let mut entries = Vec::with_capacity(found.len());
    for change in found {
        let Some(kind) = Kind::from_name(&change.kind) else { continue };
        let named = if change.after.exists() { &change.after.0 } else { &change.before.0 };
        entries.push(ContentChange {
            id: change.id,
            at: dates::rfc3339(change.at),
            title: named.title(kind),
            kind: change.kind,
            key: change.key,
            action: change.action,
            operator: change.operator,
            reason: change.reason,
            before: serde_json::to_value(change.before.0).unwrap_or_default(),
            after: serde_json::to_value(change.after.0).unwrap_or_default(),
            version: change.version,
        });
    }
    Ok(Json(ContentChangesPage { changes: entries, next }))
}
