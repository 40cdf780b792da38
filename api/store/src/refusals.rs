//! Commands of members that a rule refused: which, for whom, by which rule. Ids alone; kept for 90 days.
//! Its functions fail when the database does not answer.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use fairway_events::from_row;
use sqlx::{PgPool, QueryBuilder};
use uuid::Uuid;

/// A refusal to be recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRefusal {
    /// The row's id.
    pub id: Uuid,
    /// When it was decided.
    pub at: DateTime<Utc>,
    /// The member who asked.
    pub member: Uuid,
    /// The command's name.
    pub command: &'static str,
    /// The rule's stable code.
    pub rule: &'static str,
    /// The Dutch sentence, without a name.
    pub sentence: String,
    /// The player whom the rule is about.
    pub about: Option<Uuid>,
    /// The club's slug.
    pub club: Option<String>,
    /// The play date.
    pub play_date: Option<NaiveDate>,
    /// 9 or 18.
    pub holes: Option<i16>,
    /// The players whom the command names, in its order.
    pub players: Vec<Uuid>,
    /// The booking that was to be changed.
    pub booking: Option<Uuid>,
    /// The request's id.
    pub request: Uuid,
    /// Whether an operator worked under the member's account.
    pub by_operator: bool,
}

/// Records refusals. Those of members who were erased meanwhile are left out, and a repetition changes nothing.
pub async fn insert(pool: &PgPool, refusals: &[NewRefusal]) -> Result<(), sqlx::Error> {
    let mut insert = QueryBuilder::new(
        "INSERT INTO refusals (id, at, member_id, command, rule, sentence, about, club_id, play_date, holes, players,
             booking_id, request_id, by_operator)
         SELECT refusal.* FROM (",
    );
    insert.push_values(refusals, |mut row, refusal| {
        row.push_bind(refusal.id)
            .push_bind(refusal.at)
            .push_bind(refusal.member)
            .push_bind(refusal.command)
            .push_bind(refusal.rule)
            .push_bind(&refusal.sentence)
            .push_bind(refusal.about)
            .push_bind(refusal.club.as_deref())
            .push_bind(refusal.play_date)
            .push_bind(refusal.holes)
            .push_bind(&refusal.players)
            .push_bind(refusal.booking)
            .push_bind(refusal.request)
            .push_bind(refusal.by_operator);
    });
    insert.push(
        ") AS refusal (id, at, member_id, command, rule, sentence, about, club_id, play_date, holes, players,
             booking_id, request_id, by_operator)
         WHERE EXISTS (SELECT FROM members WHERE members.id = refusal.member_id)
         ON CONFLICT (id) DO NOTHING",
    );
    // Every number of rows is another statement: none is worth keeping.
    insert.build().persistent(false).execute(pool).await.map(|_| ())
}

/// A filter of refusals.
#[derive(Debug, Clone, Default)]
pub struct RefusalFilter {
    /// Only those before this one, by its instant and id: the next page.
    pub before: Option<(DateTime<Utc>, Uuid)>,
    /// Only of this rule.
    pub rule: Option<String>,
    /// Only what this member asked for.
    pub member: Option<Uuid>,
    /// Only at this club: the command's, or that of the booking that it names.
    pub club: Option<String>,
    /// The first day in Europe/Amsterdam.
    pub from: Option<NaiveDate>,
    /// The last day in Europe/Amsterdam.
    pub to: Option<NaiveDate>,
}

/// A recorded refusal, with the names of today.
#[derive(Debug, Clone)]
pub struct Refusal {
    /// The row's id.
    pub id: Uuid,
    /// When it was decided.
    pub at: DateTime<Utc>,
    /// The member who asked.
    pub member_id: Uuid,
    /// Their name.
    pub member_name: String,
    /// The command's name.
    pub command: String,
    /// The rule's stable code.
    pub rule: String,
    /// The Dutch sentence, without a name.
    pub sentence: String,
    /// The player whom the rule is about.
    pub about: Option<Uuid>,
    /// The club's slug; that of the booking, where the command names a booking alone.
    pub club_id: Option<String>,
    /// The club's name.
    pub club: Option<String>,
    /// The play date.
    pub play_date: Option<NaiveDate>,
    /// 9 or 18.
    pub holes: Option<i16>,
    /// The players whom the command names.
    pub players: Vec<Uuid>,
    /// The ids of those players and of the one whom the rule is about, as far as they were not erased.
    pub named: Vec<Uuid>,
    /// Their names, in the order of `named`.
    pub names: Vec<String>,
    /// The booking that was to be changed.
    pub booking_id: Option<Uuid>,
    /// The request's id.
    pub request_id: Uuid,
    /// Whether an operator worked under the member's account.
    pub by_operator: bool,
}

