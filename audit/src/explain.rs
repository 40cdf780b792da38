//! Why a member could or could not book a round, then or now: every rule of docs/domain.md §3 in the order of the reasons,
//! the numbers behind it, and the sentence that the member would read.
//!
//! It evaluates the rules a second time (`rulebook`), on the states of the members and the club's day at that moment.
//! Plain tables (clubs, profiles) hold current values only, and the explanation states that.

use anyhow::Result;
use sqlx::PgPool;

mod explanation;
mod inputs;
mod numbers;
mod request;
mod sql;
mod what_if;

pub use explanation::{Explanation, Finding, Mark, UsedRight};
pub use request::Request;
pub use sql::{ClubChoice, clubs};
pub use what_if::{Alternative, AlternativeKind, what_if};

/// Explains, or returns a sentence that names the unknown part of the request.
///
/// # Errors
/// When the journal cannot be read, or the moment is later than its last event.
pub async fn explain(pool: &PgPool, request: &Request) -> Result<Result<Explanation, String>> {
    Ok(inputs::read(pool, request).await?.map(|inputs| Explanation::from_inputs(&inputs)))
}
