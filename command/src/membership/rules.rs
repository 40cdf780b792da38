//! The rules of a membership. No I/O, no clock: today comes with the command.

use chrono::NaiveDate;
use fairway_events::{MemberId, MembershipEvent, OrderItem, PlaceId, PlayRight};

use super::{ClaimRight, ClaimStatus, ClaimedPlace, Membership, MembershipCommand};
use crate::{ClaimedRound, GrantVoucher, PlaceOrder, Rejection, StartSubscription, WithdrawSubscription};

impl Membership {
    /// Decides what a command changes.
    ///
    /// # Errors
    /// The state that forbids it.
    pub fn decide(&self, command: &MembershipCommand) -> Result<Vec<MembershipEvent>, Rejection> {
        match command {
            MembershipCommand::StartSubscription(start) => self.start(start),
            MembershipCommand::WithdrawSubscription(withdraw) => self.withdraw(withdraw),
            MembershipCommand::ReceiveVoucher(grant) => Ok(self.receive(grant)),
            MembershipCommand::ClaimRight(claim) => self.claim(claim),
            MembershipCommand::ReleasePlace { member, place, today, forfeits } => {
                self.release(*member, *place, *today, *forfeits)
            }
            MembershipCommand::ReturnForfeited { member, place } => self.return_forfeited(*member, *place),
            MembershipCommand::PlaceOrder(place) => self.place_order(place),
            MembershipCommand::CloseVoucherOrder { member, order, bought } => {
                Ok(if self.purchases.can_close(*order, *bought) {
                    vec![MembershipEvent::VoucherOrderClosed {
                        member: *member,
                        order: *order,
                        bought: *bought,
                    }]
                } else {
                    vec![]
                })
            }
            MembershipCommand::TakeBackVoucher { member, voucher } => {
                let held = self.rights.vouchers.iter().any(|held| held.id == *voucher);
                let taken = MembershipEvent::VoucherTakenBack { member: *member, voucher: *voucher };
                Ok(if held { vec![taken] } else { vec![] })
            }
            MembershipCommand::Register { year, .. } if self.is_registered(*year) => Ok(vec![]),
            MembershipCommand::Register { member, order, year, package } => {
                Ok(vec![MembershipEvent::FederationRegistered {
                    member: *member,
                    order: *order,
                    year: *year,
                    package: package.clone(),
                }])
            }
        }
    }

    fn start(&self, start: &StartSubscription) -> Result<Vec<MembershipEvent>, Rejection> {
        let is_known = self.rights.passes.iter().any(|pass| pass.id == start.subscription);
        if is_known || self.withdrawn.contains(&start.subscription) {
            return Ok(vec![]);
        }
        if start.enddate < start.startdate {
            return Err(Rejection::SubscriptionEndsBeforeStart);
        }
        Ok(vec![MembershipEvent::SubscriptionStarted {
            member: start.member,
            subscription: start.subscription,
            name: start.name.clone(),
            startdate: start.startdate,
            enddate: start.enddate,
            paymentdate: start.paymentdate,
            amount_cents: start.amount_cents,
            max: start.max,
            per_month: start.per_month,
            max_holes: start.max_holes,
        }])
    }

    /// A pass is taken back while no right of it is used (docs/domain.md §3.22). A right that is used for good is named
    /// before one that a cancellation gives back.
    fn withdraw(&self, withdraw: &WithdrawSubscription) -> Result<Vec<MembershipEvent>, Rejection> {
        let WithdrawSubscription { member, subscription, today } = *withdraw;
        if self.withdrawn.contains(&subscription) {
            return Ok(vec![]);
        }
        if !self.rights.passes.iter().any(|pass| pass.id == subscription) {
            return Err(Rejection::SubscriptionNotFound);
        }
        let right = PlayRight::Subscription { subscription };
        let mut rounds = Vec::new();
        for claim in self.claims.values().filter(|claim| claim.right == right) {
            match claim.status {
                ClaimStatus::Active if claim.play_date >= today => rounds.push(ClaimedRound {
                    booking: claim.booking,
                    club: claim.club.clone(),
                    play_date: claim.play_date,
                }),
                ClaimStatus::Active | ClaimStatus::Forfeited => return Err(Rejection::SubscriptionUsed),
                ClaimStatus::Released | ClaimStatus::Returned => {}
            }
        }
        if rounds.is_empty() {
            return Ok(vec![MembershipEvent::SubscriptionWithdrawn { member, subscription }]);
        }
        rounds.sort_unstable_by_key(|round| (round.play_date, round.booking));
        Err(Rejection::SubscriptionClaimed { rounds })
    }

