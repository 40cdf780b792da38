//! Whether the database refused a write because its disk is full. For a database of the operator's it is the only
//! information about its disk.

use std::error::Error;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::refusal_code::is_refused_with;

/// How long a refusal because of a full disk counts: longer than a load balancer needs to notice.
const REFUSAL_VALIDITY: Duration = Duration::from_secs(10);

/// PostgreSQL's code for a disk that is full.
const DISK_FULL: &str = "53100";

/// When the database last refused a write because its disk was full. A process uses one database.
static LAST_DISK_REFUSAL: Mutex<Option<Instant>> = Mutex::new(None);

/// Records a database failure that was due to a full disk.
pub fn note_failure(error: &(dyn Error + 'static)) {
    if is_refused_with(error, DISK_FULL) {
        *LAST_DISK_REFUSAL.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }
}

/// Whether it refused one a moment ago.
#[must_use]
pub fn is_refused() -> bool {
    let refused = LAST_DISK_REFUSAL.lock().unwrap_or_else(PoisonError::into_inner);
    refused.is_some_and(|refused| refused.elapsed() < REFUSAL_VALIDITY)
}
