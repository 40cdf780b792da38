//! docs/domain.md §3.3: "Each place consumes exactly one play right that is valid on the play date, in this order: a regular
//! right of the subscription that covers the date […]; else a voucher […]; else the player cannot be booked on that date."
//! docs/decisions/0014-which-pass-pays-and-which-reason-is-given.md decides which of several passes is used and
//! which reason is given.

use chrono::{Datelike, Days, Months, NaiveDate};
use fairway_events::{Holes, PlayRight};

use super::{Claim, Holdings, Pass, Refusal, Voucher};

/// Claims that count as used rights of a pass.
fn used_of<'a>(holdings: &'a Holdings, pass: &'a Pass) -> impl Iterator<Item = &'a Claim> {
    holdings.claims.iter().filter(|claim| claim.counts_as_used()).filter(
        |claim| matches!(&claim.right, PlayRight::Subscription { subscription } if *subscription == pass.id),
    )
}

/// Rights of the pass that are used, over its term.
#[must_use]
pub fn used(holdings: &Holdings, pass: &Pass) -> u32 {
    u32::try_from(used_of(holdings, pass).count()).unwrap_or(u32::MAX)
}

/// Rights of the pass that are used in the calendar month of a date.
#[must_use]
pub fn used_in_month(holdings: &Holdings, pass: &Pass, of: NaiveDate) -> u32 {
    let same_month =
        |claim: &&Claim| (claim.play_date.year(), claim.play_date.month()) == (of.year(), of.month());
    u32::try_from(used_of(holdings, pass).filter(same_month).count()).unwrap_or(u32::MAX)
}

/// The claim that uses a voucher; none: it is unused.
#[must_use]
pub fn use_of<'a>(holdings: &'a Holdings, voucher: &Voucher) -> Option<&'a Claim> {
    let is_this =
        |right: &PlayRight| matches!(right, PlayRight::Voucher { voucher: id, .. } if *id == voucher.id);
    holdings.claims.iter().rev().find(|claim| claim.counts_as_used() && is_this(&claim.right))
}

/// Whether the pass is valid on a date.
#[must_use]
pub fn covers(pass: &Pass, date: NaiveDate) -> bool {
    (pass.startdate..=pass.enddate).contains(&date)
}

/// Whether the pass has a right left for a play date, holes aside.
#[must_use]
pub fn has_left(holdings: &Holdings, pass: &Pass, date: NaiveDate) -> bool {
    let term = used(holdings, pass) < pass.max;
    term && pass.per_month.is_none_or(|limit| used_in_month(holdings, pass, date) < limit)
}

/// Whether the voucher can be played on a date, holes aside.
#[must_use]
pub fn is_valid(holdings: &Holdings, voucher: &Voucher, date: NaiveDate) -> bool {
    voucher.expires >= date && use_of(holdings, voucher).is_none()
}

/// The right that a place would consume.
///
/// # Errors
/// Why there is none.
pub fn right_for(
    holdings: &Holdings,
    date: NaiveDate,
    holes: Holes,
    today: NaiveDate,
) -> Result<PlayRight, Refusal> {
    // The pass that ends first is used first, because its remaining rights expire first.
    let mut passes: Vec<&Pass> = holdings
        .passes
        .iter()
        .filter(|pass| covers(pass, date) && holes <= pass.max_holes && has_left(holdings, pass, date))
        .collect();
    passes.sort_by_key(|pass| (pass.enddate, pass.id));
    if let Some(pass) = passes.first() {
        return Ok(PlayRight::Subscription { subscription: pass.id });
    }
    // Fewest holes first, then the earliest expiry, then the id.
    let mut vouchers: Vec<&Voucher> = holdings
        .vouchers
        .iter()
        .filter(|voucher| voucher.holes >= holes && is_valid(holdings, voucher, date))
        .collect();
    vouchers.sort_by_key(|voucher| (voucher.holes, voucher.expires, voucher.id));
    match vouchers.first() {
        Some(voucher) => Ok(PlayRight::Voucher { voucher: voucher.id, title: voucher.title.clone() }),
        None => Err(refusal(holdings, date, today)),
    }
}

/// The reason when no right can be used. A right for shorter rounds is named first, because a shorter round can be
/// booked with it.
fn refusal(holdings: &Holdings, date: NaiveDate, today: NaiveDate) -> Refusal {
    let covering: Vec<&Pass> = holdings.passes.iter().filter(|pass| covers(pass, date)).collect();
    let too_short = covering.iter().filter(|pass| has_left(holdings, pass, date)).map(|pass| pass.max_holes);
    if let Some(holes) = too_short.max() {
        return Refusal::LevelTooLow(holes);
    }
    let valid = holdings.vouchers.iter().filter(|voucher| is_valid(holdings, voucher, date));
    if let Some(holes) = valid.map(|voucher| voucher.holes).max() {
        return Refusal::OnlyShorterVoucher(holes);
    }
    if !covering.is_empty() {
        return Refusal::UsedUp(date);
    }
    if has_anything(holdings, today) { Refusal::NotCovered } else { Refusal::NoSubscription }
}

/// Whether the member has a pass that is valid between today and the end of next month, or a valid voucher.
fn has_anything(holdings: &Holdings, today: NaiveDate) -> bool {
    let end_of_next_month = today.with_day(1).unwrap_or(today) + Months::new(2) - Days::new(1);
    let pass = |pass: &Pass| pass.enddate >= today && pass.startdate <= end_of_next_month;
    holdings.passes.iter().any(pass)
        || holdings.vouchers.iter().any(|voucher| is_valid(holdings, voucher, today))
}
