//! The structure that is read from HTML: blocks, items and runs of text.

/// One block of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// A heading of level 1 to 6.
    Heading {
        /// 1..=6
        level: u8,
        /// Its text.
        spans: Vec<Span>,
    },
    /// A paragraph.
    Paragraph(Vec<Span>),
    /// A list; nested lists are items of a greater depth.
    List(Vec<Item>),
}

/// One item of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// 0 in the outermost list.
    pub depth: usize,
    /// The position in an ordered list, from 1; `None` in an unordered one.
    pub number: Option<usize>,
    /// Its text.
    pub spans: Vec<Span>,
}

/// A run of text in one style. `\n` is a forced line break; all other white space is single spaces.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Span {
    /// The text, entities decoded.
    pub text: String,
    /// `strong` or `b`
    pub strong: bool,
    /// `em` or `i`
    pub emphasis: bool,
    /// The target of the link.
    pub link: Option<String>,
}

impl Item {
    /// `•` or `2.`
    #[must_use]
    pub fn marker(&self) -> String {
        self.number.map_or_else(|| "•".to_owned(), |number| format!("{number}."))
    }
}
