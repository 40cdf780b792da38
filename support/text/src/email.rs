//! One form of an e-mail address: small letters, and the domain in the letters that its owner writes
//! (`jan@münchen-golf.nl`), whether a browser sent its ASCII form (`xn--…`, RFC 5891) or not. Mail servers get the ASCII
//! form.

use std::borrow::Cow;

use idna::AsciiDenyList;
use idna::uts46::{DnsLength, Hyphens, Uts46};

use crate::line;

/// The longest address (RFC 5321), characters.
const LONGEST: usize = 254;
/// The longest text with an address in it that is read, bytes.
const LONGEST_TEXT: usize = 1_000;
/// How often something may be around an address.
const MOST_PASSES: usize = 8;
/// The longest part before the `@` (RFC 5321), characters.
const LONGEST_LOCAL: usize = 64;
/// The signs that a part before the `@` may have besides letters and digits (RFC 5322, `atext`, and dots).
const SIGNS: &str = "!#$%&'*+/=?^_`{|}~-.";

/// Why a text is not an address that mail reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoAddress {
    /// `a@x.nl;b@y.nl`
    #[error("names more than one e-mail address: give one")]
    Several,
    /// `<a@x.nl>`, `mailto:a@x.nl`, `a@x.nl,`
    #[error("must be an e-mail address alone, without a name, brackets, mailto: or a sign at its end")]
    Decorated,
    /// `a..b@x.nl`, `a.@x.nl`, `a@x..nl`
    #[error("has two dots in a row, or a dot at the beginning or end of a part")]
    Dots,
    /// `jörg@x.nl`
    #[error(
        "has letters before the @ that most mail servers refuse: only a to z, digits and signs reach everybody"
    )]
    Letters,
    /// `a@x_y.nl`, `a@-x.nl`
    #[error("has a domain that cannot exist")]
    Domain,
    /// Longer than any server accepts.
    #[error("is longer than an e-mail address can be")]
    Long,
    /// Anything else.
    #[error("must be an e-mail address")]
    Form,
}

/// The one form of an address that somebody typed or pasted, read kindly: `Jan <jan@x.nl>`, `mailto:jan@x.nl` and
/// `jan@x.nl,` are `jan@x.nl`. A text that is no address comes back trimmed and in small letters, and belongs to nobody.
#[must_use]
pub fn canonical(text: &str) -> String {
    if is_plain(text) { text.to_owned() } else { read_kindly(text) }
}

/// Whether an address is in its one form already, as in almost every request: small ASCII letters, digits and signs alone.
fn is_plain(text: &str) -> bool {
    let is_small = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    text.len() <= LONGEST
        && !text.contains("xn--")
        && text.split_once('@').is_some_and(|(local, domain)| {
            local.bytes().all(|byte| is_small(byte) || SIGNS.as_bytes().contains(&byte))
                && domain.ends_with(|char: char| char.is_ascii_alphanumeric())
                && domain.bytes().all(|byte| is_small(byte) || matches!(byte, b'.' | b'-'))
        })
}

fn read_kindly(text: &str) -> String {
    // Anybody may send this, and each pass below reads all of it.
    if text.len() > LONGEST_TEXT {
        return text.trim().to_lowercase();
    }
    let once = |text: &str| unified(bare(&line(text)));
    let mut email = once(text);
    // An address may be wrapped twice: `<mailto:<a@x.nl>>`.
    for _ in 0..MOST_PASSES {
        let again = once(&email);
        if again == email {
            break;
        }
        email = again;
    }
    email
}

/// The one form of an address that must be written as an address alone, as in a data set.
///
/// # Errors
/// The fault of the text.
pub fn checked(text: &str) -> Result<String, NoAddress> {
    let text = line(text);
    if is_list(&text) {
        return Err(NoAddress::Several);
    }
    if bare(&text) != text {
        return Err(NoAddress::Decorated);
    }
    let email = unified(&text);
    let (local, domain) = email.split_once('@').ok_or(NoAddress::Form)?;
    if local.is_empty() || domain.contains('@') || !domain.contains('.') {
        return Err(NoAddress::Form);
    }
    if email.chars().any(|char| char.is_whitespace() || char.is_control()) {
        return Err(NoAddress::Form);
    }
    if email.contains("..") || [local, domain].iter().any(|part| part.starts_with('.') || part.ends_with('.'))
    {
        return Err(NoAddress::Dots);
    }
    if let Some(sign) = local.chars().find(|&char| !char.is_ascii_alphanumeric() && !SIGNS.contains(char)) {
        return Err(if sign.is_ascii() { NoAddress::Form } else { NoAddress::Letters });
    }
    let length = local.len() + 1 + ascii_domain(domain).ok_or(NoAddress::Domain)?.len();
    if local.len() > LONGEST_LOCAL || length > LONGEST { Err(NoAddress::Long) } else { Ok(email) }
}

