//! A small scenario: Jan books for himself and Sanne, who plays on a voucher; an operator cancels for Sanne. Another
//! booking at the same club and by the same import must not be in its timeline.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, TimeZone, Utc};
use fairway_events::journal::{Batch, StreamAppend};
use fairway_events::testing::TestDatabase;
use fairway_events::{
    Actor, BookedPlace, BookingId, CancelMode, ClubId, CourseDayEvent, Event, Holes, Journal, MemberId,
    MembershipEvent, OrderEvent, OrderId, OrderItem, PlaceId, PlayRight, RefundKind, ReservationEvent,
    StreamId, SubscriptionId, VoucherEvent, VoucherId, VoucherKind,
};
use fairway_query::{Projector, ProjectorOptions};
use uuid::Uuid;

pub(crate) fn id(number: u128) -> Uuid {
    Uuid::from_u128(number)
}

pub(crate) fn at() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 25, 9, 0, 0).unwrap()
}

pub(crate) fn play_date() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, 28).unwrap()
}

pub(crate) struct Scenario {
    pub(crate) booking: BookingId,
    pub(crate) place_of_sanne: PlaceId,
}

struct Subjects {
    jan: MemberId,
    sanne: MemberId,
    club: ClubId,
    voucher: VoucherId,
    pass: PlayRight,
    extra: PlayRight,
}

impl Subjects {
    fn new() -> Self {
        let voucher = VoucherId(id(50));
        Self {
            jan: MemberId(id(1)),
            sanne: MemberId(id(2)),
            club: ClubId::from("de-wilgenhoek"),
            voucher,
            pass: PlayRight::Subscription { subscription: SubscriptionId(id(40)) },
            extra: PlayRight::Voucher { voucher, title: "Welkomstbonus".to_owned() },
        }
    }
}

impl Scenario {
    pub(crate) async fn write_to(database: &TestDatabase) -> Self {
        let subjects = Subjects::new();
        insert_members_and_clubs(database).await;
        let journal = Journal::new(database.pool());
        let scenario = Self { booking: BookingId(id(10)), place_of_sanne: PlaceId(id(12)) };
        let batches = [
            granted(&subjects),
            booked(&subjects, &scenario),
            booked_by_others(&subjects),
            cancelled(&subjects, &scenario),
        ];
        for appends in batches {
            journal.append(&Batch { appends, receipts: Vec::new() }, at()).await.unwrap();
        }
        Projector::new(database.pool(), ProjectorOptions::default()).run_once(1_000).await.unwrap();
        scenario
    }
}

async fn insert_members_and_clubs(database: &TestDatabase) {
    for (number, email, first, prefix, last) in [
        (1, "jan@fairway.example", "Jan", "de", "Vries"),
        (2, "sanne@fairway.example", "Sanne", "", "Bakker"),
    ] {
        sqlx::query(
            "INSERT INTO members (id, email, password_hash, first_name, prefix, last_name, created_at)
             VALUES ($1, $2, 'none', $3, $4, $5, $6)",
        )
        .bind(id(number))
        .bind(email)
        .bind(first)
        .bind(prefix)
        .bind(last)
        .bind(at())
        .execute(&database.pool())
        .await
        .unwrap();
    }
    sqlx::query(
        "INSERT INTO clubs (id, name, city, short_name, keywords, lat, lon, holes, starttime_description,
             reservation_instruction, reservation_description, max_plays_per_year, closed_weekdays)
         VALUES ('de-wilgenhoek', 'Golfclub De Wilgenhoek', 'Baarn', 'Wilgenhoek', '', 52, 5, '{9,18}', '', '', '', 9, '{}')",
    )
    .execute(&database.pool())
    .await
    .unwrap();
}

pub(crate) fn append(
    stream: StreamId,
    version: i64,
    event: impl Into<Event>,
    request: u128,
    actor: &Actor,
) -> StreamAppend {
    StreamAppend {
        stream,
        version,
        events: vec![event.into()],
        correlation_id: id(request),
        actor: actor.clone(),
        metadata: BTreeMap::new(),
    }
}

