//! The subject of an operator's question: a booking, a member, a voucher, an order, a club's day or what a club is owed,
//! found by any id that a screen, a mail or a log shows. Its functions fail when the database does not answer.

use std::collections::BTreeSet;
use std::fmt;

use anyhow::Result;
use fairway_events::{AggregateType, BookingId, BookingNumber, MemberId, OrderId, StreamId, VoucherId};
use fairway_text::{code, email};
use sqlx::PgPool;
use uuid::Uuid;

use crate::dates;
use crate::names::Names;

/// The minimum number of digits to search for an id.
pub(crate) const MINIMUM: usize = 8;

/// The subject of a question. Each has its own stream. It is also found by ids that belong to it: a booking by those of
/// its places, a member by those of their passes, an order by the provider's id of its payment.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Subject(pub StreamId);

impl Subject {
    /// The kind, for programs.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self.0 {
            StreamId::Reservation(_) => "booking",
            StreamId::Membership(_) => "member",
            StreamId::Voucher(_) => "voucher",
            StreamId::Order(_) => "order",
            StreamId::CourseDay(..) => "club_day",
            StreamId::WaitingList(..) => "waiting_list",
            StreamId::ArrivalList(..) => "arrival_list",
            StreamId::Settlement(_) => "settlement",
        }
    }

    /// The display name, with the id.
    #[must_use]
    pub fn title(&self, names: &Names) -> String {
        match &self.0 {
            StreamId::Membership(member) => format!("{}  {member}", names.member_in_full(*member)),
            StreamId::CourseDay(club, date) => format!("{}, {}", names.club(club), dates::day(*date)),
            StreamId::WaitingList(club, date) => {
                format!("Waiting list of {}, {}", names.club(club), dates::day(*date))
            }
            StreamId::ArrivalList(club, date) => {
                format!("Arrivals at {}, {}", names.club(club), dates::day(*date))
            }
            StreamId::Settlement(club) => format!("Settlement of {}", names.club(club)),
            StreamId::Reservation(id) => format!("Booking {id}"),
            StreamId::Voucher(id) => format!("Voucher {id}"),
            StreamId::Order(id) => format!("Order {id}"),
        }
    }

    /// The id, usable as an argument of the next command.
    #[must_use]
    pub fn id(&self) -> String {
        match &self.0 {
            // A club's day has the same id.
            StreamId::WaitingList(..) => format!("{WAITING_LIST}{}", self.0.aggregate_id()),
            StreamId::ArrivalList(..) => format!("{ARRIVALS}{}", self.0.aggregate_id()),
            StreamId::Settlement(_) => format!("{SETTLEMENT}{}", self.0.aggregate_id()),
            StreamId::Reservation(_)
            | StreamId::Membership(_)
            | StreamId::Voucher(_)
            | StreamId::CourseDay(..)
            | StreamId::Order(_) => self.0.aggregate_id(),
        }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind().replace('_', " "), self.id())
    }
}

/// The prefix of a club's day in the id of its waiting list.
pub(crate) const WAITING_LIST: &str = "waiting-list/";

/// The prefix of a club's day in the id of its arrivals.
pub(crate) const ARRIVALS: &str = "arrivals/";

/// The prefix of a club in the id of what it is owed.
pub(crate) const SETTLEMENT: &str = "settlement/";

/// The accepted ids of a subject, for messages.
pub(crate) const ACCEPTED: &str = "a reservation, booking, member, voucher or order id (or at least its first 8 digits), a \
                                   booking's number (N91W-1PPE), a member's e-mail address, a payment (tr_…) or a club's day (club/2026-11-28) or its waiting list (waiting-list/club/2026-11-28) or arrivals (arrivals/club/2026-11-28), or what a club is owed (settlement/club)";

/// Ids that are found by their first digits at most.
const MOST: usize = 50;

/// The subjects that a text may mean.
#[derive(Debug)]
pub struct Matches {
    /// One at least.
    pub subjects: Vec<Subject>,
    /// There are more ids with these digits.
    pub has_more: bool,
    /// The text was read as the number of a booking or an order.
    pub is_number: bool,
}

impl From<Subject> for Matches {
    fn from(one: Subject) -> Self {
        Self { subjects: vec![one], has_more: false, is_number: false }
    }
}

/// The subject that a text identifies, or a sentence that explains why there is none.
pub async fn find(pool: &PgPool, text: &str) -> Result<Result<Subject, String>> {
    let text = text.trim();
    let found = match find_all(pool, text).await? {
        Ok(found) => found,
        Err(why) => return Ok(Err(why)),
    };
    Ok(match found.subjects.as_slice() {
        [one] => Ok(one.clone()),
        several => {
            let all: Vec<String> = several.iter().map(ToString::to_string).collect();
            Err(format!("{text} stands for several things, say which:\n  {}", all.join("\n  ")))
        }
    })
}

