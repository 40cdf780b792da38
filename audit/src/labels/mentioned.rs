//! The subjects that an event mentions: its own stream, the ids in its payload, and the club's day that it is about.

use fairway_events::{AggregateType, Mention, RecordedEvent, StreamId};

/// The subjects of an event, its own stream first, each once.
pub(crate) fn mentioned_in(recorded: &RecordedEvent) -> Vec<StreamId> {
    let mut found = vec![recorded.stream.clone()];
    let mentions = recorded.event.mentions();
    let subjects = mentions.iter().filter_map(|mention| match *mention {
        Mention::Member(member) => Some(StreamId::Membership(member)),
        Mention::Booking(booking) => Some(StreamId::Reservation(booking)),
        Mention::Voucher(voucher) => Some(StreamId::Voucher(voucher)),
        Mention::Order(order) => Some(StreamId::Order(order)),
        // Parts of a booking and of a member, which the event names too; a dispute about a place is the club's.
        Mention::Place(_) | Mention::Subscription(_) => None,
        // Parts of a list, which is the stream.
        Mention::WaitingGroup(_) | Mention::Scan(_) => None,
        // Accounts of clubs have no stream.
        Mention::ClubUser(_) => None,
        // Together they are a club's day, as below.
        Mention::Club(_) | Mention::Day(_) => None,
    });
    for subject in subjects.chain(club_day(recorded.stream.aggregate_type(), &mentions)) {
        if !found.contains(&subject) {
            found.push(subject);
        }
    }
    found
}

/// The club's day of a round. Of the events of the day itself it is the stream, and a list is a subject by itself; a tariff
/// is of no day.
fn club_day(of: AggregateType, mentions: &[Mention<'_>]) -> Option<StreamId> {
    match of {
        AggregateType::CourseDay
        | AggregateType::WaitingList
        | AggregateType::ArrivalList
        | AggregateType::Settlement => return None,
        AggregateType::Reservation
        | AggregateType::Membership
        | AggregateType::Voucher
        | AggregateType::Order => {}
    }
    let club = mentions.iter().find_map(|mention| match mention {
        Mention::Club(club) => Some((*club).clone()),
        _ => None,
    })?;
    let day = mentions.iter().find_map(|mention| match mention {
        Mention::Day(day) => Some(*day),
        _ => None,
    })?;
    Some(StreamId::CourseDay(club, day))
}
