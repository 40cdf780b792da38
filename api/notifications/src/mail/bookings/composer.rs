//! Composes the mails about rounds when they are sent: from the booking's events, and with the names of that moment. So
//! no content is stored, and an erased member is named in no mail that is sent later.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::NaiveDate;
use fairway_clock::clock::{Clock, day_of};
use fairway_documents::mail::Mail;
use fairway_events::{Event, Journal, JournalError, MemberId, PlaceId, PlayRight, RecordedEvent, StreamId};
use fairway_query::{ReadError, Reads};
use fairway_round_data::history::BookingHistory;
use fairway_round_data::links::Links;
use fairway_store::PgPool;
use fairway_store::clubs::ClubCache;
use fairway_store::outbox::Uncomposed;
use fairway_store::queueing::Haste;
use fairway_store::{clubs, members};
use uuid::Uuid;

use super::alternatives::{self, CancelledRound};
use super::booking_mail::MailContext;
use super::cause::{self, Cause, CauseKind};
use super::vouchers::Vouchers;

/// Composes mails about rounds.
#[derive(Debug, Clone)]
pub struct Composer {
    pub(super) pool: PgPool,
    pub(super) journal: Journal,
    reads: Reads,
    pub(super) clock: Clock,
    pub(super) links: Links,
    pub(super) clubs: Arc<ClubCache>,
}

/// The result of composing a mail.
#[derive(Debug)]
pub enum Composed {
    /// The mail.
    Mail(Mail),
    /// The recipient does not need a mail any more.
    Obsolete,
}

/// Why nothing could be composed.
#[derive(Debug, thiserror::Error)]
pub enum ComposeError {
    /// The database did not answer.
    #[error("what the mail is about cannot be read")]
    Database(#[from] fairway_store::Error),
    /// The booking's stream cannot be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The read models cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The journal does not have the event: it lost its end after the mail was queued.
    #[error("the journal has no event that causes this mail")]
    NoCause,
}

/// The facts of a mail: its content without the names.
#[derive(Debug, Clone)]
pub struct MailFacts {
    /// The booking as the mail shows it.
    pub(super) history: BookingHistory,
    pub(super) cause: Cause,
}

impl Composer {
    /// Expects a migrated database.
    #[must_use]
    pub fn new(pool: PgPool, clock: Clock, links: Links) -> Self {
        Self {
            journal: Journal::new(pool.clone()),
            reads: Reads::new(pool.clone()),
            pool,
            clock,
            links,
            clubs: Arc::default(),
        }
    }

    /// Composes these mails, with as many queries as for one; by the ids of their rows.
    ///
    /// # Errors
    /// [`ComposeError`]; then none is composed.
    pub async fn compose(&self, mails: &[Uncomposed]) -> Result<HashMap<Uuid, Composed>, ComposeError> {
        if mails.is_empty() {
            return Ok(HashMap::new());
        }
        let streams = self.streams(mails).await?;
        let (mut obsolete, mut facts) = (Vec::new(), HashMap::new());
        for mail in mails {
            let stream = streams.get(&StreamId::Reservation(mail.booking)).map(Vec::as_slice);
            let cause = self.cause_now(mail, stream.unwrap_or_default());
            match cause.ok_or(ComposeError::NoCause)? {
                Some((history, cause)) => {
                    facts.insert(mail.id, MailFacts { history, cause });
                }
                None => obsolete.push((mail.id, Composed::Obsolete)),
            }
        }
        let mut composed = self.compose_mails(&facts).await?;
        composed.extend(obsolete);
        Ok(composed)
    }

    /// The facts of these mails as they are now, by the ids of their rows; none of a mail that nobody needs any more, and
    /// of one whose cause the journal does not have.
    ///
    /// # Errors
    /// [`ComposeError`].
    pub(super) async fn facts_now(
        &self,
        mails: &[Uncomposed],
    ) -> Result<HashMap<Uuid, MailFacts>, ComposeError> {
        let streams = self.streams(mails).await?;
        let now = |mail: &Uncomposed| {
            let stream = streams.get(&StreamId::Reservation(mail.booking))?;
            let (history, cause) = self.cause_now(mail, stream)??;
            // A letter needs the place.
            history.booking.place(cause.place)?;
            Some((mail.id, MailFacts { history, cause }))
        };
        Ok(mails.iter().filter_map(now).collect())
    }

    /// The streams of the bookings that these mails are about.
    async fn streams(
        &self,
        mails: &[Uncomposed],
    ) -> Result<HashMap<StreamId, Vec<RecordedEvent>>, JournalError> {
        let mut streams: Vec<StreamId> =
            mails.iter().map(|mail| StreamId::Reservation(mail.booking)).collect();
        streams.sort_unstable();
        streams.dedup();
        self.journal.load_streams(&streams).await
    }

    /// As [`present_cause`], also of a reminder.
    #[expect(clippy::option_option, reason = "as present_cause")]
    fn cause_now(
        &self,
        mail: &Uncomposed,
        stream: &[RecordedEvent],
    ) -> Option<Option<(BookingHistory, Cause)>> {
        match cause::reminded_place(&mail.dedup_key) {
            Some(place) => reminder_now(place, stream, self.clock.today()),
            None => present_cause(mail, stream),
        }
    }

    /// Composes mails from their facts, with as many queries as for one; by the ids of their rows.
    ///
    /// # Errors
    /// As [`Self::compose`].
    pub(crate) async fn compose_mails(
        &self,
        facts: &HashMap<Uuid, MailFacts>,
    ) -> Result<HashMap<Uuid, Composed>, ComposeError> {
        let context = self.context(&facts.values().collect::<Vec<_>>()).await?;
        let compose = |facts: &MailFacts| {
            let at = facts.history.changed_at;
            let today = match facts.cause.what {
                CauseKind::Reminder => self.clock.today(),
                _ => day_of(at),
            };
            let mail = context.letter(&facts.history, &facts.cause, at, today);
            mail.map(Composed::Mail).ok_or(ComposeError::NoCause)
        };
        facts.iter().map(|(id, facts)| Ok((*id, compose(facts)?))).collect()
    }

