//! What a club says about its course: an event for what is new, none for what is known, and only today (docs/domain.md
//! §3.26).

use fairway_events::{CourseDayEvent, CourseStatus};

use super::*;
use crate::ReportCourseState;
use crate::fixtures::{club, club_id, course_day, given, members};

const TODAY: &str = "2026-11-20";

fn report(status: CourseStatus, note: &str, date: &str) -> Command {
    Command::ReportCourseState(ReportCourseState {
        club: club_id(),
        date: day(date),
        status,
        winter_greens: true,
        no_carts: false,
        note: note.to_owned(),
        today: today(),
    })
}

#[test]
fn a_report_is_an_event_and_the_same_again_is_none() {
    let streams = given([]);
    let partly = report(CourseStatus::Partly, "Hole 4 is dicht", TODAY);
    let event = CourseDayEvent::CourseStateReported {
        club: club_id(),
        date: today(),
        status: CourseStatus::Partly,
        winter_greens: true,
        no_carts: false,
        note: "Hole 4 is dicht".to_owned(),
    };
    let decided = vec![(course_day(TODAY), vec![Event::from(event)])];
    assert_eq!(streams.when(&partly).expect("the command succeeds").events, decided);
    let streams = streams.and(partly.clone());
    assert_eq!(streams.when(&partly), Ok(Decision::default()), "a repetition changes nothing");
    for other in
        [report(CourseStatus::Partly, "", TODAY), report(CourseStatus::Open, "Hole 4 is dicht", TODAY)]
    {
        assert_eq!(outline(streams.when(&other)), ["CourseDay: CourseStateReported"]);
        let later = given([]).and(partly.clone()).and(other);
        assert_eq!(outline(later.when(&partly)), ["CourseDay: CourseStateReported"], "it is news again");
    }
}

#[test]
fn no_other_day_is_reported_and_a_closed_course_can_be_booked() {
    for date in ["2026-11-19", "2026-11-21"] {
        let refused = given([]).when(&report(CourseStatus::Closed, "", date));
        assert_eq!(refused, Err(Rejection::NotToday), "{date}");
    }
    let streams = given(members(1)).and(report(CourseStatus::Closed, "", TODAY));
    assert!(streams.when(&book(club(), TODAY, 1)).is_ok());
}
