//! XML of elements and text. Everything is escaped, and characters that XML does not have are left out.

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};

use crate::dutch::one_line;

pub(super) struct Xml(Writer<Vec<u8>>);

/// A document with that root.
pub(super) fn document(root: &str, attributes: &[(&str, &str)], content: impl FnOnce(&mut Xml)) -> String {
    let mut xml = Xml(Writer::new_with_indent(Vec::new(), b' ', 2));
    xml.write(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)));
    xml.element_with(root, attributes, content);
    String::from_utf8(xml.0.into_inner()).expect("only text is written")
}

impl Xml {
    /// An element with elements in it.
    pub(super) fn element(&mut self, name: &str, content: impl FnOnce(&mut Self)) {
        self.element_with(name, &[], content);
    }

    /// An element with text.
    pub(super) fn text(&mut self, name: &str, text: &str) {
        self.text_with(name, &[], text);
    }

    /// An element with attributes and text.
    pub(super) fn text_with(&mut self, name: &str, attributes: &[(&str, &str)], text: &str) {
        let line = one_line(&text.replace(['\u{fffe}', '\u{ffff}'], ""));
        self.element_with(name, attributes, |xml| xml.write(Event::Text(BytesText::new(&line))));
    }

    fn element_with(&mut self, name: &str, attributes: &[(&str, &str)], content: impl FnOnce(&mut Self)) {
        self.write(Event::Start(BytesStart::new(name).with_attributes(attributes.iter().copied())));
        content(self);
        self.write(Event::End(BytesEnd::new(name)));
    }

    fn write(&mut self, event: Event<'_>) {
        self.0.write_event(event).expect("memory takes what is written");
    }
}

/// `-12.50`
pub(super) fn decimal(cents: i64) -> String {
    let sign = if cents < 0 { "-" } else { "" };
    let cents = cents.unsigned_abs();
    format!("{sign}{}.{:02}", cents / 100, cents % 100)
}
