//! Mails about data that a failure lost: a round that could not be booked again, a cancellation that is no longer valid.

use super::Mail;
use super::letter::{CLUB, Letter, Link, NUMBER};
use crate::dutch::{long_date, one_line, short_date};
use crate::{PersonName, Portal, Round};

/// Something that was confirmed to a member was lost and could not be restored.
#[derive(Debug, Clone)]
pub struct LossNotice<'a> {
    /// The base of links.
    pub portal: &'a Portal,
    /// The recipient's name.
    pub recipient: &'a PersonName,
    /// The round.
    pub round: &'a Round,
    /// The loss.
    pub loss: Loss<'a>,
}

/// The place or the cancellation that was lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Loss<'a> {
    /// The recipient's place.
    Place {
        /// Why it could not be booked again: a complete sentence without its full stop.
        reason: &'a str,
    },
    /// The recipient's cancellation, which now costs the play right if it is repeated.
    Cancellation,
}

impl LossNotice<'_> {
    /// The whole message.
    #[must_use]
    pub fn compose(&self) -> Mail {
        match self.loss {
            Loss::Place { reason } => self.place(reason),
            Loss::Cancellation => self.cancellation(),
        }
    }

    fn place(&self, reason: &str) -> Mail {
        let reason = one_line(reason);
        let reason = reason.trim_end_matches('.');
        let mut letter = self
            .letter("Je reservering is verloren gegaan")
            .paragraph(
                "Door een storing bij ons is je reservering voor de ronde hieronder verloren gegaan, nadat we die aan \
                 je hadden bevestigd. Dat had niet mogen gebeuren. Onze excuses.",
            )
            .paragraph(format!(
                "We hebben geprobeerd de ronde opnieuw voor je te reserveren, maar dat kan niet meer. De reden: {reason}."
            ))
            .paragraph("De voucher waarmee je je bij de baan zou melden, is niet meer geldig.");
        letter.notice = Some("Voor deze ronde is geen speelrecht verbruikt.".to_owned());
        letter.action = Some(Link::new("Reserveer een andere ronde", self.portal.new_reservation()));
        letter.links.push(Link::new("Mijn reserveringen", self.portal.reservations()));
        Mail::new(&letter)
    }

    fn cancellation(&self) -> Mail {
        let mut letter = self
            .letter("Je annulering is verloren gegaan")
            .paragraph(
                "Door een storing bij ons is je annulering van de ronde hieronder verloren gegaan, nadat we die aan je \
                 hadden bevestigd. Je staat daarom nog als speler genoteerd. Dat had niet mogen gebeuren. Onze excuses.",
            )
            .paragraph(
                "De speeldag is al aangebroken, en nu annuleren kost je speelrecht. Speel je niet, laat het ons dan \
                 weten: dan lossen we het voor je op.",
            );
        letter.action = Some(Link::new("Mijn reserveringen", self.portal.reservations()));
        Mail::new(&letter)
    }

    fn letter(&self, title: &str) -> Letter<'_> {
        let round = self.round;
        let subject = format!("{title}: {} op {}", one_line(&round.club.name), short_date(round.play_date));
        let mut letter = Letter::new(self.portal, self.recipient, &subject, title);
        letter.is_ticket = true;
        letter.facts = vec![
            (CLUB, round.club.name_and_city()),
            ("Datum", long_date(round.play_date)),
            ("Holes", round.holes.to_string()),
            (NUMBER, round.number().to_string()),
        ];
        letter
    }
}
