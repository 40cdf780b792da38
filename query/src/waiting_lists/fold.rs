//! Events to rows: groups, whose state changes, and their players.

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{
    AggregateType, BookingId, ClubId, Event, Holes, MemberId, Position, RecordedEvent, WaitingGroupId,
    WaitingListEvent,
};

use crate::fold::Treatment::{Ids, Instant, Open, Withheld};
use crate::fold::{Fold, Tables};
use crate::reads::Query;
use crate::rows::{Rows, Writer};
use crate::table_changes::TableChanges;
use crate::{Projection, ProjectorError};

#[derive(Debug)]
struct GroupRow {
    id: WaitingGroupId,
    club: ClubId,
    date: NaiveDate,
    position: Position,
    holes: Holes,
    asked_by: MemberId,
    asked_at: DateTime<Utc>,
    joins: Option<BookingId>,
}

/// The state of a group after the batch.
#[derive(Debug)]
struct GroupChange {
    state: &'static str,
    offered_until: Option<DateTime<Utc>>,
    booking: Option<BookingId>,
}

impl Default for GroupChange {
    fn default() -> Self {
        Self::for_state("waiting")
    }
}

impl GroupChange {
    const fn for_state(state: &'static str) -> Self {
        Self { state, offered_until: None, booking: None }
    }
}

#[derive(Debug)]
struct PlayerRow {
    group: WaitingGroupId,
    standing: i16,
    member: MemberId,
    date: NaiveDate,
}

#[derive(Debug, Default)]
pub(super) struct Changes {
    groups: TableChanges<WaitingGroupId, GroupRow, GroupChange>,
    players: Vec<PlayerRow>,
}

/// The projection.
pub const PROJECTION: Projection = Projection::for_fold::<Changes>();

impl Fold for Changes {
    const NAME: &'static str = "waiting_lists";
    const TABLES: Tables = &[
        (
            "waiting_lists_groups",
            &[
                ("group_id", Ids),
                ("club_id", Open),
                ("play_date", Open),
                ("position", Withheld),
                ("holes", Open),
                ("asked_by", Ids),
                ("asked_at", Instant),
                ("state", Open),
                ("offered_until", Instant),
                ("booking_id", Ids),
                ("joins", Ids),
            ],
        ),
        (
            "waiting_lists_players",
            // The table says who waits with whom: whoever knows three of a group finds the fourth in it, under any pseudonym.
            &[
                ("group_id", Withheld),
                ("standing", Withheld),
                ("member_id", Withheld),
                ("play_date", Withheld),
            ],
        ),
    ];
    const READS: &'static [AggregateType] = &[AggregateType::WaitingList];
    const QUERIES: &'static [Query] = super::reads::QUERIES;
    const SOURCES: &'static [&'static str] = &[include_str!("fold.rs"), include_str!("change_groups.sql")];

    fn apply(&mut self, recorded: &RecordedEvent) {
        let Event::WaitingList(event) = &recorded.event else { return };
        match event {
            WaitingListEvent::GroupStartedWaiting { club, date, group, holes, players, by, at }
            | WaitingListEvent::CoPlayersStartedWaiting {
                club, date, group, holes, players, by, at, ..
            } => {
                let row = GroupRow {
                    id: *group,
                    club: club.clone(),
                    date: *date,
                    position: recorded.position,
                    holes: *holes,
                    asked_by: *by,
                    asked_at: *at,
                    joins: joined(event),
                };
                self.groups.insert(*group, row);
                let rows = (0..).zip(players);
                self.players.extend(rows.map(|(standing, member)| PlayerRow {
                    group: *group,
                    standing,
                    member: *member,
                    date: *date,
                }));
            }
            WaitingListEvent::GroupStoppedWaiting { group, .. } => {
                *self.groups.change(*group) = GroupChange::for_state("left");
            }
            WaitingListEvent::PlacesOffered { group, until, .. } => {
                *self.groups.change(*group) =
                    GroupChange { offered_until: Some(*until), ..GroupChange::for_state("offered") };
            }
            WaitingListEvent::OfferTaken { group, booking, .. } => {
                *self.groups.change(*group) =
                    GroupChange { booking: Some(*booking), ..GroupChange::for_state("taken") };
            }
            WaitingListEvent::OfferDeclined { group, .. }
            | WaitingListEvent::OfferLapsed { group, .. }
            | WaitingListEvent::GroupPassedOver { group, .. } => {
                *self.groups.change(*group) = GroupChange::for_state("passed_over");
            }
        }
    }

    async fn write(self, writer: &mut Writer<'_>) -> Result<(), ProjectorError> {
        Rows::from_iter(self.groups.new_rows())
            .column("group_id", |(row, _)| row.id.0)
            .column("club_id", |(row, _)| row.club.0.as_str())
            .column("play_date", |(row, _)| row.date)
            .column("position", |(row, _)| row.position)
            .column("holes", |(row, _)| i16::from(row.holes.count()))
            .column("asked_by", |(row, _)| row.asked_by.0)
            .column("asked_at", |(row, _)| row.asked_at)
            .column("state", |(_, standing)| standing.state)
            .column("offered_until", |(_, standing)| standing.offered_until)
            .column("booking_id", |(_, standing)| standing.booking.map(|booking| booking.0))
            .column("joins", |(row, _)| row.joins.map(|booking| booking.0))
            .insert("waiting_lists_groups", writer)
            .await?;
        Rows::from_iter(&self.players)
            .column("group_id", |row| row.group.0)
            .column("standing", |row| row.standing)
            .column("member_id", |row| row.member.0)
            .column("play_date", |row| row.date)
            .insert("waiting_lists_players", writer)
            .await?;
        Rows::from_iter(self.groups.changed_rows())
            .column("group_id", |(group, _)| group.0)
            .column("state", |(_, standing)| standing.state)
            .column("offered_until", |(_, standing)| standing.offered_until)
            .column("booking_id", |(_, standing)| standing.booking.map(|booking| booking.0))
            .update("waiting_lists_groups", include_str!("change_groups.sql"), writer)
            .await
    }
}

/// The booking that players start to wait for.
const fn joined(event: &WaitingListEvent) -> Option<BookingId> {
    match event {
        WaitingListEvent::CoPlayersStartedWaiting { booking, .. } => Some(*booking),
        _ => None,
    }
}
