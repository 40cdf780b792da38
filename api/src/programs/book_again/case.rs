//! One lost booking and those whom it concerns: what they did about it since, what becomes of each promise, and the words
//! for a refusal.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use fairway_command::Rejection;
use fairway_events::{
    BookingId, ClubId, Event, Holes, MemberId, MembershipEvent, PlaceId, RecordedEvent, StreamId,
};
use uuid::Uuid;

use super::letters::own_name;
use super::read::LostBooking;
use super::report::{Outcome, Report, ReportLine};
use crate::http::rejection::PlayerNames;
use crate::rounds::documents;
use crate::rounds::story::Story;
use crate::store::members::Member;

/// What a member did about a date since a promise for it was made.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Since {
    Nothing,
    /// The same round, under other ids.
    PlaysThere,
    /// Booked it again and gave it up.
    GaveUp,
}

/// Why a place cannot be had, before it is put into words for its reader.
#[derive(Debug, Clone)]
pub(super) enum Refusal {
    Rule(Rejection),
    Words(&'static str),
}

/// What concerns one booking.
#[derive(Debug)]
pub(super) struct Case<'a> {
    pub(super) lost: &'a LostBooking,
    pub(super) story: Story,
    pub(super) members: HashMap<MemberId, Member>,
    pub(super) streams: HashMap<StreamId, Vec<RecordedEvent>>,
    pub(super) outcomes: Vec<(MemberId, Outcome)>,
}

impl Case<'_> {
    /// What keeps a place from being asked for: its member is gone, or has seen to it.
    pub(super) fn before(&self, member: MemberId) -> Option<Outcome> {
        if self.members.get(&member).is_none_or(Member::is_erased) {
            return Some(Outcome::Left("was erased"));
        }
        match self.since(member) {
            Since::PlaysThere => Some(Outcome::DoneBefore("has booked it again")),
            Since::GaveUp => Some(Outcome::DoneBefore("booked it again and gave it up since")),
            Since::Nothing => None,
        }
    }

    /// Why this member cannot lead the group again, for the others.
    pub(super) fn cannot_lead(&self, master: MemberId) -> Option<&'static str> {
        let Some(member) = self.members.get(&master).filter(|member| !member.is_erased()) else {
            return Some("De groepsleider is geen lid meer");
        };
        if !member.profile_complete {
            return Some("Het profiel van de groepsleider is niet compleet");
        }
        match self.since(master) {
            Since::Nothing => None,
            Since::PlaysThere | Since::GaveUp => {
                Some("De groepsleider heeft intussen zelf opnieuw gereserveerd, in een andere groep")
            }
        }
    }

    /// What the member did about the date since.
    fn since(&self, member: MemberId) -> Since {
        let events = self.streams.get(&StreamId::Membership(member)).into_iter().flatten();
        let (mut since, mut held) = (Since::Nothing, None);
        for recorded in events {
            match &recorded.event {
                Event::Membership(MembershipEvent::PlayRightClaimed {
                    place,
                    club,
                    play_date,
                    holes,
                    ..
                }) if self.is_the_round(club, *play_date, *holes) => {
                    held = Some((*place, recorded.recorded_at));
                    since = Since::PlaysThere;
                }
                Event::Membership(
                    MembershipEvent::PlayRightReleased { place, .. }
                    | MembershipEvent::PlayRightForfeited { place, .. },
                ) if held.is_some_and(|(claimed, _)| claimed == *place) => {
                    // One that was given up before the loss is an older story.
                    since = self.after_loss(held);
                    held = None;
                }
                _ => {}
            }
        }
        since
    }

    fn after_loss(&self, claimed: Option<(PlaceId, DateTime<Utc>)>) -> Since {
        match claimed {
            Some((_, at)) if at > self.lost.acknowledged_at => Since::GaveUp,
            Some(_) | None => Since::Nothing,
        }
    }

    fn is_the_round(&self, club: &ClubId, play_date: NaiveDate, holes: Holes) -> bool {
        *club == self.story.club && play_date == self.story.play_date && holes == self.story.holes
    }

    /// The reason as the member reads it: about themselves with their own name, about others without any.
    pub(super) fn reason(&self, reader: MemberId, refusal: &Refusal) -> String {
        match refusal {
            Refusal::Words(words) => (*words).to_owned(),
            Refusal::Rule(rejection) => {
                let names = self.members.get(&reader).map(own_name).unwrap_or_default();
                let nobody = MemberId(Uuid::nil());
                PlayerNames::from_first_names(names).failure(rejection, nobody).sentence().to_owned()
            }
        }
    }

    pub(super) fn report_to(self, report: &mut Report) {
        let (booking, club, play_date): (BookingId, ClubId, NaiveDate) =
            (self.story.booking, self.story.club, self.story.play_date);
        for (member, outcome) in self.outcomes {
            let name = self.members.get(&member).cloned().unwrap_or_else(|| Member::erased(member));
            let name = documents::person_name(&name).to_string();
            report.lines.push(ReportLine { booking, club: club.clone(), play_date, member, name, outcome });
        }
    }
}
