//! `GET /api/faq`: the frequently asked questions.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::Failure;
use fairway_endpoint::tagged;
use fairway_store::{content, sanitize};
use serde::Serialize;
use utoipa::ToSchema;

/// A question and its answer.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FaqQuestion {
    /// Plain text.
    pub question: String,
    /// Sanitised HTML.
    pub answer: String,
}

/// Questions under one heading.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FaqCategory {
    /// The heading.
    pub name: String,
    /// In the editors' order.
    pub questions: Vec<FaqQuestion>,
}

/// The questions.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FaqAnswer {
    /// Always true.
    pub success: bool,
    /// In the editors' order.
    pub data: Vec<FaqCategory>,
}

/// Frequently asked questions
#[utoipa::path(
    get,
    path = "/api/faq",
    tag = "content",
    responses(
        (status = 200, description = "Per category", body = FaqAnswer),
        (status = 304, description = "The caller's copy, named by its ETag, is current"),
    )
)]
pub(crate) async fn faq(
    State(common): State<Common>,
    _caller: Caller,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let question = |asked: content::Question| FaqQuestion {
        question: asked.question,
        answer: sanitize::html(&asked.answer),
    };
    let data = content::faq(&common.pool)
        .await?
        .into_iter()
        .map(|category| FaqCategory {
            name: category.name,
            questions: category.questions.into_iter().map(question).collect(),
        })
        .collect();
    tagged::json(&headers, &FaqAnswer { success: true, data })
}
