//! Facts that two kinds of streams state independently: what a booking says of a place, the member's stream must say too.
//!
//! Streams are read one after the other, and no memory holds them all. So each writes its facts into a scratch table, and
//! the database finds those that were not stated by two streams alike. It sorts them, on its disk.

use std::fmt::{Display, Write};

use anyhow::{Context, Result};
use fairway_events::Position;
use futures::TryStreamExt;
use sqlx::postgres::PgPoolCopyExt;
use sqlx::{Executor, PgPool};

use super::findings::{Findings, Kind};
use super::sql;

/// Characters that are buffered before they are sent.
const BUFFER: usize = 1 << 20;

/// What a fact is about, and which two kinds of streams state it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Topic {
    /// A place and the right that it consumed: booking and member.
    Place,
    /// A place on a club's day: booking and club day.
    Day,
    /// A place's use of a voucher: member and voucher.
    VoucherUse,
    /// A voucher that a member holds: voucher and member.
    Voucher,
    /// A voucher that was paid for: order and voucher.
    Purchase,
    /// An order of vouchers in the member's maximum: order and member.
    VoucherOrder,
    /// A registration that was paid for: order and member.
    Registration,
    /// What was paid back of an order's vouchers: the order says how many, each voucher its status. Not stated
    /// alike, so compared separately.
    PaidBack,
}

impl Topic {
    /// What its key names.
    const fn key(self) -> &'static str {
        match self {
            Self::Place => "reservation",
            Self::Day => "reservation on the club's day",
            Self::VoucherUse => "use of a voucher by reservation",
            Self::Voucher | Self::Purchase => "voucher",
            Self::VoucherOrder | Self::Registration | Self::PaidBack => "order",
        }
    }
}

/// Key, first position, what the streams state, and how many statements there are.
type Different = (String, Option<Position>, String, i64);
/// Key, last position, and how many vouchers were paid back, are withdrawn, can be used.
type PaidBack = (String, Option<Position>, String, i64, i64);

/// Which stream states a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Source {
    Booking,
    Member,
    Voucher,
    ClubDay,
    Order,
}

impl Source {
    const fn word(self) -> &'static str {
        match self {
            Self::Booking => "the booking",
            Self::Member => "the member",
            Self::Voucher => "the voucher",
            Self::ClubDay => "the club's day",
            Self::Order => "the order",
        }
    }
}

/// The facts on their way to the table.
#[derive(Debug)]
pub(crate) struct Facts {
    /// None: there is no table, and facts are discarded.
    pool: Option<PgPool>,
    buffer: String,
}

impl Facts {
    /// Creates an empty table in the scratch schema, which exists.
    ///
    /// # Errors
    /// The database's refusal.
    pub(crate) async fn begin(pool: &PgPool) -> Result<Self> {
        pool.execute(sql::CREATE_FACTS).await?;
        Ok(Self { pool: Some(pool.clone()), buffer: String::new() })
    }

    /// For a database in which no table can be made.
    pub(crate) const fn discarded() -> Self {
        Self { pool: None, buffer: String::new() }
    }

    /// States one.
    pub(crate) fn state(
        &mut self,
        topic: Topic,
        key: impl Display,
        source: Source,
        body: &str,
        position: Position,
    ) {
        if self.pool.is_none() {
            return;
        }
        let escaped =
            body.replace('\\', "\\\\").replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r");
        let (number, noun, source) = (topic as i16, topic.key(), source.word());
        // Writing to a String cannot fail.
        let _ = writeln!(self.buffer, "{number}\t{noun} {key}\t{source}\t{escaped}\t{position}");
    }

    /// Sends the buffer when it is full.
    ///
    /// # Errors
    /// The database's refusal.
    pub(crate) async fn send(&mut self) -> Result<()> {
        if self.buffer.len() >= BUFFER { self.flush().await } else { Ok(()) }
    }

    async fn flush(&mut self) -> Result<()> {
        let Some(pool) = &self.pool else { return Ok(()) };
        let mut copy = pool.copy_in_raw(sql::COPY_FACTS).await?;
        copy.send(self.buffer.as_bytes()).await?;
        copy.finish().await?;
        self.buffer.clear();
        Ok(())
    }

    /// Finds the facts that were not stated by two streams alike.
    ///
    /// # Errors
    /// The database's refusal.
    pub(crate) async fn compare(mut self, findings: &mut Findings) -> Result<String> {
        self.flush().await?;
        let pool = self.pool.context("no statements were kept to be compared")?;
        let stated: i64 = sqlx::query_scalar(sql::COUNT_FACTS).fetch_one(&pool).await?;
        let mut rows =
            sqlx::query_as::<_, Different>(sql::DIFFERENT_FACTS).bind(Topic::PaidBack as i16).fetch(&pool);
        while let Some((at, position, statements, times)) = rows.try_next().await? {
            let what = match times {
                1 => format!("only one stream tells of it: {statements}"),
                2 => format!("two streams tell it differently: {statements}"),
                more => format!("told {more} times: {statements}"),
            };
            findings.add(Kind::Disagree, position, at, what);
        }
        drop(rows);
        paid_back(&pool, findings).await?;
        Ok(format!("{stated} statements, each to be made by two streams alike"))
    }
}

/// Finds orders that were paid back for more vouchers than are withdrawn, while others of them can still be used.
async fn paid_back(pool: &PgPool, findings: &mut Findings) -> Result<()> {
    let mut rows = sqlx::query_as::<_, PaidBack>(sql::PAID_BACK)
        .bind(Topic::PaidBack as i16)
        .bind(Source::Order.word())
        .bind(Source::Voucher.word())
        .fetch(pool);
    while let Some((at, position, paid_back, withdrawn, unused)) = rows.try_next().await? {
        let what =
            format!("{paid_back} vouchers were paid back, {withdrawn} are withdrawn, {unused} can be used");
        findings.add(Kind::PaidBack, position, at, what);
    }
    Ok(())
}
