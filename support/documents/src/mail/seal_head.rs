//! The mail with the seal's head to an address outside: in English, for whoever keeps it for the operators.

use chrono::NaiveDate;
use maud::{DOCTYPE, html};

use super::Mail;
use crate::dutch::one_line;

/// The seal's head on a day. It names no person.
#[derive(Debug, Clone)]
pub struct SealHeadMail<'a> {
    /// The operators' screens, without a closing slash.
    pub operator_url: &'a str,
    /// The day, Europe/Amsterdam.
    pub day: NaiveDate,
    /// `POSITION:HASH`.
    pub head: &'a str,
    /// When its last event was recorded, as text.
    pub recorded_at: &'a str,
}

impl SealHeadMail<'_> {
    /// The whole message.
    #[must_use]
    pub fn compose(&self) -> Mail {
        let (head, at) = (one_line(self.head), one_line(self.recorded_at));
        let (position, _) = head.split_once(':').unwrap_or((&head, ""));
        let subject = format!("The seal of Fairway on {}: position {position}", self.day);
        let what = format!(
            "This is the head of the seal over the journal of {}. It identifies all events up to position {position}, the \
             last of which was recorded at {at}.",
            one_line(self.operator_url)
        );
        let keep = "Keep this message where nobody who can change the database can change it. There is nothing to answer.";
        let check = [
            format!(
                "In the browser: open {}/operator/integrity, paste the line under “A head that you kept”, or start a \
                 verification with it.",
                one_line(self.operator_url)
            ),
            format!("On the machine: replay-tool seal verify --head {head}"),
        ];
        let then = "Either says whether history up to that position is what it was on this day. A day without this message is \
                    a reason to ask the operators.";
        let text = format!(
            "{what}\n\n{head}\n\n{keep}\n\nTo check later that nothing before it was changed:\n\n- {}\n- {}\n\n{then}\n",
            check[0], check[1]
        );
        let html = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    title { (subject) }
                }
                body style="font-family:sans-serif;line-height:1.5;max-width:40em" {
                    p { (what) }
                    p { code style="overflow-wrap:anywhere" { (head) } }
                    p { (keep) }
                    p { "To check later that nothing before it was changed:" }
                    ul { @for line in &check { li { (line) } } }
                    p { (then) }
                }
            }
        }
        .into_string();
        Mail { subject, text, html, attachments: Vec::new(), switches_url: None, useful_until: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_have_the_head_on_a_line_of_its_own_and_how_to_check_it() {
        let head = "4811:448ecc5c";
        let day = NaiveDate::from_ymd_opt(2026, 11, 25).expect("a day");
        let mail = SealHeadMail {
            operator_url: "https://fairway.example",
            day,
            head,
            recorded_at: "Wed 25 Nov 2026 10:00:03 CET",
        }
        .compose();
        assert_eq!(mail.subject, "The seal of Fairway on 2026-11-25: position 4811");
        assert!(mail.text.lines().any(|line| line == head), "{}", mail.text);
        for form in [&mail.text, &mail.html] {
            assert!(form.contains("replay-tool seal verify --head 4811:448ecc5c"), "{form}");
            assert!(form.contains("https://fairway.example/operator/integrity"), "{form}");
        }
    }
}
