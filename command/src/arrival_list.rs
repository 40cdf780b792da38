//! Who came to a club on a day (docs/domain.md §3.24). A scan is a fact: one that counts for nobody is recorded too, and
//! the club decides on it later. No right depends on the list.

use chrono::NaiveDate;
use cqrs_es::Aggregate;
use fairway_events::{ArrivalListEvent, ClubId, Holes, Irregularity, PlaceId, Scan, ScanId, ScannedRound};
use imbl::{OrdMap, OrdSet};
use serde::{Deserialize, Serialize};

use crate::aggregate::aggregate;
use crate::{AnnulArrival, CorrectPlayedHoles, DecideIrregularScan};

mod rules;

/// The arrivals of one club's day. Cheap to copy: the writer retains the state before each batch.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArrivalList {
    /// The players of whom a scan counts, or counted before.
    players: OrdMap<PlaceId, Player>,
    /// Every scan of the list, and the answer to it.
    scans: OrdMap<ScanId, Recorded>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Player {
    /// With the holes that the club reports.
    round: ScannedRound,
    /// The holes that were booked.
    booked: Holes,
    /// The scans that count; while there is one, the player has arrived.
    counted: OrdSet<ScanId>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Recorded {
    Regular,
    /// `counts` is the last decision; none: the club has not decided.
    Irregular {
        round: Option<ScannedRound>,
        counts: Option<bool>,
    },
}

/// What a scan saw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    /// A player of the day.
    Player {
        /// The round.
        round: ScannedRound,
        /// Whether the club books it in the same decision.
        walk_in: bool,
    },
    /// Nobody who may play here on this day.
    Irregular {
        /// Why not.
        why: Irregularity,
        /// The round that the code names.
        round: Option<ScannedRound>,
    },
}

/// The commands of a list.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "the fields are those of the events")]
pub enum ArrivalListCommand {
    /// Record a scan, whatever it saw.
    RecordScan { club: ClubId, date: NaiveDate, seen: Seen, scan: Scan },
    /// Take an arrival back.
    AnnulArrival(AnnulArrival),
    /// Report another number of holes.
    CorrectPlayedHoles(CorrectPlayedHoles),
    /// Decide whether an irregular scan counts.
    DecideIrregularScan(DecideIrregularScan),
}

impl Aggregate for ArrivalList {
    aggregate!(ArrivalList, ArrivalListCommand, ArrivalListEvent);

    /// Takes a fact into the state. Checks nothing: history already happened.
    fn apply(&mut self, event: ArrivalListEvent) {
        match event {
            ArrivalListEvent::PlayerArrived { booking, place, member, holes, scan, .. } => {
                self.scans.insert(scan.id, Recorded::Regular);
                // What was corrected of an arrival before this one is not carried over.
                self.players.remove(&place);
                self.count(ScannedRound { booking, place, member, holes }, scan.id);
            }
            ArrivalListEvent::PlayerSeenAgain { place, scan, .. } => {
                self.scans.insert(scan.id, Recorded::Regular);
                self.change(place, |player| {
                    player.counted.insert(scan.id);
                });
            }
            ArrivalListEvent::IrregularScanRecorded { round, scan, .. } => {
                self.scans.insert(scan.id, Recorded::Irregular { round, counts: None });
            }
            ArrivalListEvent::IrregularScanDecided { scan, counts, round, .. } => {
                self.scans.insert(scan, Recorded::Irregular { round, counts: Some(counts) });
                match round {
                    Some(round) if counts => self.count(round, scan),
                    Some(round) => self.change(round.place, |player| {
                        player.counted.remove(&scan);
                    }),
                    None => {}
                }
            }
            ArrivalListEvent::ArrivalAnnulled { place, .. } => {
                self.change(place, |player| {
                    (player.counted, player.round.holes) = (OrdSet::new(), player.booked);
                });
            }
            ArrivalListEvent::PlayedHolesCorrected { place, holes, .. } => {
                self.change(place, |player| player.round.holes = holes);
            }
        }
    }
}

impl ArrivalList {
    /// Whether the scan was recorded.
    #[must_use]
    pub fn knows(&self, scan: ScanId) -> bool {
        self.scans.contains_key(&scan)
    }

    /// The holes that the club reports of a player who has arrived; none: nobody has arrived for that place.
    #[must_use]
    pub fn reported_holes(&self, place: PlaceId) -> Option<Holes> {
        self.arrived(place).map(|round| round.holes)
    }

    fn arrived(&self, place: PlaceId) -> Option<&ScannedRound> {
        self.players.get(&place).filter(|player| player.has_arrived()).map(|player| &player.round)
    }

    fn count(&mut self, round: ScannedRound, scan: ScanId) {
        let known = self.players.remove(&round.place);
        let mut player = known.unwrap_or(Player { round, booked: round.holes, counted: OrdSet::new() });
        player.counted.insert(scan);
        self.players.insert(round.place, player);
    }

    fn change(&mut self, place: PlaceId, change: impl FnOnce(&mut Player)) {
        if let Some(player) = self.players.get_mut(&place) {
            change(player);
        }
    }
}

impl Player {
    fn has_arrived(&self) -> bool {
        !self.counted.is_empty()
    }
}
