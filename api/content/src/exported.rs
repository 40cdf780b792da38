//! The names of exported photos: an import recognises an unchanged file of them, so that the stored photo is not encoded
//! a second time.

use fairway_clock::random;

/// Hexadecimal digits of a photo's hash, and of the check of its exported file.
const HASH: usize = 32;
const CHECK: usize = 16;

/// The name under which a photo is exported.
pub fn file_name(hash: &str, bytes: &[u8]) -> String {
    format!("{hash}-{}.png", check(bytes))
}

/// The hash of the photo that was exported as this file; none for any other file, and for one that was changed since.
pub fn hash<'a>(name: &'a str, bytes: &[u8]) -> Option<&'a str> {
    let (hash, rest) = name.strip_suffix(".png")?.split_once('-')?;
    (hash.len() == HASH && rest == check(bytes)).then_some(hash)
}

fn check(bytes: &[u8]) -> String {
    hex::encode(random::digest(bytes)).chars().take(CHECK).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exported_file_is_recognised_until_it_is_changed() {
        let stored = "0123456789abcdef0123456789abcdef";
        let name = file_name(stored, b"pixels");
        assert_eq!(hash(&name, b"pixels"), Some(stored));
        assert_eq!(hash(&name, b"others"), None);
        assert_eq!(hash("tee.png", b"pixels"), None);
    }
}
