//! Tests what of a text is found that names somebody, and what is let through.

use fairway_events::testing::TestDatabase;
use sqlx::Executor;

use super::*;

fn mentions(text: &str, name: &str) -> bool {
    words::mentioned(&words::split(text), name).is_some()
}

fn names(text: &str, name: &str) -> bool {
    words::named(&words::split(text), name).is_some()
}

#[test]
fn a_name_is_found_as_whole_words_only() {
    for (name, text) in [
        ("An", "verzoek van An"),
        ("An", "AN: verwijderen"),
        ("Jan", "Jan.de.Vries belde"),
        ("de Vries", "jan_de_vries belde"),
        ("Quastenberg", "verzoek van mijnheer quastenberg"),
        ("Quastenberg", "Quastenberg's verzoek"),
        ("Quastenberg", "Quastenbergs verzoek"),
        ("de la Cruz", "brief van mevrouw De La Cruz, 3 mei"),
        ("Op 't Hof", "familie op ’t hof belde"),
        ("D'Arcy", "verzoek van D’Arcy"),
        ("Jansen-Smit", "verzoek Jansen-Smit"),
        ("Çelik", "bezwaar van celik"),
        ("Zoe\u{308}", "Zoë belde"),
        ("Jan Willem", "Jan-Willem belde"),
        ("Søren", "bezwaar van soren"),
        ("Lukasz", "Łukasz belde"),
        ("Straßer", "verzoek van mevrouw Strasser"),
        ("D'Arcy", "verzoek van D´Arcy"),
        ("Quastenberg", "verzoek van Quasten\u{ad}berg"),
        ("Quastenberg", "verzoek van Quasten\u{200b}berg"),
        ("Quasten\u{ad}berg", "verzoek van Quastenberg"),
        ("Quastenberg", "verzoek/\u{200b}Quastenberg"),
        ("Quastenberg", "verzoek\u{200b}Quastenberg"),
    ] {
        assert!(mentions(text, name), "{name}: {text}");
    }
    for (name, text) in [
        ("An", "verzoek van het lid, aanvraag 2026-17"),
        ("Berg", "bergen van klachten"),
        ("de la Cruz", "de lange cruise"),
        ("de la Cruz", "la Cruz alleen"),
        ("Hof", "hoffelijk verzoek"),
        ("", "verzoek 2026-17"),
        ("-", "verzoek - 2026"),
        ("J.", "verzoek J. 12"),
    ] {
        assert!(!mentions(text, name), "{name}: {text}");
    }
}

#[test]
fn the_names_of_all_other_members_count_with_a_capital_letter_only() {
    assert!(names("Storm belde", "Storm") && !names("dicht wegens storm", "Storm"));
    assert!(names("jAN belde", "Jan"));
    assert!(names("belde met Jan Willem", "Jan Willem") && !names("closed in May", "May"));
    let mut words = words::split("toernooi op De Es voor Es");
    words::forget(&mut words, "De Es");
    assert!(words::named(&words, "Es").is_some(), "the second one is no club");
    words::forget(&mut words, "es");
    assert!(words::named(&words, "Es").is_none());
    let mut words = words::split("De Es");
    words::forget(&mut words, "De Es");
    assert!(words::named(&words, "Es").is_none(), "the club alone");
}

