//! The progress of a long task, reported to its caller.

/// A step of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// The counted things, such as `events`.
    pub task: &'static str,
    /// How many of them are done.
    pub done: i64,
    /// How many there are.
    pub all: i64,
}

/// Receives the progress.
pub type Observer<'a> = dyn FnMut(Progress) + Send + 'a;
