//! Each kind of damage, and its finding.

use fairway_verify::{Kind, Report};
use replay_tool::style::Style;
use replay_tool::verify::{text, verify};
use sqlx::{Executor, PgPool};

use crate::support::System;

mod statements;

/// Appends a forged event to a stream, at the journal's end.
fn forge(kind: &str, stream: &str, name: &str, body: &str) -> String {
    format!(
        "WITH head AS (UPDATE journal_head SET position = position + 1 RETURNING position)
         INSERT INTO events SELECT '{kind}', '{stream}',
             1 + (SELECT coalesce(max(sequence), 0) FROM events WHERE aggregate_type = '{kind}' AND aggregate_id = '{stream}'),
             '{name}', '1.0.0', jsonb_build_object('{name}', '{body}'::jsonb), '{{}}', position, '2026-11-27T10:00:00Z',
             '00000000-0000-0000-0000-000000000001', 'system:forger'
         FROM head"
    )
}

fn uuid(number: u32) -> String {
    format!("00000000-0000-0000-0000-{number:012x}")
}

/// Changes a value inside the payload of the first event of that name, in a stream or anywhere.
fn change(name: &str, stream: &str, path: &str, value: &str) -> String {
    format!(
        "UPDATE events SET payload = jsonb_set(payload, '{{{name},{path}}}', '{value}')
         WHERE position = (SELECT min(position) FROM events WHERE event_type = '{name}' AND aggregate_id LIKE '{stream}')"
    )
}

/// Claims of a member: a right of their pass on a date.
fn claim(member: u32, place: u32, date: &str) -> String {
    let body = format!(
        r#"{{"member":"{}","place":"{}","booking":"{}","club":"de-es","play_date":"{date}","holes":18,
            "right":{{"kind":"subscription","subscription":"{}"}}}}"#,
        uuid(member),
        uuid(place),
        uuid(9_999),
        uuid(100 + member)
    );
    forge("Membership", &uuid(member), "PlayRightClaimed", &body)
}

/// Forges an event about a group on the waiting list of 6 December.
fn of_group(name: &str, group: u32, more: &str) -> String {
    let body = format!(r#"{{"club":"de-es","date":"2026-12-06","group":"{}"{more}}}"#, uuid(group));
    forge("WaitingList", "de-es/2026-12-06", name, &body)
}

/// Forges that a player arrived, by a new scan.
fn arrived(booking: u32, place: u32, member: u32, date: &str) -> String {
    let body = format!(
        r#"{{"club":"de-es","date":"{date}","booking":"{}","place":"{}","member":"{}","holes":18,"walk_in":false,
            "scan":{{"id":"{}","by":"{}","at":"2026-11-27T09:00:00Z","device_time":"2026-11-27T09:00:00Z","method":"camera"}}}}"#,
        uuid(booking),
        uuid(place),
        uuid(member),
        uuid(599),
        uuid(598)
    );
    forge("ArrivalList", &format!("de-es/{date}"), "PlayerArrived", &body)
}

/// Arrivals that could not be.
fn arrivals() -> Vec<(&'static str, String, Vec<String>)> {
    let decided = format!(
        r#"{{"club":"de-es","date":"2026-11-26","scan":"{}","counts":false,"round":null,"reason":"Gezien"}}"#,
        uuid(501)
    );
    let objected = format!(
        r#"{{"club":"de-es","date":"2026-11-26","booking":"{}","place":"{}","member":"{}"}}"#,
        uuid(2),
        uuid(1_021),
        uuid(1)
    );
    vec![
        (
            "arrival",
            "was not absent".into(),
            vec![forge("ArrivalList", "de-es/2026-11-26", "AbsenceObjected", &objected)],
        ),
        ("arrival", "had arrived before".into(), vec![arrived(2, 1_021, 1, "2026-11-26")]),
        ("arrival", format!("reservation {}", uuid(8_000)), vec![arrived(2, 8_000, 1, "2026-11-26")]),
        ("arrival", "had been given up".into(), vec![arrived(1, 1_013, 3, "2026-11-28")]),
        (
            "arrival",
            "is none to decide about".into(),
            vec![forge("ArrivalList", "de-es/2026-11-26", "IrregularScanDecided", &decided)],
        ),
    ]
}

