//! HTML of the portal's content.

use fairway_store::sanitize;

use crate::lines::text;

/// Elements that run code or load something that runs.
const FORBIDDEN_ELEMENTS: [&str; 14] = [
    "base", "embed", "form", "frame", "iframe", "img", "input", "link", "meta", "object", "script", "style",
    "svg", "math",
];

const FORBIDDEN_ATTRIBUTES: [&str; 7] = ["action", "formaction", "id", "name", "src", "srcdoc", "style"];
const FORBIDDEN_SCHEMES: [&str; 5] = ["blob", "data", "file", "javascript", "vbscript"];

/// Sanitised HTML does not change when it is sanitised again, and has no element, attribute or URL that runs code.
pub fn html(data: &[u8]) {
    let Some(input) = text(data) else { return };
    let clean = sanitize::html(input);
    assert_eq!(sanitize::html(&clean), clean, "from {input:?}");
    for Tag { name, attributes } in tags(&clean) {
        assert!(!FORBIDDEN_ELEMENTS.contains(&name.as_str()), "<{name}> in {clean:?} from {input:?}");
        for (attribute, value) in attributes {
            let is_forbidden =
                attribute.starts_with("on") || FORBIDDEN_ATTRIBUTES.contains(&attribute.as_str());
            assert!(!is_forbidden, "{attribute} in {clean:?} from {input:?}");
            assert!(attribute != "href" || is_harmless(&value), "{value:?} in {clean:?} from {input:?}");
        }
    }
}

/// An opening or closing tag, in lower case.
struct Tag {
    name: String,
    attributes: Vec<(String, String)>,
}

/// The tags of sanitised HTML, read without the sanitiser's parser. This simple reader is enough, because the sanitiser
/// escapes every `<` in text and quotes every value.
fn tags(clean: &str) -> Vec<Tag> {
    let mut tags = Vec::new();
    let mut rest = clean;
    while let Some((_, after)) = rest.split_once('<') {
        let after = after.strip_prefix('/').unwrap_or(after);
        let end = after.find(|char: char| !char.is_ascii_alphanumeric()).unwrap_or(after.len());
        let mut tag = Tag { name: after[..end].to_lowercase(), attributes: Vec::new() };
        rest = &after[end..];
        while let Some(attribute) = rest.strip_prefix(' ') {
            let (name, quoted) = attribute.split_once("=\"").expect("a value is quoted");
            let (value, after) = quoted.split_once('"').expect("a quoted value ends");
            tag.attributes.push((name.to_lowercase(), value.to_owned()));
            rest = after;
        }
        rest = rest.strip_prefix('>').expect("a tag ends");
        tags.push(tag);
    }
    tags
}

/// Whether a browser runs no code when it opens this URL.
fn is_harmless(address: &str) -> bool {
    let portal = url::Url::parse("https://portal.example/").expect("an address");
    portal.join(&address.replace("&amp;", "&")).map_or(true, |url| !FORBIDDEN_SCHEMES.contains(&url.scheme()))
}