/// The address as every mail server takes it.
#[must_use]
pub fn ascii(email: &str) -> String {
    let converted = email.rsplit_once('@').and_then(|(local, domain)| Some((local, ascii_domain(domain)?)));
    converted.map_or_else(|| email.to_owned(), |(local, domain)| format!("{local}@{domain}"))
}

fn is_list(text: &str) -> bool {
    text.split(|char: char| matches!(char, ',' | ';') || char.is_whitespace())
        .filter(|part| part.trim_matches(['<', '>']).contains('@'))
        .count()
        > 1
}

/// The address without what programs write around it.
fn bare(text: &str) -> &str {
    // `Jan <jan@x.nl>, Eva <eva@x.nl>`: neither is the one that is meant.
    if text.split('<').skip(1).filter(|part| part.contains('@')).count() > 1 && text.matches('>').count() > 1
    {
        return text;
    }
    let in_brackets = text.rsplit_once('<').map_or(text, |(_, rest)| rest.split('>').next().unwrap_or(rest));
    let inner = if in_brackets.contains('@') { in_brackets } else { text };
    // A text that is no address keeps its signs.
    if !inner.contains('@') {
        return text;
    }
    let inner = inner.trim_matches(|char: char| char.is_whitespace() || "<>()[]\"“”‘’,;:".contains(char));
    // An address may begin with an apostrophe: only two are quotes.
    let inner = inner.strip_prefix('\'').and_then(|inner| inner.strip_suffix('\'')).unwrap_or(inner);
    let inner = match inner.get(..7) {
        Some(scheme) if scheme.eq_ignore_ascii_case("mailto:") => {
            inner[7..].split('?').next().unwrap_or_default().trim()
        }
        _ => inner,
    };
    // The full stop of a sentence.
    inner.strip_suffix('.').filter(|inner| !inner.ends_with('.')).unwrap_or(inner)
}

fn unified(text: &str) -> String {
    let Some((local, domain)) = text.rsplit_once('@') else { return text.to_lowercase() };
    let unicode = ascii_domain(domain).map(|ascii| {
        let (unicode, _) = Uts46::new().to_unicode(ascii.as_bytes(), AsciiDenyList::EMPTY, Hyphens::Allow);
        // IDNA writes Cherokee domains in capitals; the database takes small letters alone.
        unicode.to_lowercase()
    });
    format!("{}@{}", local.to_lowercase(), unicode.unwrap_or_else(|| domain.to_lowercase()))
}

