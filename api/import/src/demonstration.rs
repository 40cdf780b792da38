//! The files of a data set that only a demonstration may have: in production, people do at screens what they say.

use std::path::Path;

use anyhow::{Context, anyhow, ensure};
use serde::de::DeserializeOwned;

/// Reads such a file, if the data set has it; `instead` says how it is done in production.
///
/// # Errors
/// When it cannot be read, or this is production.
pub(crate) async fn read<T: DeserializeOwned>(
    is_production: bool,
    dir: &Path,
    name: &str,
    instead: &str,
) -> anyhow::Result<Option<T>> {
    let file = dir.join(name);
    let bytes = match tokio::fs::read(&file).await {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error).with_context(|| format!("{} cannot be read", file.display())),
    };
    ensure!(!is_production, "{name} is for demonstrations: in production, {instead}");
    let text = fairway_text::file(&bytes).map_err(|error| anyhow!("{name} {error}"))?;
    Ok(Some(serde_json::from_str(&text).with_context(|| format!("{name} is not valid"))?))
}
