//! The callers of the contract test, and their sessions.

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::http;
use crate::portal::Portal;

/// A member of the demonstration data with a subscription, and with rounds of 9 and of 18 holes.
pub(super) const MEMBER: &str = "jan.devries@fairway.example";

/// All callers.
pub(super) const CALLERS: [Caller; 4] = [Caller::Member, Caller::Stranger, Caller::Operator, Caller::Club];

/// A caller of an API.
#[derive(Debug, Clone, Copy)]
pub(super) enum Caller {
    /// With a session of a log-in.
    Member,
    /// Without a token.
    Stranger,
    /// With a session of a link that logs an operator in as the member.
    Operator,
    /// A club's manager, and in the requests of systems the club's own system.
    Club,
}

impl Caller {
    /// Its name in reports.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Member => "member",
            Self::Stranger => "stranger",
            Self::Operator => "operator",
            Self::Club => "club",
        }
    }

    /// The name of the hooks and settings of its API, and where the portal serves the description.
    pub(super) fn api(self) -> (&'static str, &'static str) {
        match self {
            Self::Member | Self::Stranger | Self::Operator => ("members", "/api/openapi.json"),
            Self::Club => ("clubs", "/club/api/openapi.json"),
        }
    }

    /// The token of a new session; none for a stranger, and for a club, which `clubs.py` logs in.
    pub(super) fn session(self, portal: &Portal<'_>) -> Result<Option<String>> {
        let answer = match self {
            Self::Stranger | Self::Club => return Ok(None),
            Self::Member => {
                let log_in = json!({
                    "grant_type": "password",
                    "client_id": "fairway-webapp",
                    "client_secret": "fairway-webapp-public",
                    "username": MEMBER,
                    "password": "fairway-demo",
                });
                http::post(portal.listen, "/api/users/login", &log_in)?
            }
            Self::Operator => {
                let link = portal.output(&[
                    "impersonate",
                    MEMBER,
                    "--operator",
                    "contract",
                    "--reason",
                    "cargo xtask contract",
                ])?;
                let parameters =
                    link_parameters(&link).with_context(|| format!("`{}` is not a link", link.trim()))?;
                http::post(portal.listen, "/api/token/login", &parameters)?
            }
        };
        let token = answer["access_token"].as_str().with_context(|| format!("no token: {answer}"))?;
        Ok(Some(token.to_owned()))
    }
}

/// The body that the web app sends for a link.
fn link_parameters(link: &str) -> Option<Value> {
    let (_, query) = link.trim().split_once('?')?;
    let parameter = |name: &str| query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
    Some(json!({"id_token": parameter("id")?, "login_token": parameter("login")?}))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_needs_both_parameters() {
        let link = "http://127.0.0.1:8080/auth/impersonate?id=0197-a&login=bGlu\n";
        assert_eq!(link_parameters(link), Some(json!({"id_token": "0197-a", "login_token": "bGlu"})));
        assert_eq!(link_parameters("http://127.0.0.1:8080/?id=1"), None);
    }
}
