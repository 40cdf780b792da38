//! The statements of a search.

use std::collections::{BTreeSet, HashMap};

use anyhow::Result;
use fairway_events::{MemberId, Position, StreamId, from_row};
use sqlx::{PgPool, QueryBuilder};
use uuid::Uuid;

use super::facts::Facts;
use super::names::Name;

/// Whether the journal has an event at a position.
pub(super) async fn has_position(pool: &PgPool, position: Position) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT FROM events WHERE position = $1)";
    Ok(sqlx::query_scalar(sql).bind(position).fetch_one(pool).await?)
}

/// Those of the streams that have an event. They are of one kind.
pub(super) async fn begun(pool: &PgPool, streams: &[StreamId]) -> Result<BTreeSet<StreamId>> {
    let Some(kind) = streams.first().map(StreamId::aggregate_type) else { return Ok(BTreeSet::new()) };
    let ids: Vec<String> = streams.iter().map(StreamId::aggregate_id).collect();
    let begun: Vec<String> = sqlx::query_scalar(
        "SELECT aggregate_id FROM events WHERE aggregate_type = $1 AND aggregate_id = ANY ($2) AND sequence = 1",
    )
    .bind(kind.as_str())
    .bind(ids)
    .fetch_all(pool)
    .await?;
    Ok(begun.iter().map(|id| StreamId::parse(kind.as_str(), id)).collect::<Result<_, _>>()?)
}

/// The order of members who were found by name: the whole name, the first name, the surname (`vries` and `de vries`), words
/// that begin so, everything else; of each by name. $2 is the text, $3 the patterns of beginnings. Only the members who
/// were found pay for it.
const RANKED: &str = "ORDER BY CASE
        WHEN replace(folded_name, '  ', ' ') = $2 THEN 0
        WHEN starts_with(folded_name, $2 || ' ') THEN 1
        WHEN right(folded_name, length($2) + 1) = ' ' || $2 THEN 2
        WHEN ' ' || translate(folded_name, '-', ' ') LIKE ALL ($3) THEN 3
        ELSE 4
    END, lower(last_name), lower(first_name), prefix, id LIMIT $4";

/// Members whose full name has every part of a text, or whose address begins with it in lower case, best first.
///
/// A scan of the table, since no index of PostgreSQL itself finds a part of a name (`cargo xtask bench operators`).
pub(super) async fn members_called(
    pool: &PgPool,
    name: &Name,
    address: &str,
    limit: usize,
) -> Result<Vec<MemberId>> {
    let from = "SELECT id FROM members WHERE starts_with(email, $5) OR folded_name LIKE ALL ($1)";
    ranked(pool, from, (name.parts.as_slice(), name), address, limit).await
}

/// The same of patterns for names without spaces, apostrophes and hyphens.
pub(super) async fn members_in_one_word(
    pool: &PgPool,
    patterns: &[String],
    name: &Name,
    limit: usize,
) -> Result<Vec<MemberId>> {
    // There is no text to compare with; a statement names each of its parameters.
    let from = "SELECT id FROM members WHERE $5 = '' AND translate(folded_name, ' ''-', '') LIKE ALL ($1)";
    ranked(pool, from, (patterns, name), "", limit).await
}

/// Members whose surname has every part of a text, and whose initials begin with these letters; of a member without
/// initials, and for one letter, the first name may begin with it as well.
pub(super) async fn members_with_initials(
    pool: &PgPool,
    surname: &Name,
    letters: &str,
    limit: usize,
) -> Result<Vec<MemberId>> {
    // Folding costs more than everything else: only the initials of those with the surname are folded.
    let from = "WITH called AS MATERIALIZED (
             SELECT id, folded_name, initials, first_name, prefix, last_name FROM members WHERE folded_name LIKE ALL ($1)
         )
         SELECT id FROM called
         WHERE starts_with(translate(folded(initials), '. -', ''), $5)
             OR (initials = '' OR length($5) = 1) AND starts_with(folded_name, left($5, 1))";
    ranked(pool, from, (surname.parts.as_slice(), surname), letters, limit).await
}

