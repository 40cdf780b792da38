//! Which request is being answered: for handlers, and for whatever is called by them and cannot be given it.

use uuid::Uuid;

tokio::task_local! {
    static CURRENT: Uuid;
}

/// Does this work as part of answering the request.
pub(super) async fn scope<T>(id: Uuid, work: impl Future<Output = T>) -> T {
    CURRENT.scope(id, work).await
}

/// The id of the request that this task answers: a failure of ours names it, so that support finds the line.
#[must_use]
pub fn current() -> Option<Uuid> {
    CURRENT.try_with(|id| *id).ok()
}

/// The id of the request, for handlers.
#[derive(Debug, Clone, Copy)]
pub struct RequestId(pub Uuid);
