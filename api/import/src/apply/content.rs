//! The content of editors and of the shop: a file mirrors its tables, so rows that it does not name are deleted. An
//! item that remains keeps its id, also if an operator gave it another name since, and with it its history and, of
//! news, its dismissals.

use fairway_content::natural_keys;
use fairway_store::content::rows::{FaqRow, NewsRow, PageRow, Settings};
use fairway_store::content::write;
use sqlx::{PgConnection, Row};
use uuid::Uuid;

use crate::plan::Plan;

pub(super) async fn settings(
    connection: &mut PgConnection,
    settings: Option<&Settings>,
) -> Result<(), sqlx::Error> {
    match settings {
        Some(settings) => write::settings(connection, settings).await,
        None => Ok(()),
    }
}

/// Public offers as in their file, and the personal offers of every member in the data set.
pub(super) async fn offers(connection: &mut PgConnection, plan: &Plan) -> Result<(), sqlx::Error> {
    if let Some(public) = &plan.data.offers {
        let stored =
            named(connection, "SELECT id, name FROM offers WHERE member_id IS NULL ORDER BY ordinal").await?;
        let names: Vec<&str> = public.iter().map(|row| row.name.as_str()).collect();
        let ids = natural_keys::of_file(&stored, &names, |name, nth| natural_keys::offer(None, nth, name));
        sqlx::query("DELETE FROM offers WHERE member_id IS NULL AND id <> ALL($1)")
            .bind(&ids)
            .execute(&mut *connection)
            .await?;
        for (ordinal, (id, row)) in (0..).zip(ids.iter().zip(public)) {
            write::offer(connection, *id, None, Some(ordinal), row).await?;
        }
    }
    for row in plan.data.members.iter().flatten() {
        let Some(planned) = plan.members.get(&row.email) else { continue };
        sqlx::query("DELETE FROM offers WHERE member_id = $1")
            .bind(planned.id.0)
            .execute(&mut *connection)
            .await?;
        for (ordinal, row) in (0..).zip(&row.personal_offers) {
            let id = natural_keys::offer(Some(planned.id), ordinal, &row.name);
            write::offer(connection, id, Some(planned.id), Some(ordinal), row).await?;
        }
    }
    Ok(())
}

pub(super) async fn news(connection: &mut PgConnection, rows: Option<&[NewsRow]>) -> Result<(), sqlx::Error> {
    let Some(rows) = rows else { return Ok(()) };
    let stored = named(connection, "SELECT id, title FROM news").await?;
    let titles: Vec<&str> = rows.iter().map(|row| row.title.as_str()).collect();
    let ids = natural_keys::of_file(&stored, &titles, natural_keys::news);
    sqlx::query("DELETE FROM news WHERE id <> ALL($1)").bind(&ids).execute(&mut *connection).await?;
    for (id, row) in ids.iter().zip(rows) {
        write::news(connection, *id, row).await?;
    }
    Ok(())
}

pub(super) async fn faq(connection: &mut PgConnection, rows: Option<&[FaqRow]>) -> Result<(), sqlx::Error> {
    let Some(rows) = rows else { return Ok(()) };
    let stored = named(connection, "SELECT id, name FROM faq_categories").await?;
    let names: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
    let ids = natural_keys::of_file(&stored, &names, natural_keys::faq_category);
    sqlx::query("DELETE FROM faq_categories WHERE id <> ALL($1)")
        .bind(&ids)
        .execute(&mut *connection)
        .await?;
    for (ordinal, (id, row)) in (0..).zip(ids.iter().zip(rows)) {
        write::faq(connection, *id, Some(ordinal), row).await?;
    }
    Ok(())
}

pub(super) async fn pages(
    connection: &mut PgConnection,
    rows: Option<&[PageRow]>,
) -> Result<(), sqlx::Error> {
    let Some(rows) = rows else { return Ok(()) };
    let slugs: Vec<&str> = rows.iter().map(|row| row.slug.as_str()).collect();
    sqlx::query("DELETE FROM pages WHERE slug <> ALL($1)").bind(&slugs).execute(&mut *connection).await?;
    for row in rows {
        write::page(connection, row).await?;
    }
    Ok(())
}

/// The ids and names of stored rows.
async fn named(
    connection: &mut PgConnection,
    statement: &'static str,
) -> Result<Vec<(Uuid, String)>, sqlx::Error> {
    let rows = sqlx::query(statement).fetch_all(connection).await?;
    rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
}
