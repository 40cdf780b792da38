//! The events of the arrivals at a club as text.

use fairway_events::{AbsenceReason, ArrivalListEvent, Irregularity, Scan, ScanMethod, ScannedRound};

use super::effect::Effect;
use crate::dates;
use crate::names::Names;

/// Effect and sentence of an event.
pub(super) fn describe(event: &ArrivalListEvent, names: &Names) -> (Effect, String) {
    match event {
        ArrivalListEvent::PlayerArrived { club, date, place, member, walk_in, scan, .. } => {
            let without_booking = if *walk_in { ", without a booking until then" } else { "" };
            let sentence = format!(
                "{} arrived at {} on {} {}, reservation {place}{without_booking} (scan {})",
                names.member(*member),
                names.club(club),
                dates::day(*date),
                seen(scan),
                scan.id
            );
            (Effect::Neutral, sentence)
        }
        ArrivalListEvent::PlayerSeenAgain { place, member, scan, .. } => {
            let (name, seen) = (names.member(*member), seen(scan));
            (Effect::Neutral, format!("{name} was seen again {seen}, reservation {place} (scan {})", scan.id))
        }
        ArrivalListEvent::IrregularScanRecorded { club, why, round, scan, .. } => {
            let of = round.as_ref().map_or_else(String::new, |round| of_round(round, names));
            let sentence = format!(
                "a code was {} at {}{of}, {} (scan {})",
                made(scan.method),
                names.club(club),
                irregularity(*why),
                scan.id
            );
            (Effect::Neutral, sentence)
        }
        ArrivalListEvent::IrregularScanDecided { scan, counts, round, reason, .. } => {
            let of = round.as_ref().map_or_else(String::new, |round| of_round(round, names));
            let verb = if *counts { "counts" } else { "does not count" };
            (Effect::Neutral, format!("the club decided that scan {scan}{of} {verb}: {reason}"))
        }
        ArrivalListEvent::ArrivalAnnulled { place, member, reason, .. } => (
            Effect::Neutral,
            format!(
                "the club took the arrival of {} back, reservation {place}: {reason}",
                names.member(*member)
            ),
        ),
        ArrivalListEvent::PlayedHolesCorrected { place, member, holes, reason, .. } => (
            Effect::Neutral,
            format!("{} played {holes} holes, reservation {place}: {reason}", names.member(*member)),
        ),
        ArrivalListEvent::AbsenceRecorded { club, date, place, member, reason, .. } => {
            let (name, club, day) = (names.member(*member), names.club(club), dates::day(*date));
            let why = absence(*reason);
            (Effect::Neutral, format!("{name} did not come to {club} on {day}, reservation {place}: {why}"))
        }
        ArrivalListEvent::AbsenceObjected { place, member, .. } => {
            (Effect::Neutral, format!("{} objected to it, reservation {place}", names.member(*member)))
        }
        ArrivalListEvent::AbsenceWithdrawn { place, member, reason, .. } => (
            Effect::Neutral,
            format!(
                "the club took the absence of {} back, reservation {place}: {reason}",
                names.member(*member)
            ),
        ),
    }
}

/// Why a player did not come.
pub(crate) const fn absence(reason: AbsenceReason) -> &'static str {
    match reason {
        AbsenceReason::NoShow => "a no-show",
        AbsenceReason::Weather => "the weather",
        AbsenceReason::Illness => "illness",
    }
}

fn of_round(round: &ScannedRound, names: &Names) -> String {
    format!(" of {}, reservation {}", names.member(round.member), round.place)
}

/// `at 09:12 (scanned by camera)`
pub(crate) fn seen(scan: &Scan) -> String {
    format!("at {} ({})", dates::hour_and_minute(scan.at), made(scan.method))
}

/// How a scan was made, after a verb.
pub(crate) const fn made(method: ScanMethod) -> &'static str {
    match method {
        ScanMethod::Camera => "scanned by camera",
        ScanMethod::Scanner => "scanned by a scanner",
        ScanMethod::Number => "typed as a number",
        ScanMethod::List => "chosen from the list",
    }
}

/// Why a scan counts for nobody by itself.
pub(crate) const fn irregularity(why: Irregularity) -> &'static str {
    match why {
        Irregularity::OtherDay => "which is of a round on another day",
        Irregularity::OtherClub => "which is of a round at another club",
        Irregularity::Cancelled => "whose place is cancelled",
        Irregularity::Unknown => "which names no round",
    }
}
