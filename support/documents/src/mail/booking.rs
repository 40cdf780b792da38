//! Mails about a round: confirmed, added, removed, cancelled, left, mastership, the day before.

mod notice;

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::PlaceId;

pub use notice::{BookingNotice, OtherRound};

use super::letter::{CLUB, ClubNote, Letter, Link, NUMBER};
use super::play_right::{PlayRightOutcome, PlayRightUsed};
use super::{Attachment, Mail};
use crate::calendar::{CONTENT_TYPE, CalendarEntry, EntryStatus};
use crate::dutch::{enumerate, long_date, one_line, short_date};
use crate::{PersonName, Portal, Round, html};

/// One mail to one player about one round.
#[derive(Debug, Clone)]
pub struct BookingMail<'a> {
    /// The base of links.
    pub portal: &'a Portal,
    /// The recipient's name.
    pub recipient: &'a PersonName,
    /// The recipient's own place, active or cancelled: the identity of their calendar entry.
    pub place: PlaceId,
    /// The round.
    pub round: &'a Round,
    /// The active players after what happened, the master first.
    pub players: &'a [PersonName],
    /// The calendar entry's sequence after what happened; see [`CalendarEntry::sequence`].
    pub sequence: u32,
    /// When it happened.
    pub occurred_at: DateTime<Utc>,
    /// The day on which it happened, Europe/Amsterdam: on the play date the text about cancelling differs.
    pub today: NaiveDate,
    /// The occasion of the mail.
    pub notice: BookingNotice<'a>,
}

