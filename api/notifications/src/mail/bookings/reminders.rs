//! The mail of the day before a round (docs/domain.md §3.21): queued once for every active place of tomorrow, from 09:00
//! in Europe/Amsterdam on.
//!
//! No event causes it, so nothing has to be remembered: the key of the mail is the place, and a second one is not queued,
//! whichever node tries it and however often. A process that was not there at 09:00 queues later on the day. The bookings
//! come from the read models, a page at a time; their players at 09:00 come from the journal.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use chrono::{DateTime, Datelike, NaiveDate, NaiveTime, TimeDelta, Utc};
use chrono_tz::Europe::Amsterdam;
use fairway_clock::clock::Clock;
use fairway_clock::random;
use fairway_command::Club;
use fairway_events::{
    BookingId, Event, Journal, JournalError, PlaceId, RecordedEvent, ReservationEvent, StreamId,
};
use fairway_query::reservations::booking_after;
use fairway_query::{ReadError, Reads};
use fairway_store::PgPool;
use fairway_store::clubs::{ClubCache, Clubs};
use fairway_store::notifications::NotificationKind;
use fairway_store::outbox::queue::Outbox;
use fairway_store::outbox::reminders;
use fairway_store::outbox::rounds::{Round, RoundMail};
use fairway_store::{clubs, notifications};
use fairway_text::error_chain::Chain;
use uuid::Uuid;

use super::{cause, pushes};
use crate::push;

/// When reminders are queued on the day before, Europe/Amsterdam.
const BEGINS: NaiveTime = NaiveTime::from_hms_opt(9, 0, 0).expect("a time");
/// How long after that a booking of before it may still be committed.
const SETTLED_AFTER: TimeDelta = TimeDelta::minutes(1);
/// Bookings per transaction.
const PAGE: u32 = 100;
/// How often the clock is looked at.
const LOOK: Duration = Duration::from_secs(2);
/// The pause before the bookings are looked through again, where some may have been missing.
const AGAIN: Duration = Duration::from_secs(60);
/// The pause after a failure.
const RETRY_PAUSE: Duration = Duration::from_secs(5);

/// Queues the mails of the day before.
#[derive(Debug)]
pub struct Reminders {
    pool: PgPool,
    journal: Journal,
    reads: Reads,
    clubs: ClubCache,
    clock: Clock,
    outbox: Outbox,
}

/// Why reminders were not queued.
#[derive(Debug, thiserror::Error)]
pub enum RemindersError {
    /// The database did not answer, or returned an error.
    #[error("reminders cannot be queued")]
    Database(#[from] fairway_store::Error),
    /// A booking's stream cannot be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A read model cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
}

/// The result of one look through the bookings of tomorrow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReminderRun {
    /// Tomorrow.
    pub play_date: NaiveDate,
    /// Mails that were queued.
    pub queued: u64,
    /// Whether every place of before 09:00 was among the bookings: another look finds nothing new.
    pub is_complete: bool,
}

impl Reminders {
    /// Expects a migrated database.
    #[must_use]
    pub fn new(pool: PgPool, clock: Clock, outbox: Outbox) -> Self {
        let (journal, reads) = (Journal::new(pool.clone()), Reads::new(pool.clone()));
        Self { pool, journal, reads, clubs: ClubCache::default(), clock, outbox }
    }

    /// Queues reminders until `shutdown` completes.
    pub async fn run(self, shutdown: impl Future<Output = ()>) {
        tokio::select! {
            () = shutdown => {}
            () = self.queue_every_day() => {}
        }
    }

    async fn queue_every_day(&self) {
        let mut complete = None;
        loop {
            let pause = match self.due().filter(|play_date| complete != Some(*play_date)) {
                None => LOOK,
                Some(play_date) => match self.queue(play_date).await {
                    Ok(ReminderRun { is_complete: true, .. }) => {
                        complete = Some(play_date);
                        LOOK
                    }
                    Ok(_) => AGAIN,
                    Err(error) => {
                        tracing::warn!(error = %Chain(&error), "reminders cannot be queued; trying again");
                        RETRY_PAUSE
                    }
                },
            };
            tokio::time::sleep(pause).await;
        }
    }

    /// Queues what is due now; none before 09:00.
    ///
    /// # Errors
    /// [`RemindersError`]; mails that were queued before it stay so.
    pub async fn queue_due(&self) -> Result<Option<ReminderRun>, RemindersError> {
        match self.due() {
            None => Ok(None),
            Some(play_date) => self.queue(play_date).await.map(Some),
        }
    }

    /// Tomorrow, once its reminders may be queued.
    fn due(&self) -> Option<NaiveDate> {
        let tomorrow = self.clock.today().succ_opt()?;
        (self.clock.now() >= begins(tomorrow)?).then_some(tomorrow)
    }

    async fn queue(&self, play_date: NaiveDate) -> Result<ReminderRun, RemindersError> {
        let mut run = ReminderRun { play_date, queued: 0, is_complete: false };
        let Some(begins) = begins(play_date) else { return Ok(run) };
        let is_settled = self.clock.now() >= begins + SETTLED_AFTER;
        // Before the bookings are read: a booking that is committed later began later.
        let reached = self.reads.reached().await?;
        let clubs = self.clubs.at(&self.pool, clubs::version(&self.pool).await?).await?;
        let (mut after, mut are_all_readable) = (None, true);
        loop {
            let bookings = self.reads.bookings_of_day(play_date, after, PAGE).await?;
            let Some(last) = bookings.last() else { break };
            after = Some(*last);
            let streams = self.streams(&bookings).await?;
            are_all_readable &= streams.len() == bookings.len();
            let mails = streams.values().flat_map(|events| due_mails(events, play_date, begins, &clubs));
            let queued = self.queue_mails(mails.collect()).await?;
            if queued > 0 {
                self.outbox.wake();
            }
            run.queued += queued;
        }
        run.is_complete = is_settled && are_all_readable && reached.position >= reached.head;
        Ok(run)
    }