    fn receive(&self, grant: &GrantVoucher) -> Vec<MembershipEvent> {
        if self.rights.vouchers.iter().any(|voucher| voucher.id == grant.voucher) {
            return vec![];
        }
        vec![MembershipEvent::VoucherReceived {
            member: grant.member,
            voucher: grant.voucher,
            kind: grant.kind,
            title: grant.title.clone(),
            holes: grant.holes,
            expires: grant.expires,
        }]
    }

    fn claim(&self, claim: &ClaimRight) -> Result<Vec<MembershipEvent>, Rejection> {
        if let Some(known) = self.claims.get(&claim.place) {
            let repeated = known.booking == claim.booking && known.play_date == claim.play_date;
            return if repeated { Ok(vec![]) } else { Err(Rejection::IdTaken) };
        }
        let rights = &self.rights;
        rights
            .check_date(claim.play_date)
            .and_then(|()| rights.check_club_maximum(&claim.club, claim.club_maximum, claim.play_date))
            .map_err(|reason| reason.for_member(claim.member))?;
        if !rights.has(&claim.right, claim.play_date, claim.holes) {
            return Err(Rejection::RightUnavailable);
        }
        Ok(vec![MembershipEvent::PlayRightClaimed {
            member: claim.member,
            place: claim.place,
            booking: claim.booking,
            club: claim.club.clone(),
            play_date: claim.play_date,
            holes: claim.holes,
            right: claim.right.clone(),
        }])
    }

    fn release(
        &self,
        member: MemberId,
        place: PlaceId,
        today: NaiveDate,
        forfeits: bool,
    ) -> Result<Vec<MembershipEvent>, Rejection> {
        let ClaimedPlace { booking, club, play_date, right, status } =
            self.claims.get(&place).cloned().ok_or(Rejection::ReservationNotFound)?;
        if status != ClaimStatus::Active {
            return Ok(vec![]);
        }
        if play_date < today {
            return Err(Rejection::TooLateToCancel);
        }
        Ok(vec![if forfeits {
            MembershipEvent::PlayRightForfeited { member, place, booking, club, play_date, right }
        } else {
            MembershipEvent::PlayRightReleased { member, place, booking, club, play_date, right }
        }])
    }

    fn return_forfeited(&self, member: MemberId, place: PlaceId) -> Result<Vec<MembershipEvent>, Rejection> {
        let ClaimedPlace { booking, club, play_date, right, status } =
            self.claims.get(&place).cloned().ok_or(Rejection::ReservationNotFound)?;
        match status {
            ClaimStatus::Forfeited => Ok(vec![MembershipEvent::ForfeitedRightReturned {
                member,
                place,
                booking,
                club,
                play_date,
                right,
            }]),
            // The same request, repeated.
            ClaimStatus::Returned => Ok(vec![]),
            ClaimStatus::Active | ClaimStatus::Released => Err(Rejection::RightNotForfeited),
        }
    }

    fn place_order(&self, place: &PlaceOrder) -> Result<Vec<MembershipEvent>, Rejection> {
        let year = match &place.item {
            OrderItem::FreeVouchers { year, .. } => *year,
            OrderItem::FederationRegistration { year, package: _ } if self.is_registered(*year) => {
                return Err(Rejection::AlreadyRegistered { year: *year });
            }
            OrderItem::FederationRegistration { .. } => return Ok(vec![]),
        };
        if self.purchases.knows(place.order) {
            return Ok(vec![]);
        }
        if !self.rights.passes.iter().any(|pass| pass.covers(place.today)) {
            return Err(Rejection::NoCurrentSubscription);
        }
        let left = place.voucher_maximum.saturating_sub(self.purchases.vouchers_of(year));
        let quantity = u32::try_from(place.quantity()).unwrap_or(u32::MAX);
        if quantity > left {
            return Err(Rejection::VoucherMaximum { left });
        }
        Ok(vec![MembershipEvent::VoucherOrderOpened {
            member: place.member,
            order: place.order,
            quantity,
            year,
        }])
    }
}
