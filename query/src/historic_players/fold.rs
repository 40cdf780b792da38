//! Events to rows. A player who joins meets the players who are active at that time. So the rows of a booking of an
//! earlier batch are loaded before its later events are folded.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;
use fairway_events::{
    AggregateType, BookedPlace, BookingId, Event, MemberId, RecordedEvent, ReservationEvent,
};
use sqlx::Row as _;
use uuid::Uuid;

use crate::fold::Treatment::Withheld;
use crate::fold::{Fold, Tables};
use crate::reads::Query;
use crate::rows::{Rows, Writer};
use crate::{Projection, ProjectorError};

#[derive(Debug)]
struct Row {
    active: bool,
    met: BTreeSet<MemberId>,
    /// Whether an earlier batch wrote it to the table.
    stored: bool,
    /// Whether the batch changed it, so that it must be written.
    changed: bool,
}

impl Row {
    const fn new() -> Self {
        Self { active: true, met: BTreeSet::new(), stored: false, changed: true }
    }
}

/// One booking's rows.
#[derive(Debug)]
struct Group {
    play_date: NaiveDate,
    rows: BTreeMap<MemberId, Row>,
}

impl Group {
    const fn new(play_date: NaiveDate) -> Self {
        Self { play_date, rows: BTreeMap::new() }
    }

    /// A member becomes active and meets all active players.
    fn join(&mut self, member: MemberId) {
        let mut met = BTreeSet::new();
        for (other, row) in self.rows.iter_mut().filter(|(other, row)| **other != member && row.active) {
            row.changed |= row.met.insert(member);
            met.insert(*other);
        }
        let own = self.rows.entry(member).or_insert(Row::new());
        own.active = true;
        own.met.append(&mut met);
        own.changed = true;
    }

    fn leave(&mut self, member: MemberId) {
        if let Some(row) = self.rows.get_mut(&member) {
            row.active = false;
            row.changed = true;
        }
    }

    fn change(&mut self, change: PlayerChange) {
        match change {
            PlayerChange::Joined(member) => self.join(member),
            PlayerChange::Left(member) => self.leave(member),
        }
    }
}

#[derive(Debug, Clone, Copy)]
enum PlayerChange {
    Joined(MemberId),
    Left(MemberId),
}

#[derive(Debug, Default)]
pub(super) struct Changes {
    groups: BTreeMap<BookingId, Group>,
    /// Changes of bookings of earlier batches, in order.
    changes_of_stored: Vec<(BookingId, PlayerChange)>,
}

/// The projection.
pub const PROJECTION: Projection = Projection::for_fold::<Changes>();

impl Fold for Changes {
    const NAME: &'static str = "historic_players";
    const TABLES: Tables = &[(
        "historic_players",
        // The table says who plays with whom: whoever knows three co-players of a member finds that member in it, under
        // any pseudonym.
        &[
            ("booking_id", Withheld),
            ("member_id", Withheld),
            ("play_date", Withheld),
            ("active", Withheld),
            ("met", Withheld),
        ],
    )];
    const READS: &'static [AggregateType] = &[AggregateType::Reservation];
    const QUERIES: &'static [Query] = super::QUERIES;
    const SOURCES: &'static [&'static str] =
        &[include_str!("fold.rs"), include_str!("update_historic_players.sql")];

    fn apply(&mut self, recorded: &RecordedEvent) {
        match &recorded.event {
            Event::Reservation(event) => self.apply_reservation(event),
            // Only the booking's own events change who plays with whom.
            Event::Membership(_)
            | Event::Voucher(_)
            | Event::CourseDay(_)
            | Event::Order(_)
            | Event::WaitingList(_)
            | Event::ArrivalList(_)
            | Event::Settlement(_) => {}
        }
    }

    async fn write(mut self, writer: &mut Writer<'_>) -> Result<(), ProjectorError> {
        self.load(writer).await?;
        for (booking, change) in std::mem::take(&mut self.changes_of_stored) {
            let missing = ProjectorError::MissingRows { table: "historic_players", wanted: 1, found: 0 };
            self.groups.get_mut(&booking).ok_or(missing)?.change(change);
        }
        let rows = || {
            self.groups.iter().flat_map(|(booking, group)| {
                let changed = group.rows.iter().filter(|(_, row)| row.changed);
                changed.map(move |(member, row)| (booking, member, group.play_date, row))
            })
        };
        let met = |row: &Row| row.met.iter().map(|met| met.0).collect::<Vec<Uuid>>();
        Rows::from_iter(rows().filter(|(.., row)| !row.stored))
            .column("booking_id", |(booking, ..)| booking.0)
            .column("member_id", |(_, member, ..)| member.0)
            .column("play_date", |(_, _, play_date, _)| play_date)
            .column("active", |(.., row)| row.active)
            .column("met", |(.., row)| met(row))
            .insert("historic_players", writer)
            .await?;
        Rows::from_iter(rows().filter(|(.., row)| row.stored))
            .column("booking_id", |(booking, ..)| booking.0)
            .column("member_id", |(_, member, ..)| member.0)
            .column("active", |(.., row)| row.active)
            .column("met", |(.., row)| met(row))
            .update("historic_players", include_str!("update_historic_players.sql"), writer)
            .await
    }
}

