//! Looking up what a request names. A read model that is behind does not have what happened since: that it does not know
//! something is an answer only where it has seen the whole journal (docs/architecture.md, "Projections").

use std::time::Duration;

use super::failure::Failure;
use crate::app::App;

/// How long a look waits for the read models. They are rarely further behind, and a reader waits for more than this.
const PATIENCE: Duration = Duration::from_secs(1);

/// What came of a look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LookUp<T> {
    /// It is known.
    Found(T),
    /// It does not exist: whoever looked has seen everything that the journal held when the look began.
    Absent,
    /// The read models are behind; only the journal knows.
    Behind,
}

/// Looks into the read models. Where they know nothing and are behind, waits for them and looks again.
///
/// # Errors
/// Those of the looks, and when the database does not answer.
pub async fn look_up<T, Looking: Future<Output = Result<Option<T>, Failure>>>(
    app: &App,
    look: impl Fn() -> Looking,
) -> Result<LookUp<T>, Failure> {
    // Before the look: what they take in after it, it cannot have seen.
    let reached = app.progress.reached();
    if let Some(found) = look().await? {
        return Ok(LookUp::Found(found));
    }
    let head = app.journal.head().await?;
    if head <= reached {
        return Ok(LookUp::Absent);
    }
    let in_time = app.progress.wait_until(head, PATIENCE).await.is_ok();
    Ok(match look().await? {
        Some(found) => LookUp::Found(found),
        None if in_time => LookUp::Absent,
        None => LookUp::Behind,
    })
}
