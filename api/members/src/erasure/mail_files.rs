//! Mails that `FAIRWAY_MAIL=file` wrote into the data folder: those to a member, and those that name them.

use std::io;

use fairway_documents::PersonName;
use fairway_store::erasures::Person;
use fairway_store::mail_folder::Folder;
use fairway_text::email;
use mail_parser::{Message, MessageParser};
use maud::html;

/// The names of the files that contain a person's data.
///
/// # Errors
/// When the folder or a file cannot be read.
pub(super) async fn about(folder: &Folder, person: &Person) -> io::Result<Vec<String>> {
    let wanted = PersonTexts::from_person(person);
    let mut found = Vec::new();
    for file in folder.files().await? {
        let Some(bytes) = folder.read_file(&file).await? else { continue };
        if wanted.is_in(&bytes) {
            found.push(file);
        }
    }
    Ok(found)
}

/// The texts that identify a person.
struct PersonTexts {
    /// Present and former ones, as they are read and as mails are addressed.
    emails: Vec<String>,
    name: String,
    /// As escaped in HTML.
    escaped_name: String,
}

impl PersonTexts {
    fn from_person(person: &Person) -> Self {
        let name = PersonName::new(&person.first_name, &person.prefix, &person.last_name).to_string();
        let escaped_name = html! { (name) }.into_string();
        let emails = person.emails().map(|email| email.to_lowercase());
        let emails = emails.flat_map(|email| [email::ascii(&email), email]).collect();
        Self { emails, name, escaped_name }
    }

    fn is_in(&self, bytes: &[u8]) -> bool {
        let parsed = MessageParser::default().parse(bytes);
        parsed.is_some_and(|message| self.is_addressed(&message) || self.is_named(&message))
            // An incomplete mail, after a crash, may not parse: its text is searched as it is.
            || self.is_in_text(&String::from_utf8_lossy(bytes))
    }

    fn is_addressed(&self, message: &Message<'_>) -> bool {
        let to = message.to().into_iter().flat_map(|to| to.iter());
        to.filter_map(|to| to.address())
            .any(|address| self.emails.iter().any(|own| address.eq_ignore_ascii_case(own)))
    }

    fn is_named(&self, message: &Message<'_>) -> bool {
        message.subject().is_some_and(|subject| self.is_in_text(subject))
            || message.parts.iter().filter_map(|part| part.text_contents()).any(|text| self.is_in_text(text))
    }

    /// Lines are wrapped anywhere, also within names: at a space in a text, at any character in a calendar entry.
    fn is_in_text(&self, text: &str) -> bool {
        let unfolded = text.replace("\r\n ", "").replace("\n ", "");
        let has = |text: &str| {
            // Earlier releases escaped the apostrophe too.
            let words = text.split_whitespace().collect::<Vec<_>>().join(" ").replace("&#39;", "'");
            words.contains(&self.name)
                || words.contains(&self.escaped_name)
                || self.emails.iter().any(|own| words.to_lowercase().contains(own))
        };
        has(text) || has(&unfolded)
    }
}

#[cfg(test)]
mod tests {
    use fairway_events::MemberId;
    use uuid::Uuid;

    use super::*;

    fn names(bytes: &str) -> bool {
        names_owner_of("zed@test.example", bytes)
    }

    fn names_owner_of(email: &str, bytes: &str) -> bool {
        let person = Person {
            id: MemberId(Uuid::nil()),
            email: email.to_owned(),
            first_name: "Zebedeüs".to_owned(),
            prefix: "van 't".to_owned(),
            last_name: "Quast".to_owned(),
            gsn: String::new(),
            number: String::new(),
            former_emails: vec!["zed@old.example".to_owned()],
        };
        PersonTexts::from_person(&person).is_in(bytes.as_bytes())
    }

    fn mail(to: &str, kind: &str, body: &str) -> String {
        format!(
            "From: Fairway <a@b.example>\r\nTo: {to}\r\nSubject: Bevestiging\r\nMIME-Version: 1.0\r\n{kind}\r\n\r\n{body}\r\n"
        )
    }

    #[test]
    fn a_mail_to_a_domain_with_letters_is_found_by_either_form() {
        let plain = "Content-Type: text/plain; charset=utf-8";
        let found = |mail: &str| names_owner_of("zed@münchen-golf.nl", mail);
        assert!(found(&mail("zed@xn--mnchen-golf-thb.nl", plain, "Beste lid,")));
        assert!(found(&mail("eva@test.example", plain, "Vraag het zed@münchen-golf.nl.")));
        assert!(!found(&mail("zed@test.example", plain, "Beste lid,")));
    }

    #[test]
    fn finds_a_person_in_every_encoding_of_a_mail() {
        let plain = "Content-Type: text/plain; charset=utf-8";
        let quoted = "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable";
        let html = "Content-Type: text/html; charset=utf-8";
        let calendar = "Content-Type: text/calendar; charset=utf-8";
        for found in [
            mail("ZED@test.example", plain, "Beste lid,"),
            mail("eva@test.example", plain, "Je speelt met Zebedeüs\r\nvan 't Quast."),
            mail("eva@test.example", quoted, "Zebede=C3=BCs van 't Qu=\r\nast heeft je toegevoegd"),
            mail("eva@test.example", html, "<p>Zebedeüs van &#39;t Quast</p>"),
            mail("eva@test.example", calendar, "DESCRIPTION:Met Zebede\r\n üs van 't Qu\r\n ast"),
            mail("eva@test.example", plain, "Vraag het zed@test.example."),
            "To: zed@test.example".to_owned(),
            mail("zed@old.example", plain, "Beste lid,"),
        ] {
            assert!(names(&found), "{found}");
        }
        for other in [
            mail("eva@test.example", plain, "Je speelt met Zebedeüs Quast."),
            mail("zed@test.example.nl.example", plain, "Beste Eva,").replace("zed@test.example.nl", "x"),
        ] {
            assert!(!names(&other), "{other}");
        }
    }
}
