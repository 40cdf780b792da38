//! `GET /.well-known/security.txt`: whom to tell of a hole (RFC 9116; docs/security.md, "How to report a hole").

use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};

use crate::app::App;

/// What is said holds for so long from the moment it is read: less than the year that the RFC allows at most.
const GOOD_FOR: TimeDelta = TimeDelta::days(180);

/// The file, made for each reader, so that it never expires while the portal runs.
pub async fn file(State(app): State<Arc<App>>) -> Response {
    let text = text(&app.config.contact_email, &app.config.public_url, app.clock.now());
    ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response()
}

fn text(contact: &str, portal: &str, now: DateTime<Utc>) -> String {
    let expires = (now + GOOD_FOR).to_rfc3339_opts(SecondsFormat::Secs, true);
    format!(
        "Contact: mailto:{contact}\nExpires: {expires}\nPreferred-Languages: nl, en\n\
         Canonical: {portal}/.well-known/security.txt\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_names_who_to_write_to_and_until_when() {
        let now = "2026-11-20T10:00:00Z".parse().expect("an instant");
        assert_eq!(
            text("golf@club.example", "https://club.example", now),
            "Contact: mailto:golf@club.example\nExpires: 2027-05-19T10:00:00Z\nPreferred-Languages: nl, en\n\
             Canonical: https://club.example/.well-known/security.txt\n"
        );
    }
}
