//! What a club is owed for a month, line by line; with an invoice number also the invoice.
//!
//! A busy month has thousands of lines: a cell is one line of text, and its text is broken only when it is too long.

use std::collections::HashMap;

use chrono::NaiveDate;
use fairway_events::{BillingDetails, Holes, LineSum, Month, MonthAmounts, VatRegime};
use krilla::tagging::{TableHeaderScope, Tag};

use super::flow::{BODY, BOTTOM, Flow, MARGIN, PlacedLine, WIDTH};
use super::fonts::{Face, width};
use super::lines::{Line, Piece, TextStyle, break_text, shortened};
use super::{PdfError, theme};
use crate::dutch::{self, euros, long_date, one_line, short_date};
use crate::invoice::{EXEMPTION, SELF_BILLED};

/// A club's statement of a month.
#[derive(Debug, Clone, PartialEq)]
pub struct StatementPage {
    /// The club's name.
    pub club: String,
    /// The month.
    pub month: Month,
    /// None: the month is open, and its amounts may change.
    pub closed_on: Option<NaiveDate>,
    /// The club, on an invoice.
    pub supplier: Option<BillingDetails>,
    /// Who pays, on an invoice.
    pub customer: Option<BillingDetails>,
    /// None: there is no invoice.
    pub invoice_number: Option<String>,
    /// In the order in which they are shown; corrections get a table of their own.
    pub lines: Vec<StatementPageLine>,
    /// The sums.
    pub amounts: MonthAmounts,
}

/// A line of a statement.
#[derive(Debug, Clone, PartialEq)]
pub struct StatementPageLine {
    /// The play date.
    pub date: NaiveDate,
    /// `J.V.`; empty when nobody is named.
    pub player: String,
    /// What is owed or taken away, in Dutch.
    pub what: String,
    /// None where nothing was played.
    pub holes: Option<Holes>,
    /// Cents without VAT.
    pub net: i64,
    /// The month whose statement it corrects.
    pub correction_of: Option<Month>,
}

const SIZE: f32 = 9.0;
const ROW: f32 = 15.0;

struct Column {
    title: &'static str,
    /// The left edge, from the margin.
    x: f32,
    width: f32,
    /// At the right edge.
    is_number: bool,
}

const AMOUNTS: [Column; 3] = [
    Column { title: "Omschrijving", x: 0.0, width: 270.0, is_number: false },
    Column { title: "Aantal", x: 280.0, width: 60.0, is_number: true },
    Column { title: "Bedrag", x: 350.0, width: WIDTH - 350.0, is_number: true },
];
const LINES: [Column; 5] = [
    Column { title: "Datum", x: 0.0, width: 60.0, is_number: false },
    Column { title: "Speler", x: 66.0, width: 50.0, is_number: false },
    Column { title: "Omschrijving", x: 122.0, width: 190.0, is_number: false },
    Column { title: "Holes", x: 318.0, width: 34.0, is_number: true },
    Column { title: "Excl. btw", x: 358.0, width: WIDTH - 358.0, is_number: true },
];

/// The statement as PDF.
///
/// # Errors
/// [`PdfError`] when the document cannot be written.
pub fn statement(page: &StatementPage) -> Result<Vec<u8>, PdfError> {
    let title = format!("Afrekening {}", dutch::month(page.month));
    let mut flow = Flow::default();
    flow.title(&title);
    introduction(&mut flow, page);
    amounts(&mut flow, &page.amounts);
    let (own, corrections): (Vec<_>, Vec<_>) =
        page.lines.iter().partition(|line| line.correction_of.is_none());
    if !own.is_empty() {
        flow.heading(2, "Regels");
        lines(&mut flow, &own, true);
    }
    if !corrections.is_empty() {
        flow.heading(2, "Correcties op eerdere maanden");
        lines(&mut flow, &corrections, false);
    }
    let title = format!("{title} – {}", one_line(&page.club));
    flow.draw(&title, &title)
}

/// Whose statement it is, and from whom to whom the invoice is.
fn introduction(flow: &mut Flow, page: &StatementPage) {
    let (regular, bold) = (Face::Regular, Face::SemiBold);
    paragraph(flow, &one_line(&page.club), bold);
    let state = page.closed_on.map_or_else(
        || "De maand is nog open. De bedragen kunnen nog veranderen.".to_owned(),
        |day| format!("Afgesloten op {}.", long_date(day)),
    );
    paragraph(flow, &state, regular);
    let Some(number) = &page.invoice_number else { return };
    flow.heading(2, &format!("Factuur {}", one_line(number)));
    paragraph(flow, &format!("{SELF_BILLED}."), regular);
    let top = flow.y;
    let mut bottom = top;
    for (title, details, x) in
        [("Leverancier", &page.supplier, 0.0), ("Afnemer", &page.customer, WIDTH / 2.0 + 8.0)]
    {
        let Some(details) = details else { continue };
        flow.y = top;
        let element = flow.element(Tag::P, None);
        let mut texts = break_text(title, &TextStyle::new(bold, theme::INK), SIZE, WIDTH);
        let town = format!("{} {}", details.postal_code, details.city);
        for text in [
            details.name.clone(),
            details.street.clone(),
            town,
            format!("KvK {}", details.registration),
            format!("Btw-nummer {}", details.vat_number),
            format!("IBAN {}", details.iban),
        ] {
            let style = TextStyle::new(regular, theme::INK);
            texts.extend(break_text(&one_line(&text), &style, SIZE, WIDTH / 2.0 - 8.0));
        }
        flow.flow(element, texts, x, SIZE, 1.5 * SIZE);
        bottom = bottom.max(flow.y);
    }
    flow.y = bottom;
}

