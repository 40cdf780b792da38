//! What is about a person, column by column, of everything that may leave the system: the journal, the read models and
//! the views for analysts.
//!
//! The rule: no name, address or birth date is in any of them, yet an id leads to a person for whoever may look it up,
//! and a member knows the ids of their own places. So every id of a member, and of a thing that belongs to one, is
//! personal. Clubs, days, counts, amounts and the titles of products are not. A column without a decision here cannot
//! be exported, and a test fails until there is one.

/// How a value is treated where personal data stays behind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Treatment {
    /// About nobody: as it is.
    Open,
    /// An id, or text or JSON with ids in it: each replaced by a pseudonym that holds within one export.
    Ids,
    /// Left out: free text about persons, or a key into somebody else's system.
    Withheld,
}

use Treatment::{Ids, Open, Withheld};

type Decisions = &'static [(&'static str, Treatment)];

/// Every table, with every column.
const TABLES: &[(&str, Decisions)] = &[
    (
        "events",
        &[
            ("position", Open),
            ("recorded_at", Open),
            ("aggregate_type", Open),
            // A club and a day for one type of stream, an id for all others.
            ("aggregate_id", Ids),
            ("sequence", Open),
            ("event_type", Open),
            ("event_version", Open),
            // Ids of members, places, passes, vouchers, orders; the provider's id of a payment is treated as one.
            ("payload", Ids),
            // Operator, reason and subject of an operator's act.
            ("metadata", Withheld),
            // The random name of one append.
            ("append_stamp", Withheld),
            ("correlation_id", Ids),
            ("actor", Ids),
        ],
    ),
    (
        "reservations_bookings",
        &[
            ("booking_id", Ids),
            ("master_id", Ids),
            ("booked_at", Open),
            ("play_date", Open),
            ("holes", Open),
            ("club_id", Open),
        ],
    ),
    (
        "reservations_places",
        &[
            ("place_id", Ids),
            ("booking_id", Ids),
            ("member_id", Ids),
            ("subscription_id", Ids),
            ("voucher_id", Ids),
            ("cancelled_at", Open),
            ("play_date", Open),
            ("standing", Open),
            ("playright_expired", Open),
            ("voucher_title", Open),
        ],
    ),
    (
        "play_rights_subscriptions",
        &[
            ("subscription_id", Ids),
            ("member_id", Ids),
            ("amount_cents", Open),
            ("startdate", Open),
            ("enddate", Open),
            ("paymentdate", Open),
            ("max_rounds", Open),
            ("per_month", Open),
            ("max_holes", Open),
            ("name", Open),
        ],
    ),
    (
        "play_rights_claims",
        &[
            ("member_id", Ids),
            ("play_date", Open),
            ("place_id", Ids),
            ("subscription_id", Ids),
            ("forfeited", Open),
            ("club_id", Open),
        ],
    ),
    (
        "vouchers",
        &[
            ("voucher_id", Ids),
            ("member_id", Ids),
            ("place_id", Ids),
            ("used_when", Open),
            ("expires", Open),
            ("holes", Open),
            ("forfeited", Open),
            ("kind", Open),
            ("title", Open),
            ("order_id", Ids),
            ("withdrawn", Open),
        ],
    ),
    ("club_days", &[("play_date", Open), ("claimed", Open), ("club_id", Open)]),
    (
        "historic_players",
        &[("booking_id", Ids), ("member_id", Ids), ("play_date", Open), ("active", Open), ("met", Ids)],
    ),
    (
        "orders",
        &[
            ("order_id", Ids),
            ("member_id", Ids),
            ("placed_at", Open),
            ("settled_at", Open),
            ("amount_cents", Open),
            ("refunded_cents", Open),
            ("refund_requested_cents", Open),
            ("quantity", Open),
            ("year", Open),
            ("holes", Open),
            ("product", Open),
            ("status", Open),
            ("method", Open),
            ("payment_id", Withheld),
            ("package", Open),
        ],
    ),
    ("orders_registrations", &[("member_id", Ids), ("year", Open), ("order_id", Ids), ("package", Open)]),
    (
        "ledger",
        &[
            ("position", Open),
            ("member_id", Ids),
            ("subscription_id", Ids),
            ("voucher_id", Ids),
            ("place_id", Ids),
            ("booking_id", Ids),
            ("day", Open),
            ("play_date", Open),
            ("kind", Open),
            ("club_id", Open),
        ],
    ),
    (
        "analytics_places",
        &[
            ("place_id", Ids),
            ("booking_id", Ids),
            ("joined_at", Open),
            ("cancelled_at", Open),
            ("play_date", Open),
            ("holes", Open),
            ("forfeited", Open),
            ("entry", Open),
            ("play_right", Open),
            ("cancel_mode", Open),
            ("club_id", Open),
        ],
    ),
    (
        "analytics_vouchers",
        &[
            ("voucher_id", Ids),
            ("received_on", Open),
            ("expires", Open),
            ("play_date", Open),
            ("withdrawn_on", Open),
            ("times_used", Open),
            ("times_returned", Open),
            ("holes", Open),
            ("forfeited", Open),
            ("kind", Open),
            ("source", Open),
        ],
    ),
];

/// The tables for which there is a decision, in order: the journal first.
pub fn tables() -> impl Iterator<Item = &'static str> {
    TABLES.iter().map(|(table, _)| *table)
}

/// The decisions about a table's columns; none for a table that does not leave the system.
#[must_use]
pub fn columns(table: &str) -> Option<&'static [(&'static str, Treatment)]> {
    TABLES.iter().find(|(name, _)| *name == table).map(|(_, columns)| *columns)
}
