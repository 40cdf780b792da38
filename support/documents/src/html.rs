//! Editors' HTML as plain structure: headings, paragraphs, lists, emphasis, links. A PDF, a calendar entry and a
//! plain-text mail can show these; of all other elements only the text remains.
//!
//! The portal sanitises HTML on import and on the way out. Here nothing active can remain, by construction: the
//! result holds text, and links to http, https, mailto and tel only.

mod block;
mod reader;

pub use block::{Block, Item, Span};

/// Reads HTML as blocks. Never fails: an element that is not closed ends with the text, an unknown one is ignored.
#[must_use]
pub fn blocks(html: &str) -> Vec<Block> {
    reader::read(html)
}

/// The same as lines of plain text, one per paragraph or item.
#[must_use]
pub fn lines(html: &str) -> Vec<String> {
    blocks(html)
        .iter()
        .flat_map(|block| match block {
            Block::Heading { spans, .. } | Block::Paragraph(spans) => vec![text(spans)],
            Block::List(items) => items
                .iter()
                .map(|item| format!("{}{} {}", "  ".repeat(item.depth), item.marker(), text(&item.spans)))
                .collect(),
        })
        .collect()
}

/// The bare text of some spans.
#[must_use]
pub fn text(spans: &[Span]) -> String {
    spans.iter().map(|span| span.text.as_str()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> Span {
        Span { text: text.to_owned(), ..Span::default() }
    }

    #[test]
    fn a_club_description_keeps_its_list_and_links() {
        let html = r#"<p>Meld je <strong>een kwartier</strong> vooraf.</p><ul><li>Telefoon: <a href="tel:+31597">0597</a></li><li>Ja</li></ul>"#;
        assert_eq!(
            blocks(html),
            [
                Block::Paragraph(vec![
                    plain("Meld je "),
                    Span { strong: true, ..plain("een kwartier") },
                    plain(" vooraf."),
                ]),
                Block::List(vec![
                    Item {
                        depth: 0,
                        number: None,
                        spans: vec![
                            plain("Telefoon: "),
                            Span { link: Some("tel:+31597".to_owned()), ..plain("0597") },
                        ],
                    },
                    Item { depth: 0, number: None, spans: vec![plain("Ja")] },
                ]),
            ]
        );
    }

    #[test]
    fn entities_breaks_and_white_space_read_as_in_a_browser() {
        assert_eq!(lines("<p>  a &amp; b\n\n c<br>d&nbsp;e &lt;b&gt;</p>"), ["a & b c\nd\u{a0}e <b>"]);
        assert_eq!(lines("los <div>blok</div> einde"), ["los", "blok", "einde"]);
        assert_eq!(lines(" <p> </p><p><br></p>"), Vec::<String>::new());
    }

    #[test]
    fn ordered_and_nested_lists_keep_their_numbers_and_depth() {
        let html = "<ol><li>een<ul><li>a</li></ul></li><li><p>twee</p><p>nog</p></li></ol><p>na</p>";
        assert_eq!(lines(html), ["1. een", "  • a", "2. twee\nnog", "na"]);
    }

    #[test]
    fn headings_keep_their_level() {
        assert!(matches!(&blocks("<h2>Artikel 1</h2>")[..], [Block::Heading { level: 2, .. }]));
    }

    #[test]
    fn active_content_is_removed() {
        for html in [
            "<script>alert(1)</script><p>x</p>",
            "<style>p{}</style><p>x</p>",
            "<p onclick=alert(1)>x</p>",
            "<p><a href='javascript:alert(1)'>x</a></p>",
            "<p><a href=' JaVaScRiPt:alert(1)'>x</a></p>",
            "<p><a href='data:text/html,y'>x</a></p>",
            "<p><img src=x onerror=alert(1)>x</p>",
            "<iframe src=y><p>z</p></iframe><p>x</p>",
            "<!-- <p>z</p> --><p>x</p>",
            "<template><p>z</p></template><p>x</p>",
        ] {
            assert_eq!(blocks(html), [Block::Paragraph(vec![plain("x")])], "{html}");
        }
    }

    #[test]
    fn broken_html_ends_with_its_text() {
        assert_eq!(lines("<p>a <b>b<p>c</i></ul></li> d"), ["a b", "c", "d"]);
        assert_eq!(lines("<ul><li>a"), ["• a"]);
    }
}
