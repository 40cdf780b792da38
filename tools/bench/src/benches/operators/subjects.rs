//! The subjects that are looked up: those of the history, and where the middle of a long stream is.

use anyhow::{Context, Result};
use fairway_events::MemberId;
use sqlx::PgPool;
use uuid::Uuid;

use crate::history::History;
use crate::random_numbers::RandomNumbers;
use crate::workload::{member, today};

/// Usual members who are looked up.
const MEMBERS: u64 = 200;

#[derive(Debug)]
pub(super) struct Subjects {
    /// Numbers of usual members.
    pub(super) members: Vec<u64>,
    pub(super) bookings: Vec<Uuid>,
    /// `club/date`, with the most places.
    pub(super) club_days: Vec<String>,
    pub(super) frequent: Frequent,
}

/// The member with thousands of events.
#[derive(Debug)]
pub(super) struct Frequent {
    pub(super) id: MemberId,
    /// Positions of the events in the middle of the stream and near its beginning.
    pub(super) middle: i64,
    pub(super) early: i64,
}

impl Subjects {
    pub(super) async fn read(pool: &PgPool, history: &History) -> Result<Self> {
        let mut random = RandomNumbers::new(13);
        let id = history.frequent.context("the history has no frequent member")?;
        let members = (0..MEMBERS).map(|_| random.below(history.size.members));
        let at = "SELECT position FROM events
                  WHERE aggregate_type = 'Membership' AND aggregate_id = $1 AND sequence = (
                      SELECT max(sequence) * $2 / 100 FROM events
                      WHERE aggregate_type = 'Membership' AND aggregate_id = $1
                  )";
        let positions = async |percent: i64| -> Result<i64> {
            Ok(sqlx::query_scalar(at).bind(id.to_string()).bind(percent).fetch_one(pool).await?)
        };
        let club_days: Vec<String> = sqlx::query_scalar(
            "SELECT club_id || '/' || play_date FROM club_days ORDER BY claimed DESC, play_date, club_id LIMIT 50",
        )
        .fetch_all(pool)
        .await?;
        Ok(Self {
            members: members.filter(|number| member(*number) != id).collect(),
            bookings: history.samples.iter().map(|booking| booking.0).collect(),
            club_days,
            frequent: Frequent { id, middle: positions(50).await?, early: positions(5).await? },
        })
    }

    /// An instant in the middle of the history.
    pub(super) fn half_a_year_ago() -> String {
        format!("{}T12:00:00Z", today() - chrono::Days::new(180))
    }
}
