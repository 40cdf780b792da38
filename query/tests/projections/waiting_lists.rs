//! The groups that wait, how many come before each, and the places that a club's day holds for them.

use chrono::{DateTime, TimeDelta, Utc};
use fairway_events::{
    BookingId, ClubId, CourseDayEvent, Holes, MemberId, PlaceId, StreamId, WaitingGroupId, WaitingListEvent,
};
use fairway_query::{Hold, OpenOffers, WaitingState};

use crate::support::scenario::{Scenario, play_day};
use crate::support::{Bench, booking, club, id, member};

fn group(number: u32) -> WaitingGroupId {
    WaitingGroupId(id(9, number))
}

fn at(minutes: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_700_000_000, 0).unwrap() + TimeDelta::minutes(minutes)
}

/// Records events of the waiting list of club 1 on the first day.
struct List<'a>(&'a mut Scenario);

impl List<'_> {
    fn day() -> (ClubId, chrono::NaiveDate) {
        (club(1), play_day(0))
    }

    fn record(&mut self, event: WaitingListEvent) {
        let (club, date) = Self::day();
        self.0.record(StreamId::WaitingList(club, date), event);
    }

    fn record_day(&mut self, event: CourseDayEvent) {
        let (club, date) = Self::day();
        self.0.record(StreamId::CourseDay(club, date), event);
    }

    fn start(&mut self, number: u32, players: &[u32]) {
        let (club, date) = Self::day();
        let players: Vec<MemberId> = players.iter().map(|player| member(*player)).collect();
        let (group, by) = (group(number), players[0]);
        let holes = Holes::Nine;
        self.record(WaitingListEvent::GroupStartedWaiting {
            club,
            date,
            group,
            holes,
            players,
            by,
            at: at(0),
        });
    }

    fn offer(&mut self, number: u32, places: u32, until: DateTime<Utc>) {
        let (club, date) = Self::day();
        let group = group(number);
        self.record(WaitingListEvent::PlacesOffered {
            club: club.clone(),
            date,
            group,
            until,
            offered_at: at(0),
        });
        self.record_day(CourseDayEvent::PlacesHeld { club, date, group, places, until });
    }

    fn smallest(&mut self, smallest: Option<u32>, smallest_in_turn: Option<u32>) {
        let (club, date) = Self::day();
        self.record_day(CourseDayEvent::WaitingGroupsChanged { club, date, smallest, smallest_in_turn });
    }
}

#[tokio::test]
async fn a_group_is_shown_to_its_players_with_its_place_in_the_list_and_its_offer() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    let mut list = List(&mut scenario);
    list.start(1, &[1, 2]);
    list.start(2, &[3]);
    list.start(3, &[4, 5]);
    bench.catch_up(&mut scenario).await;
    let ahead = async |bench: &Bench, player| {
        let groups = bench.reads.waiting_groups(member(player), play_day(0), 100).await.unwrap();
        groups.iter().map(|group| (group.group, group.ahead, group.state)).collect::<Vec<_>>()
    };
    assert_eq!(ahead(&bench, 5).await, [(group(3), 2, WaitingState::Waiting)]);
    let all = bench.reads.waiting_group(group(1)).await.unwrap().unwrap();
    assert_eq!((all.players, all.asked_by), (vec![member(1), member(2)], member(1)));
    assert!(bench.reads.waiting_groups(member(5), play_day(1), 100).await.unwrap().is_empty(), "it is over");

    let (club, date) = List::day();
    let mut list = List(&mut scenario);
    list.offer(1, 2, at(120));
    let (by, left) = (member(3), group(2));
    list.record(WaitingListEvent::GroupStoppedWaiting {
        club: club.clone(),
        date,
        group: left,
        by,
        at: at(1),
    });
    bench.catch_up(&mut scenario).await;
    assert_eq!(ahead(&bench, 5).await, [(group(3), 1, WaitingState::Waiting)]);
    assert_eq!(ahead(&bench, 2).await, [(group(1), 0, WaitingState::Offered { until: at(120) })]);
    assert!(ahead(&bench, 3).await.is_empty());
    let offers = bench.reads.open_offers(play_day(0), 10).await.unwrap();
    assert_eq!(offers, [OpenOffers { club: club.clone(), date, until: at(120) }]);
    assert!(bench.reads.open_offers(play_day(1), 10).await.unwrap().is_empty());

    let (taker, became) = (member(2), booking(7));
    List(&mut scenario).record(WaitingListEvent::OfferTaken {
        club,
        date,
        group: group(1),
        booking: became,
        by: taker,
        taken_at: at(5),
    });
    bench.catch_up(&mut scenario).await;
    let taken = bench.reads.waiting_group(group(1)).await.unwrap().unwrap();
    assert_eq!(taken.state, WaitingState::Taken { booking: became });
    assert!(bench.reads.open_offers(play_day(0), 10).await.unwrap().is_empty());
}

