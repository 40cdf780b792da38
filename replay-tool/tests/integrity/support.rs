//! A small history that the write side decided: bookings with every outcome, vouchers, orders that were paid, paid late
//! and paid back, a waiting list, what an operator took back, and a month that is closed. Also functions to restore it after
//! damage.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc};
use fairway_command::{
    AddPlayers, AgreeStartTime, ApproveRefund, BookRound, CancelGroup, CancelPlace, CloseMonth, Club,
    Command, DisputeLine, EndDispute, GrantVoucher, JoinWaitingList, Loaded, NewPlace, OfferFreePlaces,
    PaymentOutcome, PaymentSeen, PlaceOrder, RecordRefund, RecordScan, RemovePlayer, Scanned, SetTariff,
    SettleOrder, StartPayment, StartSubscription, Undecided, WithdrawSubscription, WithdrawVoucher,
};
use fairway_events::journal::{Batch, StreamAppend};
use fairway_events::testing::TestDatabase;
use fairway_events::{
    Actor, BillingDetails, BookingId, ClubId, ClubUserId, DisputeId, DisputeOutcome, Holes, Invoice, Journal,
    LineSum, MemberId, Month, MonthAmounts, OrderId, OrderItem, PlaceId, RefundKind, Scan, ScanId,
    ScanMethod, StreamId, SubscriptionId, TariffPrices, VatRegime, VatSum, VoucherId, VoucherKind,
    WaitingGroupId,
};
use fairway_query::{Projection, Projector, ProjectorOptions};
use sqlx::{Executor, PgPool};
use uuid::Uuid;

pub(crate) fn id(number: u128) -> Uuid {
    Uuid::from_u128(number)
}

pub(crate) fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn member(number: u128) -> MemberId {
    MemberId(id(number))
}

/// The place of a member in a booking.
pub(crate) fn place(booking: u128, number: u128) -> PlaceId {
    PlaceId(id(1_000 + booking * 10 + number))
}

fn club() -> Arc<Club> {
    Arc::new(Club {
        id: ClubId::from("de-es"),
        holes: vec![Holes::Nine, Holes::Eighteen],
        max_plays_per_year: 4,
        daily_capacity: Some(4),
        closed_weekdays: vec![],
        closures: vec![],
    })
}

/// Writes the history into a migrated database, and projects its read models.
pub(crate) async fn write_history(pool: &PgPool) {
    pool.execute(
        "INSERT INTO clubs (id, name, city, short_name, keywords, lat, lon, holes, starttime_description,
             reservation_instruction, reservation_description, max_plays_per_year, daily_capacity, closed_weekdays)
         VALUES ('de-es', 'De Es', 'Baarn', 'Es', '', 52, 5, '{9,18}', '', '', '', 4, 4, '{}')",
    )
    .await
    .unwrap();
    let journal = Journal::new(pool.clone());
    let today = day("2026-11-25");
    let mut recorder = Recorder { journal, streams: HashMap::new(), versions: HashMap::new(), today };
    recorder.history().await;
    let options = ProjectorOptions { projections: Projection::ALL.to_vec(), ..ProjectorOptions::default() };
    Projector::new(pool.clone(), options).run_once(5_000).await.unwrap();
}

/// The system under test.
pub(crate) struct System {
    pub(crate) database: TestDatabase,
    pub(crate) pool: PgPool,
}

struct Recorder {
    journal: Journal,
    streams: HashMap<StreamId, Loaded>,
    versions: HashMap<StreamId, i64>,
    today: NaiveDate,
}

impl Recorder {
    fn at(&self) -> DateTime<Utc> {
        self.today.and_hms_opt(9, 0, 0).unwrap().and_utc()
    }

