//! The arrivals of a club's day, folded from their own stream: the players, and the scans that were irregular.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use fairway_events::{
    ArrivalListEvent, BookingId, ClubId, Holes, Irregularity, MemberId, PlaceId, Scan, ScanId, ScannedRound,
};
use serde::Serialize;

/// Who came to a club on a day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ArrivalList {
    /// The club.
    pub club: ClubId,
    /// The day.
    pub date: NaiveDate,
    /// In the order in which a scan of them counted first, also those whose arrival was taken back.
    pub players: Vec<Player>,
    /// In the order in which they were recorded.
    pub irregular: Vec<IrregularScan>,
    #[serde(skip)]
    scans: BTreeSet<ScanId>,
}

/// A player who came.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Player {
    /// The place.
    pub place: PlaceId,
    /// Its booking.
    pub booking: BookingId,
    /// The player.
    pub member: MemberId,
    /// The length of the round as it was booked.
    pub holes: Holes,
    /// The length that was played, as the club reports it.
    pub played_holes: Holes,
    /// Whether the club booked the round when the player came.
    pub walk_in: bool,
    /// The scans that count; none: the arrival was taken back.
    pub scans: Vec<Scan>,
}

/// A scan that counts for nobody by itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct IrregularScan {
    /// The scan.
    pub scan: Scan,
    /// Why.
    pub why: Irregularity,
    /// The round of the code.
    pub round: Option<ScannedRound>,
    /// What the club decided; none: nothing yet.
    pub counts: Option<bool>,
}

impl Player {
    /// The earliest scan that counts; none: the arrival was taken back.
    #[must_use]
    pub fn arrival(&self) -> Option<&Scan> {
        self.scans.iter().min_by_key(|scan| scan.at)
    }
}

impl ArrivalList {
    /// A list without events.
    #[must_use]
    pub const fn new(club: ClubId, date: NaiveDate) -> Self {
        Self { club, date, players: Vec::new(), irregular: Vec::new(), scans: BTreeSet::new() }
    }

    /// Folds the next event of the list's stream.
    pub fn apply(&mut self, event: &ArrivalListEvent) {
        match event {
            ArrivalListEvent::PlayerArrived { booking, place, member, holes, walk_in, scan, .. } => {
                self.scans.insert(scan.id);
                self.players.retain(|known| known.place != *place);
                let round = ScannedRound { booking: *booking, place: *place, member: *member, holes: *holes };
                self.count(round, *walk_in, *scan);
            }
            ArrivalListEvent::PlayerSeenAgain { place, scan, .. } => {
                self.scans.insert(scan.id);
                self.change(*place, |player| player.scans.push(*scan));
            }
            ArrivalListEvent::IrregularScanRecorded { why, round, scan, .. } => {
                self.scans.insert(scan.id);
                self.irregular.push(IrregularScan { scan: *scan, why: *why, round: *round, counts: None });
            }
            ArrivalListEvent::IrregularScanDecided { scan, counts, round, .. } => {
                let Some(known) = self.irregular.iter_mut().find(|known| known.scan.id == *scan) else {
                    return;
                };
                known.counts = Some(*counts);
                let scan = known.scan;
                let Some(round) = round else { return };
                self.change(round.place, |player| player.scans.retain(|counted| counted.id != scan.id));
                if *counts {
                    self.count(*round, false, scan);
                }
            }
            ArrivalListEvent::ArrivalAnnulled { place, .. } => {
                self.change(*place, |player| {
                    player.scans.clear();
                    player.played_holes = player.holes;
                });
            }
            ArrivalListEvent::PlayedHolesCorrected { place, holes, .. } => {
                self.change(*place, |player| player.played_holes = *holes);
            }
        }
    }

    /// Whether a scan is on the list.
    #[must_use]
    pub fn has_scan(&self, scan: ScanId) -> bool {
        self.scans.contains(&scan)
    }

    /// The player of a place, who came.
    #[must_use]
    pub fn arrived(&self, place: PlaceId) -> Option<&Player> {
        self.players.iter().find(|player| player.place == place && !player.scans.is_empty())
    }

    fn count(&mut self, round: ScannedRound, walk_in: bool, scan: Scan) {
        let ScannedRound { booking, place, member, holes } = round;
        let player =
            Player { place, booking, member, holes, played_holes: holes, walk_in, scans: vec![scan] };
        match self.players.iter_mut().find(|known| known.place == place) {
            Some(known) => known.scans.push(scan),
            None => self.players.push(player),
        }
    }

    fn change(&mut self, place: PlaceId, change: impl FnOnce(&mut Player)) {
        if let Some(player) = self.players.iter_mut().find(|player| player.place == place) {
            change(player);
        }
    }
}
