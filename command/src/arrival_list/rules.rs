//! The rules of a list of arrivals. No I/O, no clock: instants come with the scan, and today with the correction.

use chrono::NaiveDate;
use fairway_events::{ArrivalListEvent, ClubId, Scan, ScannedRound};

use super::{ArrivalList, ArrivalListCommand, Recorded, Seen};
use crate::{AnnulArrival, CorrectPlayedHoles, DecideIrregularScan, Rejection};

/// Days after the list's day on which the club may still correct it.
const CORRECTION_DAYS: i64 = 7;
/// Days in which it may decide on a scan: a device may have kept it for weeks.
const DECISION_DAYS: i64 = 31;

impl ArrivalList {
    /// Decides what a command changes.
    ///
    /// # Errors
    /// The state that forbids it; recording a scan is never refused.
    pub fn decide(&self, command: &ArrivalListCommand) -> Result<Vec<ArrivalListEvent>, Rejection> {
        match command {
            ArrivalListCommand::RecordScan { club, date, seen, scan } => {
                Ok(self.record(club, *date, *seen, *scan).into_iter().collect())
            }
            ArrivalListCommand::AnnulArrival(annul) => self.annul(annul),
            ArrivalListCommand::CorrectPlayedHoles(correct) => self.correct_holes(correct),
            ArrivalListCommand::DecideIrregularScan(decide) => self.decide_irregular(decide),
        }
    }

    /// None: the same scan, sent again.
    fn record(&self, club: &ClubId, date: NaiveDate, seen: Seen, scan: Scan) -> Option<ArrivalListEvent> {
        if self.knows(scan.id) {
            return None;
        }
        let club = club.clone();
        Some(match seen {
            Seen::Irregular { why, round } => {
                ArrivalListEvent::IrregularScanRecorded { club, date, why, round, scan }
            }
            Seen::Player { round: ScannedRound { booking, place, member, holes }, walk_in } => {
                if self.arrived(place).is_some() {
                    ArrivalListEvent::PlayerSeenAgain { club, date, booking, place, member, scan }
                } else {
                    ArrivalListEvent::PlayerArrived {
                        club,
                        date,
                        booking,
                        place,
                        member,
                        holes,
                        walk_in,
                        scan,
                    }
                }
            }
        })
    }

    fn annul(&self, annul: &AnnulArrival) -> Result<Vec<ArrivalListEvent>, Rejection> {
        let player = self.players.get(&annul.place).ok_or(Rejection::ArrivalNotFound)?;
        // The same request, repeated.
        if !player.has_arrived() {
            return Ok(vec![]);
        }
        check_correction(annul.date, annul.today, CORRECTION_DAYS)?;
        Ok(vec![ArrivalListEvent::ArrivalAnnulled {
            club: annul.club.clone(),
            date: annul.date,
            booking: player.round.booking,
            place: annul.place,
            member: player.round.member,
            reason: annul.reason.clone(),
        }])
    }

    fn correct_holes(&self, correct: &CorrectPlayedHoles) -> Result<Vec<ArrivalListEvent>, Rejection> {
        let round = self.arrived(correct.place).ok_or(Rejection::ArrivalNotFound)?;
        if round.holes == correct.holes {
            return Ok(vec![]);
        }
        check_correction(correct.date, correct.today, CORRECTION_DAYS)?;
        Ok(vec![ArrivalListEvent::PlayedHolesCorrected {
            club: correct.club.clone(),
            date: correct.date,
            booking: round.booking,
            place: correct.place,
            member: round.member,
            holes: correct.holes,
            reason: correct.reason.clone(),
        }])
    }

    fn decide_irregular(&self, decide: &DecideIrregularScan) -> Result<Vec<ArrivalListEvent>, Rejection> {
        let Some(Recorded::Irregular { round, counts }) = self.scans.get(&decide.scan).copied() else {
            return Err(Rejection::ScanNotFound);
        };
        // The same request, repeated. A scan whose arrival was taken back since may count again.
        if counts == Some(decide.counts) && (!decide.counts || self.counts(round, decide)) {
            return Ok(vec![]);
        }
        check_correction(decide.date, decide.today, DECISION_DAYS)?;
        if decide.counts && round.is_none() {
            return Err(Rejection::ScanNamesNobody);
        }
        Ok(vec![ArrivalListEvent::IrregularScanDecided {
            club: decide.club.clone(),
            date: decide.date,
            scan: decide.scan,
            counts: decide.counts,
            round,
            reason: decide.reason.clone(),
        }])
    }

    fn counts(&self, round: Option<ScannedRound>, decide: &DecideIrregularScan) -> bool {
        let player = round.and_then(|round| self.players.get(&round.place));
        player.is_some_and(|player| player.counted.contains(&decide.scan))
    }
}

/// Whether the club may change something of the day for so many days after it.
fn check_correction(date: NaiveDate, today: NaiveDate, days: i64) -> Result<(), Rejection> {
    match today.signed_duration_since(date).num_days() {
        ..0 => Err(Rejection::CorrectionTooEarly),
        passed if passed <= days => Ok(()),
        _ => Err(Rejection::CorrectionTooLate),
    }
}
