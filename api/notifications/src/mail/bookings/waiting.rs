//! Mails about groups on waiting lists (docs/domain.md §3.19): put on it, offered places, an offer that ended, taken off
//! it. They are composed when they are sent: a mail that is no longer true by then is not sent.
//!
//! A member who puts a group on the list and takes it off in a loop does not flood the others: within
//! [`MAILS_APART`] of another mail about that day, the mail about being put on it waits, and taking the group off in that
//! time removes it. A mail about an offer never waits (docs/domain.md §3.15).

use std::collections::HashMap;

use chrono::{NaiveDate, TimeDelta};
use fairway_clock::clock::day_of;
use fairway_clock::random;
use fairway_command::{GroupStatus, WaitingList, fold_events};
use fairway_documents::PersonName;
use fairway_documents::mail::{Mail, WaitingMail, WaitingNotice};
use fairway_events::{
    Actor, ClubId, Holes, Journal, JournalError, MemberId, Position, RecordedEvent, StreamId, WaitingGroupId,
    WaitingListEvent,
};
use fairway_round_data::documents;
use fairway_store::PgConnection;
use fairway_store::clubs::Clubs;
use fairway_store::members::Member;
use fairway_store::notifications::NotificationKind;
use fairway_store::outbox::waiting::WaitingGroupMail;
use fairway_store::outbox::{UncomposedWaiting, waiting};
use fairway_store::{clubs, members, notifications};
use uuid::Uuid;

use super::cause::of_waiting_list;
use super::composer::{ComposeError, Composed, Composer};
use super::{BookingMails, BookingMailsError, cause, pushes};
use crate::push;

/// The least time between a mail about a day's waiting list and one about being put on it.
const MAILS_APART: TimeDelta = TimeDelta::minutes(10);

/// The lists of days, each with the stream that they are of.
type Lists = HashMap<StreamId, WaitingList>;

impl BookingMails {
    /// Queues the mails about waiting groups that these events cause; returns how many.
    ///
    /// # Errors
    /// [`BookingMailsError`].
    pub(super) async fn queue_waiting(
        &self,
        connection: &mut PgConnection,
        events: &[RecordedEvent],
    ) -> Result<usize, BookingMailsError> {
        let about: Vec<(&RecordedEvent, &WaitingListEvent)> = events
            .iter()
            .filter(|recorded| recorded.actor != Actor::import())
            .filter_map(|recorded| Some((recorded, of_waiting_list(recorded)?)))
            .collect();
        let needed = about.iter().filter(|(_, event)| group_of(event).is_some() && started(event).is_none());
        let lists = lists(&self.journal, needed.map(|(recorded, _)| &recorded.stream)).await?;
        let mut mails = Vec::new();
        for (recorded, event) in about {
            let Some((group, play_date)) = group_of(event).filter(|(_, date)| *date >= self.clock.today())
            else {
                continue;
            };
            let found = || lists.get(&recorded.stream).and_then(|list| list.group(group));
            let players = started(event).or_else(|| Some(&found()?.players)).map_or(&[][..], Vec::as_slice);
            for to in players.iter().copied().filter(|player| concerns(event, *player)) {
                let dedup_key = cause::key(recorded.position, to);
                mails.push((event, WaitingGroupMail { dedup_key, to, group, play_date }));
            }
        }
        let now = self.clock.now();
        let news: Vec<_> = mails.iter().map(|(event, mail)| pushes::of_group(event, mail, now)).collect();
        push::queue::queue(connection, &news, now).await?;
        let about: Vec<_> = mails.iter().map(|(_, mail)| (mail.to, NotificationKind::WaitingList)).collect();
        let wanted = notifications::wanted(&mut *connection, &about).await?;
        let mut queued = 0;
        for ((event, mail), wanted) in mails.into_iter().zip(wanted) {
            queued += usize::from(self.queue_one(connection, event, &mail, wanted.mail).await?);
        }
        Ok(queued)
    }

