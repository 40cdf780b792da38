//! The names of clubs, and the Dutch words of lines.

use std::sync::Arc;

use chrono::Datelike;
use fairway_endpoint::common::Common;
use fairway_events::{ClubId, Holes, Month, dutch};
use fairway_query::statements::LineKind;
use fairway_store::clubs::{self, Clubs};

/// Every club.
pub(crate) async fn known_clubs(common: &Common) -> Result<Arc<Clubs>, fairway_store::Error> {
    common.clubs.at(&common.pool, clubs::version(&common.pool).await?).await
}

/// The name of a club. One that was removed from the data set is still owed, and has its slug as its name.
pub(crate) fn name_of(known: &Clubs, club: &ClubId) -> String {
    known.get(club).map_or_else(|| club.0.clone(), |card| card.name.clone())
}

/// What a line is for: `Ronde zonder boeking`.
pub(crate) const fn kind(kind: LineKind) -> &'static str {
    match kind {
        LineKind::Arrival => "Ronde",
        LineKind::WalkIn => "Ronde zonder boeking",
        LineKind::Absence => "Niet verschenen",
        LineKind::Adjustment => "Toegekend bezwaar",
    }
}

/// The same with its length: `Ronde, 18 holes`.
pub(crate) fn kind_and_holes(of: LineKind, holes: Option<Holes>) -> String {
    holes.map_or_else(|| kind(of).to_owned(), |holes| format!("{}, {holes} holes", kind(of)))
}

/// `november 2026`
pub(crate) fn month(month: Month) -> String {
    let first = month.first_day();
    format!("{} {}", dutch::month(first.month()).unwrap_or_default(), first.year())
}
