//! A member's passes, vouchers and claims: the plain values that the rules evaluate (docs/domain.md §2). Every claim is
//! stored with its outcome, so that each rule counts the claims itself.

use chrono::NaiveDate;
use fairway_events::{
    BookingId, ClubId, Holes, PlaceId, PlayRight, Position, SubscriptionId, VoucherId, VoucherKind,
};
use serde::Serialize;

/// A member's passes, vouchers and claims, each in the order of the events.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Holdings {
    /// Season passes, past and future ones too; not those that were taken back.
    pub passes: Vec<Pass>,
    /// Vouchers that the member received, used and expired ones too; not those that were taken back.
    pub vouchers: Vec<Voucher>,
    /// Every place that ever consumed a right.
    pub claims: Vec<Claim>,
}

/// A season pass.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Pass {
    /// The pass.
    pub id: SubscriptionId,
    /// The name that members see.
    pub name: String,
    /// The first day on which it is valid.
    pub startdate: NaiveDate,
    /// The last day on which it is valid.
    pub enddate: NaiveDate,
    /// Rounds over its term.
    pub max: u32,
    /// Rounds per calendar month of the play date; none: no limit.
    pub per_month: Option<u32>,
    /// The longest round that it allows.
    pub max_holes: Holes,
}

/// A voucher that a member holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Voucher {
    /// The voucher.
    pub id: VoucherId,
    /// Granted or bought.
    pub kind: VoucherKind,
    /// The title that members see.
    pub title: String,
    /// The longest round that it allows.
    pub holes: Holes,
    /// The last day on which it can be played.
    pub expires: NaiveDate,
}

/// A place and the right that it consumed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Claim {
    /// The position of its event.
    pub position: Position,
    /// The place.
    pub place: PlaceId,
    /// Its booking.
    pub booking: BookingId,
    /// The club.
    pub club: ClubId,
    /// The play date.
    pub play_date: NaiveDate,
    /// The length of the round.
    pub holes: Holes,
    /// The right.
    pub right: PlayRight,
    /// Its outcome.
    pub outcome: Outcome,
}

/// The outcome of a claimed right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The place is active, or was played.
    Held,
    /// The place was cancelled in time: the right is free again.
    GivenBack,
    /// The place was cancelled on the play date: the right stays used.
    Forfeited,
}

impl Claim {
    /// Whether the right counts as used (docs/domain.md §3.4: active, played and forfeited places do).
    #[must_use]
    pub fn counts_as_used(&self) -> bool {
        self.outcome != Outcome::GivenBack
    }
}
