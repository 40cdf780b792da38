//! The mails about how a club's course is today, and the one that asks its managers.

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Europe::Amsterdam;
use fairway_events::CourseStatus;

use super::Mail;
use super::letter::{CLUB, Letter, Link};
use crate::dutch::{long_date, one_line, short_date};
use crate::{Club, PersonName, Portal};

/// One mail to a member who plays at a club today or tomorrow (docs/domain.md §3.26).
#[derive(Debug, Clone)]
pub struct CourseMail<'a> {
    /// The base of links.
    pub portal: &'a Portal,
    /// The recipient's name.
    pub recipient: &'a PersonName,
    /// The club.
    pub club: &'a Club,
    /// What it said.
    pub news: CourseNews<'a>,
    /// When it said so.
    pub reported_at: DateTime<Utc>,
    /// The day that it is about, Europe/Amsterdam.
    pub date: NaiveDate,
    /// The day on which the recipient plays: that day, or the one after it.
    pub play_date: NaiveDate,
}

/// What a club says about its course.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CourseNews<'a> {
    /// How much of it can be played.
    pub status: CourseStatus,
    /// Whether it is played to winter greens.
    pub winter_greens: bool,
    /// Whether buggies may not drive.
    pub no_carts: bool,
    /// The club's own words; may be empty.
    pub note: &'a str,
}

impl CourseNews<'_> {
    /// In one sentence, which names no club.
    #[must_use]
    pub const fn headline(self) -> &'static str {
        match (self.status, self.winter_greens, self.no_carts) {
            (CourseStatus::Closed, ..) => "De baan is gesloten.",
            (CourseStatus::Partly, ..) => "De baan is deels open.",
            (CourseStatus::Open, true, false) => "De baan is open, op wintergreens.",
            (CourseStatus::Open, false, true) => "De baan is open, zonder buggy's.",
            (CourseStatus::Open, true, true) => "De baan is open, op wintergreens en zonder buggy's.",
            (CourseStatus::Open, false, false) if self.note.is_empty() => "De baan is weer open.",
            (CourseStatus::Open, false, false) => "Er is nieuws over de baan.",
        }
    }

    const fn status(self) -> &'static str {
        match self.status {
            CourseStatus::Open => "open",
            CourseStatus::Partly => "deels open",
            CourseStatus::Closed => "gesloten",
        }
    }
}

impl CourseMail<'_> {
    /// The whole message.
    #[must_use]
    pub fn compose(&self) -> Mail {
        let (club, news) = (one_line(&self.club.name), self.news);
        let title = news.headline().trim_end_matches('.');
        let subject = format!("{title}: {club} op {}", short_date(self.date));
        let mut letter = Letter::new(self.portal, self.recipient, &subject, title)
            .paragraph("De club heeft gemeld hoe de baan er vandaag bij ligt.");
        if self.play_date != self.date {
            letter = letter.paragraph("Je speelt hier morgen: dan kan het anders zijn.");
        } else if news.status == CourseStatus::Closed {
            letter = letter.paragraph(
                "Je reservering is niet geannuleerd. Vraag de club of je vandaag nog kunt spelen.",
            );
        }
        letter.facts = vec![
            (CLUB, self.club.name_and_city()),
            ("Datum", long_date(self.date)),
            ("Gemeld om", self.reported_at.with_timezone(&Amsterdam).format("%H:%M uur").to_string()),
            ("Stand", news.status().to_owned()),
        ];
        if news.winter_greens {
            letter.facts.push(("Greens", "wintergreens".to_owned()));
        }
        if news.no_carts {
            letter.facts.push(("Buggy's", "niet toegestaan".to_owned()));
        }
        if !news.note.is_empty() {
            letter.facts.push(("Toelichting", one_line(news.note)));
        }
        letter.can_be_switched_off = true;
        letter.action = Some(Link::new("Bekijk je reserveringen", self.portal.reservations()));
        Mail::new(&letter)
    }
}

/// A mail to a manager of a club that has players today and said nothing about its course.
#[derive(Debug, Clone)]
pub struct CourseAsked<'a> {
    /// The base of links.
    pub portal: &'a Portal,
    /// The recipient's name.
    pub recipient: &'a PersonName,
    /// The club.
    pub club: &'a Club,
    /// Today, Europe/Amsterdam.
    pub date: NaiveDate,
    /// How many play there today.
    pub players: u32,
}

impl CourseAsked<'_> {
    /// The whole message.
    #[must_use]
    pub fn compose(&self) -> Mail {
        const TITLE: &str = "Hoe ligt de baan erbij?";
        let club = one_line(&self.club.name);
        let subject = format!("{TITLE} {club} op {}", short_date(self.date));
        let mut letter = Letter::new(self.portal, self.recipient, &subject, TITLE).paragraph(
            "Vandaag wordt er op jullie baan gespeeld, en er is nog niets over gemeld. Meld in twee tikken of hij open is: \
             de spelers zien het meteen.",
        );
        letter.facts = vec![
            (CLUB, self.club.name_and_city()),
            ("Datum", long_date(self.date)),
            ("Spelers", self.players.to_string()),
        ];
        letter.action = Some(Link::new("Meld de baan", self.portal.at("/club/course")));
        Mail::new(&letter)
    }
}
