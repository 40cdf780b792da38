//! A member's rights: passes with this month and the next one, vouchers, and what was lost or given back.

use chrono::{Datelike, Days, Months, NaiveDate};
use fairway_audit::dates;
use fairway_events::PlayRight;
use fairway_query::{ForfeitedPlace, MemberRights, Pass, ReturnedRight, Subscription, Voucher};
use fairway_store::clubs::Clubs;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::acts::{Acts, RightAct};
use super::rounds::{NamedClub, named, right_name};

/// A season pass.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PassView {
    /// The pass.
    pub id: Uuid,
    /// Its name.
    pub name: String,
    /// First valid day.
    pub startdate: NaiveDate,
    /// Last valid day.
    pub enddate: NaiveDate,
    /// Rounds over the term.
    pub max: u32,
    /// Rounds per calendar month; null: no limit.
    pub per_month: Option<u32>,
    /// Longest round.
    pub max_holes: u8,
    /// Rights in use over the term.
    pub used: u32,
    /// Rights in use in the current month; 0 for a pass that has ended.
    pub used_this_month: u32,
    /// Price in euro cents.
    pub amount_cents: i64,
}

/// A voucher.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct VoucherView {
    /// The voucher.
    pub id: Uuid,
    /// `bonus` (granted) or `free` (bought).
    pub kind: &'static str,
    /// Its title.
    pub title: String,
    /// Longest round.
    pub holes: u8,
    /// Last valid day.
    pub expires: NaiveDate,
    /// `unused`, `used`, `forfeited` or `expired`.
    pub status: &'static str,
    /// The play date of the place that used it.
    pub used_on: Option<NaiveDate>,
}

/// Rights of a pass in a calendar month.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MonthUse {
    /// `2026-11`
    pub month: String,
    /// Rights in use: active, played and forfeited.
    pub used: u32,
    /// Rounds per calendar month; null: no limit.
    pub limit: Option<u32>,
}

/// This month and the next one of a pass that has not ended.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PassMonths {
    /// The pass.
    pub pass: Uuid,
    /// The current month.
    pub this: MonthUse,
    /// The month after it.
    pub next: MonthUse,
}

/// A forfeited right that can be given back.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ForfeitedView {
    /// The booking.
    pub booking_id: Uuid,
    /// The place.
    pub place_id: Uuid,
    /// The club.
    pub club: NamedClub,
    /// The play date.
    pub play_date: NaiveDate,
    /// Length of the round.
    pub holes: u8,
    /// `pass` or `voucher`.
    pub right: &'static str,
    /// The voucher's title, or the name of the pass.
    pub title: String,
    /// When the place was cancelled.
    pub forfeited_at: String,
    /// The position in the journal of the event by which the member lost it; null where the journal has lost that.
    pub position: Option<i64>,
    /// By whom, when and why it was lost; left out where the journal has lost the event, and by nodes of the release before.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub forfeited: Option<RightAct>,
    /// A warning: the voucher has expired, and comes back expired.
    pub note: Option<String>,
}

/// A forfeited right that an operator gave back.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReturnedView {
    /// The booking.
    pub booking_id: Uuid,
    /// The place.
    pub place_id: Uuid,
    /// The club.
    pub club: NamedClub,
    /// The play date.
    pub play_date: NaiveDate,
    /// Length of the round.
    pub holes: u8,
    /// `pass` or `voucher`.
    pub right: &'static str,
    /// The voucher's title, or the name of the pass.
    pub title: String,
    /// By whom, when and why it was lost; null where the journal has lost the event.
    pub forfeited: Option<RightAct>,
    /// By whom, when and why it was given back; null where the journal has lost the event.
    pub returned: Option<RightAct>,
}

impl PassView {
    pub(super) fn from_pass(pass: Subscription, rights: Option<&MemberRights>, today: NaiveDate) -> Self {
        let current = rights.and_then(|rights| rights.passes.iter().find(|known| known.id == pass.id));
        let month = (today.year(), today.month());
        Self {
            id: pass.id.0,
            name: pass.name,
            startdate: pass.startdate,
            enddate: pass.enddate,
            max: pass.max,
            per_month: pass.per_month,
            max_holes: pass.max_holes.count(),
            used: pass.used,
            used_this_month: current
                .and_then(|known| known.used_by_month.get(&month).copied())
                .unwrap_or_default(),
            amount_cents: pass.amount_cents,
        }
    }
}