fn paragraph(flow: &mut Flow, text: &str, face: Face) {
    let element = flow.element(Tag::P, None);
    flow.flow(
        element,
        break_text(text, &TextStyle::new(face, theme::INK), BODY, WIDTH),
        0.0,
        BODY,
        1.5 * BODY,
    );
    flow.y += 2.0;
}

fn amounts(flow: &mut Flow, amounts: &MonthAmounts) {
    flow.heading(2, "Bedragen");
    let mut table = Table::new(flow, &AMOUNTS);
    let kinds = [
        ("Rondes", amounts.arrivals),
        ("Rondes, aan de balie geboekt", amounts.walk_ins),
        ("Niet verschenen spelers", amounts.absences),
        ("Correcties op eerdere maanden", amounts.corrections),
        ("Toegekende bezwaren", amounts.adjustments),
    ];
    for (what, LineSum { count, net }) in kinds.into_iter().filter(|(_, sum)| sum.count > 0) {
        table.row(flow, Face::Regular, &[what, &count.to_string(), &euros(net)]);
    }
    table.row(flow, Face::SemiBold, &["Totaal excl. btw", "", &euros(amounts.net())]);
    for sum in &amounts.vat {
        let what = match sum.regime {
            VatRegime::Exempt => format!("Vrijgesteld van btw, over {}", euros(sum.net)),
            regime => format!("Btw {}%, over {}", regime.percent(), euros(sum.net)),
        };
        table.row(flow, Face::Regular, &[&what, "", &euros(sum.vat)]);
    }
    let paid = if amounts.total() < 0 { "Te verrekenen" } else { "Te ontvangen" };
    table.row(flow, Face::SemiBold, &[paid, "", &euros(amounts.total().abs())]);
    if amounts.vat.iter().any(|sum| sum.regime == VatRegime::Exempt) {
        flow.y += 5.0;
        paragraph(flow, &format!("{EXEMPTION}."), Face::Regular);
    }
}

/// The lines as a table, with a bookmark for every day of the month.
fn lines(flow: &mut Flow, lines: &[&StatementPageLine], by_day: bool) {
    let mut table = Table::new(flow, &LINES);
    let mut day = None;
    for line in lines {
        if by_day && day.replace(line.date) != Some(line.date) {
            table.room(flow);
            flow.bookmark(&long_date(line.date));
        }
        let holes = line.holes.map(|holes| holes.to_string()).unwrap_or_default();
        let (date, amount) = (short_date(line.date), euros(line.net));
        table.row(
            flow,
            Face::Regular,
            &[&date, &one_line(&line.player), &one_line(&line.what), &holes, &amount],
        );
    }
}

struct Table {
    element: usize,
    columns: &'static [Column],
    /// Of the texts so far, in units of the size: most cells repeat a text, and measuring one takes long.
    widths: HashMap<(Face, String), f32>,
}

impl Table {
    /// A table with the row of its columns' titles.
    fn new(flow: &mut Flow, columns: &'static [Column]) -> Self {
        let mut table = Self { element: flow.element(Tag::Table, None), columns, widths: HashMap::new() };
        // The titles are on the same page as the first row.
        if flow.y + 2.0 * ROW > BOTTOM {
            flow.new_page();
        }
        let row = flow.element(Tag::TR, Some(table.element));
        for column in columns {
            let element = flow.element(Tag::TH(TableHeaderScope::Column), Some(row));
            let placed = table.title(flow.y, column, element);
            flow.place(placed);
        }
        flow.y += ROW;
        table
    }

    fn title(&mut self, y: f32, column: &Column, element: usize) -> PlacedLine {
        let style = TextStyle::new(Face::SemiBold, theme::INK_SOFT);
        self.cell(y, column, element, column.title, style)
    }

    /// Goes to the next page when the current one is full, and repeats the titles there.
    fn room(&mut self, flow: &mut Flow) {
        if flow.y + ROW <= BOTTOM {
            return;
        }
        flow.new_page();
        for column in self.columns {
            let placed = self.title(flow.y, column, self.element);
            flow.repeat(placed);
        }
        flow.y += ROW;
    }

    fn row(&mut self, flow: &mut Flow, face: Face, texts: &[&str]) {
        self.room(flow);
        flow.rule();
        let row = flow.element(Tag::TR, Some(self.element));
        for (column, text) in self.columns.iter().zip(texts) {
            let element = flow.element(Tag::TD, Some(row));
            let placed = self.cell(flow.y, column, element, text, TextStyle::new(face, theme::INK));
            flow.place(placed);
        }
        flow.y += ROW;
    }

    /// The text on one line, at the left or the right edge of its column.
    fn cell(&mut self, y: f32, column: &Column, element: usize, text: &str, style: TextStyle) -> PlacedLine {
        let face = style.face;
        let key = (face, text.to_owned());
        let mut used = SIZE * *self.widths.entry(key).or_insert_with(|| width(face, text));
        let line = if used > column.width {
            let line = shortened(break_text(text, &style, SIZE, column.width), 1).pop().unwrap_or_default();
            used = SIZE * width(face, &line.text());
            line
        } else {
            Line { pieces: vec![Piece { style, text: text.to_owned() }] }
        };
        let x = if column.is_number { column.x + column.width - used } else { column.x };
        PlacedLine { element, line, at: (MARGIN + x, y + 0.7 * ROW), size: SIZE, last: false }
    }
}
