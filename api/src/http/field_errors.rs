//! What is wrong with the fields of a request, collected so that an answer names every wrong field at once.

use std::collections::BTreeMap;

use super::failure::Failure;

/// A problem by field.
#[derive(Debug, Default)]
pub struct FieldErrors(BTreeMap<String, String>);

impl FieldErrors {
    /// Notes a problem of a field; the first one stays.
    pub fn refuse(&mut self, field: &str, problem: impl Into<String>) {
        self.0.entry(field.to_owned()).or_insert_with(|| problem.into());
    }

    /// Goes on when nothing was refused.
    ///
    /// # Errors
    /// 422 with everything that is wrong.
    pub fn done(self) -> Result<(), Failure> {
        if self.0.is_empty() { Ok(()) } else { Err(Failure::invalid(self.0)) }
    }
}
