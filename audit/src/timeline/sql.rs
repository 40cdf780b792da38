//! The statements of a timeline.

use anyhow::{Context, Result};
use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{
    ActorKind, BookingId, ClubId, MemberId, PlaceId, Position, StreamId, WaitingGroupId, from_row,
};
use sqlx::PgPool;
use uuid::Uuid;

/// The bookings, vouchers and orders of a member.
pub(super) async fn streams_of_member(pool: &PgPool, member: MemberId) -> Result<Vec<StreamId>> {
    let rows: Vec<(String, Uuid)> = sqlx::query_as(
        "SELECT DISTINCT 'Reservation', booking_id FROM reservations_places WHERE member_id = $1
         UNION ALL SELECT 'Voucher', voucher_id FROM vouchers WHERE member_id = $1
         UNION ALL SELECT 'Order', order_id FROM orders WHERE member_id = $1",
    )
    .bind(member.0)
    .fetch_all(pool)
    .await?;
    Ok(rows
        .into_iter()
        .map(|(kind, id)| StreamId::parse(&kind, &id.to_string()))
        .collect::<Result<_, _>>()?)
}

/// The groups in which a member waits or waited, or which the member put on the list for a booking, each with its list.
pub(super) async fn groups_of_member(
    pool: &PgPool,
    member: MemberId,
) -> Result<Vec<(WaitingGroupId, StreamId)>> {
    let rows: Vec<(Uuid, String, NaiveDate)> = sqlx::query_as(
        "SELECT group_id, waiting.club_id, waiting.play_date
         FROM waiting_lists_players JOIN waiting_lists_groups AS waiting USING (group_id) WHERE member_id = $1
         UNION ALL
         SELECT group_id, club_id, play_date FROM waiting_lists_groups WHERE asked_by = $1 AND joins IS NOT NULL",
    )
    .bind(member.0)
    .fetch_all(pool)
    .await?;
    let with_list = |(group, club, date)| (WaitingGroupId(group), StreamId::WaitingList(ClubId(club), date));
    Ok(rows.into_iter().map(with_list).collect())
}

/// The lists of arrivals with a scan of a member's code, or an absence.
pub(super) async fn arrival_lists_of_member(pool: &PgPool, member: MemberId) -> Result<Vec<StreamId>> {
    let sql = "SELECT club_id, play_date FROM arrivals_scans WHERE member_id = $1
        UNION SELECT club_id, play_date FROM arrivals_absences WHERE member_id = $1";
    let rows: Vec<(String, NaiveDate)> = sqlx::query_as(sql).bind(member.0).fetch_all(pool).await?;
    Ok(rows.into_iter().map(|(club, date)| StreamId::ArrivalList(ClubId(club), date)).collect())
}

/// The requests by which a list of arrivals got events about a booking: scans are no requests of the booking.
pub(super) async fn requests_about_booking(
    pool: &PgPool,
    list: &StreamId,
    booking: BookingId,
) -> Result<Vec<Uuid>> {
    let sql = "SELECT DISTINCT correlation_id FROM events
        WHERE aggregate_type = $1 AND aggregate_id = $2
            AND $3 IN (payload -> event_type ->> 'booking', payload -> event_type -> 'round' ->> 'booking')";
    sqlx::query_scalar(sql)
        .bind(list.aggregate_type().as_str())
        .bind(list.aggregate_id())
        .bind(booking.to_string())
        .fetch_all(pool)
        .await
        .context("reading the journal")
}

/// The wanted events of a member's streams.
#[derive(Debug)]
pub(super) struct PartOf<'a> {
    pub(super) member: MemberId,
    /// Streams that the read models may not have yet.
    pub(super) recent: &'a [StreamId],
    /// Only events of these names; none: of every name.
    pub(super) names: Option<&'a [String]>,
    /// Only what such an actor did.
    pub(super) actor: Option<ActorKind>,
}

