//! News for devices about rounds and waiting lists: of the same causes as the mails, and composed as things are now
//! (docs/domain.md §3.20). Without the member's choice for a device no sentence names a person, a club or a day.

use std::collections::HashMap;
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, Datelike, NaiveDate, NaiveTime, TimeDelta, Utc};
use chrono_tz::Europe::Amsterdam;
use fairway_documents::dutch::enumerate;
use fairway_events::{
    ClubId, MemberId, Position, RecordedEvent, StartTime, StreamId, WaitingListEvent, dutch,
};
use fairway_round_data::documents;
use fairway_store::clubs::Clubs;
use fairway_store::members::Member;
use fairway_store::notifications::NotificationKind;
use fairway_store::outbox::rounds::RoundMail;
use fairway_store::outbox::waiting::WaitingGroupMail;
use fairway_store::outbox::{Uncomposed, UncomposedWaiting};
use fairway_store::push_messages::{News, Subject, Taken};
use fairway_store::queueing::Haste;
use fairway_store::{clubs, members};
use uuid::Uuid;

use super::MailFacts;
use super::absences::told_by;
use super::cause::{self, CauseKind, of_waiting_list};
use super::composer::{ComposeError, Composer, present_cause, reminder_now};
use super::courses::{news_of, report_of};
use crate::push::PushContent;

/// The causes of mails about rounds as news for devices.
pub(super) fn of_rounds(
    mails: &[RoundMail],
    facts: &HashMap<String, MailFacts>,
    now: DateTime<Utc>,
) -> Vec<News> {
    let news = |mail: &RoundMail| {
        let what = facts.get(&mail.dedup_key)?.cause.what;
        Some(of_round(mail, what, now))
    };
    mails.iter().filter_map(news).collect()
}

/// The reminders of the day before as news for devices.
pub(super) fn of_reminders(mails: &[RoundMail], now: DateTime<Utc>) -> Vec<News> {
    mails.iter().map(|mail| of_round(mail, CauseKind::Reminder, now)).collect()
}

fn of_round(mail: &RoundMail, what: CauseKind, now: DateTime<Utc>) -> News {
    News {
        dedup_key: mail.dedup_key.clone(),
        to: mail.to,
        kind: what.notification(),
        subject: Subject::Booking(mail.round.booking),
        play_date: mail.round.play_date,
        ends_at: end_of(mail.round.play_date, now),
        haste: what.haste(),
    }
}

/// The cause of a mail about a waiting group as news for devices.
pub(super) fn of_group(event: &WaitingListEvent, mail: &WaitingGroupMail, now: DateTime<Utc>) -> News {
    let offered_until = match event {
        WaitingListEvent::PlacesOffered { until, .. } => Some(*until),
        WaitingListEvent::GroupStartedWaiting { .. }
        | WaitingListEvent::CoPlayersStartedWaiting { .. }
        | WaitingListEvent::GroupStoppedWaiting { .. }
        | WaitingListEvent::OfferTaken { .. }
        | WaitingListEvent::OfferDeclined { .. }
        | WaitingListEvent::OfferLapsed { .. }
        | WaitingListEvent::GroupPassedOver { .. } => None,
    };
    News {
        dedup_key: mail.dedup_key.clone(),
        to: mail.to,
        kind: NotificationKind::WaitingList,
        subject: Subject::Group(mail.group),
        play_date: mail.play_date,
        ends_at: offered_until.unwrap_or_else(|| end_of(mail.play_date, now)),
        haste: if offered_until.is_some() { Haste::NeverWaits } else { Haste::Waits },
    }
}

/// The end of a day in Europe/Amsterdam; news about a day that has passed is of use for a day.
pub(super) fn end_of(day: NaiveDate, now: DateTime<Utc>) -> DateTime<Utc> {
    let next = day.succ_opt().unwrap_or(NaiveDate::MAX).and_time(NaiveTime::MIN);
    let end = next.and_local_timezone(Amsterdam).earliest().map(|end| end.to_utc());
    end.filter(|end| *end > now).unwrap_or_else(|| now + TimeDelta::days(1))
}

/// The news in full, without names.
struct Telling {
    headline: Headline,
    club: ClubId,
    play_date: NaiveDate,
    /// When the recipient starts, where that is agreed.
    start_time: Option<StartTime>,
    /// The others with whom the recipient plays or waits.
    with: Vec<MemberId>,
    path: String,
    tag: Uuid,
    is_urgent: bool,
}

