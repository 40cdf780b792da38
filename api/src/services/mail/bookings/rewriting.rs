//! Waiting mails to others that name a member who is being erased: composed again from their events, without the name.
//! They are not dropped, because their recipients still need them.

use std::collections::{BTreeSet, HashMap};

use fairway_events::{BookingId, MemberId, Position, RecordedEvent, StreamId};
use sqlx::PgConnection;

use super::{BookingMails, BookingMailsError, RoundMail};
use crate::services::mail::outbox::stored;
use crate::store::outbox;

/// The position of the event that caused a mail about a round.
pub(super) fn position(dedup_key: &str) -> Option<Position> {
    dedup_key.strip_prefix("event:")?.split_once(':')?.0.parse().ok()
}

impl BookingMails {
    /// Composes the waiting mails about these bookings to others than `member` again, as if the member were erased
    /// already; returns how many there were. A mail about a round whose day has passed is dropped.
    ///
    /// In the erasing transaction, which has locked the checkpoint of these mails: none is queued at the same time.
    ///
    /// # Errors
    /// [`BookingMailsError`].
    pub async fn rewrite_without(
        &self,
        connection: &mut PgConnection,
        member: MemberId,
        bookings: &[BookingId],
    ) -> Result<u64, BookingMailsError> {
        let waiting: HashMap<String, Position> = outbox::waiting_for_others(&mut *connection, member)
            .await?
            .into_iter()
            .filter_map(|key| position(&key).map(|position| (key, position)))
            .collect();
        if waiting.is_empty() {
            return Ok(0);
        }
        let causes: BTreeSet<Position> = waiting.values().copied().collect();
        let streams: Vec<StreamId> = bookings.iter().map(|booking| StreamId::Reservation(*booking)).collect();
        let mut events: Vec<RecordedEvent> =
            self.journal.load_streams(&streams).await?.into_values().flatten().collect();
        events.retain(|recorded| causes.contains(&recorded.position));
        events.sort_unstable_by_key(|recorded| recorded.position);

        let concerned: BTreeSet<Position> = events.iter().map(|recorded| recorded.position).collect();
        let mut remaining: BTreeSet<String> = waiting
            .into_iter()
            .filter(|(_, position)| concerned.contains(position))
            .map(|(key, _)| key)
            .collect();
        let rewritten = u64::try_from(remaining.len()).unwrap_or(u64::MAX);
        for key in self.write_without(&mut *connection, bookings, member).await? {
            remaining.remove(&key);
        }
        for RoundMail { key, mail, .. } in self.compose_for_events(&events, Some(member)).await? {
            if remaining.remove(&key) {
                outbox::rewrite(&mut *connection, &key, &mail, &stored(&mail)).await?;
            }
        }
        for key in remaining {
            outbox::withdraw(&mut *connection, &key).await?;
        }
        Ok(rewritten)
    }
}
