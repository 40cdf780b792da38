//! Scans, corrections and members who came without a round, sent to the portal and to the model.

use std::sync::Arc;

use chrono::NaiveDate;
use fairway_command::{
    AnnulArrival, AnyAggregate, BookRound, BookWalkIn, Command, CorrectPlayedHoles, DecideIrregularScan,
    ObjectToAbsence, RecordAbsence, RecordScan, Scanned, WithdrawAbsence,
};
use fairway_events::{BookingId, ClubUserId, Holes, Scan, ScanId, ScanMethod, ScannedRound, StreamId};
use proptest::sample::Index;
use uuid::Uuid;

use super::{Portal, member, shift};
use crate::model::Status;
use crate::model::arrivals::List;
use crate::operation::{Absence, Arrival, Reading};

const REASON: &str = "Aan de balie gezien";

impl Portal {
    pub(super) fn arrive(&mut self, arrival: &Arrival) {
        match *arrival {
            Arrival::Scan { booking, place, reading, device } => self.scan(booking, place, reading, device),
            Arrival::WalkIn { member, club, holes } => self.walk_in(member, club, holes),
            Arrival::Absence(Absence::Record { booking, place, reason, day }) => {
                let count = self.model.bookings.len();
                if count == 0 {
                    return;
                }
                let booking = booking.index(count);
                let known = &self.model.bookings[booking];
                let place = place.index(known.places.len());
                let today = shift(known.date, day);
                let command = Command::RecordAbsence(RecordAbsence {
                    club: self.clubs[known.club].id.clone(),
                    date: known.date,
                    booking: known.id,
                    place: known.places[place].id,
                    reason,
                    today,
                });
                let expected = self.model.record_absence(booking, place, reason, today);
                self.agree(&command, expected);
            }
            Arrival::Absence(change @ (Absence::Object { absence, .. } | Absence::Withdraw { absence })) => {
                let count = self.model.arrivals.absences.len();
                if count > 0 {
                    self.change_absence(absence.index(count), change);
                }
            }
            Arrival::SendAgain { scan }
            | Arrival::Annul { scan, .. }
            | Arrival::CorrectHoles { scan, .. }
            | Arrival::Decide { scan, .. } => {
                let count = self.model.arrivals.scans.len();
                if count > 0 {
                    self.change_arrival(scan.index(count), arrival);
                }
            }
        }
    }

    fn scan(&mut self, booking: Index, place: Index, reading: Reading, device: u8) {
        if self.model.bookings.is_empty() {
            return;
        }
        let known = &self.model.bookings[booking.index(self.model.bookings.len())];
        let place = &known.places[place.index(known.places.len())];
        let (club, date, is_active) = (known.club, known.date, place.status == Status::Active);
        let round =
            ScannedRound { booking: known.id, place: place.id, member: place.member, holes: known.holes };
        let (list, scanned, is_irregular) = match reading {
            Reading::OnTheDay => {
                ((club, date), Scanned::Place { booking: round.booking, place: round.place }, !is_active)
            }
            Reading::OnAnotherDay => ((club, date), Scanned::OtherDay(round), true),
            Reading::ByAnotherClub => ((1 - club, date), Scanned::OtherClub(round), true),
            Reading::Unreadable => ((club, date), Scanned::Unknown, true),
        };
        let names = if matches!(reading, Reading::Unreadable) { None } else { Some(round) };
        let scan = self.new_scan(device);
        let command = self.record(list, scanned, scan);
        let named = names.map(|round| (round.place, round.holes));
        let is_new = self.model.arrivals.record(list, scan.id, named, is_irregular);
        self.agree(&command, Ok(is_new));
    }

    fn walk_in(&mut self, number: u8, club: usize, holes: Holes) {
        let scan = self.new_scan(0);
        let players = self.new_places(&[number]);
        let booking = BookingId(self.new_id());
        let (today, place) = (self.model.today, players[0].place);
        let round = BookRound {
            booking,
            club: Arc::clone(&self.clubs[club]),
            play_date: today,
            holes,
            master: member(number),
            players,
            today,
            at: self.model.at(),
        };
        let booked = self.model.book(booking, club, today, holes, &[(member(number), place)]);
        let arrives = |()| self.model.arrivals.record((club, today), scan.id, Some((place, holes)), false);
        let expected = booked.map(arrives);
        self.agree(&Command::BookWalkIn(BookWalkIn { round, scan }), expected);
    }

