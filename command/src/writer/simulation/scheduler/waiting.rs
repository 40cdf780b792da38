//! Requests of callers and of the portal's process to waiting lists.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use fairway_events::{BookingId, PlaceId, WaitingGroupId};

use super::callers::DAYS;
use super::{Scheduler, WaitingGroup};
use crate::fixtures::{day, member, now, today};
use crate::{Command, DeclineOffer, JoinWaitingList, LeaveWaitingList, OfferFreePlaces, TakeOffer};

impl Scheduler {
    /// A command about a waiting list.
    pub(super) fn ask_waiting_list(&mut self) -> Command {
        let at = self.instant();
        if self.waiting.is_empty() || self.random.happens(25) {
            let booking = self.new_booking();
            let players: Vec<u128> = booking.places.iter().map(|place| place.member.0.as_u128()).collect();
            let group = WaitingGroup { id: WaitingGroupId(self.new_id()), day: booking.day, players };
            let command = Command::JoinWaitingList(JoinWaitingList {
                group: group.id,
                club: Arc::clone(&self.club),
                date: day(DAYS[group.day]),
                holes: fairway_events::Holes::Nine,
                by: booking.places[0].member,
                players: booking.places.iter().map(|place| place.member).collect(),
                joins: None,
                today: today(),
                at,
            });
            self.waiting.push(group);
            return command;
        }
        // The latest ones: most of the others are off the list.
        let latest = self.waiting.len().min(5);
        let chosen = self.waiting.len() - 1 - self.random.below(latest);
        let WaitingGroup { id: group, day: number, players } = self.waiting[chosen].clone();
        let by = member(players[self.random.below(players.len())]);
        let (club, date) = (Arc::clone(&self.club), day(DAYS[number]));
        match self.random.below(8) {
            0 => Command::LeaveWaitingList(LeaveWaitingList { group, club: club.id.clone(), date, by, at }),
            1 => Command::DeclineOffer(DeclineOffer { group, club: club.id.clone(), date, by, at }),
            2..5 => {
                let booking = BookingId(self.new_id());
                let places = std::array::from_fn(|_| PlaceId(self.new_id()));
                Command::TakeOffer(TakeOffer { group, club, date, booking, places, by, today: today(), at })
            }
            _ => Command::OfferFreePlaces(OfferFreePlaces { club, date, today: today(), at }),
        }
    }

    /// Mostly before the end of an offer, sometimes after it.
    fn instant(&mut self) -> DateTime<Utc> {
        now() + TimeDelta::hours(if self.random.happens(15) { 3 } else { 0 })
    }
}
