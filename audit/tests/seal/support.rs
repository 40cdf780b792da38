//! A journal to which tests append passes of members.

use std::ops::Range;

use chrono::{DateTime, TimeDelta};
use fairway_events::journal::{Batch, StreamAppend};
use fairway_events::testing::TestDatabase;
use fairway_events::{Actor, Holes, Journal, MemberId, MembershipEvent, StreamId, SubscriptionId};
use sqlx::PgPool;
use uuid::Uuid;

pub(crate) struct History {
    _database: TestDatabase,
    pub(crate) pool: PgPool,
    pub(crate) journal: Journal,
    minutes: u32,
}

fn id(kind: u32, number: u32) -> Uuid {
    Uuid::from_u128((u128::from(kind) << 64) | u128::from(number))
}

impl History {
    pub(crate) async fn new() -> Self {
        let database = TestDatabase::new().await;
        let pool = database.pool();
        Self { journal: Journal::new(pool.clone()), pool, _database: database, minutes: 0 }
    }

    /// Appends a pass for each of these members, a minute after the last append.
    pub(crate) async fn subscribe(&mut self, members: Range<u32>) {
        let subscribe = |number| {
            let started = MembershipEvent::SubscriptionStarted {
                member: MemberId(id(1, number)),
                subscription: SubscriptionId(id(4, number)),
                name: format!("Pas {number}"),
                startdate: "2026-01-01".parse().unwrap(),
                enddate: "2027-12-31".parse().unwrap(),
                paymentdate: Some("2025-12-20".parse().unwrap()),
                amount_cents: 24_950,
                max: 40,
                per_month: Some(4),
                max_holes: Holes::Eighteen,
            };
            StreamAppend {
                stream: StreamId::Membership(MemberId(id(1, number))),
                version: 0,
                events: vec![started.into()],
                correlation_id: id(9, self.minutes),
                actor: Actor::System("story".to_owned()),
                metadata: Default::default(),
            }
        };
        let batch = Batch { appends: members.map(subscribe).collect(), receipts: Vec::new() };
        self.minutes += 1;
        let at =
            DateTime::from_timestamp(1_700_000_000, 0).unwrap() + TimeDelta::minutes(self.minutes.into());
        self.journal.append(&batch, at).await.unwrap();
    }
}
