//! The line that leads to the switches of mails.

use super::*;

const ADDRESS: &str = "https://fairway.example/profile/notifications";

fn leads_to_the_switches(mail: &Mail) -> bool {
    let in_header = mail.switches_url.as_deref() == Some(ADDRESS);
    let in_text = mail.text.contains(&format!("Kies het in je profiel:\n{ADDRESS}\n"));
    let in_html = mail.html.contains(&format!("<a href=\"{ADDRESS}\""));
    assert_eq!([in_text, in_html], [in_header; 2], "{}", mail.subject);
    in_header
}

#[test]
fn mails_about_rounds_and_waiting_lists_lead_to_the_switches_and_no_other_does() {
    for (name, mail) in Fixture::ordinary().every_mail() {
        let is_about_a_round = mail.attachments.first().is_some_and(|file| file.filename.ends_with(".ics"));
        let has_switch =
            is_about_a_round || ["waiting", "course", "absence"].iter().any(|start| name.starts_with(start));
        assert_eq!(leads_to_the_switches(&mail), has_switch, "{name}");
    }
}

#[test]
fn what_the_club_or_an_operator_cancelled_has_no_switch_and_a_returned_right_has_one() {
    let fixture = Fixture::ordinary();
    let outcome = PlayRightOutcome::Returned;
    let leads = |notice| leads_to_the_switches(&fixture.booking(notice, 0..0, day(20)));
    assert!(!leads(BookingNotice::CancelledByClub { notice: "Baan dicht", outcome, alternatives: &[] }));
    assert!(!leads(BookingNotice::CancelledByOperator { outcome }));
    assert!(leads(BookingNotice::RightReturned { outcome }));
}

#[test]
fn a_reminder_has_the_address_the_way_and_the_link_to_the_cancel_dialog() {
    let mut fixture = Fixture::ordinary();
    let reminder = |fixture: &Fixture| {
        let voucher_url = "https://fairway.example/documents/vouchers/abc";
        let right = PlayRightUsed::Subscription;
        let notice = BookingNotice::Reminder { right, voucher_url, group_vouchers_url: None };
        fixture.booking(notice, 0..1, day(27))
    };
    let mail = reminder(&fixture);
    let place = fixtures::place();
    for part in [
        "Adres           Essenlaan 4, 9751 AB Haren\n".to_owned(),
        "https://www.google.com/maps/dir/?api=1&destination=Golfclub%20De%20Essenlaan%2C%20Haren\n"
            .to_owned(),
        format!("Annuleren of iemand laten invallen:\nhttps://fairway.example/reservations/{place}/cancel\n"),
        "Annuleren kan kosteloos tot en met vrijdag 27 november 2026.".to_owned(),
    ] {
        assert!(mail.text.contains(&part), "{part} is missing: {}", mail.text);
    }
    // A club without a known address.
    fixture.round.club.street.clear();
    assert!(!reminder(&fixture).text.contains("Adres"));
}
