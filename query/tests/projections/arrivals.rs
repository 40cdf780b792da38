//! Who came to a club on a day, as the scans and the club's decisions say, and who did not.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use fairway_events::{
    AbsenceReason, ArrivalListEvent, BookingId, ClubId, ClubUserId, Holes, Irregularity, MemberId, PlaceId,
    Scan, ScanId, ScanMethod, ScannedRound, StreamId,
};
use fairway_query::{Absence, Arrival, RecordedScan, ScanKind};

use crate::support::scenario::{Scenario, play_day};
use crate::support::tables::{assert_same, beside, dump, from_zero};
use crate::support::{Bench, booking, club, id, member};

const PLACE: u32 = 1;

fn day() -> (ClubId, NaiveDate) {
    (club(1), play_day(0))
}

fn at(minutes: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_700_000_000, 0).unwrap() + TimeDelta::minutes(minutes)
}

fn scan_id(number: u32) -> ScanId {
    ScanId(id(10, number))
}

fn desk(number: u32) -> ClubUserId {
    ClubUserId(id(11, number))
}

/// The scan of this number, by the desk of the same one.
fn scan(number: u32, minutes: i64) -> Scan {
    let (by, at) = (desk(number), at(minutes));
    Scan { id: scan_id(number), by, at, device_time: at, method: ScanMethod::Camera }
}

/// The round of a place: its booking and its player have the same number.
fn round(place: u32) -> (BookingId, PlaceId, MemberId) {
    (booking(place), PlaceId(id(3, place)), member(place))
}

fn scanned_round(place: u32) -> ScannedRound {
    let (booking, place, member) = round(place);
    ScannedRound { booking, place, member, holes: Holes::Nine }
}

/// Records events of the arrivals of club 1 on the first day.
struct List<'a>(&'a mut Scenario);

impl List<'_> {
    fn record(&mut self, event: ArrivalListEvent) {
        let (club, date) = day();
        self.0.record(StreamId::ArrivalList(club, date), event);
    }

    fn arrive(&mut self, place: u32, scan: Scan) {
        let ((club, date), (booking, place, member)) = (day(), round(place));
        let (holes, walk_in) = (Holes::Eighteen, false);
        self.record(ArrivalListEvent::PlayerArrived {
            club,
            date,
            booking,
            place,
            member,
            holes,
            walk_in,
            scan,
        });
    }

    fn see_again(&mut self, place: u32, scan: Scan) {
        let ((club, date), (booking, place, member)) = (day(), round(place));
        self.record(ArrivalListEvent::PlayerSeenAgain { club, date, booking, place, member, scan });
    }

    fn annul(&mut self, place: u32) {
        let ((club, date), (booking, place, member)) = (day(), round(place));
        let reason = "Verkeerde speler".to_owned();
        self.record(ArrivalListEvent::ArrivalAnnulled { club, date, booking, place, member, reason });
    }

    fn correct(&mut self, place: u32, holes: Holes) {
        let ((club, date), (booking, place, member)) = (day(), round(place));
        let reason = "Regen".to_owned();
        self.record(ArrivalListEvent::PlayedHolesCorrected {
            club,
            date,
            booking,
            place,
            member,
            holes,
            reason,
        });
    }

    fn miss(&mut self, place: u32, reason: AbsenceReason) {
        let ((club, date), (booking, place, member)) = (day(), round(place));
        self.record(ArrivalListEvent::AbsenceRecorded { club, date, booking, place, member, reason });
    }

    fn object(&mut self, place: u32) {
        let ((club, date), (booking, place, member)) = (day(), round(place));
        self.record(ArrivalListEvent::AbsenceObjected { club, date, booking, place, member });
    }

    fn withdraw(&mut self, place: u32) {
        let ((club, date), (booking, place, member)) = (day(), round(place));
        let reason = "Speelde wel".to_owned();
        self.record(ArrivalListEvent::AbsenceWithdrawn { club, date, booking, place, member, reason });
    }

    fn scan_irregularly(&mut self, why: Irregularity, round: Option<ScannedRound>, scan: Scan) {
        let (club, date) = day();
        self.record(ArrivalListEvent::IrregularScanRecorded { club, date, why, round, scan });
    }

    fn decide(&mut self, number: u32, counts: bool, round: Option<ScannedRound>) {
        let ((club, date), scan, reason) = (day(), scan_id(number), "Gezien".to_owned());
        self.record(ArrivalListEvent::IrregularScanDecided { club, date, scan, counts, round, reason });
    }
}

async fn arrival(bench: &Bench, place: u32) -> Option<Arrival> {
    let (club, date) = day();
    let mut found = bench.reads.day_arrivals(&club, date).await.unwrap();
    found.places.remove(&round(place).1)
}

