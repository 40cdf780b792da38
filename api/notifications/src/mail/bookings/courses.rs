//! Mails and news for devices about how a club's course is (docs/domain.md §3.26): to who plays there today or tomorrow,
//! once each, when there is something to say or no longer is. The last report tells: one that was followed by another
//! before it was told is not told.

use std::collections::{BTreeMap, HashMap};

use chrono::NaiveDate;
use fairway_command::{CourseDay, CourseReport, fold_events};
use fairway_documents::mail::{CourseMail, CourseNews, Mail};
use fairway_events::{
    Actor, BookingId, ClubId, CourseDayEvent, Event, MemberId, Position, RecordedEvent, StreamId,
};
use fairway_query::reservations::booking_after;
use fairway_round_data::documents;
use fairway_store::notifications::{self, NotificationKind};
use fairway_store::outbox::Recipient;
use fairway_store::push_messages::{News, Subject};
use fairway_store::queueing::Haste;
use fairway_store::{PgConnection, clubs, members};

use super::{BookingMails, BookingMailsError, cause, pushes};
use crate::push;

/// The event that causes these mails, by name: one that cannot be read stops mails, unlike other events of its kind of
/// stream.
pub(super) const NAME: &str = "CourseStateReported";

/// A member who plays at the club, and where they play first.
struct Concerned {
    play_date: NaiveDate,
    booking: BookingId,
}

impl BookingMails {
    /// Queues the mails and the news about courses that these events cause; returns how many mails.
    ///
    /// # Errors
    /// [`BookingMailsError`].
    pub(super) async fn queue_courses(
        &self,
        connection: &mut PgConnection,
        events: &[RecordedEvent],
    ) -> Result<usize, BookingMailsError> {
        let mut queued = 0;
        for recorded in events.iter().filter(|recorded| recorded.actor != Actor::import()) {
            if let Some((club, date, report)) = report_of(recorded)
                && date == self.clock.today()
            {
                queued += self.queue_course(connection, recorded, (club, date), &report).await?;
            }
        }
        Ok(queued)
    }

    async fn queue_course(
        &self,
        connection: &mut PgConnection,
        recorded: &RecordedEvent,
        (club, date): (&ClubId, NaiveDate),
        report: &CourseReport,
    ) -> Result<usize, BookingMailsError> {
        let days = [Some(date), date.succ_opt()].into_iter().flatten();
        let days: Vec<StreamId> = days.map(|day| StreamId::CourseDay(club.clone(), day)).collect();
        let streams = self.journal.load_streams(&days).await?;
        if !is_told(
            recorded.position,
            report,
            streams.get(&recorded.stream).map(Vec::as_slice).unwrap_or_default(),
        ) {
            return Ok(0);
        }
        let concerned = self.concerned(&days, streams).await?;
        let to: Vec<MemberId> = concerned.keys().copied().collect();
        let now = self.clock.now();
        let ends_at = pushes::end_of(date, now);
        let news: Vec<News> = concerned
            .iter()
            .map(|(to, concerned)| News {
                dedup_key: cause::course_key(recorded.position, *to),
                to: *to,
                kind: NotificationKind::RoundChanged,
                subject: Subject::Booking(concerned.booking),
                play_date: concerned.play_date,
                ends_at,
                haste: Haste::NeverWaits,
            })
            .collect();
        push::queue::queue(connection, &news, now).await?;
        let about: Vec<_> = to.iter().map(|to| (*to, NotificationKind::RoundChanged)).collect();
        let wanted = notifications::wanted(&mut *connection, &about).await?;
        let names = members::by_ids(&self.pool, &to).await?;
        let club = documents::club(&clubs::load(&self.pool).await?, club);
        let mut queued = 0;
        for ((to, concerned), wanted) in concerned.iter().zip(wanted) {
            let Some(member) = names.get(to).filter(|_| wanted.mail) else { continue };
            let mail = CourseMail {
                portal: &self.links.portal,
                recipient: &documents::person_name(member),
                club: &club,
                news: news_of(report),
                reported_at: recorded.recorded_at,
                date,
                play_date: concerned.play_date,
            };
            let mail = Mail { useful_until: Some(ends_at), ..mail.compose() };
            let (key, to) = (cause::course_key(recorded.position, *to), Recipient::Member(*to));
            queued += usize::from(self.delivery.outbox.queue(connection, &key, &to, &mail).await?);
        }
        Ok(queued)
    }