fn granted(subjects: &Subjects) -> Vec<StreamAppend> {
    let import = Actor::import();
    let (member, voucher) = (subjects.sanne, subjects.voucher);
    let (kind, holes, expires) = (VoucherKind::Bonus, Holes::Eighteen, play_date());
    let title = "Welkomstbonus".to_owned();
    let started = MembershipEvent::SubscriptionStarted {
        member: subjects.jan,
        subscription: SubscriptionId(id(40)),
        name: "Jaarabonnement".to_owned(),
        startdate: play_date(),
        enddate: play_date(),
        paymentdate: None,
        amount_cents: 1,
        max: 10,
        per_month: None,
        max_holes: holes,
    };
    let received =
        MembershipEvent::VoucherReceived { member, voucher, kind, title: title.clone(), holes, expires };
    let given = VoucherEvent::VoucherGranted { voucher, member, kind, title, holes, expires };
    vec![
        append(StreamId::Membership(subjects.jan), 0, started, 100, &import),
        append(StreamId::Membership(member), 0, received, 101, &import),
        append(StreamId::Voucher(voucher), 0, given, 101, &import),
    ]
}

fn claim(
    subjects: &Subjects,
    member: MemberId,
    place: PlaceId,
    booking: BookingId,
    right: &PlayRight,
) -> MembershipEvent {
    MembershipEvent::PlayRightClaimed {
        member,
        place,
        booking,
        club: subjects.club.clone(),
        play_date: play_date(),
        holes: Holes::Eighteen,
        right: right.clone(),
    }
}

fn round(
    subjects: &Subjects,
    booking: BookingId,
    master: MemberId,
    places: Vec<BookedPlace>,
) -> ReservationEvent {
    ReservationEvent::RoundBooked {
        booking,
        club: subjects.club.clone(),
        play_date: play_date(),
        holes: Holes::Eighteen,
        master,
        places,
        booked_at: at(),
    }
}

fn booked(subjects: &Subjects, scenario: &Scenario) -> Vec<StreamAppend> {
    let jan = Actor::Member(subjects.jan);
    let (booking, place_of_jan) = (scenario.booking, PlaceId(id(11)));
    let places = vec![
        BookedPlace { place: place_of_jan, member: subjects.jan, right: subjects.pass.clone() },
        BookedPlace { place: scenario.place_of_sanne, member: subjects.sanne, right: subjects.extra.clone() },
    ];
    let used = VoucherEvent::VoucherUsed {
        voucher: subjects.voucher,
        member: subjects.sanne,
        place: scenario.place_of_sanne,
        play_date: play_date(),
    };
    let taken = CourseDayEvent::PlacesClaimed {
        club: subjects.club.clone(),
        date: play_date(),
        booking,
        places: vec![place_of_jan, scenario.place_of_sanne],
    };
    let claim_of_jan = claim(subjects, subjects.jan, place_of_jan, booking, &subjects.pass);
    let claim_of_sanne = claim(subjects, subjects.sanne, scenario.place_of_sanne, booking, &subjects.extra);
    vec![
        append(StreamId::Reservation(booking), 0, round(subjects, booking, subjects.jan, places), 102, &jan),
        append(StreamId::Membership(subjects.jan), 1, claim_of_jan, 102, &jan),
        append(StreamId::Membership(subjects.sanne), 1, claim_of_sanne, 102, &jan),
        append(StreamId::Voucher(subjects.voucher), 1, used, 102, &jan),
        append(StreamId::CourseDay(subjects.club.clone(), play_date()), 0, taken, 102, &jan),
    ]
}

/// Another booking under the same correlation id, as when one request changes several subjects.
fn booked_by_others(subjects: &Subjects) -> Vec<StreamAppend> {
    let import = Actor::import();
    let (booking, place, member) = (BookingId(id(20)), PlaceId(id(21)), MemberId(id(3)));
    let places = vec![BookedPlace { place, member, right: subjects.pass.clone() }];
    let taken = CourseDayEvent::PlacesClaimed {
        club: subjects.club.clone(),
        date: play_date(),
        booking,
        places: vec![place],
    };
    vec![
        append(StreamId::Reservation(booking), 0, round(subjects, booking, member, places), 102, &import),
        append(
            StreamId::Membership(member),
            0,
            claim(subjects, member, place, booking, &subjects.pass),
            102,
            &import,
        ),
        append(StreamId::CourseDay(subjects.club.clone(), play_date()), 1, taken, 102, &import),
    ]
}

