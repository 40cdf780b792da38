//! Several days of clubs as the journal has them, and the rounds that a change of each would cancel: two queries for all.

use chrono::NaiveDate;
use fairway_audit::subject::Subject;
use fairway_command::{CourseDay, DayChange, bookings_met, fold_events};
use fairway_endpoint::common::Common;
use fairway_events::{BookingId, ClubId, MemberId, StreamId};
use fairway_operator_accounts::access::Operator;
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_query::Booking;
use fairway_round_data::day_changes;
use fairway_store::members;
use serde::Serialize;
use utoipa::ToSchema;

use super::super::club_day_changes::AffectedRound;
use super::super::club_days::{ClosedDay, DayView};
use super::choice::Choice;
use crate::views;

/// A day that would change, with the rounds that this would cancel.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PreviewedDay {
    /// The club's slug.
    pub club: String,
    /// The day.
    pub date: NaiveDate,
    /// Active places as it is now.
    pub claimed: u32,
    /// Active places at most as it is now; null: no limit.
    pub capacity: Option<u32>,
    /// Set where nobody can book now.
    pub closed: Option<ClosedDay>,
    /// The places that would be cancelled.
    pub places: usize,
    /// The rounds that would be cancelled, in the order in which they were booked.
    pub rounds: Vec<AffectedRound>,
}

/// A day before its change.
pub(super) struct DayBefore {
    pub(super) club: ClubId,
    pub(super) date: NaiveDate,
    pub(super) state: CourseDay,
    /// The bookings that the change would cancel.
    pub(super) met: Vec<BookingId>,
}

impl DayBefore {
    /// Whether the change would do something. Closing or limiting a day on which nobody can book anyway, and which has no
    /// round to cancel, is nothing: the club's own terms stay, and so does the notice of a day that is closed.
    pub(super) fn changes(&self, common: &Common, choice: &Choice) -> bool {
        let status = self.state.status(common.clock.now());
        let is_closed = || {
            let card = choice.card(&self.club);
            card.is_some_and(|card| DayView::from_day(card, &status, self.date).closed.is_some())
        };
        match &choice.change {
            DayChange::Reopen => status.closed.is_some() || status.capacity.is_some(),
            _ if !self.met.is_empty() => true,
            DayChange::Close => !is_closed(),
            DayChange::Limit { capacity } => status.capacity != Some(*capacity) && !is_closed(),
        }
    }
}

/// The days as the journal has them, in this order: a projection that is behind must not hide a round.
pub(super) async fn days(
    common: &Common,
    choice: &Choice,
    days: Vec<(ClubId, NaiveDate)>,
) -> Result<Vec<DayBefore>, OperatorFailure> {
    let streams: Vec<StreamId> =
        days.iter().map(|(club, date)| StreamId::CourseDay(club.clone(), *date)).collect();
    let mut recorded = common.journal.load_streams(&streams).await?;
    let before = days.into_iter().zip(streams).map(|((club, date), stream)| {
        let events = recorded.remove(&stream).unwrap_or_default();
        let state: CourseDay = fold_events(events.into_iter().map(|recorded| recorded.event));
        let met = bookings_met(&state, &choice.change);
        DayBefore { club, date, state, met }
    });
    Ok(before.collect())
}

/// The days as an operator is shown them, who then knows who plays: each day with players is recorded as seen.
pub(super) async fn shown(
    common: &Common,
    operator: &Operator,
    choice: &Choice,
    days: &[DayBefore],
) -> Result<Vec<PreviewedDay>, OperatorFailure> {
    let met: Vec<BookingId> = days.iter().flat_map(|day| day.met.iter().copied()).collect();
    let mut known = day_changes::bookings(&common.journal, &met).await?;
    let rounds: Vec<Vec<Booking>> =
        days.iter().map(|day| day.met.iter().filter_map(|booking| known.remove(booking)).collect()).collect();
    let mut players: Vec<MemberId> = Vec::new();
    for (day, rounds) in days.iter().zip(&rounds) {
        let before = players.len();
        players.extend(rounds.iter().flat_map(Booking::players));
        if players.len() > before {
            let seen = Subject(StreamId::CourseDay(day.club.clone(), day.date));
            views::record(common, operator, &seen).await?;
        }
    }
    let names = members::by_ids(&common.pool, &players).await?;
    let now = common.clock.now();
    let day = |(day, rounds): (&DayBefore, &Vec<Booking>)| {
        let status = day.state.status(now);
        let view = choice.card(&day.club).map(|card| DayView::from_day(card, &status, day.date));
        PreviewedDay {
            club: day.club.0.clone(),
            date: day.date,
            claimed: status.claimed,
            capacity: view.as_ref().map_or(status.capacity, |view| view.capacity),
            closed: view.and_then(|view| view.closed),
            places: rounds.iter().map(|round| round.players().len()).sum(),
            rounds: rounds.iter().map(|round| AffectedRound::new(round, &names)).collect(),
        }
    };
    Ok(days.iter().zip(&rounds).map(day).collect())
}
