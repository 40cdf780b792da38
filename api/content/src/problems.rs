//! Problems of a data set, with file and location, so that its author can find them.

use std::cell::RefCell;
use std::fmt;

/// One problem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The file, such as `members.json`.
    pub file: String,
    /// The location in it, such as `[3].vouchers[0].holes`; empty for the whole file.
    pub path: String,
    /// The problem.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() {
            write!(f, "{}: {}", self.file, self.message)
        } else {
            write!(f, "{}: {}: {}", self.file, self.path, self.message)
        }
    }
}

/// Collects problems while reading continues.
#[derive(Debug, Default)]
pub struct Sink(RefCell<Vec<Problem>>);

impl Sink {
    /// Adds a problem.
    pub fn add(&self, file: &str, path: &str, message: impl Into<String>) {
        let problem = Problem { file: file.to_owned(), path: path.to_owned(), message: message.into() };
        self.0.borrow_mut().push(problem);
    }

    /// All problems, in the order in which they were found.
    pub fn into_problems(self) -> Vec<Problem> {
        self.0.into_inner()
    }
}

/// A row's location.
#[derive(Debug, Clone)]
pub struct Origin {
    /// The name of the file.
    pub file: &'static str,
    /// The place in the file.
    pub path: String,
}

impl Origin {
    /// A problem at this place.
    pub fn problem(&self, message: String) -> Problem {
        Problem { file: self.file.to_owned(), path: self.path.clone(), message }
    }
}
