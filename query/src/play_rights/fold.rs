//! Events to rows. What happens to a claim in the batch that made it is folded into the new row; only the end of an
//! older claim is a change of a row that is there.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use fairway_events::{ClubId, Event, Holes, MemberId, MembershipEvent, PlaceId, PlayRight, SubscriptionId};
use sqlx::PgConnection;

use crate::new_rows::NewRows;
use crate::{ProjectorError, Schema};

#[derive(Debug)]
struct SubscriptionRow {
    id: SubscriptionId,
    member: MemberId,
    amount_cents: i64,
    startdate: NaiveDate,
    enddate: NaiveDate,
    paymentdate: Option<NaiveDate>,
    max: i32,
    per_month: Option<i32>,
    max_holes: Holes,
    name: String,
}

/// The primary key of a claim, in its order: neighbours in the index are written together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct ClaimKey {
    member: MemberId,
    play_date: NaiveDate,
    place: PlaceId,
}

#[derive(Debug)]
struct Claim {
    subscription: Option<SubscriptionId>,
    forfeited: bool,
    club: ClubId,
}

/// How a claim of an earlier batch ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Released,
    Forfeited,
}

/// What a batch changes.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    subscriptions: Vec<SubscriptionRow>,
    claims: BTreeMap<ClaimKey, Claim>,
    ends: BTreeMap<ClaimKey, End>,
}

impl Changes {
    pub(crate) fn apply(&mut self, event: &Event) {
        match event {
            Event::Membership(event) => self.apply_membership(event),
            // The membership's own events say what a booking did to its players' rights.
            Event::Reservation(_) | Event::Voucher(_) | Event::CourseDay(_) | Event::Order(_) => {}
        }
    }

    fn apply_membership(&mut self, event: &MembershipEvent) {
        match event {
            MembershipEvent::SubscriptionStarted {
                member,
                subscription,
                name,
                startdate,
                enddate,
                paymentdate,
                amount_cents,
                max,
                per_month,
                max_holes,
            } => self.subscriptions.push(SubscriptionRow {
                id: *subscription,
                member: *member,
                amount_cents: *amount_cents,
                startdate: *startdate,
                enddate: *enddate,
                paymentdate: *paymentdate,
                max: bounded(*max),
                per_month: per_month.map(bounded),
                max_holes: *max_holes,
                name: name.clone(),
            }),
            // The voucher's own stream tells the whole of its life: projection `vouchers`.
            MembershipEvent::VoucherReceived {
                member: _,
                voucher: _,
                kind: _,
                title: _,
                holes: _,
                expires: _,
            } => {}
            // What was bought and registered is told by the orders, what became of a voucher by the vouchers.
            MembershipEvent::VoucherOrderOpened { .. }
            | MembershipEvent::VoucherOrderClosed { .. }
            | MembershipEvent::VoucherTakenBack { .. }
            | MembershipEvent::FederationRegistered { .. } => {}
            MembershipEvent::PlayRightClaimed {
                member,
                place,
                play_date,
                club,
                right,
                booking: _,
                holes: _,
            } => {
                let subscription = match right {
                    PlayRight::Subscription { subscription } => Some(*subscription),
                    PlayRight::Voucher { voucher: _, title: _ } => None,
                };
                let claim = Claim { subscription, forfeited: false, club: club.clone() };
                self.claims.insert(key(*member, *play_date, *place), claim);
            }
            MembershipEvent::PlayRightReleased {
                member,
                place,
                play_date,
                booking: _,
                club: _,
                right: _,
            } => {
                let key = key(*member, *play_date, *place);
                if self.claims.remove(&key).is_none() {
                    self.ends.insert(key, End::Released);
                }
            }
            MembershipEvent::PlayRightForfeited {
                member,
                place,
                play_date,
                booking: _,
                club: _,
                right: _,
            } => {
                let key = key(*member, *play_date, *place);
                match self.claims.get_mut(&key) {
                    Some(claim) => claim.forfeited = true,
                    None => {
                        self.ends.insert(key, End::Forfeited);
                    }
                }
            }
        }
    }

    pub(crate) async fn write(
        self,
        connection: &mut PgConnection,
        schema: &Schema,
    ) -> Result<u64, ProjectorError> {
        let mut rows = 0;
        if !self.subscriptions.is_empty() {
            rows += insert_subscriptions(&self.subscriptions, connection, schema).await?;
        }
        if !self.claims.is_empty() {
            rows += insert_claims(&self.claims, connection, schema).await?;
        }
        for (end, template) in [
            (End::Released, include_str!("release_claims.sql")),
            (End::Forfeited, include_str!("forfeit_claims.sql")),
        ] {
            let ended = || self.ends.iter().filter(move |(_, how)| **how == end).map(|(key, _)| key);
            if ended().next().is_none() {
                continue;
            }
            let sql = schema.sql(template);
            let done = sqlx::query(&sql)
                .bind(ended().map(|key| key.member.0).collect::<Vec<_>>())
                .bind(ended().map(|key| key.play_date).collect::<Vec<_>>())
                .bind(ended().map(|key| key.place.0).collect::<Vec<_>>())
                .execute(&mut *connection)
                .await?;
            rows += ProjectorError::unless_all("play_rights_claims", ended().count(), done.rows_affected())?;
        }
        Ok(rows)
    }
}

const fn key(member: MemberId, play_date: NaiveDate, place: PlaceId) -> ClaimKey {
    ClaimKey { member, play_date, place }
}

/// A count as Postgres' integer; no pass has two thousand million rounds.
fn bounded(rounds: u32) -> i32 {
    i32::try_from(rounds).unwrap_or(i32::MAX)
}

async fn insert_subscriptions(
    rows: &[SubscriptionRow],
    connection: &mut PgConnection,
    schema: &Schema,
) -> Result<u64, sqlx::Error> {
    NewRows::of("play_rights_subscriptions", rows)
        .column("subscription_id", |row| row.id.0)
        .column("member_id", |row| row.member.0)
        .column("amount_cents", |row| row.amount_cents)
        .column("startdate", |row| row.startdate)
        .column("enddate", |row| row.enddate)
        .column("paymentdate", |row| row.paymentdate)
        .column("max_rounds", |row| row.max)
        .column("per_month", |row| row.per_month)
        .column("max_holes", |row| i16::from(row.max_holes.count()))
        .column("name", |row| row.name.as_str())
        .insert(connection, schema)
        .await
}

async fn insert_claims(
    rows: &BTreeMap<ClaimKey, Claim>,
    connection: &mut PgConnection,
    schema: &Schema,
) -> Result<u64, sqlx::Error> {
    let rows: Vec<(&ClaimKey, &Claim)> = rows.iter().collect();
    NewRows::of("play_rights_claims", &rows)
        .column("member_id", |(key, _)| key.member.0)
        .column("play_date", |(key, _)| key.play_date)
        .column("place_id", |(key, _)| key.place.0)
        .column("subscription_id", |(_, claim)| claim.subscription.map(|id| id.0))
        .column("forfeited", |(_, claim)| claim.forfeited)
        .column("club_id", |(_, claim)| claim.club.0.as_str())
        .insert(connection, schema)
        .await
}