    /// Decides and appends like the writer.
    async fn record(&mut self, command: Command) {
        let decision = loop {
            match command.decide(&self.streams) {
                Ok(decision) => break decision,
                Err(Undecided::Rejected(rejection)) => panic!("{command:?}: {rejection:?}"),
                Err(Undecided::Missing(streams)) => {
                    for stream in streams {
                        let empty = Loaded::empty(&stream);
                        self.streams.insert(stream, empty);
                    }
                }
            }
        };
        let mut batch = Batch::default();
        for (stream, events) in decision.events {
            let version = self.versions.entry(stream.clone()).or_default();
            for event in &events {
                let loaded = self.streams.entry(stream.clone()).or_insert_with(|| Loaded::empty(&stream));
                loaded.apply_next(event.clone());
            }
            let count = i64::try_from(events.len()).unwrap();
            batch.appends.push(StreamAppend {
                stream,
                version: *version,
                events,
                correlation_id: id(7_000),
                actor: Actor::Member(member(1)),
                metadata: BTreeMap::new(),
            });
            *version += count;
        }
        assert!(batch.event_count() > 0, "{command:?} did nothing");
        self.journal.append(&batch, self.at()).await.unwrap();
    }

    async fn pass(&mut self, number: u128) {
        self.record(Command::StartSubscription(StartSubscription {
            member: member(number),
            subscription: SubscriptionId(id(100 + number)),
            name: "Jaar".to_owned(),
            startdate: day("2026-01-01"),
            enddate: day("2026-12-31"),
            paymentdate: None,
            amount_cents: 1,
            max: 10,
            per_month: Some(2),
            max_holes: Holes::Eighteen,
        }))
        .await;
    }

    async fn voucher(&mut self, number: u128, to: u128) {
        self.record(Command::GrantVoucher(GrantVoucher {
            member: member(to),
            voucher: VoucherId(id(200 + number)),
            kind: VoucherKind::Bonus,
            title: "Tab\there".to_owned(),
            holes: Holes::Eighteen,
            expires: day("2026-12-31"),
        }))
        .await;
    }

    async fn book(&mut self, booking: u128, players: &[u128], on: &str) {
        let player = |number: &u128| NewPlace { member: member(*number), place: place(booking, *number) };
        self.record(Command::BookRound(BookRound {
            booking: BookingId(id(booking)),
            club: club(),
            play_date: day(on),
            holes: Holes::Eighteen,
            master: member(players[0]),
            players: players.iter().map(player).collect(),
            today: self.today,
            at: self.at(),
        }))
        .await;
    }

    async fn cancel(&mut self, booking: u128, number: u128) {
        self.record(Command::CancelPlace(CancelPlace {
            booking: BookingId(id(booking)),
            place: place(booking, number),
            by: member(number),
            today: self.today,
            at: self.at(),
        }))
        .await;
    }

    async fn order(&mut self, number: u128, item: OrderItem, ends: &[PaymentOutcome]) {
        let order = OrderId(id(300 + number));
        let (payment, amount_cents, at) = (format!("tr_{number}"), 5_000, self.at());
        self.record(Command::PlaceOrder(PlaceOrder {
            order,
            member: member(1),
            item,
            amount_cents,
            method: "ideal".to_owned(),
            voucher_maximum: 4,
            today: self.today,
            at,
        }))
        .await;
        self.record(Command::StartPayment(StartPayment { order, payment: payment.clone(), at })).await;
        for outcome in ends {
            self.record(Command::SettleOrder(SettleOrder {
                order,
                payment: Some(PaymentSeen { id: payment.clone(), amount_cents }),
                outcome: *outcome,
                day: self.today,
                at,
            }))
            .await;
        }
    }
}

fn vouchers(first: u128, count: u128) -> OrderItem {
    OrderItem::FreeVouchers {
        vouchers: (first..first + count).map(|number| VoucherId(id(200 + number))).collect(),
        title: "Vrij".to_owned(),
        holes: Holes::Nine,
        validity_days: 30,
        year: 2026,
    }
}

impl System {
    /// A system with an undamaged, projected history.
    pub(crate) async fn with_history() -> Self {
        let database = TestDatabase::new().await;
        let pool = database.pool();
        write_history(&pool).await;
        for statement in [
            "CREATE TABLE kept_events AS TABLE events",
            "ALTER TABLE events DISABLE TRIGGER USER",
            "ALTER TABLE events DROP CONSTRAINT events_position_key, DROP CONSTRAINT events_position_check",
            "CREATE TABLE kept_vouchers AS TABLE vouchers",
        ] {
            pool.execute(statement).await.unwrap();
        }
        Self { database, pool }
    }

