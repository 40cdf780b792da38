//! `GET /.well-known/security.txt`: the contact for vulnerability reports (RFC 9116; docs/security.md, "How to
//! report a vulnerability").

use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};

use crate::app::App;

/// The validity from the moment of the request: less than the year that the RFC allows at most.
const VALIDITY: TimeDelta = TimeDelta::days(180);

/// The file is made per request, so that it never expires while the portal runs.
pub async fn file(State(app): State<Arc<App>>) -> Response {
    let text = text(&app.config.contact_email, &app.config.public_url, app.common.clock.now());
    ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response()
}

fn text(contact: &str, portal: &str, now: DateTime<Utc>) -> String {
    let expires = (now + VALIDITY).to_rfc3339_opts(SecondsFormat::Secs, true);
    format!(
        "Contact: mailto:{contact}\nExpires: {expires}\nPreferred-Languages: nl, en\n\
         Canonical: {portal}/.well-known/security.txt\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_names_contact_and_expiry() {
        let now = "2026-11-20T10:00:00Z".parse().expect("an instant");
        assert_eq!(
            text("golf@club.example", "https://club.example", now),
            "Contact: mailto:golf@club.example\nExpires: 2027-05-19T10:00:00Z\nPreferred-Languages: nl, en\n\
             Canonical: https://club.example/.well-known/security.txt\n"
        );
    }
}
