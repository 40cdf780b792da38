//! The voucher: one A5 page per player, readable on a telephone and printable two to a sheet.
//!
//! It has the form of a ticket: above the perforation the text for people, below it the code for a scanner, and under
//! the ticket the club's instructions. Long names make the letters smaller, never the page longer.

use krilla::destination::XyzDestination;
use krilla::geom::{PathBuilder, Point};
use krilla::outline::{Outline, OutlineNode};
use krilla::tagging::{ArtifactType, Tag};

use super::arrival::ArrivalNote;
use super::canvas::{Canvas, rounded};
use super::document::DocumentWriter;
use super::fonts::{Face, width};
use super::lines::{Line, TextStyle, break_text, fitted, shortened};
use super::tags::{Child, Element, heading};
use super::{PdfError, qr, theme};
use crate::dutch::{long_date, one_line, short_date};
use crate::{PersonName, Portal, Round, html};

/// One player's voucher.
#[derive(Debug, Clone)]
pub struct VoucherPage<'a> {
    /// The player.
    pub player: &'a PersonName,
    /// The signed code, see [`crate::signing::VoucherCodeSigner::sign`].
    pub code: &'a str,
}

/// A5 upright, in points.
const SIZE: (f32, f32) = (419.53, 595.28);
const MARGIN: f32 = 30.0;
const WIDTH: f32 = SIZE.0 - 2.0 * MARGIN;
const BAND: f32 = 104.0;
const CARD_TOP: f32 = 68.0;
const PADDING: f32 = 24.0;
const LEFT: f32 = MARGIN + PADDING;
const INNER: f32 = WIDTH - 2.0 * PADDING;
const QR_SIDE: f32 = 120.0;
const NOTCH: f32 = 8.0;
const FOOTER: f32 = SIZE.1 - 34.0;
/// Sizes to try and the lines that each may take.
const CLUB_STEPS: [(f32, usize); 5] = [(26.0, 1), (23.0, 1), (21.0, 2), (17.0, 2), (14.0, 3)];
const PLAYER_STEPS: [(f32, usize); 3] = [(15.0, 1), (13.0, 2), (11.0, 3)];

/// The vouchers of one round, a page each, in the given order.
///
/// # Errors
/// [`PdfError`] without pages, or with an invalid code.
pub fn vouchers(portal: &Portal, round: &Round, vouchers: &[VoucherPage<'_>]) -> Result<Vec<u8>, PdfError> {
    if vouchers.is_empty() {
        return Err(PdfError("there is no player to make a voucher for".to_owned()));
    }
    let mut writer = DocumentWriter::new(SIZE)?;
    let mut outline = Outline::new();
    let mut elements = Vec::new();
    for (index, voucher) in vouchers.iter().enumerate() {
        let ticket = Ticket::new(round, voucher)?;
        elements.push(Element::new(Tag::Part));
        writer.page(&mut elements[index..], |canvas, part| ticket.draw(canvas, &mut part[0], portal))?;
        let top = XyzDestination::new(index, Point::from_xy(0.0, 0.0));
        outline.push_child(OutlineNode::new(voucher.player.to_string(), top));
    }
    let title = match vouchers {
        [only] => format!(
            "Voucher {} – {} – {}",
            only.player,
            one_line(&round.club.name),
            short_date(round.play_date)
        ),
        _ => format!("Vouchers {} – {}", one_line(&round.club.name), short_date(round.play_date)),
    };
    writer.finish(title, outline, elements)
}

/// The measured texts, so that the card can be drawn before its content.
struct Ticket<'a> {
    round: &'a Round,
    voucher: &'a VoucherPage<'a>,
    code: fast_qr::QRCode,
    club: (f32, Vec<Line>),
    city: Vec<Line>,
    player: (f32, Vec<Line>),
}

impl<'a> Ticket<'a> {
    fn new(round: &'a Round, voucher: &'a VoucherPage<'a>) -> Result<Self, PdfError> {
        let display = TextStyle::new(Face::Display, theme::INK);
        let soft = TextStyle::new(Face::Regular, theme::INK_SOFT);
        let bold = TextStyle::new(Face::SemiBold, theme::INK);
        let city = break_text(&one_line(&round.club.city), &soft, 11.5, INNER);
        Ok(Self {
            round,
            voucher,
            code: qr::encoded(voucher.code)?,
            club: fitted(&one_line(&round.club.name), &display, &CLUB_STEPS, INNER),
            city: shortened(city, 1),
            player: fitted(&voucher.player.to_string(), &bold, &PLAYER_STEPS, INNER),
        })
    }

