//! The mail configuration, and what production refuses: mails contain names and links that set passwords, so they must
//! leave the machine encrypted. A problem never repeats the address: it may contain a password.

use std::net::IpAddr;

use fairway_notifications::mail::server::Server;
use url::Url;

/// The value for mail files in production.
const ARCHIVE: &str = "file:archive";
/// The alternatives to an address without TLS.
const ENCRYPTED: &str =
    "write smtps://… (TLS from the first byte, port 465) or smtp://…?tls=required (STARTTLS, port 587)";

/// Parses a value.
///
/// # Errors
/// The problem, and valid values.
pub(super) fn parse(text: &str) -> Result<Server, String> {
    if text == "file" || text == ARCHIVE {
        return Ok(Server::File);
    }
    let url = Url::parse(text)
        .map_err(|_| "is none of file, file:archive, smtps://… and smtp://…?tls=required".to_owned())?;
    if url.host_str().is_none_or(str::is_empty) {
        return Err("names no mail server".to_owned());
    }
    match (url.scheme(), tls(&url).as_deref()) {
        ("smtp", None | Some("required" | "opportunistic")) | ("smtps", None | Some("required")) => {
            Ok(Server::Smtp(text.to_owned()))
        }
        ("smtp" | "smtps", Some(_)) => Err(format!("`tls` can be `required` only: {ENCRYPTED}")),
        _ => Err("is none of file, file:archive, smtps://… and smtp://…?tls=required".to_owned()),
    }
}

/// Why production refuses a value that [`parse`] accepted; none: it does not. `text` none: nothing is configured.
pub(super) fn refused_in_production(text: Option<&str>) -> Option<String> {
    match text {
        None => Some(format!("is needed in production: {ENCRYPTED}, or {ARCHIVE} to send no mails")),
        Some("file") => Some(format!(
            "`file` writes mails into a folder and sends none: {ENCRYPTED}, or {ARCHIVE} if no mails should be sent"
        )),
        Some(text) => {
            let url = Url::parse(text).ok()?;
            let is_clear = url.scheme() == "smtp" && tls(&url).as_deref() != Some("required");
            (is_clear && !is_local(&url)).then(|| {
                format!(
                    "smtp:// sends mails and the password in clear text where the mail server offers no TLS: {ENCRYPTED}. \
                     Without TLS only a mail server on this machine is taken"
                )
            })
        }
    }
}

fn tls(url: &Url) -> Option<String> {
    url.query_pairs().find(|(name, _)| name == "tls").map(|(_, value)| value.into_owned())
}

/// Whether the mail server is on this machine, so that no network is used.
fn is_local(url: &Url) -> bool {
    let Some(host) = url.host_str() else { return false };
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || bare.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn production_accepts_encrypted_and_local_servers_and_explicit_files() {
        for text in [
            "smtps://fairway:secret@mail.example",
            "smtps://mail.example:465?tls=required",
            "smtp://fairway:secret@mail.example:587?tls=required",
            "smtp://localhost",
            "smtp://127.0.0.1:25",
            "smtp://[::1]:25",
            "file:archive",
        ] {
            assert!(parse(text).is_ok(), "{text}");
            assert_eq!(refused_in_production(Some(text)), None, "{text}");
        }
    }

    #[test]
    fn production_refuses_clear_text_and_names_the_alternatives() {
        for text in [
            "smtp://fairway:secret@mail.example:587",
            "smtp://fairway:secret@mail.example?tls=opportunistic",
            "smtp://10.0.0.3",
            "smtp://localhost.example",
            "smtp://127.0.0.1.example",
        ] {
            assert!(parse(text).is_ok(), "development may: {text}");
            let problem = refused_in_production(Some(text)).expect(text);
            assert!(problem.contains("smtps://") && problem.contains("?tls=required"), "{problem}");
            assert!(!problem.contains("secret"), "{problem}");
        }
        for text in [None, Some("file")] {
            assert!(refused_in_production(text).expect("refused").contains("file:archive"));
        }
    }

    #[test]
    fn an_invalid_value_is_refused_everywhere_and_no_password_is_repeated() {
        for text in [
            "pigeon",
            "file:/tmp",
            "http://fairway:secret@mail.example",
            "smtp://",
            "smtp:///path",
            "smtp://fairway:secret@mail.example?tls=none",
            "smtps://fairway:secret@mail.example?tls=opportunistic",
        ] {
            let problem = parse(text).expect_err(text);
            assert!(!problem.contains("secret"), "{problem}");
        }
    }
}
