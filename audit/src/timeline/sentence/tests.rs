//! What the sentences of events say, and never say.

use fairway_events::{
    AbsenceReason, BookedPlace, CancelledPlace, ClubUserId, DisputeId, DisputeOutcome, Holes, Irregularity,
    LineSum, Month, MonthAmounts, PlaceId, Scan, ScanId, ScanMethod, SettlementEvent, SubscriptionId,
    TariffPrices, VatRegime, VatSum, VoucherId,
};
use uuid::Uuid;

use super::*;

/// Nothing is known: what a sentence says where everything is gone from the read models.
fn told_of_strangers(event: impl Into<Event>) -> (u8, String) {
    told(&event.into(), &Names::default(), &Labels::default())
}

fn id(number: u128) -> Uuid {
    Uuid::from_u128(number)
}

#[test]
fn a_sentence_begins_with_a_capital_and_has_the_number_of_the_booking() {
    let (master, other) = (MemberId(id(1)), MemberId(id(2)));
    let right = PlayRight::Subscription { subscription: SubscriptionId(id(4)) };
    let place = |number: u128, member: MemberId| BookedPlace {
        place: PlaceId(id(number)),
        member,
        right: right.clone(),
    };
    let booked = |places: Vec<BookedPlace>| ReservationEvent::RoundBooked {
        booking: BookingId(id(10)),
        club: ClubId::from("de-es"),
        play_date: NaiveDate::from_ymd_opt(2026, 11, 28).expect("a day"),
        holes: Holes::Eighteen,
        master,
        places,
        booked_at: chrono::DateTime::UNIX_EPOCH,
    };
    let alone = told_of_strangers(booked(vec![place(11, master)]));
    let where_and_when = "de-es on Sat 28 Nov 2026 (0000-000A)";
    assert_eq!(alone, (90, format!("Erased member …0001 booked 18 holes at {where_and_when}")));
    let (_, together) = told_of_strangers(booked(vec![place(11, master), place(12, other)]));
    assert!(together.ends_with(" (0000-000A), with erased member …0002"), "{together}");
}

#[test]
fn no_sentence_has_an_id() {
    let (member, booking, place) = (MemberId(id(1)), BookingId(id(10)), PlaceId(id(11)));
    let (voucher, order) = (VoucherId(id(50)), OrderId(id(70)));
    let right = PlayRight::Subscription { subscription: SubscriptionId(id(4)) };
    let club = || ClubId::from("de-es");
    let date = NaiveDate::from_ymd_opt(2026, 11, 28).expect("a day");
    let at = chrono::DateTime::UNIX_EPOCH;
    let scan =
        Scan { id: ScanId(id(90)), by: ClubUserId(id(91)), at, device_time: at, method: ScanMethod::List };
    let events: [Event; 13] = [
        ReservationEvent::StartTimeAgreed {
            booking,
            start_time: Some("10:40".parse().expect("a time")),
            by: member,
            agreed_at: at,
        }
        .into(),
        ReservationEvent::PlayRightReturned { booking, place, member }.into(),
        ReservationEvent::PlayerSwapped {
            booking,
            club: club(),
            play_date: date,
            holes: Holes::Nine,
            left: CancelledPlace { place, member },
            place: BookedPlace { place, member: MemberId(id(2)), right: right.clone() },
            by: member,
            swapped_at: at,
        }
        .into(),
        MembershipEvent::PlayRightForfeited { member, place, booking, club: club(), play_date: date, right }
            .into(),
        VoucherEvent::VoucherReleased { voucher, member, place }.into(),
        CourseDayEvent::PlacesClaimed { club: club(), date, booking, places: vec![place] }.into(),
        WaitingListEvent::OfferTaken {
            club: club(),
            date,
            group: fairway_events::WaitingGroupId(id(80)),
            booking,
            by: member,
            taken_at: at,
        }
        .into(),
        OrderEvent::OrderPaid { order, member, paid_at: at }.into(),
        ArrivalListEvent::IrregularScanRecorded {
            club: club(),
            date,
            why: Irregularity::Cancelled,
            round: Some(ScannedRound { booking, place, member, holes: Holes::Nine }),
            scan,
        }
        .into(),
        ArrivalListEvent::IrregularScanDecided {
            club: club(),
            date,
            scan: scan.id,
            counts: false,
            round: None,
            reason: "Gezien".to_owned(),
        }
        .into(),
        ArrivalListEvent::AbsenceRecorded {
            club: club(),
            date,
            booking,
            place,
            member,
            reason: AbsenceReason::Illness,
        }
        .into(),
        ArrivalListEvent::AbsenceObjected { club: club(), date, booking, place, member }.into(),
        SettlementEvent::LineDisputed {
            club: club(),
            dispute: DisputeId(id(99)),
            month: Month::of(date),
            date,
            place: Some(place),
            reason: "Te weinig".to_owned(),
        }
        .into(),
    ];
    for event in events {
        let (weight, sentence) = told_of_strangers(event);
        assert!(weight <= 100 && !sentence.contains("00000000-"), "{sentence}");
    }
}

