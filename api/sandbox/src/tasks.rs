//! The background task of our own payment provider.

use crate::services::sandbox::webhooks;
use crate::services::supervisor::Supervisor;
use crate::state::sandbox::Sandbox;

/// Starts delivering what changed. The task holds a handle of the writer.
pub(crate) fn start(sandbox: &Sandbox, tasks: &mut Supervisor) {
    let sandbox = sandbox.clone();
    tasks.start("sandbox", move |stopped| webhooks::run(sandbox.clone(), stopped));
}
