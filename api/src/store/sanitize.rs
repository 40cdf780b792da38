//! HTML made harmless (docs/security.md, 12), on the way in and once more on the way out: whoever writes a news item
//! must not be able to run a script at a member's, or to dress a page up as ours. What was stored before a hole in
//! the sanitiser was closed, or written past it, is caught on the way out.

use std::sync::LazyLock;

use ammonia::Builder;
use quick_cache::sync::Cache;

/// ammonia's list of harmless elements, less what a text needs no more: pictures and frames from elsewhere would be
/// refused by the content security policy anyway.
static CLEANER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut cleaner = Builder::default();
    cleaner.rm_tags(["img", "map", "area"]).link_rel(Some("noopener noreferrer"));
    // Browsers do not follow it, ammonia does not look at the scheme in it, and no text needs it.
    for element in ["blockquote", "del", "ins", "q"] {
        cleaner.rm_tag_attributes(element, ["cite"]);
    }
    cleaner
});

/// Texts that were cleaned lately. The same few go out with every answer, and cleaning one takes longer than
/// everything else about that answer.
static CLEANED: LazyLock<Cache<String, String>> = LazyLock::new(|| Cache::new(256));

/// How often a text is cleaned at most. Written out, some texts are read as others (a line break at the beginning of `pre`
/// is dropped each time); what is still another one after so many is no text that an editor wrote.
const PASSES: usize = 8;

/// Harmless HTML. Doing it twice changes nothing more.
#[must_use]
pub fn html(text: &str) -> String {
    if let Some(clean) = CLEANED.get(text) {
        return clean;
    }
    let clean = cleaned(text);
    CLEANED.insert(text.to_owned(), clean.clone());
    clean
}

/// Cleaned until cleaning changes nothing, else as plain text.
fn cleaned(text: &str) -> String {
    // As the HTML standard has it; the parser leaves out the one before a NUL.
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut before = CLEANER.clean(&text).to_string();
    for _ in 1..PASSES {
        let after = CLEANER.clean(&before).to_string();
        if after == before {
            return after;
        }
        before = after;
    }
    CLEANER.clean(&ammonia::clean_text(&text)).to_string()
}

#[cfg(test)]
mod tests;
