//! What belongs to a subject: the streams that it touched, and which of their events are about it.

use std::collections::BTreeSet;

use anyhow::{Context, Result};
use fairway_events::journal::Selection;
use fairway_events::{
    BookedPlace, BookingId, CourseDayEvent, Event, Journal, MemberId, MembershipEvent, OrderEvent, OrderId,
    OrderItem, PlaceId, PlayRight, RecordedEvent, ReservationEvent, StreamId, VoucherEvent, VoucherId,
};
use futures::TryStreamExt;
use sqlx::PgPool;
use uuid::Uuid;

use crate::names::Names;
use crate::state::{Booking, Order, Voucher};
use crate::subjects::Subject;
use crate::words::{self, dates};

/// Where to look, and what for.
pub(super) struct Scope {
    subject: Subject,
    /// The subject's own stream; empty where it may be long and nothing has to be known of it beforehand.
    pub(super) own: Vec<RecordedEvent>,
    pub(super) streams: Vec<StreamId>,
    /// The requests that touched it; none: whatever stands in the streams.
    pub(super) requests: Option<Vec<Uuid>>,
    about: About,
}

/// Which events of the streams are meant: requests may do more than one thing (an import makes many bookings in one).
#[derive(Debug, Default)]
struct About {
    everything: bool,
    booking: Option<BookingId>,
    order: Option<OrderId>,
    places: BTreeSet<PlaceId>,
    vouchers: BTreeSet<VoucherId>,
}

impl Scope {
    /// None when nothing ever happened to it.
    pub(super) async fn of(
        journal: &Journal,
        pool: &PgPool,
        subject: &Subject,
        whole: bool,
    ) -> Result<Option<Self>> {
        let mut scope = match subject {
            Subject::Member(member) => return Self::of_member(journal, pool, *member).await,
            Subject::ClubDay(..) | Subject::Booking(_) | Subject::Voucher(_) | Subject::Order(_) => {
                let selection = Selection { streams: vec![subject.stream()], ..Selection::default() };
                let own: Vec<RecordedEvent> =
                    journal.select(selection).try_collect().await.context("reading the journal")?;
                if own.is_empty() {
                    return Ok(None);
                }
                let mut streams = BTreeSet::from([subject.stream()]);
                let mut about = About::default();
                for recorded in &own {
                    about.note(&recorded.event, &mut streams);
                }
                match subject {
                    Subject::Booking(booking) => about.booking = Some(*booking),
                    Subject::Order(order) => {
                        about.order = Some(*order);
                        about.places.clear();
                    }
                    Subject::Voucher(voucher) => {
                        about.vouchers.insert(*voucher);
                        streams.extend(bookings_of(pool, &about.places).await?);
                    }
                    Subject::ClubDay(..) | Subject::Member(_) => about.everything = true,
                }
                let requests: BTreeSet<Uuid> = own.iter().map(|event| event.correlation_id).collect();
                Self {
                    subject: subject.clone(),
                    own,
                    streams: streams.into_iter().collect(),
                    requests: Some(requests.into_iter().collect()),
                    about,
                }
            }
        };
        if whole {
            scope.requests = None;
            scope.about.everything = true;
        }
        Ok(Some(scope))
    }

    /// A member's own stream, and every booking, voucher and order of theirs.
    async fn of_member(journal: &Journal, pool: &PgPool, member: MemberId) -> Result<Option<Self>> {
        let first = Selection {
            streams: vec![StreamId::Membership(member)],
            latest: Some(1),
            ..Selection::default()
        };
        let own: Vec<RecordedEvent> =
            journal.select(first).try_collect().await.context("reading the journal")?;
        let theirs: Vec<(String, Uuid)> = sqlx::query_as(
            "SELECT DISTINCT 'Reservation', booking_id FROM reservations_places WHERE member_id = $1
             UNION ALL SELECT 'Voucher', voucher_id FROM vouchers WHERE member_id = $1
             UNION ALL SELECT 'Order', order_id FROM orders WHERE member_id = $1",
        )
        .bind(member.0)
        .fetch_all(pool)
        .await?;
        if own.is_empty() && theirs.is_empty() {
            return Ok(None);
        }
        let mut streams = vec![StreamId::Membership(member)];
        for (kind, id) in theirs {
            streams.push(StreamId::parse(&kind, &id.to_string())?);
        }
        let about = About { everything: true, ..About::default() };
        Ok(Some(Self { subject: Subject::Member(member), own, streams, requests: None, about }))
    }