impl VoucherView {
    pub(super) fn from_voucher(voucher: Voucher, today: NaiveDate) -> Self {
        let status = match (voucher.forfeited, voucher.is_used()) {
            (true, _) => "forfeited",
            (false, true) => "used",
            (false, false) if voucher.expires < today => "expired",
            (false, false) => "unused",
        };
        Self {
            id: voucher.id.0,
            kind: voucher.kind.as_str(),
            title: voucher.title,
            holes: voucher.holes.count(),
            expires: voucher.expires,
            status,
            used_on: voucher.used_when,
        }
    }
}

impl PassMonths {
    pub(super) fn from_pass(pass: &Pass, today: NaiveDate) -> Self {
        let month = |day: NaiveDate| MonthUse {
            month: day.format("%Y-%m").to_string(),
            used: pass.used_by_month.get(&(day.year(), day.month())).copied().unwrap_or_default(),
            limit: pass.per_month,
        };
        // The first day: every month has one.
        let first = today.checked_sub_days(Days::new(u64::from(today.day0()))).unwrap_or(today);
        let next = first.checked_add_months(Months::new(1)).unwrap_or(first);
        Self { pass: pass.id.0, this: month(first), next: month(next) }
    }
}

/// The title of a right: the voucher's own, or the name of the pass.
fn title(right: &PlayRight, passes: &[Subscription]) -> String {
    match right {
        PlayRight::Voucher { title, .. } => title.clone(),
        PlayRight::Subscription { subscription } => {
            let pass = passes.iter().find(|pass| pass.id == *subscription);
            pass.map(|pass| pass.name.clone()).unwrap_or_default()
        }
    }
}

impl ForfeitedView {
    pub(super) fn from_place(
        place: ForfeitedPlace,
        forfeited: Option<RightAct>,
        (vouchers, passes): (&[Voucher], &[Subscription]),
        today: NaiveDate,
        clubs: &Clubs,
    ) -> Self {
        let voucher = match &place.right {
            PlayRight::Voucher { voucher, .. } => vouchers.iter().find(|known| known.id == *voucher),
            PlayRight::Subscription { .. } => None,
        };
        let expired = voucher.filter(|voucher| voucher.expires < today);
        let note = expired.map(|voucher| {
            format!("The voucher expired on {}: it comes back expired.", dates::day(voucher.expires))
        });
        Self {
            booking_id: place.booking.0,
            place_id: place.place.0,
            club: named(&place.club, clubs),
            play_date: place.play_date,
            holes: place.holes.count(),
            right: right_name(&place.right),
            title: title(&place.right, passes),
            forfeited_at: place.cancelled_at.map(dates::rfc3339).unwrap_or_default(),
            position: forfeited.as_ref().map(|act| act.position),
            forfeited,
            note,
        }
    }
}

impl ReturnedView {
    pub(super) fn from_right(
        right: &ReturnedRight,
        acts: &Acts,
        passes: &[Subscription],
        clubs: &Clubs,
    ) -> Self {
        Self {
            booking_id: right.booking.0,
            place_id: right.place.0,
            club: named(&right.club, clubs),
            play_date: right.play_date,
            holes: right.holes.count(),
            right: right_name(&right.right),
            title: title(&right.right, passes),
            forfeited: acts.at(right.forfeited),
            returned: acts.at(Some(right.returned)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use fairway_events::{Holes, SubscriptionId};

    use super::*;

    #[test]
    fn the_next_month_follows_also_on_the_last_day_of_a_long_one() {
        let day = |text: &str| text.parse::<NaiveDate>().expect("a day");
        let pass = Pass {
            id: SubscriptionId(Uuid::from_u128(7)),
            startdate: day("2026-01-01"),
            enddate: day("2027-12-31"),
            max: 40,
            per_month: Some(4),
            max_holes: Holes::Eighteen,
            used: 3,
            used_by_month: BTreeMap::from([((2026, 12), 2), ((2027, 1), 1)]),
        };
        let months = PassMonths::from_pass(&pass, day("2026-12-31"));
        let shown = |month: &MonthUse| (month.month.clone(), month.used, month.limit);
        assert_eq!(shown(&months.this), ("2026-12".to_owned(), 2, Some(4)));
        assert_eq!(shown(&months.next), ("2027-01".to_owned(), 1, Some(4)));
        let months = PassMonths::from_pass(&pass, day("2027-01-31"));
        assert_eq!(shown(&months.next), ("2027-02".to_owned(), 0, Some(4)));
    }
}
