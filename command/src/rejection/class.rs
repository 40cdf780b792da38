//! The class of each refusal.

use serde::Serialize;

use super::Rejection;

/// The kind of a refusal; the names are those of HTTP's 404, 403, 409 and 422.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum RejectionClass {
    /// There is no such thing, or it is none of the caller's business.
    NotFound,
    /// A participant may see it, but not do it.
    Forbidden,
    /// The present state forbids it.
    Conflict,
    /// The request makes no sense in any state.
    Invalid,
}

impl Rejection {
    /// The class that the HTTP edge turns into a status.
    #[must_use]
    pub const fn class(&self) -> RejectionClass {
        match self {
            Self::ReservationNotFound
            | Self::SubscriptionNotFound
            | Self::VoucherNotFound
            | Self::WaitingGroupNotFound
            | Self::ArrivalNotFound
            | Self::ScanNotFound
            | Self::AbsenceNotFound
            | Self::DisputeNotFound
            | Self::OrderNotFound => RejectionClass::NotFound,
            Self::NotYourPlace
            | Self::OnlyMasterCancelsGroup
            | Self::OnlyMasterRemovesPlayers
            | Self::OnlyMasterSwapsPlayers => RejectionClass::Forbidden,
            Self::NoPlayers
            | Self::TooManyPlayers
            | Self::PlayerTwice
            | Self::CallerNotAmongPlayers
            | Self::SubscriptionEndsBeforeStart
            | Self::DisputeAfterMonth
            | Self::AdjustmentNotAllowed
            | Self::OrderIdTaken
            | Self::OrderEmpty => RejectionClass::Invalid,
            Self::Unbookable(_)
            | Self::IdTaken
            | Self::NoFreeSlots { .. }
            | Self::BookingCancelled
            | Self::CallerCancelled
            | Self::TooLateToAdd
            | Self::TooLateToCancel
            | Self::OwnPlace
            | Self::TooLateToSwap
            | Self::PlayerLeft
            | Self::CallerNotPlaying
            | Self::TooLateToAgree
            | Self::StartTimeChanged { .. }
            | Self::RightUnavailable
            | Self::RightNotForfeited
            | Self::DayOver
            | Self::DayChanged
            | Self::NotToday
            | Self::SubscriptionClaimed { .. }
            | Self::SubscriptionUsed
            | Self::NoCurrentSubscription
            | Self::VoucherMaximum { .. }
            | Self::AlreadyRegistered { .. }
            | Self::VoucherIdTaken
            | Self::VoucherAlreadyUsed
            | Self::VoucherWithdrawn
            | Self::VoucherBought
            | Self::VoucherExpired
            | Self::VoucherTooShort { .. }
            | Self::RoomOnDay
            | Self::MoreThanCapacity { .. }
            | Self::NoOffer
            | Self::OfferLapsed
            | Self::OfferTaken
            | Self::PlacesTakenMeanwhile
            | Self::NotWaiting
            | Self::PlayerHasArrived
            | Self::ScanNamesNobody
            | Self::CorrectionTooEarly
            | Self::CorrectionTooLate
            | Self::AbsenceTooEarly
            | Self::DayWithoutScans
            | Self::HasArrived
            | Self::ObjectionTooLate
            | Self::TariffInClosedMonth
            | Self::NoTariff
            | Self::MonthNotOver
            | Self::MonthNotNext
            | Self::MonthAlreadyClosed
            | Self::SettlementChanged
            | Self::DisputeTooEarly
            | Self::DisputeTooLate
            | Self::AlreadyDisputed
            | Self::TooManyDisputes
            | Self::DisputeAlreadyEnded
            | Self::OrderClosed
            | Self::OtherPayment
            | Self::OtherAmount
            | Self::OrderNotPaid
            | Self::OrderAlreadyRefunded
            | Self::RegistrationNotRefunded => RejectionClass::Conflict,
        }
    }
}