    /// Queues a mail, or withdraws one that waits; returns whether it was queued.
    async fn queue_one(
        &self,
        connection: &mut PgConnection,
        event: &WaitingListEvent,
        mail: &WaitingGroupMail,
        is_wanted: bool,
    ) -> Result<bool, fairway_store::Error> {
        let now = self.clock.now();
        let id = random::new_id(now);
        match event {
            WaitingListEvent::GroupStoppedWaiting { .. }
                if waiting::withdraw(connection, mail, now).await? =>
            {
                Ok(false)
            }
            _ if !is_wanted => Ok(false),
            WaitingListEvent::GroupStartedWaiting { by, .. }
            | WaitingListEvent::CoPlayersStartedWaiting { by, .. }
                if *by != mail.to =>
            {
                waiting::insert_apart(connection, id, mail, now, MAILS_APART).await
            }
            WaitingListEvent::GroupStartedWaiting { .. }
            | WaitingListEvent::CoPlayersStartedWaiting { .. }
            | WaitingListEvent::GroupStoppedWaiting { .. }
            | WaitingListEvent::PlacesOffered { .. }
            | WaitingListEvent::OfferTaken { .. }
            | WaitingListEvent::OfferDeclined { .. }
            | WaitingListEvent::OfferLapsed { .. }
            | WaitingListEvent::GroupPassedOver { .. } => waiting::insert(connection, id, mail, now).await,
        }
    }
}

impl Composer {
    /// Composes mails about waiting groups as things are now, with as many queries as for one event; by the ids of their
    /// rows.
    ///
    /// # Errors
    /// [`ComposeError`]; then none is composed.
    pub(crate) async fn compose_waiting(
        &self,
        mails: &[UncomposedWaiting],
    ) -> Result<HashMap<Uuid, Composed>, ComposeError> {
        if mails.is_empty() {
            return Ok(HashMap::new());
        }
        let causes = self.causes(mails).await?;
        let lists = lists(&self.journal, causes.values().map(|recorded| &recorded.stream)).await?;
        let (mut composed, mut letters) = (HashMap::new(), Vec::new());
        for mail in mails {
            let position = cause::position(&mail.dedup_key).ok_or(ComposeError::NoCause)?;
            let recorded = causes.get(&position).ok_or(ComposeError::NoCause)?;
            match self.letter_now(mail, recorded, lists.get(&recorded.stream))? {
                Some(letter) => letters.push(letter),
                None => {
                    composed.insert(mail.id, Composed::Obsolete);
                }
            }
        }
        let mut concerned: Vec<MemberId> =
            letters.iter().flat_map(|letter| letter.players.iter().copied().chain([letter.by])).collect();
        concerned.sort_unstable();
        concerned.dedup();
        let clubs = self.clubs.at(&self.pool, clubs::version(&self.pool).await?).await?;
        let names = members::by_ids(&self.pool, &concerned).await?;
        for letter in letters {
            composed.insert(letter.mail.id, Composed::Mail(self.waiting_mail(&letter, &clubs, &names)?));
        }
        Ok(composed)
    }

    /// The groups that these mails are about, in their order; none where the mail is no longer true.
    ///
    /// # Errors
    /// [`ComposeError`].
    pub(super) async fn waiting_letters(
        &self,
        mails: &[UncomposedWaiting],
    ) -> Result<Vec<Option<PresentGroup>>, ComposeError> {
        if mails.is_empty() {
            return Ok(Vec::new());
        }
        let causes = self.causes(mails).await?;
        let lists = lists(&self.journal, causes.values().map(|recorded| &recorded.stream)).await?;
        let present = |mail: &UncomposedWaiting| {
            let position = cause::position(&mail.dedup_key).ok_or(ComposeError::NoCause)?;
            let recorded = causes.get(&position).ok_or(ComposeError::NoCause)?;
            let letter = self.letter_now(mail, recorded, lists.get(&recorded.stream))?;
            Ok(letter.map(|letter| PresentGroup {
                recorded: recorded.clone(),
                club: letter.club.clone(),
                play_date: letter.play_date,
                players: letter.players,
            }))
        };
        mails.iter().map(present).collect()
    }

