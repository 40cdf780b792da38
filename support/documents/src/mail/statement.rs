//! The mails to a club about what it is owed.

use std::cmp::Ordering;

use chrono::NaiveDate;
use fairway_events::{Month, MonthAmounts};

use super::Mail;
use super::letter::{CLUB, Letter, Link};
use crate::dutch::{self, euros, long_date, one_line, short_date};
use crate::{Club, PersonName, Portal};

/// One mail to a manager or a treasurer (docs/domain.md §3.30, §3.31). It names no player.
#[derive(Debug, Clone)]
pub struct StatementMail<'a> {
    /// The base of links.
    pub portal: &'a Portal,
    /// The recipient's name.
    pub recipient: &'a PersonName,
    /// The club.
    pub club: &'a Club,
    /// The month of the statement.
    pub month: Month,
    /// The news.
    pub notice: StatementNotice<'a>,
}

/// The news about a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StatementNotice<'a> {
    /// It is final.
    Closed {
        /// Its sums.
        amounts: &'a MonthAmounts,
        /// The number of its invoice, where it has one.
        invoice: Option<&'a str>,
        /// The last day on which the club may dispute it.
        dispute_until: NaiveDate,
    },
    /// An operator decided a dispute.
    Decided {
        /// The play date.
        date: NaiveDate,
        /// Whether the club was right.
        is_accepted: bool,
        /// Cents without VAT that the statement which is closed next adds, or takes away.
        adjustment: i64,
        /// Why, in Dutch.
        answer: &'a str,
    },
}

impl StatementMail<'_> {
    /// The whole message.
    #[must_use]
    pub fn compose(&self) -> Mail {
        let (club, month) = (one_line(&self.club.name), dutch::month(self.month));
        let letter = |subject: &str, title: &str| Letter::new(self.portal, self.recipient, subject, title);
        let mut facts = vec![(CLUB, self.club.name_and_city())];
        let mut letter = match self.notice {
            StatementNotice::Closed { amounts, invoice, dispute_until } => {
                let title = format!("Afrekening {month}");
                let rounds = amounts.arrivals.count + amounts.walk_ins.count;
                facts.push(("Rondes", rounds.to_string()));
                facts.extend(invoice.map(|number| ("Factuur", one_line(number))));
                letter(&title, &title)
                    .paragraph("Fairway heeft de maand afgesloten. De bedragen veranderen niet meer.")
                    .paragraph(total_text(amounts.total()))
                    .paragraph(format!(
                        "Klopt er iets niet? Bezwaar maken kan tot en met {}.",
                        long_date(dispute_until)
                    ))
            }
            StatementNotice::Decided { date, is_accepted, adjustment, answer } => {
                let outcome = if is_accepted { "toegekend" } else { "afgewezen" };
                let title = format!("Bezwaar {outcome}");
                facts.extend([
                    ("Datum", long_date(date)),
                    ("Afrekening", month),
                    ("Antwoord", one_line(answer)),
                ]);
                let mut letter = letter(&format!("{title}: {club} op {}", short_date(date)), &title)
                    .paragraph(format!("Fairway heeft het bezwaar van je club {outcome}."));
                if adjustment != 0 {
                    letter = letter.paragraph(adjustment_text(adjustment));
                }
                letter
            }
        };
        letter.facts = facts;
        let statement = self.portal.at(&format!("/club/statements/{}", self.month));
        letter.action = Some(Link::new("Bekijk de afrekening", statement));
        Mail::new(&letter)
    }
}

fn total_text(cents: i64) -> String {
    let amount = euros(cents);
    match cents.cmp(&0) {
        Ordering::Greater => format!(
            "Het totaal is {amount} inclusief btw. Wat van eerdere maanden nog te verrekenen is, gaat van de betaling af."
        ),
        Ordering::Equal => "Je club ontvangt voor deze maand niets.".to_owned(),
        Ordering::Less => {
            format!("Het totaal is {amount} inclusief btw. We verrekenen het met een latere betaling.")
        }
    }
}

fn adjustment_text(cents: i64) -> String {
    let amount = format!("{} exclusief btw", euros(cents.abs()));
    let change = if cents > 0 { format!("komt {amount} bij") } else { format!("gaat {amount} af") };
    format!("Er {change} op de eerstvolgende afrekening die wordt afgesloten.")
}
