//! The events of a waiting list as text.

use fairway_events::WaitingListEvent;

use super::effect::{Effect, counted};
use crate::dates;
use crate::names::Names;

/// Effect, sentence and details of an event.
pub(super) fn describe(event: &WaitingListEvent, names: &Names) -> (Effect, String, Vec<String>) {
    let (effect, sentence) = match event {
        WaitingListEvent::GroupStartedWaiting { club, date, group, holes, players, by, .. } => {
            let sentence = format!(
                "{} waits with a group of {} for {holes} holes at {} on {} (waiting group {group})",
                names.member(*by),
                players.len(),
                names.club(club),
                dates::day(*date)
            );
            let players = players.iter().map(|player| names.member(*player)).collect();
            return (Effect::Neutral, sentence, players);
        }
        WaitingListEvent::CoPlayersStartedWaiting { club, date, group, booking, players, by, .. } => {
            let sentence = format!(
                "{} wants {} more in booking {booking} at {} on {} (waiting group {group})",
                names.member(*by),
                players.len(),
                names.club(club),
                dates::day(*date)
            );
            let players = players.iter().map(|player| names.member(*player)).collect();
            return (Effect::Neutral, sentence, players);
        }
        WaitingListEvent::GroupStoppedWaiting { group, by, .. } => {
            (Effect::Loss, format!("{} took waiting group {group} off the list", names.member(*by)))
        }
        WaitingListEvent::PlacesOffered { club, date, group, until, .. } => (
            Effect::Gain,
            format!(
                "places at {} on {} are offered to waiting group {group}, until {}",
                names.club(club),
                dates::day(*date),
                dates::instant(*until)
            ),
        ),
        WaitingListEvent::OfferTaken { group, booking, by, .. } => (
            Effect::Gain,
            format!("{} took the places for waiting group {group}: booking {booking}", names.member(*by)),
        ),
        WaitingListEvent::OfferDeclined { group, by, releases, .. } => (
            Effect::Neutral,
            format!("{} declined the offer to waiting group {group}{}", names.member(*by), again(*releases)),
        ),
        WaitingListEvent::OfferLapsed { group, releases, .. } => {
            (Effect::Neutral, format!("the offer to waiting group {group} lapsed{}", again(*releases)))
        }
        WaitingListEvent::GroupPassedOver { group, releases, .. } => {
            (Effect::Neutral, format!("waiting group {group} fits and may not play now{}", again(*releases)))
        }
    };
    (effect, sentence, Vec::new())
}

fn again(releases: u32) -> String {
    let times = counted(releases, "time", "times");
    format!("; it is considered again when places come free once more than {times}")
}
