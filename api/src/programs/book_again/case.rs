//! One lost booking and its members: their own bookings of the round since, the outcome for each of them, and the
//! reason of a refusal.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use fairway_command::Rejection;
use fairway_endpoint::rejection::PlayerNames;
use fairway_events::{ClubId, Event, Holes, MemberId, MembershipEvent, PlaceId, RecordedEvent, StreamId};
use fairway_query::Booking;
use fairway_round_data::documents;
use fairway_store::members::Member;
use uuid::Uuid;

use super::letters::own_name;
use super::read::LostBooking;
use super::report::{Outcome, Report, ReportLine};

/// A member's own booking of the same round, under other ids.
#[derive(Debug, Clone, PartialEq, Eq)]
enum OwnRebooking {
    Nothing,
    /// They hold it.
    Active,
    /// They made it after the lost command was acknowledged, and cancelled it.
    Cancelled,
}

/// Why a place cannot be restored, before it is formatted for its reader.
#[derive(Debug, Clone)]
pub(super) enum Refusal {
    Rule(Rejection),
    Sentence(&'static str),
}

/// One booking with everything that is needed to restore it.
#[derive(Debug)]
pub(super) struct Case<'a> {
    pub(super) lost: &'a LostBooking,
    pub(super) booking: Booking,
    pub(super) members: HashMap<MemberId, Member>,
    pub(super) streams: HashMap<StreamId, Vec<RecordedEvent>>,
    pub(super) outcomes: Vec<(MemberId, Outcome)>,
}

impl Case<'_> {
    /// The outcome when no command is needed: the member was erased, or acted themselves.
    pub(super) fn outcome_without_command(&self, member: MemberId) -> Option<Outcome> {
        if self.members.get(&member).is_none_or(Member::is_erased) {
            return Some(Outcome::Left("was erased"));
        }
        match self.own_rebooking(member) {
            OwnRebooking::Active => Some(Outcome::DoneBefore("has booked it again")),
            OwnRebooking::Cancelled => Some(Outcome::DoneBefore("booked it again and gave it up since")),
            OwnRebooking::Nothing => None,
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
        match self.own_rebooking(master) {
            OwnRebooking::Nothing => None,
            OwnRebooking::Active | OwnRebooking::Cancelled => {
                Some("De groepsleider heeft intussen zelf opnieuw gereserveerd, in een andere groep")
            }
        }
    }

    fn own_rebooking(&self, member: MemberId) -> OwnRebooking {
        let events = self.streams.get(&StreamId::Membership(member)).into_iter().flatten();
        let (mut own_rebooking, mut claimed_place) = (OwnRebooking::Nothing, None);
        for recorded in events {
            match &recorded.event {
                Event::Membership(MembershipEvent::PlayRightClaimed {
                    place,
                    club,
                    play_date,
                    holes,
                    ..
                }) if self.is_the_round(club, *play_date, *holes) => {
                    claimed_place = Some((*place, recorded.recorded_at));
                    own_rebooking = OwnRebooking::Active;
                }
                Event::Membership(
                    MembershipEvent::PlayRightReleased { place, .. }
                    | MembershipEvent::PlayRightForfeited { place, .. },
                ) if claimed_place.is_some_and(|(claimed, _)| claimed == *place) => {
                    // One that was booked before the loss does not count.
                    own_rebooking = self.after_loss(claimed_place);
                    claimed_place = None;
                }
                _ => {}
            }
        }
        own_rebooking
    }

    fn after_loss(&self, claimed: Option<(PlaceId, DateTime<Utc>)>) -> OwnRebooking {
        match claimed {
            Some((_, at)) if at > self.lost.acknowledged_at => OwnRebooking::Cancelled,
            Some(_) | None => OwnRebooking::Nothing,
        }
    }

    fn is_the_round(&self, club: &ClubId, play_date: NaiveDate, holes: Holes) -> bool {
        *club == self.booking.club && play_date == self.booking.play_date && holes == self.booking.holes
    }

    /// The reason as the member reads it: with their own name where it is about them, without names where it is
    /// about others.
    pub(super) fn reason(&self, reader: MemberId, refusal: &Refusal) -> String {
        match refusal {
            Refusal::Sentence(words) => (*words).to_owned(),
            Refusal::Rule(rejection) => {
                let names = self.members.get(&reader).map(own_name).unwrap_or_default();
                let nobody = MemberId(Uuid::nil());
                PlayerNames::from_first_names(names).failure(rejection, nobody).sentence().to_owned()
            }
        }
    }

    pub(super) fn report_to(self, report: &mut Report) {
        let Booking { booking, club, play_date, .. } = self.booking;
        for (member, outcome) in self.outcomes {
            let name = self.members.get(&member).cloned().unwrap_or_else(|| Member::erased(member));
            let name = documents::person_name(&name).to_string();
            report.lines.push(ReportLine { booking, club: club.clone(), play_date, member, name, outcome });
        }
    }
}
