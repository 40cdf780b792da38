//! Tests that every problem is found at once, each with its file and location.

use super::*;

fn problems(files: &[(&str, &str)]) -> Vec<String> {
    let dir = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        std::fs::write(dir.path().join(name), text).expect("a file");
    }
    match folder(dir.path(), "2026-11-20".parse().expect("a day"), &HashSet::new()) {
        Err(ImportError::Problems(problems)) => problems.iter().map(ToString::to_string).collect(),
        Err(other) => panic!("{other}"),
        Ok(_) => Vec::new(),
    }
}

#[test]
fn names_every_problem_of_every_file_with_its_place() {
    let found = problems(&[
        (
            "members.json",
            r#"[{"email": "jan", "password": "", "first_name": "Jan", "lastname": "Vries", "handicap": 99,
                 "vouchers": [{"kind": "gift", "title": "x", "holes": 12, "expires": "soon"}]},
                7]"#,
        ),
        ("pages.json", r#"[{"slug": "Over Ons", "title": "x", "contents": "x"}]"#),
        ("news.json", "{"),
        ("clubz.json", "[]"),
    ]);
    for wanted in [
        "members.json: [0].email: must be an e-mail address",
        "members.json: [0].password: must not be empty",
        "members.json: [0].last_name: is missing",
        "members.json: [0].lastname: is not a known key",
        "members.json: [0].handicap: must be a number from -10 to 54",
        "members.json: [0].vouchers[0].kind: must be bonus or free",
        "members.json: [0].vouchers[0].holes: must be 9 or 18",
        "members.json: [1]: must be an object",
        "pages.json: [0].slug: must be a slug: small letters, digits and single hyphens",
    ] {
        assert!(found.iter().any(|problem| problem == wanted), "{wanted} is not among {found:#?}");
    }
    for part in [
        "members.json: [0].vouchers[0].expires: must be a date",
        "news.json: is not JSON",
        "clubz.json: is none",
    ] {
        assert!(found.iter().any(|problem| problem.starts_with(part)), "{part} is not among {found:#?}");
    }
    assert_eq!(found.len(), 12, "{found:#?}");
}

