//! A text of an operator that is stored for good: a reason, the title of a voucher, the name of a pass, the notice of a
//! day. The journal and the records keep it after a member was erased, so it must not say who somebody is.
//!
//! [`PermanentText`] is the only type of such texts, and [`PermanentText::check`] the only way from what an operator wrote
//! to one. It cannot recognise everything; it refuses what people write without thinking.

mod numbers;
mod words;

use std::fmt;

use fairway_events::from_row;
use futures::TryStreamExt;
use sqlx::PgPool;

use numbers::Identifier;
use words::Word;

/// Characters of a text, at most.
const LONGEST: usize = 200;

/// One line of text without anything by which a member can be recognised.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PermanentText(String);

/// Why a text is refused; each says what to do.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// Empty, too long or more than one line.
    #[error("Write one line of at most {LONGEST} characters.")]
    NotOneLine,
    /// It has an e-mail address.
    #[error(
        "This is stored for good, so it must not have an e-mail address: leave it out, and write the number of the case \
         instead."
    )]
    Email,
    /// It has a telephone number.
    #[error(
        "This is stored for good, so it must not have a telephone number: leave it out, and write the number of the case \
         instead."
    )]
    Telephone,
    /// It has a federation number.
    #[error(
        "This is stored for good, so it must not have a GSN: leave it out, and write the number of the case instead."
    )]
    Gsn,
    /// It has the first or last name of the member whom the act is about.
    #[error(
        "This is stored for good, so it must not name the member: leave “{0}” out, and write the number of the case instead."
    )]
    Concerned(String),
    /// It has a word with a capital letter that is the first or last name of a member.
    #[error(
        "This is stored for good, so it must not name anybody, and “{0}” is a member's name: leave it out, or write it in \
         small letters where it is another word."
    )]
    Name(String),
    /// The database does not answer.
    #[error("the members' names cannot be read")]
    Database(#[from] sqlx::Error),
}

/// The names of somebody whom an act is about.
#[derive(Debug, Clone, Copy)]
pub struct Concerned<'a> {
    /// `Jan`
    pub first_name: &'a str,
    /// `Vries`
    pub last_name: &'a str,
}

/// A member's names, or those of a club and its town.
struct Names {
    first: String,
    last: String,
}

from_row!(Names { first, last });

impl PermanentText {
    /// Checks what an operator wrote.
    ///
    /// # Errors
    /// [`Refusal`].
    pub async fn check(pool: &PgPool, text: &str) -> Result<Self, Refusal> {
        let text = line(text)?;
        refuse_identifiers(text)?;
        let mut words = words::split(text);
        // A club may be called after its town or somebody: it is no member then.
        let clubs: Vec<Names> = sqlx::query_as(
            "SELECT name AS first, city AS last FROM clubs UNION ALL SELECT short_name, '' FROM clubs",
        )
        .fetch_all(pool)
        .await?;
        for club in clubs.iter().flat_map(|club| [&club.first, &club.last]) {
            words::forget(&mut words, club);
        }
        if !words.iter().any(Word::may_be_name) {
            return Ok(Self(text.to_owned()));
        }
        let mut members =
            sqlx::query_as("SELECT first_name AS first, last_name AS last FROM members").fetch(pool);
        while let Some(Names { first, last }) = members.try_next().await? {
            if let Some(found) = words::named(&words, &first).or_else(|| words::named(&words, &last)) {
                return Err(Refusal::Name(found));
            }
        }
        Ok(Self(text.to_owned()))
    }

    /// A text from the database, which was checked when it was written.
    #[must_use]
    pub const fn stored(text: String) -> Self {
        Self(text)
    }

    /// Refuses the names of somebody whom the act is about, also in small letters.
    ///
    /// # Errors
    /// [`Refusal::Concerned`].
    pub fn refuse_naming(&self, concerned: Concerned<'_>) -> Result<(), Refusal> {
        let words = words::split(&self.0);
        let names = [concerned.first_name, concerned.last_name];
        match names.iter().find_map(|name| words::mentioned(&words, name)) {
            Some(found) => Err(Refusal::Concerned(found)),
            None => Ok(()),
        }
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The text.
    #[must_use]
    pub fn into_string(self) -> String {
        self.0
    }
}

impl fmt::Display for PermanentText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Refuses addresses and numbers of persons; names need the members ([`PermanentText::check`]).
///
/// # Errors
/// [`Refusal::Email`], [`Refusal::Telephone`] or [`Refusal::Gsn`].
pub fn refuse_identifiers(text: &str) -> Result<(), Refusal> {
    match numbers::find(text) {
        Some(Identifier::Email) => Err(Refusal::Email),
        Some(Identifier::Telephone) => Err(Refusal::Telephone),
        Some(Identifier::Gsn) => Err(Refusal::Gsn),
        None => Ok(()),
    }
}

/// One line of text.
fn line(text: &str) -> Result<&str, Refusal> {
    let text = text.trim();
    let is_line = !text.is_empty() && text.chars().count() <= LONGEST && !text.chars().any(char::is_control);
    if is_line { Ok(text) } else { Err(Refusal::NotOneLine) }
}

#[cfg(test)]
mod tests;
