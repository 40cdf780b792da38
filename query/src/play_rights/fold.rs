//! Events to rows. Every event of a claim tells the whole row, so that a batch comes down to each row's last word:
//! there with this content, or not there.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use fairway_events::{ClubId, Event, Holes, MemberId, MembershipEvent, PlaceId, PlayRight, SubscriptionId};
use sqlx::PgConnection;

use crate::Schema;

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

/// What a batch changes.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    subscriptions: Vec<SubscriptionRow>,
    /// None: the right was given back.
    claims: BTreeMap<ClaimKey, Option<Claim>>,
}

impl Changes {
    pub(crate) fn apply(&mut self, event: &Event) {
        match event {
            Event::Membership(event) => self.apply_membership(event),
            // The membership's own events say what a booking did to its players' rights.
            Event::Reservation(_) | Event::Voucher(_) | Event::CourseDay(_) => {}
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
            MembershipEvent::PlayRightClaimed {
                member,
                place,
                play_date,
                club,
                right,
                booking: _,
                holes: _,
            } => {
                self.claim(*member, *play_date, *place, Some(claim(club, right, false)));
            }
            MembershipEvent::PlayRightReleased {
                member,
                place,
                play_date,
                booking: _,
                club: _,
                right: _,
            } => {
                self.claim(*member, *play_date, *place, None);
            }
            MembershipEvent::PlayRightForfeited { member, place, play_date, club, right, booking: _ } => {
                self.claim(*member, *play_date, *place, Some(claim(club, right, true)));
            }
        }
    }

    fn claim(&mut self, member: MemberId, play_date: NaiveDate, place: PlaceId, claim: Option<Claim>) {
        self.claims.insert(ClaimKey { member, play_date, place }, claim);
    }

    pub(crate) async fn write(
        self,
        connection: &mut PgConnection,
        schema: &Schema,
    ) -> Result<u64, sqlx::Error> {
        let mut rows = 0;
        if !self.subscriptions.is_empty() {
            rows += write_subscriptions(&self.subscriptions, connection, schema).await?;
        }
        let held: Vec<(&ClaimKey, &Claim)> =
            self.claims.iter().filter_map(|(key, claim)| Some((key, claim.as_ref()?))).collect();
        if !held.is_empty() {
            let sql = schema.sql(include_str!("upsert_claims.sql"));
            rows += sqlx::query(&sql)
                .bind(held.iter().map(|(key, _)| key.member.0).collect::<Vec<_>>())
                .bind(held.iter().map(|(key, _)| key.play_date).collect::<Vec<_>>())
                .bind(held.iter().map(|(key, _)| key.place.0).collect::<Vec<_>>())
                .bind(held.iter().map(|(_, claim)| claim.subscription.map(|id| id.0)).collect::<Vec<_>>())
                .bind(held.iter().map(|(_, claim)| claim.forfeited).collect::<Vec<_>>())
                .bind(held.iter().map(|(_, claim)| claim.club.0.as_str()).collect::<Vec<_>>())
                .execute(&mut *connection)
                .await?
                .rows_affected();
        }
        let released: Vec<&ClaimKey> =
            self.claims.iter().filter(|(_, claim)| claim.is_none()).map(|(key, _)| key).collect();
        if !released.is_empty() {
            let sql = schema.sql(include_str!("delete_claims.sql"));
            rows += sqlx::query(&sql)
                .bind(released.iter().map(|key| key.member.0).collect::<Vec<_>>())
                .bind(released.iter().map(|key| key.play_date).collect::<Vec<_>>())
                .bind(released.iter().map(|key| key.place.0).collect::<Vec<_>>())
                .execute(&mut *connection)
                .await?
                .rows_affected();
        }
        Ok(rows)
    }
}

fn claim(club: &ClubId, right: &PlayRight, forfeited: bool) -> Claim {
    let subscription = match right {
        PlayRight::Subscription { subscription } => Some(*subscription),
        PlayRight::Voucher { voucher: _, title: _ } => None,
    };
    Claim { subscription, forfeited, club: club.clone() }
}

/// A count as Postgres' integer; no pass has two thousand million rounds.
fn bounded(rounds: u32) -> i32 {
    i32::try_from(rounds).unwrap_or(i32::MAX)
}

async fn write_subscriptions(
    rows: &[SubscriptionRow],
    connection: &mut PgConnection,
    schema: &Schema,
) -> Result<u64, sqlx::Error> {
    let sql = schema.sql(include_str!("upsert_subscriptions.sql"));
    let done = sqlx::query(&sql)
        .bind(rows.iter().map(|row| row.id.0).collect::<Vec<_>>())
        .bind(rows.iter().map(|row| row.member.0).collect::<Vec<_>>())
        .bind(rows.iter().map(|row| row.amount_cents).collect::<Vec<_>>())
        .bind(rows.iter().map(|row| row.startdate).collect::<Vec<_>>())
        .bind(rows.iter().map(|row| row.enddate).collect::<Vec<_>>())
        .bind(rows.iter().map(|row| row.paymentdate).collect::<Vec<_>>())
        .bind(rows.iter().map(|row| row.max).collect::<Vec<_>>())
        .bind(rows.iter().map(|row| row.per_month).collect::<Vec<_>>())
        .bind(rows.iter().map(|row| i16::from(row.max_holes.count())).collect::<Vec<_>>())
        .bind(rows.iter().map(|row| row.name.as_str()).collect::<Vec<_>>())
        .execute(connection)
        .await?;
    Ok(done.rows_affected())
}
