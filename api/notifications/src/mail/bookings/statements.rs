//! Mails to the managers and treasurers of a club: a month is closed, or an operator decided a dispute
//! (docs/domain.md §3.30, §3.31).

use chrono::TimeDelta;
use fairway_command::last_day_to_dispute;
use fairway_documents::PersonName;
use fairway_documents::mail::{StatementMail, StatementNotice};
use fairway_events::{ClubId, DisputeOutcome, Event, Month, RecordedEvent, SettlementEvent};
use fairway_round_data::documents;
use fairway_store::club_accounts::{self, ClubRole};
use fairway_store::outbox::Recipient;
use fairway_store::{PgConnection, clubs};

use super::{BookingMails, BookingMailsError};

/// The events that cause these mails, by name: one that cannot be read stops mails, unlike other events of its kind of
/// stream.
pub(super) const NAMES: [&str; 2] = ["MonthClosed", "DisputeEnded"];
/// Nobody is told of an older event. The outbox knows for longer which mails there were, so that a checkpoint that went
/// back sends none twice.
const NEWS_FOR: TimeDelta = TimeDelta::days(30);

/// News for a club.
struct Told<'a> {
    club: &'a ClubId,
    month: Month,
    /// Its cause.
    key: String,
    notice: StatementNotice<'a>,
}

impl BookingMails {
    /// Queues the mails about statements that these events cause; returns how many.
    ///
    /// # Errors
    /// [`BookingMailsError`].
    pub(super) async fn queue_statements(
        &self,
        connection: &mut PgConnection,
        events: &[RecordedEvent],
    ) -> Result<usize, BookingMailsError> {
        let since = self.clock.now() - NEWS_FOR;
        let told = events.iter().filter(|recorded| recorded.recorded_at > since).filter_map(told_by);
        let told: Vec<Told<'_>> = told.collect();
        if told.is_empty() {
            return Ok(0);
        }
        let concerned: Vec<&str> = told.iter().map(|told| told.club.0.as_str()).collect();
        let roles = [ClubRole::Manager, ClubRole::Treasurer];
        let people = club_accounts::people(&self.pool, &concerned, &roles).await?;
        let cards = clubs::load(&self.pool).await?;
        let mut queued = 0;
        for Told { club, month, key, notice } in told {
            for (_, id, name, email) in people.iter().filter(|(of, ..)| *of == club.0) {
                let mail = StatementMail {
                    portal: &self.links.clubs,
                    recipient: &PersonName::new(name, "", ""),
                    club: &documents::club(&cards, club),
                    month,
                    notice,
                };
                let (key, to) = (format!("{key}/{id}"), Recipient::Address(email.clone()));
                queued +=
                    usize::from(self.delivery.outbox.queue(connection, &key, &to, &mail.compose()).await?);
            }
        }
        Ok(queued)
    }
}

/// The news of an event; none: it has none.
fn told_by(recorded: &RecordedEvent) -> Option<Told<'_>> {
    let Event::Settlement(event) = &recorded.event else { return None };
    match event {
        SettlementEvent::MonthClosed { club, month, amounts, closed_on, invoice, .. } => {
            let invoice = invoice.as_ref().map(|invoice| invoice.number.as_str());
            let dispute_until = last_day_to_dispute(*closed_on);
            let key = format!("statement-closed/{club}/{month}");
            let notice = StatementNotice::Closed { amounts, invoice, dispute_until };
            Some(Told { club, month: *month, key, notice })
        }
        SettlementEvent::DisputeEnded { club, dispute, month, date, outcome, adjustment, reason, .. } => {
            let is_accepted = match outcome {
                DisputeOutcome::Accepted => true,
                DisputeOutcome::Refused => false,
                DisputeOutcome::Withdrawn => return None,
            };
            let (date, adjustment, answer) = (*date, *adjustment, reason.as_str());
            let key = format!("dispute-ended/{dispute}");
            let notice = StatementNotice::Decided { date, is_accepted, adjustment, answer };
            Some(Told { club, month: *month, key, notice })
        }
        SettlementEvent::TariffSet { .. } | SettlementEvent::LineDisputed { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use fairway_events::SettlementEventName;

    use super::*;

    #[test]
    fn the_names_are_those_of_the_events() {
        let names = [SettlementEventName::MonthClosed, SettlementEventName::DisputeEnded];
        assert_eq!(NAMES, names.map(SettlementEventName::as_str));
    }
}
