//! What is a club owed for a month, line by line (docs/domain.md §3.30)? Each event about a place is a row, so that the
//! statement of any position can be computed again: no line is stored.

mod fold;
mod lines;
mod reads;

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{
    BookingId, ClubId, DisputeId, DisputeOutcome, Holes, Invoice, MemberId, Month, MonthAmounts, PlaceId,
    Position, TariffPrices, VatRegime,
};

pub use fold::PROJECTION;

/// What a club is owed for a month.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// The club.
    pub club: ClubId,
    /// The month.
    pub month: Month,
    /// Whether it is final, or can become so.
    pub state: StatementState,
    /// It is of the journal up to here.
    pub as_of: Position,
    /// So many events of what the club is owed were taken in.
    pub seen: u64,
    /// In the order in which they are hashed: by date, then by place or dispute.
    pub lines: Vec<Line>,
    /// Their sums.
    pub amounts: MonthAmounts,
    /// SHA-256 of the lines, hex.
    pub lines_hash: String,
    /// About this month's statement, as they stand now, latest first.
    pub disputes: Vec<Dispute>,
    /// Places of the month whose player arrived while no tariff was in force.
    pub without_tariff: u32,
}

/// Whether a statement is final.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StatementState {
    /// It is.
    Closed {
        /// When the month was closed, UTC.
        closed_at: DateTime<Utc>,
        /// None: nothing was owed.
        invoice: Option<Box<Invoice>>,
    },
    /// It is the first that is not: it has the corrections since the month before was closed.
    NextToClose,
    /// An earlier month has to be closed first.
    Later,
    /// The club had no tariff yet.
    BeforeFirst,
}

/// What is owed, or taken away, for one place or one dispute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The play date.
    pub date: NaiveDate,
    /// The place or the dispute.
    pub of: LineOf,
    /// Why it is owed.
    pub kind: LineKind,
    /// The length that was played; none: nothing was.
    pub holes: Option<Holes>,
    /// Cents without VAT; negative: taken away.
    pub cents: i64,
    /// Its VAT.
    pub vat: VatRegime,
    /// Whether it changes the statement of an earlier month.
    pub is_correction: bool,
}

/// The source of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LineOf {
    /// A place.
    Place {
        /// The place.
        place: PlaceId,
        /// Its booking.
        booking: BookingId,
        /// The player.
        member: MemberId,
        /// What happened to it up to the statement's position, in order.
        facts: Vec<Fact>,
    },
    /// An accepted dispute.
    Dispute(DisputeId),
}

/// Why a line is owed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LineKind {
    /// The player arrived.
    Arrival,
    /// The player arrived without a reservation.
    WalkIn,
    /// The player did not come.
    Absence,
    /// A dispute was accepted.
    Adjustment,
}

impl LineKind {
    /// As it is hashed and answered.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Arrival => "arrival",
            Self::WalkIn => "walk_in",
            Self::Absence => "absence",
            Self::Adjustment => "adjustment",
        }
    }
}

/// What an event says about a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// The event's.
    pub position: Position,
    /// When it was recorded, UTC.
    pub at: DateTime<Utc>,
    /// What it was.
    pub kind: FactKind,
    /// The length of the round, where the event names it.
    pub holes: Option<Holes>,
    /// Of a decision: whether the scan counts.
    pub counts: Option<bool>,
    /// Why, as the club wrote it.
    pub note: Option<String>,
}

/// What happened to a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FactKind {
    /// The player arrived.
    Arrived,
    /// The player had arrived, and was scanned again.
    SeenAgain,
    /// The club decided about an irregular scan.
    Decided,
    /// The arrival was taken back.
    Annulled,
    /// The holes that were played were corrected.
    Holes,
    /// The club said that the player did not come.
    Absent,
    /// The club took that back.
    AbsenceWithdrawn,
}

impl FactKind {
    /// Every kind.
    pub const ALL: [Self; 7] = [
        Self::Arrived,
        Self::SeenAgain,
        Self::Decided,
        Self::Annulled,
        Self::Holes,
        Self::Absent,
        Self::AbsenceWithdrawn,
    ];

    /// As it is stored and answered.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Arrived => "arrived",
            Self::SeenAgain => "seen_again",
            Self::Decided => "decided",
            Self::Annulled => "annulled",
            Self::Holes => "holes",
            Self::Absent => "absent",
            Self::AbsenceWithdrawn => "absence_withdrawn",
        }
    }
}

/// A club says that a statement is wrong (docs/domain.md §3.31).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dispute {
    /// The dispute.
    pub dispute: DisputeId,
    /// The statement's month.
    pub month: Month,
    /// The play date.
    pub date: NaiveDate,
    /// None: of the day a line is missing.
    pub place: Option<PlaceId>,
    /// Why, as the club wrote it.
    pub reason: String,
    /// When it was made, UTC.
    pub disputed_at: DateTime<Utc>,
    /// None: it is open.
    pub end: Option<DisputeEnd>,
}

/// How a dispute ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DisputeEnd {
    /// The outcome.
    pub outcome: DisputeOutcome,
    /// Owed besides, in cents without VAT; may be negative.
    pub adjustment: i64,
    /// Why, as the club is told.
    pub reason: String,
    /// When it ended, UTC.
    pub at: DateTime<Utc>,
}

/// The prices of a club's rounds from a day on (docs/domain.md §3.29).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tariff {
    /// The first play date.
    pub from: NaiveDate,
    /// The prices.
    pub prices: TariffPrices,
    /// The VAT.
    pub vat: VatRegime,
}

/// A month in the list of a club's statements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MonthSummary {
    /// The month.
    pub month: Month,
    /// When it was closed, UTC; none: it is open.
    pub closed_at: Option<DateTime<Utc>>,
    /// None: it is open.
    pub amounts: Option<MonthAmounts>,
    /// None: it is open, or nothing was owed.
    pub invoice: Option<Box<Invoice>>,
    /// Disputes about its statement that have not ended.
    pub open_disputes: u32,
}

/// The amount of a closed month for which there is an invoice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BilledMonth {
    /// The club.
    pub club: ClubId,
    /// The month.
    pub month: Month,
    /// Cents with VAT; negative: owed back.
    pub total: i64,
    /// The invoice.
    pub invoice: Box<Invoice>,
}

/// A club in the list of a month's statements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClubMonth {
    /// The club.
    pub club: ClubId,
    /// Whether its statement is final.
    pub state: StatementState,
    /// Places of the month whose player arrived, as they stand now.
    pub arrived: u32,
    /// None: the month is open.
    pub amounts: Option<MonthAmounts>,
    /// Disputes about the statement that have not ended.
    pub open_disputes: u32,
    /// Whether the club has a tariff, also one that begins later.
    pub has_tariff: bool,
}