/// The first sentence.
struct Headline {
    general: &'static str,
    /// The member whom the sentence with a name is about, and its words after the name.
    named: Option<(MemberId, &'static str)>,
}

const fn general(general: &'static str) -> Headline {
    Headline { general, named: None }
}

const fn named(general: &'static str, who: MemberId, does: &'static str) -> Headline {
    Headline { general, named: Some((who, does)) }
}

impl Composer {
    /// The contents of the messages, in their order, with as many queries as for one. None: it is no news any more.
    ///
    /// # Errors
    /// [`ComposeError`]; then none is composed.
    pub async fn compose_pushes(&self, taken: &[Taken]) -> Result<Vec<Option<PushContent>>, ComposeError> {
        let mut tellings = self.of_bookings(taken).await?;
        tellings.extend(self.of_groups(taken).await?);
        tellings.extend(self.of_courses(taken).await?);
        tellings.extend(self.of_absences(taken).await?);
        let mut concerned: Vec<MemberId> = tellings
            .iter()
            .filter(|(index, _)| taken.get(**index).is_some_and(|message| message.shows_details))
            .flat_map(|(_, telling)| {
                telling.with.iter().copied().chain(telling.headline.named.map(|(who, _)| who))
            })
            .collect();
        concerned.sort_unstable();
        concerned.dedup();
        let clubs = self.clubs.at(&self.pool, clubs::version(&self.pool).await?).await?;
        let names = members::by_ids(&self.pool, &concerned).await?;
        let content = |(index, message): (usize, &Taken)| {
            let telling = tellings.get(&index)?;
            Some(if message.shows_details { telling.detailed(&clubs, &names) } else { telling.plain() })
        };
        Ok(taken.iter().enumerate().map(content).collect())
    }

    async fn of_bookings(&self, taken: &[Taken]) -> Result<HashMap<usize, Telling>, ComposeError> {
        let about = taken.iter().enumerate().filter_map(|(index, message)| match message.subject {
            Subject::Booking(booking)
                if cause::course_position(&message.dedup_key).is_none()
                    && cause::absence_position(&message.dedup_key).is_none() =>
            {
                Some((index, message, booking))
            }
            Subject::Booking(_) | Subject::Group(_) => None,
        });
        let about: Vec<_> = about.collect();
        let mut streams: Vec<StreamId> =
            about.iter().map(|(_, _, booking)| StreamId::Reservation(*booking)).collect();
        streams.sort_unstable();
        streams.dedup();
        let streams = self.journal.load_streams(&streams).await?;
        let mut tellings = HashMap::new();
        for (index, message, booking) in about {
            let stream = streams.get(&StreamId::Reservation(booking)).map(Vec::as_slice).unwrap_or_default();
            let uncomposed = Uncomposed {
                id: message.device,
                dedup_key: message.dedup_key.clone(),
                to: message.to,
                booking,
                gathers: message.gathers,
            };
            let found = match cause::reminded_place(&message.dedup_key) {
                Some(place) => reminder_now(place, stream, self.clock.today()),
                None => present_cause(&uncomposed, stream),
            };
            let Some((history, cause)) = found.ok_or(ComposeError::NoCause)? else {
                continue;
            };
            let players = history.booking.players();
            let plays = players.contains(&message.to);
            let with = players.into_iter().filter(|player| plays && *player != message.to).collect();
            tellings.insert(
                index,
                Telling {
                    headline: about_round(cause.what, message.to),
                    club: history.booking.club,
                    play_date: history.booking.play_date,
                    start_time: history.booking.start_time.filter(|_| plays),
                    with,
                    path: "/reservations".to_owned(),
                    tag: booking.0,
                    is_urgent: cause.what == CauseKind::Reminder,
                },
            );
        }
        Ok(tellings)
    }

    /// The messages of keys with a position, and the events there.
    async fn events_of(
        &self,
        taken: &[Taken],
        position: impl Fn(&str) -> Option<Position>,
    ) -> Result<(Vec<(usize, Position)>, Vec<RecordedEvent>), ComposeError> {
        let about = taken.iter().enumerate();
        let about: Vec<(usize, Position)> =
            about.filter_map(|(index, message)| Some((index, position(&message.dedup_key)?))).collect();
        let mut positions: Vec<Position> = about.iter().map(|(_, position)| *position).collect();
        positions.sort_unstable();
        positions.dedup();
        let recorded = if about.is_empty() { Vec::new() } else { self.journal.at(&positions).await? };
        Ok((about, recorded))
    }

