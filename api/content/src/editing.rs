//! Operators save, plan, discard, remove and undo content. Each step is one transaction with the rows, the record of
//! the change and the operator's act, and is refused when another change came in between.

use chrono::{DateTime, NaiveDateTime, Utc};
use chrono_tz::Europe::Amsterdam;
use fairway_audit::permanent_text::PermanentText;
use fairway_clock::clock;
use fairway_query::Reads;
use fairway_store::content::changes::{Action, Author, NewChange};
use fairway_store::content::kind::Kind;
use fairway_store::content::state::{Item, ItemState};
use fairway_store::content::{changes, stored, write};
use fairway_store::operator_actions::{self, ActingOperator, ScreenAct};
use fairway_store::{PgConnection, PgPool};
use serde_json::Value;

use crate::transition::{EditError, carry_out};
use crate::{check, headings, items, natural_keys};

/// When a row is published.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Timing {
    /// When an operator does so.
    Draft,
    /// Now.
    Now,
    /// At this time in Europe/Amsterdam.
    At(NaiveDateTime),
}

/// A row as an operator wants it.
#[derive(Debug, Clone)]
pub struct Save {
    /// The row, as in a data set.
    pub row: Value,
    /// When it is published.
    pub timing: Timing,
    /// When the item is taken from the members, in Europe/Amsterdam.
    pub vanishes: Option<NaiveDateTime>,
}

/// An operator who changes content, with the reason and the instant of the change.
#[derive(Debug)]
pub struct Editor<'a> {
    /// The plain tables.
    pub pool: &'a PgPool,
    /// The read models: how full clubs' days are.
    pub reads: &'a Reads,
    /// The author in the record of the change.
    pub operator: ActingOperator,
    /// The reason, in one line.
    pub reason: PermanentText,
    /// The instant.
    pub now: DateTime<Utc>,
}

/// An item as the operator saw it.
#[derive(Debug, Clone, Copy)]
pub struct Seen<'a> {
    /// The kind.
    pub kind: Kind,
    /// The key.
    pub key: &'a str,
    /// The number of its last change then.
    pub version: Option<i64>,
}

