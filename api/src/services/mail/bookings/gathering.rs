//! Mails about one round in a short time (docs/domain.md §4, mails): the first is sent at once, further changes within
//! ten minutes become one mail with the state at that time. So a member who books and cancels in a loop does not flood
//! anybody's inbox.
//!
//! A waiting mail is a normal row of the outbox, composed again in the transaction that processes an event: nothing is
//! lost with a process, and the sender needs no special case.

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

/// How long a mail waits for further changes, at most.
const GATHERING_TIME: TimeDelta = TimeDelta::minutes(10);

/// The state of a waiting mail's cause.
enum CauseState<'a> {
    /// The booking has not changed since.
    Unchanged(PendingMail<'a>),
    /// The booking has changed; this is its present state.
    Changed(PendingMail<'a>),
    /// The recipient does not need a mail any more.
    Obsolete,
}

impl BookingMails {
    /// Queues a mail, or adds its cause to a waiting one; returns whether a mail was queued.
    pub(super) async fn queue(
        &self,
        connection: &mut PgConnection,
        letter: &RoundMail,
    ) -> Result<bool, BookingMailsError> {
        let RoundMail { key, to, round, mail } = letter;
        let now = self.clock.now();
        let recipient = Recipient::Member(*to);
        let first =
            gathering::last_without_waiting(&mut *connection, *to, round.play_date, now - GATHERING_TIME)
                .await?;
        let Some(first) = first else {
            let about = About { round: *round, until: None };
            return Ok(self.outbox.queue_about(connection, key, &recipient, mail, about).await?);
        };
        if gathering::waits(&mut *connection, *to, round.booking, now).await? {
            gathering::note(connection, random::new_id(now), (key, *to), *round, now).await?;
            return Ok(false);
        }
        let about = About { round: *round, until: Some(first + GATHERING_TIME) };
        Ok(self.outbox.queue_about(connection, key, &recipient, mail, about).await?)
    }

    /// Composes the waiting mails about these bookings again, with the present state.
    pub(super) async fn recompose_waiting(
        &self,
        connection: &mut PgConnection,
        bookings: &[BookingId],
    ) -> Result<(), BookingMailsError> {
        let now = self.clock.now();
        let waiting = gathering::about(&mut *connection, bookings, Some(now)).await?;
        self.recompose(connection, waiting, None).await.map(|_| ())
    }

    /// Composes the waiting mails about these bookings to others than `erased` again, without that name; returns
    /// the keys.
    pub(super) async fn write_without(
        &self,
        connection: &mut PgConnection,
        bookings: &[BookingId],
        erased: MemberId,
    ) -> Result<Vec<String>, BookingMailsError> {
        let mut waiting = gathering::about(&mut *connection, bookings, None).await?;
        waiting.retain(|waiting| waiting.member != erased);
        self.recompose(connection, waiting, Some(erased)).await
    }

    async fn recompose(
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
        let mut obsolete = Vec::new();
        for waiting in &waiting {
            let stream = streams.get(&StreamId::Reservation(waiting.booking)).map(Vec::as_slice);
            match cause_state(waiting, stream.unwrap_or_default()) {
                // A mail without the erased name needs no change.
                Some(CauseState::Unchanged(unchanged)) if erased.is_some() => pending.push(unchanged),
                Some(CauseState::Unchanged(_)) | None => {}
                Some(CauseState::Changed(changed)) => pending.push(changed),
                Some(CauseState::Obsolete) => obsolete.push(&waiting.dedup_key),
            }
        }
        let mut written: HashMap<String, RoundMail> = self
            .compose(pending, erased)
            .await?
            .into_iter()
            .map(|letter| (letter.key.clone(), letter))
            .collect();
        for key in obsolete {
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

/// The present state of a waiting mail's cause; none when the cause is not found.
fn cause_state<'a>(waiting: &Waiting, stream: &'a [RecordedEvent]) -> Option<CauseState<'a>> {
    let position = position(&waiting.dedup_key)?;
    let recorded = stream.iter().find(|recorded| recorded.position == position)?;
    let Event::Reservation(event) = &recorded.event else { return None };
    let then = BookingState::after_command(stream, recorded.correlation_id)?;
    let first = cause::of(event, &then).into_iter().find(|cause| cause.to == waiting.member)?;
    let booking_state = BookingState::of(stream)?;
    if booking_state.changes == then.changes {
        return Some(CauseState::Unchanged(PendingMail { recorded, booking_state: then, cause: first }));
    }
    // The active place, or the one that was cancelled last.
    let own_places = || booking_state.places.iter().filter(|place| place.member == waiting.member);
    let place = own_places().find(|place| place.active).or_else(|| own_places().next_back())?;
    let took_part = matches!(first.what, CauseKind::Confirmed | CauseKind::Added { .. });
    let what = match place.active {
        true => CauseKind::PresentState,
        // The recipient got a mail about neither the booking nor the cancellation, and lost no play right.
        false if took_part && !own_places().any(|place| place.forfeited) => {
            return Some(CauseState::Obsolete);
        }
        false => CauseKind::NotPlaying,
    };
    let cause = Cause { to: waiting.member, place: place.place, what };
    Some(CauseState::Changed(PendingMail { recorded, booking_state, cause }))
}