#[test]
fn who_cancels_the_whole_group_tells_of_all_of_it() {
    let (booking, place) = (BookingId(id(10)), PlaceId(id(11)));
    let cancelled = |member: u128| ReservationEvent::PlaceCancelled {
        booking,
        place,
        member: MemberId(id(member)),
        by: MemberId(id(1)),
        mode: CancelMode::Group,
        cancelled_at: chrono::DateTime::UNIX_EPOCH,
    };
    let (whole, sentence) = told_of_strangers(cancelled(1));
    assert_eq!(sentence, "Erased member …0001 cancelled the whole group (0000-000A)");
    let (part, _) = told_of_strangers(cancelled(2));
    assert!(whole > part);
}

#[test]
fn an_arrival_says_when_and_how_the_club_saw_the_player() {
    let at = "2026-11-28T08:12:30Z".parse().expect("an instant");
    let scan =
        Scan { id: ScanId(id(90)), by: ClubUserId(id(91)), at, device_time: at, method: ScanMethod::Camera };
    let (_, sentence) = told_of_strangers(ArrivalListEvent::PlayerArrived {
        club: ClubId::from("de-es"),
        date: NaiveDate::from_ymd_opt(2026, 11, 28).expect("a day"),
        booking: BookingId(id(10)),
        place: PlaceId(id(11)),
        member: MemberId(id(1)),
        holes: Holes::Nine,
        walk_in: false,
        scan,
    });
    assert_eq!(
        sentence,
        "Erased member …0001 arrived at the club at 09:12 (scanned by camera) at de-es on Sat 28 Nov 2026 (0000-000A)"
    );
}

#[test]
fn what_a_club_is_owed_is_told_with_its_amounts() {
    let club = || ClubId::from("de-es");
    let date = NaiveDate::from_ymd_opt(2026, 11, 28).expect("a day");
    let month = Month::of(date);
    let sentence = |event: SettlementEvent| told_of_strangers(event).1;
    let prices =
        TariffPrices { weekday_9: 2_500, weekday_18: 4_000, weekend_9: 3_000, weekend_18: 4_500, absence: 0 };
    let (from, vat) = (month.first_day(), VatRegime::Low);
    assert_eq!(
        sentence(SettlementEvent::TariffSet { club: club(), from, prices, vat }),
        "De-es has a tariff from Sun 1 Nov 2026 on: 9 holes € 25.00, 18 holes € 40.00, at weekends € 30.00 and \
         € 45.00, an absence nothing, 9 % VAT"
    );
    let amounts = MonthAmounts {
        arrivals: LineSum { count: 2, net: 6_500 },
        adjustments: LineSum { count: 1, net: -50 },
        vat: vec![VatSum { regime: vat, net: 6_450, vat: 581 }],
        ..MonthAmounts::default()
    };
    let (lines_hash, closed_on) = (String::new(), from);
    let closed = SettlementEvent::MonthClosed {
        club: club(),
        month,
        as_of: 7,
        amounts,
        lines_hash,
        closed_on,
        invoice: None,
    };
    assert_eq!(sentence(closed), "November 2026 of de-es is closed: 3 lines, € 64.50 and € 5.81 VAT");
    let (dispute, reason) = (DisputeId(id(99)), || "Dubbel".to_owned());
    let missing =
        SettlementEvent::LineDisputed { club: club(), dispute, month, date, place: None, reason: reason() };
    assert_eq!(
        sentence(missing),
        "De-es misses a line of Sat 28 Nov 2026 in the statement of November 2026: “Dubbel”"
    );
    let (outcome, adjustment) = (DisputeOutcome::Accepted, -50);
    let reason = reason();
    let ended = SettlementEvent::DisputeEnded {
        club: club(),
        dispute,
        month,
        date,
        outcome,
        adjustment,
        vat,
        reason,
    };
    assert_eq!(
        sentence(ended),
        "The dispute of de-es about Sat 28 Nov 2026 was accepted, with an adjustment of € -0.50 (9 % VAT): “Dubbel”"
    );
}
