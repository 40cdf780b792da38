//! Mails about a group on a waiting list: put on it, offered places, an offer that ended, taken off it.

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Europe::Amsterdam;
use fairway_events::{Holes, WaitingGroupId};

use super::Mail;
use super::letter::{CLUB, Letter, Link};
use crate::dutch::{enumerate, long_date, one_line, short_date};
use crate::{Club, PersonName, Portal};

/// One mail to one player of a group that waits (docs/domain.md, waiting list).
#[derive(Debug, Clone)]
pub struct WaitingMail<'a> {
    /// The base of links.
    pub portal: &'a Portal,
    /// The recipient's name.
    pub recipient: &'a PersonName,
    /// The group.
    pub group: WaitingGroupId,
    /// Where the group wants to play.
    pub club: &'a Club,
    /// When, a day in Europe/Amsterdam.
    pub play_date: NaiveDate,
    /// The length of the round.
    pub holes: Holes,
    /// The group, 1..=4: the player who asked comes first, the recipient is among them.
    pub players: &'a [PersonName],
    /// The player whose round they want to join; none: they want one of their own.
    pub to_join: Option<&'a PersonName>,
    /// The occasion of the mail.
    pub notice: WaitingNotice<'a>,
}

/// The occasion of a mail, as the recipient sees it.
#[derive(Debug, Clone)]
pub enum WaitingNotice<'a> {
    /// The group was put on the list.
    Started {
        /// The player who asked; `None` when the recipient did.
        by: Option<&'a PersonName>,
    },
    /// Places are held for the group.
    Offered {
        /// Until when they are held.
        until: DateTime<Utc>,
        /// The day of the offer, Europe/Amsterdam.
        today: NaiveDate,
    },
    /// Nobody took the offered places in time.
    Lapsed,
    /// Another player declined the offered places.
    Declined {
        /// The other player.
        by: &'a PersonName,
    },
    /// Another player took the group off the list.
    Stopped {
        /// The other player.
        by: &'a PersonName,
    },
}