    /// Whether every event of the streams is meant.
    pub(super) const fn is_whole(&self) -> bool {
        self.about.everything
    }

    /// Whether an event is about the subject.
    pub(super) fn covers(&self, event: &Event) -> bool {
        self.about.everything || self.about.covers(event)
    }

    /// What it is, in a line or two.
    pub(super) fn title(&self, names: &Names) -> Vec<String> {
        let mut title = vec![capital(&self.subject.to_string())];
        match &self.subject {
            Subject::Booking(_) => {
                let mut state = None;
                for recorded in &self.own {
                    if let Event::Reservation(event) = &recorded.event {
                        Booking::fold(&mut state, event);
                    }
                }
                title.extend(state.map(|booking| {
                    let (club, day) = (names.club(&booking.club), dates::day(booking.play_date));
                    format!("{club}, {day}, {} holes", booking.holes)
                }));
            }
            Subject::Member(member) => title = vec![format!("{}  {member}", names.member_in_full(*member))],
            Subject::Voucher(_) => {
                let mut state = None;
                for recorded in &self.own {
                    if let Event::Voucher(event) = &recorded.event {
                        Voucher::fold(&mut state, event);
                    }
                }
                title.extend(state.map(|voucher| {
                    let (who, until) = (names.member_in_full(voucher.member), dates::day(voucher.expires));
                    format!("“{}”, {} holes, until {until}, of {who}", voucher.title, voucher.holes)
                }));
            }
            Subject::Order(_) => {
                let mut state = None;
                for recorded in &self.own {
                    if let Event::Order(event) = &recorded.event {
                        Order::fold(&mut state, event);
                    }
                }
                title.extend(state.map(|order| {
                    let (what, euros) = (words::ordered(&order.item), words::euros(order.amount_cents));
                    format!("{what}, {euros}, of {}", names.member_in_full(order.member))
                }));
            }
            Subject::ClubDay(club, date) => {
                title = vec![format!("{}, {}", names.club(club), dates::day(*date))];
            }
        }
        title
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The bookings that places belong to.
async fn bookings_of(pool: &PgPool, places: &BTreeSet<PlaceId>) -> Result<Vec<StreamId>> {
    let ids: Vec<Uuid> = places.iter().map(|place| place.0).collect();
    let bookings: Vec<Uuid> =
        sqlx::query_scalar("SELECT DISTINCT booking_id FROM reservations_places WHERE place_id = ANY($1)")
            .bind(ids)
            .fetch_all(pool)
            .await?;
    Ok(bookings.into_iter().map(|booking| StreamId::Reservation(booking.into())).collect())
}

impl About {
    /// Takes in what an event of the subject's own stream leads to.
    fn note(&mut self, event: &Event, streams: &mut BTreeSet<StreamId>) {
        match event {
            Event::Reservation(ReservationEvent::RoundBooked { club, play_date, places, .. }) => {
                streams.insert(StreamId::CourseDay(club.clone(), *play_date));
                for place in places {
                    self.seat(place, streams);
                }
            }
            Event::Reservation(ReservationEvent::PlayerAdded { place, .. }) => self.seat(place, streams),
            Event::CourseDay(
                CourseDayEvent::PlacesClaimed { booking, .. }
                | CourseDayEvent::PlacesReleased { booking, .. },
            ) => {
                streams.insert(StreamId::Reservation(*booking));
            }
            Event::Voucher(
                VoucherEvent::VoucherPurchased { member, order, .. }
                | VoucherEvent::VoucherWithdrawn { member, order, .. },
            ) => {
                streams.extend([StreamId::Membership(*member), StreamId::Order(*order)]);
            }
            Event::Voucher(VoucherEvent::VoucherGranted { member, .. }) => {
                streams.insert(StreamId::Membership(*member));
            }
            Event::Voucher(VoucherEvent::VoucherUsed { place, .. }) => {
                self.places.insert(*place);
            }
            Event::Order(OrderEvent::OrderPlaced { member, item, .. }) => {
                streams.insert(StreamId::Membership(*member));
                if let OrderItem::FreeVouchers { vouchers, .. } = item {
                    self.vouchers.extend(vouchers);
                    streams.extend(vouchers.iter().map(|voucher| StreamId::Voucher(*voucher)));
                }
            }
            Event::Reservation(
                ReservationEvent::PlaceCancelled { .. }
                | ReservationEvent::PlayRightExpired { .. }
                | ReservationEvent::MasterPassedOn { .. }
                | ReservationEvent::BookingCancelled { .. },
            )
            | Event::Voucher(VoucherEvent::VoucherReleased { .. } | VoucherEvent::VoucherForfeited { .. })
            | Event::Order(
                OrderEvent::PaymentStarted { .. }
                | OrderEvent::OrderPaid { .. }
                | OrderEvent::OrderFailed { .. }
                | OrderEvent::OrderCancelled { .. }
                | OrderEvent::OrderExpired { .. }
                | OrderEvent::RefundRequested { .. }
                | OrderEvent::OrderRefunded { .. },
            )
            | Event::Membership(_) => {}
        }
    }

    fn seat(&mut self, place: &BookedPlace, streams: &mut BTreeSet<StreamId>) {
        self.places.insert(place.place);
        streams.insert(StreamId::Membership(place.member));
        if let PlayRight::Voucher { voucher, .. } = &place.right {
            streams.insert(StreamId::Voucher(*voucher));
        }
    }

    fn covers(&self, event: &Event) -> bool {
        match event {
            Event::Reservation(event) => self.covers_reservation(event),
            Event::CourseDay(
                CourseDayEvent::PlacesClaimed { booking, .. }
                | CourseDayEvent::PlacesReleased { booking, .. },
            ) => self.booking == Some(*booking),
            Event::Membership(
                MembershipEvent::PlayRightClaimed { place, .. }
                | MembershipEvent::PlayRightReleased { place, .. }
                | MembershipEvent::PlayRightForfeited { place, .. },
            ) => self.places.contains(place),
            Event::Membership(
                MembershipEvent::VoucherReceived { voucher, .. }
                | MembershipEvent::VoucherTakenBack { voucher, .. },
            ) => self.vouchers.contains(voucher),
            Event::Membership(
                MembershipEvent::VoucherOrderOpened { order, .. }
                | MembershipEvent::VoucherOrderClosed { order, .. }
                | MembershipEvent::FederationRegistered { order, .. },
            ) => self.order == Some(*order),
            Event::Membership(MembershipEvent::SubscriptionStarted { .. }) => false,
            Event::Voucher(
                VoucherEvent::VoucherUsed { voucher, place, .. }
                | VoucherEvent::VoucherReleased { voucher, place, .. }
                | VoucherEvent::VoucherForfeited { voucher, place, .. },
            ) => self.places.contains(place) || self.vouchers.contains(voucher),
            Event::Voucher(
                VoucherEvent::VoucherGranted { voucher, .. }
                | VoucherEvent::VoucherPurchased { voucher, .. }
                | VoucherEvent::VoucherWithdrawn { voucher, .. },
            ) => self.vouchers.contains(voucher),
            // An order's stream is looked at only where it is the subject, or paid for it.
            Event::Order(_) => true,
        }
    }

    fn covers_reservation(&self, event: &ReservationEvent) -> bool {
        match event {
            ReservationEvent::RoundBooked { booking, places, .. } => {
                self.booking == Some(*booking)
                    || places.iter().any(|place| self.places.contains(&place.place))
            }
            ReservationEvent::PlayerAdded { booking, place, .. } => {
                self.booking == Some(*booking) || self.places.contains(&place.place)
            }
            ReservationEvent::PlaceCancelled { booking, place, .. }
            | ReservationEvent::PlayRightExpired { booking, place, .. } => {
                self.booking == Some(*booking) || self.places.contains(place)
            }
            ReservationEvent::MasterPassedOn { booking, .. }
            | ReservationEvent::BookingCancelled { booking } => self.booking == Some(*booking),
        }
    }
}
