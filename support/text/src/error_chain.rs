//! Formats errors for the log: with all their sources.

/// An error with its sources on one line, for the log.
pub struct Chain<'a>(pub &'a (dyn std::error::Error + Send + Sync + 'static));

impl std::fmt::Display for Chain<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0)?;
        let mut source = self.0.source();
        while let Some(error) = source {
            write!(f, ": {error}")?;
            source = error.source();
        }
        Ok(())
    }
}
