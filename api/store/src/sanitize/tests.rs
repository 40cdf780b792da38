//! Tests which HTML is accepted, with a corpus of payloads of known attacks.

use super::{html, link_as_meant};

/// One payload per line; lines that begin with `#` name the source of a group.
const CORPUS: &str = include_str!("corpus.txt");

/// The elements that may be in the result: an independent, small list.
const ELEMENTS: &[&str] = &[
    "a",
    "abbr",
    "acronym",
    "article",
    "aside",
    "b",
    "bdi",
    "bdo",
    "blockquote",
    "br",
    "caption",
    "center",
    "cite",
    "code",
    "col",
    "colgroup",
    "data",
    "dd",
    "del",
    "details",
    "dfn",
    "div",
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "footer",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hgroup",
    "hr",
    "i",
    "ins",
    "kbd",
    "li",
    "mark",
    "nav",
    "ol",
    "p",
    "pre",
    "q",
    "rp",
    "rt",
    "rtc",
    "ruby",
    "s",
    "samp",
    "small",
    "span",
    "strike",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "time",
    "tr",
    "tt",
    "u",
    "ul",
    "var",
    "wbr",
];

/// The text between `<` and `>` as a browser sees it, in ammonia's output: attributes are quoted and `<` in a text is
/// escaped.
fn tags(text: &str) -> Vec<&str> {
    text.split('<').skip(1).map(|rest| rest.split('>').next().unwrap_or(rest)).collect()
}

#[test]
fn nothing_of_the_corpus_survives_and_cleaning_twice_changes_nothing() {
    let payloads: Vec<&str> =
        CORPUS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    assert!(payloads.len() >= 50, "{}", payloads.len());
    for payload in payloads {
        let clean = html(payload);
        for tag in tags(&clean) {
            let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default();
            assert!(ELEMENTS.contains(&name), "{payload}\nbecame\n{clean}\nwith <{name}>");
            let attributes = tag.to_lowercase();
            for bad in [
                " on",
                "style=",
                "javascript:",
                "vbscript:",
                "data:",
                "srcdoc",
                "formaction",
                " id=",
                " name=",
            ] {
                assert!(!attributes.contains(bad), "{payload}\nbecame\n{clean}\nwith {bad}");
            }
        }
        assert_eq!(html(&clean), clean, "{payload}");
    }
}

#[test]
fn html_of_editors_is_unchanged() {
    for unchanged in [
        "<p>Bel <strong>ons</strong></p>",
        "<h2>Openingstijden</h2><ul><li>maandag</li><li>dinsdag</li></ul>",
        "<table><tbody><tr><th>Baan</th><td>De Es</td></tr></tbody></table>",
        "1 &lt; 2 &amp; 3",
    ] {
        assert_eq!(html(unchanged), unchanged);
    }
    assert_eq!(
        html(r#"<a href="tel:+31500001000" onclick="x()">bel</a>"#),
        r#"<a href="tel:+31500001000" rel="noopener noreferrer">bel</a>"#
    );
    assert_eq!(
        html(r#"<a href="/faq">vragen</a>"#),
        r#"<a href="/faq" rel="noopener noreferrer">vragen</a>"#
    );
}

#[test]
fn text_that_changes_when_parsed_again_is_cleaned_until_stable() {
    for text in ["<pre>\n\n\nkaart</pre>", "<table><a>1<table><a>2"] {
        let clean = html(text);
        assert_eq!(html(&clean), clean, "{text}");
    }
}

#[test]
fn a_link_that_was_written_without_a_scheme_leads_where_it_was_meant_to() {
    for (written, meant) in [
        ("www.golfclub.nl", "https://www.golfclub.nl"),
        (" golfclub.nl/tarieven?jaar=2026#leden ", "https://golfclub.nl/tarieven?jaar=2026#leden"),
        ("münchen-golf.de", "https://münchen-golf.de"),
        ("info@golfclub.nl", "mailto:info@golfclub.nl"),
        ("info@golfclub.nl?subject=Vraag", "mailto:info@golfclub.nl?subject=Vraag"),
    ] {
        assert_eq!(link_as_meant(written), meant);
        assert_eq!(link_as_meant(meant), meant);
        let link = html(&format!("<a href=\"{written}\">hier</a>"));
        assert!(link.contains(&format!("href=\"{meant}\"")), "{link}");
        assert_eq!(html(&link), link);
    }
    for kept in [
        "/faq",
        "faq",
        "#onder",
        "?q=1",
        "../info",
        "//golfclub.nl/x",
        "https://golfclub.nl",
        "mailto:info@golfclub.nl",
        "tel:+31201234567",
        "12.30",
        "a:b@golfclub.nl",
        "@golfclub.nl",
        "",
    ] {
        assert_eq!(link_as_meant(kept), kept);
    }
    for dropped in ["javascript:alert(1)", "java\tscript:www.golfclub.nl", "data:text/html,www.golfclub.nl"] {
        assert!(!html(&format!("<a href=\"{dropped}\">hier</a>")).contains("href"), "{dropped}");
    }
}
