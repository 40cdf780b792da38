//! Pages and frequently asked questions, as members read them. The HTML is sanitised by the import, and again before a
//! response. The modules have the items as editors write them: rows, their changes, and what waits for its time.
//! Its functions fail when the database does not answer.

pub mod changes;
pub mod dates;
pub mod kind;
pub mod rows;
pub mod schedule;
pub mod state;
pub mod stored;
pub mod write;

use sqlx::{PgPool, Row};

/// The slug of the page with the general terms.
pub const TERMS: &str = "voorwaarden";

/// The pages that everybody may read, also without a log-in: how to reach customer service, for members who are locked
/// out, and what the portal keeps about people.
const PUBLIC: [&str; 2] = ["contact-fairway", "privacy"];

/// Whether a page of this name, if there is one, is for everybody.
#[must_use]
pub fn is_public(slug: &str) -> bool {
    PUBLIC.contains(&slug)
}

/// A page that an editor wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Plain text.
    pub title: String,
    /// HTML.
    pub contents: String,
}

/// A page by its slug; none when there is no such page.
pub async fn page(pool: &PgPool, slug: &str) -> Result<Option<Page>, sqlx::Error> {
    let row = sqlx::query("SELECT title, contents FROM pages WHERE slug = $1")
        .bind(slug)
        .fetch_optional(pool)
        .await?;
    row.map(|row| Ok(Page { title: row.try_get("title")?, contents: row.try_get("contents")? })).transpose()
}

/// A question and its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// Plain text.
    pub question: String,
    /// HTML.
    pub answer: String,
}

/// Questions under one heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Category {
    /// The heading.
    pub name: String,
    /// In the editors' order.
    pub questions: Vec<Question>,
}

/// Every category in the editors' order, including those without questions.
pub async fn faq(pool: &PgPool) -> Result<Vec<Category>, sqlx::Error> {
    let rows = sqlx::query(
        "SELECT category.id, category.name, asked.question, asked.answer
         FROM faq_categories category
         LEFT JOIN faq_questions asked ON asked.category_id = category.id
         ORDER BY category.ordinal, category.id, asked.ordinal",
    )
    .fetch_all(pool)
    .await?;
    let mut categories: Vec<Category> = Vec::new();
    let mut last = None;
    for row in &rows {
        let id: uuid::Uuid = row.try_get("id")?;
        if last != Some(id) {
            categories.push(Category { name: row.try_get("name")?, questions: Vec::new() });
            last = Some(id);
        }
        let question: Option<String> = row.try_get("question")?;
        if let (Some(category), Some(question)) = (categories.last_mut(), question) {
            category.questions.push(Question { question, answer: row.try_get("answer")? });
        }
    }
    Ok(categories)
}
