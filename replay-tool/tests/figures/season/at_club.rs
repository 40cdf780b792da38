//! What a club says on the last day of a season: who came, and how its course is.

use fairway_events::{
    AbsenceReason, ArrivalListEvent, BookingId, ClubId, ClubUserId, CourseDayEvent, CourseStatus, Holes,
    PlaceId, Scan, ScanId, ScanMethod, StreamId,
};

use super::{CLUBS, Season, id, last_day, member};

impl Season {
    /// The first club receives a member on the last day, and says how its course is.
    pub(super) fn receive(&mut self) {
        let (club, date, at) = (ClubId::from(CLUBS[0].0), last_day(), self.now);
        let (booking, place) = (BookingId(self.next(2)), PlaceId(self.next(3)));
        let (by, method) = (ClubUserId(id(11, 1)), ScanMethod::Camera);
        let scan = Scan { id: ScanId(id(10, 1)), by, at, device_time: at, method };
        let arrived = ArrivalListEvent::PlayerArrived {
            club: club.clone(),
            date,
            booking,
            place,
            member: member(0),
            holes: Holes::Nine,
            walk_in: false,
            scan,
        };
        self.record(StreamId::ArrivalList(club.clone(), date), arrived);
        let absent = ArrivalListEvent::AbsenceRecorded {
            club: club.clone(),
            date,
            booking,
            place: PlaceId(self.next(3)),
            member: member(1),
            reason: AbsenceReason::NoShow,
        };
        self.record(StreamId::ArrivalList(club.clone(), date), absent);
        let (status, winter_greens, no_carts, note) = (CourseStatus::Partly, true, false, String::new());
        let reported = CourseDayEvent::CourseStateReported {
            club: club.clone(),
            date,
            status,
            winter_greens,
            no_carts,
            note,
        };
        self.record(StreamId::CourseDay(club, date), reported);
    }
}
