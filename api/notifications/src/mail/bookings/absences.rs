//! Mails and news for devices about absences (docs/domain.md §3.27): to the player of whom a club says that they did not
//! come, and when the club takes that back.

use chrono::NaiveDate;
use fairway_command::arrival_list::last_day_to_object;
use fairway_documents::mail::{AbsenceMail, AbsenceNotice};
use fairway_events::{Actor, ArrivalListEvent, BookingId, ClubId, Event, MemberId, Position, RecordedEvent};
use fairway_round_data::documents;
use fairway_store::notifications::{self, NotificationKind};
use fairway_store::outbox::Recipient;
use fairway_store::push_messages::{News, Subject};
use fairway_store::queueing::Haste;
use fairway_store::{PgConnection, clubs, members};

use super::{BookingMails, BookingMailsError, cause, pushes};
use crate::push;

/// The events that cause these mails, by name: one that cannot be read stops mails, unlike other events of its kind of
/// stream.
pub(super) const NAMES: [&str; 2] = ["AbsenceRecorded", "AbsenceWithdrawn"];

/// What a club said of a player.
pub(super) struct Told<'a> {
    position: Position,
    to: MemberId,
    booking: BookingId,
    pub(super) club: &'a ClubId,
    pub(super) play_date: NaiveDate,
    pub(super) notice: AbsenceNotice,
}

impl BookingMails {
    /// Queues the mails and the news about absences that these events cause; returns how many mails.
    ///
    /// # Errors
    /// [`BookingMailsError`].
    pub(super) async fn queue_absences(
        &self,
        connection: &mut PgConnection,
        events: &[RecordedEvent],
    ) -> Result<usize, BookingMailsError> {
        let told = events.iter().filter(|recorded| recorded.actor != Actor::import()).filter_map(told_by);
        let told: Vec<Told<'_>> = told.collect();
        if told.is_empty() {
            return Ok(0);
        }
        let now = self.clock.now();
        let news: Vec<News> = told
            .iter()
            .map(|told| News {
                dedup_key: cause::absence_key(told.position, told.to),
                to: told.to,
                kind: NotificationKind::RoundChanged,
                subject: Subject::Booking(told.booking),
                play_date: told.play_date,
                ends_at: pushes::end_of(told.play_date, now),
                haste: Haste::NeverWaits,
            })
            .collect();
        push::queue::queue(connection, &news, now).await?;
        let about: Vec<_> = told.iter().map(|told| (told.to, NotificationKind::RoundChanged)).collect();
        let wanted = notifications::wanted(&mut *connection, &about).await?;
        let to: Vec<MemberId> = told.iter().map(|told| told.to).collect();
        let names = members::by_ids(&self.pool, &to).await?;
        let clubs = clubs::load(&self.pool).await?;
        let mut queued = 0;
        for (told, wanted) in told.iter().zip(wanted) {
            let Some(member) = names.get(&told.to).filter(|_| wanted.mail) else { continue };
            let mail = AbsenceMail {
                portal: &self.links.portal,
                recipient: &documents::person_name(member),
                club: &documents::club(&clubs, told.club),
                play_date: told.play_date,
                notice: told.notice,
            };
            let (key, to) = (cause::absence_key(told.position, told.to), Recipient::Member(told.to));
            queued += usize::from(self.delivery.outbox.queue(connection, &key, &to, &mail.compose()).await?);
        }
        Ok(queued)
    }
}

/// What the event says of a player; none: it is another.
pub(super) fn told_by(recorded: &RecordedEvent) -> Option<Told<'_>> {
    let Event::ArrivalList(event) = &recorded.event else { return None };
    let (club, play_date, booking, to, notice) = match event {
        ArrivalListEvent::AbsenceRecorded { club, date, booking, member, reason, .. } => {
            let object_until = last_day_to_object(*date);
            (club, *date, *booking, *member, AbsenceNotice::Recorded { reason: *reason, object_until })
        }
        ArrivalListEvent::AbsenceWithdrawn { club, date, booking, member, .. } => {
            (club, *date, *booking, *member, AbsenceNotice::Withdrawn)
        }
        ArrivalListEvent::PlayerArrived { .. }
        | ArrivalListEvent::PlayerSeenAgain { .. }
        | ArrivalListEvent::IrregularScanRecorded { .. }
        | ArrivalListEvent::IrregularScanDecided { .. }
        | ArrivalListEvent::ArrivalAnnulled { .. }
        | ArrivalListEvent::PlayedHolesCorrected { .. }
        | ArrivalListEvent::AbsenceObjected { .. } => return None,
    };
    Some(Told { position: recorded.position, to, booking, club, play_date, notice })
}

#[cfg(test)]
mod tests {
    use fairway_events::ArrivalListEventName;

    use super::*;

    #[test]
    fn the_names_are_those_of_the_events() {
        let names = [ArrivalListEventName::AbsenceRecorded, ArrivalListEventName::AbsenceWithdrawn];
        assert_eq!(NAMES, names.map(ArrivalListEventName::as_str));
    }
}
