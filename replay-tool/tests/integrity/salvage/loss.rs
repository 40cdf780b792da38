//! A primary that is lost with its last commits, on separate servers.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex};

use chrono::{DateTime, Days, NaiveDate, Utc};
use fairway_command::{
    AddPlayers, AppendListener, BookRound, CancelPlace, Club, Command, GrantVoucher, NewPlace, Outcome,
    StartSubscription, Submission, WriterHandle, WriterOptions, WriterTask, start_writer,
};
use fairway_events::journal::Acknowledged;
use fairway_events::{
    Actor, BookingId, ClubId, Holes, Journal, MIGRATOR, MemberId, PlaceId, SubscriptionId, VoucherId,
    VoucherKind,
};
use fairway_postgres::throwaway::Throwaway;
use sqlx::PgPool;
use sqlx::postgres::PgPoolOptions;

use crate::cluster::{self, portal};
use crate::support::{day, id};

const TODAY: &str = "2026-11-25";
pub(super) const PLAY_DATE: &str = "2026-11-28";

fn now() -> DateTime<Utc> {
    day(TODAY).and_hms_opt(9, 0, 0).unwrap().and_utc()
}

fn member(number: u128) -> MemberId {
    MemberId(id(number))
}

pub(super) fn place(booking: u128, number: u128) -> PlaceId {
    PlaceId(id(10_000 + booking * 100 + number))
}

fn club() -> Arc<Club> {
    Arc::new(Club {
        id: ClubId::from("de-es"),
        holes: vec![Holes::Nine, Holes::Eighteen],
        max_plays_per_year: 50,
        daily_capacity: None,
        closed_weekdays: vec![],
        closures: vec![],
    })
}

/// The record of a node.
#[derive(Debug)]
struct Record(Mutex<std::fs::File>);

impl AppendListener for Record {
    fn acknowledged(&self, append: &Acknowledged<'_>) {
        self.0.lock().unwrap().write_all(append.line().as_bytes()).unwrap();
    }
}

/// A node on some server, and its record.
pub(super) struct Node {
    writer: WriterHandle,
    writing: WriterTask,
    pool: PgPool,
    correlation: Mutex<u128>,
}

impl Node {
    pub(super) async fn on(server: &Throwaway, record: Option<&Path>, correlation: u128) -> Self {
        let pool = PgPoolOptions::new().max_connections(4).connect_with(portal(server)).await.unwrap();
        let listeners = record.into_iter().map(|file| {
            let file = std::fs::File::options().append(true).create(true).open(file).unwrap();
            Arc::new(Record(Mutex::new(file))) as Arc<dyn AppendListener>
        });
        let options = WriterOptions { listeners: listeners.collect(), ..WriterOptions::default() };
        let (writer, writing) = start_writer(Journal::new(pool.clone()), Arc::new(now), options);
        Self { writer, writing, pool, correlation: Mutex::new(correlation) }
    }

    /// Ends the writer first: it holds connections, and the pool waits for them.
    async fn end(self) {
        drop(self.writer);
        self.writing.finished().await;
        self.pool.close().await;
    }

    async fn record(&self, by: u128, command: Command) {
        let correlation_id = {
            let mut correlation = self.correlation.lock().unwrap();
            *correlation += 1;
            id(*correlation)
        };
        let submission = Submission {
            command,
            correlation_id,
            actor: Actor::Member(member(by)),
            metadata: BTreeMap::new(),
            receipt: None,
        };
        let outcome = self.writer.submit(submission).await.unwrap();
        assert!(matches!(outcome, Outcome::Accepted { .. }), "{outcome:?}");
    }

    pub(super) async fn pass(&self, number: u128) {
        self.record(
            number,
            Command::StartSubscription(StartSubscription {
                member: member(number),
                subscription: SubscriptionId(id(100 + number)),
                name: "Jaar".to_owned(),
                startdate: day("2026-01-01"),
                enddate: day("2026-12-31"),
                paymentdate: None,
                amount_cents: 1,
                max: 50,
                per_month: None,
                max_holes: Holes::Eighteen,
            }),
        )
        .await;
    }

