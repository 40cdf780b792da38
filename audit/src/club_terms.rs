//! The clubs' current terms, from plain tables. The journal does not record earlier ones.

use std::collections::BTreeMap;

use anyhow::Result;
use chrono::{NaiveDate, Weekday};
use fairway_events::{ClubId, Holes};
use fairway_text::fold;
use sqlx::{PgPool, Row};

use crate::rulebook::ClubTerms;

/// The terms of one club, or of all of them. There are few clubs.
pub async fn load(pool: &PgPool, club: Option<&str>) -> Result<BTreeMap<ClubId, ClubTerms>> {
    let rows = sqlx::query(
        "SELECT id, holes, max_plays_per_year, daily_capacity, closed_weekdays,
             (SELECT array_agg(date ORDER BY date) FROM club_closures WHERE club_id = clubs.id) AS closed,
             (SELECT array_agg(reason ORDER BY date) FROM club_closures WHERE club_id = clubs.id) AS reasons
         FROM clubs WHERE $1::text IS NULL OR id = $1",
    )
    .bind(club)
    .fetch_all(pool)
    .await?;
    let mut clubs = BTreeMap::new();
    for row in rows {
        let id = ClubId(row.try_get("id")?);
        let lengths: Vec<i16> = row.try_get("holes")?;
        let weekdays: Vec<i16> = row.try_get("closed_weekdays")?;
        let closed: Option<Vec<NaiveDate>> = row.try_get("closed")?;
        let reasons: Option<Vec<String>> = row.try_get("reasons")?;
        // The table's checks keep these in range.
        let count = |value: i32| u32::try_from(value).unwrap_or(0);
        let terms = ClubTerms {
            id: id.clone(),
            holes: Holes::ALL
                .into_iter()
                .filter(|holes| lengths.contains(&i16::from(holes.count())))
                .collect(),
            max_plays_per_year: count(row.try_get("max_plays_per_year")?),
            daily_capacity: row.try_get::<Option<i32>, _>("daily_capacity")?.map(count),
            // ISO days of the week: Monday is 1.
            closed_weekdays: weekdays
                .into_iter()
                .filter_map(|iso| Weekday::try_from(u8::try_from(iso - 1).ok()?).ok())
                .collect(),
            closures: closed.into_iter().flatten().zip(reasons.into_iter().flatten()).collect(),
        };
        clubs.insert(id, terms);
    }
    Ok(clubs)
}

/// Id and name of the clubs with exactly that name; if there is none, of those whose name contains the text.
pub(crate) async fn called(pool: &PgPool, text: &str) -> Result<Vec<(String, String)>> {
    let found = sqlx::query_as(
        "SELECT id, name FROM (
             SELECT id, name, CASE
                 WHEN $1 IN (id, folded(name), folded(short_name)) THEN 1
                 WHEN strpos(folded(name), $1) > 0 OR strpos(id, $1) > 0 THEN 2
             END AS fits FROM clubs
         ) AS clubs
         WHERE fits IS NOT NULL AND fits = (
             SELECT min(CASE WHEN $1 IN (id, folded(name), folded(short_name)) THEN 1 ELSE 2 END) FROM clubs
             WHERE $1 IN (id, folded(name), folded(short_name)) OR strpos(folded(name), $1) > 0 OR strpos(id, $1) > 0
         )
         ORDER BY name LIMIT 20",
    )
    .bind(fold(text.trim()))
    .fetch_all(pool)
    .await?;
    Ok(found)
}
