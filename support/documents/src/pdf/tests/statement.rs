//! The statement as a PDF: its pages, its words and their structure.

use chrono::{Days, NaiveDate};
use fairway_events::{BillingDetails, Holes, LineSum, Month, MonthAmounts, VatRegime, VatSum};

use super::*;
use crate::pdf::statement;

fn day(month: u32, day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, month, day).expect("a day")
}

fn details(name: &str, street: &str, town: &str) -> BillingDetails {
    BillingDetails {
        name: name.to_owned(),
        street: street.to_owned(),
        postal_code: "9751 AB".to_owned(),
        city: town.to_owned(),
        registration: "12345678".to_owned(),
        vat_number: "NL123456782B90".to_owned(),
        iban: "NL91ABNA0417164300".to_owned(),
    }
}

fn line(date: NaiveDate, what: &str, holes: Option<Holes>, net: i64) -> StatementPageLine {
    let (player, what) = ("J.V.".to_owned(), what.to_owned());
    StatementPageLine { date, player, what, holes, net, correction_of: None }
}

fn correction(line: StatementPageLine) -> StatementPageLine {
    StatementPageLine { correction_of: Some(Month::of(line.date)), ..line }
}

/// Two rounds, an absence, and a correction of nine holes to eighteen.
pub(super) fn invoiced() -> StatementPage {
    let sum = |count, net| LineSum { count, net };
    StatementPage {
        club: "Golfclub De Essenlaan".to_owned(),
        month: Month::of(day(11, 1)),
        closed_on: Some(day(12, 1)),
        supplier: Some(details("Vereniging Golfclub De Essenlaan", "Essenlaan 4", "Haren")),
        customer: Some(details("Fairway B.V.", "Stationsplein 1", "Utrecht")),
        invoice_number: Some("essenlaan-2026-11".to_owned()),
        lines: vec![
            line(day(11, 2), "ronde", Some(Holes::Eighteen), 3250),
            line(day(11, 7), "ronde, aan de balie geboekt", Some(Holes::Nine), 2175),
            line(day(11, 7), "niet verschenen", None, 1000),
            correction(line(day(10, 31), "ronde", Some(Holes::Nine), -2175)),
            correction(line(day(10, 31), "ronde", Some(Holes::Eighteen), 4015)),
        ],
        amounts: MonthAmounts {
            arrivals: sum(1, 3250),
            walk_ins: sum(1, 2175),
            absences: sum(1, 1000),
            corrections: sum(2, 1840),
            adjustments: sum(0, 0),
            vat: vec![
                VatSum { regime: VatRegime::Exempt, net: 1000, vat: 0 },
                VatSum { regime: VatRegime::Low, net: 7265, vat: 654 },
            ],
        },
    }
}

fn open(lines: Vec<StatementPageLine>) -> StatementPage {
    StatementPage {
        closed_on: None,
        supplier: None,
        customer: None,
        invoice_number: None,
        lines,
        amounts: MonthAmounts::default(),
        ..invoiced()
    }
}

fn written(page: &StatementPage) -> Document {
    read(&statement(page).expect("a PDF"))
}

fn names(document: &Document, kind: &[u8]) -> usize {
    let is_kind = |object: &&Object| {
        let name = object.as_dict().and_then(|dictionary| dictionary.get(b"S")).and_then(Object::as_name);
        name.is_ok_and(|name| name == kind)
    };
    document.objects.values().filter(is_kind).count()
}

#[test]
fn a_statement_has_its_amounts_its_invoice_and_every_line() {
    let document = written(&invoiced());
    insta::assert_snapshot!("statement_text", page_text(&document, 1));
    let bookmarks: Vec<_> = document.get_toc().expect("bookmarks").toc;
    let bookmarks: Vec<&str> = bookmarks.iter().map(|bookmark| bookmark.title.as_str()).collect();
    assert_eq!(
        bookmarks,
        [
            "Factuur essenlaan-2026-11",
            "Bedragen",
            "Regels",
            "maandag 2 november 2026",
            "zaterdag 7 november 2026",
            "Correcties op eerdere maanden",
        ]
    );
}

#[test]
fn an_open_month_says_so_and_has_no_invoice() {
    let text = page_text(&written(&open(Vec::new())), 1);
    assert!(text.contains("De maand is nog open. De bedragen kunnen nog veranderen."), "{text}");
    assert!(!text.contains("Factuur") && !text.contains("Regels") && !text.contains("Speler"), "{text}");
}

#[test]
fn many_lines_are_one_table_with_its_titles_on_every_page() {
    let lines: Vec<_> = (0..600_u32)
        .map(|number| {
            let date = day(11, 1) + Days::new(u64::from(number / 20));
            line(date, &format!("ronde {number:04}"), Some(Holes::Eighteen), 3250)
        })
        .collect();
    let document = written(&open(lines));
    assert_eq!(names(&document, b"Table"), 2);
    // Of each table the titles; of the amounts the total without VAT and with it.
    assert_eq!(names(&document, b"TR"), 600 + 2 + 2);
    assert_eq!(names(&document, b"TH"), 5 + 3);
    let count = u32::try_from(document.get_pages().len()).expect("not so many");
    let mut all = String::new();
    for page in 1..=count {
        let text = page_text(&document, page);
        assert_eq!(text.matches("Speler").count(), 1, "{text}");
        assert!(text.contains(&format!("pagina {page} van {count}")), "{text}");
        all.push_str(&squeezed(&text));
    }
    for number in 0..600 {
        assert!(all.contains(&format!("ronde{number:04}18€32,50")), "line {number}");
    }
    assert_eq!(document.get_toc().expect("bookmarks").toc.len(), 2 + 30);
}

#[test]
fn long_and_strange_texts_stay_in_their_column() {
    let every: String = every_character().chars().rev().take(600).collect();
    let strange = StatementPageLine {
        player: "W.W.W.W.W.W.W.W.W.".to_owned(),
        ..line(day(11, 2), &format!("ronde {every}"), Some(Holes::Nine), i64::MIN / 1000)
    };
    let mut page = StatementPage { lines: vec![strange], ..invoiced() };
    page.club = every.clone();
    page.supplier = Some(details(&"Koninklijke ".repeat(20), &every, "Ter Apel\nHaren"));
    let document = written(&page);
    let pages = document.get_pages();
    let text: String = pages.keys().map(|page| page_text(&document, *page)).collect();
    assert!(text.contains('…') && text.contains("Ter Apel Haren"), "{text}");
}