    /// Who plays on these days, each once, with their first round.
    async fn concerned(
        &self,
        days: &[StreamId],
        mut streams: HashMap<StreamId, Vec<RecordedEvent>>,
    ) -> Result<BTreeMap<MemberId, Concerned>, BookingMailsError> {
        let mut bookings = Vec::new();
        for day in days {
            let events = streams.remove(day).unwrap_or_default();
            let day: CourseDay = fold_events(events.into_iter().map(|recorded| recorded.event));
            bookings.extend(day.places().map(|(_, booking)| StreamId::Reservation(booking)));
        }
        bookings.sort_unstable();
        bookings.dedup();
        let bookings = self.journal.load_streams(&bookings).await?;
        let mut rounds: Vec<_> = bookings.values().filter_map(|events| booking_after(events)).collect();
        rounds.sort_by_key(|round| round.play_date);
        let mut concerned = BTreeMap::new();
        for round in rounds {
            for player in round.players() {
                concerned
                    .entry(player)
                    .or_insert(Concerned { play_date: round.play_date, booking: round.booking });
            }
        }
        Ok(concerned)
    }
}

/// What a club said, where the event is that.
pub(super) fn report_of(recorded: &RecordedEvent) -> Option<(&ClubId, NaiveDate, CourseReport)> {
    let Event::CourseDay(CourseDayEvent::CourseStateReported {
        club,
        date,
        status,
        winter_greens,
        no_carts,
        note,
    }) = &recorded.event
    else {
        return None;
    };
    let (winter_greens, no_carts) = (*winter_greens, *no_carts);
    Some((club, *date, CourseReport { status: *status, winter_greens, no_carts, note: note.clone() }))
}

/// The same for mails and devices.
pub(super) fn news_of(report: &CourseReport) -> CourseNews<'_> {
    let CourseReport { status, winter_greens, no_carts, note } = report;
    CourseNews { status: *status, winter_greens: *winter_greens, no_carts: *no_carts, note }
}

/// Whether the report at this position is told: it is the last one of its day, and says something, or what was said before
/// is over.
fn is_told(position: Position, report: &CourseReport, day: &[RecordedEvent]) -> bool {
    let reports = day.iter().filter_map(|recorded| Some((recorded.position, report_of(recorded)?.2)));
    let mut before = None;
    for (other, said) in reports {
        if other > position {
            return false;
        }
        if other < position {
            before = Some(said);
        }
    }
    !report.is_plain() || before.is_some_and(|before| !before.is_plain())
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use fairway_events::{CourseDayEventName, CourseStatus};
    use uuid::Uuid;

    use super::*;

    fn said(position: Position, status: CourseStatus) -> RecordedEvent {
        let (club, date) = (ClubId::from("de-es"), NaiveDate::default());
        RecordedEvent {
            position,
            stream: StreamId::CourseDay(club.clone(), date),
            sequence: position,
            event: CourseDayEvent::CourseStateReported {
                club,
                date,
                status,
                winter_greens: false,
                no_carts: false,
                note: String::new(),
            }
            .into(),
            recorded_at: DateTime::UNIX_EPOCH,
            correlation_id: Uuid::nil(),
            actor: Actor::System("test".to_owned()),
            metadata: BTreeMap::new(),
        }
    }

    #[test]
    fn what_is_not_plain_is_told_and_that_it_is_over_and_nothing_else() {
        use CourseStatus::{Closed, Open, Partly};
        for (day, last) in [
            (vec![Open], false),
            (vec![Open, Open], false),
            (vec![Closed], true),
            (vec![Closed, Partly], true),
            (vec![Closed, Open], true),
            (vec![Closed, Open, Open], false),
        ] {
            let day: Vec<RecordedEvent> =
                (1..).zip(&day).map(|(position, status)| said(position, *status)).collect();
            for (index, recorded) in day.iter().enumerate() {
                let (_, _, report) = report_of(recorded).expect("a report");
                let told = is_told(recorded.position, &report, &day);
                assert_eq!(told, last && index + 1 == day.len(), "{day:?}");
            }
        }
    }

    #[test]
    fn the_name_is_that_of_the_event() {
        assert_eq!(NAME, CourseDayEventName::CourseStateReported.as_str());
    }
}
