//! The mails to members whose place cannot be restored. Their key is booking and member, so that further runs of the
//! command do not send the same mail twice.

use std::collections::HashMap;

use fairway_documents::mail::{Loss, LossNotice};
use fairway_documents::{PersonName, Portal};
use fairway_events::{BookingId, MemberId};
use fairway_query::Booking;
use fairway_round_data::documents;
use fairway_store::PgPool;
use fairway_store::clubs::Clubs;
use fairway_store::members::Member;
use fairway_store::outbox::Recipient;
use fairway_store::outbox::queue::Outbox;

/// Composes the mails, and queues them.
#[derive(Debug)]
pub(super) struct Letters<'a> {
    pub(super) pool: &'a PgPool,
    pub(super) outbox: &'a Outbox,
    pub(super) portal: &'a Portal,
    pub(super) clubs: &'a Clubs,
}

impl Letters<'_> {
    /// Queues a mail; returns whether it was queued. A member who was erased, or who got it before, gets none.
    pub(super) async fn queue(
        &self,
        booking: &Booking,
        to: &Member,
        what: Loss<'_>,
    ) -> Result<bool, fairway_store::Error> {
        let round = documents::round(self.clubs, booking);
        let recipient: PersonName = documents::person_name(to);
        let mail =
            LossNotice { portal: self.portal, recipient: &recipient, round: &round, loss: what }.compose();
        let mut transaction = self.pool.begin().await?;
        let key = key(booking.booking, to.id, what);
        let queued = self.outbox.queue(&mut transaction, &key, &Recipient::Member(to.id), &mail).await?;
        transaction.commit().await?;
        Ok(queued)
    }
}

fn key(booking: BookingId, member: MemberId, what: Loss<'_>) -> String {
    let what = match what {
        Loss::Place { .. } => "place",
        Loss::Cancellation => "cancellation",
    };
    format!("book-again:{what}:{booking}:{member}")
}

/// Only the reader's own first name: a mail that names others would have to be found again when they are erased.
pub(super) fn own_name(reader: &Member) -> HashMap<MemberId, String> {
    HashMap::from([(reader.id, reader.first_name.clone())])
}
