//! What the editors and the shop wrote: a file mirrors its tables, so rows that it does not name are deleted.

use serde_json::json;
use sqlx::PgConnection;

use crate::programs::import::natural_keys;
use crate::programs::import::plan::Plan;
use crate::programs::import::rows::{FaqRow, NewsRow, OfferRow, PageRow, Settings};
use fairway_events::MemberId;

pub(super) async fn settings(
    connection: &mut PgConnection,
    settings: Option<&Settings>,
) -> Result<(), sqlx::Error> {
    let Some(settings) = settings else { return Ok(()) };
    sqlx::query(
        "INSERT INTO settings (federation_year, federation_packages, free_vouchers, free_voucher_validity_days,
             free_voucher_max_per_year, payment_methods)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (only_row) DO UPDATE SET
             federation_year = excluded.federation_year,
             federation_packages = excluded.federation_packages,
             free_vouchers = excluded.free_vouchers,
             free_voucher_validity_days = excluded.free_voucher_validity_days,
             free_voucher_max_per_year = excluded.free_voucher_max_per_year,
             payment_methods = excluded.payment_methods",
    )
    .bind(settings.federation_year)
    .bind(json!(settings.federation_packages))
    .bind(json!(settings.free_vouchers))
    .bind(settings.free_voucher_validity_days)
    .bind(settings.free_voucher_max_per_year)
    .bind(json!(settings.payment_methods))
    .execute(connection)
    .await
    .map(|_| ())
}

/// Public offers as in their file, and the personal offers of every member in the data set.
pub(super) async fn offers(connection: &mut PgConnection, plan: &Plan) -> Result<(), sqlx::Error> {
    if let Some(public) = &plan.data.offers {
        sqlx::query("DELETE FROM offers WHERE member_id IS NULL").execute(&mut *connection).await?;
        for (ordinal, row) in (0..).zip(public) {
            offer(connection, None, ordinal, row).await?;
        }
    }
    for row in plan.data.members.iter().flatten() {
        let Some(planned) = plan.members.get(&row.email) else { continue };
        sqlx::query("DELETE FROM offers WHERE member_id = $1")
            .bind(planned.id.0)
            .execute(&mut *connection)
            .await?;
        for (ordinal, row) in (0..).zip(&row.personal_offers) {
            offer(connection, Some(planned.id), ordinal, row).await?;
        }
    }
    Ok(())
}

async fn offer(
    connection: &mut PgConnection,
    member: Option<MemberId>,
    ordinal: i32,
    row: &OfferRow,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO offers (id, member_id, ordinal, amount_cents, name, url, properties)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(natural_keys::offer(member, ordinal, &row.name))
    .bind(member.map(|member| member.0))
    .bind(ordinal)
    .bind(row.amount_cents)
    .bind(&row.name)
    .bind(&row.url)
    .bind(&row.properties)
    .execute(connection)
    .await
    .map(|_| ())
}

/// An item that remains keeps its id, and with it the list of members who dismissed it.
pub(super) async fn news(connection: &mut PgConnection, rows: Option<&[NewsRow]>) -> Result<(), sqlx::Error> {
    let Some(rows) = rows else { return Ok(()) };
    let ids: Vec<_> = rows.iter().map(|row| natural_keys::news(&row.title)).collect();
    sqlx::query("DELETE FROM news WHERE id <> ALL($1)").bind(&ids).execute(&mut *connection).await?;
    for (id, row) in ids.iter().zip(rows) {
        sqlx::query(
            "INSERT INTO news (id, title, contents, post_date, important) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (id) DO UPDATE SET contents = excluded.contents, post_date = excluded.post_date,
                 important = excluded.important",
        )
        .bind(id)
        .bind(&row.title)
        .bind(&row.contents)
        .bind(row.post_date.day)
        .bind(row.important)
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

pub(super) async fn faq(connection: &mut PgConnection, rows: Option<&[FaqRow]>) -> Result<(), sqlx::Error> {
    let Some(rows) = rows else { return Ok(()) };
    sqlx::query("DELETE FROM faq_categories").execute(&mut *connection).await?;
    for (ordinal, row) in (0_i32..).zip(rows) {
        let id = natural_keys::faq_category(&row.name);
        sqlx::query("INSERT INTO faq_categories (id, ordinal, name) VALUES ($1, $2, $3)")
            .bind(id)
            .bind(ordinal)
            .bind(&row.name)
            .execute(&mut *connection)
            .await?;
        let (questions, answers): (Vec<&str>, Vec<&str>) =
            row.questions.iter().map(|(question, answer)| (question.as_str(), answer.as_str())).unzip();
        sqlx::query(
            "INSERT INTO faq_questions (category_id, ordinal, question, answer)
             SELECT $1, ordinal::integer, question, answer
             FROM UNNEST($2::text[], $3::text[]) WITH ORDINALITY AS asked (question, answer, ordinal)",
        )
        .bind(id)
        .bind(questions)
        .bind(answers)
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

pub(super) async fn pages(
    connection: &mut PgConnection,
    rows: Option<&[PageRow]>,
) -> Result<(), sqlx::Error> {
    let Some(rows) = rows else { return Ok(()) };
    sqlx::query("DELETE FROM pages").execute(&mut *connection).await?;
    for row in rows {
        sqlx::query("INSERT INTO pages (slug, title, contents) VALUES ($1, $2, $3)")
            .bind(&row.slug)
            .bind(&row.title)
            .bind(&row.contents)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}
