//! The background task of the payments.

use crate::services::payments::reconciliation;
use crate::services::supervisor::Supervisor;
use crate::state::payments::Payments;

/// Starts the reconciliation of orders with the payment provider. The task holds a handle of the writer.
pub(crate) fn start(payments: &Payments, tasks: &mut Supervisor) {
    let payments = payments.clone();
    tasks.start("payments", move |stopped| reconciliation::run(payments.clone(), stopped));
}
