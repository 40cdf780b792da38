//! `GET /operator/api/mails/preview`: how a mail would read if it was sent now. No mail with a link that works once, and no
//! link in any: a token in a link opens vouchers without a log-in.

use std::collections::HashMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use fairway_clock::random;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_notifications::mail::bookings::BookingMails;
use fairway_notifications::mail::bookings::preview::{Occasion, PreviewError};
use fairway_operator_accounts::access::{Permitted, SearchMembers};
use fairway_operator_accounts::body::OperatorQuery;
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_round_data::links::Links;
use fairway_store::dead_links;
use fairway_store::outbox::listing::ListedMail;
use fairway_text::error_chain::Chain;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::state::Operators;
use crate::views;

/// Which mail.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct MailPreviewQuery {
    /// The mail.
    pub id: Uuid,
}

/// A mail, composed anew.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MailPreview {
    /// The subject.
    pub subject: String,
    /// What it says, as harmless HTML without links, styles and images.
    pub html: String,
}

/// How a mail would read now
#[utoipa::path(
    get,
    path = "/operator/api/mails/preview",
    operation_id = "operator_mail_preview",
    tag = "mails",
    security(("operator" = ["support", "auditor"])),
    params(MailPreviewQuery),
    responses(
        (status = 200, description = "Composed anew, without links", body = MailPreview),
        (status = 404, description = "It is not known any more", body = FailureBody),
        (status = 409, description = "It has a link that works once, cannot be composed, or would not be sent any more", body = FailureBody),
        (status = 422, description = "No mail's id", body = FailureBody),
    ),
)]
pub(crate) async fn preview(
    State(operators): State<Arc<Operators>>,
    permitted: Permitted<SearchMembers>,
    OperatorQuery(MailPreviewQuery { id }): OperatorQuery<MailPreviewQuery>,
) -> Result<Json<MailPreview>, OperatorFailure> {
    let (common, operator) = (&operators.common, &permitted.operator);
    let mail = unsigned(&operators).preview(id).await.map_err(failure)?;
    views::record_member(common, operator, mail.to).await?;
    let named = mail.named.iter().map(|member| views::member(member.0));
    views::record_list(common, operator, &format!("mail {id}"), named.collect::<Vec<_>>()).await?;
    Ok(Json(MailPreview { subject: mail.subject, html: dead_links::html(&mail.html) }))
}

/// The occasions of mails, as far as they are known: a list is shown without them, too.
pub(super) async fn occasions(operators: &Operators, mails: &[ListedMail]) -> HashMap<Uuid, Occasion> {
    unsigned(operators).occasions(mails).await.unwrap_or_else(|error| {
        tracing::warn!(error = %Chain(&error), "the occasions of mails cannot be read");
        HashMap::new()
    })
}

/// Composes mails whose links are signed with a key that nobody has: should one be shown, it opens nothing.
fn unsigned(operators: &Operators) -> BookingMails {
    let links =
        Links::new(operators.links.portal.clone(), operators.links.clubs.clone(), &random::new_token());
    let common = &operators.common;
    BookingMails::new(common.pool.clone(), common.clock.clone(), operators.delivery.clone(), links)
}

/// The failure for a mail that is not shown.
fn failure(error: PreviewError) -> OperatorFailure {
    match error {
        PreviewError::Unknown => OperatorFailure::not_found(error.to_string()),
        PreviewError::NotShown(_) => OperatorFailure::new(StatusCode::CONFLICT, error.to_string()),
        PreviewError::Database(error) => error.into(),
        PreviewError::Compose(_) | PreviewError::Receipt(_) => {
            tracing::error!(error = %Chain(&error), "a mail cannot be composed for an operator");
            OperatorFailure::General(Failure::unavailable())
        }
    }
}
