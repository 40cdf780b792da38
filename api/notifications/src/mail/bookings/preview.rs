//! Mails as an operator sees them: their occasions and subjects in a list, and one of them composed anew. The texts of
//! mails are not kept, so this is how a mail would read if it was sent now. A mail with a link that works once is never
//! shown: neither its text nor its link can be composed.

use std::collections::{BTreeSet, HashMap};

use fairway_events::{BookingId, MemberId, WaitingGroupId};
use fairway_store::outbox::again::{self, Shown};
use fairway_store::outbox::listing::ListedMail;
use fairway_store::outbox::{Uncomposed, UncomposedWaiting};
use uuid::Uuid;

use super::cause::CauseKind;
use super::composer::{ComposeError, Composed, Composer};
use super::{BookingMails, BookingMailsError};

/// A mail, composed anew.
#[derive(Debug)]
pub struct Preview {
    /// One line.
    pub subject: String,
    /// A complete HTML document.
    pub html: String,
    /// The recipient.
    pub to: MemberId,
    /// The members whom it names, the recipient among them.
    pub named: BTreeSet<MemberId>,
}

/// Why a mail is not shown.
#[derive(Debug, thiserror::Error)]
pub enum PreviewError {
    /// There is no such mail.
    #[error("This mail is not known any more: mails are kept for 90 days.")]
    Unknown,
    /// It is not for operators, or cannot be composed.
    #[error("{0}")]
    NotShown(&'static str),
    /// The database does not answer.
    #[error("the mail cannot be read")]
    Database(#[from] fairway_store::Error),
    /// The journal or a read model cannot be read.
    #[error(transparent)]
    Compose(#[from] ComposeError),
    /// The journal or a read model cannot be read.
    #[error(transparent)]
    Receipt(#[from] BookingMailsError),
}

/// The occasion of a mail, in words, and its subject as it would be now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Occasion {
    /// Such as `a player was added`.
    pub words: &'static str,
    /// The subject.
    pub subject: Option<String>,
}

impl BookingMails {
    /// The occasions of mails about rounds that somebody still needs, with as many queries as for one; by the ids of their
    /// rows.
    ///
    /// # Errors
    /// [`ComposeError`].
    pub async fn occasions(&self, mails: &[ListedMail]) -> Result<HashMap<Uuid, Occasion>, ComposeError> {
        let about_rounds: Vec<Uncomposed> = mails
            .iter()
            .filter_map(|mail| {
                let (to, booking) = (mail.member_id?, mail.booking_id?);
                Some(about_round(mail.id, &mail.dedup_key, to, booking, mail.gathers))
            })
            .collect();
        if about_rounds.is_empty() {
            return Ok(HashMap::new());
        }
        let composer = self.composer();
        let facts = composer.facts_now(&about_rounds).await?;
        let words: HashMap<Uuid, &'static str> =
            facts.iter().map(|(id, facts)| (*id, words(facts.cause.what))).collect();
        let mut composed = composer.compose_mails(&facts).await?;
        let occasion = |(id, words): (Uuid, &'static str)| {
            let subject = match composed.remove(&id) {
                Some(Composed::Mail(mail)) => Some(mail.subject),
                Some(Composed::Obsolete) | None => None,
            };
            (id, Occasion { words, subject })
        };
        Ok(words.into_iter().map(occasion).collect())
    }

    /// A mail as it would be sent now.
    ///
    /// # Errors
    /// [`PreviewError`].
    pub async fn preview(&self, id: Uuid) -> Result<Preview, PreviewError> {
        let mail = again::one(self.pool(), id).await?.ok_or(PreviewError::Unknown)?;
        if let Some(why) = hidden(&mail.dedup_key) {
            return Err(PreviewError::NotShown(why));
        }
        let Some(to) = mail.member_id else { return Err(PreviewError::NotShown(NOT_COMPOSED)) };
        match (mail.booking_id, mail.waiting_group_id) {
            (Some(booking), _) => self.of_round(id, &mail, to, booking).await,
            (None, Some(group)) => self.of_group(id, &mail, to, group).await,
            (None, None) => {
                let composed = self.receipt_again(&mail.dedup_key).await?;
                let (_, composed) = composed
                    .filter(|(recipient, _)| recipient.0 == to)
                    .ok_or(PreviewError::NotShown(NOT_COMPOSED))?;
                Ok(Preview {
                    subject: composed.subject,
                    html: composed.html,
                    to: MemberId(to),
                    named: BTreeSet::from([MemberId(to)]),
                })
            }
        }
    }

    async fn of_round(
        &self,
        id: Uuid,
        mail: &Shown,
        to: Uuid,
        booking: Uuid,
    ) -> Result<Preview, PreviewError> {
        let composer = self.composer();
        let facts =
            composer.facts_now(&[about_round(id, &mail.dedup_key, to, booking, mail.gathers)]).await?;
        let named = facts.get(&id).map(|facts| {
            facts.history.booking.players().into_iter().chain(facts.cause.others()).collect::<Vec<_>>()
        });
        let composed = composer.compose_mails(&facts).await?;
        preview(composed, id, MemberId(to), named.unwrap_or_default())
    }

    async fn of_group(&self, id: Uuid, mail: &Shown, to: Uuid, group: Uuid) -> Result<Preview, PreviewError> {
        let composer = self.composer();
        let about = [UncomposedWaiting {
            id,
            dedup_key: mail.dedup_key.clone(),
            to: MemberId(to),
            group: WaitingGroupId(group),
        }];
        let groups = composer.waiting_letters(&about).await?;
        let named = groups.into_iter().flatten().flat_map(|group| group.players).collect();
        let composed = composer.compose_waiting(&about).await?;
        preview(composed, id, MemberId(to), named)
    }

    fn composer(&self) -> Composer {
        Composer::new(self.pool.clone(), self.clock.clone(), self.links.clone())
    }
}

const NOT_COMPOSED: &str = "What it says is not kept, and cannot be composed from the journal.";
const NOT_NEEDED: &str = "It would not be sent any more: what it tells is no longer so.";

/// Why the mail with this key is never shown.
fn hidden(key: &str) -> Option<&'static str> {
    match key.split(':').next() {
        Some("reset" | "login-link" | "new-address") => {
            Some("It has a link that works once and opens the member's account: nobody else sees it.")
        }
        _ => None,
    }
}

fn about_round(id: Uuid, key: &str, to: Uuid, booking: Uuid, gathers: bool) -> Uncomposed {
    Uncomposed { id, dedup_key: key.to_owned(), to: MemberId(to), booking: BookingId(booking), gathers }
}

fn preview(
    mut composed: HashMap<Uuid, Composed>,
    id: Uuid,
    to: MemberId,
    named: Vec<MemberId>,
) -> Result<Preview, PreviewError> {
    let Some(Composed::Mail(mail)) = composed.remove(&id) else {
        return Err(PreviewError::NotShown(NOT_NEEDED));
    };
    let named = named.into_iter().chain([to]).collect();
    Ok(Preview { subject: mail.subject, html: mail.html, to, named })
}

/// The occasion of a mail about a round, in words.
const fn words(what: CauseKind) -> &'static str {
    match what {
        CauseKind::Confirmed => "Round booked",
        CauseKind::Added { .. } => "Added to a round",
        CauseKind::Removed { .. } => "Removed from a round",
        CauseKind::GroupCancelled { .. } => "Round cancelled for the group",
        CauseKind::OwnCancellation => "Own place cancelled",
        CauseKind::CancelledByOperator => "Place cancelled by support",
        CauseKind::CancelledByClub => "Round cancelled by the club",
        CauseKind::RightReturned => "Right given back",
        CauseKind::CoPlayerLeft { .. } => "A player left the round",
        CauseKind::MasterPassedOn { .. } => "Leads the group now",
        CauseKind::SwappedOut { .. } => "Replaced by another player",
        CauseKind::SwappedIn { .. } => "Came in another player's stead",
        CauseKind::CoPlayerSwapped { .. } => "A player was replaced",
        CauseKind::PresentState => "Several changes of a round",
        CauseKind::Reminder => "Reminder of a round",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mail_with_a_link_that_opens_an_account_is_hidden() {
        for key in ["reset:ab", "login-link:ab", "new-address:ab"] {
            assert!(hidden(key).is_some(), "{key}");
        }
        for key in ["event:7:ab", "reminder:ab", "password-changed:ab", "new-address-asked:ab"] {
            assert_eq!(hidden(key), None, "{key}");
        }
    }
}
