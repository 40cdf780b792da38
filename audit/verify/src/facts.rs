//! Facts that two kinds of streams state independently: a booking's stream and the member's stream both record a place.
//! Those of each are written to a scratch table, and the database finds the facts that two streams do not state
//! identically.

use std::fmt::Display;

use anyhow::Result;
use fairway_events::{AggregateType, Position};
use futures::TryStreamExt;
use sqlx::PgPool;

use super::findings::{Findings, Kind};
use super::scratch::{Table, escaped};
use super::sql;

/// The topic of a fact, and the two kinds of streams that state it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Topic {
    /// A place and the right that it consumed: booking and member.
    Place,
    /// A place on a club's day: booking and club day.
    Day,
    /// Places that were held for a waiting group: waiting list and club day, each in the order of the offers.
    Offer,
    /// A place's use of a voucher: member and voucher.
    VoucherUse,
    /// A voucher that a member holds: voucher and member.
    Voucher,
    /// A voucher that was paid for: order and voucher.
    Purchase,
    /// A voucher that was taken back: voucher and member.
    Withdrawal,
    /// An order of vouchers in the member's maximum: order and member.
    VoucherOrder,
    /// A registration that was paid for: order and member.
    Registration,
    /// Refunds of an order's vouchers: the order states how many, each voucher its status. The statements differ in
    /// form, so they are compared separately.
    PaidBack,
    /// Places whose player arrived, or did not come. The bookings state of all places what these say, as [`Self::Place`], so they are
    /// compared separately; and so is the next.
    Arrival,
    /// When a place was cancelled, or swapped for another.
    End,
}

impl Topic {
    /// The text before the key.
    const fn key(self) -> &'static str {
        match self {
            Self::Place | Self::Arrival | Self::End => "reservation",
            Self::Day => "reservation on the club's day",
            Self::Offer => "offer of the club's day",
            Self::VoucherUse => "use of a voucher by reservation",
            Self::Voucher | Self::Purchase | Self::Withdrawal => "voucher",
            Self::VoucherOrder | Self::Registration | Self::PaidBack => "order",
        }
    }
}

/// Key, first position, what the streams state, and how many statements there are.
type Different = (String, Option<Position>, String, i64);
/// Key, last position, and how many vouchers were paid back, are withdrawn, are usable.
type PaidBack = (String, Option<Position>, String, i64, i64);

/// How a fact names the kind of stream that states it.
const fn source(kind: AggregateType) -> &'static str {
    match kind {
        AggregateType::Reservation => "the booking",
        AggregateType::Membership => "the member",
        AggregateType::Voucher => "the voucher",
        AggregateType::CourseDay => "the club's day",
        AggregateType::Order => "the order",
        AggregateType::WaitingList => "the waiting list",
        AggregateType::ArrivalList => "the arrivals",
        AggregateType::Settlement => "the settlement",
    }
}

/// The facts that were stated so far.
#[derive(Debug)]
pub(crate) struct Facts(Table);

impl Facts {
    /// Creates an empty table in the scratch schema, which exists.
    pub(crate) async fn begin(pool: &PgPool) -> Result<Self> {
        Ok(Self(Table::create(pool, sql::CREATE_FACTS, sql::COPY_FACTS).await?))
    }

    /// For a database in which no table can be created.
    pub(crate) const fn discarded() -> Self {
        Self(Table::none())
    }

    /// Adds a fact.
    pub(crate) fn state(
        &mut self,
        topic: Topic,
        key: impl Display,
        kind: AggregateType,
        body: &str,
        position: Position,
    ) {
        let (number, noun, source, body) = (topic as i16, topic.key(), source(kind), escaped(body));
        self.0.add(format_args!("{number}\t{noun} {key}\t{source}\t{body}\t{position}"));
    }

    /// Sends the buffer when it is full.
    pub(crate) async fn send(&mut self) -> Result<()> {
        self.0.send().await
    }

    /// Finds the facts that two streams do not state identically.
    pub(crate) async fn compare(self, findings: &mut Findings) -> Result<String> {
        let pool = self.0.filled().await?;
        let stated: i64 = sqlx::query_scalar(sql::COUNT_FACTS).fetch_one(&pool).await?;
        let separate = [Topic::PaidBack, Topic::Arrival, Topic::End].map(|topic| topic as i16);
        let mut rows = sqlx::query_as::<_, Different>(sql::DIFFERENT_FACTS).bind(separate).fetch(&pool);
        while let Some((at, position, statements, count)) = rows.try_next().await? {
            let what = match count {
                1 => format!("only one stream tells of it: {statements}"),
                2 => format!("two streams tell it differently: {statements}"),
                more => format!("told {more} times: {statements}"),
            };
            findings.add(Kind::Disagree, position, at, what);
        }
        drop(rows);
        paid_back(&pool, findings).await?;
        arrivals(&pool, findings).await?;
        Ok(format!("{stated} statements, each to be made by two streams alike"))
    }
}

/// Finds orders with more refunded vouchers than withdrawn ones, while others of them are still usable.
async fn paid_back(pool: &PgPool, findings: &mut Findings) -> Result<()> {
    let mut rows = sqlx::query_as::<_, PaidBack>(sql::PAID_BACK)
        .bind(Topic::PaidBack as i16)
        .bind(source(AggregateType::Order))
        .bind(source(AggregateType::Voucher))
        .fetch(pool);
    while let Some((at, position, paid_back, withdrawn, unused)) = rows.try_next().await? {
        let what =
            format!("{paid_back} vouchers were paid back, {withdrawn} are withdrawn, {unused} can be used");
        findings.add(Kind::PaidBack, position, at, what);
    }
    Ok(())
}

/// Finds arrivals, and absences, for places that the bookings do not have so, or had given up by then.
async fn arrivals(pool: &PgPool, findings: &mut Findings) -> Result<()> {
    let mut rows = sqlx::query_as::<_, (String, Position, bool)>(sql::ARRIVALS)
        .bind(Topic::Arrival as i16)
        .bind(Topic::Place as i16)
        .bind(source(AggregateType::Reservation))
        .bind(Topic::End as i16)
        .fetch(pool);
    while let Some((at, position, had_ended)) = rows.try_next().await? {
        let what = if had_ended {
            "a player arrived, or did not come, whose place had been given up"
        } else {
            "a player arrived, or did not come, and no booking has such a place"
        };
        findings.add(Kind::Arrival, Some(position), at, what.to_owned());
    }
    Ok(())
}
