//! Builds a history: each method records the events that the write side would decide.

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, Days, NaiveDate, TimeDelta, Utc};
use fairway_events::journal::{Batch, StreamAppend};
use fairway_events::{
    Actor, BookedPlace, CancelMode, ClubId, CourseDayEvent, Event, Holes, Journal, MemberId, MembershipEvent,
    PlaceId, PlayRight, ReservationEvent, StreamId, VoucherEvent, VoucherKind,
};

use super::{booking, day, id, member, subscription, voucher};

mod at_club;
mod operators;
mod shop;
mod swaps;
mod waiting;

pub(crate) use at_club::company;
pub(crate) use shop::{bought, order};

/// The first play date of every scenario.
pub(crate) fn first_day() -> NaiveDate {
    day("2026-11-23")
}

/// A booking as the scenario knows it: what the projections must show.
#[derive(Debug, Clone)]
pub(crate) struct Group {
    pub(crate) club: ClubId,
    pub(crate) date: NaiveDate,
    pub(crate) holes: Holes,
    pub(crate) master: MemberId,
    pub(crate) places: Vec<Seat>,
    /// Pairs, in both orders, that were active at the same time.
    pub(crate) met: BTreeSet<(MemberId, MemberId)>,
}

#[derive(Debug, Clone)]
pub(crate) struct Seat {
    pub(crate) place: PlaceId,
    pub(crate) member: MemberId,
    pub(crate) right: PlayRight,
    pub(crate) active: bool,
    pub(crate) forfeited: bool,
}

/// Whether a cancellation falls before the play date or on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum When {
    Before,
    OnTheDay,
}

#[derive(Debug, Default)]
pub(crate) struct Scenario {
    pub(crate) groups: Vec<Group>,
    events: Vec<(StreamId, Event)>,
    versions: HashMap<StreamId, i64>,
    places: u32,
    minutes: i64,
}

impl Scenario {
    /// A scenario that starts so many minutes later.
    pub(crate) fn beginning_at(minutes: u32) -> Self {
        Self { minutes: i64::from(minutes), ..Self::default() }
    }

    /// A pass for the whole of 2026 and 2027; the member's number is the pass's too.
    pub(crate) fn subscribe(&mut self, number: u32, max: u32, per_month: Option<u32>) {
        let event = MembershipEvent::SubscriptionStarted {
            member: member(number),
            subscription: subscription(number),
            name: format!("Pas {number}"),
            startdate: day("2026-01-01"),
            enddate: day("2027-12-31"),
            paymentdate: Some(day("2025-12-20")),
            amount_cents: 24_950,
            max,
            per_month,
            max_holes: Holes::Eighteen,
        };
        self.record(StreamId::Membership(member(number)), event);
    }

    pub(crate) fn grant(&mut self, number: u32, to: u32, holes: Holes, expires: NaiveDate) {
        let (id, owner, title) = (voucher(number), member(to), format!("Voucher {number}"));
        let kind = if number.is_multiple_of(2) { VoucherKind::Bonus } else { VoucherKind::Free };
        self.record(
            StreamId::Voucher(id),
            VoucherEvent::VoucherGranted {
                voucher: id,
                member: owner,
                kind,
                title: title.clone(),
                holes,
                expires,
            },
        );
        self.record(
            StreamId::Membership(owner),
            MembershipEvent::VoucherReceived { member: owner, voucher: id, kind, title, holes, expires },
        );
    }

    /// Books for players, each with a voucher or, without one, a right of their pass. Returns the booking's index.
    pub(crate) fn book(
        &mut self,
        club: &ClubId,
        date: NaiveDate,
        holes: Holes,
        players: &[(u32, Option<u32>)],
    ) -> usize {
        let index = self.groups.len();
        let booked: Vec<BookedPlace> = players.iter().map(|player| self.seat(*player)).collect();
        let master = booked[0].member;
        let at = self.now();
        self.record(
            stream(index),
            ReservationEvent::RoundBooked {
                booking: booking_of(index),
                club: club.clone(),
                play_date: date,
                holes,
                master,
                places: booked.clone(),
                booked_at: at,
            },
        );
        self.groups.push(Group {
            club: club.clone(),
            date,
            holes,
            master,
            places: Vec::new(),
            met: BTreeSet::new(),
        });
        self.claim(index, booked);
        index
    }

    pub(crate) fn add(&mut self, index: usize, by: u32, players: &[(u32, Option<u32>)]) {
        let booked: Vec<BookedPlace> = players.iter().map(|player| self.seat(*player)).collect();
        let (group, at) = (self.groups[index].clone(), self.now());
        for place in &booked {
            self.record(
                stream(index),
                ReservationEvent::PlayerAdded {
                    booking: booking_of(index),
                    club: group.club.clone(),
                    play_date: group.date,
                    holes: group.holes,
                    place: place.clone(),
                    added_by: member(by),
                    added_at: at,
                },
            );
        }
        self.claim(index, booked);
    }

    /// Cancels the active place of a member; mastership passes on where it must.
    pub(crate) fn cancel(&mut self, index: usize, number: u32, by: u32, when: When) {
        let mode = if number == by { CancelMode::Own } else { CancelMode::Removal };
        self.cancel_places(index, &[member(number)], member(by), mode, when);
    }

    pub(crate) fn cancel_group(&mut self, index: usize, when: When) {
        let active: Vec<MemberId> =
            self.groups[index].places.iter().filter(|seat| seat.active).map(|seat| seat.member).collect();
        self.cancel_places(index, &active, self.groups[index].master, CancelMode::Group, when);
    }

