//! Converts the tokens of an HTML text into blocks.

use std::cell::RefCell;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

use super::block::{Block, Item, Span};

pub(super) fn read(html: &str) -> Vec<Block> {
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(html));
    let tokenizer = Tokenizer::new(Sink::default(), TokenizerOpts::default());
    let _script = tokenizer.feed(&input);
    tokenizer.end();
    tokenizer.sink.0.into_inner().finish()
}

/// The tokenizer gives its sink a shared reference only.
#[derive(Default)]
struct Sink(RefCell<Reader>);

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut reader = self.0.borrow_mut();
        match token {
            Token::CharacterTokens(text) => reader.characters(&text),
            Token::TagToken(tag) => {
                reader.tag(&tag);
                if tag.kind == TagKind::StartTag
                    && let Some(kind) = raw_kind(&tag.name)
                {
                    return TokenSinkResult::RawData(kind);
                }
            }
            Token::DoctypeToken(_)
            | Token::CommentToken(_)
            | Token::NullCharacterToken
            | Token::EOFToken
            | Token::ParseError(_) => {}
        }
        TokenSinkResult::Continue
    }
}

/// Elements whose content is not mark-up: `<p>` inside a script is not a paragraph.
fn raw_kind(name: &str) -> Option<RawKind> {
    match name {
        "script" => Some(RawKind::ScriptData),
        "style" | "iframe" | "noembed" | "noframes" | "xmp" => Some(RawKind::Rawtext),
        "textarea" | "title" => Some(RawKind::Rcdata),
        _ => None,
    }
}

/// Elements whose content is not shown.
fn is_hidden(name: &str) -> bool {
    raw_kind(name).is_some() || matches!(name, "head" | "template" | "noscript" | "object" | "svg" | "math")
}

#[derive(Default)]
struct Reader {
    blocks: Vec<Block>,
    spans: Vec<Span>,
    heading: Option<u8>,
    /// The open lists, outermost first: `Some(n)` counts an ordered one.
    lists: Vec<Option<usize>>,
    /// A new `li` was opened and has no text yet.
    is_new_item: bool,
    strong: usize,
    emphasis: usize,
    link: Option<String>,
    /// The hidden element that is open, and how many of its name.
    hidden: Option<(String, usize)>,
}

impl Reader {
    fn tag(&mut self, tag: &Tag) {
        let name: &str = &tag.name;
        let opens = tag.kind == TagKind::StartTag;
        if let Some((name_of_hidden, open)) = &mut self.hidden {
            if name_of_hidden == name {
                *open = if opens { *open + 1 } else { *open - 1 };
            }
            if *open == 0 {
                self.hidden = None;
            }
            return;
        }
        if is_hidden(name) {
            self.hidden = (opens && !tag.self_closing).then(|| (name.to_owned(), 1));
            return;
        }
        match name {
            "strong" | "b" => count(&mut self.strong, opens),
            "em" | "i" => count(&mut self.emphasis, opens),
            "a" => self.link = if opens { safe_link(tag) } else { None },
            "br" => self.line_break(),
            "ul" | "ol" if opens => {
                self.flush();
                if self.lists.is_empty() {
                    self.blocks.push(Block::List(Vec::new()));
                }
                self.lists.push((name == "ol").then_some(0));
            }
            "ul" | "ol" => {
                self.flush();
                self.lists.pop();
            }
            "li" => {
                self.flush();
                self.is_new_item = opens;
            }
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                self.flush();
                self.heading = opens.then(|| name.as_bytes()[1] - b'0');
            }
            "p" | "div" | "section" | "article" | "blockquote" | "pre" | "hr" | "table" | "tr" | "td"
            | "th" | "dl" | "dt" | "dd" | "header" | "footer" | "address" | "figure" | "body" => self.flush(),
            _ => {}
        }
    }

    fn characters(&mut self, text: &str) {
        if self.hidden.is_some() {
            return;
        }
        for c in text.chars() {
            let c = if c.is_whitespace() && c != '\u{a0}' { ' ' } else { c };
            if c == ' ' && self.at_line_start_or_space() {
                continue;
            }
            self.push(c);
        }
    }

    fn line_break(&mut self) {
        self.trim_end();
        if !self.spans.is_empty() {
            self.push('\n');
        }
    }

    fn push(&mut self, c: char) {
        if c.is_control() && c != '\n' {
            return;
        }
        let style = Span {
            text: String::new(),
            strong: self.strong > 0,
            emphasis: self.emphasis > 0,
            link: self.link.clone(),
        };
        match self.spans.last_mut() {
            Some(last)
                if (last.strong, last.emphasis, &last.link)
                    == (style.strong, style.emphasis, &style.link) =>
            {
                last.text.push(c);
            }
            _ => self.spans.push(Span { text: c.to_string(), ..style }),
        }
    }

    fn at_line_start_or_space(&self) -> bool {
        self.spans.last().is_none_or(|span| span.text.ends_with([' ', '\n']))
    }

    fn trim_end(&mut self) {
        while let Some(last) = self.spans.last_mut() {
            last.text.truncate(last.text.trim_end_matches([' ', '\n']).len());
            if !last.text.is_empty() {
                break;
            }
            self.spans.pop();
        }
    }

    /// Ends the current block, if it has any text.
    fn flush(&mut self) {
        self.trim_end();
        let spans = std::mem::take(&mut self.spans);
        if spans.is_empty() {
            return;
        }
        let depth = self.lists.len().saturating_sub(1);
        match (self.lists.last_mut(), self.blocks.last_mut()) {
            (Some(counter), Some(Block::List(items))) => {
                if self.is_new_item || items.is_empty() {
                    let number = counter.as_mut().map(|count| {
                        *count += 1;
                        *count
                    });
                    items.push(Item { depth, number, spans });
                    self.is_new_item = false;
                } else if let Some(item) = items.last_mut() {
                    item.spans.push(Span { text: "\n".to_owned(), ..Span::default() });
                    item.spans.extend(spans);
                }
            }
            _ => self.blocks.push(match self.heading {
                Some(level) => Block::Heading { level, spans },
                None => Block::Paragraph(spans),
            }),
        }
    }

    fn finish(mut self) -> Vec<Block> {
        self.flush();
        self.blocks.retain(|block| !matches!(block, Block::List(items) if items.is_empty()));
        self.blocks
    }
}

fn count(open: &mut usize, opens: bool) {
    *open = if opens { *open + 1 } else { open.saturating_sub(1) };
}

/// The target of a link, if its scheme cannot run code.
fn safe_link(tag: &Tag) -> Option<String> {
    let href = tag.attrs.iter().find(|attribute| &*attribute.name.local == "href")?;
    let href: String = href.value.chars().filter(|c| !c.is_control()).collect();
    let href = href.trim();
    let scheme = href.split_once(':')?.0.to_ascii_lowercase();
    let known = matches!(scheme.as_str(), "http" | "https" | "mailto" | "tel");
    (known && !href.contains(char::is_whitespace)).then(|| href.to_owned())
}
