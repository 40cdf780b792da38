//! Writes one item of content: the statements of imports and of the screens. The caller holds the lock of
//! [`lock`](super::changes::lock) and raises the version of the reference data.
//! Its functions fail when the database does not answer.

mod club;

use fairway_events::MemberId;
use serde_json::json;
use sqlx::PgConnection;
use uuid::Uuid;

use super::kind::Kind;
use super::rows::{FaqRow, NewsRow, OfferRow, PageRow, Row, Settings};
pub use club::club;

/// Writes an item under its key; a new offer or heading is the last one.
///
/// # Errors
/// When the database does not answer, or the key is none of the kind.
pub async fn item(connection: &mut PgConnection, key: &str, row: &Row) -> Result<(), sqlx::Error> {
    match row {
        Row::News(row) => news(connection, id_of(key)?, row).await,
        Row::Faq(row) => faq(connection, id_of(key)?, None, row).await,
        Row::Page(row) => page(connection, row).await,
        Row::Offer(row) => offer(connection, id_of(key)?, None, None, row).await,
        Row::Settings(row) => settings(connection, row).await,
        Row::Club(row) => club(connection, row).await,
    }
}

/// Removes an item of a kind that may vanish; of news, also who dismissed it.
///
/// # Errors
/// When the database does not answer, or the key is none of the kind.
pub async fn remove(connection: &mut PgConnection, kind: Kind, key: &str) -> Result<(), sqlx::Error> {
    let statement = match kind {
        Kind::News => sqlx::query("DELETE FROM news WHERE id = $1").bind(id_of(key)?),
        Kind::Faq => sqlx::query("DELETE FROM faq_categories WHERE id = $1").bind(id_of(key)?),
        Kind::Offer => {
            sqlx::query("DELETE FROM offers WHERE id = $1 AND member_id IS NULL").bind(id_of(key)?)
        }
        Kind::Page => sqlx::query("DELETE FROM pages WHERE slug = $1").bind(key.to_owned()),
        Kind::Settings | Kind::Club => {
            return Err(sqlx::Error::Protocol("this kind is never removed".into()));
        }
    };
    statement.execute(connection).await.map(|_| ())
}

/// Puts the headings of questions, or the offers to everybody, in this order.
///
/// # Errors
/// When the database does not answer, or the kind has no order.
pub async fn order(connection: &mut PgConnection, kind: Kind, keys: &[String]) -> Result<(), sqlx::Error> {
    let statement = match kind {
        Kind::Faq => {
            "UPDATE faq_categories SET ordinal = nth::integer
             FROM UNNEST($1::uuid[]) WITH ORDINALITY AS wanted (key, nth) WHERE id = key"
        }
        Kind::Offer => {
            "UPDATE offers SET ordinal = nth::integer
             FROM UNNEST($1::uuid[]) WITH ORDINALITY AS wanted (key, nth) WHERE id = key AND member_id IS NULL"
        }
        _ => return Err(sqlx::Error::Protocol("this kind has no order".into())),
    };
    let ids = keys.iter().map(|key| id_of(key)).collect::<Result<Vec<_>, _>>()?;
    sqlx::query(statement).bind(ids).execute(connection).await.map(|_| ())
}

fn id_of(key: &str) -> Result<Uuid, sqlx::Error> {
    key.parse().map_err(|error| sqlx::Error::Decode(Box::new(error)))
}

/// The shop's settings.
pub async fn settings(connection: &mut PgConnection, settings: &Settings) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO settings (federation_year, federation_packages, free_vouchers, free_voucher_validity_days,
             free_voucher_max_per_year, payment_methods, voucher_titles, pass_names)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (only_row) DO UPDATE SET
             federation_year = excluded.federation_year,
             federation_packages = excluded.federation_packages,
             free_vouchers = excluded.free_vouchers,
             free_voucher_validity_days = excluded.free_voucher_validity_days,
             free_voucher_max_per_year = excluded.free_voucher_max_per_year,
             payment_methods = excluded.payment_methods,
             voucher_titles = excluded.voucher_titles,
             pass_names = excluded.pass_names",
    )
    .bind(settings.federation_year)
    .bind(json!(settings.federation_packages))
    .bind(json!(settings.free_vouchers))
    .bind(settings.free_voucher_validity_days)
    .bind(settings.free_voucher_max_per_year)
    .bind(json!(settings.payment_methods))
    .bind(&settings.voucher_titles)
    .bind(&settings.pass_names)
    .execute(connection)
    .await
    .map(|_| ())
}

/// An offer to a member, or to everybody; without a place in the order it keeps its own, or is the last one.
pub async fn offer(
    connection: &mut PgConnection,
    id: Uuid,
    member: Option<MemberId>,
    ordinal: Option<i32>,
    row: &OfferRow,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO offers (id, member_id, ordinal, amount_cents, name, url, properties)
         VALUES ($1, $2,
             coalesce($3, (SELECT max(ordinal) + 1 FROM offers WHERE member_id IS NOT DISTINCT FROM $2), 0),
             $4, $5, $6, $7)
         ON CONFLICT (id) DO UPDATE SET ordinal = coalesce($3, offers.ordinal),
             amount_cents = excluded.amount_cents, name = excluded.name, url = excluded.url,
             properties = excluded.properties",
    )
    .bind(id)
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

/// A news item; it keeps the list of members who dismissed it.
pub async fn news(connection: &mut PgConnection, id: Uuid, row: &NewsRow) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO news (id, title, contents, post_date, important) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (id) DO UPDATE SET title = excluded.title, contents = excluded.contents,
             post_date = excluded.post_date, important = excluded.important",
    )
    .bind(id)
    .bind(&row.title)
    .bind(&row.contents)
    .bind(row.post_date.day)
    .bind(row.important)
    .execute(connection)
    .await
    .map(|_| ())
}

/// A heading with its questions; without a place in the order it keeps its own, or is the last one.
pub async fn faq(
    connection: &mut PgConnection,
    id: Uuid,
    ordinal: Option<i32>,
    row: &FaqRow,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO faq_categories (id, ordinal, name)
         VALUES ($1, coalesce($2, (SELECT max(ordinal) + 1 FROM faq_categories), 0), $3)
         ON CONFLICT (id) DO UPDATE SET ordinal = coalesce($2, faq_categories.ordinal), name = excluded.name",
    )
    .bind(id)
    .bind(ordinal)
    .bind(&row.name)
    .execute(&mut *connection)
    .await?;
    sqlx::query("DELETE FROM faq_questions WHERE category_id = $1")
        .bind(id)
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
    .execute(connection)
    .await
    .map(|_| ())
}

/// A page.
pub async fn page(connection: &mut PgConnection, row: &PageRow) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO pages (slug, title, contents) VALUES ($1, $2, $3)
         ON CONFLICT (slug) DO UPDATE SET title = excluded.title, contents = excluded.contents",
    )
    .bind(&row.slug)
    .bind(&row.title)
    .bind(&row.contents)
    .execute(connection)
    .await
    .map(|_| ())
}
