//! Mails about one round that come soon after each other (docs/domain.md §4, mails): the first goes out at once, what
//! else happens within ten minutes becomes one mail with the state at that time. So whoever books and cancels in a
//! loop fills nobody's inbox.
//!
//! What waits is a row of the outbox like any other, written again in the transaction that takes an event in: nothing is
//! lost with a process, and the sender needs to know nothing of it.

use std::collections::HashMap;

use chrono::TimeDelta;
use fairway_events::{BookingId, Event, MemberId, RecordedEvent, StreamId};
use sqlx::PgConnection;

use super::cause::{self, Cause, CauseKind};
use super::rewriting::position;
use super::{BookingMails, BookingMailsError, PendingMail, RoundMail};
use crate::random;
use crate::rounds::booking_state::BookingState;
use crate::services::mail::Recipient;
use crate::services::mail::outbox::stored;
use crate::store::outbox;
use crate::store::outbox::gathering::{self, About, Waiting};

/// How long a mail waits at most for what else happens.
const GATHERING: TimeDelta = TimeDelta::minutes(10);

/// What has become of a waiting mail's cause.
enum Now<'a> {
    /// Nothing happened to the booking since.
    AsThen(PendingMail<'a>),
    /// Something did; this is how it stands.
    Changed(PendingMail<'a>),
    /// Nothing is left that the recipient would have to know.
    Nothing,
}

impl BookingMails {
    /// Queues a mail, or puts its cause into one that waits; says whether a mail was queued.
    pub(super) async fn queue(
        &self,
        connection: &mut PgConnection,
        letter: &RoundMail,
    ) -> Result<bool, BookingMailsError> {
        let RoundMail { key, to, round, mail } = letter;
        let now = self.clock.now();
        let recipient = Recipient::Member(*to);
        let first = gathering::last_at_once(&mut *connection, *to, round.play_date, now - GATHERING).await?;
        let Some(first) = first else {
            let about = About { round: *round, until: None };
            return Ok(self.outbox.queue_about(connection, key, &recipient, mail, about).await?);
        };
        if gathering::waits(&mut *connection, *to, round.booking, now).await? {
            gathering::note(connection, random::new_id(now), (key, *to), *round, now).await?;
            return Ok(false);
        }
        let about = About { round: *round, until: Some(first + GATHERING) };
        Ok(self.outbox.queue_about(connection, key, &recipient, mail, about).await?)
    }

    /// Writes what waits about these bookings as it stands now.
    pub(super) async fn bring_up_to_date(
        &self,
        connection: &mut PgConnection,
        bookings: &[BookingId],
    ) -> Result<(), BookingMailsError> {
        let now = self.clock.now();
        let waiting = gathering::about(&mut *connection, bookings, Some(now)).await?;
        self.write_anew(connection, waiting, None).await.map(|_| ())
    }

    /// Writes what waits about these bookings to others than `erased` without their name; gives the keys.
    pub(super) async fn write_without(
        &self,
        connection: &mut PgConnection,
        bookings: &[BookingId],
        erased: MemberId,
    ) -> Result<Vec<String>, BookingMailsError> {
        let mut waiting = gathering::about(&mut *connection, bookings, None).await?;
        waiting.retain(|waiting| waiting.member != erased);
        self.write_anew(connection, waiting, Some(erased)).await
    }

    async fn write_anew(
        &self,
        connection: &mut PgConnection,
        waiting: Vec<Waiting>,
        erased: Option<MemberId>,
    ) -> Result<Vec<String>, BookingMailsError> {
        if waiting.is_empty() {
            return Ok(Vec::new());
        }
        let mut streams: Vec<StreamId> =
            waiting.iter().map(|waiting| StreamId::Reservation(waiting.booking)).collect();
        streams.sort_unstable();
        streams.dedup();
        let streams = self.journal.load_streams(&streams).await?;
        let mut pending = Vec::new();
        let mut over = Vec::new();
        for waiting in &waiting {
            let stream = streams.get(&StreamId::Reservation(waiting.booking)).map(Vec::as_slice);
            match as_it_stands(waiting, stream.unwrap_or_default()) {
                // What nobody has to be left out of is right as it is.
                Some(Now::AsThen(as_then)) if erased.is_some() => pending.push(as_then),
                Some(Now::AsThen(_)) | None => {}
                Some(Now::Changed(changed)) => pending.push(changed),
                Some(Now::Nothing) => over.push(&waiting.dedup_key),
            }
        }
        let mut written: HashMap<String, RoundMail> = self
            .compose(pending, erased)
            .await?
            .into_iter()
            .map(|letter| (letter.key.clone(), letter))
            .collect();
        for key in over {
            gathering::settle(&mut *connection, key, self.clock.now()).await?;
        }
        for Waiting { dedup_key, .. } in &waiting {
            if let Some(RoundMail { mail, .. }) = written.remove(dedup_key) {
                outbox::rewrite(&mut *connection, dedup_key, &mail, &stored(&mail)).await?;
            }
        }
        Ok(waiting.into_iter().map(|waiting| waiting.dedup_key).collect())
    }
}

/// The present state of what a waiting mail is about; none where its cause is not found.
fn as_it_stands<'a>(waiting: &Waiting, stream: &'a [RecordedEvent]) -> Option<Now<'a>> {
    let position = position(&waiting.dedup_key)?;
    let recorded = stream.iter().find(|recorded| recorded.position == position)?;
    let Event::Reservation(event) = &recorded.event else { return None };
    let then = BookingState::after_command(stream, recorded.correlation_id)?;
    let first = cause::of(event, &then).into_iter().find(|cause| cause.to == waiting.member)?;
    let booking_state = BookingState::of(stream)?;
    if booking_state.changes == then.changes {
        return Some(Now::AsThen(PendingMail { recorded, booking_state: then, cause: first }));
    }
    // The place that stands, or the one that was given up last.
    let mine = || booking_state.places.iter().filter(|place| place.member == waiting.member);
    let place = mine().find(|place| place.active).or_else(|| mine().next_back())?;
    let took_part = matches!(first.what, CauseKind::Confirmed | CauseKind::Added { .. });
    let what = match place.active {
        true => CauseKind::Standing,
        // They were written to about neither, and it cost them nothing.
        false if took_part && !mine().any(|place| place.forfeited) => return Some(Now::Nothing),
        false => CauseKind::NoLonger,
    };
    let cause = Cause { to: waiting.member, place: place.place, what };
    Some(Now::Changed(PendingMail { recorded, booking_state, cause }))
}
