//! Every payload version ever written still loads. `payloads/` holds, for each event and each of its versions, at least
//! one file as it is stored in the journal: `AGGREGATE/EVENT-VERSION.json`, or `EVENT-VERSION-CASE.json` for another
//! shape of the same version. A released file is never edited or removed: such events are in production databases.

#![expect(clippy::unwrap_used, reason = "a test's helpers may panic: that is how the test fails")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use chrono::NaiveDate;
use fairway_events::{
    ArrivalListEvent, BookingId, ClubUserId, CourseDayEvent, Event, MemberId, MembershipEvent, Mention,
    OrderEvent, OrderId, PlaceId, READABLE, ReservationEvent, ScanId, SettlementEvent, StreamId,
    SubscriptionId, VoucherEvent, VoucherId, WaitingGroupId, WaitingListEvent,
};
use serde::de::value::Error;
use serde::de::{Deserialize, Deserializer, Error as _, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::Value;
use uuid::Uuid;

/// A stored payload and what its path says of it.
struct Stored {
    path: PathBuf,
    stream: StreamId,
    name: String,
    version: String,
    payload: String,
}

impl Stored {
    fn decode(&self) -> Event {
        Event::decode(&self.stream, &self.name, &self.version, &self.payload)
            .unwrap_or_else(|error| panic!("{}: {error:?}", self.path.display()))
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/payloads")
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}

fn stored() -> Vec<Stored> {
    let mut all = Vec::new();
    for folder in entries(&folder()) {
        let stream = match folder.file_name().unwrap().to_str().unwrap() {
            of_a_day @ ("CourseDay" | "WaitingList" | "ArrivalList") => {
                StreamId::parse(of_a_day, "de-wilgenhoek/2026-11-28")
            }
            aggregate => StreamId::parse(aggregate, "018f6f3e-0000-7000-8000-000000000001"),
        };
        let stream = stream.expect("each folder is named after an aggregate");
        for path in entries(&folder) {
            let stem = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let mut parts = stem.splitn(3, '-').map(str::to_owned);
            let (name, version) = (parts.next().unwrap(), parts.next().expect("a version after the name"));
            let payload = fs::read_to_string(&path).unwrap();
            all.push(Stored { path, stream: stream.clone(), name, version, payload });
        }
    }
    all
}

#[test]
fn every_payload_ever_written_still_loads() {
    let all = stored();
    assert!(all.len() >= 16, "the payloads are found");
    for stored in all {
        let event = stored.decode();
        assert_eq!(event.name(), stored.name, "{}", stored.path.display());
        assert_eq!(event.aggregate_type(), stored.stream.aggregate_type(), "{}", stored.path.display());
    }
}

#[test]
fn a_payload_of_the_current_version_is_written_as_it_was_read() {
    for stored in stored() {
        let event = stored.decode();
        if event.version() == stored.version {
            let written: Value = serde_json::from_str(&event.to_payload().unwrap()).unwrap();
            let read: Value = serde_json::from_str(&stored.payload).unwrap();
            assert_eq!(written, read, "{}", stored.path.display());
        }
    }
}

#[test]
fn every_event_has_a_payload_of_its_current_version() {
    let held: BTreeSet<String> = stored()
        .iter()
        .filter(|stored| stored.decode().version() == stored.version)
        .map(|stored| stored.name.clone())
        .collect();
    let events: BTreeSet<String> = [
        variants::<ReservationEvent>(),
        variants::<MembershipEvent>(),
        variants::<VoucherEvent>(),
        variants::<CourseDayEvent>(),
        variants::<OrderEvent>(),
        variants::<WaitingListEvent>(),
        variants::<ArrivalListEvent>(),
        variants::<SettlementEvent>(),
    ]
    .concat()
    .into_iter()
    .map(str::to_owned)
    .collect();
    assert_eq!(held, events);
}

#[test]
fn every_kind_that_is_read_has_a_payload_and_every_payload_a_kind() {
    let held: BTreeSet<String> =
        stored().iter().map(|stored| format!("{} {}", stored.name, stored.version)).collect();
    let read: BTreeSet<String> = READABLE.iter().map(ToString::to_string).collect();
    assert_eq!(held, read);
    for stored in stored() {
        assert!(READABLE.contains(&stored.decode().kind()), "{}", stored.path.display());
    }
}

#[test]
fn every_id_of_a_payload_is_mentioned() {
    for stored in stored() {
        let mentioned: BTreeSet<Uuid> = stored.decode().mentions().into_iter().filter_map(uuid).collect();
        let mut held = BTreeSet::new();
        uuids(&serde_json::from_str(&stored.payload).unwrap(), &mut held);
        assert_eq!(mentioned, held, "{}", stored.path.display());
    }
}

/// From these a club's day is found in a timeline, and members in the audience of live updates.
#[test]
fn every_club_and_every_day_of_a_payload_is_mentioned() {
    for stored in stored() {
        let event = stored.decode();
        let mut mentioned: Vec<String> = Vec::new();
        for mention in event.mentions() {
            match mention {
                Mention::Club(club) => mentioned.push(club.to_string()),
                Mention::Day(day) => mentioned.push(day.to_string()),
                _ => {}
            }
        }
        let mut held = Vec::new();
        clubs_and_days(None, &serde_json::from_str(&stored.payload).unwrap(), &mut held);
        mentioned.sort_unstable();
        held.sort_unstable();
        assert_eq!(mentioned, held, "{}", stored.path.display());
    }
}

const fn uuid(mention: Mention<'_>) -> Option<Uuid> {
    match mention {
        Mention::Member(MemberId(id))
        | Mention::Booking(BookingId(id))
        | Mention::Place(PlaceId(id))
        | Mention::Subscription(SubscriptionId(id))
        | Mention::Voucher(VoucherId(id))
        | Mention::Order(OrderId(id))
        | Mention::WaitingGroup(WaitingGroupId(id))
        | Mention::Scan(ScanId(id))
        | Mention::ClubUser(ClubUserId(id)) => Some(id),
        Mention::Club(_) | Mention::Day(_) => None,
    }
}

fn clubs_and_days(name: Option<&str>, value: &Value, held: &mut Vec<String>) {
    match value {
        // An invoice is of no day of the club.
        Value::String(_) if name == Some("issued_on") => {}
        Value::String(text) if name == Some("club") || text.parse::<NaiveDate>().is_ok() => {
            held.push(text.clone());
        }
        Value::Array(values) => values.iter().for_each(|value| clubs_and_days(None, value, held)),
        Value::Object(fields) => {
            fields.iter().for_each(|(name, value)| clubs_and_days(Some(name), value, held));
        }
        Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn uuids(value: &Value, held: &mut BTreeSet<Uuid>) {
    match value {
        Value::String(text) => held.extend(text.parse::<Uuid>()),
        Value::Array(values) => values.iter().for_each(|value| uuids(value, held)),
        Value::Object(fields) => {
            // A dispute is found by its club.
            let others = fields.iter().filter(|(name, _)| *name != "dispute");
            others.for_each(|(_, value)| uuids(value, held));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[test]
fn event_names_are_unique_across_aggregates() {
    let all = [
        variants::<ReservationEvent>(),
        variants::<MembershipEvent>(),
        variants::<VoucherEvent>(),
        variants::<CourseDayEvent>(),
        variants::<OrderEvent>(),
        variants::<WaitingListEvent>(),
        variants::<ArrivalListEvent>(),
        variants::<SettlementEvent>(),
    ]
    .concat();
    let unique: BTreeSet<_> = all.iter().collect();
    assert_eq!(unique.len(), all.len(), "upcasters match the name alone");
}

/// The names of an enum's variants, as serde knows them: a new event cannot be forgotten in a list.
fn variants<'de, E: Deserialize<'de>>() -> Vec<&'static str> {
    let mut names: &'static [&'static str] = &[];
    let _refused = E::deserialize(Names(&mut names));
    assert!(!names.is_empty(), "an event is an enum");
    names.to_vec()
}

/// Records the variants that an enum expects, and gives it nothing.
struct Names<'a>(&'a mut &'static [&'static str]);

impl<'de> Deserializer<'de> for Names<'_> {
    type Error = Error;

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        variants: &'static [&'static str],
        _visitor: V,
    ) -> Result<V::Value, Error> {
        *self.0 = variants;
        Err(Error::custom("only the names were asked for"))
    }

    fn deserialize_any<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value, Error> {
        Err(Error::custom("not an enum"))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}
