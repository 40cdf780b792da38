//! The events of a club's day as text.

use fairway_events::CourseDayEvent;

use super::effect::{Effect, counted};
use crate::dates;
use crate::names::Names;

/// Effect and sentence of an event.
pub(super) fn describe(event: &CourseDayEvent, names: &Names) -> (Effect, String) {
    let count = |places: usize| counted(places, "place", "places");
    match event {
        CourseDayEvent::PlacesClaimed { club, date, places, .. } => (
            Effect::Neutral,
            format!("{} taken at {} on {}", count(places.len()), names.club(club), dates::day(*date)),
        ),
        CourseDayEvent::PlacesReleased { club, date, places, .. } => (
            Effect::Neutral,
            format!("{} free again at {} on {}", count(places.len()), names.club(club), dates::day(*date)),
        ),
        CourseDayEvent::PlaceSwapped { club, date, .. } => (
            Effect::Neutral,
            format!("a place passed to another player at {} on {}", names.club(club), dates::day(*date)),
        ),
        CourseDayEvent::DayClosed { club, date, notice } => {
            (Effect::Loss, format!("{} is closed on {} (“{notice}”)", names.club(club), dates::day(*date)))
        }
        CourseDayEvent::DayLimited { club, date, capacity } => (
            Effect::Loss,
            format!(
                "{} has {} at most on {}",
                names.club(club),
                counted(*capacity, "place", "places"),
                dates::day(*date)
            ),
        ),
        CourseDayEvent::DayReopened { club, date } => {
            (Effect::Gain, format!("{} has its own terms again on {}", names.club(club), dates::day(*date)))
        }
        CourseDayEvent::PlacesHeld { club, date, group, places, until } => (
            Effect::Neutral,
            format!(
                "{} held at {} on {} for waiting group {group}, until {}",
                counted(*places, "place", "places"),
                names.club(club),
                dates::day(*date),
                dates::instant(*until)
            ),
        ),
        CourseDayEvent::HoldEnded { club, date, group } => (
            Effect::Neutral,
            format!(
                "nothing is held any more for waiting group {group} at {} on {}",
                names.club(club),
                dates::day(*date)
            ),
        ),
        CourseDayEvent::WaitingGroupsChanged { club, date, smallest, smallest_in_turn } => {
            let group = |size: &Option<u32>| {
                size.map_or_else(|| "none".to_owned(), |size| counted(size, "player", "players"))
            };
            let sentence = format!(
                "who waits for {} on {}: the smallest group has {}, the smallest in turn {}",
                names.club(club),
                dates::day(*date),
                group(smallest),
                group(smallest_in_turn)
            );
            (Effect::Neutral, sentence)
        }
    }
}
