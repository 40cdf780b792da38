//! Mails about the account. They carry no personal data beyond the first name, and never a password.

use chrono::{DateTime, Utc};

use super::Mail;
use super::letter::{Letter, Link};
use crate::dutch::{enumerate, moment, one_line};
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
    /// Until when the link works (UTC); the mail states it in Europe/Amsterdam.
    pub valid_until: DateTime<Utc>,
}

impl PasswordForgotten<'_> {
    /// The whole message.
    #[must_use]
    pub fn compose(&self) -> Mail {
        let title = "Kies een nieuw wachtwoord";
        let mut letter = Letter::new(self.portal, self.recipient, "Een nieuw wachtwoord voor Fairway", title)
            .paragraph("Iemand, waarschijnlijk jijzelf, heeft een nieuw wachtwoord voor je account aangevraagd.")
            .paragraph(format!(
                "De link hieronder werkt één keer, tot {}. Heb je niets aangevraagd, dan hoef je niets te doen: je \
                 wachtwoord verandert niet.",
                moment(self.valid_until)
            ));
        letter.action = Some(Link::new("Nieuw wachtwoord kiezen", self.portal.reset_password(self.token)));
        Mail { useful_until: Some(self.valid_until), ..Mail::new(&letter) }
    }
}

/// A link that logs in was requested.
#[derive(Debug, Clone)]
pub struct LoginLink<'a> {
    /// The base of links.
    pub portal: &'a Portal,
    /// The recipient's name.
    pub recipient: &'a PersonName,
    /// The single-use token in plain text, which is stored nowhere.
    pub token: &'a str,
    /// Eight digits, which log in where the link was asked for.
    pub code: &'a str,
    /// Until when both work (UTC); the mail states it in Europe/Amsterdam.
    pub valid_until: DateTime<Utc>,
}

impl LoginLink<'_> {
    /// The whole message.
    #[must_use]
    pub fn compose(&self) -> Mail {
        let title = "Inloggen op een nieuw apparaat";
        let mut letter = Letter::new(self.portal, self.recipient, "Je inloglink voor Fairway", title)
            .paragraph(
                "Open de link hieronder op het apparaat waarop je wilt inloggen, of vul de code in waar je de link hebt \
                 aangevraagd, bijvoorbeeld in de app.",
            )
            .paragraph(format!(
                "Link en code werken samen één keer, tot {}. Geef ze aan niemand: wie ze heeft, is bij jou ingelogd. Heb \
                 je niets aangevraagd, dan hoef je niets te doen.",
                moment(self.valid_until)
            ));
        letter.facts.push(("Code", self.code.to_owned()));
        letter.action = Some(Link::new("Inloggen", self.portal.login_link(self.token)));
        Mail { useful_until: Some(self.valid_until), ..Mail::new(&letter) }
    }
}

/// A change of the passkeys of an account.
#[derive(Debug, Clone, Copy)]
pub enum PasskeyChange<'a> {
    /// The member added one.
    Added {
        /// As they called it.
        name: &'a str,
    },
    /// The member removed one.
    Removed {
        /// As they called it.
        name: &'a str,
    },
    /// An operator removed all.
    RemovedByOperator,
}

/// The passkeys of an account changed: a warning, in case another person did it.
#[derive(Debug, Clone)]
pub struct PasskeyChanged<'a> {
    /// The base of links.
    pub portal: &'a Portal,
    /// The recipient's name.
    pub recipient: &'a PersonName,
    /// The change.
    pub change: PasskeyChange<'a>,
    /// The time of the change; the mail states it in Europe/Amsterdam.
    pub changed_at: DateTime<Utc>,
}

impl PasskeyChanged<'_> {
    /// The whole message.
    #[must_use]
    pub fn compose(&self) -> Mail {
        let when = format!("op {}", moment(self.changed_at));
        let (title, sentence) = match self.change {
            PasskeyChange::Added { name } => (
                "Er is een passkey toegevoegd",
                format!(
                    "Aan je account is {when} de passkey {} toegevoegd. Daarmee kun je voortaan inloggen.",
                    one_line(name)
                ),
            ),
            PasskeyChange::Removed { name } => (
                "Er is een passkey verwijderd",
                format!(
                    "Van je account is {when} de passkey {} verwijderd. Inloggen kan er niet meer mee.",
                    one_line(name)
                ),
            ),
            PasskeyChange::RemovedByOperator => (
                "Je passkeys zijn verwijderd",
                format!(
                    "Onze klantenservice heeft {when} alle passkeys van je account verwijderd. Je logt in met je wachtwoord \
                     of met een link die we je mailen."
                ),
            ),
        };
        let mut letter = Letter::new(self.portal, self.recipient, title, title).paragraph(sentence);
        letter.notice = Some(format!(
            "Was jij dit niet? Vraag dan meteen een nieuw wachtwoord aan, kijk je passkeys na en mail ons op {}.",
            self.portal.contact_email()
        ));
        letter.action = Some(Link::new("Passkeys bekijken", self.portal.passkeys()));
        Mail::new(&letter)
    }
}

/// An operator corrected the profile: the member reads which fields, and the values where they are logged in.
#[derive(Debug, Clone)]
pub struct ProfileCorrected<'a> {
    /// The base of links.
    pub portal: &'a Portal,
    /// The recipient's name.
    pub recipient: &'a PersonName,
    /// The fields as the member's form calls them, such as `woonplaats`; at least one.
    pub fields: &'a [&'a str],
    /// The time of the change; the mail states it in Europe/Amsterdam.
    pub corrected_at: DateTime<Utc>,
}

