//! E-mail addresses of players. The input has one address per line.

use fairway_command::MAX_PLAYERS;
use fairway_endpoint::field_errors::FieldErrors;

use crate::lines::text;

/// The maximum length of an e-mail address, characters.
const MAX_LENGTH: usize = 254;

/// An accepted address is short, in lower case and one line long, and is accepted again unchanged. An accepted group
/// has one to four different addresses.
pub fn addresses(data: &[u8]) {
    let Some(input) = text(data) else { return };
    let single = accepted(|fields| fields.email(input));
    if let Some(email) = &single {
        assert_normalised(email);
        assert_eq!(accepted(|fields| fields.email(email)).as_ref(), single.as_ref());
    }
    let sent: Vec<String> = input.split('\n').map(str::to_owned).collect();
    if let Some(players) = accepted(|fields| fields.players(&sent)) {
        assert!((1..=MAX_PLAYERS).contains(&players.len()), "{players:?}");
        for (index, email) in players.iter().enumerate() {
            assert_normalised(email);
            assert!(email.contains('@') && !email.contains(char::is_whitespace), "{email:?}");
            assert!(!players[..index].contains(email), "{players:?}");
        }
        assert_eq!(accepted(|fields| fields.players(&players)), Some(players.clone()));
    }
}

/// The value that `read` returns, unless it reports an error.
fn accepted<T>(read: impl FnOnce(&mut FieldErrors) -> T) -> Option<T> {
    let mut fields = FieldErrors::default();
    let value = read(&mut fields);
    fields.done().ok().map(|()| value)
}

fn assert_normalised(email: &str) {
    assert_eq!(email, email.to_lowercase());
    assert_eq!(email, email.trim());
    assert!((1..=MAX_LENGTH).contains(&email.chars().count()), "{email:?}");
    assert!(!email.contains(char::is_control), "{email:?}");
}
