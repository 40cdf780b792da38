//! The logical structure of a document, as it grows while pages are drawn. A link's annotation can be added only
//! once its page is drawn: until then it is pending here.

use std::num::NonZeroU16;

use krilla::action::{Action, LinkAction};
use krilla::annotation::{Annotation, LinkAnnotation, Target};
use krilla::geom::Rect;
use krilla::page::Page;
use krilla::tagging::{Identifier, Node, Tag, TagGroup, TagKind};

use crate::dutch::one_line;

/// An element with its content in reading order.
#[derive(Debug)]
pub(super) struct Element {
    tag: TagKind,
    children: Vec<Child>,
}

#[derive(Debug)]
pub(super) enum Child {
    /// Content on a page.
    Content(Identifier),
    /// A link whose page is not finished.
    Pending {
        content: Identifier,
        rect: Rect,
        uri: String,
    },
    /// A finished link.
    Link(TagGroup),
    Element(Element),
}

/// The tag of a heading, 1..=6, with its text.
pub(super) fn heading(level: u16, title: &str) -> TagKind {
    Tag::Hn(NonZeroU16::new(level).unwrap_or(NonZeroU16::MIN), Some(one_line(title))).into()
}

impl Element {
    pub(super) fn new(tag: impl Into<TagKind>) -> Self {
        Self { tag: tag.into(), children: Vec::new() }
    }

    pub(super) fn push(&mut self, child: Child) {
        self.children.push(child);
    }

    pub(super) fn with(mut self, element: Element) -> Self {
        self.push(Child::Element(element));
        self
    }

    /// Adds the annotations of the links that were drawn on `page`.
    pub(super) fn add_link_annotations(&mut self, page: &mut Page<'_>) {
        for child in &mut self.children {
            match child {
                Child::Pending { content, rect, uri } => {
                    let target = Target::Action(Action::Link(LinkAction::new(uri.clone())));
                    let link = Annotation::new_link(LinkAnnotation::new(*rect, target), Some(uri.clone()));
                    let annotation = page.add_tagged_annotation(link);
                    let children = vec![Node::Leaf(*content), Node::Leaf(annotation)];
                    *child = Child::Link(TagGroup::with_children(Tag::Link, children));
                }
                Child::Element(element) => element.add_link_annotations(page),
                Child::Content(_) | Child::Link(_) => {}
            }
        }
    }

    pub(super) fn into_group(self) -> TagGroup {
        let children = self.children.into_iter().map(|child| match child {
            Child::Content(content) | Child::Pending { content, .. } => Node::Leaf(content),
            Child::Link(group) => Node::Group(group),
            Child::Element(element) => Node::Group(element.into_group()),
        });
        TagGroup::with_children(self.tag, children.collect())
    }
}
