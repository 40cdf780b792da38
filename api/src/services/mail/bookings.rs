//! Mails about rounds and orders. They are derived from events alone: this module follows the journal from a checkpoint
//! of its own, and queues the mails of its events in the transaction that moves the checkpoint. A mail's key is the
//! event's position and the recipient, so that processing an event twice sends no mail twice.
//!
//! There are no mails about imports, nor about a round whose day has passed when its event is processed.

mod cause;
mod gathering;
mod letter;
mod receipts;
mod rewriting;
mod vouchers;

use std::time::Duration;

use fairway_documents::mail::Mail;
use fairway_events::{
    Actor, AggregateType, BookingId, Event, Journal, JournalError, MemberId, PlayRight, Position,
    RecordedEvent, ReservationEvent, StreamId, Unreadable,
};
use fairway_query::ReadError;
use sqlx::PgPool;
use tokio::sync::watch;

use super::{Outbox, Recipient};
use crate::clock::{Clock, day_of};
use crate::error_chain::Chain;
use crate::rounds::booking_state::BookingState;
use crate::rounds::links::Links;
use crate::store::clubs::{self, ClubCache};
use crate::store::outbox::gathering::Round;
use crate::store::{mail_checkpoint, members};
use cause::Cause;
use letter::MailContext;
use vouchers::Vouchers;

/// Events per batch.
const BATCH: i64 = 200;
/// The kinds of streams that cause mails. An unreadable event of another kind does not stop mails.
const KINDS: [AggregateType; 2] = [AggregateType::Reservation, AggregateType::Order];
/// How often the journal is read without a wake-up.
const POLL: Duration = Duration::from_secs(2);
/// The pause after a failure.
const RETRY_PAUSE: Duration = Duration::from_secs(5);

/// Queues the mails about rounds and orders.
#[derive(Debug)]
pub struct BookingMails {
    pool: PgPool,
    journal: Journal,
    clock: Clock,
    outbox: Outbox,
    links: Links,
    clubs: ClubCache,
}

/// Why nothing was queued.
#[derive(Debug, thiserror::Error)]
pub enum BookingMailsError {
    /// The database did not answer, or returned an error.
    #[error("mails about rounds and orders cannot be queued")]
    Database(#[from] sqlx::Error),
    /// A booking's stream cannot be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A read model cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
}

/// A mail to compose, and the event that causes it.
struct PendingMail<'a> {
    recorded: &'a RecordedEvent,
    /// The booking as the mail shows it.
    booking_state: BookingState,
    cause: Cause,
}

/// A mail about a round, ready to be queued.
struct RoundMail {
    /// Its cause and recipient.
    key: String,
    to: MemberId,
    round: Round,
    mail: Mail,
}

/// The result of one batch.
#[derive(Debug)]
pub struct Progress {
    /// Mails that were queued.
    pub queued: usize,
    /// The position up to which the journal has been processed.
    pub position: Position,
    /// Whether more events wait.
    pub more: bool,
    /// The event after `position` is of a booking or an order and cannot be read by this version; it is never skipped.
    pub stopped: Option<Unreadable>,
}

impl BookingMails {
    /// Expects a migrated database.
    #[must_use]
    pub fn new(pool: PgPool, clock: Clock, outbox: Outbox, links: Links) -> Self {
        let journal = Journal::new(pool.clone());
        Self { pool, journal, clock, outbox, links, clubs: ClubCache::default() }
    }

    /// Follows the journal until `shutdown` completes. `writer` is the last position that a writer in this process
    /// committed.
    pub async fn run(self, writer: Option<watch::Receiver<Position>>, shutdown: impl Future<Output = ()>) {
        tokio::select! {
            () = shutdown => {}
            () = self.follow(writer) => {}
        }
    }

    async fn follow(&self, mut writer: Option<watch::Receiver<Position>>) {
        loop {
            let mut pause = POLL;
            match self.process_events().await {
                Ok(Progress { stopped: Some(unreadable), .. }) => {
                    tracing::error!(
                        position = unreadable.position,
                        error = %Chain(&unreadable),
                        "no mails about rounds and orders: an event cannot be read by this version"
                    );
                    pause = RETRY_PAUSE;
                }
                Ok(batch) if batch.more => continue,
                Ok(_) => {}
                Err(error) => {
                    tracing::warn!(
                        error = %Chain(&error),
                        "mails about rounds and orders cannot be queued; trying again"
                    );
                    pause = RETRY_PAUSE;
                }
            }
            tokio::select! {
                () = committed(writer.as_mut()) => {}
                () = tokio::time::sleep(pause) => {}
            }
        }
    }