    /// The events that caused these mails, by their positions.
    async fn causes(
        &self,
        mails: &[UncomposedWaiting],
    ) -> Result<HashMap<Position, RecordedEvent>, ComposeError> {
        let mut positions: Vec<Position> =
            mails.iter().filter_map(|mail| cause::position(&mail.dedup_key)).collect();
        positions.sort_unstable();
        positions.dedup();
        let recorded = self.journal.at(&positions).await?;
        Ok(recorded.into_iter().map(|recorded| (recorded.position, recorded)).collect())
    }

    /// The letter of a mail; none: it is no longer true.
    fn letter_now<'a>(
        &self,
        mail: &'a UncomposedWaiting,
        recorded: &'a RecordedEvent,
        list: Option<&WaitingList>,
    ) -> Result<Option<GroupLetter<'a>>, ComposeError> {
        let event = of_waiting_list(recorded).ok_or(ComposeError::NoCause)?;
        let StreamId::WaitingList(club, play_date) = &recorded.stream else {
            return Err(ComposeError::NoCause);
        };
        let group = list.and_then(|list| list.group(mail.group)).ok_or(ComposeError::NoCause)?;
        let is_so_still = match event {
            WaitingListEvent::PlacesOffered { until, .. } => {
                *until > self.clock.now() && group.status == GroupStatus::Offered { until: *until }
            }
            WaitingListEvent::GroupStartedWaiting { .. }
            | WaitingListEvent::CoPlayersStartedWaiting { .. } => group.status == GroupStatus::Waiting,
            WaitingListEvent::OfferLapsed { .. } | WaitingListEvent::OfferDeclined { .. } => {
                matches!(group.status, GroupStatus::Waiting | GroupStatus::PassedOver)
            }
            WaitingListEvent::GroupStoppedWaiting { .. }
            | WaitingListEvent::OfferTaken { .. }
            | WaitingListEvent::GroupPassedOver { .. } => true,
        };
        Ok(is_so_still.then(|| GroupLetter {
            mail,
            event,
            club,
            play_date: *play_date,
            holes: group.holes,
            players: group.master_first().collect(),
            by: group.by,
            joins: group.joins.is_some(),
        }))
    }

    fn waiting_mail(
        &self,
        letter: &GroupLetter<'_>,
        clubs: &Clubs,
        names: &HashMap<MemberId, Member>,
    ) -> Result<Mail, ComposeError> {
        let name = |member: MemberId| -> PersonName {
            names
                .get(&member)
                .map_or_else(|| documents::person_name(&Member::erased(member)), documents::person_name)
        };
        let other = other(letter.event, letter.mail.to).map(name);
        let named = || other.as_ref().ok_or(ComposeError::NoCause);
        let notice = match letter.event {
            WaitingListEvent::GroupStartedWaiting { .. }
            | WaitingListEvent::CoPlayersStartedWaiting { .. } => {
                WaitingNotice::Started { by: other.as_ref() }
            }
            WaitingListEvent::PlacesOffered { until, .. } => {
                WaitingNotice::Offered { until: *until, today: day_of(self.clock.now()) }
            }
            WaitingListEvent::OfferLapsed { .. } => WaitingNotice::Lapsed,
            WaitingListEvent::OfferDeclined { .. } => WaitingNotice::Declined { by: named()? },
            WaitingListEvent::GroupStoppedWaiting { .. } => WaitingNotice::Stopped { by: named()? },
            WaitingListEvent::OfferTaken { .. } | WaitingListEvent::GroupPassedOver { .. } => {
                return Err(ComposeError::NoCause);
            }
        };
        let players: Vec<PersonName> = letter.players.iter().copied().map(name).collect();
        let to_join = letter.joins.then(|| name(letter.by));
        let mail = WaitingMail {
            portal: &self.links.portal,
            recipient: &name(letter.mail.to),
            group: letter.mail.group,
            club: &documents::club(clubs, letter.club),
            play_date: letter.play_date,
            holes: letter.holes,
            players: &players,
            to_join: to_join.as_ref(),
            notice,
        };
        Ok(mail.compose())
    }
}

/// A group as a message tells of it.
pub(super) struct PresentGroup {
    pub(super) recorded: RecordedEvent,
    pub(super) club: ClubId,
    pub(super) play_date: NaiveDate,
    pub(super) players: Vec<MemberId>,
}

