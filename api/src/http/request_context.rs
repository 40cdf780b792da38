//! The request of the current task: for handlers, and for code that they call without passing the id.

use uuid::Uuid;

tokio::task_local! {
    static CURRENT: Uuid;
}

/// Runs `work` as part of answering the request.
pub(super) async fn scope<T>(id: Uuid, work: impl Future<Output = T>) -> T {
    CURRENT.scope(id, work).await
}

/// The id of the request that this task answers: our own failures contain it, so that support finds the log line.
#[must_use]
pub fn current() -> Option<Uuid> {
    CURRENT.try_with(|id| *id).ok()
}

/// The id of the request, for handlers.
#[derive(Debug, Clone, Copy)]
pub struct RequestId(pub Uuid);
