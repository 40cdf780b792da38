//! What a club says on the first day: who came, and how its course is.

use fairway_events::{
    ArrivalListEvent, ClubUserId, CourseDayEvent, CourseStatus, Holes, PlaceId, Scan, ScanId, ScanMethod,
    StreamId,
};

use super::{Scenario, play_day};
use crate::support::{booking, club, id, member};

impl Scenario {
    /// The player of this number arrives at club 1 for the place of this number, with the scan of this number.
    pub(crate) fn arrive(&mut self, number: u32) {
        let (club, date, at) = (club(1), play_day(0), self.now());
        let by = ClubUserId(id(11, number));
        let scan = Scan { id: ScanId(id(10, number)), by, at, device_time: at, method: ScanMethod::Camera };
        let arrived = ArrivalListEvent::PlayerArrived {
            club: club.clone(),
            date,
            booking: booking(number),
            place: PlaceId(id(3, number)),
            member: member(number),
            holes: Holes::Nine,
            walk_in: false,
            scan,
        };
        self.record(StreamId::ArrivalList(club, date), arrived);
    }

    /// Club 1 says that its course is partly open, with this number as the note.
    pub(crate) fn report_course(&mut self, number: u32) {
        let (club, date) = (club(1), play_day(0));
        let reported = CourseDayEvent::CourseStateReported {
            club: club.clone(),
            date,
            status: CourseStatus::Partly,
            winter_greens: true,
            no_carts: false,
            note: number.to_string(),
        };
        self.record(StreamId::CourseDay(club, date), reported);
    }
}