#[tokio::test]
async fn a_player_arrives_at_the_earliest_scan() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    List(&mut scenario).arrive(PLACE, scan(1, 12));
    bench.catch_up(&mut scenario).await;
    let (booking, place, member) = round(PLACE);
    let first = Arrival {
        place,
        booking,
        member,
        holes: Holes::Eighteen,
        played_holes: Holes::Eighteen,
        arrived_at: at(12),
        arrived_by: desk(1),
        method: ScanMethod::Camera,
        walk_in: false,
        by_decision: false,
        seen_again: 0,
        annulled_at: None,
    };
    assert_eq!(arrival(&bench, PLACE).await, Some(first.clone()));

    // A device without a connection scanned earlier, and sends it later.
    List(&mut scenario).see_again(PLACE, Scan { method: ScanMethod::List, ..scan(2, 5) });
    List(&mut scenario).see_again(PLACE, scan(3, 30));
    bench.catch_up(&mut scenario).await;
    let moved =
        Arrival { arrived_at: at(5), arrived_by: desk(2), method: ScanMethod::List, seen_again: 2, ..first };
    assert_eq!(arrival(&bench, PLACE).await, Some(moved.clone()));

    List(&mut scenario).correct(PLACE, Holes::Nine);
    bench.catch_up(&mut scenario).await;
    assert_eq!(arrival(&bench, PLACE).await, Some(Arrival { played_holes: Holes::Nine, ..moved }));

    let (club, date) = day();
    let elsewhere = bench.reads.day_arrivals(&club, play_day(1)).await.unwrap();
    assert!(elsewhere.places.is_empty() && elsewhere.irregular.is_empty(), "another day");
    assert_eq!(bench.reads.day_arrivals(&club, date).await.unwrap().places.len(), 1);
}

#[tokio::test]
async fn an_annulled_player_may_arrive_again_and_earlier_scans_do_not_count() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    let mut list = List(&mut scenario);
    list.arrive(PLACE, scan(1, 12));
    list.see_again(PLACE, scan(2, 5));
    list.correct(PLACE, Holes::Nine);
    list.annul(PLACE);
    bench.catch_up(&mut scenario).await;
    let annulled = arrival(&bench, PLACE).await.unwrap();
    assert!(annulled.annulled_at.is_some());
    assert_eq!((annulled.arrived_at, annulled.played_holes), (at(5), Holes::Eighteen), "as it was");

    List(&mut scenario).arrive(PLACE, scan(3, 40));
    bench.catch_up(&mut scenario).await;
    let again = arrival(&bench, PLACE).await.unwrap();
    assert_eq!((again.annulled_at, again.arrived_at, again.seen_again), (None, at(40), 0));
}

#[tokio::test]
async fn a_decision_makes_an_irregular_scan_count_and_takes_that_back() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    let code = Some(scanned_round(PLACE));
    List(&mut scenario).scan_irregularly(Irregularity::OtherDay, code, scan(1, 12));
    List(&mut scenario).scan_irregularly(Irregularity::Unknown, None, scan(2, 3));
    bench.catch_up(&mut scenario).await;
    assert_eq!(arrival(&bench, PLACE).await, None);
    let (club, date) = day();
    let irregular = bench.reads.day_arrivals(&club, date).await.unwrap().irregular;
    let found: Vec<_> = irregular.iter().map(|scan| (scan.scan, scan.why, scan.round)).collect();
    assert_eq!(
        found,
        [(scan_id(2), Irregularity::Unknown, None), (scan_id(1), Irregularity::OtherDay, code)],
        "in the order of the scans"
    );
    assert!(irregular.iter().all(|scan| scan.counts.is_none() && scan.reason.is_none()));

    List(&mut scenario).decide(1, false, code);
    bench.catch_up(&mut scenario).await;
    assert_eq!(arrival(&bench, PLACE).await, None, "nobody arrived by it");

    List(&mut scenario).decide(1, true, code);
    bench.catch_up(&mut scenario).await;
    let counted = arrival(&bench, PLACE).await.unwrap();
    assert_eq!((counted.arrived_at, counted.by_decision, counted.holes), (at(12), true, Holes::Nine));
    let decided = &bench.reads.day_arrivals(&club, date).await.unwrap().irregular[1];
    assert_eq!((decided.counts, decided.reason.as_deref()), (Some(true), Some("Gezien")));

    List(&mut scenario).see_again(PLACE, scan(3, 8));
    bench.catch_up(&mut scenario).await;
    let seen = arrival(&bench, PLACE).await.unwrap();
    assert_eq!((seen.arrived_at, seen.by_decision, seen.seen_again), (at(8), false, 1));

    List(&mut scenario).decide(1, false, code);
    bench.catch_up(&mut scenario).await;
    assert_eq!(arrival(&bench, PLACE).await.unwrap().annulled_at, None, "the other scan counts still");
}

