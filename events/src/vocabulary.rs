//! Types that several events share: holes, kinds of voucher, the right that a place consumes.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{MemberId, PlaceId, SubscriptionId, VoucherId};

/// The length of a round. Serialised as the number 9 or 18; anything else does not parse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub enum Holes {
    /// Half a round.
    Nine,
    /// A full round.
    Eighteen,
}

impl Holes {
    /// Both lengths, shortest first.
    pub const ALL: [Self; 2] = [Self::Nine, Self::Eighteen];

    /// The number of holes: 9 or 18.
    #[must_use]
    pub const fn count(self) -> u8 {
        match self {
            Self::Nine => 9,
            Self::Eighteen => 18,
        }
    }
}

impl From<Holes> for u8 {
    fn from(holes: Holes) -> Self {
        holes.count()
    }
}

impl TryFrom<u8> for Holes {
    type Error = InvalidHoles;

    fn try_from(count: u8) -> Result<Self, InvalidHoles> {
        match count {
            9 => Ok(Self::Nine),
            18 => Ok(Self::Eighteen),
            other => Err(InvalidHoles(other)),
        }
    }
}

impl fmt::Display for Holes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.count().fmt(f)
    }
}

/// A round has 9 or 18 holes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a round has 9 or 18 holes, not {0}")]
pub struct InvalidHoles(pub u8);

/// How a member got a voucher.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VoucherKind {
    /// Granted by the portal.
    Bonus,
    /// Bought by the member.
    Free,
}

impl VoucherKind {
    /// The word used in the database and the data set: `bonus` or `free`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Bonus => "bonus",
            Self::Free => "free",
        }
    }
}

/// The one right that a place consumes (docs/domain.md §3.3).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", try_from = "PlayRightFields")]
pub enum PlayRight {
    /// A regular right of a season pass.
    Subscription {
        /// The pass.
        subscription: SubscriptionId,
    },
    /// An extra right: what the screens call a bonus play right.
    Voucher {
        /// The voucher.
        voucher: VoucherId,
        /// Its title when it was used, so that a booking can show it without another look-up.
        title: String,
    },
}

/// The fields of every [`PlayRight`], read in one pass. Serde's own way with a tag first stores all fields as values of
/// any type and then reads those, and most events of a journal have such a right.
#[derive(Deserialize)]
struct PlayRightFields {
    kind: PlayRightKind,
    subscription: Option<SubscriptionId>,
    voucher: Option<VoucherId>,
    title: Option<String>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum PlayRightKind {
    Subscription,
    Voucher,
}

impl TryFrom<PlayRightFields> for PlayRight {
    type Error = MissingOfPlayRight;

    fn try_from(fields: PlayRightFields) -> Result<Self, MissingOfPlayRight> {
        let PlayRightFields { kind, subscription, voucher, title } = fields;
        Ok(match kind {
            PlayRightKind::Subscription => {
                Self::Subscription { subscription: subscription.ok_or(MissingOfPlayRight("subscription"))? }
            }
            PlayRightKind::Voucher => Self::Voucher {
                voucher: voucher.ok_or(MissingOfPlayRight("voucher"))?,
                title: title.ok_or(MissingOfPlayRight("title"))?,
            },
        })
    }
}

/// A right without a field that its kind has.
#[derive(Debug, thiserror::Error)]
#[error("missing field `{0}`")]
struct MissingOfPlayRight(&'static str);

/// A place as it is booked: the player, the reservation id, and the right that it consumes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BookedPlace {
    /// The player's own reservation id.
    pub place: PlaceId,
    /// The player.
    pub member: MemberId,
    /// The right that the place consumed.
    pub right: PlayRight,
}

/// A place that the club cancelled, and its player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CancelledPlace {
    /// The player's own reservation id.
    pub place: PlaceId,
    /// The player.
    pub member: MemberId,
}

/// How much of a club's course can be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CourseStatus {
    /// All of it.
    Open,
    /// A part of it.
    Partly,
    /// Nothing.
    Closed,
}

impl CourseStatus {
    /// Every status, the best first.
    pub const ALL: [Self; 3] = [Self::Open, Self::Partly, Self::Closed];

    /// The word used in events and in the database: `open`, `partly` or `closed`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Partly => "partly",
            Self::Closed => "closed",
        }
    }
}

/// The cancellation by a member that ended a place: one of three.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CancelMode {
    /// The player cancelled their own place.
    Own,
    /// The master cancelled the whole group.
    Group,
    /// The master removed a co-player.
    Removal,
}

/// The item of an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum OrderItem {
    /// Free vouchers, one for each id. They come into being when the order is paid.
    FreeVouchers {
        /// The ids that the vouchers will have.
        vouchers: Vec<VoucherId>,
        /// Their title on the screens.
        title: String,
        /// The longest round that they allow.
        holes: Holes,
        /// Days after the day of payment on which they can still be played.
        validity_days: u32,
        /// The calendar year (Europe/Amsterdam) in whose maximum they count.
        year: i32,
    },
    /// The federation card, with or without handicap registration.
    FederationRegistration {
        /// The federation's year.
        year: i32,
        /// The package's key in the settings of that time.
        package: String,
    },
}

/// How money went back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RefundKind {
    /// The portal paid it back.
    Refund,
    /// The bank took it back.
    Chargeback,
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn read(json: &str) -> Result<PlayRight, String> {
        serde_json::from_str(json).map_err(|error| error.to_string())
    }

    #[test]
    fn a_play_right_reads_back_in_any_order_of_its_fields() {
        let (subscription, voucher) = (SubscriptionId(Uuid::from_u128(1)), VoucherId(Uuid::from_u128(2)));
        let regular = PlayRight::Subscription { subscription };
        let extra = PlayRight::Voucher { voucher, title: "één".to_owned() };
        for right in [&regular, &extra] {
            let json = serde_json::to_string(right).unwrap();
            assert!(json.starts_with("{\"kind\":\""), "{json}");
            assert_eq!(read(&json).as_ref(), Ok(right));
        }
        let backwards =
            format!("{{\"title\":\"één\",\"more\":[],\"voucher\":\"{voucher}\",\"kind\":\"voucher\"}}");
        assert_eq!(read(&backwards), Ok(extra));
    }

    #[test]
    fn a_play_right_without_a_field_of_its_kind_is_refused() {
        let id = Uuid::nil();
        for (json, missing) in [
            (format!("{{\"subscription\":\"{id}\"}}"), "missing field `kind`"),
            (format!("{{\"kind\":\"subscription\",\"voucher\":\"{id}\"}}"), "missing field `subscription`"),
            ("{\"kind\":\"voucher\",\"title\":\"x\"}".to_owned(), "missing field `voucher`"),
            (format!("{{\"kind\":\"voucher\",\"voucher\":\"{id}\"}}"), "missing field `title`"),
            ("{\"kind\":\"gift\"}".to_owned(), "unknown variant `gift`"),
        ] {
            let refused = read(&json).unwrap_err();
            assert!(refused.contains(missing), "{json}: {refused}");
        }
    }
}
