//! The rules of absences (docs/domain.md §3.27).

use chrono::{Days, NaiveDate};
use fairway_events::{ArrivalListEvent, MemberId};

use super::ArrivalList;
use super::rules::{CORRECTION_DAYS, check_correction};
use crate::{ObjectToAbsence, RecordAbsence, Rejection, WithdrawAbsence};

/// Days after the play date on which the member may still object.
const OBJECTION_DAYS: u64 = 14;

/// The last day on which a member may object to an absence on this play date.
#[must_use]
pub fn last_day_to_object(date: NaiveDate) -> NaiveDate {
    date.checked_add_days(Days::new(OBJECTION_DAYS)).unwrap_or(NaiveDate::MAX)
}

impl ArrivalList {
    pub(super) fn record_absence(
        &self,
        record: &RecordAbsence,
        member: MemberId,
    ) -> Result<Vec<ArrivalListEvent>, Rejection> {
        // The same request, repeated.
        if self.absences.get(&record.place).is_some_and(|absence| absence.reason == record.reason) {
            return Ok(vec![]);
        }
        if record.today <= record.date {
            return Err(Rejection::AbsenceTooEarly);
        }
        check_correction(record.date, record.today, CORRECTION_DAYS)?;
        if self.scans.is_empty() {
            return Err(Rejection::DayWithoutScans);
        }
        if self.arrived(record.place).is_some() {
            return Err(Rejection::HasArrived);
        }
        Ok(vec![ArrivalListEvent::AbsenceRecorded {
            club: record.club.clone(),
            date: record.date,
            booking: record.booking,
            place: record.place,
            member,
            reason: record.reason,
        }])
    }

    pub(super) fn object(&self, object: &ObjectToAbsence) -> Result<Vec<ArrivalListEvent>, Rejection> {
        let absence = self.absences.get(&object.place).filter(|absence| absence.member == object.by);
        let absence = absence.ok_or(Rejection::AbsenceNotFound)?;
        // The same request, repeated.
        if absence.objected {
            return Ok(vec![]);
        }
        if object.today > last_day_to_object(object.date) {
            return Err(Rejection::ObjectionTooLate);
        }
        Ok(vec![ArrivalListEvent::AbsenceObjected {
            club: object.club.clone(),
            date: object.date,
            booking: absence.booking,
            place: object.place,
            member: absence.member,
        }])
    }

    /// The club may answer an objection of the last day, so that this has no end. A success without an event when there is
    /// no absence: the same request, repeated.
    pub(super) fn withdraw_absence(&self, withdraw: &WithdrawAbsence) -> Vec<ArrivalListEvent> {
        let withdrawn =
            self.absences.get(&withdraw.place).map(|absence| ArrivalListEvent::AbsenceWithdrawn {
                club: withdraw.club.clone(),
                date: withdraw.date,
                booking: absence.booking,
                place: withdraw.place,
                member: absence.member,
                reason: withdraw.reason.clone(),
            });
        withdrawn.into_iter().collect()
    }
}