/// A mail with its event and its group.
struct GroupLetter<'a> {
    mail: &'a UncomposedWaiting,
    event: &'a WaitingListEvent,
    club: &'a ClubId,
    play_date: NaiveDate,
    holes: Holes,
    /// The one who asked comes first, if they are one of them.
    players: Vec<MemberId>,
    by: MemberId,
    /// Whether they want to join a round of the one who asked.
    joins: bool,
}

/// The players of a group that is put on the list.
const fn started(event: &WaitingListEvent) -> Option<&Vec<MemberId>> {
    match event {
        WaitingListEvent::GroupStartedWaiting { players, .. }
        | WaitingListEvent::CoPlayersStartedWaiting { players, .. } => Some(players),
        WaitingListEvent::GroupStoppedWaiting { .. }
        | WaitingListEvent::PlacesOffered { .. }
        | WaitingListEvent::OfferTaken { .. }
        | WaitingListEvent::OfferDeclined { .. }
        | WaitingListEvent::OfferLapsed { .. }
        | WaitingListEvent::GroupPassedOver { .. } => None,
    }
}

/// The group and the day of an event that is mailed. A group that could not play when it was its turn gets no mail:
/// nobody promised it anything. The mail about a taken offer is that about the booking.
fn group_of(event: &WaitingListEvent) -> Option<(WaitingGroupId, NaiveDate)> {
    match event {
        WaitingListEvent::GroupStartedWaiting { group, date, .. }
        | WaitingListEvent::CoPlayersStartedWaiting { group, date, .. }
        | WaitingListEvent::GroupStoppedWaiting { group, date, .. }
        | WaitingListEvent::PlacesOffered { group, date, .. }
        | WaitingListEvent::OfferDeclined { group, date, .. }
        | WaitingListEvent::OfferLapsed { group, date, .. } => Some((*group, *date)),
        WaitingListEvent::OfferTaken { .. } | WaitingListEvent::GroupPassedOver { .. } => None,
    }
}

/// Whether the player gets a mail: the one who declined or left knows. Who asked for others sees it in the app, and gets a
/// mail when they are added.
fn concerns(event: &WaitingListEvent, player: MemberId) -> bool {
    match event {
        WaitingListEvent::OfferDeclined { by, .. } | WaitingListEvent::GroupStoppedWaiting { by, .. } => {
            *by != player
        }
        WaitingListEvent::GroupStartedWaiting { .. }
        | WaitingListEvent::CoPlayersStartedWaiting { .. }
        | WaitingListEvent::PlacesOffered { .. }
        | WaitingListEvent::OfferTaken { .. }
        | WaitingListEvent::OfferLapsed { .. }
        | WaitingListEvent::GroupPassedOver { .. } => true,
    }
}

/// The other player whom the mail names.
fn other(event: &WaitingListEvent, to: MemberId) -> Option<MemberId> {
    match event {
        WaitingListEvent::GroupStartedWaiting { by, .. }
        | WaitingListEvent::CoPlayersStartedWaiting { by, .. }
        | WaitingListEvent::OfferDeclined { by, .. }
        | WaitingListEvent::GroupStoppedWaiting { by, .. } => Some(*by).filter(|by| *by != to),
        WaitingListEvent::PlacesOffered { .. }
        | WaitingListEvent::OfferTaken { .. }
        | WaitingListEvent::OfferLapsed { .. }
        | WaitingListEvent::GroupPassedOver { .. } => None,
    }
}

/// The lists of these streams, as they are now.
async fn lists<'a>(
    journal: &Journal,
    streams: impl Iterator<Item = &'a StreamId>,
) -> Result<Lists, JournalError> {
    let mut streams: Vec<StreamId> = streams.cloned().collect();
    streams.sort_unstable();
    streams.dedup();
    let mut lists = Lists::new();
    for (stream, events) in journal.load_streams(&streams).await? {
        lists.insert(stream, fold_events(events.into_iter().map(|recorded| recorded.event)));
    }
    Ok(lists)
}
