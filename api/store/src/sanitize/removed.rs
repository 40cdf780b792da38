//! The elements and attributes that the sanitiser takes out of a text, so that its author sees what members miss.

use std::cell::RefCell;
use std::collections::BTreeMap;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{
    BufferQueue, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

/// An element, or an attribute of an element.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Removed {
    /// The element's name, in small letters.
    pub element: String,
    /// The attribute's name; `None`: the element itself.
    pub attribute: Option<String>,
    /// How often it is in what was written and not in what members get.
    pub count: usize,
}

/// At most this many are named: a text from a word processor has an attribute for every word.
const MOST: usize = 50;

/// The elements and attributes that are in `written` more often than in `clean`, in the order of their names.
pub(super) fn between(written: &str, clean: &str) -> Vec<Removed> {
    let kept = counts(clean);
    let removed = counts(written).into_iter().filter_map(|(part, count)| {
        let count = count.saturating_sub(kept.get(&part).copied().unwrap_or(0));
        let (element, attribute) = part;
        (count > 0).then_some(Removed { element, attribute, count })
    });
    removed.take(MOST).collect()
}

type Counts = BTreeMap<(String, Option<String>), usize>;

fn counts(html: &str) -> Counts {
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(html));
    let tokenizer = Tokenizer::new(Sink::default(), TokenizerOpts::default());
    let _script = tokenizer.feed(&input);
    tokenizer.end();
    tokenizer.sink.0.into_inner()
}

/// The tokenizer gives its sink a shared reference only.
#[derive(Default)]
struct Sink(RefCell<Counts>);

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        if let Token::TagToken(tag) = token
            && tag.kind == TagKind::StartTag
        {
            let mut counts = self.0.borrow_mut();
            let element = tag.name.to_string();
            for attribute in &tag.attrs {
                *counts.entry((element.clone(), Some(attribute.name.local.to_string()))).or_default() += 1;
            }
            *counts.entry((element, None)).or_default() += 1;
        }
        TokenSinkResult::Continue
    }
}

#[cfg(test)]
mod tests {
    use crate::sanitize;

    fn named(html: &str) -> Vec<String> {
        let name = |part: &super::Removed| match &part.attribute {
            None => format!("{} <{}>", part.count, part.element),
            Some(attribute) => format!("{} {attribute} of <{}>", part.count, part.element),
        };
        sanitize::removed(html).iter().map(name).collect()
    }

    #[test]
    fn what_is_taken_out_is_named_and_counted() {
        assert_eq!(
            named("<p onclick=\"x()\">Hoi<script>alert(1)</script></p>"),
            ["1 onclick of <p>", "1 <script>",]
        );
        assert_eq!(
            named("<img src=\"data:,\"><IMG><p style=\"color:red\">a<p style=\"\">b"),
            ["2 <img>", "1 src of <img>", "2 style of <p>",]
        );
    }

    #[test]
    fn what_stays_or_is_added_is_not_named() {
        for whole in
            ["", "Hoi", "<p>a</p>", "<a href=\"www.club.nl\">club</a>", "<table><tr><td colspan=2>a</table>"]
        {
            assert_eq!(named(whole), [""; 0], "{whole}");
        }
    }

    #[test]
    fn a_long_text_names_a_bounded_number() {
        let html: String = (0..200).map(|n| format!("<x{n}>")).collect();
        assert_eq!(named(&html).len(), super::MOST);
    }
}
