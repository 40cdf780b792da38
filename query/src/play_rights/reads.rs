//! Reads of what members may play; the counts are computed here.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{Datelike, NaiveDate};
use fairway_events::{ClubId, MemberId, PlaceId, SubscriptionId, VoucherId};
use sqlx::Row;
use sqlx::postgres::PgRow;
use uuid::Uuid;

use super::{MemberRights, Pass, PlayedRound, Subscription};
use crate::club_days::holds;
use crate::reads::{ReadError, Reads, arguments, count, holes, queries};
use crate::vouchers::kind;
use crate::{ClubDay, Voucher};

queries! {
    MEMBER_RIGHTS => include_str!("member_rights.sql"),
    SUBSCRIPTIONS => include_str!("subscriptions.sql"),
    CLUB_ROUNDS => include_str!("club_rounds.sql"),
    ROUNDS_AT_CLUB => include_str!("rounds_at_club.sql"),
    RIGHTS_AND_DAYS => concat!(
        "SELECT * FROM (",
        include_str!("member_rights.sql"),
        include_str!("club_days_beside.sql"),
    ),
}

impl Reads {
    /// The rights of each of the members, in the order of `members`; a member without rights has empty lists.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn member_rights(
        &self,
        members: &[MemberId],
        today: NaiveDate,
    ) -> Result<Vec<MemberRights>, ReadError> {
        let ids: Vec<Uuid> = members.iter().map(|member| member.0).collect();
        let rows = self.rows(MEMBER_RIGHTS, arguments!(ids, today)).await?;
        rows.iter().map(|row| rights(row, today)).collect()
    }

    /// The same, and with it how full clubs are, as [`Self::club_days`] from today on. There are no days without
    /// members.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn member_rights_and_club_days(
        &self,
        members: &[MemberId],
        (today, last): (NaiveDate, NaiveDate),
        club: Option<&ClubId>,
        day: Option<NaiveDate>,
    ) -> Result<(Vec<MemberRights>, Vec<ClubDay>), ReadError> {
        let ids: Vec<Uuid> = members.iter().map(|member| member.0).collect();
        let club = club.map(|club| club.0.as_str());
        let rows = self.rows(RIGHTS_AND_DAYS, arguments!(ids, today, last, club, day)).await?;
        let days = rows.first().map_or_else(|| Ok(Vec::new()), club_days)?;
        Ok((rows.iter().map(|row| rights(row, today)).collect::<Result<_, _>>()?, days))
    }

    /// All season passes of a member, past ones included but no withdrawn ones, by start.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn subscriptions(&self, member: MemberId) -> Result<Vec<Subscription>, ReadError> {
        let rows = self.rows(SUBSCRIPTIONS, arguments!(member.0)).await?;
        rows.iter().map(subscription).collect()
    }

    /// Active and played places of a member by club, for play dates of one calendar year.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn club_rounds(&self, member: MemberId, year: i32) -> Result<BTreeMap<ClubId, u32>, ReadError> {
        let first = NaiveDate::from_ymd_opt(year, 1, 1).unwrap_or(NaiveDate::MIN);
        let last = NaiveDate::from_ymd_opt(year, 12, 31).unwrap_or(NaiveDate::MIN);
        let rows = self.rows(CLUB_ROUNDS, arguments!(member.0, first, last)).await?;
        rows.iter().map(|row| Ok((ClubId(row.try_get("club_id")?), count(row.try_get("rounds")?)))).collect()
    }

    /// The rounds that a member played at a club before today, latest first, at most `limit`.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn rounds_at_club(
        &self,
        member: MemberId,
        club: &ClubId,
        today: NaiveDate,
        limit: u32,
    ) -> Result<Vec<PlayedRound>, ReadError> {
        let arguments = arguments!(member.0, club.0.as_str(), today, i64::from(limit));
        let rows = self.rows(ROUNDS_AT_CLUB, arguments).await?;
        rows.iter()
            .map(|row| {
                Ok(PlayedRound {
                    place: PlaceId(row.try_get("place_id")?),
                    play_date: row.try_get("play_date")?,
                    holes: holes(row.try_get("holes")?)?,
                })
            })
            .collect()
    }
}

fn club_days(row: &PgRow) -> Result<Vec<ClubDay>, sqlx::Error> {
    let clubs: Vec<String> = column(row, "day_clubs")?;
    let dates: Vec<NaiveDate> = column(row, "day_dates")?;
    let claimed: Vec<i32> = column(row, "day_claimed")?;
    let closed: Vec<Option<String>> = column(row, "day_closed")?;
    let capacities: Vec<Option<i32>> = column(row, "day_capacity")?;
    let held: Vec<Option<String>> = column(row, "day_holds")?;
    let in_turn: Vec<Option<i32>> = column(row, "day_in_turn")?;
    let limits = closed.into_iter().zip(capacities).zip(held.into_iter().zip(in_turn));
    clubs
        .into_iter()
        .zip(dates)
        .zip(claimed)
        .zip(limits)
        .map(|(((club, date), claimed), ((closed, capacity), (held, in_turn)))| {
            Ok(ClubDay {
                club: ClubId(club),
                date,
                claimed: count(claimed.into()),
                closed,
                capacity: capacity.map(|places| count(places.into())),
                holds: holds(held)?,
                smallest_in_turn: in_turn.map(|players| count(players.into())),
            })
        })
        .collect()
}

