//! The notice that an operator took a voucher or a season pass back.

use chrono::NaiveDate;
use fairway_events::Holes;

use super::Mail;
use super::letter::{Letter, Link};
use crate::dutch::{one_line, short_date};
use crate::{PersonName, Portal};

/// An operator took something back that was not used.
#[derive(Debug, Clone)]
pub struct RightWithdrawn<'a> {
    /// The base of links.
    pub portal: &'a Portal,
    /// The recipient's name.
    pub recipient: &'a PersonName,
    /// The voucher or pass.
    pub right: WithdrawnRight<'a>,
}

/// A voucher or a season pass that was taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WithdrawnRight<'a> {
    /// A voucher that was given.
    Voucher {
        /// Its title.
        title: &'a str,
        /// The longest round that it allowed.
        holes: Holes,
        /// The last day on which it could be used.
        expires: NaiveDate,
    },
    /// A season pass.
    Subscription {
        /// Its name.
        name: &'a str,
        /// Its first day.
        startdate: NaiveDate,
        /// Its last day.
        enddate: NaiveDate,
    },
}

impl RightWithdrawn<'_> {
    /// The whole message.
    #[must_use]
    pub fn compose(&self) -> Mail {
        let (title, name, sentence, facts) = match self.right {
            WithdrawnRight::Voucher { title, holes, expires } => (
                "Je voucher is ingetrokken",
                one_line(title),
                "We hebben de voucher hieronder ingetrokken. Je had hem nog niet gebruikt, en je kunt er geen ronde \
                 meer mee reserveren.",
                vec![("Holes", holes.to_string()), ("Geldig tot en met", short_date(expires))],
            ),
            WithdrawnRight::Subscription { name, startdate, enddate } => (
                "Je abonnement is ingetrokken",
                one_line(name),
                "We hebben het abonnement hieronder ingetrokken. Je had er nog niet mee gespeeld, en je kunt er geen \
                 ronde meer mee reserveren.",
                vec![("Van", short_date(startdate)), ("Tot en met", short_date(enddate))],
            ),
        };
        let mut letter = Letter::new(self.portal, self.recipient, &format!("{title}: {name}"), title)
            .paragraph(sentence)
            .paragraph(
                "Rondes die je al hebt gereserveerd, blijven staan. Klopt dit niet? Laat het ons weten.",
            );
        letter.facts = std::iter::once((self.right.label(), name)).chain(facts).collect();
        letter.action = Some(Link::new("Bekijk je speelrechten", self.portal.subscriptions()));
        Mail::new(&letter)
    }
}

impl WithdrawnRight<'_> {
    const fn label(self) -> &'static str {
        match self {
            Self::Voucher { .. } => "Voucher",
            Self::Subscription { .. } => "Abonnement",
        }
    }
}