#[tokio::test]
async fn what_became_of_scans_is_found_by_their_ids() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    let mut list = List(&mut scenario);
    list.arrive(PLACE, scan(1, 12));
    list.see_again(PLACE, scan(2, 15));
    list.scan_irregularly(Irregularity::Unknown, None, scan(3, 20));
    bench.catch_up(&mut scenario).await;
    // The device's error: another list has the same id.
    let other = StreamId::ArrivalList(club(2), play_day(0));
    let (date, why) = (play_day(0), Irregularity::Unknown);
    let twice =
        ArrivalListEvent::IrregularScanRecorded { club: club(2), date, why, round: None, scan: scan(1, 50) };
    scenario.record(other, twice);
    bench.catch_up(&mut scenario).await;

    let asked = [1, 2, 3, 4].map(scan_id);
    let found = bench.reads.recorded_scans(&club(1), &asked).await.unwrap();
    let place = Some(round(PLACE).1);
    let recorded =
        |number, kind, place, minutes| Some(RecordedScan { kind, place, at: at(minutes), by: desk(number) });
    for (number, expected) in [
        (1, recorded(1, ScanKind::Arrival, place, 12)),
        (2, recorded(2, ScanKind::SeenAgain, place, 15)),
        (3, recorded(3, ScanKind::Irregular(Irregularity::Unknown), None, 20)),
        (4, None),
    ] {
        assert_eq!(found.get(&scan_id(number)).cloned(), expected, "{number}");
    }
}

#[tokio::test]
async fn an_absence_stands_until_it_is_withdrawn_or_the_player_arrives() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    let mut list = List(&mut scenario);
    list.miss(1, AbsenceReason::NoShow);
    list.miss(2, AbsenceReason::Illness);
    list.miss(3, AbsenceReason::Weather);
    bench.catch_up(&mut scenario).await;
    List(&mut scenario).object(1);
    List(&mut scenario).withdraw(2);
    List(&mut scenario).arrive(3, scan(1, 12));
    bench.catch_up(&mut scenario).await;

    let (club, date) = day();
    let absences = bench.reads.day_absences(&club, date).await.unwrap();
    let (_, place, player) = round(1);
    let found: Vec<_> = absences.iter().map(|(place, absence)| (*place, absence.reason)).collect();
    assert_eq!(found, [(place, AbsenceReason::NoShow)]);
    assert!(absences[&place].objected_at.is_some());
    assert_eq!(bench.reads.member_absences(player).await.unwrap(), absences);

    List(&mut scenario).miss(1, AbsenceReason::Weather);
    bench.catch_up(&mut scenario).await;
    let anew: Absence = bench.reads.member_absences(player).await.unwrap()[&place];
    assert_eq!((anew.reason, anew.objected_at), (AbsenceReason::Weather, None));
    assert!(bench.reads.member_absences(round(2).2).await.unwrap().is_empty());
}

#[tokio::test]
async fn any_batch_size_gives_the_same_rows() {
    let bench = Bench::new().await;
    let mut scenario = Scenario::default();
    let (one, two) = (Some(scanned_round(1)), Some(scanned_round(2)));
    let mut list = List(&mut scenario);
    list.arrive(1, scan(1, 12));
    list.see_again(1, scan(2, 5));
    list.correct(1, Holes::Nine);
    list.annul(1);
    list.scan_irregularly(Irregularity::Cancelled, one, scan(3, 1));
    list.arrive(1, scan(4, 40));
    list.decide(3, true, one);
    list.decide(3, false, one);
    list.scan_irregularly(Irregularity::OtherClub, two, scan(5, 7));
    list.decide(5, false, two);
    list.decide(5, true, two);
    list.correct(2, Holes::Eighteen);
    list.decide(5, false, two);
    list.annul(1);
    list.miss(1, AbsenceReason::NoShow);
    list.object(1);
    list.arrive(1, scan(6, 50));
    list.annul(1);
    list.miss(1, AbsenceReason::Illness);
    list.withdraw(1);
    list.miss(2, AbsenceReason::Weather);
    list.object(2);
    scenario.append(&bench.journal).await;
    let whole = from_zero(&bench.pool).await;
    // Six scans, two places and two absences.
    let of_arrivals = whole.iter().filter(|row| row.starts_with("arrivals_")).count();
    assert_eq!(of_arrivals, 10, "{whole:#?}");
    for limit in [1, 2, 3, 5, 8] {
        let (schema, mut projector) = beside(&bench.pool, &format!("cut_{limit}")).await;
        while projector.run_once(limit).await.unwrap().events > 0 {}
        let rows = dump(&bench.pool, &schema).await;
        assert_same(&rows, &whole, &format!("batches of {limit}"));
    }
}
