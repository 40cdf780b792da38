//! An independent implementation parses the documents.

mod qr_in_pdf;
mod statement;

use lopdf::{Dictionary, Document, Object};

use super::*;
use crate::round::fixtures;
use crate::{PersonName, Round};

const CODE: &str = "698K20CKBGQ7TJKW26DHY0938NKRKAR0NVF0FPYAT5PVFGANJ9VM5RYN";

fn made(round: &Round, players: &[PersonName]) -> Vec<u8> {
    let pages: Vec<_> = players.iter().map(|player| VoucherPage { player, code: CODE }).collect();
    vouchers(&fixtures::portal(), round, &pages).expect("a PDF")
}

fn read(bytes: &[u8]) -> Document {
    Document::load_mem(bytes).expect("a readable PDF")
}

/// The text of a page on one line.
fn page_text(document: &Document, page: u32) -> String {
    let text = document.extract_text(&[page]).expect("text that can be extracted");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Removes white space, so that line breaks do not matter.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect()
}

fn catalog_entry<'d>(document: &'d Document, key: &[u8]) -> &'d Object {
    let entry = document.catalog().expect("a catalog").get(key).expect("an entry");
    document.dereference(entry).expect("an object").1
}

fn info(document: &Document) -> &Dictionary {
    let info = document.trailer.get(b"Info").expect("document information");
    document.dereference(info).expect("an object").1.as_dict().expect("a dictionary")
}

fn terms_page() -> (String, String) {
    let pages: serde_json::Value =
        serde_json::from_str(include_str!("../../../../demo-data/pages.json")).expect("the demo pages");
    let page = pages.as_array().into_iter().flatten().find(|page| page["slug"] == "voorwaarden");
    let page = page.expect("the page with the terms");
    let text = |key: &str| page[key].as_str().unwrap_or_default().to_owned();
    (text("title"), text("contents"))
}

#[test]
fn a_voucher_has_all_details_for_the_reception() {
    let document = read(&made(&fixtures::round(), &fixtures::players()[2..]));
    assert_eq!(document.get_pages().len(), 1);
    insta::assert_snapshot!("voucher_text", page_text(&document, 1));
}

#[test]
fn a_voucher_has_the_start_time_once_it_is_agreed() {
    let text = |round: &Round| page_text(&read(&made(round, &fixtures::players()[2..])), 1);
    assert!(squeezed(&text(&fixtures::agreed_round())).contains("Starttijd10:40"));
    assert!(!text(&fixtures::round()).contains("Starttijd"));
}

#[test]
fn a_group_has_a_page_for_every_player() {
    let players = fixtures::players();
    let document = read(&made(&fixtures::round(), &players));
    assert_eq!(document.get_pages().len(), 3);
    for (page, player) in (1..).zip(&players) {
        let text = page_text(&document, page);
        for other in &players {
            assert_eq!(text.contains(&other.to_string()), other == player, "page {page}: {text}");
        }
    }
}

#[test]
fn the_code_on_the_page_can_be_scanned() {
    for page in 1..=3 {
        let document = read(&made(&fixtures::round(), &fixtures::players()));
        assert_eq!(qr_in_pdf::scanned(&document, page), CODE);
    }
}

#[test]
fn the_same_input_gives_the_same_bytes_and_no_date() {
    let (round, players) = (fixtures::round(), fixtures::players());
    let bytes = made(&round, &players);
    assert_eq!(bytes, made(&round, &players));
    let document = read(&bytes);
    for key in [b"CreationDate".as_slice(), b"ModDate"] {
        assert!(info(&document).get(key).is_err());
    }
    assert_ne!(bytes, made(&round, &players[..2]));
}

#[test]
fn a_document_is_tagged_titled_and_in_dutch() {
    let (title, contents) = terms_page();
    for bytes in [
        made(&fixtures::round(), &fixtures::players()),
        terms(&fixtures::portal(), &title, &contents).expect("a PDF"),
        super::statement(&statement::invoiced()).expect("a PDF"),
    ] {
        let document = read(&bytes);
        assert_eq!(catalog_entry(&document, b"Lang").as_str().expect("text"), b"nl-NL");
        let marked = catalog_entry(&document, b"MarkInfo").as_dict().expect("a dictionary").get(b"Marked");
        assert!(marked.and_then(Object::as_bool).expect("a flag"));
        assert!(catalog_entry(&document, b"StructTreeRoot").as_dict().is_ok());
        assert!(catalog_entry(&document, b"Outlines").as_dict().is_ok());
        assert!(!info(&document).get(b"Title").and_then(Object::as_str).expect("a title").is_empty());
        let metadata = &catalog_entry(&document, b"Metadata").as_stream().expect("a stream").content;
        assert!(String::from_utf8_lossy(metadata).contains("pdfuaid:part"));
    }
}

