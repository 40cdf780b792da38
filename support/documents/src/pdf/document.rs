//! The common parts of every document: accessible, with a title, in Dutch, without a date.

use krilla::configure::{Accessibility, ConfigurationBuilder};
use krilla::metadata::Metadata;
use krilla::outline::Outline;
use krilla::page::PageSettings;
use krilla::tagging::TagTree;
use krilla::{Document, SerializeSettings};

use super::PdfError;
use super::canvas::Canvas;
use super::tags::Element;

pub(super) struct DocumentWriter {
    document: Document,
    size: (f32, f32),
}

impl DocumentWriter {
    /// A document of pages of `size` points.
    pub(super) fn new(size: (f32, f32)) -> Result<Self, PdfError> {
        let configuration = ConfigurationBuilder::new()
            .with_accessibility_validator(Accessibility::UA1)
            .finish()
            .map_err(|error| PdfError(format!("{error:?}")))?;
        let settings = SerializeSettings { configuration, ..SerializeSettings::default() };
        Ok(Self { document: Document::new_with(settings), size })
    }

    /// Draws one page; the content that it adds to `elements` is tagged.
    pub(super) fn page(
        &mut self,
        elements: &mut [Element],
        draw: impl FnOnce(&mut Canvas<'_>, &mut [Element]),
    ) -> Result<(), PdfError> {
        let settings = PageSettings::from_wh(self.size.0, self.size.1)
            .ok_or_else(|| PdfError("a page needs a positive size".to_owned()))?;
        let mut page = self.document.start_page_with(settings);
        {
            let mut canvas = Canvas(page.surface());
            draw(&mut canvas, elements);
        }
        for element in elements {
            element.add_link_annotations(&mut page);
        }
        page.finish();
        Ok(())
    }

    /// The finished bytes. A viewer shows the title, and a screen reader reads it first.
    pub(super) fn finish(
        mut self,
        title: String,
        outline: Outline,
        elements: Vec<Element>,
    ) -> Result<Vec<u8>, PdfError> {
        self.document.set_metadata(
            Metadata::new()
                .title(title)
                .authors(vec!["Fairway".to_owned()])
                .creator("Fairway".to_owned())
                .language("nl-NL".to_owned()),
        );
        self.document.set_outline(outline);
        let mut tree = TagTree::new().with_lang(Some("nl-NL".to_owned()));
        for element in elements {
            tree.push(element.into_group());
        }
        self.document.set_tag_tree(tree);
        self.document.finish().map_err(|error| PdfError(format!("{error}: {error:?}")))
    }
}
