//! Mails about rounds, orders and waiting lists, and news for devices of the same causes. They are derived from events
//! alone: this module follows the journal from a checkpoint of its own, and queues the mails of its events in the
//! transaction that moves the checkpoint. A mail's key is the event's position and the recipient, so that processing an
//! event twice sends no mail twice.
//!
//! An idle sender in this process gets the causes of the mails about rounds with the mails' facts, which follow from the
//! same events ([`super::hand_over`]); the outbox has the others, and the sender has them composed ([`Composer`]). There
//! are no mails about imports, nor about a round whose day has passed when its event is processed, nor of a kind that the
//! recipient switched off. The mail of the day before has no event: see [`reminders`]. What an operator took back or has
//! paid back is told in any case, in mails that are composed when they are queued (`receipts`, `withdrawals`), as are those
//! about how a course is (`courses`), about absences (`absences`), and to clubs about what they are owed (`statements`).

mod absences;
mod alternatives;
mod booking_mail;
mod cause;
mod combining;
mod composer;
mod courses;
pub mod preview;
mod pushes;
mod receipts;
pub mod reminders;
mod statements;
mod vouchers;
mod waiting;
mod withdrawals;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use fairway_events::journal::{RecentAppends, UnreadableReason};
use fairway_events::{
    Actor, AggregateType, Event, Journal, JournalError, Position, RecordedEvent, ReservationEvent, StreamId,
    Unreadable,
};
use fairway_query::ReadError;
use fairway_store::{PgConnection, PgPool};
use tokio::sync::watch;
use tokio::time::Instant;

use self::cause::CauseKind;
pub use self::composer::{ComposeError, Composed, Composer, MailFacts};
use self::receipts::Receipt;
use super::delivery::MailDelivery;
use super::hand_over::ReadySender;
use crate::push;
use fairway_clock::clock::Clock;
use fairway_round_data::history::BookingHistory;
use fairway_round_data::links::Links;
use fairway_store::mail_checkpoint;
use fairway_store::notifications;
use fairway_store::outbox::Recipient;
use fairway_store::outbox::Taken;
use fairway_store::outbox::rounds::{Round, RoundMail};
use fairway_store::queueing::Haste;
use fairway_text::error_chain::Chain;

/// Events per batch.
const BATCH: i64 = 200;
/// The kinds of streams that cause mails. An unreadable event of another kind does not stop mails, unless its name is one
/// of `withdrawals::NAMES`, `absences::NAMES`, `courses::NAME` or `statements::NAMES`.
const KINDS: [AggregateType; 3] =
    [AggregateType::Reservation, AggregateType::Order, AggregateType::WaitingList];
/// How long to wait after a commit, so that the mails of several commits are queued together: nobody waits for a mail
/// as for a screen.
const COMMITS_TOGETHER: Duration = Duration::from_millis(200);
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
    delivery: MailDelivery,
    links: Links,
    recent: Arc<RecentAppends>,
}