fn cancelled(subjects: &Subjects, scenario: &Scenario) -> Vec<StreamAppend> {
    let eva = Actor::Impersonator { operator: "Eva".to_owned(), member: subjects.sanne };
    let (booking, place, member) = (scenario.booking, scenario.place_of_sanne, subjects.sanne);
    let gone = ReservationEvent::PlaceCancelled {
        booking,
        place,
        member,
        by: member,
        mode: CancelMode::Own,
        cancelled_at: at(),
    };
    let released = MembershipEvent::PlayRightReleased {
        member,
        place,
        booking,
        club: subjects.club.clone(),
        play_date: play_date(),
        right: subjects.extra.clone(),
    };
    let free = VoucherEvent::VoucherReleased { voucher: subjects.voucher, member, place };
    let day = CourseDayEvent::PlacesReleased {
        club: subjects.club.clone(),
        date: play_date(),
        booking,
        places: vec![place],
    };
    let mut appends = vec![
        append(StreamId::Reservation(booking), 1, gone, 103, &eva),
        append(StreamId::Membership(member), 2, released, 103, &eva),
        append(StreamId::Voucher(subjects.voucher), 2, free, 103, &eva),
        append(StreamId::CourseDay(subjects.club.clone(), play_date()), 2, day, 103, &eva),
    ];
    for append in &mut appends {
        append.metadata = BTreeMap::from([("reason".to_owned(), "belde de balie".to_owned())]);
    }
    appends
}

impl Scenario {
    /// Jan buys a voucher, which is refunded before he uses it.
    pub(crate) async fn add_order(&self, database: &TestDatabase) {
        let (jan, voucher, order) = (MemberId(id(1)), VoucherId(id(71)), OrderId(id(70)));
        let (payments, himself) = (Actor::System("payments".to_owned()), Actor::Member(jan));
        let (title, holes) = ("Vrije voucher".to_owned(), Holes::Eighteen);
        let item = OrderItem::FreeVouchers {
            vouchers: vec![voucher],
            title: title.clone(),
            holes,
            validity_days: 90,
            year: 2026,
        };
        let placed = OrderEvent::OrderPlaced {
            order,
            member: jan,
            item,
            amount_cents: 3250,
            method: "ideal".to_owned(),
            placed_at: at(),
        };
        let started = OrderEvent::PaymentStarted {
            order,
            member: jan,
            payment: "tr_7UhSN1zuXS".to_owned(),
            started_at: at(),
        };
        let opened = MembershipEvent::VoucherOrderOpened { member: jan, order, quantity: 1, year: 2026 };
        let closed = MembershipEvent::VoucherOrderClosed { member: jan, order, bought: true };
        let expires = play_date();
        let purchased = VoucherEvent::VoucherPurchased {
            voucher,
            member: jan,
            order,
            title: title.clone(),
            holes,
            expires,
        };
        let kind = VoucherKind::Free;
        let received = MembershipEvent::VoucherReceived { member: jan, voucher, kind, title, holes, expires };
        let refunded = OrderEvent::OrderRefunded {
            order,
            member: jan,
            kind: RefundKind::Refund,
            amount_cents: 3250,
            refunded_at: at(),
        };
        let withdrawn = VoucherEvent::VoucherWithdrawn { voucher, member: jan, order };
        let (own, his, its) = (StreamId::Order(order), StreamId::Membership(jan), StreamId::Voucher(voucher));
        let batches = [
            vec![
                append(own.clone(), 0, placed, 200, &himself),
                append(his.clone(), 2, opened, 200, &himself),
                append(own.clone(), 1, started, 201, &himself),
            ],
            vec![
                append(
                    own.clone(),
                    2,
                    OrderEvent::OrderPaid { order, member: jan, paid_at: at() },
                    202,
                    &payments,
                ),
                append(his.clone(), 3, closed, 202, &payments),
                append(its.clone(), 0, purchased, 202, &payments),
                append(his.clone(), 4, received, 202, &payments),
            ],
            vec![
                append(own, 3, refunded, 203, &payments),
                append(its, 1, withdrawn, 203, &payments),
                append(his, 5, MembershipEvent::VoucherTakenBack { member: jan, voucher }, 203, &payments),
            ],
        ];
        let journal = Journal::new(database.pool());
        for appends in batches {
            journal.append(&Batch { appends, receipts: Vec::new() }, at()).await.unwrap();
        }
        Projector::new(database.pool(), ProjectorOptions::default()).run_once(1_000).await.unwrap();
    }
}
