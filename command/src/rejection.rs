//! Every refusal of a command: the Dutch sentence that members read, a stable code for logs and tests, and the class
//! that the HTTP edge turns into a status. Each aggregate words its own refusals; this gathers them.

use serde::Serialize;

use crate::Reason;
use crate::course_day::CourseDayRejection;
use crate::membership::MembershipRejection;
use crate::order::OrderRejection;
use crate::reservation::ReservationRejection;
use crate::voucher::VoucherRejection;

/// Why a command was refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
pub enum Rejection {
    /// The round cannot be booked: the date, the club or a player stands in the way. A reason about a player starts
    /// with `Heeft` and says who it is about; the edge puts the first name in front.
    #[error(transparent)]
    Unbookable(Reason),
    /// The booking stands in the way.
    #[error(transparent)]
    Reservation(ReservationRejection),
    /// A member's rights stand in the way.
    #[error(transparent)]
    Membership(MembershipRejection),
    /// A voucher stands in the way.
    #[error(transparent)]
    Voucher(#[from] VoucherRejection),
    /// The order stands in the way.
    #[error(transparent)]
    Order(#[from] OrderRejection),
    /// The club's day stands in the way.
    #[error(transparent)]
    CourseDay(CourseDayRejection),
}

/// What kind of refusal it is; the names are those of HTTP's 404, 403, 409 and 422.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum RejectionClass {
    /// There is no such thing, or it is none of the caller's business.
    NotFound,
    /// A participant may see it, but not do it.
    Forbidden,
    /// The state of the world forbids it.
    Conflict,
    /// The request makes no sense, whatever the state of the world.
    Invalid,
}

impl Rejection {
    /// A stable name for logs and tests.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Unbookable(reason) => reason.code(),
            Self::Reservation(rejection) => rejection.code(),
            Self::Membership(rejection) => rejection.code(),
            Self::Voucher(rejection) => rejection.code(),
            Self::CourseDay(rejection) => rejection.code(),
            Self::Order(rejection) => rejection.code(),
        }
    }

    /// What kind of refusal it is.
    #[must_use]
    pub const fn class(&self) -> RejectionClass {
        match self {
            Self::Unbookable(_) => RejectionClass::Conflict,
            Self::Reservation(rejection) => rejection.class(),
            Self::Membership(rejection) => rejection.class(),
            Self::Voucher(rejection) => rejection.class(),
            Self::CourseDay(rejection) => rejection.class(),
            Self::Order(rejection) => rejection.class(),
        }
    }
}

// A reason is a reason, whichever stream it came from: the edge names the player in one place.

impl From<Reason> for Rejection {
    fn from(reason: Reason) -> Self {
        Self::Unbookable(reason)
    }
}

impl From<ReservationRejection> for Rejection {
    fn from(rejection: ReservationRejection) -> Self {
        match rejection {
            ReservationRejection::AlreadyPlays { member } => {
                Self::Unbookable(Reason::Player { member, reason: crate::PlayerReason::AlreadyPlays })
            }
            other => Self::Reservation(other),
        }
    }
}

impl From<MembershipRejection> for Rejection {
    fn from(rejection: MembershipRejection) -> Self {
        match rejection {
            MembershipRejection::Unbookable { member, reason } => {
                Self::Unbookable(Reason::Player { member, reason })
            }
            other => Self::Membership(other),
        }
    }
}

impl From<CourseDayRejection> for Rejection {
    fn from(rejection: CourseDayRejection) -> Self {
        match rejection {
            CourseDayRejection::Unbookable(reason) => Self::Unbookable(Reason::Club(reason)),
            other => Self::CourseDay(other),
        }
    }
}