/// What no operator could take back or have paid back, or what only one of two streams says.
fn taken_back() -> Vec<(&'static str, String, Vec<String>)> {
    let voucher = |number: u32, of: u32| {
        let body = format!(r#"{{"voucher":"{}","member":"{}"}}"#, uuid(200 + number), uuid(of));
        forge("Voucher", &uuid(200 + number), "GrantedVoucherWithdrawn", &body)
    };
    let pass = |number: u32, of: u32| {
        let body = format!(r#"{{"member":"{}","subscription":"{}"}}"#, uuid(of), uuid(100 + number));
        forge("Membership", &uuid(of), "SubscriptionWithdrawn", &body)
    };
    let refund = |number: u32| {
        let body = format!(
            r#"{{"order":"{}","member":"{}","payment":"tr_{number}","amount_cents":5000,"approved_at":"2026-11-27T10:00:00Z"}}"#,
            uuid(300 + number),
            uuid(1)
        );
        forge("Order", &uuid(300 + number), "RefundApproved", &body)
    };
    vec![
        ("streams_disagree", format!("voucher {}", uuid(202)), vec![voucher(2, 2)]),
        ("voucher_used_twice", "withdrawn while it was used".into(), vec![voucher(1, 1)]),
        ("impossible_event", format!("order {} paid for it", uuid(302)), vec![voucher(13, 1)]),
        ("right_not_available", format!("taken from member {}", uuid(4)), vec![voucher(2, 4)]),
        ("right_not_available", format!("pass {} was taken back", uuid(101)), vec![pass(1, 1)]),
        ("impossible_event", format!("pass {} was not theirs", uuid(105)), vec![pass(5, 1)]),
        ("impossible_event", "is of a registration".into(), vec![refund(3)]),
        ("impossible_event", "was paid back before".into(), vec![refund(2)]),
        ("paid_back_but_usable", format!("order {}", uuid(301)), vec![refund(1)]),
    ]
}

/// A code that must be found, the text that the finding must mention, and the damage.
fn damages() -> Vec<(&'static str, String, Vec<String>)> {
    let booking = |number: u32| format!("Reservation {}", uuid(number));
    let cancelled_again = format!(
        r#"{{"booking":"{}","place":"{}","member":"{}","by":"{}","mode":"own","cancelled_at":"2026-11-25T12:00:00Z"}}"#,
        uuid(1),
        uuid(1_013),
        uuid(3),
        uuid(3)
    );
    let used = format!(
        r#"{{"voucher":"{}","member":"{}","place":"{}","play_date":"2026-11-30"}}"#,
        uuid(201),
        uuid(1),
        uuid(8_000)
    );
    let places: Vec<String> = (1..=5).map(|number| format!("\"{}\"", uuid(8_000 + number))).collect();
    let too_many_places = format!(
        r#"{{"club":"de-es","date":"2026-11-29","booking":"{}","places":[{}]}}"#,
        uuid(9_000),
        places.join(",")
    );
    let passed_on = format!(r#"{{"booking":"{}","from":"{}","to":"{}"}}"#, uuid(4), uuid(1), uuid(5));
    let agreed = format!(
        r#"{{"booking":"{}","start_time":"11:00","by":"{}","agreed_at":"2026-11-27T10:00:00Z"}}"#,
        uuid(6),
        uuid(3)
    );
    let paid =
        format!(r#"{{"order":"{}","member":"{}","paid_at":"2026-11-25T12:00:00Z"}}"#, uuid(301), uuid(1));
    let paid_back = format!(
        r#"{{"order":"{}","member":"{}","kind":"refund","amount_cents":100000,"refunded_at":"2026-11-25T12:00:00Z"}}"#,
        uuid(301),
        uuid(1)
    );
    let registered = |order: u32| {
        format!(r#"{{"member":"{}","order":"{}","year":2027,"package":"homecourse"}}"#, uuid(1), uuid(order))
    };
    let opened = format!(r#"{{"member":"{}","order":"{}","quantity":3,"year":2026}}"#, uuid(1), uuid(390));
    let settings = "INSERT INTO settings (federation_year, federation_packages, free_vouchers, free_voucher_validity_days,
             free_voucher_max_per_year, payment_methods)
         SELECT 2027, '[]', '[]', 30, 4, '[]' WHERE NOT EXISTS (SELECT FROM settings)";
    vec![
        ("position_gap", "events".into(), vec!["DELETE FROM events WHERE position = 20".into()]),
        ("head_wrong", "journal_head".into(), vec!["UPDATE journal_head SET position = position + 3".into()]),
        (
            "sequence_gap",
            format!("{} #", booking(1)),
            vec![format!(
                "UPDATE events SET sequence = sequence + 100 WHERE aggregate_id = '{}' AND sequence > 2",
                uuid(1)
            )],
        ),
        (
            "unreadable",
            booking(2),
            vec![format!(
                "UPDATE events SET payload = '{{\"Strange\": {{}}}}' WHERE aggregate_id = '{}'",
                uuid(2)
            )],
        ),
        (
            "impossible_event",
            booking(4),
            vec![forge(
                "Reservation",
                &uuid(4),
                "BookingCancelled",
                &format!(r#"{{"booking":"{}"}}"#, uuid(4)),
            )],
        ),
        (
            "group",
            booking(1),
            vec![change("RoundBooked", &uuid(1), "places,1,member", &format!("\"{}\"", uuid(1)))],
        ),
        (
            "window",
            booking(1),
            vec![change("RoundBooked", &uuid(1), "booked_at", "\"2026-10-01T09:00:00Z\"")],
        ),
        ("two_rounds_one_day", format!("Membership {}", uuid(2)), vec![claim(2, 8_000, "2026-11-28")]),
        (
            "right_not_available",
            format!("Membership {}", uuid(4)),
            vec![claim(4, 8_000, "2026-11-20"), claim(4, 8_001, "2026-11-21"), claim(4, 8_002, "2026-11-22")],
        ),
        (
            "right_out_of_order",
            format!("Membership {}", uuid(1)),
            vec![change(
                "PlayRightClaimed",
                &uuid(1),
                "right",
                &format!(r#"{{"kind":"voucher","voucher":"{}","title":"x"}}"#, uuid(201)),
            )],
        ),
        (
            "voucher_used_twice",
            format!("Voucher {}", uuid(201)),
            vec![forge("Voucher", &uuid(201), "VoucherUsed", &used)],
        ),
        (
            "voucher_not_valid",
            format!("Voucher {}", uuid(201)),
            vec![change("VoucherGranted", &uuid(201), "expires", "\"2026-11-01\"")],
        ),
        (
            "cancellation_outcome",
            booking(1),
            vec![change("PlaceCancelled", &uuid(1), "cancelled_at", "\"2026-11-28T09:00:00Z\"")],
        ),
        (
            "after_play_date",
            booking(1),
            vec![change("PlaceCancelled", &uuid(1), "cancelled_at", "\"2026-11-29T09:00:00Z\"")],
        ),
        (
            "club_maximum",
            format!("Membership {}", uuid(1)),
            vec!["UPDATE clubs SET max_plays_per_year = 1".into()],
        ),
        (
            "over_capacity",
            "CourseDay de-es/2026-11-29".into(),
            vec![forge("CourseDay", "de-es/2026-11-29", "PlacesClaimed", &too_many_places)],
        ),
        ("club_terms", booking(1), vec!["UPDATE clubs SET closed_weekdays = '{6}'".into()]),
        (
            "streams_disagree",
            uuid(1_055 - 3),
            vec![
                change("PlayRightClaimed", &uuid(2), "holes", "9"),
                change("PlacesClaimed", "de-es/2026-12-05", "booking", &format!("\"{}\"", uuid(77))),
            ],
        ),
        (
            "not_allowed",
            booking(1),
            vec![change("PlaceCancelled", &uuid(1), "by", &format!("\"{}\"", uuid(5)))],
        ),
        ("not_allowed", booking(6), vec![forge("Reservation", &uuid(6), "StartTimeAgreed", &agreed)]),
        ("master", booking(4), vec![forge("Reservation", &uuid(4), "MasterPassedOn", &passed_on)]),
        (
            "cancelled_twice",
            booking(1),
            vec![forge("Reservation", &uuid(1), "PlaceCancelled", &cancelled_again)],
        ),
        (
            "voucher_maximum",
            format!("Membership {}", uuid(1)),
            vec![settings.into(), forge("Membership", &uuid(1), "VoucherOrderOpened", &opened)],
        ),
        ("paid_twice", format!("Order {}", uuid(301)), vec![forge("Order", &uuid(301), "OrderPaid", &paid)]),
        (
            "paid_back_but_usable",
            format!("order {}", uuid(301)),
            vec![forge("Order", &uuid(301), "OrderRefunded", &paid_back)],
        ),
        (
            "registered_twice",
            format!("Membership {}", uuid(1)),
            vec![
                forge("Membership", &uuid(1), "FederationRegistered", &registered(391)),
                forge("Membership", &uuid(1), "FederationRegistered", &registered(392)),
            ],
        ),
        (
            "waiting_list_offer",
            "had no offer".into(),
            vec![of_group(
                "OfferTaken",
                402,
                &format!(r#","booking":"{}","by":"{}","taken_at":"2026-11-27T09:30:00Z""#, uuid(6), uuid(4)),
            )],
        ),
        (
            "waiting_list_offer",
            format!("group {} was offered places before group {}", uuid(402), uuid(401)),
            vec![
                of_group("OfferLapsed", 401, r#","releases":1"#),
                of_group("GroupPassedOver", 402, r#","releases":2"#),
                of_group(
                    "PlacesOffered",
                    402,
                    r#","until":"2026-11-27T14:00:00Z","offered_at":"2026-11-27T12:00:00Z""#,
                ),
            ],
        ),
        (
            "personal_data",
            booking(2),
            vec![format!(
                "UPDATE events SET metadata = '{{\"reason\": \"jan@fairway.example belde\"}}' WHERE aggregate_id = '{}'",
                uuid(2)
            )],
        ),
        (
            "row_changed",
            format!("vouchers voucher_id {}", uuid(201)),
            vec![format!("UPDATE vouchers SET title = 'x' WHERE voucher_id = '{}'", uuid(201))],
        ),
        (
            "row_missing",
            format!("vouchers voucher_id {}", uuid(202)),
            vec![format!("DELETE FROM vouchers WHERE voucher_id = '{}'", uuid(202))],
        ),
        (
            "row_extra",
            format!("vouchers voucher_id {}", uuid(299)),
            vec![format!(
                "INSERT INTO vouchers SELECT '{}', member_id, null, null, expires, holes, false, kind, title, null, false FROM vouchers LIMIT 1",
                uuid(299)
            )],
        ),
        (
            "replay_fails",
            "projections".into(),
            vec![format!(
                "DELETE FROM events WHERE event_type = 'VoucherGranted' AND aggregate_id = '{}'",
                uuid(201)
            )],
        ),
    ]
}

async fn check(pool: &PgPool) -> Report {
    verify(pool, &[], &[], &mut |_| ()).await.unwrap()
}

#[tokio::test]
async fn an_undamaged_system_has_no_findings_and_each_damage_is_found_at_its_place() {
    let system = System::with_history().await;
    let undamaged = check(&system.pool).await;
    assert_eq!(undamaged.counted, 0, "{}", text(&undamaged, Style::PLAIN));
    assert!(
        undamaged.checked.iter().any(|line| line.starts_with("vouchers: 6 rows")),
        "{:?}",
        undamaged.checked
    );
    assert!(undamaged.checked.contains(&"1 closed statement, computed again".to_owned()));

    let mut missed = Vec::new();
    let all = damages().into_iter().chain(taken_back()).chain(arrivals()).chain(statements::damages());
    for (code, place, statements) in all {
        for statement in &statements {
            let done = system
                .pool
                .execute(statement.as_str())
                .await
                .unwrap_or_else(|error| panic!("{code}: {error}"));
            assert!(done.rows_affected() > 0 || statement.contains("NOT EXISTS"), "{code}: {statement}");
        }
        let report = check(&system.pool).await;
        let kind = report.kinds.iter().find(|kind| kind.code == code);
        let named = kind.is_some_and(|kind| {
            kind.findings.iter().any(|finding| finding.at.contains(&place) || finding.what.contains(&place))
        });
        if !named {
            missed.push(format!("{code} at {place}:\n{}", text(&report, Style::PLAIN)));
        }
        system.restore().await;
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
    assert_eq!(check(&system.pool).await.counted, 0, "all is well again");
}

#[tokio::test]
async fn accepted_findings_are_shown_and_do_not_count() {
    let system = System::with_history().await;
    system.pool.execute("UPDATE clubs SET daily_capacity = 1").await.unwrap();
    let report = verify(&system.pool, &[], &[Kind::Capacity], &mut |_| ()).await.unwrap();
    assert_eq!((report.counted, report.kinds.len()), (0, 1));
    assert!(text(&report, Style::PLAIN).contains("(accepted)"));
    assert!(check(&system.pool).await.counted > 0);
}