fn subscription(row: &PgRow) -> Result<Subscription, ReadError> {
    Ok(Subscription {
        id: SubscriptionId(row.try_get("subscription_id")?),
        name: row.try_get("name")?,
        startdate: row.try_get("startdate")?,
        enddate: row.try_get("enddate")?,
        paymentdate: row.try_get("paymentdate")?,
        amount_cents: row.try_get("amount_cents")?,
        max: count(row.try_get::<i32, _>("max_rounds")?.into()),
        per_month: row.try_get::<Option<i32>, _>("per_month")?.map(|rounds| count(rounds.into())),
        max_holes: holes(row.try_get("max_holes")?)?,
        used: count(row.try_get("used")?),
    })
}

fn rights(row: &PgRow, today: NaiveDate) -> Result<MemberRights, ReadError> {
    let mut rights = MemberRights {
        member: MemberId(row.try_get("member_id")?),
        passes: sorted(passes(row)?, |pass| (pass.startdate, pass.id)),
        vouchers: sorted(vouchers(row)?, |voucher| (voucher.expires, voucher.id)),
        dates_taken: BTreeSet::new(),
        rounds_by_club: BTreeMap::new(),
    };
    let dates: Vec<NaiveDate> = column(row, "play_dates")?;
    let clubs: Vec<String> = column(row, "club_ids")?;
    let subscriptions: Vec<Option<Uuid>> = column(row, "subscription_ids")?;
    let forfeited: Vec<bool> = column(row, "claim_forfeited")?;
    let yesterday = today.pred_opt().unwrap_or(today);
    for (((date, club), subscription), forfeited) in
        dates.into_iter().zip(clubs).zip(subscriptions).zip(forfeited)
    {
        let pass = rights.passes.iter_mut().find(|pass| Some(pass.id.0) == subscription);
        if let Some(pass) = pass {
            pass.used += 1;
            *pass.used_by_month.entry((date.year(), date.month())).or_default() += 1;
        }
        if !forfeited && date >= yesterday {
            rights.dates_taken.insert(date);
        }
        if !forfeited && date.year() >= today.year() {
            *rights.rounds_by_club.entry((ClubId(club), date.year())).or_default() += 1;
        }
    }
    Ok(rights)
}

fn passes(row: &PgRow) -> Result<Vec<Pass>, ReadError> {
    let ids: Vec<Uuid> = column(row, "ids")?;
    let startdates: Vec<NaiveDate> = column(row, "startdates")?;
    let enddates: Vec<NaiveDate> = column(row, "enddates")?;
    let max: Vec<i32> = column(row, "max_rounds")?;
    let per_month: Vec<Option<i32>> = column(row, "per_month")?;
    let max_holes: Vec<i16> = column(row, "max_holes")?;
    let terms = ids.into_iter().zip(startdates).zip(enddates);
    let limits = max.into_iter().zip(per_month).zip(max_holes);
    terms
        .zip(limits)
        .map(|(((id, startdate), enddate), ((max, per_month), max_holes))| {
            Ok(Pass {
                id: SubscriptionId(id),
                startdate,
                enddate,
                max: count(max.into()),
                per_month: per_month.map(|rounds| count(rounds.into())),
                max_holes: holes(max_holes)?,
                used: 0,
                used_by_month: BTreeMap::new(),
            })
        })
        .collect()
}

fn vouchers(row: &PgRow) -> Result<Vec<Voucher>, ReadError> {
    let ids: Vec<Uuid> = column(row, "voucher_ids")?;
    let kinds: Vec<String> = column(row, "kinds")?;
    let titles: Vec<String> = column(row, "titles")?;
    let lengths: Vec<i16> = column(row, "voucher_holes")?;
    let expires: Vec<NaiveDate> = column(row, "expires")?;
    let places: Vec<Option<Uuid>> = column(row, "place_ids")?;
    let used_when: Vec<Option<NaiveDate>> = column(row, "used_when")?;
    let forfeited: Vec<bool> = column(row, "voucher_forfeited")?;
    let vouchers = ids.into_iter().zip(kinds).zip(titles).zip(lengths).zip(expires);
    let uses = places.into_iter().zip(used_when).zip(forfeited);
    vouchers
        .zip(uses)
        .map(|(((((id, voucher_kind), title), length), expires), ((place, used_when), forfeited))| {
            Ok(Voucher {
                id: VoucherId(id),
                kind: kind(&voucher_kind),
                title,
                holes: holes(length)?,
                expires,
                place: place.map(PlaceId),
                used_when,
                forfeited,
            })
        })
        .collect()
}

/// The statement returns arrays in no order.
fn sorted<T, K: Ord>(mut rows: Vec<T>, key: impl Fn(&T) -> K) -> Vec<T> {
    rows.sort_unstable_by_key(key);
    rows
}

/// An aggregated column; `array_agg` over nothing is null.
fn column<'row, T>(row: &'row PgRow, name: &str) -> Result<Vec<T>, sqlx::Error>
where
    Option<Vec<T>>: sqlx::Decode<'row, sqlx::Postgres> + sqlx::Type<sqlx::Postgres>,
{
    Ok(row.try_get::<Option<Vec<T>>, _>(name)?.unwrap_or_default())
}
