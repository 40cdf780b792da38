//! The addresses of the portal that documents and mails link to, built in one place.

use fairway_events::{PlaceId, WaitingGroupId};

/// The portal's public URL and its contact address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Portal {
    origin: String,
    contact_email: String,
}

/// An invalid address in the configuration.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidPortal {
    /// Links in mails need a scheme and a host, and no character that could end a header or an attribute.
    #[error("the public URL must be an http or https address, not {0:?}")]
    Url(String),
    /// The contact address is not a plain e-mail address.
    #[error("the contact address must be a plain e-mail address, not {0:?}")]
    Email(String),
}

impl Portal {
    /// The portal at `public_url` (`https://fairway.example`; a final slash does not matter).
    ///
    /// # Errors
    /// [`InvalidPortal`] names the value that cannot be used.
    pub fn new(public_url: &str, contact_email: &str) -> Result<Self, InvalidPortal> {
        let plain = |text: &str| text.bytes().all(|b| b.is_ascii_graphic() && !b"<>\"'`\\{}|^".contains(&b));
        let host = public_url.strip_prefix("https://").or_else(|| public_url.strip_prefix("http://"));
        if host.is_none_or(|host| host.is_empty() || host.starts_with('/')) || !plain(public_url) {
            return Err(InvalidPortal::Url(public_url.to_owned()));
        }
        let halves = contact_email.split_once('@');
        let both_halves = halves.is_some_and(|(user, host)| {
            !user.is_empty()
                && !host.is_empty()
                && !host.contains('@')
                && !contact_email.contains([',', ';', ':'])
        });
        if !both_halves || !plain(contact_email) {
            return Err(InvalidPortal::Email(contact_email.to_owned()));
        }
        Ok(Self {
            origin: public_url.trim_end_matches('/').to_owned(),
            contact_email: contact_email.to_owned(),
        })
    }

    /// `https://fairway.example`
    #[must_use]
    pub fn home(&self) -> &str {
        &self.origin
    }

    /// The contact address.
    #[must_use]
    pub fn contact_email(&self) -> &str {
        &self.contact_email
    }

    /// The list of upcoming rounds.
    #[must_use]
    pub fn reservations(&self) -> String {
        self.at("/reservations")
    }

    /// The screen that adds players to a booking, by the recipient's own place.
    #[must_use]
    pub fn add_players(&self, place: PlaceId) -> String {
        self.at(&format!("/reservations/{place}/addplayer"))
    }

    /// The screen that opens the dialog which cancels a place; nothing is cancelled by the link itself.
    #[must_use]
    pub fn cancel(&self, place: PlaceId) -> String {
        self.at(&format!("/reservations/{place}/cancel"))
    }

    /// The screen of a group on a waiting list, where its players take what it is offered.
    #[must_use]
    pub fn waiting_group(&self, group: WaitingGroupId) -> String {
        self.at(&format!("/waiting/{group}"))
    }

    /// The first step of a new reservation.
    #[must_use]
    pub fn new_reservation(&self) -> String {
        self.at("/reservation/players")
    }

    /// Subscriptions, vouchers and the federation registration.
    #[must_use]
    pub fn subscriptions(&self) -> String {
        self.at("/subscriptions")
    }

    /// The form that asks for a link to a new password.
    #[must_use]
    pub fn forgot_password(&self) -> String {
        self.at("/auth/forgot")
    }

    /// The screen that takes a new password; `token` is the single-use token of that link, URL-safe.
    #[must_use]
    pub fn reset_password(&self, token: &str) -> String {
        self.with_token("/auth/reset", token)
    }

    /// The screen that logs in on a new device; `token` is the single-use token of that link, URL-safe.
    #[must_use]
    pub fn login_link(&self, token: &str) -> String {
        self.with_token("/auth/link", token)
    }

    /// The screen that gives an account a new e-mail address; `token` is the single-use token of that link, URL-safe.
    #[must_use]
    pub fn new_address(&self, token: &str) -> String {
        self.with_token("/auth/email", token)
    }

    fn with_token(&self, path: &str, token: &str) -> String {
        let token: String =
            token.chars().filter(|c| c.is_ascii_alphanumeric() || "-_.~".contains(*c)).collect();
        self.at(&format!("{path}?token={token}"))
    }

    /// The screen with the member's passkeys.
    #[must_use]
    pub fn passkeys(&self) -> String {
        self.at("/profile/passkeys")
    }

    /// The screen with the member's sessions.
    #[must_use]
    pub fn sessions(&self) -> String {
        self.at("/profile/sessions")
    }

    /// The screen with the member's calendar feed.
    #[must_use]
    pub fn calendar_feed(&self) -> String {
        self.at("/profile/calendar")
    }

    /// The screen with the kinds of mails that the member gets.
    #[must_use]
    pub fn notifications(&self) -> String {
        self.at("/profile/notifications")
    }

    /// An address of the portal from its path, as [`crate::signing::LinkSigner`]'s tokens are put into one.
    #[must_use]
    pub fn at(&self, path: &str) -> String {
        format!("{}{path}", self.origin)
    }

    /// The same under the scheme `webcal`, which opens a calendar program.
    #[must_use]
    pub fn webcal(&self, path: &str) -> String {
        let host = self.origin.split_once("://").map_or(self.origin.as_str(), |(_, host)| host);
        format!("webcal://{host}{path}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_final_slash_does_not_double() {
        let portal = Portal::new("https://fairway.example/", "hulp@fairway.example").expect("valid");
        assert_eq!(portal.reservations(), "https://fairway.example/reservations");
    }

    #[test]
    fn an_address_for_calendar_programs_differs_by_its_scheme_alone() {
        for origin in ["https://fairway.example/", "http://fairway.example"] {
            let portal = Portal::new(origin, "hulp@fairway.example").expect("valid");
            assert_eq!(portal.webcal("/api/x.ics"), "webcal://fairway.example/api/x.ics");
        }
    }

    #[test]
    fn values_that_could_inject_into_a_mail_are_refused() {
        for url in [
            "",
            "fairway.example",
            "javascript:alert(1)",
            "https://",
            "https:///x",
            "https://a\r\nX: y",
            "https://a\"b",
        ] {
            assert!(matches!(Portal::new(url, "a@b"), Err(InvalidPortal::Url(_))), "{url}");
        }
        for email in ["", "a", "@b", "a@", "a@b@c", "a@b\r\nBcc: c@d", "a@b, c@d", "<a@b>"] {
            assert!(matches!(Portal::new("https://a", email), Err(InvalidPortal::Email(_))), "{email}");
        }
    }

    #[test]
    fn a_token_cannot_add_a_url_parameter() {
        let portal = Portal::new("https://a", "a@b").expect("valid");
        assert_eq!(portal.reset_password("ab-_&x=<1>"), "https://a/auth/reset?token=ab-_x1");
    }
}
