//! Events to rows: passes, and claims with their ends. A claim that is released in the same batch leaves no row.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;
use fairway_events::{
    AggregateType, ClubId, Event, Holes, MemberId, MembershipEvent, PlaceId, PlayRight, RecordedEvent,
    SubscriptionId,
};

use crate::fold::Treatment::{Ids, Name, Open};
use crate::fold::{Fold, Tables};
use crate::reads::Query;
use crate::rows::{Rows, Writer};
use crate::{Projection, ProjectorError};

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
    withdrawn: bool,
}

/// The primary key of a claim. Rows are written in its order, so that rows of one index page are written together.
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

#[derive(Debug, Default)]
pub(super) struct Changes {
    subscriptions: Vec<SubscriptionRow>,
    /// Passes of earlier batches.
    withdrawn: BTreeSet<SubscriptionId>,
    claims: BTreeMap<ClaimKey, Claim>,
    ends: BTreeMap<ClaimKey, End>,
}

/// The projection.
pub const PROJECTION: Projection = Projection::for_fold::<Changes>();

impl Fold for Changes {
    const NAME: &'static str = "play_rights";
    const TABLES: Tables = &[
        (
            "play_rights_subscriptions",
            &[
                ("subscription_id", Ids),
                ("member_id", Ids),
                ("amount_cents", Open),
                ("startdate", Open),
                ("enddate", Open),
                ("paymentdate", Open),
                ("max_rounds", Open),
                ("per_month", Open),
                ("max_holes", Open),
                ("name", Name),
                ("withdrawn", Open),
            ],
        ),
        (
            "play_rights_claims",
            &[
                ("member_id", Ids),
                ("play_date", Open),
                ("place_id", Ids),
                ("subscription_id", Ids),
                ("forfeited", Open),
                ("club_id", Open),
            ],
        ),
    ];
    const READS: &'static [AggregateType] = &[AggregateType::Membership];
    const QUERIES: &'static [Query] = super::reads::QUERIES;
    const SOURCES: &'static [&'static str] = &[
        include_str!("fold.rs"),
        include_str!("forfeit_claims.sql"),
        include_str!("release_claims.sql"),
        include_str!("withdraw_subscriptions.sql"),
    ];

    fn apply(&mut self, recorded: &RecordedEvent) {
        match &recorded.event {
            Event::Membership(event) => self.apply_membership(event),
            // The membership's own events say what a booking did to its players' rights.
            Event::Reservation(_)
            | Event::Voucher(_)
            | Event::CourseDay(_)
            | Event::Order(_)
            | Event::WaitingList(_)
            | Event::ArrivalList(_)
            | Event::Settlement(_) => {}
        }
    }

    async fn write(self, writer: &mut Writer<'_>) -> Result<(), ProjectorError> {
        Rows::from_iter(&self.subscriptions)
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
            .column("withdrawn", |row| row.withdrawn)
            .insert("play_rights_subscriptions", writer)
            .await?;
        Rows::from_iter(&self.withdrawn)
            .column("subscription_id", |subscription| subscription.0)
            .update("play_rights_subscriptions", include_str!("withdraw_subscriptions.sql"), writer)
            .await?;
        Rows::from_iter(&self.claims)
            .column("member_id", |(key, _)| key.member.0)
            .column("play_date", |(key, _)| key.play_date)
            .column("place_id", |(key, _)| key.place.0)
            .column("subscription_id", |(_, claim)| claim.subscription.map(|id| id.0))
            .column("forfeited", |(_, claim)| claim.forfeited)
            .column("club_id", |(_, claim)| claim.club.0.as_str())
            .insert("play_rights_claims", writer)
            .await?;
        for (end, template) in [
            (End::Released, include_str!("release_claims.sql")),
            (End::Forfeited, include_str!("forfeit_claims.sql")),
        ] {
            Rows::from_iter(self.ends.iter().filter(|(_, ended)| **ended == end).map(|(key, _)| key))
                .column("member_id", |key| key.member.0)
                .column("play_date", |key| key.play_date)
                .column("place_id", |key| key.place.0)
                .update("play_rights_claims", template, writer)
                .await?;
        }
        Ok(())
    }
}

impl Changes {
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
                withdrawn: false,
            }),
            MembershipEvent::SubscriptionWithdrawn { subscription, member: _ } => {
                match self.subscriptions.iter_mut().find(|row| row.id == *subscription) {
                    Some(row) => row.withdrawn = true,
                    None => {
                        self.withdrawn.insert(*subscription);
                    }
                }
            }
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
            }
            | MembershipEvent::ForfeitedRightReturned {
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
            // Vouchers, orders and registrations have projections of their own.
            _ => {}
        }
    }
}

const fn key(member: MemberId, play_date: NaiveDate, place: PlaceId) -> ClaimKey {
    ClaimKey { member, play_date, place }
}

/// A count as Postgres' integer. No pass has so many rounds that this would lose any.
fn bounded(rounds: u32) -> i32 {
    i32::try_from(rounds).unwrap_or(i32::MAX)
}
