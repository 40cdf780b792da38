//! The subjects that an event mentions: its own stream, the ids in its payload, and the club's day that it is about.

use fairway_events::{ClubId, Event, MembershipEvent, Mention, RecordedEvent, ReservationEvent, StreamId};

/// The subjects of an event, its own stream first, each once.
pub(crate) fn mentioned_in(recorded: &RecordedEvent) -> Vec<StreamId> {
    let mut found = vec![recorded.stream.clone()];
    let mentions = recorded.event.mentions().into_iter().filter_map(|mention| match mention {
        Mention::Member(member) => Some(StreamId::Membership(member)),
        Mention::Booking(booking) => Some(StreamId::Reservation(booking)),
        Mention::Voucher(voucher) => Some(StreamId::Voucher(voucher)),
        Mention::Order(order) => Some(StreamId::Order(order)),
        // Parts of a booking and of a member, which the event names too.
        Mention::Place(_) | Mention::Subscription(_) => None,
        // Parts of a list, which is the stream.
        Mention::WaitingGroup(_) => None,
    });
    for subject in mentions.chain(club_day(&recorded.event)) {
        if !found.contains(&subject) {
            found.push(subject);
        }
    }
    found
}

/// The club's day of a round. Of the events of the day itself it is the stream.
fn club_day(event: &Event) -> Option<StreamId> {
    let (club, date): (&ClubId, _) = match event {
        Event::Reservation(
            ReservationEvent::RoundBooked { club, play_date, .. }
            | ReservationEvent::PlayerAdded { club, play_date, .. }
            | ReservationEvent::PlayerSwapped { club, play_date, .. }
            | ReservationEvent::RoundCancelledByClub { club, play_date, .. },
        )
        | Event::Membership(
            MembershipEvent::PlayRightClaimed { club, play_date, .. }
            | MembershipEvent::PlayRightReleased { club, play_date, .. }
            | MembershipEvent::PlayRightForfeited { club, play_date, .. }
            | MembershipEvent::ForfeitedRightReturned { club, play_date, .. },
        ) => (club, *play_date),
        _ => return None,
    };
    Some(StreamId::CourseDay(club.clone(), date))
}