    async fn of_absences(&self, taken: &[Taken]) -> Result<HashMap<usize, Telling>, ComposeError> {
        let (about, recorded) = self.events_of(taken, cause::absence_position).await?;
        let mut tellings = HashMap::new();
        for (index, position) in about {
            let told = recorded.iter().find(|recorded| recorded.position == position).and_then(told_by);
            let told = told.ok_or(ComposeError::NoCause)?;
            tellings.insert(
                index,
                Telling {
                    headline: general(told.notice.headline()),
                    club: told.club.clone(),
                    play_date: told.play_date,
                    start_time: None,
                    with: Vec::new(),
                    path: "/reservations/history".to_owned(),
                    tag: Uuid::from_u64_pair(0, position.unsigned_abs()),
                    is_urgent: false,
                },
            );
        }
        Ok(tellings)
    }

    async fn of_courses(&self, taken: &[Taken]) -> Result<HashMap<usize, Telling>, ComposeError> {
        let (about, recorded) = self.events_of(taken, cause::course_position).await?;
        let mut tellings = HashMap::new();
        for (index, position) in about {
            let report = recorded.iter().find(|recorded| recorded.position == position);
            let (club, date, report) = report.and_then(report_of).ok_or(ComposeError::NoCause)?;
            tellings.insert(
                index,
                Telling {
                    headline: general(news_of(&report).headline()),
                    club: club.clone(),
                    play_date: date,
                    start_time: None,
                    with: Vec::new(),
                    path: "/reservations".to_owned(),
                    tag: Uuid::from_u64_pair(0, position.unsigned_abs()),
                    is_urgent: true,
                },
            );
        }
        Ok(tellings)
    }

    async fn of_groups(&self, taken: &[Taken]) -> Result<HashMap<usize, Telling>, ComposeError> {
        let about = taken.iter().enumerate().filter_map(|(index, message)| match message.subject {
            Subject::Group(group) => Some((
                index,
                message,
                UncomposedWaiting {
                    id: message.device,
                    dedup_key: message.dedup_key.clone(),
                    to: message.to,
                    group,
                },
            )),
            Subject::Booking(_) => None,
        });
        let about: Vec<_> = about.collect();
        let uncomposed: Vec<UncomposedWaiting> = about.iter().map(|(_, _, mail)| mail.clone()).collect();
        let facts = self.waiting_letters(&uncomposed).await?;
        let mut tellings = HashMap::new();
        for ((index, message, mail), facts) in about.iter().zip(facts) {
            let Some(facts) = facts else { continue };
            let event = of_waiting_list(&facts.recorded).ok_or(ComposeError::NoCause)?;
            let others = facts.players.iter().copied().filter(|player| *player != message.to);
            tellings.insert(
                *index,
                Telling {
                    headline: if message.gathers {
                        general("Er is nieuws over je wachtlijst.")
                    } else {
                        about_group(event, message.to).ok_or(ComposeError::NoCause)?
                    },
                    club: facts.club,
                    play_date: facts.play_date,
                    start_time: None,
                    with: others.collect(),
                    path: format!("/waiting/{}", mail.group),
                    tag: mail.group.0,
                    is_urgent: matches!(event, WaitingListEvent::PlacesOffered { .. }),
                },
            );
        }
        Ok(tellings)
    }
}

impl Telling {
    /// For a lock screen that shows no names and no places.
    fn plain(&self) -> PushContent {
        let body = format!("{} Open Fairway voor de details.", self.headline.general);
        self.content("Fairway".to_owned(), body)
    }

    /// With the club, the day and the names.
    fn detailed(&self, clubs: &Arc<Clubs>, names: &HashMap<MemberId, Member>) -> PushContent {
        let name = |member: MemberId| -> String {
            let person = names
                .get(&member)
                .map_or_else(|| documents::person_name(&Member::erased(member)), documents::person_name);
            person.to_string()
        };
        let title = match self.headline.named {
            Some((who, does)) => format!("{} {does}", name(who)),
            None => self.headline.general.trim_end_matches('.').to_owned(),
        };
        let (weekday, month) = (
            dutch::weekday(self.play_date.weekday()),
            dutch::month(self.play_date.month()).unwrap_or_default(),
        );
        let time = self.start_time.map_or_else(String::new, |time| format!(" om {time}"));
        let day = format!("{weekday} {} {month}{time}", self.play_date.day());
        let club = documents::club(clubs, &self.club).name;
        let with: Vec<String> = self.with.iter().copied().map(name).collect();
        let with = if with.is_empty() { String::new() } else { format!(", met {}", enumerate(&with)) };
        self.content(title, format!("{club}, {day}{with}"))
    }