    fn cancel_places(
        &mut self,
        index: usize,
        members: &[MemberId],
        by: MemberId,
        mode: CancelMode,
        when: When,
    ) {
        let (id, cancelled_at) = (booking_of(index), self.now());
        let forfeits = when == When::OnTheDay;
        let mut group = self.groups[index].clone();
        let mut freed = Vec::new();
        for who in members {
            let seat = group.places.iter_mut().find(|seat| seat.active && seat.member == *who).unwrap();
            (seat.active, seat.forfeited) = (false, forfeits);
            let (place, member, right) = (seat.place, seat.member, seat.right.clone());
            freed.push(place);
            self.record(
                stream(index),
                ReservationEvent::PlaceCancelled { booking: id, place, member, by, mode, cancelled_at },
            );
            if forfeits {
                self.record(stream(index), ReservationEvent::PlayRightExpired { booking: id, place, member });
            }
            if let PlayRight::Voucher { voucher, .. } = right {
                let event = if forfeits {
                    VoucherEvent::VoucherForfeited { voucher, member, place }
                } else {
                    VoucherEvent::VoucherReleased { voucher, member, place }
                };
                self.record(StreamId::Voucher(voucher), event);
            }
            let (club, play_date, booking) = (group.club.clone(), group.date, id);
            let event = if forfeits {
                MembershipEvent::PlayRightForfeited { member, place, booking, club, play_date, right }
            } else {
                MembershipEvent::PlayRightReleased { member, place, booking, club, play_date, right }
            };
            self.record(StreamId::Membership(member), event);
        }
        let left = group.places.iter().find(|seat| seat.active).map(|seat| seat.member);
        match left {
            Some(to) if members.contains(&group.master) => {
                let from = std::mem::replace(&mut group.master, to);
                self.record(stream(index), ReservationEvent::MasterPassedOn { booking: id, from, to });
            }
            Some(_) => {}
            None => self.record(stream(index), ReservationEvent::BookingCancelled { booking: id }),
        }
        self.record(
            StreamId::CourseDay(group.club.clone(), group.date),
            CourseDayEvent::PlacesReleased {
                club: group.club.clone(),
                date: group.date,
                booking: id,
                places: freed,
            },
        );
        self.groups[index] = group;
    }

    fn claim(&mut self, index: usize, booked: Vec<BookedPlace>) {
        let group = self.groups[index].clone();
        let (club, play_date, booking) = (group.club, group.date, booking_of(index));
        for BookedPlace { place, member, right } in &booked {
            self.record(
                StreamId::Membership(*member),
                MembershipEvent::PlayRightClaimed {
                    member: *member,
                    place: *place,
                    booking,
                    club: club.clone(),
                    play_date,
                    holes: group.holes,
                    right: right.clone(),
                },
            );
            if let PlayRight::Voucher { voucher, .. } = right {
                self.record(
                    StreamId::Voucher(*voucher),
                    VoucherEvent::VoucherUsed {
                        voucher: *voucher,
                        member: *member,
                        place: *place,
                        play_date,
                    },
                );
            }
        }
        let places = booked.iter().map(|booked| booked.place).collect();
        self.record(
            StreamId::CourseDay(club.clone(), play_date),
            CourseDayEvent::PlacesClaimed { club, date: play_date, booking, places },
        );
        let seats = booked.into_iter().map(|BookedPlace { place, member, right }| Seat {
            place,
            member,
            right,
            active: true,
            forfeited: false,
        });
        let group = &mut self.groups[index];
        group.places.extend(seats);
        let active = || group.places.iter().filter(|seat| seat.active).map(|seat| seat.member);
        let pairs = active().flat_map(|one| active().map(move |other| (one, other)));
        group.met.extend(pairs.filter(|(one, other)| one != other));
    }

    fn seat(&mut self, (number, with): (u32, Option<u32>)) -> BookedPlace {
        self.places += 1;
        let right = match with {
            Some(number) => {
                PlayRight::Voucher { voucher: voucher(number), title: format!("Voucher {number}") }
            }
            None => PlayRight::Subscription { subscription: subscription(number) },
        };
        BookedPlace { place: PlaceId(id(3, self.places)), member: member(number), right }
    }

    pub(crate) fn record(&mut self, stream: StreamId, event: impl Into<Event>) {
        self.events.push((stream, event.into()));
    }

    /// The time of the next action: a minute after the previous one.
    pub(crate) fn now(&mut self) -> DateTime<Utc> {
        self.minutes += 1;
        DateTime::from_timestamp(1_700_000_000, 0).unwrap() + TimeDelta::minutes(self.minutes)
    }

    /// Appends the events that are new since the last time.
    pub(crate) async fn append(&mut self, journal: &Journal) {
        let mut batch = Batch::default();
        for (stream, event) in self.events.drain(..) {
            let version = self.versions.entry(stream.clone()).or_default();
            batch.appends.push(StreamAppend {
                stream,
                version: *version,
                events: vec![event],
                correlation_id: id(9, u32::try_from(self.minutes).unwrap()),
                actor: Actor::System("story".to_owned()),
                metadata: Default::default(),
            });
            *version += 1;
        }
        let now = self.now();
        journal.append(&batch, now).await.unwrap();
    }
}

pub(crate) fn booking_of(index: usize) -> fairway_events::BookingId {
    booking(u32::try_from(index).unwrap())
}

fn stream(index: usize) -> StreamId {
    StreamId::Reservation(booking_of(index))
}

/// A day of the scenario.
pub(crate) fn play_day(number: u64) -> NaiveDate {
    first_day() + Days::new(number)
}