    /// Processes the next events and queues their mails.
    ///
    /// # Errors
    /// [`BookingMailsError`]; then nothing was queued and the same events are processed again.
    pub async fn process_events(&self) -> Result<Progress, BookingMailsError> {
        let mut transaction = self.pool.begin().await?;
        let from = mail_checkpoint::lock(&mut transaction).await?;
        let mut stopped = None;
        let mut last = None;
        let mut events = Vec::new();
        let entries = Journal::entries_after(&mut transaction, from, BATCH).await?;
        let is_full_batch = i64::try_from(entries.len()).is_ok_and(|count| count == BATCH);
        for entry in entries {
            match entry.event {
                Err(unreadable) if entry.aggregate_type.is_some_and(|kind| KINDS.contains(&kind)) => {
                    stopped = Some(unreadable);
                    break;
                }
                event => events.extend(event),
            }
            last = Some((entry.position, entry.recorded_at));
        }
        let more = stopped.is_none() && is_full_batch;
        let mut queued = 0;
        let mut position = from;
        if let Some((last, recorded_at)) = last {
            let letters = self.compose_for_events(&events, None).await?;
            for letter in &letters {
                queued += usize::from(self.queue(&mut transaction, letter).await?);
            }
            self.recompose_waiting(&mut transaction, &bookings(&events)).await?;
            for (key, member, mail) in self.receipts(&events).await? {
                let to = Recipient::Member(member);
                queued += usize::from(self.outbox.queue(&mut transaction, &key, &to, &mail).await?);
            }
            mail_checkpoint::advance(&mut transaction, last, recorded_at).await?;
            position = last;
        }
        if let Some(unreadable) = &stopped {
            mail_checkpoint::stop(&mut transaction, &Chain(unreadable).to_string()).await?;
        }
        transaction.commit().await?;
        if queued > 0 {
            self.outbox.wake();
        }
        Ok(Progress { queued, position, more, stopped })
    }

    /// The mails about rounds for these events. `erased` is named like an unknown member.
    async fn compose_for_events(
        &self,
        events: &[RecordedEvent],
        erased: Option<MemberId>,
    ) -> Result<Vec<RoundMail>, BookingMailsError> {
        let own: Vec<(&RecordedEvent, &ReservationEvent)> = events
            .iter()
            .filter(|recorded| recorded.actor != Actor::import())
            .filter_map(|recorded| match &recorded.event {
                Event::Reservation(event) => Some((recorded, event)),
                Event::Membership(_) | Event::Voucher(_) | Event::CourseDay(_) | Event::Order(_) => None,
            })
            .collect();
        if own.is_empty() {
            return Ok(Vec::new());
        }
        let mut streams: Vec<StreamId> = own.iter().map(|(recorded, _)| recorded.stream.clone()).collect();
        streams.sort_unstable();
        streams.dedup();
        let streams = self.journal.load_streams(&streams).await?;

        let mut pending: Vec<PendingMail<'_>> = Vec::new();
        for (recorded, event) in own {
            let stream = streams.get(&recorded.stream).map(Vec::as_slice).unwrap_or_default();
            let Some(booking_state) = BookingState::after_command(stream, recorded.correlation_id) else {
                continue;
            };
            if booking_state.play_date >= self.clock.today() {
                let causes = cause::of(event, &booking_state).into_iter();
                pending.extend(causes.map(|cause| PendingMail {
                    recorded,
                    booking_state: booking_state.clone(),
                    cause,
                }));
            }
        }
        self.compose(pending, erased).await
    }

    /// Composes the mails.
    async fn compose(
        &self,
        pending: Vec<PendingMail<'_>>,
        erased: Option<MemberId>,
    ) -> Result<Vec<RoundMail>, BookingMailsError> {
        if pending.is_empty() {
            return Ok(Vec::new());
        }
        let mut concerned: Vec<MemberId> = pending
            .iter()
            .flat_map(|pending| {
                pending
                    .booking_state
                    .players()
                    .into_iter()
                    .chain([pending.cause.to])
                    .chain(pending.cause.other())
            })
            .collect();
        concerned.sort_unstable();
        concerned.dedup();
        let mut names = members::by_ids(&self.pool, &concerned).await?;
        names.retain(|member, _| Some(*member) != erased);
        let context = MailContext {
            links: &self.links,
            names,
            clubs: self.clubs.at(&self.pool, clubs::version(&self.pool).await?).await?,
            vouchers: self.vouchers(&pending).await?,
        };
        Ok(pending
            .iter()
            .filter_map(|PendingMail { recorded, booking_state, cause }| {
                let at = booking_state.changed_at;
                let mail = context.letter(booking_state, cause, at, day_of(at))?;
                let round = Round { booking: booking_state.booking, play_date: booking_state.play_date };
                Some(RoundMail {
                    key: format!("event:{}:{}", recorded.position, cause.to),
                    to: cause.to,
                    round,
                    mail,
                })
            })
            .collect())
    }

    /// The data of returned vouchers for the mails.
    async fn vouchers(&self, pending: &[PendingMail<'_>]) -> Result<Vouchers, JournalError> {
        let mut vouchers: Vec<StreamId> = pending
            .iter()
            .filter_map(|pending| {
                match pending.booking_state.place(pending.cause.place).map(|place| &place.right) {
                    Some(PlayRight::Voucher { voucher, .. }) => Some(StreamId::Voucher(*voucher)),
                    Some(PlayRight::Subscription { .. }) | None => None,
                }
            })
            .collect();
        vouchers.sort_unstable();
        vouchers.dedup();
        let streams = self.journal.load_streams(&vouchers).await?;
        Ok(Vouchers::of(streams.values().flatten().map(|recorded| &recorded.event)))
    }
}

/// The bookings of these events.
fn bookings(events: &[RecordedEvent]) -> Vec<BookingId> {
    let mut bookings: Vec<BookingId> = events
        .iter()
        .filter_map(|recorded| match &recorded.stream {
            StreamId::Reservation(booking) => Some(*booking),
            StreamId::Membership(_) | StreamId::Voucher(_) | StreamId::CourseDay(..) | StreamId::Order(_) => {
                None
            }
        })
        .collect();
    bookings.sort_unstable();
    bookings.dedup();
    bookings
}

/// Completes at the writer's next commit; never if there is no writer.
async fn committed(writer: Option<&mut watch::Receiver<Position>>) {
    if let Some(writer) = writer
        && writer.changed().await.is_ok()
    {
        return;
    }
    std::future::pending().await
}
