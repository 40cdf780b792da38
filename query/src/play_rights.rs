//! The play rights of members and their use: season passes, and one claim per right in use.
//!
//! Counts are not stored: they are computed from a member's claims, which are few and in one index range.

mod fold;
mod reads;

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;
use fairway_events::{ClubId, Holes, MemberId, PlaceId, SubscriptionId};

pub use fold::PROJECTION;

use crate::Voucher;

/// A season pass with everything that the member's screens show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subscription {
    /// The pass.
    pub id: SubscriptionId,
    /// Its name.
    pub name: String,
    /// First valid day, inclusive.
    pub startdate: NaiveDate,
    /// Last valid day, inclusive.
    pub enddate: NaiveDate,
    /// Day of payment.
    pub paymentdate: Option<NaiveDate>,
    /// Price in cents.
    pub amount_cents: i64,
    /// Rounds over the term.
    pub max: u32,
    /// Rounds per calendar month; none: no limit.
    pub per_month: Option<u32>,
    /// Longest round.
    pub max_holes: Holes,
    /// Rights in use: active, played and forfeited.
    pub used: u32,
}

/// A season pass as the rules need it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pass {
    /// The pass.
    pub id: SubscriptionId,
    /// First valid day, inclusive.
    pub startdate: NaiveDate,
    /// Last valid day, inclusive.
    pub enddate: NaiveDate,
    /// Rounds over the term.
    pub max: u32,
    /// Rounds per calendar month; none: no limit.
    pub per_month: Option<u32>,
    /// Longest round.
    pub max_holes: Holes,
    /// Rights in use over the term: active, played and forfeited.
    pub used: u32,
    /// The same by (year, month 1..=12) of the play date; months without any are absent.
    pub used_by_month: BTreeMap<(i32, u32), u32>,
}

/// A round that a member played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayedRound {
    /// The member's own place.
    pub place: PlaceId,
    /// The play date, a day in Europe/Amsterdam.
    pub play_date: NaiveDate,
    /// The length of the round.
    pub holes: Holes,
}

/// Everything that decides what one member may still play, today and later.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemberRights {
    /// The member.
    pub member: MemberId,
    /// Passes whose term ends today or later, by start. Passes that are over or withdrawn grant nothing and are left out.
    pub passes: Vec<Pass>,
    /// Vouchers that expire today or later, used ones included, by expiry and id.
    pub vouchers: Vec<Voucher>,
    /// Play dates from yesterday on with an active place.
    pub dates_taken: BTreeSet<NaiveDate>,
    /// Active and played places by club and calendar year of the play date, for this year and later.
    pub rounds_by_club: BTreeMap<(ClubId, i32), u32>,
}
