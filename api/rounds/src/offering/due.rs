//! The events after which places of a day may have to be offered.

use chrono::NaiveDate;
use fairway_events::{ClubId, CourseDayEvent, Event, RecordedEvent, WaitingListEvent};

/// The day of which places came free by this event, or whose waiting groups changed. An offer and a passed-over group are
/// among them, because a decision looks at a limited number of groups: the next one looks at those that follow. Taken
/// places are, because they may fill a round that others were offered to join.
pub(super) fn day_of(recorded: &RecordedEvent) -> Option<(ClubId, NaiveDate)> {
    match &recorded.event {
        Event::CourseDay(
            CourseDayEvent::PlacesClaimed { club, date, .. }
            | CourseDayEvent::PlacesReleased { club, date, .. }
            | CourseDayEvent::DayLimited { club, date, .. }
            | CourseDayEvent::DayReopened { club, date },
        )
        | Event::WaitingList(
            WaitingListEvent::GroupStartedWaiting { club, date, .. }
            | WaitingListEvent::CoPlayersStartedWaiting { club, date, .. }
            | WaitingListEvent::GroupStoppedWaiting { club, date, .. }
            | WaitingListEvent::PlacesOffered { club, date, .. }
            | WaitingListEvent::OfferDeclined { club, date, .. }
            | WaitingListEvent::OfferLapsed { club, date, .. }
            | WaitingListEvent::GroupPassedOver { club, date, .. },
        ) => Some((club.clone(), *date)),
        _ => None,
    }
}