#[test]
fn names_that_the_portal_itself_uses_are_no_clubs() {
    let refused = |id: &str| {
        let found = problems(&[("clubs.json", &format!(r#"[{{"id": "{id}"}}]"#))]);
        found.iter().any(|problem| *problem == format!("clubs.json: [0].id: must not be {id}"))
    };
    assert!(refused("info") && refused("other") && !refused("others"));
}

#[test]
fn an_empty_folder_is_no_data_set() {
    let dir = tempfile::tempdir().expect("a folder");
    let error =
        folder(dir.path(), "2026-11-20".parse().expect("a day"), &HashSet::new()).expect_err("nothing there");
    assert!(matches!(error, ImportError::Folder { .. }));
}

#[test]
fn names_and_numbers_from_contacts_and_pdfs_are_imported_as_they_are_meant() {
    let members = "[{\"email\": \"zoe@x.nl\", \"first_name\": \"\u{200e}Zoe\u{308}\", \"last_name\": \"van\u{a0}Dam\",
        \"telephone\": \"\u{202a}+31\u{a0}06\u{2011}12345678\u{202c}\", \"gsn\": \"NL 1234\u{2013}5678\",
        \"postcode\": \"3811\u{202f}ab\", \"birthdate\": \"1968\u{2011}04\u{2011}17\", \"gender\": \"F\u{a0}\"}]";
    let sink = Sink::default();
    let found = [("members.json".to_owned(), members.as_bytes().to_vec())];
    let data = files(&found, "2026-11-20".parse().expect("a day"), &sink);
    assert_eq!(sink.into_problems().len(), 0);
    let rows = data.members.expect("the file");
    let row = &rows[0];
    assert_eq!((row.first_name.as_str(), row.last_name.as_str()), ("Zoë", "van Dam"));
    assert_eq!((row.telephone.as_str(), row.gsn.as_str()), ("+31612345678", "NL12345678"));
    assert_eq!((row.postcode.as_str(), row.gender.as_str()), ("3811 AB", "F"));
    assert_eq!(row.birthdate, "1968-04-17".parse().ok());
}

#[test]
fn a_data_set_saved_on_windows_is_read() {
    let page = r#"[{"slug": "info", "title": "Zoë", "contents": "x"}]"#;
    let utf16 = |mark: &[u8], bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
        mark.iter().copied().chain(page.encode_utf16().flat_map(bytes)).collect()
    };
    for bytes in [
        [b"\xef\xbb\xbf", page.as_bytes()].concat(),
        utf16(b"\xff\xfe", u16::to_le_bytes),
        utf16(b"\xfe\xff", u16::to_be_bytes),
        utf16(b"", u16::to_le_bytes),
    ] {
        let sink = Sink::default();
        let data = files(&[("pages.json".to_owned(), bytes)], "2026-11-20".parse().expect("a day"), &sink);
        assert_eq!(sink.into_problems().len(), 0);
        assert_eq!(data.pages.expect("the file")[0].title, "Zoë");
    }
}

#[test]
fn an_encoding_that_cannot_be_known_is_named_instead_of_a_place_in_the_json() {
    let sink = Sink::default();
    let bytes = b"[{\"slug\": \"Zo\xeb\"}]".to_vec();
    files(&[("pages.json".to_owned(), bytes)], "2026-11-20".parse().expect("a day"), &sink);
    let problems: Vec<String> = sink.into_problems().iter().map(ToString::to_string).collect();
    let wanted = "pages.json: is no text in UTF-8 or UTF-16 (from byte 13 on): save it as UTF-8";
    assert_eq!(problems, [wanted]);
}

#[test]
fn a_handicap_is_a_number_or_text_as_golfers_write_it() {
    let members = |handicap: &str| {
        let row = format!(
            r#"[{{"email": "zoe@x.nl", "first_name": "Zoë", "last_name": "Dam", "handicap": {handicap}}}]"#
        );
        let sink = Sink::default();
        let found = [("members.json".to_owned(), row.into_bytes())];
        let data = files(&found, "2026-11-20".parse().expect("a day"), &sink);
        match sink.into_problems().first() {
            None => Ok(data.members.expect("the file")[0].handicap),
            Some(problem) => Err(problem.to_string()),
        }
    };
    for (written, read) in [
        ("18.4", Some(18.4)),
        ("-2.1", Some(-2.1)),
        (r#""+2,1""#, Some(-2.1)),
        (r#""18,4""#, Some(18.4)),
        (r#""""#, None),
        ("null", None),
    ] {
        assert_eq!(members(written), Ok(read), "{written}");
    }
    let refused = members(r#""hoog""#).expect_err("no handicap");
    assert!(
        refused.starts_with("members.json: [0].handicap: must be a handicap from +10 to 54"),
        "{refused}"
    );
}

#[test]
fn an_address_that_mail_does_not_reach_is_a_problem_of_its_row() {
    let found = |email: &str| {
        let row = serde_json::json!([{"email": email, "first_name": "Zoë", "last_name": "Dam"}]);
        let round = serde_json::json!([{"club": "x", "date": "2026-01-01", "holes": 9, "players": [email]}]);
        problems(&[("members.json", &row.to_string()), ("history.json", &round.to_string())])
    };
    for (email, problem) in [
        ("a@x.nl;b@y.nl", "names more than one e-mail address: give one"),
        (
            "mailto:a@x.nl",
            "must be an e-mail address alone, without a name, brackets, mailto: or a sign at its end",
        ),
        (
            "<a@x.nl>",
            "must be an e-mail address alone, without a name, brackets, mailto: or a sign at its end",
        ),
        (
            "a@x.nl,",
            "must be an e-mail address alone, without a name, brackets, mailto: or a sign at its end",
        ),
        ("a@@x.nl", "must be an e-mail address"),
        ("a..b@x.nl", "has two dots in a row, or a dot at the beginning or end of a part"),
        ("a@x_y.nl", "has a domain that cannot exist"),
    ] {
        let places = ["members.json: [0].email", "history.json: [0].players[0]"];
        assert_eq!(found(email), places.map(|place| format!("{place}: {problem}")), "{email}");
    }
    assert_eq!(found("Zoë@MÜNCHEN-golf.nl").len(), 2, "letters before the @");
    assert_eq!(found("zoe@MÜNCHEN-golf.nl"), [""; 0]);
}

#[test]
fn an_address_across_the_border_names_its_country_or_has_it_in_its_postcode() {
    let read = |address: &str| {
        let row = format!(r#"[{{"email": "zoe@x.nl", "first_name": "Zoë", "last_name": "Dam"{address}}}]"#);
        let sink = Sink::default();
        let found = [("members.json".to_owned(), row.into_bytes())];
        let data = files(&found, "2026-11-20".parse().expect("a day"), &sink);
        match sink.into_problems().first() {
            None => {
                let row = &data.members.expect("the file")[0];
                Ok((row.country.clone(), row.postcode.clone()))
            }
            Some(problem) => Err(problem.to_string()),
        }
    };
    for (address, country, postcode) in [
        ("", "NL", ""),
        (r#", "postcode": "3811ab""#, "NL", "3811 AB"),
        (r#", "postcode": "B-2000""#, "BE", "2000"),
        (r#", "postcode": "2000", "country": "be""#, "BE", "2000"),
        (r#", "postcode": "D-48455""#, "DE", "48455"),
        (r#", "postcode": "SW1A 1AA", "country": "GB""#, "GB", "SW1A 1AA"),
        (r#", "country": "FR""#, "FR", ""),
    ] {
        assert_eq!(read(address), Ok((country.to_owned(), postcode.to_owned())), "{address}");
    }
    for (address, problem) in [
        (r#", "postcode": "2000""#, "members.json: [0].postcode: must be a postcode of NL"),
        (
            r#", "postcode": "3811 AB", "country": "BE""#,
            "members.json: [0].postcode: must be a postcode of BE",
        ),
        (r#", "country": "België""#, "members.json: [0].country: must be the two letters of a country"),
    ] {
        let found = read(address).expect_err("a problem");
        assert!(found.starts_with(problem), "{address}: {found}");
    }
}
