//! The events of a club's day as text.

use fairway_events::{CourseDayEvent, CourseStatus};

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
        CourseDayEvent::CourseStateReported { club, date, status, winter_greens, no_carts, note } => {
            let effect = if *status == CourseStatus::Open { Effect::Neutral } else { Effect::Loss };
            let course = course_in_words(*status, *winter_greens, *no_carts, note);
            (effect, format!("the course of {} on {}: {course}", names.club(club), dates::day(*date)))
        }
    }
}

/// What a club said about its course: `partly open, winter greens (“Hole 4 is dicht”)`.
pub(crate) fn course_in_words(
    status: CourseStatus,
    winter_greens: bool,
    no_carts: bool,
    note: &str,
) -> String {
    let status = match status {
        CourseStatus::Open => "open",
        CourseStatus::Partly => "partly open",
        CourseStatus::Closed => "closed",
    };
    let greens = if winter_greens { ", winter greens" } else { "" };
    let carts = if no_carts { ", no buggies" } else { "" };
    let note = if note.is_empty() { String::new() } else { format!(" (“{note}”)") };
    format!("{status}{greens}{carts}{note}")
}
