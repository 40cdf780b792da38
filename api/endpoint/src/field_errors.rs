//! The errors of a request's fields, collected so that a response names every wrong field at once; and the checks of the
//! fields that several requests share.
//!
//! JSON of another type than described is refused when the body is parsed; these checks are for values of the right
//! type that are invalid.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use fairway_clock::day;
use fairway_command::MAX_PLAYERS;
use fairway_events::Holes;
use fairway_text::email::canonical;

use crate::failure::Failure;

/// The longest possible e-mail address, in characters.
const LONGEST_EMAIL: usize = 254;

/// A problem by field.
#[derive(Debug, Default)]
pub struct FieldErrors(BTreeMap<String, String>);

impl FieldErrors {
    /// Adds a field's error; the first one of a field remains.
    pub fn refuse(&mut self, field: &str, problem: impl Into<String>) {
        self.0.entry(field.to_owned()).or_insert_with(|| problem.into());
    }

    /// Succeeds when no field has an error.
    ///
    /// # Errors
    /// 422 with all errors.
    pub fn done(self) -> Result<(), Failure> {
        if self.0.is_empty() { Ok(()) } else { Err(Failure::invalid(self.0)) }
    }

    /// 9 or 18.
    pub fn holes(&mut self, count: i64) -> Option<Holes> {
        let holes = u8::try_from(count).ok().and_then(|count| Holes::try_from(count).ok());
        if holes.is_none() {
            self.refuse("holes", "Kies 9 of 18 holes.");
        }
        holes
    }

    /// `YYYY-MM-DD`, a day that exists.
    pub fn date(&mut self, text: &str) -> Option<NaiveDate> {
        let date = day::parse(text);
        if date.is_none() {
            self.refuse("date", "Dit is geen geldige datum (jjjj-mm-dd).");
        }
        date
    }

    /// 1 to 4 different addresses, in their one form.
    pub fn players(&mut self, emails: &[String]) -> Vec<String> {
        let emails: Vec<String> = emails.iter().map(|email| canonical(email)).collect();
        if emails.is_empty() {
            self.refuse("players", "Kies minstens één speler.");
        } else if emails.len() > MAX_PLAYERS {
            self.refuse("players", format!("Je kunt met maximaal {MAX_PLAYERS} spelers reserveren."));
        } else if emails.iter().any(|email| !is_address(email)) {
            self.refuse("players", "Een van de e-mailadressen is ongeldig.");
        } else if emails.iter().enumerate().any(|(index, email)| emails[..index].contains(email)) {
            self.refuse("players", "Een speler kan maar één keer meedoen.");
        }
        emails
    }

    /// One address, in its one form.
    pub fn email(&mut self, text: &str) -> String {
        let email = canonical(text);
        if email.is_empty() || email.chars().count() > LONGEST_EMAIL || email.chars().any(char::is_control) {
            self.refuse("email", "Dit is geen geldig e-mailadres.");
        }
        email
    }
}

/// Whether the text has the form of an address (`shapes.rs`); it may still belong to nobody.
fn is_address(text: &str) -> bool {
    text.chars().count() <= LONGEST_EMAIL
        && text.split_once('@').is_some_and(|(name, host)| !name.is_empty() && !host.is_empty())
        && !text.chars().any(|char| char.is_control() || char.is_whitespace())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_wrong_field_is_named() {
        let mut fields = FieldErrors::default();
        assert!(fields.holes(11).is_none());
        assert!(fields.date("2026-02-30").is_none());
        fields.players(&vec!["jan@x.nl".to_owned(); 5]);
        let body = fields.done().expect_err("three wrong fields").body();
        assert_eq!(body["errors"].as_object().map(serde_json::Map::len), Some(3));
    }

    #[test]
    fn dates_are_days_that_exist_in_the_one_form() {
        let date = |text: &str| FieldErrors::default().date(text);
        assert!(date("2028-02-29").is_some());
        for wrong in [
            "2026-02-29",
            "26-11-2026",
            "2026-1-2",
            "+12026-01-01",
            "2026- 1-02",
            "morgen",
            "",
            "2026-11-20T10:00:00Z",
        ] {
            assert!(date(wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn players_are_one_to_four_different_addresses() {
        let refused = |emails: &[&str]| {
            let mut fields = FieldErrors::default();
            fields.players(&emails.iter().map(|email| (*email).to_owned()).collect::<Vec<_>>());
            fields.done().is_err()
        };
        assert!(!refused(&["Jan@x.nl ", "Eva <eva@x.nl>", "mailto:zoe@münchen-golf.nl"]));
        for wrong in [
            &[][..],
            &["jan@x.nl", " JAN@x.nl"],
            &["jan@münchen-golf.nl", "jan@xn--mnchen-golf-thb.nl"],
            &["jan"],
            &["@x.nl"],
            &["jan@"],
            &["jan\0@x.nl"],
            &["a@x.nl"; 5],
        ] {
            assert!(refused(wrong), "{wrong:?}");
        }
    }
}
