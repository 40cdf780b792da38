//! The background task of our own payment provider.

use fairway_tasks::supervisor::Supervisor;

use crate::state::Sandbox;
use crate::webhooks;

/// Starts delivering what changed. The task holds a handle of the writer.
pub fn start(sandbox: &Sandbox, tasks: &mut Supervisor) {
    let sandbox = sandbox.clone();
    tasks.start("sandbox", move |stopped| webhooks::run(sandbox.clone(), stopped));
}