/// The latest so many positions after one and up to another at which a member's streams have wanted events, latest first.
/// The part of the journal between the two is read.
pub(super) async fn positions_in_part(
    pool: &PgPool,
    wanted: &PartOf<'_>,
    (after, up_to): (Position, Position),
    limit: usize,
) -> Result<Vec<Position>> {
    let recent: Vec<String> = wanted.recent.iter().map(StreamId::aggregate_id).collect();
    sqlx::query_scalar(include_str!("positions_in_part.sql"))
        .bind(wanted.member.0)
        .bind(after)
        .bind(up_to)
        .bind(recent)
        .bind(wanted.names)
        .bind(wanted.actor.map(ActorKind::as_str))
        .bind(i64::try_from(limit)?)
        .fetch_all(pool)
        .await
        .context("reading a part of the journal")
}

/// The bookings that places belong to.
pub(super) async fn bookings_of_places(
    pool: &PgPool,
    places: impl Iterator<Item = &PlaceId>,
) -> Result<Vec<StreamId>> {
    let bookings: Vec<Uuid> =
        sqlx::query_scalar("SELECT DISTINCT booking_id FROM reservations_places WHERE place_id = ANY($1)")
            .bind(places.map(|place| place.0).collect::<Vec<_>>())
            .fetch_all(pool)
            .await?;
    Ok(bookings.into_iter().map(|booking| StreamId::Reservation(booking.into())).collect())
}

/// An operator's action on a member, as recorded.
#[derive(Debug)]
pub(super) struct OperatorActionRow {
    pub(super) at: DateTime<Utc>,
    pub(super) operator: String,
    pub(super) reason: String,
    pub(super) action: String,
    pub(super) subject: String,
}

from_row!(OperatorActionRow { at, operator, reason, action, subject });

/// Operators' actions on a member from one instant on and before another, earliest first; only the latest so many of
/// them. Looks at a member, and searches that found them, are recorded too, but not returned: they did nothing to
/// them.
pub(super) async fn operator_actions(
    pool: &PgPool,
    member: MemberId,
    (from, before): (Option<DateTime<Utc>>, Option<DateTime<Utc>>),
    latest: Option<i64>,
) -> Result<Vec<OperatorActionRow>> {
    sqlx::query_as(
        "SELECT at, operator, reason, action, subject FROM (
             SELECT id, at, operator, reason, action, subject FROM operator_actions
             WHERE member_id = $1 AND action NOT IN ('view', 'search')
                 AND ($2::timestamptz IS NULL OR at >= $2) AND ($3::timestamptz IS NULL OR at < $3)
             ORDER BY at DESC, id DESC LIMIT $4
         ) AS latest
         ORDER BY at, id",
    )
    .bind(member.0)
    .bind(from)
    .bind(before)
    .bind(latest)
    .fetch_all(pool)
    .await
    .context("reading what operators did")
}

/// When an operator last did something to a member; none: never.
pub(super) async fn newest_action(pool: &PgPool, member: MemberId) -> Result<Option<DateTime<Utc>>> {
    let sql = "SELECT at FROM operator_actions WHERE member_id = $1 AND action NOT IN ('view', 'search')
        ORDER BY at DESC LIMIT 1";
    let newest = sqlx::query_scalar(sql).bind(member.0).fetch_optional(pool).await;
    newest.context("reading what operators did")
}

/// The positions of other events of an act, near one of them, the nearest first: by position, because the index of correlation
/// ids finds parts of the journal only.
pub(super) async fn others_of_act(
    pool: &PgPool,
    correlation_id: Uuid,
    position: Position,
    (first, last): (Position, Position),
    limit: usize,
) -> Result<Vec<Position>> {
    let sql = "SELECT position FROM events
        WHERE position BETWEEN $3 AND $4 AND correlation_id = $1 AND position <> $2
        ORDER BY abs(position - $2) LIMIT $5";
    sqlx::query_scalar(sql)
        .bind(correlation_id)
        .bind(position)
        .bind(first)
        .bind(last)
        .bind(i64::try_from(limit)?)
        .fetch_all(pool)
        .await
        .context("reading the journal")
}

/// When the event at a position was recorded; none when there is no such event.
pub(super) async fn recorded_at(pool: &PgPool, position: Position) -> Result<Option<DateTime<Utc>>> {
    let sql = "SELECT recorded_at FROM events WHERE position = $1";
    Ok(sqlx::query_scalar(sql).bind(position).fetch_optional(pool).await?)
}
