//! Properties of every mail.

mod account;
mod course;
mod statement;
mod switches;

use std::ops::Range;

use chrono::{DateTime, NaiveDate, TimeZone, Utc};
use fairway_events::{Holes, WaitingGroupId};

use super::*;
use crate::round::fixtures;
use crate::{PersonName, Portal, Round};

fn now() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 20, 18, 5, 0).single().expect("an instant")
}

fn day(day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, day).expect("a day")
}

/// The values that mails are composed from.
struct Fixture {
    portal: Portal,
    round: Round,
    players: Vec<PersonName>,
    title: String,
}

impl Fixture {
    fn ordinary() -> Self {
        Self {
            portal: fixtures::portal(),
            round: fixtures::round(),
            players: fixtures::players(),
            title: "Bonusronde ledenactie".to_owned(),
        }
    }

    /// Every text from a member or an editor contains an injection attempt.
    fn hostile() -> Self {
        let evil =
            "x\r\nBcc: evil@example.org\r\n\r\n<script>alert(1)</script>\"'&<img src=//e.example/x>\u{202e}";
        let mut fixture = Self::ordinary();
        fixture.round.club.name = evil.to_owned();
        fixture.round.club.city = evil.to_owned();
        fixture.round.club.reservation_description = format!("<p>{evil}</p><p>&lt;script&gt;</p>");
        fixture.players = (0..3).map(|_| PersonName::new(evil, evil, evil)).collect();
        fixture.title = evil.to_owned();
        fixture
    }

    fn booking(&self, notice: BookingNotice<'_>, active: Range<usize>, today: NaiveDate) -> Mail {
        BookingMail {
            portal: &self.portal,
            recipient: &self.players[0],
            place: fixtures::place(),
            round: &self.round,
            players: &self.players[active],
            sequence: 2,
            occurred_at: now(),
            today,
            notice,
        }
        .compose()
    }

    /// To the first of `players`.
    fn waiting(&self, notice: WaitingNotice<'_>, players: Range<usize>) -> Mail {
        WaitingMail {
            portal: &self.portal,
            recipient: &self.players[0],
            group: WaitingGroupId(fixtures::place().0),
            club: &self.round.club,
            play_date: self.round.play_date,
            holes: self.round.holes,
            players: &self.players[players],
            to_join: None,
            notice,
        }
        .compose()
    }

