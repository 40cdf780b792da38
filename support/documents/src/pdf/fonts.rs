//! The embedded typefaces and the shaping of text into glyphs.
//!
//! Figtree and Young Serif are what the portal uses. Neither has Greek or Cyrillic: a character that is missing
//! there is set in Inter, and as a question mark where Inter has none either, since a document with an undefined glyph
//! is neither accessible nor searchable. An emoji is left out: the text says what it says without it.

use std::sync::LazyLock;

use krilla::Data;
use krilla::text::{Font, GlyphId, KrillaGlyph};
use rustybuzz::{Direction, ShapePlan, UnicodeBuffer, script};
use unicode_normalization::UnicodeNormalization;

/// A cut of a typeface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Face {
    Regular,
    Italic,
    SemiBold,
    /// Young Serif, for names and headings.
    Display,
    /// Inter, for characters that the others do not have.
    Fallback,
}

pub(super) struct Typeface {
    pub(super) font: Font,
    shaper: rustybuzz::Face<'static>,
    /// Making a plan takes longer than using it. One plan for Latin is enough: the other alphabets of the fonts need no
    /// reordering.
    plan: ShapePlan,
}

static TYPEFACES: LazyLock<[Typeface; 5]> = LazyLock::new(|| {
    [
        typeface(include_bytes!("../../fonts/Figtree-Regular.ttf")),
        typeface(include_bytes!("../../fonts/Figtree-Italic.ttf")),
        typeface(include_bytes!("../../fonts/Figtree-SemiBold.ttf")),
        typeface(include_bytes!("../../fonts/YoungSerif-Regular.ttf")),
        typeface(include_bytes!("../../fonts/Inter-Regular.ttf")),
    ]
});

fn typeface(bytes: &'static [u8]) -> Typeface {
    let shaper = rustybuzz::Face::from_slice(bytes, 0).expect("the embedded fonts are read by every test");
    Typeface {
        font: Font::new(Data::from(bytes), 0).expect("the embedded fonts are read by every test"),
        plan: ShapePlan::new(&shaper, Direction::LeftToRight, Some(script::LATIN), None, &[]),
        shaper,
    }
}

impl Face {
    pub(super) fn typeface(self) -> &'static Typeface {
        &TYPEFACES[self as usize]
    }

    fn has(self, c: char) -> bool {
        self.typeface().shaper.glyph_index(c).is_some_and(|glyph| glyph.0 != 0)
    }
}

/// Text in one typeface, shaped. Lengths are in units of the font size.
#[derive(Debug, Clone)]
pub(super) struct Run {
    pub(super) face: Face,
    pub(super) text: String,
    pub(super) glyphs: Vec<KrillaGlyph>,
    pub(super) width: f32,
}

/// Shapes text, falling back where `face` does not have a character. Letters that were typed as a base and an accent
/// are composed first: the composed letter is the one that fonts have.
pub(super) fn shape(face: Face, text: &str) -> Vec<Run> {
    let mut runs: Vec<(Face, String)> = Vec::new();
    for c in text.nfc() {
        let (chosen, c) = match c {
            c if is_invisible(c) => continue,
            c if face.has(c) => (face, c),
            c if Face::Fallback.has(c) => (Face::Fallback, c),
            c if is_emoji(c) => continue,
            _ => (face, '?'),
        };
        match runs.last_mut() {
            Some((last, text)) if *last == chosen => text.push(c),
            _ => runs.push((chosen, c.to_string())),
        }
    }
    runs.into_iter().map(|(face, text)| shape_run(face, text)).collect()
}

/// Characters that are not shown, or that only one font defines: a PDF that maps a glyph to one of them is not
/// accessible.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
        || matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff0}'..='\u{fffb}' | '\u{e000}'..='\u{f8ff}')
}

/// Pictures, and what they are put together with: skin colours, flags, a picture's joiner.
fn is_emoji(c: char) -> bool {
    matches!(c, '\u{1f000}'..='\u{1faff}' | '\u{2600}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}' | '\u{20e3}' | '\u{e0020}'..='\u{e007f}')
}

/// The width of text in units of the font size.
pub(super) fn width(face: Face, text: &str) -> f32 {
    shape(face, text).iter().map(|run| run.width).sum()
}

fn shape_run(face: Face, text: String) -> Run {
    let typeface = face.typeface();
    let mut buffer = UnicodeBuffer::new();
    buffer.push_str(&text);
    buffer.set_direction(Direction::LeftToRight);
    buffer.set_script(script::LATIN);
    let shaped = rustybuzz::shape_with_plan(&typeface.shaper, &typeface.plan, buffer);
    let upem = typeface.font.units_per_em();
    let infos = shaped.glyph_infos();
    let mut width = 0.0;
    let mut glyphs: Vec<KrillaGlyph> = Vec::with_capacity(infos.len());
    // From the end: a glyph's characters end where the next cluster begins.
    let (mut end, mut next) = (text.len(), text.len());
    for (position, info) in shaped.glyph_positions().iter().zip(infos).rev() {
        let start = info.cluster as usize;
        if start != next {
            (end, next) = (next, start);
        }
        width += position.x_advance as f32 / upem;
        glyphs.push(KrillaGlyph::new(
            GlyphId::new(info.glyph_id),
            position.x_advance as f32 / upem,
            position.x_offset as f32 / upem,
            position.y_offset as f32 / upem,
            position.y_advance as f32 / upem,
            start..end,
            None,
        ));
    }
    glyphs.reverse();
    Run { face, text, glyphs, width }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faces(face: Face, text: &str) -> Vec<(Face, String)> {
        shape(face, text).into_iter().map(|run| (run.face, run.text)).collect()
    }

    #[test]
    fn dutch_turkish_and_polish_names_need_no_fallback() {
        for name in
            ["Elif Yılmaz", "Eva op 't Hof", "Zoë Łukasiewicz-Öztürk", "Müller, Ćosić & Şahin – “x” ’s"]
        {
            for face in [Face::Regular, Face::SemiBold, Face::Italic, Face::Display] {
                assert_eq!(faces(face, name), [(face, name.to_owned())], "{face:?}");
            }
        }
    }

    #[test]
    fn a_missing_character_uses_the_fallback_or_a_question_mark() {
        assert_eq!(
            faces(Face::Regular, "Иван 李"),
            [(Face::Fallback, "Иван".to_owned()), (Face::Regular, " ?".to_owned()),]
        );
    }

    #[test]
    fn an_emoji_is_left_out() {
        let title = "Zomer ronde 🎉👨‍👩‍👧🇳🇱";
        assert_eq!(faces(Face::Regular, title), [(Face::Regular, "Zomer ronde ".to_owned())]);
    }

    #[test]
    fn a_decomposed_letter_is_composed() {
        assert_eq!(faces(Face::Display, "Zoe\u{308}"), [(Face::Display, "Zoë".to_owned())]);
    }

    #[test]
    fn every_glyph_is_defined_and_maps_to_its_characters() {
        for run in shape(Face::Regular, "officiële afslag fi ﬁ 'ĳ' \u{a0}€") {
            for glyph in &run.glyphs {
                assert_ne!(glyph.glyph_id, GlyphId::new(0), "{}", run.text);
                assert!(!run.text[glyph.text_range.clone()].is_empty());
            }
        }
    }
}
