//! The projections by name, and one batch's changes of any of them.
//!
//! A projection is added here, and the compiler then names every place that must know it.

use fairway_events::{AggregateType, RecordedEvent};
use sqlx::PgConnection;

use crate::{
    ProjectorError, Schema, analytics, club_days, historic_players, ledger, orders, play_rights,
    reservations, vouchers,
};

/// A question that the read side answers; module, checkpoint and tables bear its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Projection {
    /// Which rounds are booked?
    Reservations,
    /// What may a member play?
    PlayRights,
    /// Which vouchers are there?
    Vouchers,
    /// How full is a club?
    ClubDays,
    /// Who played with whom?
    HistoricPlayers,
    /// What was ordered, and is it paid?
    Orders,
    /// Why is a play right used?
    Ledger,
    /// How did places and vouchers come about, and how did they end?
    Analytics,
}

impl Projection {
    /// Those that members' screens are made of. They share one read of the journal and one commit per batch, so that
    /// a screen never mixes two moments.
    pub const MEMBER_FACING: [Self; 7] = [
        Self::Reservations,
        Self::PlayRights,
        Self::Vouchers,
        Self::ClubDays,
        Self::HistoricPlayers,
        Self::Orders,
        Self::Ledger,
    ];

    /// Every projection: those, and what nobody waits for.
    pub const ALL: [Self; 8] = [
        Self::Reservations,
        Self::PlayRights,
        Self::Vouchers,
        Self::ClubDays,
        Self::HistoricPlayers,
        Self::Orders,
        Self::Ledger,
        Self::Analytics,
    ];

    /// The name of its checkpoint.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reservations => "reservations",
            Self::PlayRights => "play_rights",
            Self::Vouchers => "vouchers",
            Self::ClubDays => "club_days",
            Self::HistoricPlayers => "historic_players",
            Self::Orders => "orders",
            Self::Ledger => "ledger",
            Self::Analytics => "analytics",
        }
    }

    /// The kinds of stream that it folds: nothing else reaches its fold, and an event of these that cannot be read is
    /// what stops it.
    #[must_use]
    pub const fn reads(self) -> &'static [AggregateType] {
        match self {
            Self::Reservations | Self::HistoricPlayers => &[AggregateType::Reservation],
            Self::PlayRights | Self::Ledger => &[AggregateType::Membership],
            Self::Vouchers => &[AggregateType::Voucher],
            Self::ClubDays => &[AggregateType::CourseDay],
            Self::Orders => &[AggregateType::Order, AggregateType::Membership],
            Self::Analytics => &[AggregateType::Reservation, AggregateType::Voucher],
        }
    }

    /// Its tables.
    #[must_use]
    pub const fn tables(self) -> &'static [&'static str] {
        match self {
            Self::Reservations => &["reservations_bookings", "reservations_places"],
            Self::PlayRights => &["play_rights_subscriptions", "play_rights_claims"],
            Self::Vouchers => &["vouchers"],
            Self::ClubDays => &["club_days"],
            Self::HistoricPlayers => &["historic_players"],
            Self::Orders => &["orders", "orders_registrations"],
            Self::Ledger => &["ledger"],
            Self::Analytics => &["analytics_places", "analytics_vouchers"],
        }
    }
}

/// What a batch of events changes in one projection, folded in memory.
#[derive(Debug)]
pub(crate) enum Changes {
    Reservations(reservations::Changes),
    PlayRights(play_rights::Changes),
    Vouchers(vouchers::Changes),
    ClubDays(club_days::Changes),
    HistoricPlayers(historic_players::Changes),
    Orders(orders::Changes),
    Ledger(ledger::Changes),
    Analytics(analytics::Changes),
}

impl Changes {
    pub(crate) fn none(projection: Projection) -> Self {
        match projection {
            Projection::Reservations => Self::Reservations(Default::default()),
            Projection::PlayRights => Self::PlayRights(Default::default()),
            Projection::Vouchers => Self::Vouchers(Default::default()),
            Projection::ClubDays => Self::ClubDays(Default::default()),
            Projection::HistoricPlayers => Self::HistoricPlayers(Default::default()),
            Projection::Orders => Self::Orders(Default::default()),
            Projection::Ledger => Self::Ledger(Default::default()),
            Projection::Analytics => Self::Analytics(Default::default()),
        }
    }

    /// Takes in the next event.
    pub(crate) fn apply(&mut self, recorded: &RecordedEvent) {
        match self {
            Self::Reservations(changes) => changes.apply(recorded),
            Self::PlayRights(changes) => changes.apply(&recorded.event),
            Self::Vouchers(changes) => changes.apply(&recorded.event),
            Self::ClubDays(changes) => changes.apply(&recorded.event),
            Self::HistoricPlayers(changes) => changes.apply(&recorded.event),
            Self::Orders(changes) => changes.apply(&recorded.event),
            Self::Ledger(changes) => changes.apply(recorded),
            Self::Analytics(changes) => changes.apply(recorded),
        }
    }

    /// Writes everything and returns the number of rows touched.
    pub(crate) async fn write(
        self,
        connection: &mut PgConnection,
        schema: &Schema,
    ) -> Result<u64, ProjectorError> {
        match self {
            Self::Reservations(changes) => changes.write(connection, schema).await,
            Self::PlayRights(changes) => changes.write(connection, schema).await,
            Self::Vouchers(changes) => changes.write(connection, schema).await,
            Self::ClubDays(changes) => changes.write(connection, schema).await,
            Self::HistoricPlayers(changes) => changes.write(connection, schema).await,
            Self::Orders(changes) => changes.write(connection, schema).await,
            Self::Ledger(changes) => changes.write(connection, schema).await,
            Self::Analytics(changes) => changes.write(connection, schema).await,
        }
    }
}