#[test]
fn long_names_and_long_texts_stay_on_one_page() {
    let mut round = fixtures::round();
    round.club.name = "Koninklijke Golf- en Countryclub De Ruige Wolden aan de Boven-Merwede".to_owned();
    round.club.city = "'s-Hertogenbosch-Rosmalen".repeat(5);
    round.club.reservation_description =
        format!("<h3>Let op</h3>{}<ul><li>Een</li></ul>", "<p>Meld je een kwartier vooraf.</p>".repeat(80));
    let player =
        PersonName::new("Maximiliaan-Alexander", "van der", "Wolfeschlegelsteinhausen-op 't Hof tot Lek");
    let document = read(&made(&round, std::slice::from_ref(&player)));
    assert_eq!(document.get_pages().len(), 1);
    let text = squeezed(&page_text(&document, 1));
    for expected in [round.club.name.as_str(), &player.to_string(), "Let op", "Lees verder in het portaal."] {
        assert!(text.contains(&squeezed(expected)), "{expected} in {text}");
    }
}

/// Every character of the alphabets of members' names, and characters that cause problems in fonts.
fn every_character() -> String {
    let ranges =
        [0x20..0x600, 0x1e00..0x2200, 0xe000..0xe010, 0xf8f0..0xf900, 0xfb00..0xfb10, 0xfe00..0xfe10];
    let rare = [0xfff0..0x1_0000, 0x1f3c0..0x1f3d0, 0xe0000..0xe0010];
    let characters = ranges.into_iter().chain(rare).flatten().filter_map(char::from_u32);
    characters.filter(|c| !"<>&".contains(*c)).collect()
}

#[test]
fn every_text_gives_a_document() {
    let every: Vec<char> = every_character().chars().collect();
    let paragraphs = |characters: &[char]| -> String {
        characters.chunks(50).map(|chunk| format!("<p>{}</p>", chunk.iter().collect::<String>())).collect()
    };
    terms(&fixtures::portal(), "Alle tekens", &paragraphs(&every)).expect("a PDF");

    let mut round = fixtures::round();
    round.club.name = every.iter().skip(0x5e0).take(60).collect();
    round.club.reservation_description = paragraphs(&every[every.len() - 100..]);
    let strange = [
        PersonName::new("Иван", "", "Грозный"),
        PersonName::new("李", "", "小龙"),
        PersonName::new("🏌️", "\u{202e}", "e\u{301}\u{feff}\u{ad}\u{e000}"),
        PersonName::new("", "", ""),
    ];
    assert_eq!(read(&made(&round, &strange)).get_pages().len(), 4);
}

#[test]
fn markup_is_not_printed() {
    let mut round = fixtures::round();
    round.club.reservation_description = "<p>a&amp;b<script>alert(1)</script> <b>c</b></p>".to_owned();
    let text = page_text(&read(&made(&round, &fixtures::players()[..1])), 1);
    assert!(text.contains("a&b c") && !text.contains("alert") && !text.contains('<'), "{text}");
}

#[test]
fn without_players_or_with_an_invalid_code_no_voucher_is_made() {
    let (portal, round, players) = (fixtures::portal(), fixtures::round(), fixtures::players());
    assert!(vouchers(&portal, &round, &[]).is_err());
    assert!(
        vouchers(&portal, &round, &[VoucherPage { player: &players[0], code: "kleine letters" }]).is_err()
    );
}

#[test]
fn the_terms_contain_every_word_and_page_numbers() {
    let (title, contents) = terms_page();
    let document = read(&terms(&fixtures::portal(), &title, &contents).expect("a PDF"));
    let count = u32::try_from(document.get_pages().len()).expect("few pages");
    assert!(count > 1);
    let mut whole = String::new();
    for page in 1..=count {
        let text = page_text(&document, page);
        assert!(text.contains(&format!("pagina {page} van {count}")), "{text}");
        whole.push_str(&text);
    }
    let whole = squeezed(&whole);
    for line in crate::html::lines(&contents).iter().flat_map(|line| line.split_whitespace()) {
        assert!(whole.contains(&squeezed(line)), "{line} is missing");
    }
    let bookmarks = document.get_toc().expect("bookmarks").toc;
    assert_eq!(bookmarks.len(), 12);
    assert_eq!(bookmarks[0].title, "Artikel 1. Wie wij zijn");
}