#[tokio::test]
async fn who_asked_for_others_sees_their_group_and_is_none_of_its_players() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    let (club, date) = List::day();
    List(&mut scenario).record(WaitingListEvent::CoPlayersStartedWaiting {
        club,
        date,
        group: group(1),
        booking: booking(3),
        holes: Holes::Nine,
        players: vec![member(2)],
        by: member(1),
        at: at(0),
    });
    bench.catch_up(&mut scenario).await;
    for player in [1, 2] {
        let groups = bench.reads.waiting_groups(member(player), date, 100).await.unwrap();
        let found: Vec<_> = groups.iter().map(|group| (&group.players[..], group.joins)).collect();
        assert_eq!(found, [(&[member(2)][..], Some(booking(3)))], "{player}");
    }
    let members = bench.reads.waiting_members(&[group(1)]).await.unwrap();
    assert_eq!(members[&group(1)], [member(2), member(1)]);
}

#[tokio::test]
async fn a_day_shows_what_is_held_and_places_that_come_free_put_everybody_in_turn_again() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    let (club, date) = List::day();
    let mut list = List(&mut scenario);
    list.start(1, &[1, 2]);
    list.smallest(Some(1), Some(2));
    list.offer(1, 2, at(120));
    bench.catch_up(&mut scenario).await;
    let read = async |bench: &Bench| {
        bench.reads.club_days((play_day(0), play_day(0)), None, None).await.unwrap().remove(0)
    };
    let day = read(&bench).await;
    assert_eq!(day.holds, [Hold { group: group(1), places: 2, until: at(120) }]);
    assert_eq!((day.held(at(119)), day.held(at(120)), day.smallest_in_turn), (2, 0, Some(2)));
    assert_eq!(bench.reads.waiting_days(play_day(0), 10).await.unwrap(), [(club.clone(), date)]);
    let with_waiting = async |bench: &Bench, day: u64| {
        bench.reads.days_with_waiting((play_day(day), play_day(day))).await.unwrap()
    };
    assert_eq!(with_waiting(&bench, 0).await, [(day, 1)]);
    assert!(with_waiting(&bench, 1).await.is_empty());

    let taken = BookingId(id(2, 1));
    let places = vec![PlaceId(id(3, 1))];
    let mut list = List(&mut scenario);
    let claimed =
        CourseDayEvent::PlacesClaimed { club: club.clone(), date, booking: taken, places: places.clone() };
    list.record_day(claimed);
    list.record_day(CourseDayEvent::PlacesReleased { club: club.clone(), date, booking: taken, places });
    list.record_day(CourseDayEvent::HoldEnded { club: club.clone(), date, group: group(1) });
    bench.catch_up(&mut scenario).await;
    let day = read(&bench).await;
    assert_eq!((day.holds.len(), day.smallest_in_turn), (0, Some(1)));

    List(&mut scenario).smallest(None, None);
    bench.catch_up(&mut scenario).await;
    assert_eq!(read(&bench).await.smallest_in_turn, None);
    assert_eq!(with_waiting(&bench, 0).await[0].1, 0, "the day's row says that nobody waits");
    assert!(bench.reads.waiting_days(play_day(0), 10).await.unwrap().is_empty());
}
