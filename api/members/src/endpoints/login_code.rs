//! `POST /api/users/login/code`: the code of a mail logs in where its link was asked for. On some phones the link opens
//! a browser, and not the app that is installed. Attempts count as those at a password, by the token that the asking
//! device was given: also for an address without an account, so that neither text nor time tells whether there is one.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use fairway_clock::random;
use fairway_endpoint::body::JsonBody;
use fairway_endpoint::browser::Browser;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_store::login_links::LinkKey;
use serde::Deserialize;
use utoipa::ToSchema;

use super::login_attempts::{Attempt, Client};
use super::login_link::{self, LinkLoginAnswer, LoggedIn, code_hash};
use crate::state::Members;

/// The code of the mail.
#[derive(Debug, Deserialize, ToSchema)]
pub struct CodeLoginRequest {
    /// The value of `request` in the answer to the request for the link.
    pub request: String,
    /// Eight digits; signs between them do not count. It works once, for 15 minutes.
    #[schema(example = "0123 4567")]
    pub code: String,
}

/// Log in with the code of a mail
#[utoipa::path(
    post,
    path = "/api/users/login/code",
    operation_id = "code_login",
    tag = "users",
    security(()),
    request_body = CodeLoginRequest,
    responses(
        (status = 200, description = "Logged in", body = LinkLoginAnswer, headers(
            ("Set-Cookie" = String, description = "Identifies this browser, as after a log-in with a password"),
        )),
        (status = 401, description = "The code is wrong, used or expired, or not of this request", body = FailureBody),
        (status = 429, description = "Too many wrong codes, or too many log-ins at once; see Retry-After",
         body = FailureBody),
    )
)]
pub(crate) async fn login(
    State(members): State<Arc<Members>>,
    client: Client,
    browser: Browser,
    JsonBody(request): JsonBody<CodeLoginRequest>,
) -> Result<LoggedIn, Failure> {
    // As people copy it from a mail: in two groups, with other spaces, or with the word before it.
    let code: String = request.code.chars().filter(char::is_ascii_digit).collect();
    let asked = random::digest(format!("login code\n{}", request.request).as_bytes());
    let attempt = Attempt::begin(&members, &client, asked).await?;
    let hash = code_hash(&request.request, &code);
    let Some(logged_in) = login_link::redeem(&members, &browser, LinkKey::Code(&hash)).await? else {
        attempt.failed().await?;
        let sentence = "Deze code klopt niet, of is verlopen of al gebruikt. Kijk in de laatste mail, of vraag een nieuwe aan.";
        return Err(Failure::new(StatusCode::UNAUTHORIZED, sentence));
    };
    attempt.clear_failures().await?;
    Ok(logged_in)
}
