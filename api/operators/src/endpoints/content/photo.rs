//! `POST /operator/api/content/photos`: a photo for a club. It is stored, and no member sees it before a club is saved
//! with its name.

use axum::Json;
use axum::body::{Body, to_bytes};
use axum::extract::State;
use axum::http::StatusCode;
use fairway_content::photo;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::FailureBody;
use fairway_operator_accounts::access::{EditContent, Permitted};
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_store::content::stored::PHOTO;
use fairway_store::photos;
use serde::Serialize;
use tokio::sync::Semaphore;
use utoipa::ToSchema;

/// The largest file, in bytes.
const MOST_BYTES: usize = 8 * 1024 * 1024;

/// One photo at a time is decoded, because each may take half a gigabyte of memory.
static DECODING: Semaphore = Semaphore::const_new(1);

/// A photo that is stored.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StoredPhoto {
    /// The name for the `photos` of a club's row.
    pub file: String,
    /// Of the largest size, in pixels.
    pub width: u32,
    /// Of the largest size, in pixels.
    pub height: u32,
}

/// Stores a photo for a club; the body is a JPEG or PNG file of at most 8 MiB
#[utoipa::path(
    post,
    path = "/operator/api/content/photos",
    operation_id = "content_photo",
    tag = "content",
    security(("operator" = ["content", "admin"])),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses(
        (status = 200, description = "The photo", body = StoredPhoto),
        (status = 413, description = "The file is too large", body = FailureBody),
        (status = 422, description = "It is no photo that can be shown, with the reason", body = FailureBody),
    ),
)]
pub(crate) async fn store(
    State(common): State<Common>,
    _: Permitted<EditContent>,
    body: Body,
) -> Result<Json<StoredPhoto>, OperatorFailure> {
    let file = to_bytes(body, MOST_BYTES).await.map_err(|_| too_large())?;
    let _one = DECODING.acquire().await;
    let encoded = tokio::task::spawn_blocking(move || (photo::hash(&file), photo::encode(&file))).await;
    let (hash, encoded) = encoded.map_err(|_| OperatorFailure::invalid("The photo cannot be read."))?;
    let encoded = encoded.map_err(|problem| OperatorFailure::invalid(format!("The photo {problem}.")))?;
    photos::store(&common.pool, &hash, &encoded).await?;
    Ok(Json(StoredPhoto { file: format!("{hash}{PHOTO}"), width: encoded.width, height: encoded.height }))
}

fn too_large() -> OperatorFailure {
    OperatorFailure::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        "The photo has more than 8 MiB: choose a smaller one.",
    )
}
