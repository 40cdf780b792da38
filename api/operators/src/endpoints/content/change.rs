//! `POST /operator/api/content/add`, `…/save`, `…/discard`, `…/remove`, `…/undo` and `…/order`: each with a reason, and
//! with the version that the operator saw.

use axum::Json;
use axum::extract::State;
use fairway_content::editing::{Editor, Save, Seen, Timing};
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::FailureBody;
use fairway_operator_accounts::access::{EditContent, Permitted};
use fairway_operator_accounts::body::OperatorBody;
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_operator_accounts::permanent::permanent;
use fairway_store::content::kind::Kind;
use fairway_store::shop;
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::read::ContentList;
use super::{ContentItem, Publish, failure, local};

/// A new item.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct AddContent {
    /// The kind.
    pub kind: Kind,
    /// The row, as in the data set's file.
    #[schema(value_type = Object)]
    pub row: Value,
    /// When it is published.
    pub publish: Publish,
    /// The time at which it appears, in Europe/Amsterdam: `2026-12-24T18:00`; needed where `publish` is `at`.
    pub appears_at: Option<String>,
    /// The time at which it is taken from the members, in Europe/Amsterdam.
    pub vanishes_at: Option<String>,
    /// Why; one line.
    pub reason: String,
}

/// Another row of an item, or other times.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct SaveContent {
    /// The item's key.
    pub key: String,
    /// The version of the item as the operator saw it.
    pub version: Option<i64>,
    /// The row and the times.
    #[serde(flatten)]
    pub content: AddContent,
}

/// An item, and why something is done with it.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ChangeContent {
    /// The kind.
    pub kind: Kind,
    /// The item's key.
    pub key: String,
    /// The version of the item as the operator saw it.
    pub version: Option<i64>,
    /// Why; one line.
    pub reason: String,
}

/// A change that is undone.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct UndoContent {
    /// The change: the state before it is restored.
    pub change: i64,
    /// The version of the item as the operator saw it.
    pub version: Option<i64>,
    /// Why; one line.
    pub reason: String,
}

async fn editor<'a>(
    common: &'a Common,
    permitted: &Permitted<EditContent>,
    reason: &str,
) -> Result<Editor<'a>, OperatorFailure> {
    Ok(Editor {
        pool: &common.pool,
        reads: &common.reads,
        operator: permitted.operator.acting(),
        reason: permanent(common, &permitted.operator, "reason", reason).await?,
        now: common.clock.now(),
    })
}

/// Refuses a new name for grants that says who somebody is: each grant writes the name into an event. Names that the
/// settings have already stay, whoever becomes a member later.
async fn refuse_personal(
    common: &Common,
    permitted: &Permitted<EditContent>,
    save: &Save,
) -> Result<(), OperatorFailure> {
    let present = shop::grant_names(&common.pool).await?;
    for (field, present) in [("voucher_titles", present.voucher_titles), ("pass_names", present.pass_names)] {
        let names = save.row.get(field).and_then(Value::as_array);
        for (index, name) in names.into_iter().flatten().enumerate() {
            let is_new = |name: &&str| !name.trim().is_empty() && !present.iter().any(|one| one == name);
            if let Some(name) = name.as_str().filter(is_new) {
                permanent(common, &permitted.operator, &format!("{field}[{index}]"), name).await?;
            }
        }
    }
    Ok(())
}

/// The row with its times.
fn save_of(content: AddContent) -> Result<Save, OperatorFailure> {
    let filled = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
    let timing = match content.publish {
        Publish::Draft => Timing::Draft,
        Publish::Now => Timing::Now,
        Publish::At => Timing::At(local("appears_at", content.appears_at.as_deref().unwrap_or_default())?),
    };
    let vanishes = filled(content.vanishes_at).map(|text| local("vanishes_at", &text)).transpose()?;
    Ok(Save { row: content.row, timing, vanishes })
}

fn key_of(key: &str) -> Result<&str, OperatorFailure> {
    if key.contains('\0') {
        return Err(OperatorFailure::not_found("There is no such item."));
    }
    Ok(key)
}

/// Add an item
#[utoipa::path(
    post,
    path = "/operator/api/content/add",
    operation_id = "content_add",
    tag = "content",
    security(("operator" = ["content", "admin"])),
    request_body = AddContent,
    responses(
        (status = 200, description = "The item", body = ContentItem),
        (status = 422, description = "Fields that an import would refuse too", body = FailureBody),
    ),
)]
pub(crate) async fn add(
    State(common): State<Common>,
    permitted: Permitted<EditContent>,
    OperatorBody(request): OperatorBody<AddContent>,
) -> Result<Json<ContentItem>, OperatorFailure> {
    let (kind, reason) = (request.kind, request.reason.clone());
    let save = save_of(request)?;
    Ok(Json(editor(&common, &permitted, &reason).await?.add(kind, save).await.map_err(failure)?.into()))
}