    fn draw(&self, canvas: &mut Canvas<'_>, part: &mut Element, portal: &Portal) {
        let (club_size, club) = &self.club;
        let club_y = CARD_TOP + 40.0 + 0.86 * club_size;
        let city_y = club_y + (club.len() - 1) as f32 * 1.18 * club_size + 17.0;
        let date_y = city_y + 30.0;
        let player_y = date_y + 30.0;
        let (player_size, player) = &self.player;
        let row_y = player_y + 17.0 + (player.len() - 1) as f32 * 1.25 * player_size + 23.0;
        let tear_y = row_y + 32.0;
        let card_bottom = tear_y + QR_SIDE + 28.0;

        canvas.artifact(ArtifactType::Page, |canvas| {
            background(canvas);
            let height = card_bottom - CARD_TOP;
            let card = rounded(MARGIN, CARD_TOP, WIDTH, height, 14.0, Some((tear_y, NOTCH)));
            canvas.outlined(card, theme::SURFACE, theme::LINE, 0.75);
            canvas.horizontal(LEFT, LEFT + INNER, date_y + 12.0, None);
            canvas.horizontal(MARGIN + NOTCH + 6.0, MARGIN + WIDTH - NOTCH - 6.0, tear_y, Some([3.0, 3.5]));
        });

        let eyebrow = format!("Golfronde · {} holes", self.round.holes);
        paragraph(canvas, part, &eyebrow, Face::SemiBold, theme::FLAG_TEXT, (LEFT, CARD_TOP + 27.0), 9.5);
        let mut title = Element::new(heading(1, &self.round.club.name));
        canvas.lines(&mut title, club, (LEFT, club_y), *club_size, 1.18 * club_size);
        part.push(Child::Element(title));
        let mut city = Element::new(Tag::P);
        canvas.lines(&mut city, &self.city, (LEFT, city_y), 11.5, 15.0);
        part.push(Child::Element(city));

        let (long, short) = (long_date(self.round.play_date), short_date(self.round.play_date));
        paragraph(canvas, part, &long, Face::SemiBold, theme::GREEN, (LEFT, date_y), 15.0);
        let right = LEFT + INNER - 10.0 * width(Face::Regular, &short);
        paragraph(canvas, part, &short, Face::Regular, theme::INK_SOFT, (right, date_y), 10.0);

        fact(canvas, part, "Speler", player, *player_size, (LEFT, player_y));
        let value =
            |text: String| break_text(&text, &TextStyle::new(Face::SemiBold, theme::INK), 12.0, INNER);
        let number = value(self.round.number().to_string());
        fact(canvas, part, "Boekingsnummer", &number, 12.0, (LEFT, row_y));
        let holes = value(self.round.holes.to_string());
        fact(canvas, part, "Holes", &holes, 12.0, (LEFT + QR_SIDE + 18.0, row_y));
        if let Some(time) = self.round.start_time {
            fact(canvas, part, "Starttijd", &value(time.to_string()), 12.0, (LEFT + QR_SIDE + 78.0, row_y));
        }

        self.stub(canvas, part, tear_y + 14.0);
        let note = ArrivalNote { blocks: html::blocks(&self.round.club.reservation_description) };
        note.draw(canvas, part, (MARGIN, card_bottom + 23.0), WIDTH, FOOTER - 12.0);
        self.footer(canvas, part, portal);
    }

    /// The part for the reception: the code to scan, the code to type, and when it is valid.
    fn stub(&self, canvas: &mut Canvas<'_>, part: &mut Element, top: f32) {
        let mut figure = Element::new(Tag::Figure(Some(
            "QR-code met de vouchercode, om te scannen bij de receptie".to_owned(),
        )));
        canvas.figure(&mut figure, |canvas| qr::draw(canvas, &self.code, LEFT, top, QR_SIDE));
        part.push(Child::Element(figure));

        let x = LEFT + QR_SIDE + 18.0;
        let room = LEFT + INNER - x;
        let mut y = top + 17.0;
        let strong = TextStyle::new(Face::SemiBold, theme::INK);
        let mut element = Element::new(Tag::P);
        let lines = break_text("Laat deze code scannen bij de receptie", &strong, 11.5, room);
        y = canvas.lines(&mut element, &lines, (x, y), 11.5, 15.0) + 17.0;
        part.push(Child::Element(element));

        let soft = TextStyle::new(Face::Regular, theme::INK_SOFT);
        let valid = format!("Alleen geldig op {} en voor deze speler.", short_date(self.round.play_date));
        let mut element = Element::new(Tag::P);
        y = canvas.lines(&mut element, &break_text(&valid, &soft, 9.0, room), (x, y), 9.0, 12.5) + 19.0;
        part.push(Child::Element(element));

        let mut element = Element::new(Tag::P);
        let groups: Vec<&str> = (0..self.voucher.code.len())
            .step_by(4)
            .map(|at| &self.voucher.code[at..(at + 4).min(self.voucher.code.len())])
            .collect();
        let column = room / 5.0;
        for (index, group) in groups.iter().enumerate() {
            let line = break_text(group, &TextStyle::new(Face::Regular, theme::INK), 7.5, room);
            let (row, place) = (index / 5, index % 5);
            let at = (x + place as f32 * column, y + row as f32 * 11.5);
            for line in &line {
                canvas.line(&mut element, line, at, 7.5, index + 1 == groups.len());
            }
        }
        part.push(Child::Element(element));
    }

