//! `timeline`: every event of a booking and what it did to the other streams that it touched, in global order.
//!
//! A booking's own stream says who joined and left. What that cost the members, their vouchers and the club's day
//! stands in other streams, under the correlation ids of the same requests; so two indexed reads find it all.

use std::collections::BTreeSet;
use std::process::ExitCode;

use anyhow::{Context, Result};
use chrono_tz::Europe::Amsterdam;
use clap::Args;
use fairway_events::{
    Actor, BookingId, CourseDayEvent, Event, Journal, MemberId, MembershipEvent, PlaceId, PlayRight,
    RecordedEvent, ReservationEvent, StreamId, VoucherEvent, VoucherId,
};
use serde::Serialize;
use sqlx::PgPool;
use uuid::Uuid;

use crate::names::Names;
use crate::words;

/// The exit status when nothing is known under the id.
const UNKNOWN: u8 = 3;

/// What to show.
#[derive(Debug, Args)]
pub struct Arguments {
    /// A reservation id (one player's place) or a booking id.
    pub id: Uuid,
    /// Also show everything else that ever happened in the streams that the booking touched.
    #[arg(long)]
    pub whole_streams: bool,
    /// One JSON object per event, one per line.
    #[arg(long)]
    pub json: bool,
}

/// One event as printed.
#[derive(Debug, Serialize)]
pub struct Line {
    /// Place in the global order.
    pub position: i64,
    /// Instant with the offset of Europe/Amsterdam, RFC 3339.
    pub at: String,
    /// The stream: aggregate type and id.
    pub stream: String,
    /// Place in the stream.
    pub sequence: i64,
    /// The event's name.
    pub event: &'static str,
    /// Who did it, by name.
    pub actor: String,
    /// What happened, in words.
    pub what: String,
    /// The request that did it.
    pub correlation_id: Uuid,
}