/// The members of a statement that has the patterns as $1 and one more text as $5, best first.
async fn ranked(
    pool: &PgPool,
    from: &str,
    (patterns, name): (&[String], &Name),
    text: &str,
    limit: usize,
) -> Result<Vec<MemberId>> {
    let found: Vec<Uuid> = sqlx::query_scalar(&format!("{from} {RANKED}"))
        .bind(patterns)
        .bind(&name.whole)
        .bind(&name.beginnings)
        .bind(i64::try_from(limit)?)
        .bind(text)
        .fetch_all(pool)
        .await?;
    Ok(found.into_iter().map(MemberId).collect())
}

/// Members of whom all of these facts hold, by name. Each fact has an index; the name is looked for among those with the
/// facts.
pub(super) async fn members_with(
    pool: &PgPool,
    facts: &Facts,
    name: Option<&Name>,
    limit: usize,
) -> Result<Vec<MemberId>> {
    // An index without the empty values is used where the statement excludes them, too.
    let mut query = QueryBuilder::new("SELECT id FROM members WHERE true");
    if !facts.telephones.is_empty() {
        query
            .push(" AND telephone <> '' AND telephone = ANY (")
            .push_bind(facts.telephones.as_slice())
            .push(")");
    }
    if let Some(gsn) = &facts.gsn {
        query.push(" AND gsn <> '' AND gsn = ").push_bind(gsn);
    }
    if let Some(birthdate) = facts.birthdate {
        query.push(" AND birthdate = ").push_bind(birthdate);
    }
    if let Some(postcode) = &facts.postcode {
        query.push(" AND postcode <> '' AND postcode = ").push_bind(postcode);
    }
    if let Some(number) = &facts.housenumber {
        // Digits and a letter: no sign of a pattern. A number is meant with and without its letter.
        query.push(" AND translate(housenumber, ' -', '') ~* ").push_bind(format!("^{number}([^0-9]|$)"));
    }
    if let Some(name) = name {
        query.push(" AND folded_name LIKE ALL (").push_bind(name.parts.as_slice()).push(")");
    }
    query
        .push(" ORDER BY lower(last_name), lower(first_name), prefix, id LIMIT ")
        .push_bind(i64::try_from(limit)?);
    let found: Vec<Uuid> = query.build_query_scalar().fetch_all(pool).await?;
    Ok(found.into_iter().map(MemberId).collect())
}

/// Members whose address ends with a text in lower case, by name. A scan of the table.
pub(super) async fn members_at(pool: &PgPool, domain: &str, limit: usize) -> Result<Vec<MemberId>> {
    let found: Vec<Uuid> = sqlx::query_scalar(
        "SELECT id FROM members WHERE right(email, length($1)) = $1
         ORDER BY lower(last_name), lower(first_name), prefix, id LIMIT $2",
    )
    .bind(domain)
    .bind(i64::try_from(limit)?)
    .fetch_all(pool)
    .await?;
    Ok(found.into_iter().map(MemberId).collect())
}

/// What distinguishes members of one name.
#[derive(Debug)]
pub(super) struct Person {
    id: Uuid,
    pub(super) city: String,
    pub(super) is_disabled: bool,
}

from_row!(Person { id, city, is_disabled });

/// The rows of these members; of one who was erased there is none.
pub(super) async fn people(pool: &PgPool, members: Vec<Uuid>) -> Result<HashMap<MemberId, Person>> {
    if members.is_empty() {
        return Ok(HashMap::new());
    }
    let sql = "SELECT id, city, disabled_at IS NOT NULL AS is_disabled FROM members WHERE id = ANY ($1)";
    let found: Vec<Person> = sqlx::query_as(sql).bind(members).fetch_all(pool).await?;
    Ok(found.into_iter().map(|person| (MemberId(person.id), person)).collect())
}

/// The member of a number in the data set.
pub(super) async fn member_numbered(pool: &PgPool, number: &str) -> Result<Option<MemberId>> {
    // The second condition lets PostgreSQL use the index, which has no members without a number.
    let sql = "SELECT id FROM members WHERE member_number = $1 AND member_number <> ''";
    let found: Option<Uuid> = sqlx::query_scalar(sql).bind(number).fetch_optional(pool).await?;
    Ok(found.map(MemberId))
}