    fn footer(&self, canvas: &mut Canvas<'_>, part: &mut Element, portal: &Portal) {
        canvas
            .artifact(ArtifactType::Layout, |canvas| canvas.horizontal(MARGIN, MARGIN + WIDTH, FOOTER, None));
        let until = long_date(self.round.free_cancellation_until());
        let terms = format!("Kosteloos annuleren kan tot en met {until}.");
        paragraph(canvas, part, &terms, Face::Regular, theme::INK_SOFT, (MARGIN, FOOTER + 14.0), 8.0);
        let host = portal.home().split_once("://").map_or(portal.home(), |(_, host)| host);
        let style =
            TextStyle { link: Some(portal.reservations()), ..TextStyle::new(Face::SemiBold, theme::GREEN) };
        let lines = shortened(break_text(host, &style, 8.0, 140.0), 1);
        let right =
            MARGIN + WIDTH - 8.0 * width(Face::SemiBold, &lines.first().map(Line::text).unwrap_or_default());
        let mut element = Element::new(Tag::P);
        canvas.lines(&mut element, &lines, (right, FOOTER + 14.0), 8.0, 10.0);
        part.push(Child::Element(element));
    }
}

/// A label above its value, as one paragraph.
fn fact(canvas: &mut Canvas<'_>, part: &mut Element, label: &str, value: &[Line], size: f32, at: (f32, f32)) {
    let mut element = Element::new(Tag::P);
    for line in &break_text(label, &TextStyle::new(Face::Regular, theme::INK_SOFT), 8.5, INNER) {
        canvas.line(&mut element, line, at, 8.5, false);
    }
    canvas.lines(&mut element, value, (at.0, at.1 + 5.0 + 0.9 * size), size, 1.25 * size);
    part.push(Child::Element(element));
}

/// A paragraph that is known to fit on one line.
fn paragraph(
    canvas: &mut Canvas<'_>,
    part: &mut Element,
    text: &str,
    face: Face,
    color: theme::Rgb,
    at: (f32, f32),
    size: f32,
) {
    let mut element = Element::new(Tag::P);
    canvas.lines(
        &mut element,
        &break_text(text, &TextStyle::new(face, color), size, WIDTH),
        at,
        size,
        1.3 * size,
    );
    part.push(Child::Element(element));
}

/// The background, with a green band, a hill and the brand.
fn background(canvas: &mut Canvas<'_>) {
    canvas.rect(0.0, 0.0, SIZE.0, SIZE.1, theme::PAPER);
    canvas.rect(0.0, 0.0, SIZE.0, BAND, theme::GREEN);
    let mut hill = PathBuilder::new();
    hill.move_to(0.0, BAND - 26.0);
    hill.cubic_to(SIZE.0 * 0.3, BAND - 74.0, SIZE.0 * 0.62, BAND - 44.0, SIZE.0, BAND - 92.0);
    hill.line_to(SIZE.0, BAND);
    hill.line_to(0.0, BAND);
    hill.close();
    canvas.filled(hill, theme::GREEN_DEEP);
    canvas.mark(MARGIN - 2.0, 17.0, 32.0);
    canvas.text(Face::Display, "Fairway", (MARGIN + 36.0, 40.5), 21.0, theme::ON_GREEN);
    let label = "Voucher";
    let right = MARGIN + WIDTH - 12.0 * width(Face::SemiBold, label);
    canvas.text(Face::SemiBold, label, (right, 39.5), 12.0, theme::ON_GREEN_SOFT);
}
