//! The errors of a request's fields, collected so that a response names every wrong field at once.

use std::collections::BTreeMap;

use super::failure::Failure;

/// A problem by field.
#[derive(Debug, Default)]
pub struct FieldErrors(BTreeMap<String, String>);

impl FieldErrors {
    /// Adds a field's error; the first one of a field remains.
    pub fn refuse(&mut self, field: &str, problem: impl Into<String>) {
        self.0.entry(field.to_owned()).or_insert_with(|| problem.into());
    }

    /// Succeeds when no field has an error.
    ///
    /// # Errors
    /// 422 with all errors.
    pub fn done(self) -> Result<(), Failure> {
        if self.0.is_empty() { Ok(()) } else { Err(Failure::invalid(self.0)) }
    }
}
