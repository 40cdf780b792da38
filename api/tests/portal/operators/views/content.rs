//! The questions to the endpoints of content.

use serde_json::{Value, json};

use super::{Asked, act};

/// Each endpoint with what it is asked.
pub(super) fn questions() -> Vec<(&'static str, &'static str, Asked)> {
    let just = |always: Value| Asked { always: vec![always], maybe: json!({}) };
    let item = || act(json!({ "kind": "page", "key": "terms", "version": 0 }));
    let changes =
        Asked { always: vec![json!({})], maybe: json!({ "kind": "page", "key": "terms", "before": 9 }) };
    let row = json!({ "kind": "page", "publish": "draft", "row": {} });
    let saved = json!({ "kind": "page", "publish": "draft", "row": {}, "key": "terms" });
    vec![
        ("get", "content", just(json!({ "kind": "page" }))),
        ("get", "content/changes", changes),
        ("get", "content/item", just(json!({ "kind": "page", "key": "terms" }))),
        ("post", "content/add", act(row)),
        ("post", "content/save", act(saved)),
        ("post", "content/discard", item()),
        ("post", "content/remove", item()),
        ("post", "content/order", act(json!({ "kind": "faq", "keys": [] }))),
        ("post", "content/photos", just(json!({}))),
        ("post", "content/preview", just(json!({ "html": "<p>x</p>" }))),
        ("post", "content/undo", act(json!({ "change": 1, "version": 0 }))),
    ]
}
