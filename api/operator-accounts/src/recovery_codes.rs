//! Recovery codes: each stands in once for a code of an operator's authenticator app. Their 50 bits are few for a plain
//! hash, which whoever has a copy of the database could try out: they are hashed under a key of the installation's secret.

use fairway_clock::random;
use fairway_documents::signing::{Pseudonymizer, Secrets};
use uuid::Uuid;

/// Codes that an operator has at a time.
const COUNT: usize = 10;
/// Letters and digits that nobody takes for each other (Crockford's base 32): 5 bits each.
const SYMBOLS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Symbols of a code.
const LENGTH: usize = 10;

/// Makes recovery codes, and hashes them.
#[derive(Debug, Clone)]
pub(crate) struct RecoveryCodes {
    /// Of the present `FAIRWAY_SECRET`, and of former ones.
    keys: Vec<Pseudonymizer>,
}

/// New codes.
#[derive(Debug, Clone)]
pub(crate) struct NewCodes {
    /// As they are shown, such as `7K2MX-9QDRT`.
    pub(crate) codes: Vec<String>,
    /// As they are stored.
    pub(crate) hashes: Vec<Vec<u8>>,
}

impl RecoveryCodes {
    /// Under the installation's secrets.
    #[must_use]
    pub(crate) fn new(secrets: &Secrets) -> Self {
        Self { keys: secrets.all().map(Pseudonymizer::new).collect() }
    }

    /// New codes of an account.
    ///
    /// # Panics
    /// Never: there is a present secret.
    #[must_use]
    pub(crate) fn propose(&self, operator: Uuid) -> NewCodes {
        let codes: Vec<String> = std::iter::repeat_with(new_code).take(COUNT).collect();
        let hashes = codes.iter().map(|code| hash(&self.keys[0], operator, code)).collect();
        let halves = |code: &String| {
            let (first, second) = code.split_at(LENGTH / 2);
            format!("{first}-{second}")
        };
        NewCodes { codes: codes.iter().map(halves).collect(), hashes }
    }

    /// The hashes that a code of an account may be stored with, as somebody types it: in either case, with or without
    /// the dash, with O for 0, and I or L for 1. None: the text is no recovery code.
    #[must_use]
    pub(crate) fn hashes(&self, operator: Uuid, text: &str) -> Option<Vec<Vec<u8>>> {
        let code = parsed(text)?;
        Some(self.keys.iter().map(|key| hash(key, operator, &code)).collect())
    }
}

fn new_code() -> String {
    random::new_recovery_code().map(|byte| char::from(SYMBOLS[usize::from(byte & 31)])).iter().collect()
}

fn hash(key: &Pseudonymizer, operator: Uuid, code: &str) -> Vec<u8> {
    key.pseudonym("operator recovery code", &format!("{operator} {code}")).to_vec()
}

fn parsed(text: &str) -> Option<String> {
    let typed = text.chars().filter(|char| !char.is_whitespace() && *char != '-');
    let code: String = typed
        .map(|char| match char.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            other => other,
        })
        .collect();
    (code.len() == LENGTH && code.bytes().all(|byte| SYMBOLS.contains(&byte))).then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANKE: Uuid = Uuid::from_u128(1);

    #[test]
    fn a_code_is_found_however_it_is_typed_and_for_its_account_only() {
        let codes = RecoveryCodes::new(&Secrets::unchanged("a secret"));
        let new = codes.propose(ANKE);
        assert_eq!((new.codes.len(), new.hashes.len()), (COUNT, COUNT));
        for (code, hash) in new.codes.iter().zip(&new.hashes) {
            let bare = code.replace('-', "");
            assert_eq!((code.len(), bare.len(), hash.len()), (LENGTH + 1, LENGTH, 32));
            for typed in [code, &bare, &bare.to_lowercase(), &format!(" {} {} ", &bare[..5], &bare[5..])] {
                assert_eq!(codes.hashes(ANKE, typed).as_deref(), Some(std::slice::from_ref(hash)), "{typed}");
            }
            assert_ne!(codes.hashes(Uuid::from_u128(2), code).as_deref(), Some(std::slice::from_ref(hash)));
        }
        let mut distinct = new.hashes.clone();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), COUNT);
        assert_eq!(codes.hashes(ANKE, "00000-11111"), codes.hashes(ANKE, "oOoOo-iIlL1"));
    }

    #[test]
    fn a_code_of_the_app_and_any_other_text_is_no_recovery_code() {
        let codes = RecoveryCodes::new(&Secrets::unchanged("a secret"));
        for text in ["", "123456", "123 456", "00000-0000", "00000-000000", "00000-0000U", "00000-0000é"] {
            assert_eq!(codes.hashes(ANKE, text), None, "{text}");
        }
    }

    #[test]
    fn a_code_still_works_after_the_installations_secret_was_replaced() {
        let secrets = |present: &str, former: Vec<String>| Secrets { present: present.to_owned(), former };
        let new = RecoveryCodes::new(&secrets("the first secret", Vec::new())).propose(ANKE);
        let later = RecoveryCodes::new(&secrets("the second secret", vec!["the first secret".to_owned()]));
        let hashes = later.hashes(ANKE, &new.codes[0]).expect("a code");
        assert!(hashes.contains(&new.hashes[0]));
        let other = RecoveryCodes::new(&secrets("the second secret", Vec::new()));
        assert!(!other.hashes(ANKE, &new.codes[0]).expect("a code").contains(&new.hashes[0]));
    }
}
