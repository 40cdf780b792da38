//! The mails about how a club's course is, and about what it says of a player.

use fairway_events::{AbsenceReason, CourseStatus};

use super::*;

impl Fixture {
    pub(super) fn course_mails(&self) -> Vec<(&'static str, Mail)> {
        let (portal, recipient, club) = (&self.portal, &self.players[0], &self.round.club);
        let date = self.round.play_date;
        let asked = CourseAsked { portal, recipient, club, date, players: 24 };
        let absence = |notice| AbsenceMail { portal, recipient, club, play_date: date, notice }.compose();
        let (reason, object_until) = (AbsenceReason::NoShow, day(30));
        vec![
            ("course_closed", self.course(CourseStatus::Closed, &self.title, date)),
            ("course_open_again", self.course(CourseStatus::Open, "", day(29))),
            ("club_asked", asked.compose()),
            ("absence_recorded", absence(AbsenceNotice::Recorded { reason, object_until })),
            ("absence_withdrawn", absence(AbsenceNotice::Withdrawn)),
        ]
    }

    fn course(&self, status: CourseStatus, note: &str, play_date: NaiveDate) -> Mail {
        let no_carts = status == CourseStatus::Closed;
        CourseMail {
            portal: &self.portal,
            recipient: &self.players[0],
            club: &self.round.club,
            news: CourseNews { status, winter_greens: false, no_carts, note },
            reported_at: now(),
            date: self.round.play_date,
            play_date,
        }
        .compose()
    }
}

#[test]
fn each_state_has_its_headline() {
    use CourseStatus::{Closed, Open, Partly};
    for (status, winter_greens, no_carts, note, headline) in [
        (Closed, true, true, "", "De baan is gesloten."),
        (Partly, true, false, "", "De baan is deels open."),
        (Open, true, false, "", "De baan is open, op wintergreens."),
        (Open, false, true, "", "De baan is open, zonder buggy's."),
        (Open, true, true, "", "De baan is open, op wintergreens en zonder buggy's."),
        (Open, false, false, "Hole 4", "Er is nieuws over de baan."),
        (Open, false, false, "", "De baan is weer open."),
    ] {
        assert_eq!(CourseNews { status, winter_greens, no_carts, note }.headline(), headline);
    }
}