    /// The bookings' streams, without those that cannot be read: nobody else's reminder waits for them.
    async fn streams(
        &self,
        bookings: &[BookingId],
    ) -> Result<HashMap<StreamId, Vec<RecordedEvent>>, RemindersError> {
        let ids: Vec<StreamId> = bookings.iter().map(|booking| StreamId::Reservation(*booking)).collect();
        if let Ok(streams) = self.journal.load_streams(&ids).await {
            return Ok(streams);
        }
        let mut streams = HashMap::new();
        for id in ids {
            match self.journal.load_streams(std::slice::from_ref(&id)).await {
                Ok(one) => streams.extend(one),
                Err(JournalError::Database(error)) => return Err(error.into()),
                Err(error) => {
                    tracing::error!(stream = %id, error = %Chain(&error), "a round's players are not reminded")
                }
            }
        }
        Ok(streams)
    }

    async fn queue_mails(&self, mut mails: Vec<RoundMail>) -> Result<u64, RemindersError> {
        mails.sort_unstable_by(|a, b| a.dedup_key.cmp(&b.dedup_key));
        let now = self.clock.now();
        let mut transaction = self.pool.begin().await?;
        let about: Vec<_> = mails.iter().map(|mail| (mail.to, NotificationKind::Reminder)).collect();
        let wanted = notifications::wanted(&mut transaction, &about).await?;
        push::queue::queue(&mut transaction, &pushes::of_reminders(&mails, now), now).await?;
        let by_mail: Vec<(Uuid, RoundMail)> = mails
            .into_iter()
            .zip(wanted)
            .filter(|(_, wanted)| wanted.mail)
            .map(|(mail, _)| (random::new_id(now), mail))
            .collect();
        let queued = reminders::insert(&mut transaction, &by_mail, now).await?;
        transaction.commit().await?;
        Ok(queued)
    }
}

/// When the reminders of a play date are queued; 09:00 exists once on every day.
fn begins(play_date: NaiveDate) -> Option<DateTime<Utc>> {
    let eve = play_date.pred_opt()?.and_time(BEGINS);
    Some(eve.and_local_timezone(Amsterdam).earliest()?.to_utc())
}

/// The mails about a booking: to those who play in it and did so when the reminders of its day began. Those who booked
/// or came later have just been told.
fn due_mails(
    events: &[RecordedEvent],
    play_date: NaiveDate,
    begins: DateTime<Utc>,
    clubs: &Clubs,
) -> Vec<RoundMail> {
    let Some(state) = booking_after(events).filter(|state| state.play_date == play_date) else {
        return Vec::new();
    };
    if clubs.get(&state.club).is_some_and(|card| is_closed(&card.rules, play_date)) {
        return Vec::new();
    }
    let before = places_before(events, begins);
    let round = Round { booking: state.booking, play_date };
    let mail = |(place, to)| RoundMail { dedup_key: cause::reminder_key(place), to, round };
    let active = state.active_places().map(|place| (place.place, place.member));
    active.filter(|(place, _)| before.contains(place)).map(mail).collect()
}

/// Whether the club's own terms close a day. An operator who closes one cancels its rounds.
fn is_closed(club: &Club, date: NaiveDate) -> bool {
    club.closures.iter().any(|(closed, _)| *closed == date) || club.closed_weekdays.contains(&date.weekday())
}

/// The places that began before an instant.
fn places_before(events: &[RecordedEvent], instant: DateTime<Utc>) -> HashSet<PlaceId> {
    let mut places = HashSet::new();
    for recorded in events.iter().filter(|recorded| recorded.recorded_at < instant) {
        let Event::Reservation(event) = &recorded.event else { continue };
        match event {
            ReservationEvent::RoundBooked { places: booked, .. } => {
                places.extend(booked.iter().map(|place| place.place));
            }
            ReservationEvent::PlayerAdded { place, .. } | ReservationEvent::PlayerSwapped { place, .. } => {
                places.insert(place.place);
            }
            ReservationEvent::PlaceCancelled { .. }
            | ReservationEvent::PlaceCancelledByOperator { .. }
            | ReservationEvent::RoundCancelledByClub { .. }
            | ReservationEvent::PlayRightExpired { .. }
            | ReservationEvent::PlayRightReturned { .. }
            | ReservationEvent::MasterPassedOn { .. }
            | ReservationEvent::BookingCancelled { .. }
            | ReservationEvent::StartTimeAgreed { .. } => {}
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reminders_begin_at_nine_on_the_day_before_in_summer_in_winter_and_when_the_clocks_change() {
        for (play_date, begins_at) in [
            ("2026-07-02", "2026-07-01T07:00:00Z"),
            ("2026-11-28", "2026-11-27T08:00:00Z"),
            // The clocks change in the night between: 24 hours and one before, by the clock on the wall.
            ("2026-10-25", "2026-10-24T07:00:00Z"),
            ("2026-10-26", "2026-10-25T08:00:00Z"),
            ("2027-03-28", "2027-03-27T08:00:00Z"),
            ("2027-03-29", "2027-03-28T07:00:00Z"),
        ] {
            let found = begins(play_date.parse().expect("a day")).expect("an instant");
            assert_eq!(found, begins_at.parse::<DateTime<Utc>>().expect("an instant"), "{play_date}");
        }
    }
}
