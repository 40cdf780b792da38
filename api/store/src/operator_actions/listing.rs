//! The record as operators read it: by person, operator, act, period and reason, latest first. Links by which operators used
//! the portal as a member have a table of their own, and are acts here like all others.

use chrono::{DateTime, NaiveDate, Utc};
use fairway_audit::dates;
use fairway_events::{BookingId, OrderId, from_row};
use sqlx::{PgPool, Postgres, QueryBuilder};
use uuid::Uuid;

/// Every act that is recorded, in alphabetical order; the comment on `operator_actions.action` has them by their kind.
pub const ACTS: [&str; 65] = [
    "add favourite",
    "add note",
    "add operator",
    "add passkey",
    "cancel places",
    "cancel rebuild",
    "cancel verify",
    "change address",
    "change billing",
    "change profile",
    "change roles",
    "close day",
    "close month",
    "confirm",
    "correct profile",
    "disable",
    "disable club account",
    "disable operator",
    "discard draft",
    "dismiss news",
    "enable",
    "enable club account",
    "enable operator",
    "end dispute",
    "end sessions",
    "erase",
    "export",
    "give right back",
    "grant pass",
    "grant voucher",
    "impersonate",
    "invite club account",
    "invite club account again",
    "limit day",
    "log in",
    "order content",
    "publish",
    "publish content",
    "rebuild",
    "rebuild as a dry run",
    "refund order",
    "refused",
    "refused confirmation",
    "refused log-in",
    "rehearse erasure",
    "remove content",
    "remove favourite",
    "remove note",
    "remove passkey",
    "remove passkeys",
    "reopen day",
    "reset operator",
    "revoke club device",
    "save draft",
    "schedule content",
    "search",
    "send mail again",
    "set tariff",
    "swap read models",
    "take payments",
    "undo content change",
    "verify",
    "view",
    "withdraw pass",
    "withdraw voucher",
];

/// The condition of the indexes of acts.
const NO_SIGHT: &str = " AND action NOT IN ('view', 'search')";
/// A log-in is recorded, and changes nothing for anybody.
const NO_SIGHT_AND_LOG_IN: &str = " AND action NOT IN ('view', 'search')
    AND action NOT IN ('log in', 'refused log-in', 'confirm', 'refused confirmation')";

/// The words of a subject, as their index has them.
const WORDS: &str = "string_to_array(translate(subject, ',', ' '), ' ')";

/// The columns of the two tables, under the same names.
const ACTIONS: &str =
    "SELECT id, at, operator, operator_id, action, subject, member_id, reason FROM operator_actions";
const LINKS: &str = "SELECT id, created_at AS at, operator, operator_id, 'impersonate' AS action,
    CASE WHEN used_at IS NULL THEN 'link, not used' ELSE 'link, used' END AS subject, member_id, reason FROM impersonations";
/// None for a member who was erased.
pub(crate) const MEMBER_NAME: &str = "CASE WHEN member.id IS NOT NULL
    THEN concat_ws(' ', member.first_name, nullif(member.prefix, ''), member.last_name) END AS member_name";
/// The acts on a club's day that cancelled rounds of members, whom they do not name: each is recorded right after the
/// instant of its command.
const CLOSED: &str = "SELECT id, at, operator, operator_id, action, subject, operator_actions.member_id, reason
    FROM reservations_places AS place JOIN reservations_bookings AS booking USING (booking_id) JOIN operator_actions
        ON at BETWEEN cancelled_at AND cancelled_at + interval '1 second' AND action IN ('close day', 'limit day')
        AND subject = concat('club_day ', club_id, '/', to_char(booking.play_date, 'YYYY-MM-DD'))
    WHERE club_notice IS NOT NULL AND place.member_id = ANY (";

/// A recorded action.
#[derive(Debug, Clone)]
pub struct Recorded {
    /// The row's id.
    pub id: Uuid,
    /// When.
    pub at: DateTime<Utc>,
    /// The operator's name.
    pub operator: String,
    /// The operator's account; none for a command on a machine.
    pub operator_id: Option<Uuid>,
    /// The act.
    pub action: String,
    /// To what.
    pub subject: String,
    /// To which member.
    pub member_id: Option<Uuid>,
    /// The member's name; none for one who was erased.
    pub member_name: Option<String>,
    /// The name of the club whose day it is; none for another subject.
    pub club_name: Option<String>,
    /// Why; empty for a view.
    pub reason: String,
}

from_row!(Recorded {
    id,
    at,
    operator,
    operator_id,
    action,
    subject,
    member_id,
    member_name,
    club_name,
    reason
});

impl Recorded {
    /// The subject as people name it: the number of a booking or an order, or a club's day; empty: it has no name.
    #[must_use]
    pub fn subject_name(&self) -> String {
        let (kind, id) = self.subject.split_once(' ').unwrap_or_default();
        let name = match kind {
            "booking" => id.parse().ok().map(|booking: BookingId| booking.number().to_string()),
            "order" => id.parse().ok().map(|order: OrderId| order.number().to_string()),
            "club_day" => {
                let date = id.split_once('/').and_then(|(_, date)| date.parse::<NaiveDate>().ok());
                self.club_name.as_ref().zip(date).map(|(club, date)| format!("{club}, {}", dates::day(date)))
            }
            _ => None,
        };
        name.unwrap_or_default()
    }
}

/// A kind of record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Kinds {
    /// Everything.
    #[default]
    All,
    /// Without views and searches.
    Acts,
    /// Without log-ins either.
    Work,
}

