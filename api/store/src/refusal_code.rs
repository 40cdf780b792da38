//! PostgreSQL's codes of refusals, by which programs tell one refusal from another.

use std::error::Error;

/// Whether the database refused with this code, wherever that is among an error's causes.
#[must_use]
pub fn is_refused_with(error: &(dyn Error + 'static), code: &str) -> bool {
    let mut cause = Some(error);
    while let Some(error) = cause {
        let refusal = error.downcast_ref::<sqlx::Error>().and_then(|error| error.as_database_error());
        if refusal.and_then(|refusal| refusal.code()).is_some_and(|found| found == code) {
            return true;
        }
        cause = error.source();
    }
    false
}
