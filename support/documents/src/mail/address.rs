//! Mails about a new e-mail address of an account. Only the one to the new address has a link that changes anything,
//! and none names an address: the mailbox may be another person's by now, or by mistake.

use chrono::{DateTime, Utc};

use super::Mail;
use super::letter::{Letter, Link};
use crate::dutch::moment;
use crate::{PersonName, Portal};

/// The requester of the new address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AskedBy {
    /// The member, in the profile.
    Member,
    /// An operator.
    Operator,
    /// The data set that was imported.
    DataSet,
}

/// To the new address: the link that makes it the account's.
#[derive(Debug, Clone)]
pub struct ConfirmAddress<'a> {
    /// The base of links.
    pub portal: &'a Portal,
    /// The member's name.
    pub recipient: &'a PersonName,
    /// The single-use token in plain text, which is stored nowhere.
    pub token: &'a str,
    /// Until when the link works (UTC); the mail states it in Europe/Amsterdam.
    pub valid_until: DateTime<Utc>,
}

impl ConfirmAddress<'_> {
    /// The whole message.
    #[must_use]
    pub fn compose(&self) -> Mail {
        let title = "Bevestig je nieuwe e-mailadres";
        let subject = "Bevestig je nieuwe e-mailadres voor Fairway";
        let mut letter = Letter::new(self.portal, self.recipient, subject, title)
            .paragraph("Voor een account bij Fairway is gevraagd om voortaan dit e-mailadres te gebruiken.")
            .paragraph(format!(
                "De link hieronder werkt één keer, tot {}. Er verandert pas iets als je daar bevestigt. Ken je het account \
                 niet, of heb je niets aangevraagd? Bevestig dan niet: je hoeft niets te doen.",
                moment(self.valid_until)
            ));
        letter.action =
            Some(Link::new("E-mailadres bekijken en bevestigen", self.portal.new_address(self.token)));
        Mail { useful_until: Some(self.valid_until), ..Mail::new(&letter) }
    }
}

/// To the present address, as soon as a new one was asked for: a warning, in case another person did it.
#[derive(Debug, Clone)]
pub struct NewAddressAsked<'a> {
    /// The base of links.
    pub portal: &'a Portal,
    /// The recipient's name.
    pub recipient: &'a PersonName,
    /// The requester.
    pub by: AskedBy,
    /// When; the mail states it in Europe/Amsterdam.
    pub asked_at: DateTime<Utc>,
}

impl NewAddressAsked<'_> {
    /// The whole message.
    #[must_use]
    pub fn compose(&self) -> Mail {
        let title = "Er is een nieuw e-mailadres aangevraagd";
        let by = match self.by {
            AskedBy::Member => "is in je account",
            AskedBy::Operator => "heeft onze klantenservice",
            AskedBy::DataSet => "heeft onze administratie",
        };
        let mut letter = Letter::new(self.portal, self.recipient, title, title)
            .paragraph(format!(
                "Op {} {by} gevraagd om voortaan een ander e-mailadres te gebruiken. Dat gebeurt pas als dat adres is bevestigd. \
                 Daarna log je in met het nieuwe adres.",
                moment(self.asked_at)
            ));
        letter.notice = Some(format!(
            "Heb jij dit niet gevraagd? Kies dan meteen een nieuw wachtwoord: daarmee vervalt de aanvraag. Mail ons ook op {}.",
            self.portal.contact_email()
        ));
        letter.action = Some(Link::new("Nieuw wachtwoord aanvragen", self.portal.forgot_password()));
        Mail::new(&letter)
    }
}

/// The mailbox of a mail about a changed address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddressSide {
    /// The address that the account had.
    Former,
    /// The address that it has now.
    Present,
}

/// To both addresses, once the account has the new one.
#[derive(Debug, Clone)]
pub struct AddressChanged<'a> {
    /// The base of links.
    pub portal: &'a Portal,
    /// The recipient's name.
    pub recipient: &'a PersonName,
    /// The mailbox.
    pub side: AddressSide,
    /// The requester.
    pub by: AskedBy,
    /// When; the mail states it in Europe/Amsterdam.
    pub changed_at: DateTime<Utc>,
}

impl AddressChanged<'_> {
    /// The whole message.
    #[must_use]
    pub fn compose(&self) -> Mail {
        let title = "Je e-mailadres is gewijzigd";
        let by = match self.by {
            AskedBy::Member => "",
            AskedBy::Operator => " door onze klantenservice",
            AskedBy::DataSet => " door onze administratie",
        };
        let which = match self.side {
            AddressSide::Former => "in een ander adres gewijzigd. Op dit adres mailen we je niet meer",
            AddressSide::Present => "in dit adres gewijzigd",
        };
        let mut letter = Letter::new(self.portal, self.recipient, title, title)
            .paragraph(format!(
                "Op {} is het e-mailadres van je account{by} {which}.",
                moment(self.changed_at)
            ))
            .paragraph(
                "Je logt voortaan in met het nieuwe adres. Je wachtwoord en passkeys blijven hetzelfde. Op al je apparaten ben \
                 je uitgelogd; een koppeling met je agenda en meldingen op je apparaten zijn gestopt. Aanzetten kan weer in je \
                 profiel.",
            );
        letter.notice =
            Some(format!("Wist je hier niet van? Mail ons dan meteen op {}.", self.portal.contact_email()));
        if self.side == AddressSide::Present {
            letter.action = Some(Link::new("Inloggen", self.portal.reservations()));
        }
        Mail::new(&letter)
    }
}

/// To the member who has an address that was asked for another account.
#[derive(Debug, Clone)]
pub struct AddressInUse<'a> {
    /// The base of links.
    pub portal: &'a Portal,
    /// The name of the member who has it.
    pub recipient: &'a PersonName,
}

impl AddressInUse<'_> {
    /// The whole message.
    #[must_use]
    pub fn compose(&self) -> Mail {
        let title = "Iemand vroeg om jouw e-mailadres";
        let letter = Letter::new(self.portal, self.recipient, title, title)
            .paragraph(
                "Iemand heeft gevraagd om dit e-mailadres voor een ander account te gebruiken. Dat kan niet, want het hoort al bij \
                 jouw account. Er is niets veranderd.",
            )
            .paragraph(
                "Deel je deze mailbox met iemand? Geef het andere account dan een eigen adres. Bij de meeste mailboxen komt ook \
                 naam+partner@… aan bij naam@….",
            );
        Mail::new(&letter)
    }
}
