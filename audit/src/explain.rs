//! Why a member could or could not book a round, then or now: every rule of docs/domain.md §3 in the order of the reasons,
//! the numbers behind it, and the sentence that the member would read.
//!
//! It evaluates the rules a second time (`rulebook`), from the members' own streams and the club's day as they stood.
//! What plain tables hold (clubs, profiles) is only known as it is today, and the explanation says so.

use anyhow::Result;
use sqlx::PgPool;

mod explanation;
mod inputs;
mod numbers;
mod request;
mod sql;

pub use explanation::{Explanation, Finding, Mark, UsedRight};
pub use request::Request;

/// Explains; or says, in a sentence, what of the request is unknown.
///
/// # Errors
/// When the journal cannot be read, or the moment is later than its last event.
pub async fn explain(pool: &PgPool, request: &Request) -> Result<Result<Explanation, String>> {
    Ok(inputs::read(pool, request).await?.map(|inputs| Explanation::of(&inputs)))
}