/// Prints the timeline of a booking.
///
/// # Errors
/// When the journal cannot be read, or an event of the booking is unreadable.
pub async fn run(pool: &PgPool, arguments: &Arguments) -> Result<ExitCode> {
    let Some(lines) = lines(pool, arguments.id, arguments.whole_streams).await? else {
        eprintln!("replay-tool: no reservation or booking has the id {}", arguments.id);
        return Ok(ExitCode::from(UNKNOWN));
    };
    for line in lines {
        if arguments.json {
            println!("{}", serde_json::to_string(&line)?);
        } else {
            println!(
                "{:>8}  {}  {:<19} {}",
                line.position,
                &line.at[..19].replace('T', " "),
                line.event,
                line.what
            );
            println!("          by {}, in {} #{}", line.actor, line.stream, line.sequence);
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The timeline's events; none when there is no such reservation or booking.
///
/// # Errors
/// When the journal cannot be read, or an event of the booking is unreadable.
pub async fn lines(pool: &PgPool, id: Uuid, whole_streams: bool) -> Result<Option<Vec<Line>>> {
    let journal = Journal::new(pool.clone());
    let booking = match fairway_query::Reads::new(pool.clone()).booking_of_place(PlaceId(id)).await? {
        Some(found) => found.booking.booking,
        None => BookingId(id),
    };
    let stream = StreamId::Reservation(booking);
    let mut loaded =
        journal.load_streams(std::slice::from_ref(&stream)).await.context("reading the booking")?;
    let Some(own) = loaded.remove(&stream) else { return Ok(None) };

    let requests: Vec<Uuid> =
        own.iter().map(|event| event.correlation_id).collect::<BTreeSet<_>>().into_iter().collect();
    let mut events = journal.read_correlated(&requests).await.context("reading what the booking touched")?;
    let concern = Concern::of(booking, &own);
    events.retain(|recorded| concern.covers(&recorded.event));
    if whole_streams {
        let touched: Vec<StreamId> =
            events.iter().map(|event| event.stream.clone()).collect::<BTreeSet<_>>().into_iter().collect();
        events = journal.load_streams(&touched).await?.into_values().flatten().collect();
        events.sort_by_key(|event| event.position);
    }
    let names = Names::look_up(pool, &members_of(&events)).await?;
    Ok(Some(events.iter().map(|recorded| line(recorded, &names)).collect()))
}

fn line(recorded: &RecordedEvent, names: &Names) -> Line {
    let mut what = words::sentence(&recorded.event, names);
    if let Some(reason) = recorded.metadata.get("reason") {
        what.push_str(&format!(" — reason: {reason}"));
    }
    Line {
        position: recorded.position,
        at: recorded.recorded_at.with_timezone(&Amsterdam).to_rfc3339(),
        stream: recorded.stream.to_string(),
        sequence: recorded.sequence,
        event: recorded.event.name(),
        actor: words::actor(&recorded.actor, names),
        what,
        correlation_id: recorded.correlation_id,
    }
}

/// What belongs to one booking: requests may do more than that (an import makes many bookings in one).
struct Concern {
    booking: BookingId,
    places: BTreeSet<PlaceId>,
    vouchers: BTreeSet<VoucherId>,
}

impl Concern {
    fn of(booking: BookingId, own: &[RecordedEvent]) -> Self {
        let mut concern = Self { booking, places: BTreeSet::new(), vouchers: BTreeSet::new() };
        for recorded in own {
            let Event::Reservation(event) = &recorded.event else { continue };
            let taken: &[_] = match event {
                ReservationEvent::RoundBooked { places, .. } => places,
                ReservationEvent::PlayerAdded { place, .. } => std::slice::from_ref(place),
                ReservationEvent::PlaceCancelled { .. }
                | ReservationEvent::PlayRightExpired { .. }
                | ReservationEvent::MasterPassedOn { .. }
                | ReservationEvent::BookingCancelled { .. } => &[],
            };
            for place in taken {
                concern.places.insert(place.place);
                if let PlayRight::Voucher { voucher, .. } = &place.right {
                    concern.vouchers.insert(*voucher);
                }
            }
        }
        concern
    }

    fn covers(&self, event: &Event) -> bool {
        match event {
            Event::Reservation(
                ReservationEvent::RoundBooked { booking, .. }
                | ReservationEvent::PlayerAdded { booking, .. }
                | ReservationEvent::PlaceCancelled { booking, .. }
                | ReservationEvent::PlayRightExpired { booking, .. }
                | ReservationEvent::MasterPassedOn { booking, .. }
                | ReservationEvent::BookingCancelled { booking },
            )
            | Event::CourseDay(
                CourseDayEvent::PlacesClaimed { booking, .. }
                | CourseDayEvent::PlacesReleased { booking, .. },
            ) => *booking == self.booking,
            Event::Membership(
                MembershipEvent::PlayRightClaimed { place, .. }
                | MembershipEvent::PlayRightReleased { place, .. }
                | MembershipEvent::PlayRightForfeited { place, .. },
            )
            | Event::Voucher(
                VoucherEvent::VoucherUsed { place, .. }
                | VoucherEvent::VoucherReleased { place, .. }
                | VoucherEvent::VoucherForfeited { place, .. },
            ) => self.places.contains(place),
            Event::Membership(
                MembershipEvent::VoucherReceived { voucher, .. }
                | MembershipEvent::VoucherTakenBack { voucher, .. },
            )
            | Event::Voucher(
                VoucherEvent::VoucherGranted { voucher, .. }
                | VoucherEvent::VoucherPurchased { voucher, .. }
                | VoucherEvent::VoucherWithdrawn { voucher, .. },
            ) => self.vouchers.contains(voucher),
            Event::Membership(
                MembershipEvent::SubscriptionStarted { .. }
                | MembershipEvent::VoucherOrderOpened { .. }
                | MembershipEvent::VoucherOrderClosed { .. }
                | MembershipEvent::FederationRegistered { .. },
            )
            | Event::Order(_) => false,
        }
    }
}

/// Every member that the events or their actors name.
fn members_of(events: &[RecordedEvent]) -> BTreeSet<MemberId> {
    let mut members = BTreeSet::new();
    for recorded in events {
        match &recorded.actor {
            Actor::Member(member) | Actor::Impersonator { member, .. } => {
                members.insert(*member);
            }
            Actor::System(_) => {}
        }
        match &recorded.event {
            Event::Reservation(ReservationEvent::RoundBooked { master, places, .. }) => {
                members.insert(*master);
                members.extend(places.iter().map(|place| place.member));
            }
            Event::Reservation(ReservationEvent::PlayerAdded { place, added_by, .. }) => {
                members.extend([place.member, *added_by]);
            }
            Event::Reservation(ReservationEvent::PlaceCancelled { member, by, .. }) => {
                members.extend([*member, *by])
            }
            Event::Reservation(ReservationEvent::MasterPassedOn { from, to, .. }) => {
                members.extend([*from, *to])
            }
            Event::Reservation(ReservationEvent::PlayRightExpired { member, .. })
            | Event::Membership(
                MembershipEvent::SubscriptionStarted { member, .. }
                | MembershipEvent::VoucherReceived { member, .. }
                | MembershipEvent::PlayRightClaimed { member, .. }
                | MembershipEvent::PlayRightReleased { member, .. }
                | MembershipEvent::PlayRightForfeited { member, .. }
                | MembershipEvent::VoucherOrderOpened { member, .. }
                | MembershipEvent::VoucherOrderClosed { member, .. }
                | MembershipEvent::VoucherTakenBack { member, .. }
                | MembershipEvent::FederationRegistered { member, .. },
            )
            | Event::Voucher(
                VoucherEvent::VoucherGranted { member, .. }
                | VoucherEvent::VoucherPurchased { member, .. }
                | VoucherEvent::VoucherWithdrawn { member, .. }
                | VoucherEvent::VoucherUsed { member, .. }
                | VoucherEvent::VoucherReleased { member, .. }
                | VoucherEvent::VoucherForfeited { member, .. },
            ) => {
                members.insert(*member);
            }
            Event::Order(event) => {
                members.insert(event.member());
            }
            Event::Reservation(ReservationEvent::BookingCancelled { .. }) | Event::CourseDay(_) => {}
        }
    }
    members
}