    fn content(&self, title: String, body: String) -> PushContent {
        let tag = URL_SAFE_NO_PAD.encode(self.tag.as_bytes());
        PushContent { title, body, path: self.path.clone(), tag, is_urgent: self.is_urgent }
    }
}

fn about_round(what: CauseKind, to: MemberId) -> Headline {
    const CANCELLED: &str = "Je ronde is geannuleerd.";
    const OUT: &str = "Je speelt niet meer mee in een ronde.";
    const ADDED: &str = "Je bent toegevoegd aan een ronde.";
    const CHANGED: &str = "Er is iets veranderd in je groep.";
    match what {
        CauseKind::Confirmed => general("Je ronde is geboekt."),
        CauseKind::Added { by } => named(ADDED, by, "heeft je toegevoegd aan een ronde"),
        CauseKind::SwappedIn { by, left } if by == left => named(ADDED, by, "laat je invallen in een ronde"),
        CauseKind::SwappedIn { by, .. } => named(ADDED, by, "heeft je toegevoegd aan een ronde"),
        CauseKind::Removed { by } => named(OUT, by, "heeft je uit een ronde verwijderd"),
        CauseKind::SwappedOut { by, .. } if by != to => named(OUT, by, "heeft je in een ronde gewisseld"),
        CauseKind::SwappedOut { coming, .. } => named(OUT, coming, "speelt in jouw plaats"),
        CauseKind::GroupCancelled { by: Some(by) } => named(CANCELLED, by, "heeft jullie ronde geannuleerd"),
        CauseKind::GroupCancelled { by: None }
        | CauseKind::OwnCancellation
        | CauseKind::CancelledByOperator => general(CANCELLED),
        CauseKind::CancelledByClub => general("De club heeft je ronde geannuleerd."),
        CauseKind::RightReturned => general("Je hebt een speelrecht teruggekregen."),
        CauseKind::CoPlayerLeft { who } => named(CHANGED, who, "speelt niet meer mee"),
        CauseKind::MasterPassedOn { from } => {
            named(CHANGED, from, "speelt niet meer mee: jij bent nu groepsleider")
        }
        CauseKind::CoPlayerSwapped { coming, .. } => named(CHANGED, coming, "speelt nu met je mee"),
        CauseKind::PresentState => general(CHANGED),
        CauseKind::Reminder => general("Morgen speel je een ronde."),
    }
}

/// None for an event that is not told.
fn about_group(event: &WaitingListEvent, to: MemberId) -> Option<Headline> {
    const WAITS: &str = "Je groep staat op de wachtlijst.";
    match event {
        WaitingListEvent::GroupStartedWaiting { by, .. } if *by != to => {
            Some(named(WAITS, *by, "heeft jullie op de wachtlijst gezet"))
        }
        WaitingListEvent::GroupStartedWaiting { .. } => Some(general(WAITS)),
        WaitingListEvent::CoPlayersStartedWaiting { by, .. } => {
            Some(named("Je staat op de wachtlijst.", *by, "wil dat je meespeelt: je staat op de wachtlijst"))
        }
        WaitingListEvent::PlacesOffered { .. } => {
            Some(general("Er zijn plaatsen voor je groep vrij: antwoord op tijd."))
        }
        WaitingListEvent::OfferLapsed { .. } => Some(general("Het aanbod aan je groep geldt niet meer.")),
        WaitingListEvent::OfferDeclined { by, .. } => {
            Some(named("Het aanbod aan je groep is afgewezen.", *by, "heeft het aanbod afgewezen"))
        }
        WaitingListEvent::GroupStoppedWaiting { by, .. } => Some(named(
            "Je groep staat niet meer op de wachtlijst.",
            *by,
            "heeft jullie van de wachtlijst gehaald",
        )),
        WaitingListEvent::OfferTaken { .. } | WaitingListEvent::GroupPassedOver { .. } => None,
    }
}