fn ascii_domain(domain: &str) -> Option<Cow<'_, str>> {
    let hyphens = Hyphens::CheckFirstLast;
    Uts46::new().to_ascii(domain.as_bytes(), AsciiDenyList::STD3, hyphens, DnsLength::Verify).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn addresses_are_read_as_in_the_shared_table() {
        let cases: Vec<[String; 2]> = serde_json::from_str(include_str!("../cases/address.json")).unwrap();
        for [written, read] in cases {
            assert_eq!(canonical(&written), read, "{written:?}");
        }
    }

    proptest! {
        #[test]
        fn an_address_in_its_one_form_is_read_as_any_other(text in "[a-z0-9.'<:{|-]{0,9}@([a-z0-9-]{0,9}\\.){0,3}[a-z0-9-]{0,9}") {
            prop_assert_eq!(canonical(&text), read_kindly(&text));
        }
    }

    #[test]
    fn a_long_text_is_nobodys_address_and_costs_one_pass() {
        for text in ["mailto:".repeat(9_000) + "jan@x.nl", format!("jan@x.nl{}", ".,".repeat(30_000))] {
            assert_eq!(canonical(&text), text);
        }
        let padded = |length: usize| format!("{:<length$}", "mailto:jan@x.nl");
        assert_eq!(canonical(&padded(1_000)), "jan@x.nl");
        assert_eq!(canonical(&padded(1_001)), "mailto:jan@x.nl");
    }

    #[test]
    fn an_address_has_one_form_however_it_is_written() {
        for written in [
            "jan@münchen-golf.nl",
            "Jan@MÜNCHEN-golf.NL",
            "jan@xn--mnchen-golf-thb.nl",
            " jan@mu\u{308}nchen-golf.nl\u{a0}",
            "\u{200e}jan@münchen-golf.nl",
            "Jan de Vries <jan@münchen-golf.nl>",
            "\"Vries, Jan\" <JAN@münchen-golf.nl>",
            "<jan@xn--mnchen-golf-thb.nl>",
            "mailto:jan@münchen-golf.nl?subject=Golf",
            "MAILTO:jan@münchen-golf.nl",
            "jan@münchen-golf.nl,",
            "jan@münchen-golf.nl;",
            "jan@münchen-golf.nl.",
            "'jan@münchen-golf.nl'",
        ] {
            assert_eq!(canonical(written), "jan@münchen-golf.nl", "{written:?}");
        }
        assert_eq!(ascii("jan@münchen-golf.nl"), "jan@xn--mnchen-golf-thb.nl");
        for wrapped in
            ["<mailto:<mailto:jan@x.nl.,>>", "mailto:mailto:mailto:jan@x.nl", "Jan <jan@x.nl <jan@x.nl>"]
        {
            assert_eq!(canonical(wrapped), "jan@x.nl");
        }
        for cherokee in ["jan@Ꭰ.nl", "Jan@ꭰ.NL", "jan@xn--58d.nl"] {
            assert_eq!(canonical(cherokee), "jan@ꭰ.nl", "{cherokee:?}");
        }
        for unchanged in ["", "jan", "jan@x.nl", "o'neil+golf@x.nl", "@@", "a b"] {
            assert_eq!(
                (canonical(unchanged), ascii(unchanged)),
                (unchanged.to_owned(), unchanged.to_owned())
            );
        }
    }

    #[test]
    fn what_is_no_address_alone_is_named() {
        for (written, problem) in [
            ("a@x.nl;b@y.nl", NoAddress::Several),
            ("a@x.nl, b@y.nl", NoAddress::Several),
            ("a@x.nl b@y.nl", NoAddress::Several),
            ("<a@x.nl> <b@y.nl>", NoAddress::Several),
            ("mailto:a@x.nl", NoAddress::Decorated),
            ("<a@x.nl>", NoAddress::Decorated),
            ("Jan <a@x.nl>", NoAddress::Decorated),
            ("a@x.nl,", NoAddress::Decorated),
            ("a@x.nl;", NoAddress::Decorated),
            ("a@x.nl.", NoAddress::Decorated),
            ("a@@x.nl", NoAddress::Form),
            ("a..b@x.nl", NoAddress::Dots),
            (".a@x.nl", NoAddress::Dots),
            ("a.@x.nl", NoAddress::Dots),
            ("a@x..nl", NoAddress::Dots),
            ("a@.x.nl", NoAddress::Dots),
            ("jörg@x.nl", NoAddress::Letters),
            ("a@x_y.nl", NoAddress::Domain),
            ("a@-x.nl", NoAddress::Domain),
            ("a,b@x.nl", NoAddress::Form),
            ("a b@x.nl", NoAddress::Form),
            ("a@x y.nl", NoAddress::Form),
            ("a@x", NoAddress::Form),
            ("jan", NoAddress::Form),
            ("", NoAddress::Form),
        ] {
            assert_eq!(checked(written), Err(problem), "{written:?}");
        }
        let long = |local: usize, label: usize| {
            format!("{}@{}.{}.{}.nl", "a".repeat(local), "b".repeat(63), "c".repeat(63), "d".repeat(label))
        };
        for (address, is_right) in [(long(64, 58), true), (long(65, 1), false), (long(64, 59), false)] {
            assert_eq!(checked(&address), if is_right { Ok(address) } else { Err(NoAddress::Long) });
        }
        for right in ["jan@x.nl", "o'neil+golf@x.nl", "jan@münchen-golf.nl", "a@1.nl"] {
            assert_eq!(checked(right).as_deref(), Ok(right));
        }
    }

    proptest! {
        #[test]
        fn the_one_form_is_its_own(text in "[a-zA-Zäß0-9.@<>,;:\"' -]{0,24}|\\PC{0,20}|[a-zä.]{1,5}@[a-zäß漢]{1,5}\\.nl") {
            let email = canonical(&text);
            prop_assert_eq!(canonical(&email), email.clone());
            prop_assert_eq!(email.trim(), &email);
            prop_assert_eq!(email.to_lowercase(), email.clone());
            if let Ok(checked) = checked(&email) {
                prop_assert_eq!(&checked, &email);
                prop_assert_eq!(canonical(&ascii(&email)), email.clone());
                prop_assert!(ascii(&email).is_ascii());
            }
        }
    }
}