    fn change_arrival(&mut self, index: usize, arrival: &Arrival) {
        let known = &self.model.arrivals.scans[index];
        let (list, id, place) = (known.list, known.id, known.place.map(|(place, _)| place));
        let (club, date) = (self.clubs[list.0].id.clone(), list.1);
        let reason = REASON.to_owned();
        let (command, expected) = match (*arrival, place) {
            (Arrival::SendAgain { .. }, _) => {
                let scan = Scan { id, ..self.new_scan(1) };
                let command = self.record(list, Scanned::Unknown, scan);
                (command, Ok(self.model.arrivals.record(list, id, None, true)))
            }
            (Arrival::Annul { day, .. }, Some(place)) => {
                let today = shift(date, day);
                let annul = AnnulArrival { club, date, place, reason, today };
                (Command::AnnulArrival(annul), self.model.annul(list, place, today))
            }
            (Arrival::CorrectHoles { holes, day, .. }, Some(place)) => {
                let today = shift(date, day);
                let correct = CorrectPlayedHoles { club, date, place, holes, reason, today };
                let expected = self.model.correct_holes(list, place, holes, today);
                (Command::CorrectPlayedHoles(correct), expected)
            }
            (Arrival::Decide { counts, day, .. }, _) => {
                let today = shift(date, day);
                let decide = DecideIrregularScan { club, date, scan: id, counts, reason, today };
                (Command::DecideIrregularScan(decide), self.model.decide_scan(index, counts, today))
            }
            (Arrival::Annul { .. } | Arrival::CorrectHoles { .. }, None)
            | (Arrival::Scan { .. } | Arrival::WalkIn { .. } | Arrival::Absence(_), _) => return,
        };
        self.agree(&command, expected);
    }

    fn change_absence(&mut self, index: usize, change: Absence) {
        let Some((key, known)) = self.model.arrivals.absences.iter().nth(index) else { return };
        let (key, known) = (*key, *known);
        let ((club, date), place) = key;
        let club = self.clubs[club].id.clone();
        let (command, expected) = match change {
            Absence::Object { by, day, .. } => {
                let (by, today) = (by.map_or(known.member, member), shift(date, day));
                let object = ObjectToAbsence { club, date, place, by, today };
                (Command::ObjectToAbsence(object), self.model.object(key, by, today))
            }
            Absence::Record { .. } | Absence::Withdraw { .. } => {
                self.model.arrivals.absences.remove(&key);
                let withdraw = WithdrawAbsence { club, date, place, reason: REASON.to_owned() };
                (Command::WithdrawAbsence(withdraw), Ok(true))
            }
        };
        self.agree(&command, expected);
    }

    fn record(&self, (club, date): List, scanned: Scanned, scan: Scan) -> Command {
        Command::RecordScan(RecordScan { club: self.clubs[club].id.clone(), date, scanned, scan })
    }

    fn new_scan(&mut self, device: u8) -> Scan {
        let (id, at) = (ScanId(self.new_id()), self.model.at());
        let by = ClubUserId(Uuid::from_u128(u128::from(device) + 1));
        Scan { id, by, at, device_time: at, method: ScanMethod::Camera }
    }

    /// Every list must report the players, and the holes, that the model counts from its scans, and who did not come.
    pub(super) fn compare_arrivals(&self) {
        let arrivals = &self.model.arrivals;
        let scanned = arrivals.scans.iter().filter_map(|scan| Some((scan.list, scan.place?.0)));
        for (list, place) in scanned.chain(arrivals.absences.keys().copied()) {
            let (club, date): (usize, NaiveDate) = list;
            let stream = StreamId::ArrivalList(self.clubs[club].id.clone(), date);
            let AnyAggregate::ArrivalList(known) = self.journal.stream(&stream).state else {
                unreachable!("a list's stream holds a list")
            };
            assert_eq!(known.reported_holes(place), arrivals.reported_holes(list, place));
            let absence = arrivals.absences.get(&(list, place));
            assert_eq!(known.absence(place), absence.map(|absence| (absence.reason, absence.objected)));
        }
    }
}
