//! Passwords that an attacker tries first. No rules on composition (docs/security.md, 4): a long plain sentence is
//! good, `Welkom01!` is not.

use zxcvbn::zxcvbn;

/// A password that needs at most this many guesses is refused: the length of the list of the most common passwords. For
/// a password on zxcvbn's lists the number of guesses is its rank there; a repetition, a keyboard row or a date ranks
/// as low.
const MAX_GUESSES: u64 = 10_000;

/// Passwords that zxcvbn's lists, which are English, lack: common ones of Dutch leaks, and words of this portal.
const DUTCH_AND_OWN_PASSWORDS: &[&str] = &[
    "wachtwoord",
    "wachtwoord1",
    "wachtwoord123",
    "welkom01",
    "welkom123",
    "welkom2026",
    "geheim123",
    "voetbal1",
    "feyenoord",
    "ajax1234",
    "amsterdam",
    "rotterdam",
    "nederland",
    "zonnetje",
    "lieverd1",
    "fairway",
    "fairway1",
    "fairway123",
    "golfclub",
    "golfbaan",
    "holeinone",
];

/// Characters of a password, at least.
pub const SHORTEST: usize = 8;

/// Whether the portal refuses this password: too short, or a common one.
#[must_use]
pub fn is_refused(password: &str) -> bool {
    password.chars().count() < SHORTEST || is_guessable(password)
}

/// Whether a password is a common one.
#[must_use]
pub fn is_guessable(password: &str) -> bool {
    zxcvbn(password, DUTCH_AND_OWN_PASSWORDS).guesses() <= MAX_GUESSES
}

#[cfg(test)]
mod tests {
    use super::is_guessable;

    #[test]
    fn the_most_common_passwords_are_guessable_in_any_case() {
        for common in [
            "password",
            "Password",
            "PASSWORD1",
            "password1",
            "12345678",
            "123456789",
            "1234567890",
            "11111111",
            "qwertyuiop",
            "1q2w3e4r",
            "iloveyou",
            "baseball",
            "football",
            "superman",
            "sunshine",
            "princess",
            "trustno1",
            "starwars",
            "computer",
            "internet",
            "abcd1234",
            "aaaaaaaa",
            "whatever",
            "mercedes",
            "liverpool",
            "butthead",
            "Welkom01",
            "wachtwoord",
            "Feyenoord",
            "fairway123",
            "golfclub",
        ] {
            assert!(is_guessable(common), "{common}");
        }
    }

    #[test]
    fn long_ones_pass_without_capitals_digits_or_signs() {
        for good in [
            "een groene bal in de bunker",
            "kastanjeboomtak",
            "vmqhtzkwp",
            "correct-paard-batterij",
            &"fazant kiest laarzen ".repeat(3),
            "ééndaagse ürenwandeling",
        ] {
            assert!(!is_guessable(good), "{good}");
        }
    }
}