    fn every_mail(&self) -> Vec<(&'static str, Mail)> {
        let (other, third, title) = (&self.players[1], &self.players[2], self.title.as_str());
        let voucher_url = "https://fairway.example/documents/vouchers/abc";
        let group = Some("https://fairway.example/documents/group-vouchers/abc");
        let subscription = PlayRightUsed::Subscription;
        let order = |purchase, amount_cents| {
            let order_number = self.round.number();
            let (portal, recipient) = (&self.portal, &self.players[0]);
            OrderPaid { portal, recipient, purchase, amount_cents, paid_on: day(20), order_number }.compose()
        };
        let duplicate_payment = {
            let order_number = self.round.number();
            let (portal, recipient, paid_on) = (&self.portal, &self.players[0], day(20));
            let purchase = Purchase::FederationRegistration { year: 2026, package: title };
            DuplicatePayment { portal, recipient, purchase, amount_cents: 4_950, paid_on, order_number }
                .compose()
        };
        let refund_approved = |quantity| {
            let order_number = self.round.number();
            let (portal, recipient, paid_on) = (&self.portal, &self.players[0], day(20));
            let purchase = Purchase::FreeVouchers { quantity, holes: Holes::Nine, expires: day(30) };
            let amount_cents = i64::from(quantity) * 1_250;
            RefundApproved { portal, recipient, purchase, amount_cents, paid_on, order_number }.compose()
        };
        let withdrawn = |right| {
            let (portal, recipient) = (&self.portal, &self.players[0]);
            RightWithdrawn { portal, recipient, right }.compose()
        };
        let reason = if title.contains('\n') { title } else { "De baan is op deze datum volgeboekt" };
        let lost = |loss| {
            let (portal, recipient) = (&self.portal, &self.players[0]);
            LossNotice { portal, recipient, round: &self.round, loss }.compose()
        };
        let mut mails = vec![
            (
                "confirmed",
                self.booking(
                    BookingNotice::Confirmed { right: subscription, voucher_url, group_vouchers_url: group },
                    0..3,
                    day(20),
                ),
            ),
            (
                "confirmed_alone_on_the_day",
                self.booking(
                    BookingNotice::Confirmed {
                        right: PlayRightUsed::Voucher { title },
                        voucher_url,
                        group_vouchers_url: None,
                    },
                    0..1,
                    day(28),
                ),
            ),
            (
                "reminder",
                self.booking(
                    BookingNotice::Reminder { right: subscription, voucher_url, group_vouchers_url: group },
                    0..3,
                    day(27),
                ),
            ),
            (
                "added",
                self.booking(
                    BookingNotice::Added { by: other, right: PlayRightUsed::Voucher { title }, voucher_url },
                    0..3,
                    day(20),
                ),
            ),
            (
                "removed",
                self.booking(
                    BookingNotice::Removed { by: other, outcome: PlayRightOutcome::Returned },
                    1..3,
                    day(20),
                ),
            ),
            (
                "group_cancelled",
                self.booking(
                    BookingNotice::GroupCancelled {
                        by: Some(other),
                        outcome: PlayRightOutcome::VoucherReturned { title, expires: day(30) },
                    },
                    0..0,
                    day(20),
                ),
            ),
            (
                "group_cancelled_by_oneself",
                self.booking(
                    BookingNotice::GroupCancelled { by: None, outcome: PlayRightOutcome::Forfeited },
                    0..0,
                    day(28),
                ),
            ),
            (
                "own_cancellation",
                self.booking(
                    BookingNotice::OwnCancellation { outcome: PlayRightOutcome::VoucherExpired { title } },
                    1..3,
                    day(20),
                ),
            ),
            ("co_player_left", self.booking(BookingNotice::CoPlayerLeft { player: third }, 0..2, day(20))),
            (
                "master_passed_on",
                self.booking(
                    BookingNotice::MasterPassedOn { from: third, group_vouchers_url: group },
                    0..2,
                    day(20),
                ),
            ),
            (
                "swapped_out",
                self.booking(
                    BookingNotice::SwappedOut {
                        by: Some(other),
                        coming: third,
                        outcome: PlayRightOutcome::VoucherReturned { title, expires: day(30) },
                    },
                    1..3,
                    day(28),
                ),
            ),
            (
                "swapped_out_by_oneself",
                self.booking(
                    BookingNotice::SwappedOut {
                        by: None,
                        coming: third,
                        outcome: PlayRightOutcome::Returned,
                    },
                    1..3,
                    day(28),
                ),
            ),
            (
                "swapped_in",
                self.booking(
                    BookingNotice::SwappedIn {
                        by: Some(other),
                        left: third,
                        leads: false,
                        right: subscription,
                        voucher_url,
                        group_vouchers_url: None,
                    },
                    0..2,
                    day(28),
                ),
            ),
            (
                "swapped_in_for_the_master",
                self.booking(
                    BookingNotice::SwappedIn {
                        by: None,
                        left: third,
                        leads: true,
                        right: PlayRightUsed::Voucher { title },
                        voucher_url,
                        group_vouchers_url: group,
                    },
                    0..2,
                    day(20),
                ),
            ),
            (
                "co_player_swapped",
                self.booking(BookingNotice::CoPlayerSwapped { left: third, coming: other }, 0..2, day(20)),
            ),
            (
                "standing",
                self.booking(
                    BookingNotice::PresentState {
                        right: PlayRightUsed::Voucher { title },
                        voucher_url,
                        group_vouchers_url: None,
                    },
                    0..3,
                    day(20),
                ),
            ),
            (
                "vouchers_paid",
                order(Purchase::FreeVouchers { quantity: 2, holes: Holes::Nine, expires: day(30) }, 2500),
            ),
            (
                "own_cancellation_paid_back",
                self.booking(
                    BookingNotice::OwnCancellation { outcome: PlayRightOutcome::VoucherWithdrawn { title } },
                    0..0,
                    day(20),
                ),
            ),
            ("federation_paid_twice", duplicate_payment),
            ("refund_approved", refund_approved(2)),
            ("refund_approved_of_one", refund_approved(1)),
            (
                "voucher_withdrawn",
                withdrawn(WithdrawnRight::Voucher { title, holes: Holes::Eighteen, expires: day(30) }),
            ),
            (
                "subscription_withdrawn",
                withdrawn(WithdrawnRight::Subscription { name: title, startdate: day(1), enddate: day(30) }),
            ),
            ("place_lost", lost(Loss::Place { reason })),
            ("cancellation_lost", lost(Loss::Cancellation)),
            ("waiting_started", self.waiting(WaitingNotice::Started { by: None }, 0..3)),
            ("waiting_started_by_another", self.waiting(WaitingNotice::Started { by: Some(other) }, 0..3)),
            ("waiting_started_alone", self.waiting(WaitingNotice::Started { by: None }, 0..1)),
            ("waiting_offered", self.waiting(WaitingNotice::Offered { until: now(), today: day(20) }, 0..3)),
            (
                "waiting_offered_alone",
                self.waiting(WaitingNotice::Offered { until: now(), today: day(19) }, 0..1),
            ),
            ("waiting_lapsed", self.waiting(WaitingNotice::Lapsed, 0..3)),
            ("waiting_declined", self.waiting(WaitingNotice::Declined { by: other }, 0..3)),
            ("waiting_stopped", self.waiting(WaitingNotice::Stopped { by: other }, 0..3)),
            ("federation_paid", order(Purchase::FederationRegistration { year: 2026, package: title }, 4950)),
        ];
        mails.extend(self.account_mails());
        mails.extend(self.course_mails());
        mails.extend(self.statement_mails());
        mails
    }
}

