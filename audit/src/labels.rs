//! How subjects are shown where one of them is a line of a list: a title and a line of detail, read for all of them at
//! once, one query per kind. They come from the read models, so they are the current ones; a subject that is not
//! projected yet has its id as its title.

use std::collections::{BTreeSet, HashMap};

use anyhow::Result;
use chrono::NaiveDate;
use fairway_events::{BookingId, ClubId, MemberId, OrderId, StreamId};
use serde::Serialize;
use sqlx::PgPool;

use crate::dates;
use crate::description::{counted, euros};
use crate::names::Names;
use crate::subject::Subject;

mod mentioned;
mod sql;

pub(crate) use mentioned::mentioned_in;

/// A subject with its title: where a reader can go on from here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = SubjectLink))]
pub struct Link {
    /// `booking`, `member`, `voucher`, `order`, `club_day`, `waiting_list`, `arrival_list` or `settlement`.
    pub kind: &'static str,
    /// Its id.
    pub id: String,
    /// A few words for it; with its id where it is not projected yet.
    pub title: String,
}

/// A subject as a line of a list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Label {
    pub(crate) title: String,
    pub(crate) detail: String,
}

/// Titles and details of subjects.
#[derive(Debug, Default)]
pub(crate) struct Labels {
    labels: HashMap<StreamId, Label>,
    /// The club and the day of each booking.
    rounds: HashMap<BookingId, (ClubId, NaiveDate)>,
    /// What was ordered, as text.
    items: HashMap<OrderId, String>,
}

impl Labels {
    /// Reads the labels of the subjects, and adds the names that they need.
    pub(crate) async fn read(
        pool: &PgPool,
        subjects: &BTreeSet<StreamId>,
        names: &mut Names,
    ) -> Result<Self> {
        let rows = sql::rows(pool, subjects).await?;
        let mut members: BTreeSet<MemberId> = rows.members().collect();
        members.extend(subjects.iter().filter_map(|subject| match subject {
            StreamId::Membership(member) => Some(*member),
            _ => None,
        }));
        names.add(pool, &members, &BTreeSet::new()).await?;
        let (mut labels, mut rounds, mut items) = (HashMap::new(), HashMap::new(), HashMap::new());
        for booking in &rows.bookings {
            let id = BookingId(booking.booking_id);
            rounds.insert(id, (ClubId(booking.club_id.clone()), booking.play_date));
            labels.insert(StreamId::Reservation(id), of_booking(booking, names));
        }
        for voucher in &rows.vouchers {
            labels.insert(StreamId::Voucher(voucher.voucher_id.into()), of_voucher(voucher, names));
        }
        for order in &rows.orders {
            let id = OrderId(order.order_id);
            items.insert(id, item_of(order));
            labels.insert(StreamId::Order(id), of_order(order, names));
        }
        for day in &rows.club_days {
            let detail = match day.daily_capacity {
                _ if day.closed_notice.is_some() => "closed".to_owned(),
                Some(capacity) => format!("{} of {capacity} places taken", day.claimed),
                None => format!("{} taken, no limit", counted(i64::from(day.claimed), "place", "places")),
            };
            let club = ClubId(day.club_id.clone());
            let title = format!("{}, {}", names.club(&club), dates::day(day.play_date));
            labels.insert(StreamId::CourseDay(club, day.play_date), Label { title, detail });
        }
        for member in members {
            let detail = names.address(member).unwrap_or_default().to_owned();
            let title = names.known(member).map_or_else(|| names.member(member), str::to_owned);
            labels.insert(StreamId::Membership(member), Label { title, detail });
        }
        Ok(Self { labels, rounds, items })
    }

    /// The club and the day of a booking; none where it is not projected yet.
    pub(crate) fn round(&self, booking: BookingId) -> Option<(&ClubId, NaiveDate)> {
        self.rounds.get(&booking).map(|(club, day)| (club, *day))
    }

    /// `2 vouchers for 9 holes`; none where the order is not projected yet.
    pub(crate) fn item(&self, order: OrderId) -> Option<&str> {
        self.items.get(&order).map(String::as_str)
    }

    /// The label of a subject.
    pub(crate) fn label(&self, stream: &StreamId, names: &Names) -> Label {
        let known = self.labels.get(stream).cloned();
        known.unwrap_or_else(|| Label { title: Subject(stream.clone()).title(names), detail: String::new() })
    }

    /// The link to a subject.
    pub(crate) fn link(&self, stream: &StreamId, names: &Names) -> Link {
        let subject = Subject(stream.clone());
        let mut title = self.label(stream, names).title;
        // A day has many rounds that are alike but for their number.
        if let StreamId::Reservation(booking) = stream {
            title = format!("{title}, {}", booking.number());
        }
        Link { kind: subject.kind(), id: subject.id(), title }
    }
}

fn of_booking(booking: &sql::BookingRow, names: &Names) -> Label {
    let (club, day) = (names.club(&ClubId(booking.club_id.clone())), dates::day(booking.play_date));
    let players: Vec<String> =
        booking.players.iter().flatten().map(|player| names.member((*player).into())).collect();
    let detail = if players.is_empty() { "cancelled".to_owned() } else { players.join(", ") };
    Label { title: format!("{club}, {day}, {} holes", booking.holes), detail }
}

fn of_voucher(voucher: &sql::VoucherRow, names: &Names) -> Label {
    let (until, owner) = (dates::day(voucher.expires), names.member_in_full(voucher.member_id.into()));
    let detail = format!("{} holes, until {until}, of {owner}", voucher.holes);
    Label { title: format!("Voucher “{}”", voucher.title), detail }
}

fn item_of(order: &sql::OrderRow) -> String {
    match (&order.package, order.holes) {
        (Some(package), _) => {
            format!("the federation registration of {}, package {package}", order.year)
        }
        (None, Some(holes)) => {
            format!("{} for {holes} holes", counted(i64::from(order.quantity), "voucher", "vouchers"))
        }
        (None, None) => counted(i64::from(order.quantity), "voucher", "vouchers"),
    }
}

fn of_order(order: &sql::OrderRow, names: &Names) -> Label {
    let item = item_of(order);
    let (placed, owner) = (dates::instant(order.placed_at), names.member_in_full(order.member_id.into()));
    Label {
        title: format!("Order of {item}, {}", euros(order.amount_cents)),
        detail: format!("{}, placed {placed}, of {owner}", order.status),
    }
}
