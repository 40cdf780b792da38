//! A document that takes long enough to make to be made once for all who ask, until what it is made of changes.

use axum::body::Bytes;
use tokio::sync::Mutex;

/// The document as it was last made, and of what.
#[derive(Debug)]
pub struct Cached<S>(Mutex<Option<(S, Bytes)>>);

impl<S> Default for Cached<S> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<S: PartialEq> Cached<S> {
    /// The document made of `source`: the one in memory, or what `make` gives. Who asks meanwhile waits for it.
    pub(super) async fn of<E>(
        &self,
        source: S,
        make: impl Future<Output = Result<Bytes, E>>,
    ) -> Result<Bytes, E> {
        let mut made = self.0.lock().await;
        if let Some((of, bytes)) = made.as_ref()
            && *of == source
        {
            return Ok(bytes.clone());
        }
        let bytes = make.await?;
        *made = Some((source, bytes.clone()));
        Ok(bytes)
    }
}
