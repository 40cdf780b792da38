//! Asks the read models for the item that a request names. A read model that is behind lacks recent events: "unknown"
//! is an answer only when it has processed the whole journal (docs/architecture.md, "Projections").

use std::time::Duration;

use fairway_query::Reached;

use super::failure::Failure;
use crate::common::Common;

/// How long a request waits for the read models. They are rarely further behind, and a reader would not wait much
/// longer.
const TIME_LIMIT: Duration = Duration::from_secs(1);

/// The read models' answer about one item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answered<T> {
    /// It exists.
    Found(T),
    /// It does not exist: the read models had processed everything that the journal held when they were asked.
    Absent,
    /// The read models are behind; only the journal has the answer.
    Behind,
}

/// Queries the read models. If they do not know it and are behind, waits for them and queries again.
///
/// Their position is read from their tables, and never taken from memory: a server that crashed has lost the
/// projector's last steps, which this process may not have noticed.
///
/// # Errors
/// Errors of the queries, and when the database does not answer.
pub async fn ask_models<T, Query: Future<Output = Result<Option<T>, Failure>>>(
    common: &Common,
    query: impl Fn() -> Query,
) -> Result<Answered<T>, Failure> {
    if let Some(found) = query().await? {
        return Ok(Answered::Found(found));
    }
    let Reached { mut position, head } = common.reads.reached().await?;
    if position < head && common.progress.wait_until(head, TIME_LIMIT).await.is_ok() {
        position = common.reads.reached().await?.position;
    }
    // After the position was read: the query before may have missed what was processed since.
    Ok(match query().await? {
        Some(found) => Answered::Found(found),
        None if position >= head => Answered::Absent,
        None => Answered::Behind,
    })
}