/// The subject of this kind that a text identifies, or a sentence that explains why there is none. The sentence does not
/// say what else the text may mean: an operator who asks for a booking does not learn whose address it was.
pub async fn find_of_kind(pool: &PgPool, kind: &str, text: &str) -> Result<Result<Subject, String>> {
    let text = text.trim();
    let named = kind.replace('_', " ");
    let mut found = find_all(pool, text).await?.map_or_else(|_| Vec::new(), |found| found.subjects);
    found.retain(|subject| subject.kind() == kind);
    Ok(match found.as_slice() {
        [one] => Ok(one.clone()),
        [] if kind == "member" && text.contains('@') => Err(no_member_of(text)),
        [] => Err(format!("no {named} is known under “{text}”: search for it")),
        [_, ..] => {
            Err(format!("“{text}” stands for more than one {named}: search for it, or write more of the id"))
        }
    })
}

fn no_member_of(address: &str) -> String {
    format!("no member has the address {address}; one who was erased is found by id only")
}

/// Every subject that a text may mean, one at least; or a sentence that explains why there is none.
pub async fn find_all(pool: &PgPool, text: &str) -> Result<Result<Matches, String>> {
    if text.contains('@') {
        return by_address(pool, text).await;
    }
    if text.starts_with("tr_") {
        let found: Option<Uuid> =
            sqlx::query_scalar("SELECT order_id FROM orders WHERE payment_id = $1 LIMIT 1")
                .bind(text)
                .fetch_optional(pool)
                .await?;
        let found = found.map(|order| Subject(StreamId::Order(OrderId(order))).into());
        return Ok(found.ok_or_else(|| format!("no order has the payment {text}")));
    }
    if let Some(Ok(list)) = text.strip_prefix(WAITING_LIST).map(|day| StreamId::parse("WaitingList", day)) {
        return Ok(Ok(Subject(list).into()));
    }
    if let Some(Ok(list)) = text.strip_prefix(ARRIVALS).map(|day| StreamId::parse("ArrivalList", day)) {
        return Ok(Ok(Subject(list).into()));
    }
    if let Some(club) = text.strip_prefix(SETTLEMENT).filter(|club| !club.is_empty()) {
        return Ok(Ok(Subject(StreamId::Settlement(club.into())).into()));
    }
    if let Ok(day) = StreamId::parse("CourseDay", text) {
        return Ok(Ok(Subject(day).into()));
    }
    let range = range(text);
    if let Some((lowest, highest)) = range {
        let (mut found, has_more) = in_read_models(pool, lowest, highest).await?;
        if found.is_empty() && lowest == highest {
            found = in_journal(pool, lowest).await?;
        }
        if !found.is_empty() {
            return Ok(Ok(Matches { subjects: found.into_iter().collect(), has_more, is_number: false }));
        }
    }
    // Eight digits may be a booking's number as well, which nobody has where they are the first ones of an id.
    if let Ok(number) = code(text).replace(" - ", "-").parse() {
        let subjects = of_number(pool, number).await?;
        if !subjects.is_empty() {
            return Ok(Ok(Matches { subjects, has_more: false, is_number: true }));
        }
    }
    Ok(Err(match range {
        Some(_) => format!("nothing is known under {text}"),
        None => format!("“{text}” is no id: give {ACCEPTED}"),
    }))
}

/// The bookings and orders with a number, mostly one.
async fn of_number(pool: &PgPool, number: BookingNumber) -> Result<Vec<Subject>> {
    let found: Vec<(bool, Uuid)> = sqlx::query_as(
        "SELECT true, booking_id FROM reservations_bookings WHERE right(booking_id::text, 10) = $1
         UNION ALL
         SELECT false, order_id FROM orders WHERE right(order_id::text, 10) = $1
         ORDER BY 2 DESC LIMIT $2",
    )
    .bind(number.last_digits())
    .bind(i64::try_from(MOST)?)
    .fetch_all(pool)
    .await?;
    let subject = |(is_booking, id)| match is_booking {
        true => Subject(StreamId::Reservation(BookingId(id))),
        false => Subject(StreamId::Order(OrderId(id))),
    };
    Ok(found.into_iter().map(subject).collect())
}

