//! Brings an item from one state to another, with every check: for a form, an undo or the schedule.

use chrono::NaiveDate;
use fairway_query::{ReadError, Reads};
use fairway_store::PgConnection;
use fairway_store::content::kind::Kind;
use fairway_store::content::rows::{ClubRow, Row};
use fairway_store::content::state::{Item, ItemState};
use fairway_store::content::stored::PHOTO;
use fairway_store::content::{TERMS, changes, schedule, stored, write};
use serde_json::Value;

use crate::booked::Overbooked;
use crate::check::FieldErrors;
use crate::{booked, check, items};

/// Pages that the portal itself links to.
const NEEDED_PAGES: [&str; 2] = [TERMS, "contact-fairway"];

/// Why content is not changed.
#[derive(Debug, thiserror::Error)]
pub enum EditError {
    /// Fields that are not valid, each with a sentence.
    #[error("{}", .0.iter().map(|(field, sentence)| format!("{field}: {sentence}")).collect::<Vec<_>>().join(" "))]
    Invalid(FieldErrors),
    /// There is no such item or change.
    #[error("There is no such item any more.")]
    Unknown,
    /// Another change came in between: the item as it is now.
    #[error("This was changed meanwhile.")]
    Conflict(Box<Item>),
    /// A rule forbids it.
    #[error("{0}")]
    Refused(String),
    /// Booked rounds forbid it, on these days among others.
    #[error("{sentence}")]
    Overbooked {
        /// Why.
        sentence: String,
        /// The days that it names.
        days: Vec<NaiveDate>,
    },
    /// The read models do not answer.
    #[error("the read models failed")]
    Read(#[from] ReadError),
    /// The database does not answer.
    #[error("the database failed")]
    Database(#[from] fairway_store::Error),
}

impl EditError {
    /// A problem of one field.
    pub(super) fn field(field: &str, sentence: &str) -> Self {
        Self::Invalid(FieldErrors::from([(field.to_owned(), sentence.to_owned())]))
    }
}

/// Brings an item from the state `before`, which is the stored one, to `wanted`; returns the state as it is then stored.
/// The caller holds the lock of [`changes::lock`], and records the change.
pub(super) async fn carry_out(
    connection: &mut PgConnection,
    reads: &Reads,
    today: NaiveDate,
    kind: Kind,
    key: &str,
    before: &ItemState,
    wanted: &ItemState,
) -> Result<ItemState, EditError> {
    let is_taken_away = before.published.is_some() && wanted.published.is_none();
    if is_taken_away || wanted.vanishes_at.is_some() {
        check_may_vanish(kind, key)?;
    }
    let mut wanted = wanted.clone();
    let mut published = None;
    if let Some(value) = &wanted.published
        && wanted.published != before.published
    {
        published = Some(checked(connection, kind, key, value, today).await?);
    }
    let is_known = wanted.draft == before.draft || wanted.draft == before.published;
    if let Some(value) = &wanted.draft
        && !(is_known && wanted.appears_at == before.appears_at)
    {
        // A draft is checked now, and again when it is published.
        let draft = checked(connection, kind, key, value, today).await?;
        if wanted.appears_at.is_some() {
            refuse_overbooked(reads, before, &draft, today).await?;
        }
        wanted.draft = Some(draft.to_json());
    }
    match &published {
        Some(row) => {
            refuse_overbooked(reads, before, row, today).await?;
            write::item(connection, key, row).await?;
        }
        None if is_taken_away => write::remove(connection, kind, key).await?,
        None => {}
    }
    if published.is_some() || is_taken_away {
        changes::raise_version(connection).await?;
    }
    schedule::set(connection, kind, key, &wanted).await?;
    Ok(items::one(connection, kind, key).await?.state)
}

fn check_may_vanish(kind: Kind, key: &str) -> Result<(), EditError> {
    match kind {
        Kind::Club => Err(EditError::Refused(
            "A club is never removed: rounds name it. Close it on its days instead.".to_owned(),
        )),
        Kind::Settings => Err(EditError::Refused("The settings are never removed.".to_owned())),
        Kind::Page if NEEDED_PAGES.contains(&key) => Err(EditError::Refused(
            "The portal links to this page: it may be changed, and not removed.".to_owned(),
        )),
        Kind::Page | Kind::News | Kind::Faq | Kind::Offer => Ok(()),
    }
}

/// The row, checked as by an import, and against the other items.
async fn checked(
    connection: &mut PgConnection,
    kind: Kind,
    key: &str,
    value: &Value,
    today: NaiveDate,
) -> Result<Row, EditError> {
    let mut row = check::row(kind, value, today).map_err(EditError::Invalid)?;
    match &mut row {
        Row::Page(page) if page.slug != key => {
            let sentence = "The name in a page's address never changes: add another page instead.";
            return Err(EditError::field("slug", sentence));
        }
        Row::Club(club) if club.id != key => {
            return Err(EditError::field(
                "id",
                "The name of a club in addresses never changes: rounds name it.",
            ));
        }
        Row::Club(club) => name_photos(connection, club).await?,
        Row::Page(_) | Row::News(_) | Row::Faq(_) | Row::Offer(_) | Row::Settings(_) => {}
    }
    let named = row.to_json();
    if let Some(field) = kind.unique_field() {
        let has_same =
            |other: Option<&Value>| other.is_some_and(|other| other.get(field) == named.get(field));
        let others = items::list(connection, kind).await?;
        let mut others = others.iter().filter(|item| item.key != key);
        if others.any(|item| has_same(item.state.published.as_ref()) || has_same(item.state.draft.as_ref())) {
            return Err(EditError::field(field, "Another item has this already."));
        }
    }
    Ok(row)
}

/// Finds the stored photos that a club's row names.
async fn name_photos(connection: &mut PgConnection, club: &mut ClubRow) -> Result<(), EditError> {
    let mut errors = FieldErrors::new();
    for (nth, photo) in club.photos.iter_mut().enumerate() {
        let hash = photo.file.strip_suffix(PHOTO).unwrap_or_default();
        if stored::has_photo(&mut *connection, hash).await? {
            hash.clone_into(&mut photo.hash);
        } else {
            let sentence = "This photo is not stored. Upload it again.";
            errors.insert(format!("photos[{nth}].file"), sentence.to_owned());
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(EditError::Invalid(errors)) }
}

/// Refuses a club's row that leaves booked rounds without a place.
async fn refuse_overbooked(
    reads: &Reads,
    before: &ItemState,
    row: &Row,
    today: NaiveDate,
) -> Result<(), EditError> {
    let Row::Club(after) = row else { return Ok(()) };
    let before = before.published.as_ref().and_then(|value| check::row(Kind::Club, value, today).ok());
    let before = match &before {
        Some(Row::Club(club)) => Some(club.as_ref()),
        _ => None,
    };
    match booked::refusal(reads, before, after, today).await? {
        Some(Overbooked { sentence, days }) => Err(EditError::Overbooked { sentence, days }),
        None => Ok(()),
    }
}
