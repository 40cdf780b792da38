//! The background task of our own payment provider.

use std::sync::Arc;

use fairway_tasks::supervisor::Supervisor;

use crate::state::Sandbox;
use crate::webhooks;

/// Starts delivering what changed. The task holds a handle of the writer.
pub fn start(sandbox: &Arc<Sandbox>, tasks: &mut Supervisor) {
    let sandbox = Arc::clone(sandbox);
    tasks.start("sandbox", move |stopped| webhooks::run(Arc::clone(&sandbox), stopped));
}