impl Editor<'_> {
    /// Adds an item.
    ///
    /// # Errors
    /// [`EditError`].
    pub async fn add(&self, kind: Kind, save: Save) -> Result<Item, EditError> {
        let mut transaction = self.pool.begin().await?;
        changes::lock(&mut transaction).await?;
        // The key is that of the row in normal form.
        let row = check::row(kind, &save.row, clock::day_of(self.now)).map_err(EditError::Invalid)?.to_json();
        let key = new_key(&mut transaction, kind, &row).await?;
        let before = items::one(&mut transaction, kind, &key).await?;
        if before.state.exists() {
            let field = kind.unique_field().unwrap_or("row");
            return Err(EditError::field(field, "Another item has this already."));
        }
        self.save_in(transaction, before, save).await
    }

    /// Saves another row of an item, or another time.
    ///
    /// # Errors
    /// [`EditError`].
    pub async fn save(&self, seen: Seen<'_>, save: Save) -> Result<Item, EditError> {
        let (transaction, before) = self.begin(seen).await?;
        if !before.state.exists() {
            return Err(EditError::Unknown);
        }
        self.save_in(transaction, before, save).await
    }

    async fn save_in(
        &self,
        transaction: Transaction<'_>,
        before: Item,
        save: Save,
    ) -> Result<Item, EditError> {
        let appears_at = match save.timing {
            Timing::At(local) => Some(self.future("appears_at", local)?),
            Timing::Draft | Timing::Now => None,
        };
        let vanishes_at = match save.vanishes {
            Some(local) => Some(self.future("vanishes_at", local)?),
            None => None,
        };
        if vanishes_at.is_some() && !before.kind.may_vanish() {
            return Err(EditError::field("vanishes_at", "A club and the settings do not vanish."));
        }
        if vanishes_at.zip(appears_at).is_some_and(|(vanishes, appears)| vanishes <= appears) {
            return Err(EditError::field(
                "vanishes_at",
                "This must be later than the time at which it appears.",
            ));
        }
        let published = before.state.published.clone();
        let row = headings::lowered(save.row);
        let (published, draft, action) = match save.timing {
            Timing::Now if published.is_none() => (Some(row), None, Action::Add),
            Timing::Now => (Some(row), None, Action::Save),
            Timing::Draft => (published, Some(row), Action::Draft),
            Timing::At(_) => (published, Some(row), Action::Schedule),
        };
        if vanishes_at.is_some() && published.is_none() && appears_at.is_none() {
            let sentence = "A draft has no end: publish it, or give it a time at which it appears.";
            return Err(EditError::field("vanishes_at", sentence));
        }
        let wanted = ItemState { published, draft, appears_at, vanishes_at, has_vanished: false };
        self.finish(transaction, before, wanted, action).await
    }

    /// Throws the draft of an item away, and the times.
    ///
    /// # Errors
    /// [`EditError`].
    pub async fn discard(&self, seen: Seen<'_>) -> Result<Item, EditError> {
        let (transaction, before) = self.begin(seen).await?;
        if before.state.draft.is_none() {
            return Err(EditError::Unknown);
        }
        let wanted = ItemState { published: before.state.published.clone(), ..ItemState::default() };
        self.finish(transaction, before, wanted, Action::Discard).await
    }

    /// Removes an item, with its draft.
    ///
    /// # Errors
    /// [`EditError`].
    pub async fn remove(&self, seen: Seen<'_>) -> Result<Item, EditError> {
        let (transaction, before) = self.begin(seen).await?;
        if !before.state.exists() {
            return Err(EditError::Unknown);
        }
        self.finish(transaction, before, ItemState::default(), Action::Remove).await
    }

    /// Restores the state before a change, and with it undoes every later one of the item. Times that have passed are not
    /// restored.
    ///
    /// # Errors
    /// [`EditError`].
    pub async fn undo(&self, change: i64, version: Option<i64>) -> Result<Item, EditError> {
        let undone = changes::one(self.pool, change).await?.ok_or(EditError::Unknown)?;
        let kind = Kind::from_name(&undone.kind).ok_or(EditError::Unknown)?;
        let (transaction, before) = self.begin(Seen { kind, key: &undone.key, version }).await?;
        let wanted = undone.before.0.without_past_times(self.now);
        self.finish(transaction, before, wanted, Action::Undo).await
    }

    /// Begins a transaction in which nobody else writes content.
    async fn begin(&self, seen: Seen<'_>) -> Result<(Transaction<'_>, Item), EditError> {
        let mut transaction = self.pool.begin().await?;
        changes::lock(&mut transaction).await?;
        let item = items::one(&mut transaction, seen.kind, seen.key).await?;
        if item.last.as_ref().map(|last| last.id) != seen.version {
            return Err(EditError::Conflict(Box::new(item)));
        }
        Ok((transaction, item))
    }

    /// Writes and records the change. One that changes nothing is not recorded.
    async fn finish(
        &self,
        mut transaction: Transaction<'_>,
        before: Item,
        wanted: ItemState,
        action: Action,
    ) -> Result<Item, EditError> {
        let reason = self.reason.clone();
        let (kind, key) = (before.kind, before.key.as_str());
        let today = clock::day_of(self.now);
        let after = carry_out(&mut transaction, self.reads, today, kind, key, &before.state, &wanted).await?;
        if after == before.state {
            return Ok(before);
        }
        let author = Author {
            name: self.operator.name.clone(),
            id: Some(self.operator.id),
            reason: reason.to_string(),
        };
        let change = NewChange { kind, key, action, author: &author, before: &before.state, after: &after };
        changes::record(&mut *transaction, change, self.now).await?;
        let named = if after.exists() { &after } else { &before.state };
        let act = ScreenAct {
            action: act_of(action),
            subject: format!("{}: {}", kind.as_str(), named.title(kind)),
            member: None,
            reason,
        };
        operator_actions::record_at_screen(&mut *transaction, &self.operator, &act, self.now).await?;
        let item = items::one(&mut transaction, kind, key).await?;
        transaction.commit().await?;
        Ok(item)
    }

    /// Puts the headings of questions, or the offers, in another order. It is recorded among the operator's acts.
    ///
    /// # Errors
    /// [`EditError`]; also when the keys are not those of the items that members see.
    pub async fn order(&self, kind: Kind, keys: &[String]) -> Result<Vec<Item>, EditError> {
        let reason = self.reason.clone();
        if !matches!(kind, Kind::Faq | Kind::Offer) {
            return Err(EditError::Refused(
                "Only questions and offers have an order of their own.".to_owned(),
            ));
        }
        let mut transaction = self.pool.begin().await?;
        changes::lock(&mut transaction).await?;
        let stored = stored::items(&mut *transaction, Some(kind), None).await?;
        let stored: Vec<&str> = stored.iter().map(|item| item.key.as_str()).collect();
        let wanted: Vec<&str> = keys.iter().map(String::as_str).collect();
        let (mut known, mut named) = (stored.clone(), wanted.clone());
        known.sort_unstable();
        named.sort_unstable();
        if known != named {
            return Err(EditError::Refused("The list was changed meanwhile. Load it again.".to_owned()));
        }
        if stored != wanted {
            write::order(&mut transaction, kind, keys).await?;
            changes::raise_version(&mut transaction).await?;
            let subject = kind.as_str().to_owned();
            let act = ScreenAct { action: "order content", subject, member: None, reason };
            operator_actions::record_at_screen(&mut *transaction, &self.operator, &act, self.now).await?;
        }
        let items = items::list(&mut transaction, kind).await?;
        transaction.commit().await?;
        Ok(items)
    }

    /// The instant of a time in Europe/Amsterdam that has not come yet.
    fn future(&self, field: &str, local: NaiveDateTime) -> Result<DateTime<Utc>, EditError> {
        let at = instant(local).ok_or_else(|| {
            EditError::field(field, "This time does not exist: the clocks go forward in that night.")
        })?;
        if at <= self.now {
            return Err(EditError::field(field, "This time has passed."));
        }
        Ok(at)
    }
}