impl Changes {
    fn apply_reservation(&mut self, event: &ReservationEvent) {
        match event {
            ReservationEvent::RoundBooked {
                booking,
                play_date,
                places,
                club: _,
                holes: _,
                master: _,
                booked_at: _,
            } => {
                let group = self.groups.entry(*booking).or_insert(Group::new(*play_date));
                for BookedPlace { member, place: _, right: _ } in places {
                    group.join(*member);
                }
            }
            ReservationEvent::PlayerAdded {
                booking,
                place,
                club: _,
                play_date: _,
                holes: _,
                added_by: _,
                added_at: _,
            } => {
                self.change(*booking, PlayerChange::Joined(place.member));
            }
            // A player who comes in another's stead does not meet them.
            ReservationEvent::PlayerSwapped {
                booking,
                left,
                place,
                club: _,
                play_date: _,
                holes: _,
                by: _,
                swapped_at: _,
            } => {
                self.change(*booking, PlayerChange::Left(left.member));
                self.change(*booking, PlayerChange::Joined(place.member));
            }
            ReservationEvent::PlaceCancelled {
                booking,
                member,
                place: _,
                by: _,
                mode: _,
                cancelled_at: _,
            } => {
                self.change(*booking, PlayerChange::Left(*member));
            }
            ReservationEvent::PlaceCancelledByOperator { booking, member, place: _, cancelled_at: _ } => {
                self.change(*booking, PlayerChange::Left(*member));
            }
            ReservationEvent::RoundCancelledByClub {
                booking,
                places,
                club: _,
                play_date: _,
                notice: _,
                cancelled_at: _,
            } => {
                for cancelled in places {
                    self.change(*booking, PlayerChange::Left(cancelled.member));
                }
            }
            // No other event makes anyone active or inactive.
            _ => {}
        }
    }

    fn change(&mut self, booking: BookingId, change: PlayerChange) {
        match self.groups.get_mut(&booking) {
            Some(group) => group.change(change),
            None => self.changes_of_stored.push((booking, change)),
        }
    }

    /// Loads the rows of the bookings of earlier batches.
    async fn load(&mut self, writer: &mut Writer<'_>) -> Result<(), sqlx::Error> {
        if self.changes_of_stored.is_empty() {
            return Ok(());
        }
        let mut bookings: Vec<Uuid> = self.changes_of_stored.iter().map(|(booking, _)| booking.0).collect();
        bookings.sort_unstable();
        bookings.dedup();
        let sql = writer.schema.sql(
            "SELECT booking_id, member_id, play_date, active, met FROM {schema}.historic_players
             WHERE booking_id = ANY($1)",
        );
        for row in sqlx::query(&sql).bind(bookings).fetch_all(&mut *writer.connection).await? {
            let booking = BookingId(row.try_get("booking_id")?);
            let group = self.groups.entry(booking).or_insert(Group::new(row.try_get("play_date")?));
            let met: Vec<Uuid> = row.try_get("met")?;
            group.rows.insert(
                MemberId(row.try_get("member_id")?),
                Row {
                    active: row.try_get("active")?,
                    met: met.into_iter().map(MemberId).collect(),
                    stored: true,
                    changed: false,
                },
            );
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(number: u128) -> MemberId {
        MemberId(Uuid::from_u128(number))
    }

    fn met(group: &Group, of: u128) -> Vec<u128> {
        group.rows[&member(of)].met.iter().map(|met| met.0.as_u128()).collect()
    }

    #[test]
    fn a_player_who_joins_meets_only_the_active_players() {
        let mut group = Group::new(NaiveDate::default());
        for change in [
            PlayerChange::Joined(member(1)),
            PlayerChange::Joined(member(2)),
            PlayerChange::Left(member(2)),
            PlayerChange::Joined(member(3)),
            PlayerChange::Joined(member(2)),
        ] {
            group.change(change);
        }
        assert_eq!(met(&group, 1), [2, 3]);
        assert_eq!(met(&group, 2), [1, 3]);
        assert_eq!(met(&group, 3), [1, 2]);

        group.change(PlayerChange::Left(member(2)));
        group.change(PlayerChange::Joined(member(4)));
        assert_eq!(met(&group, 2), [1, 3], "had left before the fourth came");
        assert_eq!(met(&group, 4), [1, 3]);
    }
}