/// A filter of the recorded actions. All that is set has to hold.
#[derive(Debug, Clone, Default)]
pub struct ActionFilter {
    /// Only those before this row, by its instant and id.
    pub before: Option<(DateTime<Utc>, Uuid)>,
    /// Of these kinds.
    pub kinds: Kinds,
    /// A part of the operator's name, in any case.
    pub operator: Option<String>,
    /// Only of this account.
    pub operator_id: Option<Uuid>,
    /// A part of the action or the subject, in any case, or a member's id.
    pub subject: Option<String>,
    /// Only those that concern one of these members, cancelled their round or showed them.
    pub members: Option<Vec<Uuid>>,
    /// Only this act.
    pub act: Option<String>,
    /// The first day in Europe/Amsterdam.
    pub from: Option<NaiveDate>,
    /// The last day in Europe/Amsterdam.
    pub to: Option<NaiveDate>,
    /// A part of the reason, in any case.
    pub reason: Option<String>,
}

impl ActionFilter {
    /// What it leaves out: a view and a search have no reason, and are acts of these names.
    fn left_out(&self) -> &'static str {
        let is_act = self.act.as_deref().is_some_and(|act| !["view", "search"].contains(&act));
        match self.kinds {
            Kinds::All if !is_act && self.reason.is_none() => "",
            Kinds::All | Kinds::Acts => NO_SIGHT,
            Kinds::Work => NO_SIGHT_AND_LOG_IN,
        }
    }
}

/// Adds the latest rows of a table to which the filter applies.
fn push_part(query: &mut QueryBuilder<'_, Postgres>, table: &str, filter: &ActionFilter, limit: i64) {
    query.push("(SELECT * FROM (").push(table);
    push_rows(query, filter, limit);
}

/// The same after the beginning of the table.
fn push_rows(query: &mut QueryBuilder<'_, Postgres>, filter: &ActionFilter, limit: i64) {
    query.push(") AS record WHERE true").push(filter.left_out());
    if let Some(operator) = &filter.operator {
        query.push(" AND operator ILIKE ").push_bind(contains(operator));
    }
    if let Some(id) = filter.operator_id {
        query.push(" AND operator_id = ").push_bind(id);
    }
    if let Some(subject) = &filter.subject {
        let pattern = contains(subject);
        query.push(" AND (action ILIKE ").push_bind(pattern.clone());
        query.push(" OR subject ILIKE ").push_bind(pattern);
        if let Ok(member) = subject.trim().parse::<Uuid>() {
            query.push(" OR member_id = ").push_bind(member);
        }
        query.push(")");
    }
    if let Some(members) = &filter.members {
        query.push(" AND (member_id = ANY (").push_bind(members.clone());
        let words: Vec<String> = members.iter().map(Uuid::to_string).collect();
        query.push(") OR member_id IS NULL AND ").push(WORDS).push(" && ").push_bind(words).push(")");
    }
    if let Some(reason) = &filter.reason {
        query.push(" AND reason ILIKE ").push_bind(contains(reason));
    }
    push_page(query, filter.before, filter.act.as_deref(), (filter.from, filter.to), limit);
    query.push(")");
}

