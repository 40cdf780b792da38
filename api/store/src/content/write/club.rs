//! A club with its closures and its photos. It is never removed: rounds refer to it.

use sqlx::PgConnection;

use crate::content::rows::ClubRow;

/// Writes a club.
/// Fails when the database does not answer.
pub async fn club(connection: &mut PgConnection, row: &ClubRow) -> Result<(), sqlx::Error> {
    sqlx::query(include_str!("club.sql"))
        .bind(&row.id)
        .bind(&row.name)
        .bind(&row.city)
        .bind(&row.short_name)
        .bind(&row.keywords)
        .bind(row.lat)
        .bind(row.lon)
        .bind(row.holes.iter().map(|holes| i16::from(holes.count())).collect::<Vec<_>>())
        .bind(&row.starttime_description)
        .bind(&row.reservation_instruction)
        .bind(&row.reservation_description)
        .bind(i32::try_from(row.max_plays_per_year).unwrap_or(i32::MAX))
        .bind(row.daily_capacity.map(|places| i32::try_from(places).unwrap_or(i32::MAX)))
        .bind(
            row.closed_weekdays
                .iter()
                .map(|day| i16::try_from(day.number_from_monday()).unwrap_or(1))
                .collect::<Vec<_>>(),
        )
        .bind(&row.street)
        .bind(&row.postcode)
        .bind(&row.telephone)
        .bind(&row.website)
        .bind(&row.greens)
        .bind(&row.terms)
        .execute(&mut *connection)
        .await?;
    sqlx::query("DELETE FROM club_closures WHERE club_id = $1")
        .bind(&row.id)
        .execute(&mut *connection)
        .await?;
    let (dates, reasons): (Vec<_>, Vec<_>) =
        row.closures.iter().map(|(date, reason)| (*date, reason.as_str())).unzip();
    sqlx::query(
        "INSERT INTO club_closures (club_id, date, reason)
         SELECT $1, date, reason FROM UNNEST($2::date[], $3::text[]) AS closure (date, reason)",
    )
    .bind(&row.id)
    .bind(dates)
    .bind(reasons)
    .execute(&mut *connection)
    .await?;
    photos(connection, row).await
}

/// A club's photos.
async fn photos(connection: &mut PgConnection, row: &ClubRow) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM club_photos WHERE club_id = $1").bind(&row.id).execute(&mut *connection).await?;
    let (hashes, alts): (Vec<&str>, Vec<&str>) =
        row.photos.iter().map(|photo| (photo.hash.as_str(), photo.alt.as_str())).unzip();
    sqlx::query(
        "INSERT INTO club_photos (club_id, ordinal, hash, alt)
         SELECT $1, ordinal::integer, hash, alt
         FROM UNNEST($2::text[], $3::text[]) WITH ORDINALITY AS photo (hash, alt, ordinal)",
    )
    .bind(&row.id)
    .bind(hashes)
    .bind(alts)
    .execute(connection)
    .await
    .map(|_| ())
}
