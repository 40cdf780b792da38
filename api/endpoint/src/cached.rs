//! A document that is expensive to make: it is made once for all requests, until its source changes.

use axum::body::Bytes;
use tokio::sync::Mutex;

/// The document as it was last made, and its source.
#[derive(Debug)]
pub struct Cached<S>(Mutex<Option<(S, Bytes)>>);

impl<S> Default for Cached<S> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<S: PartialEq> Cached<S> {
    /// The document made of `source`: the cached one, or the result of `make`. Concurrent requests wait for it.
    pub async fn get_or_make<E>(
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
