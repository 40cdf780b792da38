//! Who asks, and the session that they ask in.

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::http;
use crate::portal::Portal;

/// A demonstration member with a subscription and rounds of both kinds.
pub(super) const MEMBER: &str = "jan.devries@fairway.example";

/// Everybody who asks.
pub(super) const CALLERS: [Caller; 3] = [Caller::Member, Caller::Stranger, Caller::Operator];

/// Who asks.
#[derive(Debug, Clone, Copy)]
pub(super) enum Caller {
    /// By a log-in.
    Member,
    /// Without a token.
    Stranger,
    /// By a link that logs in as the member.
    Operator,
}

impl Caller {
    /// In reports.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Member => "member",
            Self::Stranger => "stranger",
            Self::Operator => "operator",
        }
    }

    /// The token of a new session; none for a stranger.
    pub(super) fn session(self, portal: &Portal<'_>) -> Result<Option<String>> {
        let answer = match self {
            Self::Stranger => return Ok(None),
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
                let halves = halves(&link).with_context(|| format!("`{}` is no link", link.trim()))?;
                http::post(portal.listen, "/api/token/login", &halves)?
            }
        };
        let token = answer["access_token"].as_str().with_context(|| format!("no token: {answer}"))?;
        Ok(Some(token.to_owned()))
    }
}

/// What the web app sends for a link.
fn halves(link: &str) -> Option<Value> {
    let (_, query) = link.trim().split_once('?')?;
    let half = |name: &str| query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
    Some(json!({"id_token": half("id")?, "login_token": half("login")?}))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_has_two_halves() {
        let link = "http://127.0.0.1:8080/auth/impersonate?id=0197-a&login=bGlu\n";
        assert_eq!(halves(link), Some(json!({"id_token": "0197-a", "login_token": "bGlu"})));
        assert_eq!(halves("http://127.0.0.1:8080/?id=1"), None);
    }
}
