//! `/dev/mail`: shows the mails that `FAIRWAY_MAIL=file` wrote, in the browser. In development only: in production
//! these routes do not exist.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use fairway_endpoint::failure::Failure;
use fairway_store::mail_folder::Folder;
use mail_parser::{Message, MessageParser, MimeHeaders};
use maud::{DOCTYPE, Markup, html};

use crate::state::Notifications;

/// The HTML of a mail is untrusted: only its own inline styles are allowed.
const MAIL_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; object-src 'none'; \
                           base-uri 'none'; frame-ancestors 'self'; sandbox allow-popups allow-top-navigation-by-user-activation";
const PAGE_POLICY: &str = "default-src 'none'; frame-src 'self'; style-src 'self'; object-src 'none'; \
                           base-uri 'none'; frame-ancestors 'none'";
/// How many mails are listed, newest first.
const SHOWN: usize = 200;

/// The routes; none unless this is development with `FAIRWAY_MAIL=file`.
#[must_use]
pub fn routes(notifications: &Arc<Notifications>) -> Option<Router> {
    notifications.shown_mails.is_some().then(|| {
        Router::new()
            .route("/dev/mail", get(list))
            .route("/dev/mail/{name}", get(mail_page))
            .route("/dev/mail/{name}/html", get(only_html))
            .route("/dev/mail/{name}/raw", get(raw))
            .route("/dev/mail/{name}/{file}", get(attachment))
            .with_state(Arc::clone(notifications))
    })
}

async fn list(State(notifications): State<Arc<Notifications>>) -> Result<Response, Failure> {
    let folder = folder(&notifications)?;
    let names = folder.names().await.map_err(|error| unreadable(&error))?;
    let mut rows = Vec::new();
    for name in names.iter().take(SHOWN) {
        let Some(bytes) = folder.read(name).await.map_err(|error| unreadable(&error))? else { continue };
        let Some(message) = MessageParser::default().parse(&bytes) else { continue };
        rows.push(html! {
            tr {
                td { (message.date().map(mail_parser::DateTime::to_rfc3339).unwrap_or_default()) }
                td { (recipient(&message)) }
                td { a href={ "/dev/mail/" (name) } { (subject(&message)) } }
            }
        });
    }
    let content = html! {
        @if rows.is_empty() {
            p { "Er is nog geen mail." }
        } @else {
            table {
                thead { tr { th { "Wanneer" } th { "Aan" } th { "Onderwerp" } } }
                tbody { @for row in &rows { (row) } }
            }
        }
    };
    Ok(page("Verzonden mail", &content))
}

async fn mail_page(
    State(notifications): State<Arc<Notifications>>,
    Path(name): Path<String>,
) -> Result<Response, Failure> {
    let bytes = read(&notifications, &name).await?;
    let message = parsed(&bytes)?;
    let at = format!("/dev/mail/{name}");
    let content = html! {
        p {
            a href="/dev/mail" { "alle mail" } " · "
            a href={ (at) "/html" } { "alleen de mail" } " · "
            a href={ (at) "/raw" } { "bron" }
        }
        p { "Aan: " (recipient(&message)) }
        ul {
            @for file in message.attachments().filter_map(|part| part.attachment_name()) {
                li { a href={ (at) "/" (file) } { (file) } }
            }
        }
        iframe title="Mail" src={ (at) "/html" } width="100%" height="700" {}
        h2 { "Als platte tekst" }
        pre { (message.body_text(0).unwrap_or_default()) }
    };
    Ok(page(subject(&message), &content))
}

async fn only_html(
    State(notifications): State<Arc<Notifications>>,
    Path(name): Path<String>,
) -> Result<Response, Failure> {
    let bytes = read(&notifications, &name).await?;
    let text = parsed(&bytes)?.body_html(0).unwrap_or_default().into_owned();
    let headers = [
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(MAIL_POLICY)),
        (header::X_FRAME_OPTIONS, HeaderValue::from_static("SAMEORIGIN")),
    ];
    Ok((headers, Html(text)).into_response())
}

async fn raw(
    State(notifications): State<Arc<Notifications>>,
    Path(name): Path<String>,
) -> Result<Response, Failure> {
    let bytes = read(&notifications, &name).await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], bytes).into_response())
}

async fn attachment(
    State(notifications): State<Arc<Notifications>>,
    Path((name, file)): Path<(String, String)>,
) -> Result<Response, Failure> {
    let bytes = read(&notifications, &name).await?;
    let message = parsed(&bytes)?;
    let found = message.attachments().find(|part| part.attachment_name() == Some(file.as_str()));
    let content = found.ok_or_else(missing)?.contents().to_vec();
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/octet-stream")),
        (header::CONTENT_DISPOSITION, HeaderValue::from_static("attachment")),
    ];
    Ok((headers, content).into_response())
}

async fn read(notifications: &Notifications, name: &str) -> Result<Vec<u8>, Failure> {
    let found = folder(notifications)?.read(name).await.map_err(|error| unreadable(&error))?;
    found.ok_or_else(missing)
}

fn folder(notifications: &Notifications) -> Result<&Folder, Failure> {
    notifications.shown_mails.as_ref().ok_or_else(missing)
}

fn parsed(bytes: &[u8]) -> Result<Message<'_>, Failure> {
    MessageParser::default().parse(bytes).ok_or_else(missing)
}

fn missing() -> Failure {
    Failure::not_found("Deze mail bestaat niet.")
}

fn unreadable(error: &std::io::Error) -> Failure {
    tracing::error!(%error, "the folder of mails cannot be read");
    Failure::new(StatusCode::INTERNAL_SERVER_ERROR, "De map met mail kan niet worden gelezen.")
}

fn recipient(message: &Message<'_>) -> String {
    let first = message.to().and_then(|to| to.first());
    first.and_then(|to| to.address()).unwrap_or_default().to_owned()
}

fn subject<'a>(message: &'a Message<'_>) -> &'a str {
    message.subject().unwrap_or("(zonder onderwerp)")
}

fn page(title: &str, content: &Markup) -> Response {
    let page = html! {
        (DOCTYPE)
        html lang="nl" {
            head {
                meta charset="utf-8";
                title { (title) " · Fairway" }
                meta name="viewport" content="width=device-width";
                link rel="stylesheet" href="/api/docs/page.css";
            }
            body { main { h1 { (title) } (content) } }
        }
    };
    ([(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(PAGE_POLICY))], page).into_response()
}
