//! Every way in which a row can point to a known person, and the questions where it must not be guessed.

use chrono::NaiveDate;
use fairway_events::MemberId;
use uuid::Uuid;

use super::*;

const LEFT: NaiveDate = NaiveDate::from_ymd_opt(2026, 3, 1).expect("a day");

fn member(id: u128, email: &str, first_name: &str) -> Known {
    Known {
        id: MemberId(Uuid::from_u128(id)),
        email: email.to_owned(),
        former: Vec::new(),
        first_name: first_name.to_owned(),
        name: whole_name(first_name, "van", "Dam"),
        number: String::new(),
        gsn: String::new(),
        birthdate: None,
    }
}

fn row(email: &str, first_name: &str) -> MemberRow {
    MemberRow {
        email: email.to_owned(),
        member_number: String::new(),
        previous_email: None,
        is_another_person: false,
        password: None,
        first_name: first_name.to_owned(),
        prefix: "van".to_owned(),
        last_name: "Dam".to_owned(),
        initials: String::new(),
        street: String::new(),
        housenumber: String::new(),
        postcode: String::new(),
        country: "NL".to_owned(),
        city: String::new(),
        gsn: String::new(),
        telephone: String::new(),
        gender: String::new(),
        birthdate: None,
        is_club_member: false,
        handicap: None,
        golfassociation: String::new(),
        subscriptions: Vec::new(),
        vouchers: Vec::new(),
        personal_offers: Vec::new(),
        federation_registration: None,
    }
}

/// Zoë (1) with a number and a federation number, who was at `oud@x.nl` before; Piet (2), who was at `piet@oud.nl`.
fn directory() -> Directory {
    let zoe = Known {
        former: vec![("oud@x.nl".to_owned(), LEFT)],
        number: "A-1".to_owned(),
        gsn: "NL00000001".to_owned(),
        birthdate: "1970-01-01".parse().ok(),
        ..member(1, "zoe@x.nl", "Zoë")
    };
    let piet = Known {
        former: vec![("piet@oud.nl".to_owned(), LEFT)],
        gsn: "NL00000002".to_owned(),
        ..member(2, "piet@x.nl", "Piet")
    };
    Directory::from_members(vec![zoe, piet])
}

/// The number of the member, 0 for a new one.
fn found(row: &MemberRow) -> Result<u128, String> {
    Ok(whose(row, &directory(), 1)?.map_or(0, |member| member.id.0.as_u128()))
}

fn asks(row: &MemberRow, parts: &[&str]) {
    let question = found(row).expect_err("a question");
    for part in parts {
        assert!(question.contains(part), "{part} is not in: {question}");
    }
}

#[test]
fn a_person_is_known_by_number_by_address_by_former_address_or_by_federation_number_with_the_name() {
    let by_number = MemberRow { member_number: "A-1".to_owned(), ..row("new@x.nl", "Zoe") };
    let married = MemberRow {
        member_number: "A-1".to_owned(),
        last_name: "Bos".to_owned(),
        birthdate: "1970-01-01".parse().ok(),
        ..row("new@x.nl", "Zoë")
    };
    let by_gsn = MemberRow { gsn: "NL00000001".to_owned(), ..row("new@x.nl", "ZOE") };
    let by_word = MemberRow { previous_email: Some("piet@x.nl".to_owned()), ..row("new@x.nl", "Peter") };
    // The same row once more, after the address was changed.
    let again = MemberRow { previous_email: Some("piet@oud.nl".to_owned()), ..row("piet@x.nl", "Peter") };
    for (row, member) in [
        (by_number, 1),
        (married, 1),
        (row("zoe@x.nl", "Zoey"), 1),
        (row("oud@x.nl", "zoe"), 1),
        (by_gsn, 1),
        (by_word, 2),
        (again, 2),
        (row("new@x.nl", "Zoë"), 0),
        // Nobody is known by an address that nobody had: an empty portal takes the same row.
        (MemberRow { previous_email: Some("gone@x.nl".to_owned()), ..row("new@x.nl", "Eva") }, 0),
    ] {
        assert_eq!(found(&row), Ok(member), "{row:?}");
    }
}

#[test]
fn two_answers_that_contradict_each_other_are_a_problem_that_names_both() {
    let number_and_address = MemberRow { member_number: "A-1".to_owned(), ..row("piet@x.nl", "Zoë") };
    asks(&number_and_address, &["another member", "`member_number`", "zoe@x.nl"]);
    let number_and_word = MemberRow {
        member_number: "A-1".to_owned(),
        previous_email: Some("piet@x.nl".to_owned()),
        ..row("new@x.nl", "Zoë")
    };
    asks(&number_and_word, &["zoe@x.nl", "piet@x.nl"]);
    let address_and_gsn = MemberRow { gsn: "NL00000001".to_owned(), ..row("piet@x.nl", "Zoë") };
    asks(&address_and_gsn, &["another member", "zoe@x.nl", "an address of their own"]);
    let taken_over = MemberRow { member_number: "B-7".to_owned(), ..row("zoe@x.nl", "Jan") };
    asks(&taken_over, &["`A-1`", "another name"]);
}

