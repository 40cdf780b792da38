//! The sandbox's checkout page, in place of a bank's page, with a button per outcome. Plain HTML from the server,
//! without scripts.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use fairway_payments::amount;
use fairway_payments::wire::Status;
use maud::{DOCTYPE, Markup, html};
use url::{Url, form_urlencoded};

use crate::api::{Problem, find};
use crate::state::Sandbox;
use crate::tables as sandbox;
use crate::tables::SandboxPayment;

/// A button per outcome, in the order of the page.
const OUTCOMES: [(&str, &str, Status); 4] = [
    ("paid", "Betalen", Status::Paid),
    ("canceled", "Annuleren", Status::Canceled),
    ("failed", "Laten mislukken", Status::Failed),
    ("expired", "Laten verlopen", Status::Expired),
];

pub(super) async fn style() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], include_str!("checkout.css"))
}

pub(super) async fn page(State(sandbox): State<Arc<Sandbox>>, Path(id): Path<String>) -> Response {
    match find(&sandbox, &id).await {
        Ok(payment) => show(&payment),
        Err(problem) => error_page(problem),
    }
}

pub(super) async fn choose(
    State(sandbox): State<Arc<Sandbox>>,
    Path(id): Path<String>,
    body: Bytes,
) -> Response {
    let payment = match find(&sandbox, &id).await {
        Ok(payment) => payment,
        Err(problem) => return error_page(problem),
    };
    let chosen = form_urlencoded::parse(&body).find(|(name, _)| name == "outcome");
    let outcome = chosen.and_then(|(_, value)| OUTCOMES.into_iter().find(|(name, ..)| *name == value));
    let Some((_, _, status)) = outcome else {
        return (StatusCode::UNPROCESSABLE_ENTITY, show(&payment)).into_response();
    };
    if let Err(error) = sandbox::end(&sandbox.common.pool, &id, status, sandbox.common.clock.now()).await {
        return error_page(error.into());
    }
    sandbox.changed.notify_one();
    Redirect::to(&payment.request.redirect_url).into_response()
}

fn show(payment: &SandboxPayment) -> Response {
    let cents = payment.request.amount.cents().unwrap_or(0);
    let content = html! {
        @if payment.status == Status::Open {
            p { (payment.request.description) }
            p.amount { (amount::formatted(cents)) }
            form method="post" {
                @for (name, label, _) in OUTCOMES {
                    button type="submit" name="outcome" value=(name) { (label) }
                }
            }
            p { "Dit is een oefenbetaling: er wordt niets afgeschreven." }
        } @else {
            p { "Deze betaling is al afgerond." }
            p { a href=(payment.request.redirect_url) { "Terug naar Fairway" } }
        }
    };
    let mut response = document(&content).into_response();
    // The form redirects to the portal, which may use another name of this machine.
    let back = Url::parse(&payment.request.redirect_url).map(|url| url.origin().ascii_serialization());
    let policy = format!(
        "default-src 'none'; style-src 'self'; form-action 'self' {}; base-uri 'none'; frame-ancestors 'none'",
        back.unwrap_or_default()
    );
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

fn error_page(problem: Problem) -> Response {
    let status = problem.into_response().status();
    let content = html! {
        p { "Deze betaling is niet gevonden." }
        p { a href="/" { "Naar Fairway" } }
    };
    (status, document(&content)).into_response()
}

fn document(content: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="nl" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "Testbetaling · Fairway" }
                link rel="stylesheet" href="/sandbox/checkout.css";
            }
            body { main { h1 { "Testbetaling" } (content) } }
        }
    }
}