/// The member with an address, or else the members who had it before.
async fn by_address(pool: &PgPool, address: &str) -> Result<Result<Matches, String>> {
    let found: Vec<Uuid> = sqlx::query_scalar(
        "SELECT id FROM members WHERE email = $1
         UNION ALL
         SELECT member_id FROM former_addresses WHERE email = $1 AND NOT EXISTS (SELECT FROM members WHERE email = $1)
         LIMIT $2",
    )
    .bind(email::canonical(address))
    .bind(i64::try_from(MOST)?)
    .fetch_all(pool)
    .await?;
    if found.is_empty() {
        return Ok(Err(no_member_of(address)));
    }
    let subjects = found.into_iter().map(|id| Subject(StreamId::Membership(MemberId(id)))).collect();
    Ok(Ok(Matches { subjects, has_more: false, is_number: false }))
}

/// Whether the subject has a row in a plain table, and so may exist without events: a member who was not erased, or any
/// day of a club.
pub(crate) async fn has_row(pool: &PgPool, subject: &Subject) -> Result<bool> {
    Ok(match &subject.0 {
        StreamId::Membership(member) => {
            let sql = "SELECT EXISTS (SELECT FROM members WHERE id = $1)";
            sqlx::query_scalar(sql).bind(member.0).fetch_one(pool).await?
        }
        StreamId::CourseDay(club, _) => {
            let sql = "SELECT EXISTS (SELECT FROM clubs WHERE id = $1)";
            sqlx::query_scalar(sql).bind(&club.0).fetch_one(pool).await?
        }
        StreamId::Reservation(_)
        | StreamId::Voucher(_)
        | StreamId::Order(_)
        | StreamId::WaitingList(..)
        | StreamId::ArrivalList(..)
        | StreamId::Settlement(_) => false,
    })
}

/// The ids that begin with these hexadecimal digits: dashes do not count.
fn range(text: &str) -> Option<(Uuid, Uuid)> {
    let digits: String = text.chars().filter(|letter| *letter != '-').collect();
    if !(MINIMUM..=32).contains(&digits.len()) || !digits.chars().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let lowest = Uuid::parse_str(&format!("{digits:0<32}")).ok()?;
    let highest = Uuid::parse_str(&format!("{digits:f<32}")).ok()?;
    Some((lowest, highest))
}

/// The owners of the ids of a range, and whether there are more.
async fn in_read_models(pool: &PgPool, lowest: Uuid, highest: Uuid) -> Result<(BTreeSet<Subject>, bool)> {
    let rows: Vec<(String, Uuid, Uuid)> = sqlx::query_as(include_str!("subject/find.sql"))
        .bind(lowest)
        .bind(highest)
        .bind(i64::try_from(MOST)? + 1)
        .fetch_all(pool)
        .await?;
    let has_more = rows.len() > MOST;
    let owners = rows.into_iter().take(MOST).map(|(kind, _, owner)| match kind.as_str() {
        "booking" => Subject(StreamId::Reservation(BookingId(owner))),
        "voucher" => Subject(StreamId::Voucher(VoucherId(owner))),
        "order" => Subject(StreamId::Order(OrderId(owner))),
        _ => Subject(StreamId::Membership(MemberId(owner))),
    });
    Ok((owners.collect(), has_more))
}

/// The journal has ids that the read models do not have: of erased members, and of events that are not projected yet.
async fn in_journal(pool: &PgPool, id: Uuid) -> Result<BTreeSet<Subject>> {
    let kinds: Vec<String> = sqlx::query_scalar(
        "SELECT aggregate_type FROM events
         WHERE aggregate_type = ANY($1) AND aggregate_id = $2 AND sequence = 1",
    )
    .bind(
        [AggregateType::Reservation, AggregateType::Membership, AggregateType::Voucher, AggregateType::Order]
            .map(AggregateType::as_str),
    )
    .bind(id.to_string())
    .fetch_all(pool)
    .await?;
    let subject = |kind: String| StreamId::parse(&kind, &id.to_string()).ok().map(Subject);
    Ok(kinds.into_iter().filter_map(subject).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_digits_of_an_id_select_every_id_that_begins_with_them() {
        let (lowest, highest) = range("01936A2b-7c1d").unwrap();
        assert_eq!(lowest.to_string(), "01936a2b-7c1d-0000-0000-000000000000");
        assert_eq!(highest.to_string(), "01936a2b-7c1d-ffff-ffff-ffffffffffff");
        let whole = "01936a2b-7c1d-7000-8000-000000000001";
        assert_eq!(range(whole), Some((whole.parse().unwrap(), whole.parse().unwrap())));
        assert_eq!(range("01936a2"), None, "too short to be meant");
        assert_eq!(range("de-wilgenhoek"), None);
    }
}