impl BookingMail<'_> {
    /// The whole message, with the calendar entry that belongs to it.
    #[must_use]
    pub fn compose(&self) -> Mail {
        match &self.notice {
            BookingNotice::Confirmed { right, voucher_url, group_vouchers_url } => {
                let letter = self
                    .letter("Bevestiging", "Je reservering staat")
                    .paragraph("Je reservering is geplaatst. We wensen je een mooie ronde!");
                self.upcoming(letter, Some(*right), Some(voucher_url), *group_vouchers_url)
            }
            BookingNotice::Added { by, right, voucher_url } => {
                let letter = self.letter("Je speelt mee", "Je speelt mee").paragraph(format!(
                    "{by} heeft je toegevoegd aan een ronde. Kun of wil je niet, annuleer dan je plaats; de \
                     anderen houden die van hen."
                ));
                self.upcoming(letter, Some(*right), Some(voucher_url), None)
            }
            BookingNotice::Removed { by, outcome } => {
                let letter = self
                    .letter("Je speelt niet meer mee", "Je speelt niet meer mee")
                    .paragraph(format!("{by} heeft je uit deze ronde verwijderd."));
                self.ended(letter, *outcome)
            }
            BookingNotice::GroupCancelled { by, outcome } => {
                let text = match by {
                    Some(master) => format!("{master} heeft de ronde voor de hele groep geannuleerd."),
                    None => "Je hebt de ronde voor de hele groep geannuleerd. Je medespelers krijgen ook \
                             bericht."
                        .to_owned(),
                };
                self.ended(self.letter("Geannuleerd", "De ronde gaat niet door").paragraph(text), *outcome)
            }
            BookingNotice::OwnCancellation { outcome } => {
                let mut letter = self
                    .letter("Geannuleerd", "Je reservering is geannuleerd")
                    .paragraph("Je hebt je plaats in deze ronde geannuleerd.");
                if !self.players.is_empty() {
                    let names = self.names();
                    let verb = if self.players.len() == 1 { "blijft" } else { "blijven" };
                    letter = letter.paragraph(format!("{names} {verb} staan."));
                }
                self.ended(letter, *outcome)
            }
            BookingNotice::CancelledByOperator { outcome } => {
                let letter = self
                    .letter("Geannuleerd", "Je reservering is geannuleerd")
                    .paragraph("De klantenservice heeft je plaats in deze ronde voor je geannuleerd.");
                self.ended(letter, *outcome)
            }
            BookingNotice::CancelledByClub { notice, outcome, alternatives } => {
                let letter = self
                    .letter("De club heeft je ronde geannuleerd", "De ronde gaat niet door")
                    .paragraph(format!("De club heeft deze ronde geannuleerd: {}.", sentence_part(notice)));
                self.ended(offer(letter, alternatives), *outcome)
            }
            BookingNotice::RightReturned { outcome } => {
                let letter = self.letter("Je speelrecht is terug", "Je speelrecht is terug").paragraph(
                    "De klantenservice heeft je het vervallen speelrecht van deze ronde teruggegeven.",
                );
                self.returned(letter, *outcome)
            }
            BookingNotice::CoPlayerLeft { player } => {
                let letter =
                    self.letter("Een medespeler heeft geannuleerd", "Een medespeler heeft geannuleerd");
                let letter =
                    letter.paragraph(format!("{player} speelt niet meer mee. {}", self.free_places()));
                self.upcoming(letter, None, None, None)
            }
            BookingNotice::MasterPassedOn { from, group_vouchers_url } => {
                let letter = self.letter("Je bent nu groepsleider", "Je bent nu groepsleider").paragraph(format!(
                    "{from} speelt niet meer mee. Omdat jij het langst in de groep zit, ben je nu groepsleider: \
                     je kunt medespelers verwijderen of wisselen, en de ronde voor de hele groep annuleren. {}",
                    self.free_places()
                ).trim_end().to_owned());
                self.upcoming(letter, None, None, *group_vouchers_url)
            }
            BookingNotice::SwappedOut { by, coming, outcome } => {
                let text = match by {
                    // The other player is not named: the member left, and sees nobody who comes by a swap that another
                    // made (docs/domain.md §3.8).
                    Some(master) => {
                        format!("{master} heeft je plaats in deze ronde aan een andere speler gegeven.")
                    }
                    None => format!("Je hebt jezelf gewisseld: {coming} speelt in jouw plaats."),
                };
                let letter = self.letter("Je bent gewisseld", "Je bent gewisseld").paragraph(text);
                self.left(letter, outcome.sentence_of_swap())
            }
            BookingNotice::SwappedIn { by, left, leads, right, voucher_url, group_vouchers_url } => {
                let text = match by {
                    Some(master) => {
                        format!("{master} heeft je toegevoegd aan een ronde, in de plaats van {left}.")
                    }
                    None => format!("{left} heeft de plaats in deze ronde aan jou doorgegeven."),
                };
                let mut letter = self.letter("Je speelt mee", "Je speelt mee").paragraph(format!(
                    "{text} Kun of wil je niet, annuleer dan je plaats of wissel met iemand anders."
                ));
                if *leads {
                    letter = letter.paragraph("Je bent ook de groepsleider van deze ronde.");
                }
                self.upcoming(letter, Some(*right), Some(voucher_url), *group_vouchers_url)
            }
            BookingNotice::CoPlayerSwapped { left, coming } => {
                let letter = self
                    .letter("Een medespeler is gewisseld", "Een medespeler is gewisseld")
                    .paragraph(format!("{left} speelt niet meer mee. {coming} speelt in die plaats."));
                self.upcoming(letter, None, None, None)
            }
            BookingNotice::PresentState { right, voucher_url, group_vouchers_url } => {
                let letter = self.letter("Gewijzigd", "Zo staat je ronde ervoor").paragraph(
                    "Deze ronde is in korte tijd een paar keer veranderd. Zo staat het er nu voor.",
                );
                self.upcoming(letter, Some(*right), Some(voucher_url), *group_vouchers_url)
            }
            BookingNotice::Reminder { right, voucher_url, group_vouchers_url } => {
                let start =
                    self.round.start_time.map_or_else(String::new, |time| format!(": je start om {time}"));
                let letter = self
                    .letter("Morgen speel je", "Morgen speel je")
                    .paragraph(format!("Morgen is het zover{start}. We wensen je een mooie ronde!"));
                self.upcoming(letter, Some(*right), Some(voucher_url), *group_vouchers_url)
            }
        }
    }

    /// The subject names club and day, so that an inbox shows them without opening the mail.
    fn letter(&self, subject: &str, title: &str) -> Letter<'_> {
        let round = self.round;
        let subject = format!("{subject}: {} op {}", one_line(&round.club.name), short_date(round.play_date));
        let mut letter = Letter::new(self.portal, self.recipient, &subject, title);
        letter.can_be_switched_off = self.notice.can_be_switched_off();
        letter.is_ticket = true;
        letter.facts = vec![
            (CLUB, round.club.name_and_city()),
            ("Datum", long_date(round.play_date)),
            ("Holes", round.holes.to_string()),
        ];
        letter
    }

    fn upcoming(
        &self,
        mut letter: Letter<'_>,
        right: Option<PlayRightUsed<'_>>,
        voucher_url: Option<&str>,
        group_vouchers_url: Option<&str>,
    ) -> Mail {
        if let Some(address) = self.round.club.address() {
            letter.facts.insert(1, ("Adres", address));
        }
        letter.route = Some(Link::new("Route naar de baan", self.round.club.route()));
        if let Some(time) = self.round.start_time {
            letter.facts.push(("Starttijd", time.to_string()));
        }
        let label = if self.players.len() == 1 { "Speler" } else { "Spelers" };
        letter.facts.push((label, self.names()));
        letter.facts.push((NUMBER, self.round.number().to_string()));
        if let Some(PlayRightUsed::Voucher { title }) = right {
            letter.facts.push(("Bonusspeelrecht", one_line(title)));
        }
        letter.notice = Some(self.cost_of_cancelling());
        letter.action = Some(match voucher_url {
            Some(url) => Link::new("Voucher downloaden", url),
            None => Link::new("Bekijk de reservering", self.portal.reservations()),
        });
        if let Some(url) = group_vouchers_url {
            letter.links.push(Link::new("Alle vouchers in één bestand", url));
        }
        if matches!(self.notice, BookingNotice::Reminder { .. }) {
            let url = self.portal.cancel(self.place);
            letter.links.push(Link::new("Annuleren of iemand laten invallen", url));
        } else if voucher_url.is_some() {
            letter.links.push(Link::new("Bekijken of annuleren", self.portal.reservations()));
        }
        if self.players.len() < 4 && self.today <= self.round.play_date {
            letter.links.push(Link::new("Medespelers toevoegen", self.portal.add_players(self.place)));
        }
        let lines = html::lines(&self.round.club.reservation_description);
        if !lines.is_empty() {
            letter.club =
                Some(ClubNote { heading: format!("Bij {}", one_line(&self.round.club.name)), lines });
        }
        self.with_calendar(&letter, EntryStatus::Confirmed)
    }

    fn ended(&self, letter: Letter<'_>, outcome: PlayRightOutcome<'_>) -> Mail {
        self.left(letter, outcome.sentence())
    }

    /// To a player who does not play any more; `notice` is what became of their right.
    fn left(&self, mut letter: Letter<'_>, notice: String) -> Mail {
        letter.facts.push((NUMBER, self.round.number().to_string()));
        letter.notice = Some(notice);
        letter.action = Some(Link::new("Nieuwe reservering", self.portal.new_reservation()));
        letter.links.push(Link::new("Mijn reserveringen", self.portal.reservations()));
        self.with_calendar(&letter, EntryStatus::Cancelled)
    }

    /// Nothing changes in the calendar: the place was cancelled before.
    fn returned(&self, mut letter: Letter<'_>, outcome: PlayRightOutcome<'_>) -> Mail {
        letter.facts.push((NUMBER, self.round.number().to_string()));
        letter.notice = Some(outcome.sentence_of_return());
        letter.action = Some(Link::new("Nieuwe reservering", self.portal.new_reservation()));
        Mail::new(&letter)
    }

    fn cost_of_cancelling(&self) -> String {
        if self.today >= self.round.play_date {
            return "De speeldag is aangebroken: bij annuleren vervalt je speelrecht.".to_owned();
        }
        format!(
            "Annuleren kan kosteloos tot en met {}. Annuleer je op de speeldag zelf, dan vervalt je speelrecht.",
            long_date(self.round.free_cancellation_until())
        )
    }

    fn free_places(&self) -> &'static str {
        match self.players.len() {
            3 => "Er is nu één plaats vrij.",
            2 => "Er zijn nu twee plaatsen vrij.",
            1 => "Er zijn nu drie plaatsen vrij.",
            _ => "",
        }
    }

    fn names(&self) -> String {
        enumerate(&self.players.iter().map(ToString::to_string).collect::<Vec<_>>())
    }

    fn with_calendar(&self, letter: &Letter<'_>, status: EntryStatus) -> Mail {
        let entry = CalendarEntry {
            place: self.place,
            sequence: self.sequence,
            changed_at: self.occurred_at,
            status,
            round: self.round,
            players: self.players,
        };
        let file = Attachment {
            filename: entry.filename(),
            content_type: CONTENT_TYPE,
            bytes: entry.render(self.portal).into_bytes(),
        };
        Mail { attachments: vec![file], ..Mail::new(letter) }
    }
}

/// A notice as the end of a sentence.
fn sentence_part(notice: &str) -> String {
    one_line(notice).trim_end_matches(['.', '!']).to_owned()
}

/// Says what can be played instead.
fn offer<'a>(letter: Letter<'a>, alternatives: &[OtherRound]) -> Letter<'a> {
    if alternatives.is_empty() {
        return letter;
    }
    let rounds: Vec<String> = alternatives
        .iter()
        .map(|round| {
            format!(
                "{} in {} op {}",
                one_line(&round.club),
                one_line(&round.city),
                long_date(round.play_date)
            )
        })
        .collect();
    letter.paragraph(format!("Nu nog plaats: {}.", enumerate(&rounds)))
}