type Transaction<'a> = fairway_store::Transaction<'a, fairway_store::Postgres>;

/// The instant of a local time; of one that occurs twice, the first. None: the clocks skip it.
fn instant(local: NaiveDateTime) -> Option<DateTime<Utc>> {
    local.and_local_timezone(Amsterdam).earliest().map(|at| at.to_utc())
}

/// The key of a new item.
async fn new_key(connection: &mut PgConnection, kind: Kind, row: &Value) -> Result<String, EditError> {
    let text = |field: &str| row.get(field).and_then(Value::as_str).unwrap_or_default().to_owned();
    let title = kind.title_field().map(text).unwrap_or_default();
    let id = |nth| match kind {
        Kind::News => Some(natural_keys::news(&title, nth)),
        Kind::Faq => Some(natural_keys::faq_category(&title, nth)),
        Kind::Offer => Some(natural_keys::offer(None, nth, &title)),
        Kind::Page | Kind::Club | Kind::Settings => None,
    };
    let mut nth = 0;
    while let Some(id) = id(nth) {
        let key = id.to_string();
        if !items::one(connection, kind, &key).await?.state.exists() {
            return Ok(key);
        }
        nth += 1;
    }
    Ok(match kind {
        Kind::Page => text("slug"),
        Kind::Club => text("id"),
        _ => kind.as_str().to_owned(),
    })
}

/// The name of the operator's act, in its record.
const fn act_of(action: Action) -> &'static str {
    match action {
        Action::Draft => "save draft",
        Action::Schedule => "schedule content",
        Action::Discard => "discard draft",
        Action::Remove => "remove content",
        Action::Undo => "undo content change",
        _ => "publish content",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_those_of_amsterdam_also_when_the_clocks_change() {
        let at = |text: &str| {
            let local = NaiveDateTime::parse_from_str(text, "%Y-%m-%dT%H:%M").expect("a time");
            instant(local).map(|at| at.to_rfc3339())
        };
        assert_eq!(at("2026-12-01T00:00").as_deref(), Some("2026-11-30T23:00:00+00:00"));
        assert_eq!(at("2026-07-01T00:00").as_deref(), Some("2026-06-30T22:00:00+00:00"));
        assert_eq!(at("2027-03-28T02:30"), None, "skipped");
        assert_eq!(at("2026-10-25T02:30").as_deref(), Some("2026-10-25T00:30:00+00:00"), "the first of two");
    }
}