/// Save an item
#[utoipa::path(
    post,
    path = "/operator/api/content/save",
    operation_id = "content_save",
    tag = "content",
    security(("operator" = ["content", "admin"])),
    request_body = SaveContent,
    responses(
        (status = 200, description = "The item as it is stored", body = ContentItem),
        (status = 404, description = "There is no such item", body = FailureBody),
        (status = 409, description = "It was changed meanwhile: `current` is the item now; or booked rounds forbid it",
         body = FailureBody),
        (status = 422, description = "Fields that an import would refuse too", body = FailureBody),
    ),
)]
pub(crate) async fn save(
    State(common): State<Common>,
    permitted: Permitted<EditContent>,
    OperatorBody(request): OperatorBody<SaveContent>,
) -> Result<Json<ContentItem>, OperatorFailure> {
    let SaveContent { key, version, content } = request;
    let (kind, reason) = (content.kind, content.reason.clone());
    let save = save_of(content)?;
    if kind == Kind::Settings {
        refuse_personal(&common, &permitted, &save).await?;
    }
    let seen = Seen { kind, key: key_of(&key)?, version };
    Ok(Json(editor(&common, &permitted, &reason).await?.save(seen, save).await.map_err(failure)?.into()))
}

/// Throw an item's draft and its times away
#[utoipa::path(
    post,
    path = "/operator/api/content/discard",
    operation_id = "content_discard",
    tag = "content",
    security(("operator" = ["content", "admin"])),
    request_body = ChangeContent,
    responses(
        (status = 200, description = "The item", body = ContentItem),
        (status = 404, description = "There is no draft", body = FailureBody),
        (status = 409, description = "It was changed meanwhile: `current` is the item now", body = FailureBody),
    ),
)]
pub(crate) async fn discard(
    State(common): State<Common>,
    permitted: Permitted<EditContent>,
    OperatorBody(request): OperatorBody<ChangeContent>,
) -> Result<Json<ContentItem>, OperatorFailure> {
    let ChangeContent { kind, key, version, reason } = request;
    let seen = Seen { kind, key: key_of(&key)?, version };
    Ok(Json(editor(&common, &permitted, &reason).await?.discard(seen).await.map_err(failure)?.into()))
}

/// Remove an item
#[utoipa::path(
    post,
    path = "/operator/api/content/remove",
    operation_id = "content_remove",
    tag = "content",
    security(("operator" = ["content", "admin"])),
    request_body = ChangeContent,
    responses(
        (status = 200, description = "The version that is left", body = ContentItem),
        (status = 404, description = "There is no such item", body = FailureBody),
        (status = 409, description = "It was changed meanwhile, or is never removed", body = FailureBody),
    ),
)]
pub(crate) async fn remove(
    State(common): State<Common>,
    permitted: Permitted<EditContent>,
    OperatorBody(request): OperatorBody<ChangeContent>,
) -> Result<Json<ContentItem>, OperatorFailure> {
    let ChangeContent { kind, key, version, reason } = request;
    let seen = Seen { kind, key: key_of(&key)?, version };
    Ok(Json(editor(&common, &permitted, &reason).await?.remove(seen).await.map_err(failure)?.into()))
}

/// Undo a change and every later one of its item
#[utoipa::path(
    post,
    path = "/operator/api/content/undo",
    operation_id = "content_undo",
    tag = "content",
    security(("operator" = ["content", "admin"])),
    request_body = UndoContent,
    responses(
        (status = 200, description = "The item", body = ContentItem),
        (status = 404, description = "There is no such change", body = FailureBody),
        (status = 409, description = "The item was changed meanwhile, or booked rounds forbid it", body = FailureBody),
        (status = 422, description = "An import would refuse the earlier row today", body = FailureBody),
    ),
)]
pub(crate) async fn undo(
    State(common): State<Common>,
    permitted: Permitted<EditContent>,
    OperatorBody(request): OperatorBody<UndoContent>,
) -> Result<Json<ContentItem>, OperatorFailure> {
    let UndoContent { change, version, reason } = request;
    Ok(Json(editor(&common, &permitted, &reason).await?.undo(change, version).await.map_err(failure)?.into()))
}

/// Headings of questions, or offers, in another order.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct OrderContent {
    /// `faq` or `offer`.
    pub kind: Kind,
    /// The key of every item that members see, in the new order.
    pub keys: Vec<String>,
    /// Why; one line.
    pub reason: String,
}

/// Put questions or offers in another order
#[utoipa::path(
    post,
    path = "/operator/api/content/order",
    operation_id = "content_order",
    tag = "content",
    security(("operator" = ["content", "admin"])),
    request_body = OrderContent,
    responses(
        (status = 200, description = "The items in their order", body = ContentList),
        (status = 409, description = "The keys are not those of the items, or the kind has no order", body = FailureBody),
    ),
)]
pub(crate) async fn order(
    State(common): State<Common>,
    permitted: Permitted<EditContent>,
    OperatorBody(request): OperatorBody<OrderContent>,
) -> Result<Json<ContentList>, OperatorFailure> {
    let OrderContent { kind, keys, reason } = request;
    let items = editor(&common, &permitted, &reason).await?.order(kind, &keys).await.map_err(failure)?;
    Ok(Json(ContentList { items: items.into_iter().map(ContentItem::from).collect() }))
}