    pub(super) async fn book(&self, booking: u128, players: &[u128], on: NaiveDate) {
        let players =
            players.iter().map(|number| NewPlace { member: member(*number), place: place(booking, *number) });
        let players: Vec<NewPlace> = players.collect();
        self.record(
            1,
            Command::BookRound(BookRound {
                booking: BookingId(id(booking)),
                club: club(),
                play_date: on,
                holes: Holes::Eighteen,
                master: players[0].member,
                players,
                today: day(TODAY),
                at: now(),
            }),
        )
        .await;
    }

    pub(super) async fn cancel(&self, booking: u128, number: u128) {
        self.record(
            number,
            Command::CancelPlace(CancelPlace {
                booking: BookingId(id(booking)),
                place: place(booking, number),
                by: member(number),
                today: day(TODAY),
                at: now(),
            }),
        )
        .await;
    }
}

/// A primary that was lost with its last commits, the node's record of these, and the server that replaced it.
pub(super) struct Loss {
    pub(super) old: Throwaway,
    pub(super) new: Throwaway,
    pub(super) record: tempfile::TempDir,
    pub(super) node: Node,
}

impl Loss {
    pub(super) async fn new() -> Self {
        let mut old = cluster::start();
        cluster::create_portal(&old).await;
        let record = tempfile::tempdir().unwrap();
        let file = record.path().join("2026-11-25T09.1.0.jsonl");
        let node = {
            let pool = PgPoolOptions::new().connect_with(portal(&old)).await.unwrap();
            MIGRATOR.run(&pool).await.unwrap();
            insert_members_and_clubs(&pool).await;
            // A replication slot, as on a primary with standbys: a copy must start without it.
            sqlx::query("SELECT pg_create_physical_replication_slot('standby', true)")
                .execute(&pool)
                .await
                .unwrap();
            pool.close().await;
            Node::on(&old, Some(&file), 50_000).await
        };
        for number in 1..=6 {
            node.pass(number).await;
        }
        node.book(21, &[1, 2], day(PLAY_DATE)).await;
        node.book(22, &[3], day(PLAY_DATE)).await;
        let backup = cluster::base_backup(&old).await;

        // Everything from here on is acknowledged and lost.
        node.book(23, &[4, 5], day(PLAY_DATE)).await;
        let joins = AddPlayers {
            booking: BookingId(id(21)),
            club: club(),
            play_date: day(PLAY_DATE),
            by: member(1),
            players: vec![NewPlace { member: member(6), place: place(21, 6) }],
            today: day(TODAY),
            at: now(),
        };
        node.record(1, Command::AddPlayers(joins)).await;
        node.cancel(22, 3).await;
        node.book(24, &[1], day(PLAY_DATE) + Days::new(1)).await;
        node.cancel(24, 1).await;
        node.book(25, &[2], day(PLAY_DATE) + Days::new(2)).await;
        // Replaces the cancelled round, at the same club on the same day.
        node.book(26, &[3], day(PLAY_DATE)).await;
        let voucher = GrantVoucher {
            member: member(2),
            voucher: VoucherId(id(900)),
            kind: VoucherKind::Bonus,
            title: "Welkom".to_owned(),
            holes: Holes::Nine,
            expires: day("2026-12-31"),
        };
        node.record(2, Command::GrantVoucher(voucher)).await;
        node.end().await;
        old.end().unwrap();

        let new = backup.start().unwrap();
        let node = Node::on(&new, None, 70_000).await;
        Self { old, new, record, node }
    }
}

async fn insert_members_and_clubs(pool: &PgPool) {
    for number in 1..=5_u128 {
        sqlx::query(
            "INSERT INTO members (id, email, password_hash, first_name, prefix, last_name, created_at)
             VALUES ($1, $2, 'none', $3, '', 'Speler', now())",
        )
        .bind(id(number))
        .bind(format!("speler{number}@fairway.example"))
        .bind(format!("Nummer{number}"))
        .execute(pool)
        .await
        .unwrap();
    }
    sqlx::query(
        "INSERT INTO clubs (id, name, city, short_name, keywords, lat, lon, holes, starttime_description,
             reservation_instruction, reservation_description, max_plays_per_year, closed_weekdays)
         VALUES ('de-es', 'De Es', 'Baarn', 'Es', '', 52, 5, '{9,18}', '', '', '', 50, '{}')",
    )
    .execute(pool)
    .await
    .unwrap();
}
