//! Work that is done again after a pause. Nothing waits for it, so a failure is only logged: the next run tries again.

use std::time::Duration;

/// Does the work, and again after each pause, until `shutdown` completes; work that is under way is then dropped.
pub async fn repeat<Run>(
    name: &str,
    pause: Duration,
    shutdown: impl Future<Output = ()>,
    mut once: impl FnMut() -> Run,
) where
    Run: Future<Output = anyhow::Result<()>>,
{
    let mut shutdown = std::pin::pin!(shutdown);
    loop {
        tokio::select! {
            result = once() => {
                if let Err(error) = result {
                    tracing::warn!(error = format!("{error:#}"), "{name} failed; the next run tries again");
                }
            }
            () = &mut shutdown => return,
        }
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = &mut shutdown => return,
        }
    }
}
