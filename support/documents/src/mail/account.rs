//! Mails about the account. They carry no personal data beyond the first name, and never a password.

use chrono::{DateTime, Utc};
use chrono_tz::Europe::Amsterdam;

use super::Mail;
use super::letter::{Letter, Link};
use crate::dutch::long_date;
use crate::{PersonName, Portal};

/// A link to a new password was requested.
#[derive(Debug, Clone)]
pub struct PasswordForgotten<'a> {
    /// The base of links.
    pub portal: &'a Portal,
    /// The recipient's name.
    pub recipient: &'a PersonName,
    /// The single-use token in plain text, which is stored nowhere.
    pub token: &'a str,
}

impl PasswordForgotten<'_> {
    /// The whole message.
    #[must_use]
    pub fn compose(&self) -> Mail {
        let title = "Kies een nieuw wachtwoord";
        let mut letter = Letter::new(self.portal, self.recipient, "Een nieuw wachtwoord voor Fairway", title)
            .paragraph("Iemand, waarschijnlijk jijzelf, heeft een nieuw wachtwoord voor je account aangevraagd.")
            .paragraph(
                "De link hieronder is één uur geldig en werkt één keer. Heb je niets aangevraagd, dan hoef je \
                 niets te doen: je wachtwoord verandert niet.",
            );
        letter.action = Some(Link::new("Nieuw wachtwoord kiezen", self.portal.reset_password(self.token)));
        Mail::new(&letter)
    }
}

/// The member's data were downloaded: a warning, in case another person did it.
#[derive(Debug, Clone)]
pub struct DataDownloaded<'a> {
    /// The base of links.
    pub portal: &'a Portal,
    /// The recipient's name.
    pub recipient: &'a PersonName,
    /// The time of the download; the mail states it in Europe/Amsterdam.
    pub downloaded_at: DateTime<Utc>,
}

impl DataDownloaded<'_> {
    /// The whole message.
    #[must_use]
    pub fn compose(&self) -> Mail {
        let local = self.downloaded_at.with_timezone(&Amsterdam);
        let title = "Je gegevens zijn gedownload";
        let mut letter = Letter::new(self.portal, self.recipient, title, title).paragraph(format!(
            "Op {} om {} uur is een bestand gedownload met alles wat Fairway van je weet: je profiel, je rondes, je \
             speelrechten en je bestellingen.",
            long_date(local.date_naive()),
            local.format("%H.%M")
        ));
        letter.notice = Some(format!(
            "Was jij dit niet? Log dan op al je apparaten uit, kies een nieuw wachtwoord en mail ons op {}.",
            self.portal.contact_email()
        ));
        letter.action = Some(Link::new("Ingelogde apparaten bekijken", self.portal.sessions()));
        Mail::new(&letter)
    }
}

/// The password was changed: a warning, in case another person did it.
#[derive(Debug, Clone)]
pub struct PasswordChanged<'a> {
    /// The base of links.
    pub portal: &'a Portal,
    /// The recipient's name.
    pub recipient: &'a PersonName,
    /// The time of the change; the mail states it in Europe/Amsterdam.
    pub changed_at: DateTime<Utc>,
}

impl PasswordChanged<'_> {
    /// The whole message.
    #[must_use]
    pub fn compose(&self) -> Mail {
        let local = self.changed_at.with_timezone(&Amsterdam);
        let title = "Je wachtwoord is gewijzigd";
        let mut letter = Letter::new(self.portal, self.recipient, title, title).paragraph(format!(
            "Het wachtwoord van je account is op {} om {} uur gewijzigd. Op andere apparaten ben je uitgelogd.",
            long_date(local.date_naive()),
            local.format("%H.%M")
        ));
        letter.notice = Some(format!(
            "Was jij dit niet? Vraag dan meteen een nieuw wachtwoord aan en mail ons op {}.",
            self.portal.contact_email()
        ));
        letter.action = Some(Link::new("Nieuw wachtwoord aanvragen", self.portal.forgot_password()));
        Mail::new(&letter)
    }
}
