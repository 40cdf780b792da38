//! HTML of a mail that operators read: as plain as it is harmless, and without links. A member's mail leads to vouchers and
//! screens without a log-in, and an operator must not follow it there by a slip.

use std::sync::LazyLock;

use ammonia::Builder;

/// ammonia's list of harmless elements, without those that lead somewhere or load something; styles are not on it.
static CLEANER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut cleaner = Builder::default();
    cleaner.rm_tags(["a", "img", "map", "area"]);
    for element in ["blockquote", "del", "ins", "q"] {
        cleaner.rm_tag_attributes(element, ["cite"]);
    }
    cleaner
});

/// The visible part of a mail: what its links are called stays, where they lead does not.
#[must_use]
pub fn html(mail: &str) -> String {
    // Before the first table are the title and the line for inboxes, which a mail program does not show in the text.
    let visible = mail.find("<table").and_then(|at| mail.get(at..)).unwrap_or(mail);
    CLEANER.clean(visible).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_a_link_stay_and_its_address_does_not() {
        let mail = "<html><head><title>Bevestigd</title></head><body><div style=\"display:none\">Kort</div>\
            <table><tbody><tr><td style=\"color:red\"><a href=\"https://portal.example/api/vouchers/token.pdf\">\
            Je voucher</a> &amp; meer</td></tr></tbody></table></body></html>";
        assert_eq!(html(mail), "<table><tbody><tr><td>Je voucher &amp; meer</td></tr></tbody></table>");
    }
}
