//! Sanitises HTML (docs/security.md, 12), in the import and again before a response: the author of a news item must not
//! be able to run a script in a member's browser, or to imitate a page of the portal. HTML that was stored before a
//! hole in the sanitiser was closed, or that bypassed it, is sanitised by the second run.

mod removed;

use std::borrow::Cow;
use std::sync::LazyLock;

use ammonia::Builder;
use quick_cache::sync::Cache;
pub use removed::Removed;

/// ammonia's list of harmless elements, without images and frames, which the content security policy would refuse in
/// any case.
static CLEANER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut cleaner = Builder::default();
    cleaner.rm_tags(["img", "map", "area"]).link_rel(Some("noopener noreferrer"));
    cleaner.attribute_filter(|element, attribute, value| match (element, attribute) {
        ("a", "href") => Some(link_as_meant(value)),
        _ => Some(value.into()),
    });
    // Browsers do not follow `cite`, ammonia does not check its scheme, and no text needs it.
    for element in ["blockquote", "del", "ins", "q"] {
        cleaner.rm_tag_attributes(element, ["cite"]);
    }
    cleaner
});

/// Recently sanitised texts. The same few are in many responses, and sanitising one takes longer than the rest of the
/// response.
static CLEANED: LazyLock<Cache<String, String>> = LazyLock::new(|| Cache::new(256));

/// How often a text is sanitised, at most. Some texts change each time they are serialised and parsed (a line break at
/// the beginning of `pre` is dropped); a text that still changes after so many runs was not written by an editor.
const MAX_RUNS: usize = 8;

/// An address as editors write it, without a scheme: browsers would look for `www.club.nl` or `info@club.nl` in the portal.
/// Called for what has a harmless scheme, or none.
fn link_as_meant(written: &str) -> Cow<'_, str> {
    let address = written.trim();
    let host = address.split(['/', '?', '#']).next().unwrap_or_default();
    let name = host.rsplit('@').next().unwrap_or_default();
    let is_host = name.split_once('.').is_some_and(|(first, rest)| !first.is_empty() && !rest.is_empty())
        && name.chars().all(|char| char.is_alphanumeric() || "-.".contains(char))
        && name
            .rsplit('.')
            .next()
            .is_some_and(|top| top.chars().count() > 1 && top.chars().all(char::is_alphabetic));
    match (is_host, host.split_once('@')) {
        (true, None) => format!("https://{address}").into(),
        (true, Some((local, _))) if !local.is_empty() && !local.contains([':', '@']) => {
            format!("mailto:{address}").into()
        }
        _ => address.into(),
    }
}

/// Harmless HTML. A second run changes nothing.
#[must_use]
pub fn html(text: &str) -> String {
    if let Some(clean) = CLEANED.get(text) {
        return clean;
    }
    let clean = cleaned(text);
    CLEANED.insert(text.to_owned(), clean.clone());
    clean
}

/// What sanitising takes out of a text.
#[must_use]
pub fn removed(text: &str) -> Vec<Removed> {
    removed::between(text, &html(text))
}

/// The elements that stay, in the order of their names.
#[must_use]
pub fn allowed_elements() -> Vec<&'static str> {
    let mut elements: Vec<_> = CLEANER.clone_tags().into_iter().collect();
    elements.sort_unstable();
    elements
}

/// Sanitises until a run changes nothing; if that does not happen, returns it as plain text.
fn cleaned(text: &str) -> String {
    // Line ends as in the HTML standard; the parser does not normalise one before a NUL.
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut previous = CLEANER.clean(&text).to_string();
    for _ in 1..MAX_RUNS {
        let cleaned_again = CLEANER.clean(&previous).to_string();
        if cleaned_again == previous {
            return cleaned_again;
        }
        previous = cleaned_again;
    }
    CLEANER.clean(&ammonia::clean_text(&text)).to_string()
}

#[cfg(test)]
mod tests;
