//! The upcoming rounds of a member. They are read from the journal, not from the read models: a projector that is
//! behind must not hide one. The round of today is over for a player who has arrived: the place can no longer be
//! cancelled (docs/domain.md §3.24).

use anyhow::bail;
use chrono::NaiveDate;
use fairway_clock::clock::Clock;
use fairway_clock::random;
use fairway_command::{
    ArrivalList, CancelPlace, Command, Membership, Outcome, Rejection, Submission, WriterHandle, fold_events,
};
use fairway_events::{Actor, BookingId, ClubId, Journal, JournalError, MemberId, PlaceId, StreamId};
use fairway_query::Booking;
use fairway_query::reservations::booking_after;
use fairway_store::operator_actions::OperatorAct;

/// An upcoming round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Upcoming {
    /// The booking.
    pub booking: BookingId,
    /// The member's place in it.
    pub place: PlaceId,
    /// Where.
    pub club: ClubId,
    /// When, a day in Europe/Amsterdam.
    pub play_date: NaiveDate,
    /// Whether the member leads it.
    pub leads: bool,
    /// How many others play.
    pub others: usize,
}

/// The member's state, replayed from the journal.
async fn membership(journal: &Journal, member: MemberId) -> Result<Membership, JournalError> {
    let stream = StreamId::Membership(member);
    let recorded = journal.load_streams(&[stream]).await?.into_values().flatten();
    Ok(fold_events(recorded.map(|recorded| recorded.event)))
}

/// Every booking in which the member ever had a place.
///
/// # Errors
/// When the journal cannot be read.
pub async fn bookings_of(journal: &Journal, member: MemberId) -> Result<Vec<BookingId>, JournalError> {
    let mut bookings: Vec<BookingId> =
        membership(journal, member).await?.places().map(|(booking, ..)| booking).collect();
    bookings.sort_unstable();
    bookings.dedup();
    Ok(bookings)
}

/// The bookings in which the member plays on a day.
///
/// # Errors
/// When the journal cannot be read.
pub async fn on_day(
    journal: &Journal,
    member: MemberId,
    day: NaiveDate,
) -> Result<Vec<Booking>, JournalError> {
    let membership = membership(journal, member).await?;
    let active_places =
        membership.places().filter(|(.., play_date, active_places)| *active_places && *play_date == day);
    let streams: Vec<StreamId> = active_places.map(|(booking, ..)| StreamId::Reservation(booking)).collect();
    let streams = journal.load_streams(&streams).await?;
    Ok(streams.values().filter_map(|events| booking_after(events)).collect())
}

/// The member's rounds from `today` on, soonest first, without those for which the club has received them.
///
/// # Errors
/// When the journal cannot be read.
pub async fn upcoming(
    journal: &Journal,
    member: MemberId,
    today: NaiveDate,
) -> Result<Vec<Upcoming>, JournalError> {
    let membership = membership(journal, member).await?;
    let active_places: Vec<_> = membership
        .places()
        .filter(|(.., play_date, active_places)| *active_places && *play_date >= today)
        .collect();
    let streams: Vec<StreamId> =
        active_places.iter().map(|(booking, ..)| StreamId::Reservation(*booking)).collect();
    let streams = journal.load_streams(&streams).await?;
    let mut rounds: Vec<Upcoming> = active_places
        .into_iter()
        .filter_map(|(booking, place, play_date, _)| {
            let now = booking_after(streams.get(&StreamId::Reservation(booking))?)?;
            Some(Upcoming {
                booking,
                place,
                club: now.club.clone(),
                play_date,
                leads: now.master == member,
                others: now.active_places().filter(|active| active.member != member).count(),
            })
        })
        .collect();
    let of_today = rounds.iter().filter(|round| round.play_date == today);
    let lists: Vec<StreamId> =
        of_today.map(|round| StreamId::ArrivalList(round.club.clone(), today)).collect();
    for recorded in journal.load_streams(&lists).await?.into_values() {
        let list: ArrivalList = fold_events(recorded.into_iter().map(|recorded| recorded.event));
        rounds.retain(|round| list.reported_holes(round.place).is_none());
    }
    rounds.sort_unstable_by_key(|round| (round.play_date, round.place));
    Ok(rounds)
}

/// Cancels the member's places in these rounds, each by the command that the member would send, in the operator's name.
/// Co-players keep their places; where the member was master, another player becomes master.
///
/// # Errors
/// At the first place that cannot be cancelled; those before it are cancelled.
pub async fn cancel(
    writer: &WriterHandle,
    clock: &Clock,
    member: MemberId,
    by: &OperatorAct,
    rounds: &[Upcoming],
) -> anyhow::Result<()> {
    for round in rounds {
        let submission = Submission {
            command: Command::CancelPlace(CancelPlace {
                booking: round.booking,
                place: round.place,
                by: member,
                today: clock.today(),
                at: clock.now(),
            }),
            correlation_id: random::new_id(clock.now()),
            actor: Actor::Impersonator { operator: by.operator.clone(), member },
            metadata: by.metadata(member.to_string()),
            receipt: None,
        };
        match writer.submit(submission).await? {
            // The member may have arrived since the rounds were read.
            Outcome::Accepted { .. } | Outcome::Rejected(Rejection::PlayerHasArrived) => {}
            Outcome::Rejected(rejection) => {
                bail!("the round of {} at {} cannot be cancelled: {rejection}", round.play_date, round.club.0)
            }
            // Both need an idempotency key.
            Outcome::Replayed { .. } | Outcome::KeyReused => {}
        }
    }
    Ok(())
}