#[test]
fn every_mail_matches_its_text_snapshot() {
    for (name, mail) in Fixture::ordinary().every_mail() {
        insta::assert_snapshot!(format!("{name}_text"), format!("{}\n\n{}", mail.subject, mail.text));
    }
}

#[test]
fn the_html_contains_the_same_text() {
    let (name, mail) = Fixture::ordinary().every_mail().swap_remove(0);
    // A line per element, to be read.
    insta::assert_snapshot!(format!("{name}_html"), mail.html.replace("><", ">\n<"));
    for (name, mail) in Fixture::ordinary().every_mail() {
        let read = crate::html::lines(&mail.html).join(" ").replace('\n', " ");
        for word in mail.text.split_whitespace().filter(|word| !word.starts_with("http") && *word != "--") {
            let word = word.trim_end_matches(':');
            assert!(
                read.to_lowercase().contains(&word.to_lowercase()) || mail.html.contains(word),
                "{name}: {word} is in the text only"
            );
        }
    }
}

#[test]
fn no_value_can_inject_a_header() {
    for (name, mail) in Fixture::hostile().every_mail() {
        assert!(!mail.subject.contains(|c: char| c.is_control()), "{name}: {:?}", mail.subject);
        for line in mail.text.lines() {
            assert!(!line.starts_with("Bcc:"), "{name}: {line}");
        }
        for attachment in &mail.attachments {
            let name = &attachment.filename;
            assert!(name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'.'), "{name}");
        }
    }
}

#[test]
fn no_value_can_inject_an_element() {
    let ordinary = Fixture::ordinary().every_mail();
    for ((name, hostile), (_, ordinary)) in Fixture::hostile().every_mail().iter().zip(&ordinary) {
        assert!(!hostile.html.contains("<script") && !hostile.html.contains("<img"), "{name}");
        assert!(!hostile.html.contains('\u{202e}'), "{name}");
        // Paragraphs may be more or fewer, but every element is one of ours.
        let elements = |html: &str| {
            html.matches('<').count() - html.matches("<p ").count() * 2 - html.matches("<br>").count()
        };
        assert_eq!(elements(&hostile.html), elements(&ordinary.html), "{name}");
    }
}

