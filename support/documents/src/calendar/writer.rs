//! Content lines of RFC 5545: escaped text, CRLF, folded at 75 octets without breaking a character.

/// The longest line without its CRLF, in octets.
const FOLD_AT: usize = 75;

#[derive(Default)]
pub(super) struct Writer(String);

impl Writer {
    /// A line whose value is not text: dates, numbers, addresses. Control characters are removed, so that no line can
    /// be injected.
    pub(super) fn line(&mut self, name: &str, value: &str) {
        let mut width = 0;
        for c in name.chars().chain([':']).chain(value.chars().filter(|c| !c.is_control())) {
            if width + c.len_utf8() > FOLD_AT {
                self.0.push_str("\r\n ");
                width = 1;
            }
            self.0.push(c);
            width += c.len_utf8();
        }
        self.0.push_str("\r\n");
    }

    /// A line whose value is text, with line breaks, commas, semicolons and backslashes escaped.
    pub(super) fn text(&mut self, name: &str, value: &str) {
        let mut escaped = String::with_capacity(value.len());
        for c in value.chars() {
            match c {
                '\\' | ';' | ',' => escaped.extend(['\\', c]),
                '\n' => escaped.push_str("\\n"),
                c => escaped.push(c),
            }
        }
        self.line(name, &escaped);
    }

    pub(super) fn finish(self) -> String {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(value: &str) -> String {
        let mut writer = Writer::default();
        writer.text("SUMMARY", value);
        writer.finish()
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(written("a,b;c\\d\ne\r\nf"), "SUMMARY:a\\,b\\;c\\\\d\\ne\\nf\r\n");
    }

    #[test]
    fn no_line_exceeds_75_octets_and_no_character_is_broken() {
        let value = "Yılmaz – ’s-Gravenhage ".repeat(20);
        let file = written(value.trim_end());
        for line in file.split("\r\n") {
            assert!(line.len() <= 75, "{} octets: {line}", line.len());
        }
        assert_eq!(file.replace("\r\n ", "").trim_end(), format!("SUMMARY:{}", value.trim_end()));
    }

    #[test]
    fn a_value_cannot_inject_a_line() {
        let mut writer = Writer::default();
        writer.line("URL", "https://a\r\nATTENDEE:x");
        assert_eq!(writer.finish(), "URL:https://aATTENDEE:x\r\n");
    }
}