/// The act, the period, the order and the length of a page of any record.
pub(crate) fn push_page(
    query: &mut QueryBuilder<'_, Postgres>,
    before: Option<(DateTime<Utc>, Uuid)>,
    act: Option<&str>,
    (from, to): (Option<NaiveDate>, Option<NaiveDate>),
    limit: i64,
) {
    if let Some((at, id)) = before {
        query.push(" AND (at, id) < (").push_bind(at).push(", ").push_bind(id).push(")");
    }
    if let Some(act) = act {
        query.push(" AND action = ").push_bind(act.to_owned());
    }
    if let Some(from) = from {
        query.push(" AND at >= ").push_bind(from).push("::timestamp AT TIME ZONE 'Europe/Amsterdam'");
    }
    if let Some(to) = to {
        query.push(" AND at < (").push_bind(to).push(" + 1)::timestamp AT TIME ZONE 'Europe/Amsterdam'");
    }
    query.push(" ORDER BY at DESC, id DESC LIMIT ").push_bind(limit);
}

/// Recorded actions, and the links by which operators used the portal as a member; latest first.
pub async fn list(pool: &PgPool, filter: &ActionFilter, limit: i64) -> Result<Vec<Recorded>, sqlx::Error> {
    // Each filter is a statement of its own, so that the index that serves it is found.
    let mut query = QueryBuilder::new("WITH acts AS (");
    push_part(&mut query, ACTIONS, filter, limit);
    query.push(" UNION ALL ");
    push_part(&mut query, LINKS, filter, limit);
    if let Some(members) = &filter.members {
        // Two of them may have lost their round by one act.
        query.push(" UNION (SELECT * FROM (").push(CLOSED).push_bind(members.clone()).push(")");
        push_rows(&mut query, &ActionFilter { members: None, ..filter.clone() }, limit);
    }
    query.push(") SELECT acts.id, acts.at, acts.operator, acts.operator_id, acts.action, acts.subject, acts.member_id, ");
    query.push(MEMBER_NAME).push(
        ", club.name AS club_name, acts.reason
         FROM acts LEFT JOIN members member ON member.id = acts.member_id
         LEFT JOIN clubs club ON club.id = substring(acts.subject FROM '^club_day ([^/]+)/')
         ORDER BY acts.at DESC, acts.id DESC LIMIT ",
    );
    query.push_bind(limit);
    query.build_query_as().persistent(false).fetch_all(pool).await
}

/// A pattern for `ILIKE` that matches texts which contain this one.
fn contains(text: &str) -> String {
    let escaped: String = text
        .chars()
        .flat_map(|char| r"\%_".contains(char).then_some('\\').into_iter().chain([char]))
        .collect();
    format!("%{escaped}%")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn acts_are_sorted_and_each_is_there_once() {
        assert!(ACTS.is_sorted_by(|one, next| one < next), "{ACTS:?}");
    }

    #[test]
    fn a_filter_that_no_view_passes_leaves_views_out() {
        let filter = |act: Option<&str>, reason: Option<&str>, kinds| ActionFilter {
            act: act.map(str::to_owned),
            reason: reason.map(str::to_owned),
            kinds,
            ..ActionFilter::default()
        };
        assert_eq!(filter(None, None, Kinds::All).left_out(), "");
        assert_eq!(filter(Some("view"), None, Kinds::All).left_out(), "");
        assert_eq!(filter(Some("search"), None, Kinds::All).left_out(), "");
        assert_eq!(filter(Some("close day"), None, Kinds::All).left_out(), NO_SIGHT);
        assert_eq!(filter(None, Some("4711"), Kinds::All).left_out(), NO_SIGHT);
        assert_eq!(filter(None, None, Kinds::Acts).left_out(), NO_SIGHT);
        assert!(filter(None, None, Kinds::Work).left_out().contains("log in"));
    }

    #[test]
    fn a_subject_has_the_name_that_people_use() {
        let act = Recorded {
            id: Uuid::nil(),
            at: DateTime::UNIX_EPOCH,
            operator: "Anke".to_owned(),
            operator_id: None,
            action: "close day".to_owned(),
            subject: String::new(),
            member_id: None,
            member_name: None,
            club_name: Some("De Es".to_owned()),
            reason: String::new(),
        };
        let name = |subject: &str| Recorded { subject: subject.to_owned(), ..act.clone() }.subject_name();
        assert_eq!(name("booking 00000000-0000-7000-8000-000000000021"), "0000-0011");
        assert_eq!(name("order 00000000-0000-7000-8000-000000000021"), "0000-0011");
        assert_eq!(name("club_day de-es/2026-11-28"), "De Es, Sat 28 Nov 2026");
        for subject in ["account", "booking of somebody", "club_day de-es", "voucher 1", ""] {
            assert_eq!(name(subject), "", "{subject}");
        }
    }

    #[test]
    fn a_pattern_finds_its_signs_themselves() {
        assert_eq!(contains(r"50%_\"), r"%50\%\_\\%");
    }
}
