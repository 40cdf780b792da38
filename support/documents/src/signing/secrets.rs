//! The secrets of an installation, from which all keys are derived.

use std::fmt;

/// The present secret and former ones: what a former one encrypted or hashed is still recognised.
#[derive(Clone)]
pub struct Secrets {
    /// Signs, encrypts and hashes.
    pub present: String,
    /// Former values of it.
    pub former: Vec<String>,
}

impl Secrets {
    /// A secret that never changed.
    #[must_use]
    pub fn unchanged(present: &str) -> Self {
        Self { present: present.to_owned(), former: Vec::new() }
    }

    /// The present one first.
    pub fn all(&self) -> impl Iterator<Item = &[u8]> {
        std::iter::once(&self.present).chain(&self.former).map(String::as_bytes)
    }
}

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secrets(…)")
    }
}