    /// Removes every damage.
    pub(crate) async fn restore(&self) {
        for statement in [
            "DELETE FROM events",
            "INSERT INTO events TABLE kept_events",
            "UPDATE journal_head SET position = (SELECT max(position) FROM events)",
            "UPDATE clubs SET max_plays_per_year = 4, daily_capacity = 4, closed_weekdays = '{}'",
            "DELETE FROM vouchers",
            "INSERT INTO vouchers TABLE kept_vouchers",
        ] {
            self.pool.execute(statement).await.unwrap();
        }
    }
}

impl Recorder {
    async fn history(&mut self) {
        for number in 1..=5 {
            self.pass(number).await;
        }
        self.voucher(1, 1).await;
        self.voucher(2, 2).await;
        // Booking 1: three, a fourth joins, one leaves, one is removed; the master leaves.
        self.book(1, &[1, 2, 3], "2026-11-28").await;
        self.record(Command::AddPlayers(AddPlayers {
            booking: BookingId(id(1)),
            club: club(),
            play_date: day("2026-11-28"),
            by: member(2),
            players: vec![NewPlace { member: member(4), place: place(1, 4) }],
            today: self.today,
            at: self.at(),
        }))
        .await;
        self.cancel(1, 3).await;
        self.record(Command::RemovePlayer(RemovePlayer {
            booking: BookingId(id(1)),
            place: place(1, 4),
            by: member(1),
            today: self.today,
            at: self.at(),
        }))
        .await;
        self.cancel(1, 1).await;
        // Rights by the month, then a voucher; 27 November is cancelled on the day itself.
        self.book(2, &[1], "2026-11-26").await;
        self.book(3, &[1], "2026-11-27").await;
        self.book(4, &[1, 5], "2026-11-29").await;
        self.order(1, vouchers(11, 2), &[PaymentOutcome::Paid]).await;
        self.order(2, vouchers(13, 1), &[PaymentOutcome::Expired, PaymentOutcome::Paid]).await;
        let registration = OrderItem::FederationRegistration { year: 2027, package: "basis".to_owned() };
        self.order(3, registration, &[PaymentOutcome::Paid]).await;
        self.order(4, vouchers(14, 1), &[PaymentOutcome::Failed]).await;
        self.record(Command::RecordRefund(RecordRefund {
            order: OrderId(id(301)),
            payment: "tr_1".to_owned(),
            kind: RefundKind::Refund,
            total_cents: 2_500,
            at: self.at(),
        }))
        .await;
        self.today = day("2026-11-27");
        self.cancel(3, 1).await;
        self.book(5, &[2, 3], "2026-12-05").await;
        self.record(Command::CancelGroup(CancelGroup {
            booking: BookingId(id(5)),
            by: member(2),
            today: self.today,
            at: self.at(),
        }))
        .await;
        // Member 3 waits for a full day and is offered the place that member 4 gave up; then member 4 waits.
        self.book(6, &[1, 2, 4, 5], "2026-12-06").await;
        self.wait(1, 3, "2026-12-06").await;
        self.cancel(6, 4).await;
        self.record(Command::OfferFreePlaces(OfferFreePlaces {
            club: club(),
            date: day("2026-12-06"),
            today: self.today,
            at: self.at(),
        }))
        .await;
        self.wait(2, 4, "2026-12-06").await;
        self.record(Command::AgreeStartTime(AgreeStartTime {
            booking: BookingId(id(6)),
            by: member(5),
            start_time: Some("10:40".parse().unwrap()),
            seen: None,
            today: self.today,
            at: self.at(),
        }))
        .await;
        self.taken_back().await;
        // A device without a connection sends the scan of the day before.
        let (booking, at) = (BookingId(id(2)), self.at());
        let (scan, by) = (ScanId(id(501)), ClubUserId(id(500)));
        self.record(Command::RecordScan(RecordScan {
            club: ClubId::from("de-es"),
            date: day("2026-11-26"),
            scanned: Scanned::Place { booking, place: place(2, 1) },
            scan: Scan { id: scan, by, at, device_time: at, method: ScanMethod::Camera },
        }))
        .await;
        self.settled().await;
    }