#[test]
fn a_new_member_who_looks_like_a_known_one_is_a_question_that_says_what_to_write() {
    let answers = ["\"previous_email\"", "\"is_another_person\": true"];
    let born = MemberRow { birthdate: "1970-01-01".parse().ok(), ..row("new@x.nl", "Zoe") };
    let gsn = MemberRow { gsn: "NL00000001".to_owned(), ..row("new@x.nl", "Jan") };
    let former = row("oud@x.nl", "Jan");
    for (row, what) in [(born, "birth date"), (gsn, "federation number"), (former, "former address")] {
        asks(&row, &[&row.email, "zoe@x.nl", what, answers[0], answers[1]]);
        assert_eq!(found(&MemberRow { is_another_person: true, ..row }), Ok(0));
    }
}

#[test]
fn a_federation_number_that_another_row_or_member_has_too_takes_over_no_account() {
    let row = MemberRow { gsn: "NL00000001".to_owned(), ..row("new@x.nl", "Zoë") };
    assert!(whose(&row, &directory(), 2).is_err(), "another row");
    let mallory = Known { gsn: row.gsn.clone(), ..member(3, "mallory@x.nl", "Zoë") };
    let members = [directory().members().to_vec(), vec![mallory]].concat();
    assert!(whose(&row, &Directory::from_members(members), 1).is_err(), "another member");
}

/// Every row of a small world: whoever is found shares something that only a data set writes, or a number and the name.
#[test]
fn nobody_is_found_by_what_a_member_can_write_alone() {
    let directory = directory();
    let words = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    let emails = words(&["zoe@x.nl", "piet@x.nl", "oud@x.nl", "piet@oud.nl", "new@x.nl"]);
    let mut tried = 0;
    for email in &emails {
        for previous_email in emails.iter().cloned().map(Some).chain([None]) {
            for member_number in words(&["", "A-1", "B-2"]) {
                for gsn in words(&["", "NL00000001", "NL00000002"]) {
                    for first_name in ["Zoë", "Piet", "Jan"] {
                        let row = MemberRow {
                            previous_email: previous_email.clone(),
                            member_number: member_number.clone(),
                            gsn: gsn.clone(),
                            ..row(email, first_name)
                        };
                        tried += 1;
                        let Ok(Some(member)) = whose(&row, &directory, 1) else { continue };
                        let has = |address: &String| has_address(member, address);
                        let is_namesake = member.name == whole_name(first_name, "van", "Dam");
                        assert!(
                            member.number == row.member_number && !row.member_number.is_empty()
                                || row.previous_email.as_ref().is_some_and(has)
                                || member.email == row.email
                                || is_namesake && (has(&row.email) || member.gsn == row.gsn),
                            "{row:?} was taken for {member:?}"
                        );
                        let other = directory.by_email(email).is_some_and(|other| other.id != member.id);
                        assert!(!other, "{row:?} is at the address of another member than {member:?}");
                    }
                }
            }
        }
    }
    assert_eq!(tried, 5 * 6 * 3 * 3 * 3);
}

#[test]
fn two_people_of_one_name_or_one_number_are_not_taken_for_one() {
    let number = |number: &str, row: MemberRow| MemberRow { member_number: number.to_owned(), ..row };
    let born = |day: &str, row: MemberRow| MemberRow { birthdate: day.parse().ok(), ..row };
    for (row, parts) in [
        // A namesake at an address that she left, or with her federation number.
        (number("B-7", row("oud@x.nl", "Zoë")), ["a former address", "zoe@x.nl"]),
        (born("1999-09-09", row("oud@x.nl", "Zoë")), ["a former address", "zoe@x.nl"]),
        (
            number("B-7", MemberRow { gsn: "NL00000001".to_owned(), ..row("new@x.nl", "Zoë") }),
            ["the federation number", "zoe@x.nl"],
        ),
        // Her namesake at her present address.
        (born("1999-09-09", number("B-7", row("zoe@x.nl", "Zoë"))), ["`A-1`", "birth date"]),
        // Her number, given to another one.
        (number("A-1", row("new@x.nl", "Jan")), ["has the number of `zoe@x.nl`", "a number of its own"]),
        // A stale answer: the address that it leads to belonged to a third one since.
        (
            MemberRow { previous_email: Some("piet@x.nl".to_owned()), ..row("oud@x.nl", "Peter") },
            ["`previous_email`", "zoe@x.nl"],
        ),
    ] {
        asks(&row, &parts);
    }
}
