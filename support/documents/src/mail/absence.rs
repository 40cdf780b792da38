//! The mails to a player who did not come, as the club says.

use chrono::NaiveDate;
use fairway_events::AbsenceReason;

use super::Mail;
use super::letter::{CLUB, Letter, Link};
use crate::dutch::{long_date, one_line, short_date};
use crate::{Club, PersonName, Portal};

/// One mail to a player (docs/domain.md §3.27).
#[derive(Debug, Clone)]
pub struct AbsenceMail<'a> {
    /// The base of links.
    pub portal: &'a Portal,
    /// The recipient's name.
    pub recipient: &'a PersonName,
    /// The club.
    pub club: &'a Club,
    /// The play date.
    pub play_date: NaiveDate,
    /// What the club said.
    pub notice: AbsenceNotice,
}

/// What a club says of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AbsenceNotice {
    /// The player did not come.
    Recorded {
        /// Why.
        reason: AbsenceReason,
        /// The last day on which the player may object.
        object_until: NaiveDate,
    },
    /// That was withdrawn.
    Withdrawn,
}

impl AbsenceNotice {
    /// In one sentence, which names no club.
    #[must_use]
    pub const fn headline(self) -> &'static str {
        match self {
            Self::Recorded { .. } => "De club meldt dat je niet kwam.",
            Self::Withdrawn => "De club trok een melding over je ronde in.",
        }
    }
}

impl AbsenceMail<'_> {
    /// The whole message.
    #[must_use]
    pub fn compose(&self) -> Mail {
        let club = one_line(&self.club.name);
        let title = self.notice.headline().trim_end_matches('.');
        let subject = format!("{title}: {club} op {}", short_date(self.play_date));
        let mut letter = Letter::new(self.portal, self.recipient, &subject, title);
        letter.facts = vec![(CLUB, self.club.name_and_city()), ("Datum", long_date(self.play_date))];
        letter = match self.notice {
            AbsenceNotice::Recorded { reason, object_until } => {
                letter.facts.push(("Reden", reason_text(reason).to_owned()));
                letter
                    .paragraph(
                        "De club heeft gemeld dat je niet kwam voor deze ronde. Voor je speelrechten verandert er niets.",
                    )
                    .paragraph(format!(
                        "Klopt dat niet? Laat het tot en met {} weten in je speelhistorie. De club kijkt er dan nog eens naar.",
                        long_date(object_until)
                    ))
            }
            AbsenceNotice::Withdrawn => {
                letter.paragraph("De club heeft de melding ingetrokken dat je niet kwam voor deze ronde.")
            }
        };
        letter.can_be_switched_off = true;
        letter.action = Some(Link::new("Bekijk je speelhistorie", self.portal.at("/reservations/history")));
        Mail::new(&letter)
    }
}

const fn reason_text(reason: AbsenceReason) -> &'static str {
    match reason {
        AbsenceReason::NoShow => "niet verschenen",
        AbsenceReason::Weather => "weer",
        AbsenceReason::Illness => "ziekte",
    }
}
