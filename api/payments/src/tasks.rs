//! The background task of the payments.

use std::sync::Arc;

use fairway_tasks::supervisor::Supervisor;

use crate::reconciliation;
use crate::state::Payments;

/// Starts the reconciliation of orders with the payment provider. The task holds a handle of the writer.
pub fn start(payments: &Arc<Payments>, tasks: &mut Supervisor) {
    let payments = Arc::clone(payments);
    tasks.start("payments", move |stopped| reconciliation::run(Arc::clone(&payments), stopped));
}
