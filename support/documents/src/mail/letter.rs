//! The content of a mail, before it is rendered as text or HTML. Each message fills one letter, so that both forms
//! always have the same content, and all mails have the same layout.

use crate::{PersonName, Portal, dutch};

/// The facts of a ticket that stand out.
pub(super) const CLUB: &str = "Baan";
pub(super) const NUMBER: &str = "Boekingsnummer";

/// One message. All texts are plain; the renderers escape them.
#[derive(Debug)]
pub(super) struct Letter<'a> {
    pub(super) portal: &'a Portal,
    pub(super) subject: String,
    /// The heading; the subject also names club and day.
    pub(super) title: String,
    pub(super) greeting: String,
    pub(super) paragraphs: Vec<String>,
    /// Label and value: a summary of the round or the order.
    pub(super) facts: Vec<(&'static str, String)>,
    /// The facts are of a round, and drawn as its ticket.
    pub(super) is_ticket: bool,
    /// The way to the club, below the facts.
    pub(super) route: Option<Link>,
    /// The important point: until when cancelling is free, whether the play right was returned.
    pub(super) notice: Option<String>,
    /// The club's instructions to its guests.
    pub(super) club: Option<ClubNote>,
    /// The main link.
    pub(super) action: Option<Link>,
    /// Further links.
    pub(super) links: Vec<Link>,
    /// The member may switch off mails of this kind (docs/domain.md §3.20).
    pub(super) can_be_switched_off: bool,
}

#[derive(Debug)]
pub(super) struct ClubNote {
    pub(super) heading: String,
    pub(super) lines: Vec<String>,
}

#[derive(Debug)]
pub(super) struct Link {
    pub(super) label: String,
    pub(super) url: String,
}

/// A question, and the link that answers it.
#[derive(Debug)]
pub(super) struct Switches {
    pub(super) question: &'static str,
    pub(super) link: Link,
}

impl Link {
    pub(super) fn new(label: impl Into<String>, url: impl Into<String>) -> Self {
        Self { label: label.into(), url: url.into() }
    }
}

impl<'a> Letter<'a> {
    pub(super) fn new(portal: &'a Portal, to: &PersonName, subject: &str, title: &str) -> Self {
        Self {
            portal,
            subject: subject.to_owned(),
            title: title.to_owned(),
            greeting: format!("Beste {},", dutch::one_line(&to.first)),
            paragraphs: Vec::new(),
            facts: Vec::new(),
            is_ticket: false,
            route: None,
            notice: None,
            club: None,
            action: None,
            links: Vec::new(),
            can_be_switched_off: false,
        }
    }

    pub(super) fn paragraph(mut self, text: impl Into<String>) -> Self {
        self.paragraphs.push(text.into());
        self
    }

    /// The line that leads to the switches, in a mail that has one.
    pub(super) fn switches(&self) -> Option<Switches> {
        self.can_be_switched_off.then(|| Switches {
            question: "Welke mails krijg je?",
            link: Link::new("Kies het in je profiel", self.portal.notifications()),
        })
    }

    /// The last line of every mail: the contact address.
    pub(super) fn signature(&self) -> String {
        format!("Vragen? Mail naar {} of kijk op {}.", self.portal.contact_email(), self.portal.home())
    }
}