impl Refusal {
    /// Everybody whom it is about; some of them twice.
    pub fn members(&self) -> impl Iterator<Item = Uuid> {
        std::iter::once(self.member_id).chain(self.about).chain(self.players.iter().copied())
    }
}

from_row!(Refusal {
    id,
    at,
    member_id,
    member_name,
    command,
    rule,
    sentence,
    about,
    club_id,
    club,
    play_date,
    holes,
    players,
    named,
    names,
    booking_id,
    request_id,
    by_operator
});

/// Refusals, newest first, at most `limit`.
pub async fn list(pool: &PgPool, filter: &RefusalFilter, limit: i64) -> Result<Vec<Refusal>, sqlx::Error> {
    let mut query = QueryBuilder::new("WITH page AS (SELECT * FROM refusals WHERE true");
    if let Some((at, id)) = filter.before {
        query.push(" AND (at, id) < (").push_bind(at).push(", ").push_bind(id).push(")");
    }
    if let Some(rule) = &filter.rule {
        query.push(" AND rule = ").push_bind(rule);
    }
    if let Some(member) = filter.member {
        query.push(" AND member_id = ").push_bind(member);
    }
    if let Some(club) = &filter.club {
        query.push(" AND (club_id = ").push_bind(club).push(
            " OR club_id IS NULL AND EXISTS (SELECT FROM reservations_bookings AS booking
                 WHERE booking.booking_id = refusals.booking_id AND booking.club_id = ",
        );
        query.push_bind(club).push("))");
    }
    if let Some(from) = filter.from {
        query.push(" AND at >= ").push_bind(from).push("::timestamp AT TIME ZONE 'Europe/Amsterdam'");
    }
    if let Some(to) = filter.to {
        query.push(" AND at < (").push_bind(to).push(" + 1)::timestamp AT TIME ZONE 'Europe/Amsterdam'");
    }
    query.push(" ORDER BY at DESC, id DESC LIMIT ").push_bind(limit);
    query.push(include_str!("refusals/list.sql"));
    query.build_query_as().fetch_all(pool).await
}

/// How often a rule refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleCount {
    /// The rule's stable code.
    pub rule: String,
    /// In the last day.
    pub day: i64,
    /// In the last week.
    pub week: i64,
    /// In the last 90 days.
    pub all: i64,
}

from_row!(RuleCount { rule, day, week, all });

/// How often each rule refused, of one member or of all; most frequent first.
pub async fn counts(
    pool: &PgPool,
    member: Option<Uuid>,
    now: DateTime<Utc>,
) -> Result<Vec<RuleCount>, sqlx::Error> {
    sqlx::query_as(
        r#"SELECT rule, count(*) FILTER (WHERE at > $2) AS day, count(*) FILTER (WHERE at > $3) AS week,
             count(*) AS "all"
         FROM refusals WHERE $1::uuid IS NULL OR member_id = $1
         GROUP BY rule ORDER BY count(*) DESC, rule"#,
    )
    .bind(member)
    .bind(now - TimeDelta::days(1))
    .bind(now - TimeDelta::days(7))
    .fetch_all(pool)
    .await
}

/// Deletes refusals from before `before`.
pub async fn delete_expired(pool: &PgPool, before: DateTime<Utc>) -> Result<u64, sqlx::Error> {
    let done = sqlx::query("DELETE FROM refusals WHERE at < $1").bind(before).execute(pool).await?;
    Ok(done.rows_affected())
}
