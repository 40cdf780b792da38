//! Maps a cause to the member's mail.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc};
use fairway_documents::PersonName;
use fairway_documents::mail::{BookingMail, BookingNotice, Mail, PlayRightOutcome, PlayRightUsed};
use fairway_events::{MemberId, PlayRight};
use fairway_query::Place;
use fairway_round_data::documents;
use fairway_round_data::history::BookingHistory;
use fairway_round_data::links::Links;
use fairway_store::clubs::Clubs;
use fairway_store::members::Member;

use super::alternatives::Alternatives;
use super::cause::{Cause, CauseKind};
use super::vouchers::Vouchers;

/// The data that the mails of a batch mention.
pub(super) struct MailContext<'a> {
    pub(super) links: &'a Links,
    pub(super) names: HashMap<MemberId, Member>,
    pub(super) clubs: Arc<Clubs>,
    pub(super) vouchers: Vouchers,
    /// The other rounds for recipients whose round the club cancelled.
    pub(super) alternatives: Alternatives,
}

impl MailContext<'_> {
    /// The mail; none for a place that the booking does not have.
    pub(super) fn letter(
        &self,
        history: &BookingHistory,
        cause: &Cause,
        occurred_at: DateTime<Utc>,
        today: NaiveDate,
    ) -> Option<Mail> {
        let place = history.booking.place(cause.place)?;
        let round = documents::round(&self.clubs, &history.booking);
        let players: Vec<PersonName> =
            history.booking.players().into_iter().map(|player| self.name(player)).collect();
        let portal = &self.links.portal;
        let voucher_url = portal.at(&self.links.voucher(place.place));
        let group_url = (players.len() > 1)
            .then(|| portal.at(&self.links.group_vouchers(history.booking.booking, history.booking.master)));
        let mut others = cause.others().map(|member| self.name(member));
        let (first, second) = (others.next(), others.next());
        let (recipient, other, second) = (self.name(cause.to), first.as_ref(), second.as_ref());
        let notice = match cause.what {
            CauseKind::Confirmed => BookingNotice::Confirmed {
                right: used(&place.right),
                voucher_url: &voucher_url,
                group_vouchers_url: group_url.as_deref().filter(|_| history.booking.master == cause.to),
            },
            CauseKind::Added { .. } => {
                BookingNotice::Added { by: other?, right: used(&place.right), voucher_url: &voucher_url }
            }
            CauseKind::Removed { .. } => {
                BookingNotice::Removed { by: other?, outcome: self.outcome(place, today) }
            }
            CauseKind::GroupCancelled { .. } => {
                BookingNotice::GroupCancelled { by: other, outcome: self.outcome(place, today) }
            }
            CauseKind::OwnCancellation => {
                BookingNotice::OwnCancellation { outcome: self.outcome(place, today) }
            }
            CauseKind::CancelledByOperator => {
                BookingNotice::CancelledByOperator { outcome: self.outcome(place, today) }
            }
            CauseKind::CancelledByClub => BookingNotice::CancelledByClub {
                notice: place.club_notice.as_deref().unwrap_or_default(),
                outcome: self.outcome(place, today),
                alternatives: self.alternatives.for_member(cause.to, history.booking.booking),
            },
            CauseKind::RightReturned => BookingNotice::RightReturned { outcome: self.outcome(place, today) },
            CauseKind::CoPlayerLeft { .. } => BookingNotice::CoPlayerLeft { player: other? },
            CauseKind::MasterPassedOn { .. } => {
                BookingNotice::MasterPassedOn { from: other?, group_vouchers_url: group_url.as_deref() }
            }
            CauseKind::SwappedOut { by, .. } => BookingNotice::SwappedOut {
                by: other.filter(|_| by != cause.to),
                coming: second?,
                outcome: self.outcome(place, today),
            },
            CauseKind::SwappedIn { by, left } => BookingNotice::SwappedIn {
                by: other.filter(|_| by != left),
                left: second?,
                leads: history.booking.master == cause.to,
                right: used(&place.right),
                voucher_url: &voucher_url,
                group_vouchers_url: group_url.as_deref().filter(|_| history.booking.master == cause.to),
            },
            CauseKind::CoPlayerSwapped { .. } => {
                BookingNotice::CoPlayerSwapped { left: other?, coming: second? }
            }
            CauseKind::PresentState => BookingNotice::PresentState {
                right: used(&place.right),
                voucher_url: &voucher_url,
                group_vouchers_url: group_url.as_deref().filter(|_| history.booking.master == cause.to),
            },
            CauseKind::Reminder => BookingNotice::Reminder {
                right: used(&place.right),
                voucher_url: &voucher_url,
                group_vouchers_url: group_url.as_deref().filter(|_| history.booking.master == cause.to),
            },
        };
        let mail = BookingMail {
            portal,
            recipient: &recipient,
            place: place.place,
            round: &round,
            players: &players,
            sequence: history.changes,
            occurred_at,
            today,
            notice,
        };
        Some(mail.compose())
    }

    fn name(&self, member: MemberId) -> PersonName {
        self.names
            .get(&member)
            .map_or_else(|| documents::person_name(&Member::erased(member)), documents::person_name)
    }

    /// The outcome for a cancelled place's play right.
    fn outcome<'p>(&self, place: &'p Place, today: NaiveDate) -> PlayRightOutcome<'p> {
        match &place.right {
            _ if place.playright_expired => PlayRightOutcome::Forfeited,
            PlayRight::Subscription { .. } => PlayRightOutcome::Returned,
            PlayRight::Voucher { voucher, title } => match self.vouchers.expiries.get(voucher) {
                _ if self.vouchers.withdrawn.contains(voucher) => {
                    PlayRightOutcome::VoucherWithdrawn { title }
                }
                Some(expires) if *expires >= today => {
                    PlayRightOutcome::VoucherReturned { title, expires: *expires }
                }
                Some(_) | None => PlayRightOutcome::VoucherExpired { title },
            },
        }
    }
}

fn used(right: &PlayRight) -> PlayRightUsed<'_> {
    match right {
        PlayRight::Subscription { .. } => PlayRightUsed::Subscription,
        PlayRight::Voucher { title, .. } => PlayRightUsed::Voucher { title },
    }
}
