//! How the courses are: the last report of a day holds, and the earlier ones stay.

use fairway_events::{CourseDayEvent, CourseStatus, StreamId};

use crate::support::scenario::{Scenario, play_day};
use crate::support::{Bench, club};

fn report(number: u32, day: u64, status: CourseStatus, note: &str) -> (StreamId, CourseDayEvent) {
    let (club, date) = (club(number), play_day(day));
    let (winter_greens, no_carts) = (status == CourseStatus::Partly, false);
    let event = CourseDayEvent::CourseStateReported {
        club: club.clone(),
        date,
        status,
        winter_greens,
        no_carts,
        note: note.to_owned(),
    };
    (StreamId::CourseDay(club, date), event)
}

#[tokio::test]
async fn the_last_report_of_a_day_holds_wherever_a_batch_ends() {
    for ends_between in [true, false] {
        let (mut bench, mut scenario) = (Bench::new().await, Scenario::default());
        for (number, day, status, note) in [
            (1, 0, CourseStatus::Closed, "Vorst"),
            (1, 0, CourseStatus::Partly, "Hole 4 is dicht"),
            (2, 0, CourseStatus::Open, ""),
            (1, 1, CourseStatus::Closed, ""),
        ] {
            let (stream, event) = report(number, day, status, note);
            scenario.record(stream, event);
            if ends_between {
                bench.catch_up(&mut scenario).await;
            }
        }
        bench.catch_up(&mut scenario).await;
        let states = bench.reads.course_states(play_day(0)).await.unwrap();
        assert_eq!(states.len(), 2);
        let first = &states[&club(1)];
        assert_eq!(
            (first.status, &*first.note, first.winter_greens),
            (CourseStatus::Partly, "Hole 4 is dicht", true)
        );
        assert!(!first.is_plain() && states[&club(2)].is_plain());
        let reports = bench.reads.course_reports(&club(1), play_day(0)).await.unwrap();
        let told: Vec<_> = reports.iter().map(|report| report.status).collect();
        assert_eq!(told, [CourseStatus::Partly, CourseStatus::Closed], "latest first");
        assert_eq!((reports[0].by, &reports[0]), (None, first));
        assert!(bench.reads.course_reports(&club(2), play_day(1)).await.unwrap().is_empty());
    }
}
