//! Reads of waiting groups: a member's, one, and what the process that offers places must look at.

use std::collections::HashMap;

use chrono::NaiveDate;
use fairway_events::{BookingId, ClubId, MemberId, WaitingGroupId};
use sqlx::Row;
use sqlx::postgres::PgRow;
use uuid::Uuid;

use super::{OpenOffers, WaitingGroup, WaitingState, WaitingTotals};
use crate::reads::{ReadError, Reads, arguments, count, holes, queries};

/// Groups that are counted before one at most: however long a list is, its place in it costs no more.
pub const MOST_AHEAD: u32 = 100;

queries! {
    WAITING_GROUP => include_str!("waiting_group.sql"),
    WAITING_GROUPS => include_str!("waiting_groups.sql"),
    WAITING_GROUPS_OF_DAY => include_str!("waiting_groups_of_day.sql"),
    OPEN_OFFERS => include_str!("open_offers.sql"),
    WAITING_MEMBERS => "SELECT group_id, member_id FROM waiting_lists_players WHERE group_id = ANY($1)
        UNION ALL
        SELECT group_id, asked_by FROM waiting_lists_groups WHERE group_id = ANY($1) AND joins IS NOT NULL",
    WAITING_TOTALS => "SELECT count(*) AS offers, min(offered_until) AS first_end,
            (SELECT count(*) FROM club_days WHERE smallest_waiting IS NOT NULL AND play_date >= $1) AS days
        FROM waiting_lists_groups
        WHERE state = 'offered' AND play_date >= $1",
}

impl Reads {
    /// A group, also one that left or became a booking.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn waiting_group(&self, group: WaitingGroupId) -> Result<Option<WaitingGroup>, ReadError> {
        let rows = self.rows(WAITING_GROUP, arguments!(group.0)).await?;
        rows.first().map(waiting_group).transpose()
    }

    /// The member's groups that wait or have an offer, of today and later, soonest first: at most `limit`. Those whom the
    /// member put on the list to join a booking are among them.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn waiting_groups(
        &self,
        member: MemberId,
        today: NaiveDate,
        limit: u32,
    ) -> Result<Vec<WaitingGroup>, ReadError> {
        let rows = self.rows(WAITING_GROUPS, arguments!(member.0, today, i64::from(limit))).await?;
        rows.iter().map(waiting_group).collect()
    }

    /// The first groups of a club's day that wait or have an offer, in the order of the list: at most [`MOST_AHEAD`].
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn waiting_groups_of_day(
        &self,
        club: &ClubId,
        date: NaiveDate,
    ) -> Result<Vec<WaitingGroup>, ReadError> {
        let arguments = arguments!(club.0.as_str(), date, i64::from(MOST_AHEAD));
        self.rows(WAITING_GROUPS_OF_DAY, arguments).await?.iter().map(waiting_group).collect()
    }

    /// The players of these groups, and who asked for others; of a group that is not known none.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn waiting_members(
        &self,
        groups: &[WaitingGroupId],
    ) -> Result<HashMap<WaitingGroupId, Vec<MemberId>>, ReadError> {
        let ids: Vec<Uuid> = groups.iter().map(|group| group.0).collect();
        let rows = self.rows(WAITING_MEMBERS, arguments!(ids)).await?;
        let mut members: HashMap<WaitingGroupId, Vec<MemberId>> = HashMap::new();
        for row in &rows {
            let group = WaitingGroupId(row.try_get("group_id")?);
            members.entry(group).or_default().push(MemberId(row.try_get("member_id")?));
        }
        Ok(members)
    }

    /// The numbers of the lists of today and later, for metrics.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn waiting_totals(&self, today: NaiveDate) -> Result<WaitingTotals, ReadError> {
        let rows = self.rows(WAITING_TOTALS, arguments!(today)).await?;
        let Some(row) = rows.first() else { return Ok(WaitingTotals::default()) };
        Ok(WaitingTotals {
            days: row.try_get("days")?,
            offers: row.try_get("offers")?,
            first_end: row.try_get("first_end")?,
        })
    }

    /// The days of today and later on which places are held, those whose offers lapse first before the others: at most
    /// `limit` offers are looked at.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn open_offers(&self, today: NaiveDate, limit: u32) -> Result<Vec<OpenOffers>, ReadError> {
        let rows = self.rows(OPEN_OFFERS, arguments!(today, i64::from(limit))).await?;
        rows.iter()
            .map(|row| {
                Ok(OpenOffers {
                    club: ClubId(row.try_get("club_id")?),
                    date: row.try_get("play_date")?,
                    until: row.try_get("until")?,
                })
            })
            .collect()
    }
}

fn waiting_group(row: &PgRow) -> Result<WaitingGroup, ReadError> {
    let members: Option<Vec<Uuid>> = row.try_get("members")?;
    Ok(WaitingGroup {
        group: WaitingGroupId(row.try_get("group_id")?),
        club: ClubId(row.try_get("club_id")?),
        date: row.try_get("play_date")?,
        holes: holes(row.try_get("holes")?)?,
        asked_by: MemberId(row.try_get("asked_by")?),
        asked_at: row.try_get("asked_at")?,
        players: members.into_iter().flatten().map(MemberId).collect(),
        joins: row.try_get::<Option<Uuid>, _>("joins")?.map(BookingId),
        state: state(row)?,
        ahead: count(row.try_get("groups")?),
    })
}

/// The table's checks leave no other combination.
fn state(row: &PgRow) -> Result<WaitingState, sqlx::Error> {
    let state: &str = row.try_get("state")?;
    Ok(match state {
        "offered" => WaitingState::Offered { until: row.try_get("offered_until")? },
        "taken" => WaitingState::Taken { booking: row.try_get::<Uuid, _>("booking_id")?.into() },
        "passed_over" => WaitingState::PassedOver,
        "left" => WaitingState::Left,
        _ => WaitingState::Waiting,
    })
}
