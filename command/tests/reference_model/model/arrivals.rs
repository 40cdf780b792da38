//! Arrivals in the model: every scan, and whether it counts, and who did not come. Who arrived is counted from the scans
//! each time.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use fairway_events::{AbsenceReason, Holes, MemberId, PlaceId, ScanId};

use super::{Model, Place, Refusal, Status, refuse};

/// A club and a day.
pub(crate) type List = (usize, NaiveDate);

pub(crate) struct Scan {
    pub(crate) list: List,
    pub(crate) id: ScanId,
    /// The place that the code names, and the holes of its round.
    pub(crate) place: Option<(PlaceId, Holes)>,
    irregular: bool,
    decided: Option<bool>,
    counts: bool,
    /// Whether it ever did.
    counted: bool,
}

#[derive(Default)]
pub(crate) struct Arrivals {
    pub(crate) scans: Vec<Scan>,
    /// The holes that the clubs report of those who have arrived.
    holes: BTreeMap<(List, PlaceId), Holes>,
    pub(crate) absences: BTreeMap<(List, PlaceId), Absence>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Absence {
    pub(crate) member: MemberId,
    pub(crate) reason: AbsenceReason,
    pub(crate) objected: bool,
}

impl Arrivals {
    fn of(&mut self, list: List, place: PlaceId) -> impl Iterator<Item = &mut Scan> {
        let is_of =
            move |scan: &&mut Scan| scan.list == list && scan.place.is_some_and(|(id, _)| id == place);
        self.scans.iter_mut().filter(is_of)
    }

    pub(crate) fn reported_holes(&self, list: List, place: PlaceId) -> Option<Holes> {
        let is_of = |scan: &&Scan| scan.list == list && scan.place.is_some_and(|(id, _)| id == place);
        let has_arrived = self.scans.iter().filter(is_of).any(|scan| scan.counts);
        has_arrived.then(|| self.holes[&(list, place)])
    }

    fn count(&mut self, index: usize) {
        let scan = &self.scans[index];
        let (list, (place, holes)) = (scan.list, scan.place.unwrap());
        // A correction stands until the arrival is annulled, or the player arrives anew.
        if !scan.irregular && self.reported_holes(list, place).is_none() {
            self.holes.remove(&(list, place));
        }
        self.holes.entry((list, place)).or_insert(holes);
        (self.scans[index].counts, self.scans[index].counted) = (true, true);
        self.absences.remove(&(list, place));
    }

    /// Whether the scan is new.
    pub(crate) fn record(
        &mut self,
        list: List,
        id: ScanId,
        place: Option<(PlaceId, Holes)>,
        irregular: bool,
    ) -> bool {
        if self.scans.iter().any(|scan| (scan.list, scan.id) == (list, id)) {
            return false;
        }
        let (decided, counts, counted) = (None, false, false);
        self.scans.push(Scan { list, id, place, irregular, decided, counts, counted });
        if !irregular {
            self.count(self.scans.len() - 1);
        }
        true
    }
}

impl Model {
    /// Of these active places of a booking, on its play date.
    pub(crate) fn check_nobody_arrived(&self, index: usize, places: &[usize]) -> Result<(), Refusal> {
        let booking = &self.bookings[index];
        let list = (booking.club, booking.date);
        let mut active =
            places.iter().map(|at| &booking.places[*at]).filter(|place| place.status == Status::Active);
        let arrived = |place: &Place| self.arrivals.reported_holes(list, place.id).is_some();
        if booking.date == self.today && active.any(arrived) {
            return refuse("player_has_arrived");
        }
        Ok(())
    }

    pub(crate) fn annul(&mut self, list: List, place: PlaceId, today: NaiveDate) -> Result<bool, Refusal> {
        if !self.arrivals.of(list, place).any(|scan| scan.counted) {
            return refuse("arrival_not_found");
        }
        if self.arrivals.reported_holes(list, place).is_none() {
            return Ok(false);
        }
        check_correction(list, today, 7)?;
        self.arrivals.of(list, place).for_each(|scan| scan.counts = false);
        self.arrivals.holes.remove(&(list, place));
        Ok(true)
    }

    pub(crate) fn correct_holes(
        &mut self,
        list: List,
        place: PlaceId,
        holes: Holes,
        today: NaiveDate,
    ) -> Result<bool, Refusal> {
        match self.arrivals.reported_holes(list, place) {
            None => return refuse("arrival_not_found"),
            Some(reported) if reported == holes => return Ok(false),
            Some(_) => {}
        }
        check_correction(list, today, 7)?;
        self.arrivals.holes.insert((list, place), holes);
        Ok(true)
    }

    pub(crate) fn decide_scan(
        &mut self,
        index: usize,
        counts: bool,
        today: NaiveDate,
    ) -> Result<bool, Refusal> {
        let scan = &mut self.arrivals.scans[index];
        if !scan.irregular {
            return refuse("scan_not_found");
        }
        if (scan.decided, scan.counts) == (Some(counts), counts) {
            return Ok(false);
        }
        check_correction(scan.list, today, 31)?;
        if counts && scan.place.is_none() {
            return refuse("scan_names_nobody");
        }
        (scan.decided, scan.counts) = (Some(counts), false);
        if counts {
            self.arrivals.count(index);
        }
        Ok(true)
    }

    pub(crate) fn record_absence(
        &mut self,
        booking: usize,
        place: usize,
        reason: AbsenceReason,
        today: NaiveDate,
    ) -> Result<bool, Refusal> {
        let booking = &self.bookings[booking];
        let (list, place) = ((booking.club, booking.date), &booking.places[place]);
        let key = (list, place.id);
        if place.status != Status::Active {
            return refuse("player_left");
        }
        if self.arrivals.absences.get(&key).is_some_and(|absence| absence.reason == reason) {
            return Ok(false);
        }
        if today <= list.1 {
            return refuse("absence_too_early");
        }
        check_correction(list, today, 7)?;
        if self.arrivals.scans.iter().all(|scan| scan.list != list) {
            return refuse("day_without_scans");
        }
        if self.arrivals.reported_holes(list, place.id).is_some() {
            return refuse("has_arrived");
        }
        let absence = Absence { member: place.member, reason, objected: false };
        self.arrivals.absences.insert(key, absence);
        Ok(true)
    }

    pub(crate) fn object(
        &mut self,
        key: (List, PlaceId),
        by: MemberId,
        today: NaiveDate,
    ) -> Result<bool, Refusal> {
        let absence = self.arrivals.absences.get_mut(&key).filter(|absence| absence.member == by);
        let Some(absence) = absence else { return refuse("absence_not_found") };
        if absence.objected {
            return Ok(false);
        }
        if key.0.1.iter_days().nth(15).is_some_and(|day| today >= day) {
            return refuse("objection_too_late");
        }
        absence.objected = true;
        Ok(true)
    }
}

fn check_correction((_, date): List, today: NaiveDate, days: usize) -> Result<(), Refusal> {
    if today < date {
        return refuse("correction_too_early");
    }
    if date.iter_days().take(days + 1).all(|day| day != today) {
        refuse("correction_too_late")
    } else {
        Ok(())
    }
}
