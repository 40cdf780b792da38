//! A new password of somebody who sees members' data.

use fairway_members::password::guessable::is_guessable;

/// Characters, at least.
pub const SHORTEST: usize = 12;
/// And at most.
pub const LONGEST: usize = 256;

/// Why a password is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfit {
    /// It is too short or too long.
    Length,
    /// It is easy to guess.
    Guessable,
}

/// The password, if it is long enough and hard to guess.
///
/// # Errors
/// When the thread that compares it ends early.
pub async fn checked(password: String) -> anyhow::Result<Result<String, Unfit>> {
    if !(SHORTEST..=LONGEST).contains(&password.chars().count()) {
        return Ok(Err(Unfit::Length));
    }
    // Comparing with long lists takes milliseconds: not on an async thread.
    let judged = tokio::task::spawn_blocking(move || (is_guessable(&password), password)).await;
    let (is_guessable, password) = judged?;
    Ok(if is_guessable { Err(Unfit::Guessable) } else { Ok(password) })
}
