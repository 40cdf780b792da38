//! Notes of operators on members, for colleagues. A note is a text about a person, so it is in no event and in no record of
//! what operators did: it goes with the member's erasure, and a note on somebody else goes if it names the person who is
//! erased. Its functions fail when the database does not answer.

use chrono::{DateTime, Utc};
use fairway_clock::random;
use fairway_events::{MemberId, from_row};
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use super::operator_actions::ActingOperator;

/// Notes on one member, at most: a list without pages.
pub const MOST: i64 = 200;
/// Characters of a note, at most; the table has the same limit.
pub const MOST_CHARACTERS: usize = 1_000;

/// A note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// Identifies it.
    pub id: Uuid,
    /// When it was written.
    pub at: DateTime<Utc>,
    /// The name of the operator who wrote it.
    pub operator: String,
    /// The note; may have several lines.
    pub text: String,
}

from_row!(Note { id, at, operator, text });

/// The result of adding a note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Added {
    /// The note.
    Now(Note),
    /// The member was erased meanwhile.
    Gone,
    /// The member has [`MOST`] already.
    TooMany,
}

/// The notes on a member, latest first.
pub async fn list(pool: &PgPool, member: MemberId) -> Result<Vec<Note>, sqlx::Error> {
    sqlx::query_as(
        "SELECT id, at, operator, text FROM member_notes WHERE member_id = $1 ORDER BY at DESC, id DESC LIMIT $2",
    )
    .bind(member.0)
    .bind(MOST)
    .fetch_all(pool)
    .await
}

/// Adds a note, in a transaction: the member's row is locked until its end, so that an erasure waits, and concurrent
/// requests count each other.
pub async fn add(
    connection: &mut PgConnection,
    member: MemberId,
    by: &ActingOperator,
    text: &str,
    at: DateTime<Utc>,
) -> Result<Added, sqlx::Error> {
    let locked = sqlx::query("SELECT FROM members WHERE id = $1 FOR NO KEY UPDATE")
        .bind(member.0)
        .fetch_optional(&mut *connection)
        .await?;
    if locked.is_none() {
        return Ok(Added::Gone);
    }
    let count: i64 = sqlx::query_scalar("SELECT count(*) FROM member_notes WHERE member_id = $1")
        .bind(member.0)
        .fetch_one(&mut *connection)
        .await?;
    if count >= MOST {
        return Ok(Added::TooMany);
    }
    let note = Note { id: random::new_id(at), at, operator: by.name.clone(), text: text.to_owned() };
    sqlx::query(
        "INSERT INTO member_notes (id, member_id, at, operator, operator_id, text) VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(note.id)
    .bind(member.0)
    .bind(note.at)
    .bind(&note.operator)
    .bind(by.id)
    .bind(&note.text)
    .execute(connection)
    .await?;
    Ok(Added::Now(note))
}

/// Removes a note on a member. False when there is none with this id.
pub async fn remove(
    connection: &mut PgConnection,
    member: MemberId,
    note: Uuid,
) -> Result<bool, sqlx::Error> {
    let done = sqlx::query("DELETE FROM member_notes WHERE member_id = $1 AND id = $2")
        .bind(member.0)
        .bind(note)
        .execute(connection)
        .await?;
    Ok(done.rows_affected() > 0)
}

/// Removes the notes that have one of these addresses, which are in lower case, or the whole name of a person; an empty name
/// is nobody's. Returns how many.
pub async fn delete_naming(
    connection: &mut PgConnection,
    emails: &[&str],
    whole_name: &str,
) -> Result<u64, sqlx::Error> {
    let done = sqlx::query(
        "DELETE FROM member_notes
         WHERE EXISTS (SELECT FROM unnest($1::text[]) AS address WHERE strpos(lower(text), address) > 0)
             OR $2::text <> '' AND strpos(regexp_replace(folded(text), ' +', ' ', 'g'), folded($2)) > 0",
    )
    .bind(emails)
    .bind(whole_name)
    .execute(connection)
    .await?;
    Ok(done.rows_affected())
}