impl ProfileCorrected<'_> {
    /// The whole message.
    #[must_use]
    pub fn compose(&self) -> Mail {
        let title = "Je gegevens zijn gecorrigeerd";
        let mut letter = Letter::new(self.portal, self.recipient, title, title).paragraph(format!(
            "Onze klantenservice heeft op {} in je profiel gecorrigeerd: {}.",
            moment(self.corrected_at),
            enumerate(&self.fields.iter().map(|field| (*field).to_owned()).collect::<Vec<_>>())
        ));
        letter.notice = Some(format!(
            "Klopt er iets niet, of heb je hier niet om gevraagd? Mail ons op {}.",
            self.portal.contact_email()
        ));
        letter.action = Some(Link::new("Profiel bekijken", self.portal.at("/profile")));
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
        let title = "Je gegevens zijn gedownload";
        let mut letter = Letter::new(self.portal, self.recipient, title, title).paragraph(format!(
            "Op {} is een bestand gedownload met alles wat Fairway van je weet: je profiel, je rondes, je \
             speelrechten en je bestellingen.",
            moment(self.downloaded_at)
        ));
        letter.notice = Some(format!(
            "Was jij dit niet? Log dan op al je apparaten uit, kies een nieuw wachtwoord en mail ons op {}.",
            self.portal.contact_email()
        ));
        letter.action = Some(Link::new("Ingelogde apparaten bekijken", self.portal.sessions()));
        Mail::new(&letter)
    }
}

/// The calendar feed got a new address: a warning, in case another person did it.
#[derive(Debug, Clone)]
pub struct CalendarFeedRenewed<'a> {
    /// The base of links.
    pub portal: &'a Portal,
    /// The recipient's name.
    pub recipient: &'a PersonName,
    /// The time of the change; the mail states it in Europe/Amsterdam.
    pub renewed_at: DateTime<Utc>,
}

impl CalendarFeedRenewed<'_> {
    /// The whole message. It does not contain the address, which opens the feed.
    #[must_use]
    pub fn compose(&self) -> Mail {
        let title = "Je agenda heeft een nieuw adres";
        let mut letter = Letter::new(self.portal, self.recipient, title, title).paragraph(format!(
            "Op {} is in je account een nieuw adres gemaakt waarmee een agenda je rondes leest. Een vorig adres \
             werkt niet meer.",
            moment(self.renewed_at)
        ));
        letter.notice = Some(format!(
            "Was jij dit niet? Log dan op al je apparaten uit, wat ook de agenda ontkoppelt, kies een nieuw wachtwoord en \
             mail ons op {}.",
            self.portal.contact_email()
        ));
        letter.action = Some(Link::new("Ingelogde apparaten bekijken", self.portal.sessions()));
        letter.links.push(Link::new("Agenda bekijken", self.portal.calendar_feed()));
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
    /// Whether it ended the calendar feed.
    pub calendar_feed_ended: bool,
    /// Whether it ended news on devices.
    pub devices_ended: bool,
    /// The passkeys that it removed, as the member called them.
    pub removed_passkeys: &'a [String],
    /// The passkeys that still log in.
    pub present_passkeys: &'a [String],
}

impl PasswordChanged<'_> {
    /// The whole message.
    #[must_use]
    pub fn compose(&self) -> Mail {
        let title = "Je wachtwoord is gewijzigd";
        let mut letter = Letter::new(self.portal, self.recipient, title, title).paragraph(format!(
            "Het wachtwoord van je account is op {} gewijzigd. Op andere apparaten ben je uitgelogd.",
            moment(self.changed_at)
        ));
        let ended = match (self.calendar_feed_ended, self.devices_ended) {
            (true, true) => "de koppeling met je agenda en de meldingen op je apparaten",
            (true, false) => "de koppeling met je agenda",
            (false, true) => "de meldingen op je apparaten",
            (false, false) => "",
        };
        if !ended.is_empty() {
            letter = letter.paragraph(format!("Ook gestopt: {ended}. Aanzetten kan weer in je profiel."));
        }
        if !self.removed_passkeys.is_empty() {
            letter = letter.paragraph(format!(
                "Voor de zekerheid zijn ook je passkeys verwijderd: {}. Je kunt er niet meer mee inloggen. Voeg ze na het inloggen \
                 opnieuw toe.",
                names(self.removed_passkeys)
            ));
        }
        if !self.present_passkeys.is_empty() {
            letter = letter.paragraph(format!(
                "Met deze passkeys kun je nog inloggen: {}. Ken je er een niet? Verwijder die dan meteen.",
                names(self.present_passkeys)
            ));
            letter.links.push(Link::new("Passkeys bekijken", self.portal.passkeys()));
        }
        letter.notice = Some(format!(
            "Was jij dit niet? Vraag dan meteen een nieuw wachtwoord aan en mail ons op {}.",
            self.portal.contact_email()
        ));
        letter.action = Some(Link::new("Nieuw wachtwoord aanvragen", self.portal.forgot_password()));
        Mail::new(&letter)
    }
}

/// `Telefoon en Laptop`, as the member called them.
fn names(passkeys: &[String]) -> String {
    enumerate(&passkeys.iter().map(|name| one_line(name)).collect::<Vec<_>>())
}
