//! Looks up what a request names. A read model that is behind lacks recent events: "unknown" is an answer only when it
//! has processed the whole journal (docs/architecture.md, "Projections").

use std::time::Duration;

use super::failure::Failure;
use crate::app::App;

/// How long a look-up waits for the read models. They are rarely further behind, and a reader would not wait much
/// longer.
const TIME_LIMIT: Duration = Duration::from_secs(1);

/// The result of a look-up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LookUp<T> {
    /// It exists.
    Found(T),
    /// It does not exist: the read models had processed everything that the journal held when the look-up began.
    Absent,
    /// The read models are behind; only the journal has the answer.
    Behind,
}

/// Queries the read models. If they do not know it and are behind, waits for them and queries again.
///
/// # Errors
/// Errors of the queries, and when the database does not answer.
pub async fn look_up<T, Query: Future<Output = Result<Option<T>, Failure>>>(
    app: &App,
    query: impl Fn() -> Query,
) -> Result<LookUp<T>, Failure> {
    // Read before the query: the query may miss what is processed later.
    let reached = app.progress.reached();
    if let Some(found) = query().await? {
        return Ok(LookUp::Found(found));
    }
    let head = app.journal.head().await?;
    if head <= reached {
        return Ok(LookUp::Absent);
    }
    let in_time = app.progress.wait_until(head, TIME_LIMIT).await.is_ok();
    Ok(match query().await? {
        Some(found) => LookUp::Found(found),
        None if in_time => LookUp::Absent,
        None => LookUp::Behind,
    })
}