    /// The club has a tariff, disputes that a line of 25 November is missing, and is owed November with what that gave it.
    async fn settled(&mut self) {
        let (club, date) = (ClubId::from("de-es"), day("2026-11-25"));
        let (month, vat, dispute) = (Month::of(date), VatRegime::Low, DisputeId(id(701)));
        let prices = TariffPrices {
            weekday_9: 2_500,
            weekday_18: 4_000,
            weekend_9: 3_000,
            weekend_18: 4_500,
            absence: 0,
        };
        let from = month.first_day();
        self.record(Command::SetTariff(SetTariff { club: club.clone(), from, prices, vat })).await;
        self.record(Command::DisputeLine(DisputeLine {
            club: club.clone(),
            dispute,
            month,
            date,
            place: None,
            reason: "Er speelde nog iemand".to_owned(),
            today: self.today,
        }))
        .await;
        self.record(Command::EndDispute(EndDispute {
            club: club.clone(),
            dispute,
            outcome: DisputeOutcome::Accepted,
            adjustment: 500,
            reason: "Dat klopt".to_owned(),
        }))
        .await;
        self.today = day("2026-12-01");
        let details = BillingDetails {
            name: "De Es".to_owned(),
            street: "Esweg 1".to_owned(),
            postal_code: "1234 AB".to_owned(),
            city: "Baarn".to_owned(),
            registration: "12345678".to_owned(),
            vat_number: "NL123456782B01".to_owned(),
            iban: "NL91ABNA0417164300".to_owned(),
        };
        let amounts = MonthAmounts {
            arrivals: LineSum { count: 1, net: 4_000 },
            adjustments: LineSum { count: 1, net: 500 },
            vat: vec![VatSum { regime: vat, net: 4_500, vat: 405 }],
            ..MonthAmounts::default()
        };
        self.record(Command::CloseMonth(CloseMonth {
            club,
            month,
            today: self.today,
            as_of: self.journal.head().await.unwrap(),
            seen: 3,
            amounts,
            // Of the two lines as text, by another program.
            lines_hash: "381c48479b89ea589fb2d6f64d47c28220d4f49d12cef909ebebf9020983daa9".to_owned(),
            invoice: Some(Box::new(Invoice {
                number: "de-es-2026-11".to_owned(),
                issued_on: self.today,
                supplier: details.clone(),
                customer: details,
            })),
        }))
        .await;
    }

    /// An operator takes a voucher and a pass back, and approves that an order is paid back, which the provider does.
    async fn taken_back(&mut self) {
        self.voucher(3, 5).await;
        let (member_5, voucher) = (member(5), VoucherId(id(203)));
        self.record(Command::WithdrawVoucher(WithdrawVoucher { member: member_5, voucher })).await;
        self.pass(6).await;
        self.record(Command::WithdrawSubscription(WithdrawSubscription {
            member: member(6),
            subscription: SubscriptionId(id(106)),
            today: self.today,
        }))
        .await;
        let (order, at) = (OrderId(id(302)), self.at());
        self.record(Command::ApproveRefund(ApproveRefund { order, at })).await;
        self.record(Command::RecordRefund(RecordRefund {
            order,
            payment: "tr_2".to_owned(),
            kind: RefundKind::Refund,
            total_cents: 5_000,
            at,
        }))
        .await;
    }

    async fn wait(&mut self, group: u128, number: u128, on: &str) {
        self.record(Command::JoinWaitingList(JoinWaitingList {
            group: WaitingGroupId(id(400 + group)),
            club: club(),
            date: day(on),
            holes: Holes::Eighteen,
            by: member(number),
            players: vec![member(number)],
            joins: None,
            today: self.today,
            at: self.at(),
        }))
        .await;
    }
}
