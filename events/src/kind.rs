//! Which events this version of the program reads, and so may be given to read. Several versions work on one journal
//! while nodes are replaced one by one: what one writes all must read (docs/architecture.md, "Several releases at once").

use std::fmt;

use crate::Event;

/// The name of an event and the version of its payload, as stored. Written `RoundBooked 1.0.0`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EventKind {
    name: &'static str,
    version: &'static str,
}

impl EventKind {
    const fn new(name: &'static str, version: &'static str) -> Self {
        Self { name, version }
    }

    /// What an event is stored as.
    #[must_use]
    pub const fn of(event: &Event) -> Self {
        Self::new(event.name(), event.version())
    }

    /// The event's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// The payload's version.
    #[must_use]
    pub const fn version(self) -> &'static str {
        self.version
    }
}

impl fmt::Display for EventKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.version)
    }
}

/// Every kind that was ever written, as `events/tests/payloads/` has it: a new event, or a new version of one, is added
/// here (`every_kind_that_is_read_has_a_payload_and_every_payload_a_kind`).
pub const READABLE: &[EventKind] = &[
    EventKind::new("BookingCancelled", "1.0.0"),
    EventKind::new("MasterPassedOn", "1.0.0"),
    EventKind::new("PlaceCancelled", "1.0.0"),
    EventKind::new("PlayRightExpired", "1.0.0"),
    EventKind::new("PlayerAdded", "1.0.0"),
    EventKind::new("RoundBooked", "1.0.0"),
    EventKind::new("FederationRegistered", "1.0.0"),
    EventKind::new("PlayRightClaimed", "1.0.0"),
    EventKind::new("PlayRightForfeited", "1.0.0"),
    EventKind::new("PlayRightReleased", "1.0.0"),
    EventKind::new("SubscriptionStarted", "1.0.0"),
    EventKind::new("VoucherOrderClosed", "1.0.0"),
    EventKind::new("VoucherOrderOpened", "1.0.0"),
    EventKind::new("VoucherReceived", "1.0.0"),
    EventKind::new("VoucherTakenBack", "1.0.0"),
    EventKind::new("VoucherForfeited", "1.0.0"),
    EventKind::new("VoucherGranted", "1.0.0"),
    EventKind::new("VoucherPurchased", "1.0.0"),
    EventKind::new("VoucherReleased", "1.0.0"),
    EventKind::new("VoucherUsed", "1.0.0"),
    EventKind::new("VoucherWithdrawn", "1.0.0"),
    EventKind::new("PlacesClaimed", "1.0.0"),
    EventKind::new("PlacesReleased", "1.0.0"),
    EventKind::new("OrderCancelled", "1.0.0"),
    EventKind::new("OrderExpired", "1.0.0"),
    EventKind::new("OrderFailed", "1.0.0"),
    EventKind::new("OrderPaid", "1.0.0"),
    EventKind::new("OrderPlaced", "1.0.0"),
    EventKind::new("OrderRefunded", "1.0.0"),
    EventKind::new("PaymentStarted", "1.0.0"),
    EventKind::new("RefundRequested", "1.0.0"),
];