#[test]
fn no_mail_loads_external_resources() {
    for (name, mail) in Fixture::ordinary().every_mail() {
        for loader in ["<img", "<link", "url(", "@import", "<iframe", "src="] {
            assert!(!mail.html.contains(loader), "{name}: {loader}");
        }
        for link in mail.html.split("href=\"").skip(1) {
            // The route is shown by a map; it is asked for when it is pressed.
            let is_route = link.starts_with("https://www.google.com/maps/dir/?api=1");
            assert!(is_route || link.starts_with("https://fairway.example/"), "{name}: {}", &link[..40]);
        }
    }
}

#[test]
fn the_calendar_entry_matches_the_notice() {
    for (name, mail) in Fixture::ordinary().every_mail() {
        let entry = mail.attachments.first().map(|entry| String::from_utf8_lossy(&entry.bytes).into_owned());
        let expected = match name {
            "confirmed"
            | "confirmed_alone_on_the_day"
            | "reminder"
            | "added"
            | "co_player_left"
            | "master_passed_on"
            | "swapped_in"
            | "swapped_in_for_the_master"
            | "co_player_swapped"
            | "standing" => Some("STATUS:CONFIRMED"),
            "removed"
            | "group_cancelled"
            | "group_cancelled_by_oneself"
            | "own_cancellation"
            | "own_cancellation_paid_back"
            | "swapped_out"
            | "swapped_out_by_oneself" => Some("STATUS:CANCELLED"),
            _ => None,
        };
        assert_eq!(entry.is_some(), expected.is_some(), "{name}");
        if let (Some(entry), Some(expected)) = (entry, expected) {
            assert!(entry.contains(expected) && entry.contains("SEQUENCE:2"), "{name}: {entry}");
        }
    }
}

#[test]
fn an_offer_names_its_end_in_amsterdam_and_the_day_where_that_is_another() {
    let text = |until: &str, today| {
        let until = until.parse().expect("an instant");
        Fixture::ordinary().waiting(WaitingNotice::Offered { until, today }, 0..3).text.replace('\n', " ")
    };
    assert!(text("2026-11-20T18:05:00Z", day(20)).contains("tot 19:05 uur."));
    let next_day = text("2026-11-20T23:05:00Z", day(20));
    assert!(next_day.contains("tot zaterdag 21 november 2026 om 00:05 uur."), "{next_day}");
}

#[test]
fn the_start_time_is_told_to_those_who_play_and_not_to_those_who_left() {
    let fixture = Fixture { round: fixtures::agreed_round(), ..Fixture::ordinary() };
    for (name, mail) in fixture.every_mail() {
        let entry = mail.attachments.first().map(|entry| String::from_utf8_lossy(&entry.bytes));
        let plays = entry.is_some_and(|entry| entry.contains("STATUS:CONFIRMED"));
        assert_eq!(mail.text.contains("10:40"), plays, "{name}: {}", mail.text);
    }
    let (_, reminder) = fixture.every_mail().swap_remove(2);
    assert!(reminder.text.contains("Morgen is het zover: je start om 10:40."), "{}", reminder.text);
}

#[test]
fn cancelling_is_free_until_the_day_before() {
    let mail = |today| {
        let notice = BookingNotice::CoPlayerLeft { player: &PersonName::new("Jan", "de", "Vries") };
        Fixture::ordinary().booking(notice, 0..2, today).text.replace('\n', " ")
    };
    assert!(mail(day(27)).contains("kosteloos tot en met vrijdag 27 november 2026"));
    assert!(mail(day(28)).contains("bij annuleren vervalt je speelrecht"));
    assert!(!mail(day(28)).contains("kosteloos"));
}
