//! A club says how its course is today (docs/domain.md §3.26).

use chrono::NaiveDate;
use fairway_events::{ClubId, CourseStatus, StreamId};

use super::decide::{CountsAs, Decide};
use crate::course_day::{CourseDayCommand, CourseReport};
use crate::{CourseDay, Decision, Rejection, Undecided, World};

/// Say how a club's course is today; an act of the club.
#[derive(Debug, Clone)]
pub struct ReportCourseState {
    /// The club.
    pub club: ClubId,
    /// The day.
    pub date: NaiveDate,
    /// How much of the course can be played.
    pub status: CourseStatus,
    /// Whether it is played to winter greens.
    pub winter_greens: bool,
    /// Whether buggies may not drive.
    pub no_carts: bool,
    /// In Dutch, at most 100 characters, about no person; may be empty.
    pub note: String,
    /// The clock's day.
    pub today: NaiveDate,
}

impl Decide for ReportCourseState {
    const COUNTS_AS: CountsAs = CountsAs::Nothing;

    fn streams(&self) -> Vec<StreamId> {
        vec![StreamId::CourseDay(self.club.clone(), self.date)]
    }

    fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        if self.date != self.today {
            return Err(Rejection::NotToday.into());
        }
        let report = CourseReport {
            status: self.status,
            winter_greens: self.winter_greens,
            no_carts: self.no_carts,
            note: self.note.clone(),
        };
        let day = world.get::<CourseDay>((&self.club, self.date))?;
        let command = CourseDayCommand::ReportCourse { club: self.club.clone(), date: self.date, report };
        let mut decision = Decision::default();
        decision.add(StreamId::CourseDay(self.club.clone(), self.date), day.decide(&command)?);
        Ok(decision)
    }
}
