//! HTML of the data set, made harmless on the way in (docs/security.md, 12): whoever writes a news item must not be
//! able to run a script at a member's, or to dress a page up as ours.

use std::sync::LazyLock;

use ammonia::Builder;

/// ammonia's list of harmless elements, less what a text needs no more: pictures and frames from elsewhere would be
/// refused by the content security policy anyway.
static CLEANER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut cleaner = Builder::default();
    cleaner.rm_tags(["img", "map", "area"]).link_rel(Some("noopener noreferrer"));
    cleaner
});

/// Harmless HTML.
pub(super) fn html(text: &str) -> String {
    CLEANER.clean(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_text_and_links_and_drops_what_runs() {
        assert_eq!(html("<p>Bel <strong>ons</strong></p>"), "<p>Bel <strong>ons</strong></p>");
        assert_eq!(
            html(r#"<a href="tel:+31500001000" onclick="x()">bel</a>"#),
            r#"<a href="tel:+31500001000" rel="noopener noreferrer">bel</a>"#
        );
        for wrong in [
            "<script>alert(1)</script>",
            "<img src=x onerror=alert(1)>",
            "<a href=\"javascript:alert(1)\">x</a>",
            "<svg/onload=alert(1)>",
            "<iframe src=\"https://example.com\"></iframe>",
            "<p style=\"position:fixed\">x</p>",
            "<math><mi//xlink:href=\"data:x,<script>alert(1)</script>\">",
        ] {
            let clean = html(wrong);
            for bad in ["script", "onerror", "onload", "javascript:", "style", "iframe"] {
                assert!(!clean.contains(bad), "{wrong} became {clean}");
            }
        }
    }
}
