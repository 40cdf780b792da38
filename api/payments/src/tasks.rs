//! The background task of the payments.

use fairway_tasks::supervisor::Supervisor;

use crate::reconciliation;
use crate::state::Payments;

/// Starts the reconciliation of orders with the payment provider. The task holds a handle of the writer.
pub fn start(payments: &Payments, tasks: &mut Supervisor) {
    let payments = payments.clone();
    tasks.start("payments", move |stopped| reconciliation::run(payments.clone(), stopped));
}
