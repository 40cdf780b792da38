//! E-mail addresses of players: one per line.

use fairway_api::http::field_errors::FieldErrors;
use fairway_command::MAX_PLAYERS;

use crate::lines::text;

/// The longest address that can exist, characters.
const LONGEST: usize = 254;

/// An address that is taken is in lower case, short, one line, and taken again as it is; a group has one to four
/// different ones.
pub fn addresses(data: &[u8]) {
    let Some(input) = text(data) else { return };
    let one = accepted(|fields| fields.email(input));
    if let Some(email) = &one {
        holds(email);
        assert_eq!(accepted(|fields| fields.email(email)).as_ref(), one.as_ref());
    }
    let sent: Vec<String> = input.split('\n').map(str::to_owned).collect();
    if let Some(players) = accepted(|fields| fields.players(&sent)) {
        assert!((1..=MAX_PLAYERS).contains(&players.len()), "{players:?}");
        for (index, email) in players.iter().enumerate() {
            holds(email);
            assert!(email.contains('@') && !email.contains(char::is_whitespace), "{email:?}");
            assert!(!players[..index].contains(email), "{players:?}");
        }
        assert_eq!(accepted(|fields| fields.players(&players)), Some(players.clone()));
    }
}

fn accepted<T>(read: impl FnOnce(&mut FieldErrors) -> T) -> Option<T> {
    let mut fields = FieldErrors::default();
    let read = read(&mut fields);
    fields.done().ok().map(|()| read)
}

fn holds(email: &str) {
    assert_eq!(email, email.to_lowercase());
    assert_eq!(email, email.trim());
    assert!((1..=LONGEST).contains(&email.chars().count()), "{email:?}");
    assert!(!email.contains(char::is_control), "{email:?}");
}