/// Why nothing was queued.
#[derive(Debug, thiserror::Error)]
pub enum BookingMailsError {
    /// The database did not answer, or returned an error.
    #[error("mails about rounds and orders cannot be queued")]
    Database(#[from] fairway_store::Error),
    /// A booking's stream cannot be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A read model cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
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
    pub fn new(pool: PgPool, clock: Clock, delivery: MailDelivery, links: Links) -> Self {
        let journal = Journal::new(pool.clone());
        Self { pool, journal, clock, delivery, links, recent: Arc::default() }
    }

    pub(super) const fn pool(&self) -> &PgPool {
        &self.pool
    }

    /// Has the sender of this process check the outbox at once.
    pub(super) fn wake_sender(&self) {
        self.delivery.outbox.wake();
    }

    /// The same beside a writer in this process: its latest appends are not read from the database.
    #[must_use]
    pub fn with_recent(self, recent: Arc<RecentAppends>) -> Self {
        Self { recent, ..self }
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
            // The journal is the queue of its mails.
            self.delivery.hand_over().until_idle().await;
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
                () = committed(writer.as_mut()) => tokio::time::sleep(COMMITS_TOGETHER).await,
                () = tokio::time::sleep(pause) => {}
            }
        }
    }

    /// Processes the next events and queues their mails.
    ///
    /// # Errors
    /// [`BookingMailsError`]; then nothing was queued and the same events are processed again.
    pub async fn process_events(&self) -> Result<Progress, BookingMailsError> {
        let mut transaction = mail_checkpoint::begin(&self.pool).await?;
        let from = mail_checkpoint::lock(&mut transaction).await?;
        let mut stopped = None;
        let mut last = None;
        let mut events = Vec::new();
        let entries = self.recent.entries_after(&mut transaction, from, BATCH).await?;
        let is_full_batch = i64::try_from(entries.len()).is_ok_and(|count| count == BATCH);
        for entry in entries {
            match entry.event {
                Err(unreadable) if could_cause_a_mail(entry.aggregate_type, &unreadable) => {
                    stopped = Some(unreadable);
                    break;
                }
                event => events.extend(event),
            }
            last = Some((entry.position, entry.recorded_at));
        }
        let more = stopped.is_none() && is_full_batch;
        let (mut queued, mut position) = (0, from);
        let (mut sender, mut handed_over) = (None, None);
        let leased_at = Instant::now();
        if let Some((last, recorded_at)) = last {
            let (mails, mut facts) = self.about_rounds(&events).await?;
            let news = pushes::of_rounds(&mails, &facts, self.clock.now());
            push::queue::queue(&mut transaction, &news, self.clock.now()).await?;
            let mails = wanted_by_mail(&mut transaction, mails, &facts).await?;
            sender = if mails.is_empty() { None } else { self.delivery.hand_over().idle_sender() };
            let lease = sender.as_ref().map(ReadySender::lease);
            let about_rounds = self.queue(&mut transaction, &mails, lease).await?;
            queued += about_rounds.queued;
            if let Some((batch, taken)) = about_rounds.leased {
                let with_facts = |taken: Taken| facts.remove(&taken.dedup_key).map(|facts| (taken, facts));
                handed_over = Some((batch, taken.into_iter().filter_map(with_facts).collect::<Vec<_>>()));
            }
            let receipts = self.receipts(&events).await?.into_iter();
            for Receipt { key, to: member, mail } in receipts.chain(self.withdrawals(&events).await?) {
                let to = Recipient::Member(member);
                queued += usize::from(self.delivery.outbox.queue(&mut transaction, &key, &to, &mail).await?);
            }
            queued += self.queue_waiting(&mut transaction, &events).await?;
            queued += self.queue_courses(&mut transaction, &events).await?;
            queued += self.queue_absences(&mut transaction, &events).await?;
            queued += self.queue_statements(&mut transaction, &events).await?;
            mail_checkpoint::advance(&mut transaction, last, recorded_at).await?;
            position = last;
        }
        if let Some(unreadable) = &stopped {
            mail_checkpoint::stop(&mut transaction, &Chain(unreadable).to_string()).await?;
        }
        transaction.commit().await?;
        let in_outbox = queued;
        if let (Some(sender), Some((batch, mails))) = (sender, handed_over) {
            queued += mails.len();
            sender.hand_over(batch, mails, leased_at);
        }
        if in_outbox > 0 {
            self.delivery.outbox.wake();
        }
        Ok(Progress { queued, position, more, stopped })
    }

    /// The causes of mails about rounds among these events, and the facts of the mails by their keys.
    async fn about_rounds(
        &self,
        events: &[RecordedEvent],
    ) -> Result<(Vec<RoundMail>, HashMap<String, MailFacts>), BookingMailsError> {
        let own: Vec<(&RecordedEvent, &ReservationEvent)> = events
            .iter()
            .filter(|recorded| recorded.actor != Actor::import())
            .filter_map(|recorded| match &recorded.event {
                Event::Reservation(event) => Some((recorded, event)),
                _ => None,
            })
            .collect();
        let streams = self.streams(&own).await?;
        let (mut mails, mut facts) = (Vec::new(), HashMap::new());
        for (recorded, event) in own {
            let stream = streams.get(&recorded.stream).map(Vec::as_slice).unwrap_or_default();
            let Some(history) = BookingHistory::after_command(stream, recorded.correlation_id) else {
                continue;
            };
            let is_past = history.booking.play_date < self.clock.today();
            let round = Round { booking: history.booking.booking, play_date: history.booking.play_date };
            let causes = cause::causes(&recorded.actor, event, &history);
            for cause in causes.into_iter().filter(|cause| !is_past || cause.what.is_about_the_past()) {
                let (dedup_key, to) = (cause::key(recorded.position, cause.to), cause.to);
                facts.insert(dedup_key.clone(), MailFacts { history: history.clone(), cause });
                mails.push(RoundMail { dedup_key, to, round });
            }
        }
        Ok((mails, facts))
    }

    /// The streams of these events, at least up to them. Only those that did not begin with these events are read.
    async fn streams(
        &self,
        events: &[(&RecordedEvent, &ReservationEvent)],
    ) -> Result<HashMap<StreamId, Vec<RecordedEvent>>, JournalError> {
        let mut streams: HashMap<StreamId, Vec<RecordedEvent>> = HashMap::new();
        for (recorded, _) in events {
            streams.entry(recorded.stream.clone()).or_default().push((*recorded).clone());
        }
        let is_whole = |events: &[RecordedEvent]| events.first().is_some_and(|first| first.sequence == 1);
        let missing: Vec<StreamId> = streams
            .iter()
            .filter(|(_, events)| !is_whole(events))
            .map(|(stream, _)| stream.clone())
            .collect();
        streams.extend(self.journal.load_streams(&missing).await?);
        Ok(streams)
    }
}

fn could_cause_a_mail(kind: Option<AggregateType>, event: &Unreadable) -> bool {
    let is_named = match &event.source {
        UnreadableReason::Payload(event) => {
            let of_clubs = [courses::NAME].into_iter().chain(statements::NAMES);
            let mut names = withdrawals::NAMES.into_iter().chain(absences::NAMES).chain(of_clubs);
            names.any(|name| name == event.event_type)
        }
        UnreadableReason::Stream(_) | UnreadableReason::Actor(_) | UnreadableReason::Metadata(_) => false,
    };
    is_named || kind.is_some_and(|kind| KINDS.contains(&kind))
}

/// The mails that their recipients want, each with its haste, by one query for all of them.
async fn wanted_by_mail(
    connection: &mut PgConnection,
    mails: Vec<RoundMail>,
    facts: &HashMap<String, MailFacts>,
) -> Result<Vec<(RoundMail, Haste)>, fairway_store::Error> {
    let what: Vec<CauseKind> =
        mails.iter().filter_map(|mail| Some(facts.get(&mail.dedup_key)?.cause.what)).collect();
    let about: Vec<_> = mails.iter().zip(&what).map(|(mail, what)| (mail.to, what.notification())).collect();
    let wanted = notifications::wanted(connection, &about).await?;
    let wanted = mails.into_iter().zip(what).zip(wanted);
    let wanted = wanted.filter(|((_, what), wanted)| wanted.mail || what.is_always_mailed());
    Ok(wanted.map(|((mail, what), _)| (mail, what.haste())).collect())
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
