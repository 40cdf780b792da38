//! A member's rights: one round a day, which right is used, the club's maximum, vouchers in a year (docs/domain.md §3.2
//! to §3.5).

use chrono::Datelike;
use fairway_events::{AggregateType, MemberId, MembershipEvent, PlaceId, PlayRight};

use super::shared::{CheckedEvent, Results, outcome_label, right_label};
use crate::facts::Topic;
use crate::findings::Kind;
use fairway_audit::dates::day_of;
use fairway_audit::rulebook::{Claim, Holdings, Outcome, club_maximum, one_round, rights};
use fairway_audit::state::Member;

/// Checks the stream of a member.
#[derive(Debug)]
pub(crate) struct Checker {
    state: Member,
    /// Received vouchers, as facts that the voucher's stream must state too.
    received: Vec<(String, String, i64)>,
    /// Vouchers that were taken back, likewise.
    taken_back: Vec<(String, i64)>,
    /// Registrations by order.
    registered: Vec<(String, String, i64)>,
    last: i64,
}

impl Checker {
    pub(super) fn for_member(member: MemberId) -> Self {
        Self {
            state: Member::new(member),
            received: Vec::new(),
            taken_back: Vec::new(),
            registered: Vec::new(),
            last: 0,
        }
    }

    pub(super) fn next(&mut self, event: &MembershipEvent, checked: &mut CheckedEvent<'_>) {
        let holdings = &self.state.holdings;
        let (recorded, terms) = (checked.recorded, checked.terms);
        let mut find = |kind: Kind, what: String| checked.find(kind, what);
        match event {
            MembershipEvent::PlayRightClaimed { place, club, play_date, holes, right, .. } => {
                if holdings.claims.iter().any(|claim| claim.place == *place) {
                    find(Kind::NoRight, format!("reservation {place} used a right before"));
                }
                if one_round::check(holdings, *play_date).is_err() {
                    find(Kind::TwoRounds, format!("a second round on {play_date} (reservation {place})"));
                }
                let maximum = terms.clubs.get(club).map(|club| club.max_plays_per_year);
                if let Some(maximum) = maximum
                    && club_maximum::check(holdings, club, maximum, play_date.year()).is_err()
                {
                    let what = format!("more than {maximum} rounds at {club} in {}", play_date.year());
                    find(Kind::ClubMaximum, what);
                }
                let wanted = rights::right_for(holdings, *play_date, *holes, day_of(recorded.recorded_at));
                if !matches!(&wanted, Ok(wanted) if right_label(wanted) == right_label(right)) {
                    let (kind, what) = match (unavailable_because(holdings, event), wanted) {
                        (Some(why), _) => (Kind::NoRight, why),
                        (None, Ok(wanted)) => {
                            (Kind::RightOrder, format!("{} came first", right_label(&wanted)))
                        }
                        (None, Err(refusal)) => (Kind::NoRight, refusal.to_string()),
                    };
                    find(kind, format!("reservation {place} used {}: {what}", right_label(right)));
                }
            }
            MembershipEvent::PlayRightReleased { place, right, .. }
            | MembershipEvent::PlayRightForfeited { place, right, .. } => {
                match claim_of_place(holdings, *place) {
                    Some(claim) if claim.outcome != Outcome::Held => {
                        find(
                            Kind::CancelledTwice,
                            format!("the right of reservation {place} had ended before"),
                        );
                    }
                    Some(claim) if right_label(&claim.right) != right_label(right) => {
                        let what = format!("reservation {place} had not used {}", right_label(right));
                        find(Kind::Impossible, what);
                    }
                    Some(_) => {}
                    None => find(Kind::Impossible, format!("reservation {place} had used no right")),
                }
            }
            MembershipEvent::ForfeitedRightReturned { place, right, .. } => {
                let was_forfeited = claim_of_place(holdings, *place).is_some_and(|claim| {
                    claim.outcome == Outcome::Forfeited && right_label(&claim.right) == right_label(right)
                });
                if !was_forfeited {
                    let what =
                        format!("the right of reservation {place} was given back and was not forfeited");
                    find(Kind::Impossible, what);
                }
            }
            MembershipEvent::VoucherOrderOpened { order, quantity, year, .. } => {
                let counts = self.state.voucher_orders.values().filter(|order| order.year == *year);
                let before: u32 =
                    counts.filter(|order| order.bought != Some(false)).map(|order| order.quantity).sum();
                if let Some(most) = terms.vouchers_per_year.filter(|most| before + quantity > *most) {
                    let what =
                        format!("order {order}: {} vouchers in {year}, and {most} may be", before + quantity);
                    find(Kind::VoucherMaximum, what);
                }
            }
            MembershipEvent::VoucherOrderClosed { order, .. } => {
                if !self.state.voucher_orders.contains_key(order) {
                    find(Kind::Impossible, format!("order {order} was not open"));
                }
            }
            MembershipEvent::VoucherReceived { voucher, kind, title, holes, expires, .. } => {
                if holdings.vouchers.iter().any(|held| held.id == *voucher) {
                    find(Kind::Impossible, format!("voucher {voucher} is theirs already"));
                }
                let body =
                    format!("member {}, {}, {title}, {holes} holes, {expires}", self.state.id, kind.as_str());
                self.received.push((voucher.to_string(), body, recorded.position));
            }
            MembershipEvent::VoucherTakenBack { voucher, .. } => {
                let held = holdings.vouchers.iter().find(|held| held.id == *voucher);
                match held.map(|held| rights::use_of(holdings, held).is_some()) {
                    Some(false) => {}
                    Some(true) => find(Kind::NoRight, format!("voucher {voucher} was taken back while used")),
                    None => find(Kind::Impossible, format!("voucher {voucher} was not theirs")),
                }
                self.taken_back.push((voucher.to_string(), recorded.position));
            }
            MembershipEvent::SubscriptionWithdrawn { subscription, .. } => {
                let held = holdings.passes.iter().find(|held| held.id == *subscription);
                match held.map(|held| rights::used(holdings, held)) {
                    Some(0) => {}
                    Some(used) => {
                        let what =
                            format!("pass {subscription} was taken back, and {used} rights of it are used");
                        find(Kind::NoRight, what);
                    }
                    None => find(Kind::Impossible, format!("pass {subscription} was not theirs")),
                }
            }
            MembershipEvent::FederationRegistered { order, year, package, .. } => {
                if self.state.registrations.contains_key(year) {
                    find(Kind::RegisteredTwice, format!("was registered for {year} before order {order}"));
                }
                let body = format!("member {}, {year}, {package}", self.state.id);
                self.registered.push((order.to_string(), body, recorded.position));
            }
            MembershipEvent::SubscriptionStarted { .. } => {}
        }
        self.state.apply(recorded.position, event);
        self.last = recorded.position;
    }