impl WaitingMail<'_> {
    /// The whole message.
    #[must_use]
    pub fn compose(&self) -> Mail {
        let mut letter = match &self.notice {
            WaitingNotice::Started { by } => self.started(*by),
            WaitingNotice::Offered { until, today } => self.offered(*until, *today),
            WaitingNotice::Lapsed => self.lapsed(),
            WaitingNotice::Declined { by } => self
                .letter("Aanbod afgewezen", "De vrije plaatsen zijn afgewezen")
                .paragraph(format!(
                    "{by} heeft {} afgewezen.",
                    self.form("de vrije plaats voor jou", "de vrije plaatsen voor jullie")
                ))
                .paragraph(self.still_waiting()),
            WaitingNotice::Stopped { by } => self
                .letter(
                    "Van de wachtlijst",
                    self.form(
                        "Je staat niet meer op de wachtlijst",
                        "Jullie staan niet meer op de wachtlijst",
                    ),
                )
                .paragraph(format!("{by} heeft {} van de wachtlijst gehaald.", self.form("je", "jullie"))),
        };
        letter.action = Some(match &self.notice {
            WaitingNotice::Offered { .. } => {
                Link::new(self.form("Plaats nemen", "Plaatsen nemen"), self.portal.waiting_group(self.group))
            }
            WaitingNotice::Stopped { .. } => Link::new("Nieuwe reservering", self.portal.new_reservation()),
            WaitingNotice::Started { .. } | WaitingNotice::Lapsed | WaitingNotice::Declined { .. } => {
                Link::new("Bekijk de wachtlijst", self.portal.reservations())
            }
        });
        Mail::new(&letter)
    }

    fn started(&self, by: Option<&PersonName>) -> Letter<'_> {
        let who = match by {
            Some(by) => format!("{by} heeft {}", self.form("je", "jullie")),
            None => self.form("Je hebt jezelf", "Je hebt jullie").to_owned(),
        };
        let title = self.form("Je staat op de wachtlijst", "Jullie staan op de wachtlijst");
        let mut letter = self
            .letter("Op de wachtlijst", title)
            .paragraph(format!("{who} op de wachtlijst gezet: de dag is nu nog vol."))
            .paragraph(self.form(
                "Komt er een plaats vrij en ben je aan de beurt, dan mailen we je meteen. De plaats is dan 2 uur voor \
                 jou; de avond ervoor en op de speeldag zelf een half uur.",
                "Komen er genoeg plaatsen vrij en zijn jullie aan de beurt, dan mailen we jullie meteen. De plaatsen \
                 zijn dan 2 uur voor jullie; de avond ervoor en op de speeldag zelf een half uur.",
            ));
        letter.notice = Some(
            "Wachten kost geen speelrecht en verplicht tot niets. Je kunt er op elk moment van af."
                .to_owned(),
        );
        letter
    }

    fn offered(&self, until: DateTime<Utc>, today: NaiveDate) -> Letter<'_> {
        let end = end_text(until, today);
        let title = self.form("Er is een plaats vrij", "Er zijn plaatsen vrij");
        let mut letter = self
            .letter(title, title)
            .paragraph(match self.players.len() {
                1 => "Er is een plaats vrijgekomen en je bent aan de beurt.".to_owned(),
                count => format!("Er zijn {count} plaatsen vrijgekomen en jullie zijn aan de beurt."),
            })
            .paragraph(self.form(
                "Neem je de plaats, dan heb je meteen een reservering.",
                "Neemt één van jullie de plaatsen, dan hebben jullie meteen een reservering.",
            ));
        letter.facts.push((self.form("Voor jou tot", "Voor jullie tot"), end.clone()));
        letter.notice = Some(match self.players.len() {
            1 => format!(
                "De plaats is voor jou tot {end}. Doe je niets, dan gaat hij daarna naar de volgende groep; jij blijft op \
                 de wachtlijst staan."
            ),
            _ => format!(
                "De plaatsen zijn voor jullie tot {end}. Doet niemand iets, dan gaan ze daarna naar de volgende groep; \
                 jullie blijven op de wachtlijst staan."
            ),
        });
        letter
    }

    fn lapsed(&self) -> Letter<'_> {
        let letter = self.letter("Aanbod vervallen", "Het aanbod is vervallen");
        let letter = match self.to_join {
            Some(player) => letter.paragraph(format!(
                "Meespelen met {player} kan nu niet: de tijd is voorbij, of de ronde is vol of geannuleerd."
            )),
            None => letter.paragraph(self.form(
                "Je hebt de vrije plaats niet op tijd genomen. Hij gaat nu naar de volgende groep.",
                "Niemand van jullie heeft de vrije plaatsen op tijd genomen. Ze gaan nu naar de volgende groep.",
            )),
        };
        letter.paragraph(self.still_waiting())
    }

    fn still_waiting(&self) -> &'static str {
        self.form(
            "Je staat nog op de wachtlijst, op dezelfde plek: komt er weer een plaats vrij, dan krijg je opnieuw bericht.",
            "Jullie staan nog op de wachtlijst, op dezelfde plek: komen er weer plaatsen vrij, dan krijgen jullie opnieuw \
             bericht.",
        )
    }

    /// The form for one who waits alone, or the one for a group.
    fn form(&self, alone: &'static str, group: &'static str) -> &'static str {
        if self.players.len() == 1 { alone } else { group }
    }

    /// The subject names club and day, so that an inbox shows them without opening the mail.
    fn letter(&self, subject: &str, title: &str) -> Letter<'_> {
        let club = one_line(&self.club.name);
        let subject = format!("{subject}: {club} op {}", short_date(self.play_date));
        let mut letter = Letter::new(self.portal, self.recipient, &subject, title);
        let names: Vec<String> = self.players.iter().map(ToString::to_string).collect();
        letter.can_be_switched_off = true;
        letter.is_ticket = true;
        letter.facts = vec![
            (CLUB, self.club.name_and_city()),
            ("Datum", long_date(self.play_date)),
            ("Holes", self.holes.to_string()),
            (self.form("Speler", "Spelers"), enumerate(&names)),
        ];
        if let Some(player) = self.to_join {
            letter.facts.push(("Mee met", player.to_string()));
        }
        letter
    }
}

/// `16:30 uur`, with the day before it where that is not today.
fn end_text(until: DateTime<Utc>, today: NaiveDate) -> String {
    let local = until.with_timezone(&Amsterdam);
    let time = local.format("%H:%M");
    if local.date_naive() == today {
        format!("{time} uur")
    } else {
        format!("{} om {time} uur", long_date(local.date_naive()))
    }
}
