//! The mails to those who cannot be helped. Known by booking and member, so that however often the command runs nobody
//! is written to twice about the same.

use std::collections::HashMap;

use fairway_documents::mail::{Loss, LossNotice};
use fairway_documents::{PersonName, Portal};
use fairway_events::{BookingId, MemberId};
use sqlx::PgPool;

use crate::rounds::documents;
use crate::rounds::story::Story;
use crate::services::mail::{Outbox, Recipient};
use crate::store::clubs::Clubs;
use crate::store::members::Member;

/// What the mails are made with.
#[derive(Debug)]
pub(super) struct Letters<'a> {
    pub(super) pool: &'a PgPool,
    pub(super) outbox: &'a Outbox,
    pub(super) portal: &'a Portal,
    pub(super) clubs: &'a Clubs,
}

impl Letters<'_> {
    /// Queues a mail; says whether it was. Somebody who was erased, or was written to before, gets none.
    pub(super) async fn queue(
        &self,
        story: &Story,
        to: &Member,
        what: Loss<'_>,
    ) -> Result<bool, sqlx::Error> {
        let round = documents::round(self.clubs, story.booking, &story.club, story.play_date, story.holes);
        let recipient: PersonName = documents::person_name(to);
        let mail =
            LossNotice { portal: self.portal, recipient: &recipient, round: &round, loss: what }.compose();
        let mut transaction = self.pool.begin().await?;
        let key = key(story.booking, to.id, what);
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

/// First names of nobody but the reader: a mail that named others would have to be found again when they are erased.
pub(super) fn own_name(reader: &Member) -> HashMap<MemberId, String> {
    HashMap::from([(reader.id, reader.first_name.clone())])
}