    /// States the facts that other streams must state too.
    pub(super) fn end(self, Results { facts, .. }: &mut Results) {
        for Claim { position, place, booking, club, play_date, holes, right, outcome } in
            &self.state.holdings.claims
        {
            let outcome = outcome_label(*outcome);
            let member = self.state.id;
            let body = format!(
                "member {member}, booking {booking}, {club}, {play_date}, {holes} holes, {}, {outcome}",
                right_label(right)
            );
            facts.state(Topic::Place, place, AggregateType::Membership, &body, *position);
            if let PlayRight::Voucher { voucher, title: _ } = right {
                let body = format!("voucher {voucher}, member {member}, {play_date}, {outcome}");
                facts.state(Topic::VoucherUse, place, AggregateType::Membership, &body, *position);
            }
        }
        for (order, opened) in &self.state.voucher_orders {
            let outcome = match opened.bought {
                None => "open",
                Some(true) => "bought",
                Some(false) => "not bought",
            };
            let body = format!("member {}, {} in {}, {outcome}", self.state.id, opened.quantity, opened.year);
            facts.state(Topic::VoucherOrder, order, AggregateType::Membership, &body, self.last);
        }
        for (voucher, body, position) in &self.received {
            facts.state(Topic::Voucher, voucher, AggregateType::Membership, body, *position);
        }
        for (voucher, position) in &self.taken_back {
            let body = format!("member {}", self.state.id);
            facts.state(Topic::Withdrawal, voucher, AggregateType::Membership, &body, *position);
        }
        for (order, body, position) in &self.registered {
            facts.state(Topic::Registration, order, AggregateType::Membership, body, *position);
        }
    }
}

fn claim_of_place(holdings: &Holdings, place: PlaceId) -> Option<&Claim> {
    holdings.claims.iter().rev().find(|claim| claim.place == place)
}

/// Why the claimed right was not available; none if it was.
fn unavailable_because(holdings: &Holdings, event: &MembershipEvent) -> Option<String> {
    let MembershipEvent::PlayRightClaimed { play_date, holes, right, .. } = event else { return None };
    match right {
        PlayRight::Subscription { subscription } => {
            let Some(pass) = holdings.passes.iter().find(|pass| pass.id == *subscription) else {
                return Some("the member has no such pass".to_owned());
            };
            if !rights::covers(pass, *play_date) {
                return Some(format!("it is valid from {} to {}", pass.startdate, pass.enddate));
            }
            if *holes > pass.max_holes {
                return Some(format!("it is for {} holes at most", pass.max_holes));
            }
            (!rights::has_left(holdings, pass, *play_date)).then(|| {
                let (used, max) = (rights::used(holdings, pass), pass.max);
                let in_month = rights::used_in_month(holdings, pass, *play_date);
                let most = pass.per_month.map_or_else(|| "any number".to_owned(), |most| most.to_string());
                format!("{used} of {max} rights were used, {in_month} of {most} in that month")
            })
        }
        PlayRight::Voucher { voucher, title: _ } => {
            let Some(held) = holdings.vouchers.iter().find(|held| held.id == *voucher) else {
                return Some("the member has no such voucher".to_owned());
            };
            if let Some(claim) = rights::use_of(holdings, held) {
                return Some(format!("reservation {} uses it", claim.place));
            }
            (held.expires < *play_date || held.holes < *holes)
                .then(|| format!("it is for {} holes, until {}", held.holes, held.expires))
        }
    }
}