    /// The data that the mails mention.
    async fn context(&self, facts: &[&MailFacts]) -> Result<MailContext<'_>, ComposeError> {
        let concerned = |facts: &&MailFacts| {
            let others = std::iter::once(facts.cause.to).chain(facts.cause.others());
            facts.history.booking.players().into_iter().chain(others).collect::<Vec<_>>()
        };
        let mut concerned: Vec<MemberId> = facts.iter().flat_map(concerned).collect();
        concerned.sort_unstable();
        concerned.dedup();
        let clubs = self.clubs.at(&self.pool, clubs::version(&self.pool).await?).await?;
        let rounds: Vec<CancelledRound<'_>> = facts.iter().copied().filter_map(cancelled_round).collect();
        Ok(MailContext {
            links: &self.links,
            names: members::by_ids(&self.pool, &concerned).await?,
            vouchers: self.vouchers(facts).await?,
            alternatives: alternatives::find(&self.reads, &clubs, &rounds, self.clock.now()).await?,
            clubs,
        })
    }

    /// The data of returned vouchers.
    async fn vouchers(&self, facts: &[&MailFacts]) -> Result<Vouchers, JournalError> {
        let mut vouchers: Vec<StreamId> = facts
            .iter()
            .filter_map(|facts| {
                match facts.history.booking.place(facts.cause.place).map(|place| &place.right) {
                    Some(PlayRight::Voucher { voucher, .. }) => Some(StreamId::Voucher(*voucher)),
                    Some(PlayRight::Subscription { .. }) | None => None,
                }
            })
            .collect();
        vouchers.sort_unstable();
        vouchers.dedup();
        let streams = self.journal.load_streams(&vouchers).await?;
        Ok(Vouchers::from_events(streams.values().flatten().map(|recorded| &recorded.event)))
    }
}

/// The round of a mail, if the club cancelled it.
fn cancelled_round(facts: &MailFacts) -> Option<CancelledRound<'_>> {
    let state = &facts.history.booking;
    (facts.cause.what == CauseKind::CancelledByClub).then_some(CancelledRound {
        member: facts.cause.to,
        booking: state.booking,
        club: &state.club,
        date: state.play_date,
        holes: state.holes,
    })
}

/// The reminder of a place, as [`present_cause`]: none is needed once the place was cancelled or its day has begun.
#[expect(clippy::option_option, reason = "as present_cause")]
pub(super) fn reminder_now(
    place: PlaceId,
    stream: &[RecordedEvent],
    today: NaiveDate,
) -> Option<Option<(BookingHistory, Cause)>> {
    let now = BookingHistory::after(stream)?;
    let found = now.booking.place(place)?;
    let cause = Cause { to: found.member, place, what: CauseKind::Reminder };
    let is_needed = found.is_active() && now.booking.play_date > today;
    Some(is_needed.then_some((now, cause)))
}

/// A mail's cause and the booking as it shows it. The inner none: the recipient does not need a mail any more. The outer
/// none: the cause is not in the stream.
#[expect(clippy::option_option, reason = "both answers have their own meaning, and one caller")]
pub(super) fn present_cause(
    mail: &Uncomposed,
    stream: &[RecordedEvent],
) -> Option<Option<(BookingHistory, Cause)>> {
    let position = cause::position(&mail.dedup_key)?;
    let recorded = stream.iter().find(|recorded| recorded.position == position)?;
    let Event::Reservation(event) = &recorded.event else { return None };
    let then = BookingHistory::after_command(stream, recorded.correlation_id)?;
    let first = cause::causes(&recorded.actor, event, &then).into_iter().find(|cause| cause.to == mail.to)?;
    let now = BookingHistory::after(stream)?;
    if !mail.gathers || now.changes == then.changes {
        return Some(Some((then, first)));
    }
    // The active place, or the one that was cancelled last.
    let own_places = || now.booking.places.iter().filter(|place| place.member == mail.to);
    let place = own_places().find(|place| place.is_active()).or_else(|| own_places().next_back())?;
    if place.is_active() {
        // The recipient has not read yet that they play. A new master learns that they lead.
        let is_told_first =
            first.what.is_beginning() && first.place == place.place && now.booking.master != mail.to;
        let present = Cause { to: mail.to, place: place.place, what: CauseKind::PresentState };
        let cause = if is_told_first { first } else { present };
        return Some(Some((now, cause)));
    }
    let (ended, end) = end_of_place(stream, place.place)?;
    // The recipient got a mail about neither the booking nor the cancellation, and lost no play right.
    let is_undone = first.what.is_beginning()
        && !end.what.is_always_mailed()
        && !own_places().any(|place| place.playright_expired);
    Some((!is_undone).then_some((ended, end)))
}

/// The cause by which a place ended, and the booking after it.
fn end_of_place(stream: &[RecordedEvent], place: PlaceId) -> Option<(BookingHistory, Cause)> {
    stream.iter().rev().find_map(|recorded| {
        let Event::Reservation(event) = &recorded.event else { return None };
        let after = BookingHistory::after_command(stream, recorded.correlation_id)?;
        let ends = |cause: &Cause| cause.place == place && cause.what.haste() == Haste::EndsWaiting;
        let end = cause::causes(&recorded.actor, event, &after).into_iter().find(ends)?;
        Some((after, end))
    })
}
