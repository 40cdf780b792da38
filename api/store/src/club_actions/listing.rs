//! The record of clubs as operators read it: by club, member, act and period, latest first.

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::from_row;
use sqlx::{PgPool, QueryBuilder};
use uuid::Uuid;

use crate::operator_actions::listing::{MEMBER_NAME, push_page};

/// Every act that is recorded, in alphabetical order.
pub const ACTS: [&str; 29] = [
    "add passkey",
    "add system",
    "annul arrival",
    "change role",
    "close day",
    "correct holes",
    "count scan",
    "disable account",
    "dispute line",
    "enable account",
    "invite",
    "invite again",
    "limit day",
    "log in",
    "pair device",
    "record absences",
    "refused",
    "refused log-in",
    "reject scan",
    "remove passkey",
    "reopen day",
    "report course",
    "revoke device",
    "revoke system",
    "rotate system",
    "set up",
    "view",
    "withdraw absence",
    "withdraw dispute",
];

/// A recorded act or look.
#[derive(Debug, Clone)]
pub struct Recorded {
    /// The row's id.
    pub id: Uuid,
    /// When.
    pub at: DateTime<Utc>,
    /// The club.
    pub club_id: String,
    /// Its name; none for one that was removed.
    pub club_name: Option<String>,
    /// The name of the account, the device or the system then.
    pub user_name: String,
    /// The act.
    pub action: String,
    /// To what.
    pub subject: String,
    /// To which member.
    pub member_id: Option<Uuid>,
    /// The member's name; none for one who was erased.
    pub member_name: Option<String>,
    /// Why; empty for a look.
    pub reason: String,
}

from_row!(Recorded {
    id,
    at,
    club_id,
    club_name,
    user_name,
    action,
    subject,
    member_id,
    member_name,
    reason
});

/// A filter of what clubs did and looked at. All that is set has to hold.
#[derive(Debug, Clone)]
pub struct ClubActionFilter {
    /// Only those before this row, by its instant and id.
    pub before: Option<(DateTime<Utc>, Uuid)>,
    /// Only of this club.
    pub club: Option<String>,
    /// Only those that name one of these members.
    pub members: Option<Vec<Uuid>>,
    /// Only this act.
    pub act: Option<String>,
    /// Without looks.
    pub acts_only: bool,
    /// The first day in Europe/Amsterdam.
    pub from: Option<NaiveDate>,
    /// The last day in Europe/Amsterdam.
    pub to: Option<NaiveDate>,
}

/// What clubs did and looked at, latest first.
pub async fn list(
    pool: &PgPool,
    filter: &ClubActionFilter,
    limit: i64,
) -> Result<Vec<Recorded>, sqlx::Error> {
    // Each filter is a statement of its own, so that the index that serves it is found.
    let mut query = QueryBuilder::new("WITH acts AS (SELECT * FROM club_actions WHERE true");
    if filter.acts_only {
        query.push(" AND action <> 'view'");
    }
    if let Some(club) = &filter.club {
        query.push(" AND club_id = ").push_bind(club.clone());
    }
    if let Some(members) = &filter.members {
        query.push(" AND member_id = ANY (").push_bind(members.clone()).push(")");
    }
    push_page(&mut query, filter.before, filter.act.as_deref(), (filter.from, filter.to), limit);
    query.push(
        ") SELECT acts.id, acts.at, acts.club_id, club.name AS club_name, acts.user_name, acts.action, acts.subject,
             acts.member_id, acts.reason, ",
    );
    query.push(MEMBER_NAME).push(
        " FROM acts LEFT JOIN members member ON member.id = acts.member_id
         LEFT JOIN clubs club ON club.id = acts.club_id
         ORDER BY acts.at DESC, acts.id DESC",
    );
    query.build_query_as().persistent(false).fetch_all(pool).await
}