#[test]
fn addresses_telephone_numbers_and_federation_numbers_are_refused() {
    let refusal = |text: &str| numbers::find(text).map(|found| format!("{found:?}"));
    for text in [
        "belde vanaf jan@golf.example",
        "mailto:jan@golf.example",
        "<jan@münchen.de>",
        "jan＠golf.example",
        "jan@localhost.",
        "jan@ golf.example",
        "ja\u{200b}n@go\u{ad}lf.example",
    ] {
        assert_eq!(refusal(text).as_deref(), Some("Email"), "{text}");
    }
    for text in [
        "belde 06-12345678",
        "belde 06 1234 5678 terug",
        "+31 6 12 34 56 78",
        "tel. +31(0)612345678",
        "0031612345678",
        "(0341) 123 456",
        "06\u{a0}12\u{2011}34\u{202f}56.78",
        "０６１２３４５６７８",
        "+49 171 1234567",
        "tel.0612345678",
        "tel.06-12345678",
        "NL 0612345678",
        "tel0612345678",
        "06:12345678",
        "06_12345678",
        "06·12345678",
    ] {
        assert_eq!(refusal(text).as_deref(), Some("Telephone"), "{text}");
    }
    for text in [
        "GSN NL12345678",
        "nl 1234 5678",
        "NL-12345678,",
        "gsn: NL12345678",
        "GSN-NL12345678",
        "gsn.NL12345678",
        "GSN 12345678",
        "gsn: 12345678",
        "NL:12345678",
    ] {
        assert_eq!(refusal(text).as_deref(), Some("Gsn"), "{text}");
    }
    for text in [
        "verzoek 2026-17",
        "2 rondes @ De Es",
        "2 rondes @Es",
        "van 2026-11-28 2026-11-29",
        // Their digits alone would be a telephone number.
        "01-02-2026 10:00",
        "(01-02-2026) 10:00",
        "round 01234567-1234-a123-8123-456789012345",
        "order 202600012345",
        "factuur 0012",
        "melding 12, 13 en 14",
        "NL1234",
        "dicht van 08.00 tot 12.00 uur",
    ] {
        assert_eq!(refusal(text), None, "{text}");
    }
}

#[test]
fn a_text_is_one_line() {
    let long = "x".repeat(LONGEST + 1);
    for text in ["", "  ", "two\nlines", long.as_str()] {
        assert!(matches!(line(text), Err(Refusal::NotOneLine)), "{text:?}");
    }
    assert_eq!(line(" melding 12 ").ok(), Some("melding 12"));
}

#[test]
fn the_member_whom_an_act_is_about_is_found_in_small_letters_too() {
    let text = |text: &str| PermanentText::stored(text.to_owned());
    let person = Concerned { first_name: "Bo", last_name: "de Vries" };
    for named in ["bo belde", "verzoek van de vries", "BO"] {
        let refused = text(named).refuse_naming(person);
        assert!(matches!(refused, Err(Refusal::Concerned(_))), "{named}");
    }
    assert!(text("boze brief over de vrieskou").refuse_naming(person).is_ok());
}

#[test]
fn a_stored_text_stays_as_it_is() {
    let text = PermanentText::stored("Op verzoek".to_owned());
    assert_eq!((text.as_str(), text.to_string().as_str()), ("Op verzoek", "Op verzoek"));
    assert_eq!(text.into_string(), "Op verzoek");
}

#[tokio::test]
async fn a_text_may_name_clubs_and_no_members() {
    let database = TestDatabase::new().await;
    let pool = database.pool();
    pool.execute(
        "INSERT INTO members (id, email, password_hash, first_name, last_name, created_at)
         VALUES (gen_random_uuid(), 'es@golf.example', '', 'Es', 'Delden', now()),
             (gen_random_uuid(), 'jan@golf.example', '', 'Jan Willem', 'Haar', now());
         INSERT INTO clubs (id, name, city, short_name, keywords, lat, lon, holes, starttime_description,
             reservation_instruction, reservation_description, max_plays_per_year, closed_weekdays)
         VALUES ('de-es', 'Golfclub De Es', 'Delden', 'De Es', '', 52, 6, '{9}', '', '', '', 1, '{}')",
    )
    .await
    .expect("two members and a club");
    for permitted in
        ["dicht wegens regen", "Toernooi op Golfclub De Es", "Baan in Delden dicht", "De Es is dicht"]
    {
        let text = PermanentText::check(&pool, permitted).await.expect(permitted);
        assert_eq!(text.as_str(), permitted);
    }
    for (text, named) in [
        ("Es belde", "Es"),
        ("toernooi op De Es voor Es", "Es"),
        ("verzoek van mevrouw Haar", "Haar"),
        ("Jan Willem belde", "Jan Willem"),
    ] {
        let refused = PermanentText::check(&pool, text).await;
        assert!(matches!(&refused, Err(Refusal::Name(name)) if name == named), "{text}: {refused:?}");
    }
    for (text, refusal) in [
        (" ", Refusal::NotOneLine.to_string()),
        ("mail jan@golf.example", Refusal::Email.to_string()),
        ("belde met 06-12345678", Refusal::Telephone.to_string()),
        ("GSN NL12345678", Refusal::Gsn.to_string()),
    ] {
        let refused = PermanentText::check(&pool, text).await.expect_err(text);
        assert_eq!(refused.to_string(), refusal, "{text}");
    }
}
