//! The rules of a membership. No I/O, no clock: today comes with the command.

use chrono::NaiveDate;
use fairway_events::{MemberId, MembershipEvent, PlaceId};
use serde::Serialize;

use super::{Claim, ClaimRight, Membership, MembershipCommand};
use crate::{GrantVoucher, PlayerReason, RejectionClass, StartSubscription};

/// Why a membership stays as it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
pub enum MembershipRejection {
    /// The member cannot play that round.
    #[error("{reason}")]
    Unbookable {
        /// Who.
        member: MemberId,
        /// Why.
        reason: PlayerReason,
    },
    /// The right that was to be consumed fits the round no more.
    #[error("Dit speelrecht is niet meer beschikbaar, probeer het opnieuw.")]
    RightGone,
    /// The place's id is in use for something else. Ids are made by the server.
    #[error("Er ging iets mis met het reserveringsnummer, probeer het opnieuw.")]
    IdTaken,
    /// The member never had such a place.
    #[error("Deze reservering is niet gevonden.")]
    UnknownPlace,
    /// The play date is over.
    #[error("De speeldatum is voorbij: annuleren kan niet meer.")]
    TooLate,
    /// A season pass ends on the day that it starts, or later.
    #[error("De einddatum van een abonnement ligt niet voor de startdatum.")]
    EndsBeforeStart,
    /// Free vouchers are for holders of a subscription that covers today.
    #[error("Vrije vouchers zijn er voor leden met een lopend abonnement.")]
    NoCurrentSubscription,
    /// Fewer free vouchers may be bought this year, if any.
    #[error("{}", voucher_maximum(*left))]
    VoucherMaximum {
        /// How many still may.
        left: u32,
    },
    /// The member is registered for that year.
    #[error("Je hebt voor {year} al een NGF-registratie.")]
    AlreadyRegistered {
        /// The federation's year.
        year: i32,
    },
}

fn voucher_maximum(left: u32) -> String {
    match left {
        0 => "Je hebt dit jaar het maximale aantal vrije vouchers gekocht.".to_owned(),
        1 => "Je kunt dit jaar nog maar 1 vrije voucher kopen.".to_owned(),
        more => format!("Je kunt dit jaar nog maar {more} vrije vouchers kopen."),
    }
}

impl MembershipRejection {
    /// A stable name for logs and tests.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Unbookable { reason, .. } => reason.code(),
            Self::RightGone => "right_gone",
            Self::IdTaken => "id_taken",
            Self::UnknownPlace => "reservation_not_found",
            Self::TooLate => "too_late_to_cancel",
            Self::EndsBeforeStart => "subscription_ends_before_start",
            Self::NoCurrentSubscription => "no_current_subscription",
            Self::VoucherMaximum { .. } => "voucher_maximum",
            Self::AlreadyRegistered { .. } => "already_registered",
        }
    }

    /// What kind of refusal it is.
    #[must_use]
    pub const fn class(&self) -> RejectionClass {
        match self {
            Self::Unbookable { .. }
            | Self::RightGone
            | Self::IdTaken
            | Self::TooLate
            | Self::NoCurrentSubscription
            | Self::VoucherMaximum { .. }
            | Self::AlreadyRegistered { .. } => RejectionClass::Conflict,
            Self::UnknownPlace => RejectionClass::NotFound,
            Self::EndsBeforeStart => RejectionClass::Invalid,
        }
    }
}

impl Membership {
    /// Decides what a command changes.
    ///
    /// # Errors
    /// The state that forbids it.
    pub fn decide(&self, command: &MembershipCommand) -> Result<Vec<MembershipEvent>, MembershipRejection> {
        match command {
            MembershipCommand::StartSubscription(start) => self.start(start),
            MembershipCommand::ReceiveVoucher(grant) => Ok(self.receive(grant)),
            MembershipCommand::ClaimRight(claim) => self.claim(claim),
            MembershipCommand::GiveUpPlace { member, place, today, forfeits } => {
                self.give_up_place(*member, *place, *today, *forfeits)
            }
            MembershipCommand::OpenVoucherOrder(open) => self.open_voucher_order(open),
            MembershipCommand::CloseVoucherOrder { member, order, bought } => {
                Ok(self.close_voucher_order(*member, *order, *bought))
            }
            MembershipCommand::TakeBackVoucher { member, voucher } => {
                let held = self.rights.vouchers.iter().any(|held| held.id == *voucher);
                let taken = MembershipEvent::VoucherTakenBack { member: *member, voucher: *voucher };
                Ok(if held { vec![taken] } else { vec![] })
            }
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

    fn start(&self, start: &StartSubscription) -> Result<Vec<MembershipEvent>, MembershipRejection> {
        if self.rights.passes.iter().any(|pass| pass.id == start.subscription) {
            return Ok(vec![]);
        }
        if start.enddate < start.startdate {
            return Err(MembershipRejection::EndsBeforeStart);
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

    fn claim(&self, claim: &ClaimRight) -> Result<Vec<MembershipEvent>, MembershipRejection> {
        if let Some(known) = self.claims.get(&claim.place) {
            let repeated = known.booking == claim.booking && known.play_date == claim.play_date;
            return if repeated { Ok(vec![]) } else { Err(MembershipRejection::IdTaken) };
        }
        self.rights
            .check_date(claim.play_date)
            .and_then(|()| self.rights.check_club_maximum(&claim.club, claim.club_maximum, claim.play_date))
            .map_err(|reason| MembershipRejection::Unbookable { member: claim.member, reason })?;
        if !self.rights.has(&claim.right, claim.play_date, claim.holes) {
            return Err(MembershipRejection::RightGone);
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

    fn give_up_place(
        &self,
        member: MemberId,
        place: PlaceId,
        today: NaiveDate,
        forfeits: bool,
    ) -> Result<Vec<MembershipEvent>, MembershipRejection> {
        let Claim { booking, club, play_date, right, held } =
            self.claims.get(&place).cloned().ok_or(MembershipRejection::UnknownPlace)?;
        if !held {
            return Ok(vec![]);
        }
        if play_date < today {
            return Err(MembershipRejection::TooLate);
        }
        Ok(vec![if forfeits {
            MembershipEvent::PlayRightForfeited { member, place, booking, club, play_date, right }
        } else {
            MembershipEvent::PlayRightReleased { member, place, booking, club, play_date, right }
        }])
    }
}
