//! The identities that events carry. Each is a type of its own, so that a booking's id cannot be passed where
//! a place's is meant. Personal data never identifies anything in the log (docs/domain.md §3.12): a member is
//! a UUID here, and nothing else.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

macro_rules! uuid_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub Uuid);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl FromStr for $name {
            type Err = uuid::Error;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Uuid::parse_str(text).map(Self)
            }
        }

        impl From<Uuid> for $name {
            fn from(id: Uuid) -> Self {
                Self(id)
            }
        }

        impl From<$name> for Uuid {
            fn from(id: $name) -> Self {
                id.0
            }
        }
    };
}

uuid_id!(
    /// A person who can log in. Immutable; the e-mail address may change, this never does.
    MemberId
);
uuid_id!(
    /// One group round: the stream of the `Reservation` aggregate.
    BookingId
);
uuid_id!(
    /// One member's part of a booking; the web app calls it `reservation_id`.
    PlaceId
);
uuid_id!(
    /// A season pass of one member.
    SubscriptionId
);
uuid_id!(
    /// One extra play right: the stream of the `Voucher` aggregate.
    VoucherId
);
uuid_id!(
    /// One order of a member: the stream of the `Order` aggregate.
    OrderId
);

uuid_id!(
    /// One group that waits for places of a club's full day.
    WaitingGroupId
);
uuid_id!(
    /// One scan of a club: the nonce that its device made.
    ScanId
);
uuid_id!(
    /// One dispute about a club's statement: the nonce that its client made.
    DisputeId
);
uuid_id!(
    /// An account or a device of a club (docs/domain.md §3.25).
    ClubUserId
);

/// A golf club's slug, as the data set names it (`de-wilgenhoek`).
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ClubId(pub String);

impl fmt::Display for ClubId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl From<&str> for ClubId {
    fn from(slug: &str) -> Self {
        Self(slug.to_owned())
    }
}
